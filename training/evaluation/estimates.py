"""What a report says of a match besides its win rates: its margin, and what the pairing was worth."""

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student

from lostcities_env.agents import estimates
from lostcities_env.agents.estimates import Interval

Numbers = NDArray[np.float64]


def mean_margin(margins: Numbers, confidence: float) -> Interval:
    """By how many points the first player is ahead: Student's interval, good for few deals too."""
    errors = student.ppf((1 + confidence) / 2, len(margins) - 1)
    return estimates.mean_margin(margins, float(errors))


def variance_removed(games: Numbers) -> float | None:
    """The share of the variance that playing the same deals removed; None if nothing varied.

    It compares the variance of the mean as it was measured with that of the mean of as many games on
    deals of their own, seats changed at random: at 50% the same interval would take twice the games.
    """
    deals = games.mean(axis=1)
    independent = games.var() / games.size
    if independent == 0:
        return None
    return float(1 - deals.var(ddof=1) / deals.size / independent)
