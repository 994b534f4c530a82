"""The best checkpoint of a run, chosen by matches, and the link `best` that points to it.

Checkpoints meet in rounds: everybody plays everybody and the anchors, the better half by rating goes on,
and the next round has twice the games, on deals of its own. Of equals the one trained longer goes on.
"""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from lostcities_env.core.game import Variant
from training.evaluation.entrants import Entrant, find_entrants, settle_variant
from training.evaluation.matches import Plan, play_all
from training.evaluation.ratings import Rating, rate
from training.evaluation.seating import seatings

LINK = "best"
FEWEST_DEALS = 8  # of a pair, in the first rounds
Tell = Callable[[str], None]


def choose_best(
    run: Path,
    games: int = 400,
    anchors: Sequence[str] = (),
    at_most: int = 16,
    seed: int = 0,
    workers: int = 1,
    tell: Tell | None = None,
) -> Path:
    """The best of a run's checkpoints, by matches of at most so many games a pair in the last round."""
    left = find_entrants([str(run)], at_most)
    others = find_entrants(anchors, at_most)
    variant = settle_variant([*left, *others], None, {})
    sizes = _field_sizes(len(left))
    for number, size in enumerate(sizes):
        share = 2 ** (len(sizes) - 1 - number)
        plan = Plan(_deals(games // share, variant), seed + number)
        table = _ratings(left, others, variant, plan, workers)
        left = _best_of(left, table, size)
        if tell:
            tell(f"round {number + 1} of {len(sizes)}: {', '.join(e.name for e in left)} stay")
    assert left[0].folder is not None, "a run has checkpoints only"
    return left[0].folder


def _field_sizes(players: int) -> list[int]:
    """How many are left after each round."""
    sizes = []
    while players > 1:
        players = (players + 1) // 2
        sizes.append(players)
    return sizes


def _deals(games: int, variant: Variant) -> int:
    return max(FEWEST_DEALS, games // len(seatings(variant.players)))


def _ratings(
    left: list[Entrant], others: list[Entrant], variant: Variant, plan: Plan, workers: int
) -> list[Rating]:
    everybody = [*left, *others]
    meetings = play_all(everybody, variant, plan, workers)
    return rate([entrant.name for entrant in everybody], meetings, plan.confidence, plan.seed)


def _best_of(left: list[Entrant], table: list[Rating], size: int) -> list[Entrant]:
    """The strongest, in the order of their steps where they are equally strong."""
    elo = {rating.name: round(rating.elo, 6) for rating in table}
    return sorted(left, key=lambda e: (-elo[e.name], -(e.steps or 0)))[:size]


def point_to_best(run: Path, checkpoint: Path) -> Path:
    """Let `best` in a run's folder point to a checkpoint; at every moment it points to a whole one."""
    link, aside = run / LINK, run / f".{LINK}-{os.getpid()}"
    aside.unlink(missing_ok=True)
    aside.symlink_to(os.path.relpath(checkpoint.absolute(), run.absolute()))
    aside.replace(link)
    return link
