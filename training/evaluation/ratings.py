"""Ratings: one number for each player that explains who beats whom (Bradley and Terry's model).

A rating is given in Elo points around a mean of 0: 100 points more win about 64% of the games. One
drawn deal is added to every pair, so that somebody who never lost has a rating too. Intervals come
from a bootstrap over deals: a deal is drawn or not with all games that were played on it.
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
TIES = 0.5  # of a deal: what each side of a pair wins of the drawn deal that is added

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
    places = [tuple(names.index(entrant.name) for entrant in meeting.pair) for meeting in meetings]
    deals = [meeting.match.wins.mean(axis=1) for meeting in meetings]
    weights = _weights(max(map(len, deals)), seed)
    drawn = np.array([_strengths(len(names), places, deals, row) for row in weights])
    elo = drawn[0]
    ends = [(1 - confidence) / 2 * 100, (1 + confidence) / 2 * 100]
    low, high = np.percentile(drawn[1:], ends, axis=0)
    table = [
        Rating(name, *map(float, row)) for name, *row in zip(names, elo, low, high, strict=True)
    ]
    return sorted(table, key=lambda rating: -rating.elo)


def _weights(deals: int, seed: int) -> Numbers:
    """How often each deal counts: once in the first row, as the bootstrap draws it in the others."""
    random = np.random.default_rng(seed)
    drawn = random.multinomial(deals, np.full(deals, 1 / deals), DRAWS)
    return np.concatenate([np.ones((1, deals)), drawn])


def _strengths(
    players: int, places: list[tuple[int, ...]], deals: list[Numbers], weights: Numbers
) -> Numbers:
    """Everybody's Elo points when deals count as the weights say."""
    wins = np.zeros((players, players))
    for (first, second), shares in zip(places, deals, strict=True):
        counts = weights[: len(shares)]
        wins[first, second] += counts @ shares + TIES
        wins[second, first] += counts @ (1 - shares) + TIES
    strengths: Numbers = ELO * choix.ilsr_pairwise_dense(wins, max_iter=1000)
    strengths -= strengths.mean()
    return strengths
