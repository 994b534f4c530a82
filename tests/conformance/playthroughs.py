"""Golden playthroughs: one game of every variant in words, with what each player sees of it.

`make playthroughs` writes them anew. They change with the behaviour of a game, and with that its
version must change too.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import lostcities_env
from lostcities_env import State
from tests.conformance.cases import CASES, brisk_move

HOME = Path(__file__).resolve().parents[1] / "playthroughs"
SEED = 2024
LOOK_EVERY = 40


def path_of(game: str, name: str) -> Path:
    """Where the playthrough of a variant is kept."""
    return HOME / game / f"{name.replace(',', '').replace(' ', '-')}.txt"


def playthrough(game: str, options: dict[str, Any]) -> str:
    """One game in words, from first deal to result."""
    return "\n".join(_lines(game, options)) + "\n"


def _lines(game: str, options: dict[str, Any]) -> Iterator[str]:
    state = lostcities_env.new_game(game, seed=SEED, **options)
    choices = random.Random(SEED)
    yield f"# {game} {options}, seed {SEED}"
    number = 0
    while not state.is_over:
        if number % LOOK_EVERY == 0:
            yield from _views(state)
        action = brisk_move(state, choices)
        yield f"{number:4}  player {state.current_player}: {state.describe(action)}"
        state.apply(action)
        number += 1
        if any(state.rewards):
            yield f"      rewards {state.rewards}"
    yield from _views(state)
    yield f"scores {state.scores()}, winners {state.winners()}, truncated {state.is_truncated}"
    yield from (f"setup {entry}" for entry in state.setups_played())


def _views(state: State) -> Iterator[str]:
    """The table and the numbers of its observation, for every seat."""
    legal = ", ".join(state.describe(action) for action in state.legal_actions())
    yield f"legal: {legal}"
    for seat in range(state.num_players):
        yield f"--- as player {seat} sees it"
        yield from state.render(seat).splitlines()
        yield from _numbers(state, seat)


def _numbers(state: State, seat: int) -> Iterator[str]:
    """Every span of an observation that holds anything, zeros at the end of a line left out."""
    layout = state.variant.observation
    vector = state.observation(seat)
    for name in layout.spans:
        values = np.trim_zeros(layout.view(vector, name).ravel(), "b")
        if values.size:
            yield f"{name}: " + " ".join(f"{value:.3g}" for value in values)


def write_all() -> None:
    """Write every playthrough anew."""
    for game, name, options in CASES:
        path = path_of(game, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(playthrough(game, options), encoding="utf-8")
        print(f"wrote {path.relative_to(HOME.parents[1])}")


if __name__ == "__main__":
    write_all()
