"""One game as bytes, copies of it, and what it says when asked wrongly."""

import copy
import json
import pickle
import random

import numpy as np
import pytest

import lostcities_env
from lostcities_env import IllegalAction, State
from lostcities_env.core import state as module

DECK = lostcities_env.new_game("card_game_v0", seed=1).record()["setups"][0]["deck"]


def played(decisions, **options):
    state = lostcities_env.new_game("card_game_v0", seed=4, **options)
    choices = random.Random(1)
    for _ in range(decisions):
        if not state.is_over:
            state.apply(choices.choice(state.legal_actions()))
    return state


def play_out(state):
    choices = random.Random(2)
    while not state.is_over:
        state.apply(choices.choice(state.legal_actions()))
    return state


MATCH = {"rounds": 3, "reward": "score", "setups": [{"deck": DECK}, {"deck": DECK}]}


@pytest.mark.parametrize("decisions", [0, 1, 77, 500, 5000])
@pytest.mark.parametrize("options", [{}, MATCH], ids=["default", "planned match"])
@pytest.mark.parametrize(
    "again",
    [
        lambda state: State.from_bytes(state.to_bytes()),
        lambda state: State.from_bytes(bytearray(state.to_bytes())),
        lambda state: pickle.loads(pickle.dumps(state)),
        copy.copy,
        copy.deepcopy,
        State.clone,
    ],
    ids=["bytes", "bytearray", "pickle", "copy", "deepcopy", "clone"],
)
def test_a_copy_is_the_same_game_now_and_to_the_end(again, options, decisions):
    state = played(decisions, **options)
    twin = again(state)
    assert twin.to_bytes() == state.to_bytes()
    assert twin.rewards == state.rewards
    assert twin.legal_actions() == state.legal_actions()
    for player in range(2):
        assert np.array_equal(twin.observation(player), state.observation(player))
    assert play_out(twin).record() == play_out(state).record()


@pytest.mark.parametrize("again", [State.clone, lambda s: State.from_bytes(s.to_bytes())])
def test_a_copy_leaves_the_original_alone(again):
    state = played(40, **MATCH)
    kept, legal = state.to_bytes(), state.legal_actions()
    play_out(again(state))
    assert state.to_bytes() == kept
    assert state.legal_actions() == legal


def test_questions_change_nothing():
    state = played(25)
    kept = state.to_bytes()
    state.observation(1)[:] = 7
    state.action_mask()[:] = True
    state.legal_actions().clear()
    state.scores().clear()
    state.determinize(0, 1)
    state.full_state()[:] = 7
    for question in (str, repr, State.record, State.winners, State.setups_played):
        question(state)
    assert state.to_bytes() == kept
    assert len(state.legal_actions()) == state.action_mask().sum()


def test_equal_games_are_equal_bytes():
    assert played(60).to_bytes() == played(60).to_bytes()


def test_any_altered_byte_is_refused():
    data = played(10).to_bytes()
    for place in range(len(data)):
        altered = bytearray(data)
        altered[place] ^= 1 << place % 8
        with pytest.raises(ValueError, match=r"damaged|not a saved game|have format"):
            State.from_bytes(bytes(altered))


def test_bytes_cut_off_anywhere_or_added_to_are_refused():
    data = played(10).to_bytes()
    for length in range(len(data)):
        with pytest.raises(ValueError, match=r"damaged|not a saved game"):
            State.from_bytes(data[:length])
    with pytest.raises(ValueError, match="damaged: some are missing or altered"):
        State.from_bytes(data + b"\0")


@pytest.mark.parametrize(
    "foreign", [b"", b"LostCities", b"\x89PNG\r\n" * 50, pickle.dumps([1] * 99)]
)
def test_foreign_bytes_are_refused(foreign):
    with pytest.raises(
        ValueError, match=r"these bytes are not a saved game of lostcities_env|damaged"
    ):
        State.from_bytes(foreign)


@pytest.mark.parametrize("foreign", ["LostCities", None, 5, [1, 2], {"format": 1}])
def test_what_is_no_bytes_is_refused(foreign):
    with pytest.raises(ValueError, match=f"a saved game is bytes, not {type(foreign).__name__}"):
        State.from_bytes(foreign)


def test_bytes_of_another_format_are_refused(monkeypatch):
    monkeypatch.setattr(module, "_FORMAT", 9)
    data = played(3).to_bytes()
    monkeypatch.undo()
    with pytest.raises(ValueError, match="have format 9; this version reads format 1"):
        State.from_bytes(data)


def test_bytes_of_another_layout_of_the_table_are_refused_with_a_way_out(monkeypatch):
    state = played(3)
    monkeypatch.setitem(state.game.__dict__, "fingerprint", "another")
    data = state.to_bytes()
    monkeypatch.undo()
    with pytest.raises(ValueError, match=r"another version of card_game_v0: keep games as records"):
        State.from_bytes(data)


def test_seats_that_do_not_exist_are_refused():
    state = played(3)
    for player in (-1, 2):
        for question in (state.observation, state.render, lambda p: state.determinize(p, 1)):
            with pytest.raises(ValueError, match=r"there is no player .*: seats are 0 to 1"):
                question(player)


def test_a_determinized_game_needs_a_whole_seed():
    with pytest.raises(ValueError, match="a seed must be a whole number"):
        played(3).determinize(0, -1)


def test_the_full_state_holds_both_views_and_the_cards_to_draw():
    state = played(2)
    full = state.full_state()
    size = state.variant.observation.size
    for player in range(2):
        assert np.array_equal(full[player * size :][:size], state.observation(player))
    deck = full[2 * size :]
    drawn = round(60 * (1 - float(state.variant.observation.view(full[:size], "draw_pile"))))
    assert not deck[:drawn].any()
    assert (deck[drawn:60] > 0).all()
    assert (deck <= 1).all()


def test_a_row_of_a_batch_is_a_game_without_a_record():
    batch = lostcities_env.make_batch("card_game_v0", 3, seed=4, rounds=3)
    batch.rollout(400)
    state = batch.state(2)
    assert (state.observation() == batch.observations[2]).all()
    assert (state.action_mask() == batch.action_masks[2]).all()
    assert state.current_player == batch.current_players[2]
    assert state.num_deals > 1
    before = batch._states.tobytes()
    state.apply(state.legal_actions()[0])
    assert batch._states.tobytes() == before
    for game in (state, state.clone(), State.from_bytes(state.to_bytes()), state.determinize(0, 1)):
        with pytest.raises(ValueError, match="taken up in the middle"):
            game.record()


def test_records_are_plain_json_all_through():
    record = play_out(played(0, starter="random", **MATCH)).record()
    assert json.loads(json.dumps(record)) == record


def test_a_batch_names_the_row_and_the_move_and_does_nothing():
    batch = lostcities_env.make_batch("card_game_v0", num_games=3, seed=1)
    kept = batch.observations.copy(), batch.action_masks.copy()
    good = batch.action_masks.argmax(axis=1)
    for wrong, sentence in (
        (batch.variant.parse("draw"), "row 1: draw is not legal: play or discard a card first"),
        (106, "row 1: 106 is not an action of card_game_v0"),
        (-1, "row 1: -1 is not an action of card_game_v0"),
    ):
        actions = good.copy()
        actions[1] = wrong
        with pytest.raises(IllegalAction, match=sentence):
            batch.step(actions)
    assert np.array_equal(batch.observations, kept[0])
    assert np.array_equal(batch.action_masks, kept[1])
