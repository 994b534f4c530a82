"""A sequential test: look after every deal, stop as soon as the answer is clear, and stay honest.

`ConfidenceSequence` is an interval for the mean of numbers between 0 and 1 that holds at all times at
once: the chance that it *ever* leaves out the true mean is at most `error`, whenever one stops and
however the numbers are distributed. It is the hedged betting sequence of Waudby-Smith and Ramdas,
"Estimating means of bounded random variables by betting" (JRSS B, 2024): for every candidate mean
one gambler bets that the numbers lie above it and one that they lie below; a candidate against
which either has turned 1 into 2 / error is ruled out.
"""

from collections.abc import Iterable
from math import log, sqrt

import numpy as np

POINTS = 2001  # candidate means between 0 and 1
BOLDNESS = 0.5  # no bet risks more than this share of a gambler's money
EVEN = 0.5

BETTER, WORSE, EQUAL, OPEN = "better", "worse", "equal", "open"


class ConfidenceSequence:
    """An interval for a mean between 0 and 1 that may be looked at as often as one likes."""

    def __init__(self, error: float = 0.05) -> None:
        if not 0 < error < 1:
            raise ValueError(f"the error must lie between 0 and 1, not {error}")
        self.low, self.high = 0.0, 1.0
        self._error = error
        self._candidates = np.linspace(0, 1, POINTS)
        self._most_above = BOLDNESS / np.maximum(self._candidates, 1 / POINTS)
        self._most_below = BOLDNESS / np.maximum(1 - self._candidates, 1 / POINTS)
        self._above, self._below = np.zeros((2, POINTS))  # the logarithms of the gamblers' money
        self._count, self._sum, self._squares = 0, EVEN, EVEN**2

    def add(self, values: Iterable[float]) -> None:
        """Let the gamblers bet on every value in turn, then look at the interval."""
        for value in values:
            self._bet(float(value))
        self._look()

    def _bet(self, value: float) -> None:
        """One round: the stakes were fixed before the value was seen."""
        if not 0 <= value <= 1:
            raise ValueError(f"a value must lie between 0 and 1, not {value}")
        stake = self._stake()
        distance = value - self._candidates
        self._above += np.log1p(np.minimum(stake, self._most_above) * distance)
        self._below += np.log1p(-np.minimum(stake, self._most_below) * distance)
        self._count += 1
        self._sum += value
        self._squares += (value - self._sum / (self._count + 1)) ** 2

    def _stake(self) -> float:
        """Small where the values scatter or were many, after the paper's plug-in rule."""
        number = self._count + 1
        variance = self._squares / number
        return sqrt(2 * log(2 / self._error) / (variance * number * log(number + 1)))

    def _look(self) -> None:
        """Rule out candidates; the interval reaches to the next ones, and it never grows."""
        richest = np.maximum(self._above, self._below)
        left = self._candidates[richest < log(2 / self._error)]
        if left.size:
            self.low = max(self.low, float(left[0]) - 1 / (POINTS - 1))
            self.high = min(self.high, float(left[-1]) + 1 / (POINTS - 1))


def verdict(interval: ConfidenceSequence, tolerance: float) -> str:
    """What an interval of win rates settles: better, worse, equal up to the tolerance, or open."""
    if interval.low > EVEN:
        return BETTER
    if interval.high < EVEN:
        return WORSE
    if interval.low >= EVEN - tolerance and interval.high <= EVEN + tolerance:
        return EQUAL
    return OPEN
