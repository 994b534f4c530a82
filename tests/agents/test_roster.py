"""Players by name."""

import numpy as np
import pytest

import lostcities_env
from lostcities_env.agents.player import Player, View, act_on, needs_views
from lostcities_env.agents.roster import make_player, player_names
from tests.conformance.cases import every_game


@every_game
def test_every_game_has_random_careful_and_search(game):
    state = lostcities_env.new_game(game, seed=1)
    assert {"random", "careful", "search"} <= set(player_names(state.variant))
    for name in player_names(state.variant):
        player = make_player(f"{name}:20" if name == "search" else name, state.variant, 0)
        assert isinstance(player, Player)
        assert act_on(player, state) in state.legal_actions()


def test_only_the_card_game_has_discard_only():
    state = lostcities_env.new_game("card_game_v0", seed=1)
    player = make_player("discard_only", state.variant)
    while not state.is_over:
        words = state.describe(act_on(player, state))
        assert words == "draw" or words.startswith("discard")
        state.apply(words)
    assert state.scores() == [0, 0]


def test_a_player_may_be_a_function():
    state = lostcities_env.new_game("card_game_v0", seed=1)
    player = make_player(lambda observation, mask: int(np.flatnonzero(mask)[-1]), state.variant)
    assert act_on(player, state) == state.legal_actions()[-1]
    assert make_player(player, state.variant) is player
    rows = player.act_rows(state.variant, state.observation()[None], state.action_mask()[None])
    assert rows.tolist() == [state.legal_actions()[-1]]


@pytest.mark.parametrize("spec", ["nobody", "search:", "search:fast", "search:-3", "random:2"])
def test_an_unknown_name_is_told_who_there_is(spec):
    variant = lostcities_env.new_game("card_game_v0", seed=1).variant
    with pytest.raises(ValueError, match="there are random, careful, discard_only, search"):
        make_player(spec, variant)


def test_what_cannot_play_is_told_what_a_player_is():
    variant = lostcities_env.new_game("card_game_v0", seed=1).variant
    with pytest.raises(ValueError, match="something with a name, act and act_rows, not 7"):
        make_player(7, variant)


def test_search_takes_playouts_or_seconds_and_wants_views():
    state = lostcities_env.new_game("card_game_v0", seed=1)
    for spec in ("search:30", "search:0.01s", "search:.01s"):
        player = make_player(spec, state.variant, 0)
        assert player.name == spec
        assert needs_views(player)
        assert player.act(View(state)) in state.legal_actions()
    with pytest.raises(TypeError, match="needs a view"):
        player.act_rows(state.variant, state.observation()[None], state.action_mask()[None])


def test_the_seed_of_a_view_settles_what_search_leaves_to_chance():
    state = lostcities_env.new_game("card_game_v0", seed=6)
    one, two = (make_player("search:30", state.variant, seed) for seed in (1, 2))
    for seed in range(5):
        assert one.act(View(state, seed)) == two.act(View(state, seed))
    assert len({one.act(View(state, seed)) for seed in range(20)}) > 1


def test_the_same_seed_makes_the_same_choices():
    state = lostcities_env.new_game("card_game_v0", seed=4)
    for spec in ("random", "search:40"):
        one, two = (make_player(spec, state.variant, 9) for _ in range(2))
        assert [act_on(one, state) for _ in range(5)] == [act_on(two, state) for _ in range(5)]
