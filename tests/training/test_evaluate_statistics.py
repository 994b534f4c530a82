"""Intervals hold as often as they say, by simulation; pairing is credited with what it removes."""

import numpy as np
import pytest
from numpy.typing import NDArray

from lostcities_env.agents.estimates import Interval, decided_rate, ratio, win_rate
from training.evaluation.estimates import mean_margin, variance_removed
from training.evaluation.seating import in_letters, seatings


def paired_wins(
    random: np.random.Generator, deals: int, skill: float, luck: float
) -> NDArray[np.float64]:
    """Two games of each deal: its luck helps whoever sits first, skill helps the first player."""
    cards = luck * random.normal(size=(deals, 1)) * np.array([1, -1])
    return (skill + cards + random.normal(size=(deals, 2)) > 0).astype(float)


def true_rate(skill: float, luck: float) -> float:
    return float(paired_wins(np.random.default_rng(99), 400_000, skill, luck).mean())


def test_two_players_change_seats():
    assert [in_letters(seating) for seating in seatings(2)] == ["AB", "BA"]


@pytest.mark.parametrize(("seats", "count"), [(2, 2), (3, 6), (4, 14)])
def test_seatings_are_fair(seats: int, count: int):
    table = np.array(seatings(seats))
    assert len(table) == count
    assert (table.mean(axis=0) == 0.5).all(), "both hold every seat equally often"


@pytest.mark.parametrize("skill", [0.0, 1.0, 2.5])
@pytest.mark.parametrize("luck", [0.0, 2.0])
def test_the_interval_of_win_rates_holds_as_often_as_it_says(skill: float, luck: float):
    random, rate = np.random.default_rng(1), true_rate(skill, luck)
    intervals = [win_rate(paired_wins(random, 60, skill, luck), 0.95) for _ in range(1500)]
    held = np.mean([interval.low <= rate <= interval.high for interval in intervals])
    assert held > 0.935


def test_equal_players_without_luck_get_an_interval_that_is_not_too_wide():
    random = np.random.default_rng(2)
    intervals = [win_rate(paired_wins(random, 200, 0, 0), 0.9) for _ in range(1500)]
    held = np.mean([interval.low <= 0.5 <= interval.high for interval in intervals])
    assert 0.88 < held < 0.93


def test_the_interval_of_margins_holds_as_often_as_it_says():
    random, held = np.random.default_rng(3), 0
    for _ in range(1500):
        margins = 7 + random.normal(size=(12, 1)) + random.normal(size=(12, 2))
        interval = mean_margin(margins, 0.95)
        held += interval.low <= 7 <= interval.high
    assert 0.935 < held / 1500 < 0.965


def test_all_won_and_all_lost_have_an_interval_too():
    won, lost = (win_rate(np.full((50, 2), share), 0.95) for share in (1.0, 0.0))
    assert won.mean == won.high == 1
    assert 0.9 < won.low < 0.95
    assert (lost.mean, lost.low, lost.high) == (0, 0, pytest.approx(1 - won.low))


def test_seen_by_the_other_player_everything_is_mirrored():
    wins = paired_wins(np.random.default_rng(4), 40, 0.5, 1)
    here, there = (win_rate(share, 0.95) for share in (wins, 1 - wins))
    assert (there.mean, there.low, there.high) == pytest.approx(
        (1 - here.mean, 1 - here.high, 1 - here.low)
    )


def test_draws_count_half_and_are_not_decided():
    match = np.array([[1, 0.5], [0.5, 0.5], [1, 0]])
    assert win_rate(match, 0.95).mean == pytest.approx(3.5 / 6)
    decided = decided_rate(match, 0.95)
    assert decided is not None
    assert decided.mean == pytest.approx(2 / 3)
    assert decided_rate(np.full((3, 2), 0.5), 0.95) is None


def test_a_deal_counts_once_however_often_it_is_played():
    shares = np.repeat(np.array([[1.0], [0.0]] * 30), 2, axis=1)
    alone = win_rate(shares[:, :1], 0.95)
    assert win_rate(shares, 0.95) == alone


def test_a_ratio_without_wholes_is_none():
    assert ratio(np.zeros(3), np.zeros(3), 0.95) is None
    assert isinstance(ratio(np.ones(3), np.ones(3), 0.95), Interval)


def test_pairing_removes_what_luck_adds():
    random = np.random.default_rng(5)
    lucky = variance_removed(paired_wins(random, 4000, 0, 2))
    fair = variance_removed(paired_wins(random, 4000, 0, 0))
    assert lucky is not None
    assert lucky > 0.5
    assert fair == pytest.approx(0, abs=0.05)


def test_pairing_removes_everything_where_only_the_seat_decides():
    assert variance_removed(np.array([[1.0, 0.0]] * 10)) == 1
    assert variance_removed(np.ones((10, 2))) is None
