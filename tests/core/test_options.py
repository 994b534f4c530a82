"""Options: what is allowed, and one clear sentence when it is not."""

import json

import numpy as np
import pytest

import lostcities_env
from lostcities_env.core.options import choice, flag, settle, starter, whole

OPTIONS = (
    choice("rounds", 1, 3, about="deals"),
    flag("fast", True, about="whether"),
    whole("turns", 10, 1, about="how many"),
    starter(3),
)


def test_what_is_not_given_has_its_default():
    assert settle("toy", OPTIONS, {}) == {"rounds": 1, "fast": True, "turns": 10, "starter": 0}


def test_what_is_given_is_taken():
    given = {"rounds": 3, "fast": False, "turns": 2**31 - 1, "starter": "random"}
    assert settle("toy", OPTIONS, given) == given


def test_numpy_numbers_become_plain_ones():
    given = {
        "rounds": np.int64(3),
        "fast": np.bool_(False),
        "turns": np.uint8(5),
        "starter": np.int8(2),
    }
    settled = settle("toy", OPTIONS, given)
    assert json.dumps(settled) == '{"rounds": 3, "fast": false, "turns": 5, "starter": 2}'


@pytest.mark.parametrize("wrong", [2, True, 3.0, "3", None, [3], np.float64(3), np.array([1, 3])])
def test_a_choice_is_one_of_a_few(wrong):
    with pytest.raises(ValueError, match=r"^toy: rounds must be 1 or 3, not"):
        settle("toy", OPTIONS, {"rounds": wrong})


@pytest.mark.parametrize("wrong", [0, 1, "yes", None])
def test_a_flag_is_true_or_false(wrong):
    with pytest.raises(ValueError, match=r"^toy: fast must be True or False, not"):
        settle("toy", OPTIONS, {"fast": wrong})


@pytest.mark.parametrize("wrong", [0, -3, 1.0, True, "9", None, 2**31, np.array([1, 2])])
def test_a_whole_number_has_a_least(wrong):
    with pytest.raises(ValueError, match=r"^toy: turns must be a whole number of at least 1, not"):
        settle("toy", OPTIONS, {"turns": wrong})


@pytest.mark.parametrize("wrong", [3, -1, "Random", True, None, 0.0, [0], np.array([0, 1])])
def test_a_starter_is_a_seat_or_random(wrong):
    with pytest.raises(ValueError, match=r"starter must be a seat \(0, 1, 2\) or 'random', not"):
        settle("toy", OPTIONS, {"starter": wrong})


def test_an_unknown_option_is_answered_with_those_there_are():
    sentence = r"^toy has no option 'round'; its options are fast, rounds, starter, turns$"
    with pytest.raises(ValueError, match=sentence):
        settle("toy", OPTIONS, {"round": 3})


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"reward": "money"}, "reward must be 'win' or 'margin' or 'score', not 'money'"),
        ({"memory": None}, "memory must be 'perfect' or 'table', not None"),
        ({"expeditions": 4}, "expeditions must be 5 or 6, not 4"),
        ({"rounds": 2}, "rounds must be 1 or 3, not 2"),
        ({"players": 2}, "has no option 'players'; its options are expeditions, max_turns, memory"),
        ({"players": 2.0}, "has no option 'players'"),
        ({"players": np.array([2, 3])}, "has no option 'players'"),
    ],
)
def test_the_games_refuse_wrong_options_everywhere(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        lostcities_env.new_game("card_game_v0", **options)
    with pytest.raises(ValueError, match=sentence):
        lostcities_env.make_batch("card_game_v0", num_games=2, **options)


@pytest.mark.parametrize("name", ["card_game", "card_game_v1", "chess_v0", "", "card_game_v", None])
def test_an_unknown_game_is_answered_with_those_there_are(name):
    with pytest.raises(ValueError, match=r"there is no game .*; the games are .*card_game_v0"):
        lostcities_env.new_game(name)


def test_only_what_differs_from_the_defaults_is_recorded():
    options = {"rounds": np.int64(3), "memory": "perfect", "starter": np.int8(1), "max_turns": 500}
    record = lostcities_env.new_game("card_game_v0", seed=0, **options).record()
    assert json.loads(json.dumps(record))["options"] == {"rounds": 3, "starter": 1}
