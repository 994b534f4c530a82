"""Judge players by matches on the same deals from every seat.

    python -m training.evaluate runs/NAME careful random --games 1000
    python -m training.evaluate careful random --game card_game_v0 --require "careful>random:0.95"
    python -m training.evaluate runs/NAME --best

A player is a checkpoint, a folder of checkpoints, or the name of a scripted or search player; with
`:sample` after it a checkpoint draws its moves instead of choosing the best one. The report is
printed, and written to the folder --out as report.html, report.json and pictures. The exit code is 0
if all went well, 1 if a requirement was not met, 2 if the command was wrong.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import comb
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from lostcities_env.agents.checkpoint import CHECKPOINTS, SAMPLED
from lostcities_env.agents.command import add_options, read_options
from training.evaluation.best import choose_best, point_to_best
from training.evaluation.entrants import find_entrants, settle_variant
from training.evaluation.matches import Plan, play_all
from training.evaluation.page import as_page
from training.evaluation.pictures import pictures
from training.evaluation.report import Report, as_text, make_report
from training.evaluation.requirements import read_requirement
from training.evaluation.seating import seatings

FEWEST_DEALS = 2  # one deal alone has no spread
SHOWN, TRIED = 8, 16  # checkpoints of a folder, unless told
UNMET, WRONG, STOPPED = 1, 2, 130  # exit codes


def parser() -> argparse.ArgumentParser:
    """The command line."""
    about, _, more = (__doc__ or "").partition("\n\n")
    p = argparse.ArgumentParser(
        prog="python -m training.evaluate",
        description=about,
        epilog=more,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("players", nargs="+", help="checkpoints, folders of them, names of players")
    p.add_argument("--games", type=int, default=1000, help="for each pair, at most (%(default)s)")
    p.add_argument("--game", help="which game, where no checkpoint says it: card_game_v0 ...")
    add_options(p)
    p.add_argument("--seed", type=int, default=0, help="which deals (%(default)s)")
    p.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="processes (%(default)s)"
    )
    p.add_argument("--confidence", type=float, default=0.95, help="of intervals (%(default)s)")
    p.add_argument(
        "--sequential",
        type=float,
        nargs="?",
        const=0.02,
        metavar="TOLERANCE",
        help="stop a pair once one is shown to be better, or both equal up to this (%(const)s)",
    )
    p.add_argument(
        "--require",
        action="append",
        default=[],
        metavar="A>B:RATE",
        help="exit with 1 unless A's measured win rate against B reaches this, draws half",
    )
    p.add_argument(
        "--checkpoints",
        type=int,
        help=f"of a folder, at most, evenly spread ({SHOWN}; with --best {TRIED})",
    )
    p.add_argument("--out", type=Path, help="the folder of the report (RUN/evaluation or reports)")
    p.add_argument(
        "--best", action="store_true", help="choose a run's best checkpoint, point RUN/best to it"
    )
    return p


def main(arguments: Sequence[str] | None = None) -> int:
    """Evaluate and return the exit code."""
    given = parser().parse_args(arguments)
    try:
        _check(given)
        return _best(given) if given.best else _evaluate(given)
    except (ValueError, OSError) as error:
        print(f"python -m training.evaluate: {error}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        print("python -m training.evaluate: stopped, nothing was written", file=sys.stderr)
        return STOPPED


def _check(given: argparse.Namespace) -> None:
    """Refuse numbers that make no sense."""
    for name in ("games", "workers", "checkpoints"):
        number = getattr(given, name)
        if number is not None and number < 1:
            raise ValueError(f"--{name} must be at least 1, not {number}")
    if given.seed < 0:
        raise ValueError(f"--seed must be at least 0, not {given.seed}")
    if not 0.5 <= given.confidence < 1:
        raise ValueError(f"--confidence must be at least 0.5 and below 1, not {given.confidence}")
    if given.sequential is not None and not 0 <= given.sequential < 0.5:
        raise ValueError(f"--sequential must be at least 0 and below 0.5, not {given.sequential}")


def _evaluate(given: argparse.Namespace) -> int:
    entrants = find_entrants(given.players, given.checkpoints or SHOWN)
    if len(entrants) < 2:
        raise ValueError("name at least two players, or a folder with two checkpoints")
    variant = settle_variant(entrants, given.game, read_options(given.option))
    requirements = [read_requirement(text, entrants) for text in given.require]
    deals = max(FEWEST_DEALS, -(-given.games // len(seatings(variant.players))))
    plan = Plan(deals, given.seed, given.confidence, given.sequential)
    folder = given.out or _home(given.players)
    _prepare(folder)
    games = deals * len(seatings(variant.players)) * comb(len(entrants), 2)
    with _progress(games) as told:
        meetings = play_all(entrants, variant, plan, given.workers, told)
    report = make_report(entrants, variant, plan, meetings, requirements)
    print(as_text(report))
    print(f"\nThe report: {write(report, folder)}")
    return 0 if all(wish["met"] for wish in report["requirements"]) else UNMET


@contextmanager
def _progress(most: int) -> Iterator[Callable[[int], None]]:
    """A bar of the games played, for a person at a terminal alone."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        games = bar.add_task("games", total=most)
        yield lambda more: bar.advance(games, more)


def _home(players: Sequence[str]) -> Path:
    """Where the report goes unless told: into the run that is judged, if it is one."""
    first = Path(players[0].removesuffix(SAMPLED))
    if not first.is_dir():
        return Path("reports")
    whole = first.resolve() if first.is_symlink() else first
    run = whole.parent.parent if whole.parent.name == CHECKPOINTS else first
    return run / "evaluation"


def _prepare(folder: Path) -> None:
    """Make the folder of the report before anything is played."""
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise ValueError(f"{folder} cannot be written to")


def write(report: Report, folder: Path) -> Path:
    """Write the JSON, the pictures and the page; returns the page."""
    drawn = pictures(report)
    for name, svg in drawn.items():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    text = json.dumps(report, indent=2, allow_nan=False)
    (folder / "report.json").write_text(text + "\n", encoding="utf-8")
    page = folder / "report.html"
    page.write_text(as_page(report, drawn), encoding="utf-8")
    return page


def _best(given: argparse.Namespace) -> int:
    run, anchors = Path(given.players[0]), given.players[1:]
    if not run.is_dir():
        raise ValueError(f"--best wants the folder of a run first, and there is no {run}")
    at_most = given.checkpoints or TRIED
    chosen = choose_best(run, given.games, anchors, at_most, given.seed, given.workers, print)
    print(f"{point_to_best(run, chosen)} -> {chosen}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
