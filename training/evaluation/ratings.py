"""Ratings: one number for each player that explains who beats whom (Bradley and Terry's model).

A rating is given in Elo points around a mean of 0: 100 points more win about 64% of the games. One
drawn deal is added to every pair, so that somebody who never lost has a rating too. Intervals come
from Rubin's Bayesian bootstrap over deals: a deal is weighted at random, with all games that were
played on it. The added halves are weighted too, so that the strength of somebody who never lost is as
uncertain as it should be: for two players who never draw this is Jeffreys' interval.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import log
from typing import Any

import choix
import numpy as np
from numpy.typing import NDArray

from training.evaluation.matches import Meeting

ELO = 400 / log(10)  # points for a factor of e in strength
DRAWS = 500  # of the bootstrap
HALF = 0.5  # of a deal: what each side of a pair wins of the drawn deal that is added
LEAST = 1e-4  # what is left of that half at least, so that the model can be fitted

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """A player's strength in Elo points, and between which numbers it lies."""

    name: str
    elo: float
    low: float
    high: float

    def as_dict(self) -> dict[str, Any]:
        """The rating as it stands in the JSON report."""
        return asdict(self)


def rate(
    names: Sequence[str], meetings: Sequence[Meeting], confidence: float, seed: int
) -> list[Rating]:
    """Everybody's rating, the strongest first."""
    random = np.random.default_rng(seed)
    pairs = [_Pair.of(names, meeting) for meeting in meetings]
    deals = max(len(pair.shares) for pair in pairs)
    elo = _strengths(len(names), pairs, np.ones(deals), np.full((len(pairs), 2), HALF))
    drawn = [
        _strengths(
            len(names),
            pairs,
            random.exponential(size=deals),
            random.gamma(HALF, size=(len(pairs), 2)),
        )
        for _ in range(DRAWS)
    ]
    ends = [(1 - confidence) / 2 * 100, (1 + confidence) / 2 * 100]
    low, high = np.percentile(drawn, ends, axis=0)
    rows = zip(names, elo, low, high, strict=True)
    table = [Rating(name, *map(float, numbers)) for name, *numbers in rows]
    return sorted(table, key=lambda rating: -rating.elo)


@dataclass(frozen=True)
class _Pair:
    """Who met, by their places, and the share of every deal that the first won."""

    first: int
    second: int
    shares: Numbers

    @classmethod
    def of(cls, names: Sequence[str], meeting: Meeting) -> "_Pair":
        first, second = (names.index(entrant.name) for entrant in meeting.pair)
        return cls(first, second, meeting.match.wins.mean(axis=1))


def _strengths(players: int, pairs: list[_Pair], weights: Numbers, halves: Numbers) -> Numbers:
    """Everybody's Elo points when deals, and the halves that are added, count as the weights say."""
    wins = np.zeros((players, players))
    for pair, (won, lost) in zip(pairs, np.maximum(halves, LEAST), strict=True):
        counts = weights[: len(pair.shares)]
        wins[pair.first, pair.second] += counts @ pair.shares + won
        wins[pair.second, pair.first] += counts @ (1 - pair.shares) + lost
    strengths: Numbers = ELO * choix.ilsr_pairwise_dense(wins, max_iter=1000, tol=1e-6)
    strengths -= strengths.mean()
    return strengths
