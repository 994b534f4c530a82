"""The sequential test errs no more often than it says, however often one looks; and it stops."""

import numpy as np
import pytest

from training.evaluation.sequential import BETTER, EQUAL, OPEN, WORSE, ConfidenceSequence, verdict

SHARES = np.array([0, 0.5, 1])  # of a deal played from two seatings, won never, once, twice


def chances(rate: float, split: float) -> list[float]:
    """How likely each share is, for a win rate and for how often a deal is split."""
    return [1 - rate - split / 2, split, rate - split / 2]


def ever_wrong(rate: float, split: float, error: float, runs: int, deals: int) -> float:
    """How often the interval leaves out the true rate at any of many looks."""
    random, wrong = np.random.default_rng(0), 0
    for _ in range(runs):
        sequence = ConfidenceSequence(error)
        shares = random.choice(SHARES, deals, p=chances(rate, split))
        for look in range(0, deals, 5):
            sequence.add(shares[look : look + 5])
        wrong += not sequence.low <= rate <= sequence.high
    return wrong / runs


@pytest.mark.parametrize(("rate", "split"), [(0.5, 0.4), (0.5, 0.95), (0.8, 0.0)])
def test_looking_all_the_time_does_not_raise_the_error(rate: float, split: float):
    assert ever_wrong(rate, split, 0.1, 150, 200) <= 0.1


def test_a_better_player_is_found_before_all_deals_are_played():
    random = np.random.default_rng(1)
    for rate, expected in ((0.62, BETTER), (0.38, WORSE)):
        sequence = ConfidenceSequence(0.05)
        sequence.add(random.choice(SHARES, 1000, p=chances(rate, 0.5)))
        assert verdict(sequence, 0.0) == expected


def test_equal_players_are_equal_up_to_the_tolerance():
    sequence = ConfidenceSequence(0.05)
    sequence.add(np.full(50, 0.5))
    assert verdict(sequence, 0.01) == OPEN
    sequence.add(np.full(1500, 0.5))
    assert verdict(sequence, 0.01) == EQUAL
    assert verdict(sequence, 0.0) == OPEN


def test_nothing_is_settled_before_a_deal_is_played():
    sequence = ConfidenceSequence(0.05)
    assert (sequence.low, sequence.high) == (0, 1)
    assert verdict(sequence, 0.02) == OPEN


def test_what_is_no_share_is_refused():
    with pytest.raises(ValueError, match=r"between 0 and 1, not 1\.5"):
        ConfidenceSequence(0.05).add([1.5])
    with pytest.raises(ValueError, match="the error must lie between 0 and 1"):
        ConfidenceSequence(0)
