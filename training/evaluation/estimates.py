"""What a match measured: means over deals with their intervals, and what the pairing was worth.

A deal that was played from several seatings is one observation, not several: intervals come from
how the deals differ from one another.
"""

from dataclasses import asdict, dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student

from lostcities_env.agents.match import Match

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Interval:
    """A mean, and between which numbers the true one lies with the confidence asked for."""

    mean: float
    low: float
    high: float

    def as_dict(self) -> dict[str, float]:
        """The three numbers by name, as they stand in the JSON report."""
        return asdict(self)


def ratio(parts: Numbers, wholes: Numbers, confidence: float) -> Interval | None:
    """The sum of `parts` in that of `wholes`, one of each for a deal; None if there is no whole.

    The interval is Agresti and Coull's, by deal: z²/2 imagined deals that were all won and as many
    that were all lost are added, so that 0 and 100% have an interval too.
    """
    if not wholes.any():
        return None
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    size = wholes[wholes > 0].mean()
    total = wholes.sum() + z * z * size
    centre = (parts.sum() + z * z / 2 * size) / total
    imagined = z * z / 2 * size**2 * ((1 - centre) ** 2 + centre**2)
    reach = z * np.sqrt(((parts - centre * wholes) ** 2).sum() + imagined) / total
    mean = float(parts.sum() / wholes.sum())
    return Interval(mean, float(max(centre - reach, 0)), float(min(centre + reach, 1)))


def win_rate(match: Match, confidence: float) -> Interval:
    """The share of games won, a draw counting half."""
    games = np.full(len(match.wins), float(match.wins.shape[1]))
    interval = ratio(match.wins.sum(axis=1), games, confidence)
    assert interval is not None, "a match has at least one game"
    return interval


def decided_games(match: Match) -> NDArray[np.bool_]:
    """Which games one of the two won alone."""
    decided: NDArray[np.bool_] = (match.wins == 0) | (match.wins == 1)
    return decided


def decided_rate(match: Match, confidence: float) -> Interval | None:
    """The share of games won among those that one of the two won alone; None if there are none."""
    decided = decided_games(match)
    won = (decided & (match.wins == 1)).sum(axis=1).astype(float)
    return ratio(won, decided.sum(axis=1).astype(float), confidence)


def mean_margin(match: Match, confidence: float) -> Interval:
    """By how many points the first player is ahead: Student's interval over deals."""
    deals = match.margins.mean(axis=1)
    mean = float(deals.mean())
    error = deals.std(ddof=1) / np.sqrt(deals.size)
    reach = float(student.ppf((1 + confidence) / 2, deals.size - 1) * error)
    return Interval(mean, mean - reach, mean + reach)


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
