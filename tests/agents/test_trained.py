"""The policies that come with the package: for whom they play, and that they are worth it."""

import pytest

from lostcities_env.agents.checkpoint import POLICIES, shipped_policy
from lostcities_env.agents.match import play_match
from lostcities_env.agents.roster import make_player, player_names
from lostcities_env.core.catalogue import find_game, game_names

SHIPPED = sorted(folder.name for folder in POLICIES.iterdir())
DEALS = 200


def test_there_are_some_and_each_is_for_a_game():
    assert SHIPPED
    assert set(SHIPPED) <= set(game_names())


@pytest.mark.parametrize("game", SHIPPED)
def test_a_shipped_policy_beats_careful_and_does_not_stall(game):
    match = play_match(game, ["trained", "careful"], DEALS, seed=11)
    assert match.names[0] == "trained"
    assert match.win_rate.low > 0.5
    assert match.truncated_share < 0.01


@pytest.mark.parametrize("game", SHIPPED)
def test_it_is_there_for_the_options_it_was_trained_with_alone(game):
    usual, other = find_game(game).variant({}), find_game(game).variant({"memory": "table"})
    assert shipped_policy(usual) is not None
    assert "trained" in player_names(usual)
    assert "trained" in player_names(find_game(game).variant({"reward": "score"}))
    assert shipped_policy(other) is None
    assert "trained" not in player_names(other)
    with pytest.raises(ValueError, match="there is no player 'trained'"):
        make_player("trained", other)
