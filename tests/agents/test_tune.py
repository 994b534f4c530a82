"""Tuning finds habits that do no worse, and finds them again."""

from numpy.random import default_rng

from lostcities_env.agents import rivals
from lostcities_env.agents.card_game import HABITS
from lostcities_env.agents.tune import changed, climb


def test_few_habits_change_at_a_time():
    other = changed(HABITS, default_rng(1))
    assert 1 <= sum(a != b for a, b in zip(HABITS, other, strict=True)) <= 11
    assert type(other) is type(HABITS)


def test_the_same_seed_finds_the_same_habits():
    assert climb("card_game_v0", 3, 10, 2) == climb("card_game_v0", 3, 10, 2)


def test_a_table_of_three_is_tuned_from_its_own_habits():
    assert climb("rivals_v0", 0, 1, 2, {"players": 3}) == rivals.habits_for(3) != rivals.HABITS
