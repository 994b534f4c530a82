"""Engine and referee agree move by move in games that get far, and these games reach every rule."""

import random
from typing import Any

import pytest

import lostcities_env
from tests.games.board_game.eager import choose, friendly_setup
from tests.games.board_game.referee import Referee

EITHER = {"direction": "either"}
LAST_TURNS = {"equal_turns": True, "rounds": 1}
NEAR_ARROWS = {"tile_spaces": [[1, 2, 3, 4, 5], [2, 3, 4, 5, 6], *[[5, 6, 7, 8, 9]] * 3]}

GAMES: list[tuple[dict[str, Any], bool]] = [
    ({}, False),
    ({"players": 3}, False),
    ({"players": 4, **EITHER}, True),
    ({**EITHER, "redraw_own_discard": False}, True),
    ({"players": 3, **LAST_TURNS}, False),
    ({"players": 4, **LAST_TURNS, "redraw_own_discard": False}, False),
    ({"players": 4, **LAST_TURNS, "max_turns": 85}, False),
    ({**LAST_TURNS, **NEAR_ARROWS}, False),
    ({"players": 4, "rounds": 1, "artifact_track": [-1000]}, False),
    ({"players": 3, **NEAR_ARROWS, "max_turns": 90, "equal_turns": True}, False),
]
SEEDS = range(6)

WANTED = {
    "moved by an arrow",
    "chained arrows",
    "declined an arrow",
    "nothing to move by arrow",
    "moved by a finished path",
    "declined a finished path",
    "ended by the bridges",
    "ended by the draw pile",
    "crossed in the last turns",
    "tile not resolved in the last turns",
    "truncated in the last turns",
    "downward",
    "shared win",
    "took back the own discard",
}


def compare(options: dict[str, Any], downward: bool, seed: int) -> set[str]:
    """Play a game in both, and say what happened in it."""
    choices = random.Random(seed)
    setups = [friendly_setup(choices, downward) for _ in range(options.get("rounds", 3))]
    setups[0]["starter"] = seed % options.get("players", 2)
    state = lostcities_env.new_game("board_game_v0", setups=setups, **options)
    referee = Referee(options, setups)
    while not referee.is_over:
        legal = {state.describe(action) for action in state.legal_actions()}
        assert legal == referee.legal()
        assert state.current_player == referee.current_player
        assert state.scores() == referee.scores()
        words = choose(legal, choices)
        state.apply(words)
        referee.apply(words)
    assert state.is_over
    assert state.is_truncated == referee.is_truncated
    assert state.scores() == referee.scores()
    assert state.winners() == referee.winners()
    return referee.seen


@pytest.fixture(scope="module")
def seen() -> set[str]:
    """All that happened in all games, each of them played in both."""
    return set().union(*(compare(*game, seed) for game in GAMES for seed in SEEDS))


@pytest.mark.parametrize("what", sorted(WANTED))
def test_eager_games_agree_and_reach_every_rule(seen: set[str], what: str) -> None:
    assert what in seen
