"""The generator: the same numbers as big integers give, and fair ones."""

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from lostcities_env.core import rng

ALL = 2**64 - 1
STATES = [1, 2, 0xFFFFFFFF, 2**32, 2**63, ALL, 0x9E3779B97F4A7C15, 123456789123456789]
SURE = 1e-4  # a fair generator fails a test about once in ten thousand seeds


def u(number):
    """A state for the generator; outside of compiled code one comes back as a Python integer."""
    return np.uint64(number)


def next_state(x):
    """xorshift64* in Python's own integers."""
    x ^= x >> 12
    x ^= x << 25 & ALL
    return x ^ x >> 27


def picked(x, n):
    return ((x * 0x2545F4914F6CDD1D & ALL) >> 32) * n >> 32


def shuffled(x, n):
    """The order that a shuffle gives, and the generator after it."""
    cards = list(range(n))
    for last in range(n - 1, 0, -1):
        x = next_state(x)
        other = picked(x, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return cards, x


def mixed(x):
    for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        x = (x ^ x >> 33) * factor & ALL
    return x ^ x >> 33


@pytest.mark.parametrize("x", STATES)
def test_every_step_is_that_of_big_integers(x):
    assert rng.advance(u(x)) == next_state(x)
    assert rng.mix(u(x)) == mixed(x)
    for n in (1, 2, 3, 60, 110, 2**31 - 1):
        assert rng.pick(u(x), n) == picked(x, n) < n
    for y in STATES:
        assert rng.times(u(x), u(y)) == x * y & ALL


def plain(function):
    """A rule as it stands in the source, whether it was compiled or not."""
    return getattr(function, "py_func", function)


@pytest.mark.parametrize("x", STATES)
def test_compiled_steps_equal_plain_ones(x):
    assert plain(rng.advance)(u(x)) == rng.advance(u(x))
    for y in STATES:
        assert plain(rng.times)(u(x), u(y)) == rng.times(u(x), u(y))


@pytest.mark.parametrize("x", STATES)
def test_a_shuffle_is_that_of_big_integers(x):
    cards, places = np.arange(60, dtype=np.int8), np.arange(60, dtype=np.int8)
    after = rng.shuffle(u(x), cards, 60)
    assert (cards.tolist(), after) == shuffled(x, 60)
    assert rng.shuffle_places(u(x), places, np.arange(60), 60) == after
    assert places.tolist() == cards.tolist()


def test_the_generator_never_stands_still():
    x, seen = u(1), set()
    for _ in range(10_000):
        x = u(rng.advance(x))
        seen.add(int(x))
    assert len(seen) == 10_000
    assert 0 not in seen


@pytest.mark.parametrize("n", [2, 3, 7, 60])
def test_every_number_is_picked_equally_often(n):
    x, counts = u(rng.game_stream(u(5), u(0), u(0))), np.zeros(n)
    for _ in range(600 * n):
        x = u(rng.advance(x))
        counts[rng.pick(x, n)] += 1
    assert chisquare(counts).pvalue > SURE


def test_first_picks_of_neighbouring_seeds_rows_and_games_are_fair():
    for many in (
        [rng.game_stream(rng.key_of(i), u(0), u(0)) for i in range(6000)],
        [rng.game_stream(rng.key_of(0), u(i), u(0)) for i in range(6000)],
        [rng.game_stream(rng.key_of(0), u(0), u(i)) for i in range(6000)],
    ):
        assert len(set(map(int, many))) == 6000
        counts = Counter(rng.pick(u(rng.advance(u(x))), 60) for x in many)
        assert chisquare([counts[i] for i in range(60)]).pvalue > SURE


def test_every_order_is_shuffled_equally_often():
    x, orders = u(99), Counter()
    for _ in range(24 * 300):
        cards = np.arange(4, dtype=np.int8)
        x = u(rng.shuffle(x, cards, 4))
        orders[tuple(cards.tolist())] += 1
    assert len(orders) == 24
    assert chisquare([*orders.values()]).pvalue > SURE


def test_every_card_of_a_deck_comes_to_every_place_equally_often():
    x, counts = u(7), np.zeros((60, 60))
    for _ in range(60 * 100):
        cards = np.arange(60, dtype=np.int8)
        x = u(rng.shuffle(x, cards, 60))
        counts[np.arange(60), cards] += 1
    assert chisquare(counts.ravel()).pvalue > SURE


def test_only_the_first_n_are_shuffled():
    cards = np.arange(10, dtype=np.int8)
    rng.shuffle(u(3), cards, 6)
    assert sorted(cards[:6]) == list(range(6))
    assert cards[6:].tolist() == [6, 7, 8, 9]


def test_a_shuffle_of_one_card_or_none_changes_nothing():
    cards = np.arange(3, dtype=np.int8)
    assert rng.shuffle(u(3), cards, 1) == rng.shuffle(u(3), cards, 0) == 3
    assert cards.tolist() == [0, 1, 2]


def test_cards_at_some_places_are_shuffled_among_themselves_in_every_order_alike():
    x, orders = u(11), Counter()
    places = np.array([7, 1, 4, 0], np.int64)
    for _ in range(6 * 400):
        cards = np.arange(10, dtype=np.int8)
        x = u(rng.shuffle_places(x, cards, places, 3))
        orders[tuple(cards[[7, 1, 4]].tolist())] += 1
        assert cards[[0, 2, 3, 5, 6, 8, 9]].tolist() == [0, 2, 3, 5, 6, 8, 9]
    assert len(orders) == 6
    assert chisquare([*orders.values()]).pvalue > SURE


def test_choices_have_streams_of_their_own():
    key, streams = rng.key_of(1), np.empty(50, np.uint64)
    rng.choice_streams(key, 10, streams)
    assert streams.tolist() == [int(rng.choice_stream(key, u(10 + i))) for i in range(50)]
    games = {int(rng.game_stream(key, u(row), u(game))) for row in range(60) for game in range(60)}
    assert not games & set(streams.tolist())


def test_seats_have_streams_of_their_own():
    key = rng.key_of(1)
    seats = {
        int(rng.seat_stream(key, u(row), u(game), seat))
        for row in range(5)
        for game in range(5)
        for seat in range(4)
    }
    assert len(seats) == 5 * 5 * 4
    games = {int(rng.game_stream(key, u(row), u(game))) for row in range(60) for game in range(60)}
    assert not seats & games


def test_many_streams_move_on_together():
    streams = np.array([3, 1, 2**63], np.uint64)
    expected = [int(rng.advance(x)) for x in streams]
    rng.advance_all(streams)
    assert streams.tolist() == expected


def test_a_seed_may_be_any_natural_number_and_none_is_fresh():
    assert rng.key_of(3) == rng.key_of(np.int64(3)) != rng.key_of(4)
    assert rng.key_of(2**100) != rng.key_of(2**100 + 1)
    assert rng.key_of(None) != rng.key_of(None)


@pytest.mark.parametrize("wrong", [-1, 1.0, "7", True, [1], np.float32(2)])
def test_other_seeds_are_refused(wrong):
    with pytest.raises(ValueError, match="a seed must be a whole number of at least 0, or None"):
        rng.key_of(wrong)
