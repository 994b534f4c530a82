"""Fill in what the documents say of each environment: `python docs/generate.py [--check]`.

A document holds pairs of lines `<!-- NAME: begin -->` and `<!-- NAME: end -->`; what stands between them
is made from the code. `--check` writes nothing and fails if a document is out of date.
"""

import re
import sys
from collections.abc import Iterable
from pathlib import Path

from lostcities_env.core.catalogue import find_game, game_names
from lostcities_env.core.game import Game, Variant
from lostcities_env.envs.registry import standard_id

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table in Markdown."""
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *([str(cell) for cell in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def facts(game: Game) -> str:
    """An environment at a glance, in PettingZoo's manner."""
    sizes = [(n, _variant(game, n)) for n in game.player_counts]
    players = ", ".join(str(n) for n in game.player_counts)
    first = sizes[0][1]
    rows = [
        ("Import", f"`from lostcities_env import {game.name}`"),
        ("Actions", "Discrete"),
        ("Parallel API", "No"),
        ("Manual control", "No"),
        ("Agents", players),
        ("Agent names", f"`agents = {[f'player_{seat}' for seat in range(first.players)]}`"),
        ("Action shape", f"Discrete({first.actions.size})"),
        ("Observation shape", _by_players(sizes)),
        ("Gymnasium, PettingZoo id", f"`{standard_id(game.name)}`"),
    ]
    return table(("", game.title), rows)


def _by_players(sizes: list[tuple[int, Variant]]) -> str:
    if len(sizes) == 1:
        return f"({sizes[0][1].observation.size},)"
    return ", ".join(f"({variant.observation.size},) for {n} players" for n, variant in sizes)


def options(game: Game) -> str:
    """Every option, its default and what is allowed."""
    rows = [(f"`{o.name}`", f"`{o.default!r}`", o.allowed, o.about) for o in game.all_options()]
    return table(("option", "default", "must be", "what it is"), rows)


def actions(game: Game) -> str:
    """What each action id means, with default options."""
    layout = _variant(game, game.player_counts[0]).actions
    rows = [(positions, f"`{text}`", axes or "-") for _, positions, axes, _, text in layout.table()]
    return table(("ids", "in words", "one for each"), rows)


def observation(game: Game) -> str:
    """What each number of an observation means, with default options."""
    layout = _variant(game, game.player_counts[0]).observation
    rows = [
        (f"`{name}`", positions, axes or "-", bounds, text)
        for name, positions, axes, bounds, text in layout.table()
    ]
    return table(("span", "numbers", "axes", "range", "meaning"), rows)


def environments() -> str:
    """All environments in one table."""
    rows = []
    for game in map(find_game, game_names()):
        first = _variant(game, game.player_counts[0])
        page = f"[docs](docs/{game.name}.md), [rules]({_rules(game)})"
        players = " to ".join(
            str(n) for n in sorted({game.player_counts[0], game.player_counts[-1]})
        )
        sizes = f"{first.observation.size} / {first.actions.size}"
        rows.append((f"`{game.name}`", game.title, players, sizes, page))
    return table(("environment", "game", "players", "numbers / actions", "more"), rows)


def tables() -> str:
    """The actions and observations of all environments, each folded away under its name."""
    return "\n\n".join(_folded(game) for game in map(find_game, game_names()))


def _folded(game: Game) -> str:
    head = f"<details><summary><code>{game.name}</code></summary>"
    return "\n\n".join([head, actions(game), observation(game), "</details>"])


def _rules(game: Game) -> str:
    return f"lostcities_env/games/{game.name.rpartition('_v')[0]}/RULES.md"


def _variant(game: Game, players: int) -> Variant:
    return game.variant({"players": players} if len(game.player_counts) > 1 else {})


def blocks() -> dict[str, str]:
    """All that can be filled in, by its name."""
    made = {"environments": environments(), "tables": tables()}
    for game in map(find_game, game_names()):
        for block in (facts, options, actions, observation):
            made[f"{game.name} {block.__name__}"] = block(game)
    return made


def filled(text: str, made: dict[str, str]) -> str:
    """A document with its blocks made anew; a block that nobody makes is an error."""

    def fill(match: re.Match[str]) -> str:
        return f"{match[1]}\n{made[match[2]]}\n{match[3]}"

    return re.sub(r"(<!-- ([\w ]+): begin -->)\n.*?(<!-- \2: end -->)", fill, text, flags=re.S)


def main() -> None:
    """Fill in every document, or only say which ones are out of date."""
    made = blocks()
    stale = [path for path in DOCUMENTS if filled(path.read_text(), made) != path.read_text()]
    for path in stale:
        if "--check" not in sys.argv:
            path.write_text(filled(path.read_text(), made))
        print(
            f"{path.relative_to(ROOT)} {'is out of date' if '--check' in sys.argv else 'written'}"
        )
    if stale and "--check" in sys.argv:
        sys.exit("run: make docs")


if __name__ == "__main__":
    main()
