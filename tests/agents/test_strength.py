"""The players are as strong as they should be: fixed seeds, and margins that chance cannot bridge."""

import pytest

from lostcities_env.agents import rivals
from lostcities_env.agents.match import play_match
from lostcities_env.agents.roster import player_names
from lostcities_env.agents.tune import HabitPlayer, choose_rows_by
from lostcities_env.core.catalogue import find_game
from lostcities_env.core.jit import bind
from tests.conformance.cases import CASES, every_game


@pytest.mark.parametrize(
    ("game", "least"), [("card_game_v0", 0.99), ("board_game_v0", 0.97), ("rivals_v0", 0.95)]
)
def test_careful_beats_random(game, least):
    match = play_match(game, ["careful", "random"], 100, seed=3)
    assert match.win_rate.mean >= least
    assert match.truncated_share < 0.01


def test_careful_beats_discard_only():
    match = play_match("card_game_v0", ["careful", "discard_only"], 400, seed=3)
    assert match.decided_rate.mean >= 0.85
    assert match.truncated_share < 0.01


@every_game
def test_careful_players_finish_their_games(game):
    assert play_match(game, ["careful", "careful"], 100, seed=3).truncated_share < 0.01


@pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param(game, options, id=f"{game}: {name}")
        for game, name, options in CASES
        if options.get("max_turns", 500) >= 500
    ],
)
def test_careful_knows_every_variant(game, options):
    options = {name: value for name, value in options.items() if name != "reward"}
    match = play_match(game, ["careful", "random"], 15, seed=4, **options)
    assert match.win_rate.mean > 0.85


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("habits", [rivals.HABITS, *rivals.YARDSTICKS])
def test_at_larger_tables_of_rivals_no_other_habits_pay(players, habits):
    """Alone among careful players, somebody with the habits for two, or wrong ones, wins no more."""
    rows = bind(choose_rows_by, {"choose_by": rivals.choose_by}, "rivals_v0")
    match = play_match("rivals_v0", [HabitPlayer(habits, rows), "careful"], 40, 3, players=players)
    assert match.win_rate.high < 1 / players


@pytest.mark.parametrize(
    ("game", "searcher", "deals", "options"),
    [
        ("card_game_v0", "search:120", 40, {}),
        ("board_game_v0", "search:80", 20, {"rounds": 1}),
        ("rivals_v0", "search:40", 6, {}),
    ],
)
def test_search_beats_careful(game, searcher, deals, options):
    match = play_match(game, [searcher, "careful"], deals, seed=3, **options)
    assert match.win_rate.mean > 0.5
    assert match.margin.low > 0
    assert match.truncated_share < 0.01


@every_game
def test_every_game_has_a_search_player(game):
    assert "search" in player_names(find_game(game).variant({}))
