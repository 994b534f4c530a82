"""The search player: it tries its moves in worlds that look the same to it, and keeps the best.

All that it cannot know is dealt anew many times. In each of these worlds every move still in the
race is tried, and the game's careful player plays all seats to the end of the deal: moves are
compared in the same worlds, so that luck cancels out. Round by round the worse half of the moves is
dropped and the rest is tried in more worlds (sequential halving).
"""

from math import ceil, log2
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lostcities_env.agents.player import Rows, View
from lostcities_env.agents.playout import playouts as playouts_of
from lostcities_env.core.game import Game, Variant

PLAYOUTS = 500  # a decision, unless told otherwise
FIRST_GUESS = 10_000  # playouts a second, before any was timed
WIN_WEIGHT = 0.5  # how much winning counts; the rest is by how much, in spreads of the results
SEEDS = 2**63


class SearchPlayer:
    """A player by determinized playouts, with a budget of playouts or of seconds a decision."""

    needs_views = True

    def __init__(
        self,
        name: str,
        game: Game,
        chooser: Any,
        playouts: int | None = None,
        seconds: float | None = None,
        seed: int | None = None,
    ) -> None:
        self.name = name
        self._try_moves = playouts_of(game, chooser).try_moves
        self._table = np.zeros(1, game.dtype)
        self._playouts = playouts or PLAYOUTS
        self._seconds = seconds
        self._rate = float(FIRST_GUESS)
        self._random = np.random.default_rng(seed)

    def act(self, view: View) -> int:
        """The action for one game."""
        moves = np.flatnonzero(view.action_mask)
        if moves.size == 1:
            return int(moves[0])
        began = perf_counter()
        budget = self._budget()
        spent, best = self._race(view, moves, budget)
        self._rate = spent / max(perf_counter() - began, 1e-9)
        return best

    def act_rows(self, variant: Variant, observations: Rows, masks: Rows) -> NDArray[np.int64]:
        """Not possible: a search needs worlds, and rows of observations have none."""
        raise TypeError(f"{self.name} needs a view of the game: ask it with act(view)")

    def _budget(self) -> int:
        return int(self._rate * self._seconds) if self._seconds else self._playouts

    def _race(self, view: View, moves: NDArray[np.int64], budget: int) -> tuple[int, int]:
        """Halve the moves until one is left; returns the playouts spent and that move."""
        rounds = ceil(log2(moves.size))
        margins = np.empty((moves.size, 0))
        wins = np.empty((moves.size, 0))
        spent = 0
        for _ in range(rounds):
            count = max(1, budget // (rounds * moves.size))
            new_margins, new_wins = self._results(view, moves, count)
            margins = np.concatenate([margins, new_margins], axis=1)
            wins = np.concatenate([wins, new_wins], axis=1)
            spent += count * moves.size
            order = np.argsort(-values(margins, wins), kind="stable")[: (moves.size + 1) // 2]
            moves, margins, wins = moves[order], margins[order], wins[order]
        return spent, int(moves[0])

    def _results(self, view: View, moves: NDArray[np.int64], count: int) -> Any:
        """Margins and wins of every move in so many new worlds."""
        worlds = view.worlds(count, int(self._random.integers(SEEDS)))
        margins, wins = np.empty((2, moves.size, count))
        mask, observation = view.action_mask.copy(), view.observation.copy()
        self._try_moves(worlds, moves, view.player, self._table, mask, observation, margins, wins)
        return margins, wins


def values(margins: NDArray[np.float64], wins: NDArray[np.float64]) -> NDArray[np.float64]:
    """What each move is worth: its share of wins, and its margin in spreads of all margins."""
    spread = margins.std() + 1e-9
    scaled: NDArray[np.float64] = margins.mean(axis=1) / spread
    return WIN_WEIGHT * wins.mean(axis=1) + (1 - WIN_WEIGHT) * scaled
