"""What games say of players: means over deals with their intervals.

A deal that was played from several seatings is one observation, not several: intervals come from
how the deals differ from one another. Arrays of wins and margins are of (deals, seatings).
"""

from dataclasses import asdict, dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
SURE = 0.95  # the confidence of an interval, unless told


@dataclass(frozen=True)
class Interval:
    """A mean, and between which numbers the true one lies with the confidence asked for."""

    mean: float
    low: float
    high: float

    def as_dict(self) -> dict[str, float]:
        """The three numbers by name, as they stand in a JSON report."""
        return asdict(self)


def spreads(confidence: float) -> float:
    """So many standard errors on each side make an interval."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def ratio(parts: Numbers, wholes: Numbers, confidence: float = SURE) -> Interval | None:
    """The sum of `parts` in that of `wholes`, one of each for a deal; None if there is no whole.

    The interval is Agresti and Coull's, by deal: z²/2 imagined deals that were all won and as many
    that were all lost are added, so that 0 and 100% have an interval too.
    """
    if not wholes.any():
        return None
    z = spreads(confidence)
    size = wholes[wholes > 0].mean()
    total = wholes.sum() + z * z * size
    centre = (parts.sum() + z * z / 2 * size) / total
    imagined = z * z / 2 * size**2 * ((1 - centre) ** 2 + centre**2)
    reach = z * np.sqrt(((parts - centre * wholes) ** 2).sum() + imagined) / total
    mean = float(parts.sum() / wholes.sum())
    return Interval(mean, float(max(centre - reach, 0)), float(min(centre + reach, 1)))


def win_rate(wins: Numbers, confidence: float = SURE) -> Interval:
    """The share of games won, a draw counting as a share of a win."""
    games = np.full(len(wins), float(wins.shape[1]))
    interval = ratio(wins.sum(axis=1), games, confidence)
    assert interval is not None, "a match has at least one game"
    return interval


def decided_games(wins: Numbers) -> NDArray[np.bool_]:
    """Which games somebody won alone."""
    decided: NDArray[np.bool_] = (wins == 0) | (wins == 1)
    return decided


def decided_rate(wins: Numbers, confidence: float = SURE) -> Interval | None:
    """The share of games won among those that somebody won alone; None if there are none."""
    won = (wins == 1).sum(axis=1).astype(float)
    return ratio(won, decided_games(wins).sum(axis=1).astype(float), confidence)


def mean_margin(margins: Numbers, errors: float) -> Interval:
    """By how many points the first player is ahead, give or take so many standard errors."""
    deals = margins.mean(axis=1)
    mean = float(deals.mean())
    error = float(deals.std(ddof=1) / np.sqrt(deals.size)) if deals.size > 1 else 0.0
    return Interval(mean, mean - errors * error, mean + errors * error)
