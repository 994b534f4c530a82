"""No player's choice depends on what it cannot know."""

import random

import pytest

from lostcities_env import State
from lostcities_env.agents.player import View, act_on
from lostcities_env.agents.roster import make_player, player_names
from tests.conformance.cases import CASES, random_state

SEED = 11
PLAYED_OUT = {"search": "search:40"}


def positions(game: str, options: dict, count: int) -> list[State]:
    """States of random play, early and late."""
    choices = random.Random(SEED)
    found = []
    while len(found) < count:
        decisions = choices.randrange(120)
        state = random_state(game, options, choices.randrange(99), decisions)
        if not state.is_over and len(state.legal_actions()) > 1:
            found.append(state)
    return found


def choice(name: str, state: State) -> int:
    """What a player newly made does in this state."""
    return act_on(make_player(PLAYED_OUT.get(name, name), state.variant, SEED), state)


@pytest.mark.parametrize(
    ("game", "options"),
    [pytest.param(game, options, id=f"{game}: {name}") for game, name, options in CASES],
)
def test_the_same_choice_whatever_is_hidden(game, options):
    for state in positions(game, options, 3):
        for name in player_names(state.variant):
            wanted = choice(name, state)
            assert state.action_mask()[wanted]
            for seed in range(3):
                world = state.determinize(state.current_player, seed)
                assert choice(name, world) == wanted, f"{name} has seen hidden cards"


@pytest.mark.parametrize("game", sorted({game for game, _, _ in CASES}))
def test_worlds_look_the_same_to_the_player(game):
    for state in positions(game, {}, 3):
        seen, player = state.observation(), state.current_player
        before = state.to_bytes()
        view = View(state)
        for world in view.worlds(4, 5):
            twin = state.clone()
            twin._tables[0] = world
            assert (twin.observation(player) == seen).all()
        assert state.to_bytes() == before


def test_a_view_offers_no_way_to_the_real_table():
    state = random_state("card_game_v0", {}, 1, 10)
    view = View(state)
    assert not [name for name in dir(view) if not name.startswith("_") and name == "state"]
    assert view.determinize(3).to_bytes() == view.determinize(3).to_bytes()
    assert view.determinize(3)._tables["deck"].tolist() != state._tables["deck"].tolist()
