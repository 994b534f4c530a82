"""Every game that is found, in every variant that its tests name: what the shared checks run on."""

import importlib
import random
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import lostcities_env
from lostcities_env import State
from lostcities_env.core.catalogue import find_game, game_names

GAMES = game_names()


def folder(game: str) -> str:
    """The name of a game's folder."""
    return game.rpartition("_v")[0]


def of_game(game: str, module: str) -> ModuleType:
    """A module of a game's own tests."""
    return importlib.import_module(f"tests.games.{folder(game)}.{module}")


CASES = [
    (game, name, options)
    for game in GAMES
    for name, options in of_game(game, "variants").VARIANTS.items()
]

every_game = pytest.mark.parametrize("game", GAMES)
every_case = pytest.mark.parametrize(
    ("game", "options"),
    [pytest.param(game, options, id=f"{game}: {name}") for game, name, options in CASES],
)


def options_of(game: str) -> list[dict[str, Any]]:
    """The options of every variant of a game."""
    return [options for name, _, options in CASES if name == game]


def moves(state: State, choices: random.Random) -> Iterator[str]:
    """Play a game to its end with random legal moves, saying each before it is made."""
    while not state.is_over:
        action = choices.choice(state.legal_actions())
        yield state.describe(action)
        state.apply(action)


def brisk_move(state: State, choices: random.Random) -> int:
    """A random legal move that mostly takes from the draw pile, so that games come to an end."""
    draw = state.variant.ids.get("draw")
    if draw is not None and state.action_mask()[draw] and choices.random() < 0.8:
        return draw
    return choices.choice(state.legal_actions())


def brisk_moves(state: State, choices: random.Random) -> Iterator[str]:
    """Like `moves`, but games do not go on for ever: for checks that are costly at every step."""
    while not state.is_over:
        action = brisk_move(state, choices)
        yield state.describe(action)
        state.apply(action)


def random_state(game: str, options: dict[str, Any], seed: int, decisions: int) -> State:
    """A state of random play after so many decisions, or at the end."""
    state = lostcities_env.new_game(game, seed=seed, **options)
    for number, _ in enumerate(moves(state, random.Random(seed))):
        if number == decisions:
            break
    return state


__all__ = [
    "CASES",
    "GAMES",
    "brisk_move",
    "brisk_moves",
    "every_case",
    "every_game",
    "find_game",
    "folder",
    "moves",
    "of_game",
    "options_of",
    "random_state",
]
