"""The search player: it tries its moves in worlds that look the same to it, and keeps the best.

All that it cannot know is dealt anew many times. In each of these worlds every move still in the
race is tried, and the game's careful player plays all seats to the end of the deal: moves are
compared in the same worlds, so that luck cancels out. Round by round the worse half of the moves is
dropped and the rest is tried in more worlds (sequential halving); so are moves that are already far
behind the best one, and a race that has a winner is over before its playouts are used up. What the
careful player would do is done unless another move is clearly better: the last doubt of some hundred
playouts is worth less than its judgement.
"""

from math import ceil, log2
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lostcities_env.agents.player import Rows, View
from lostcities_env.agents.playout import playouts as playouts_of
from lostcities_env.agents.scripted import ScriptedPlayer
from lostcities_env.core.game import Game, Variant

PLAYOUTS = 500  # a decision, unless told otherwise
FIRST_GUESS = 10_000  # playouts a second, before any was timed
WIN_WEIGHT = 0.5  # how much winning counts; the rest is by how much, in spreads of the results
CLEARLY = 2.0  # standard errors by which another move must be better than the careful one
HOPELESS = 1.0  # standard errors behind the way there at which another leaves the race
SETTLED = 3.0  # standard errors ahead of all others at which a move has won it
LOOKS = 4  # times in a race, at least, at which moves are dropped
FEWEST = 6  # worlds before that is done: the errors of fewer are guesses themselves
SEEDS = 2**63

Results = NDArray[np.float64]  # margins and wins, each of (moves, worlds)


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
        self._careful = ScriptedPlayer(name, chooser)
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
        chance = self._random if view.seed is None else np.random.default_rng(view.seed)
        first = self._first(view, chance)
        moves = np.concatenate([[first], moves[moves != first]])
        spent, best = self._race(view, moves, self._budget(), chance)
        self._rate = spent / max(perf_counter() - began, 1e-9)
        return best

    def act_rows(self, variant: Variant, observations: Rows, masks: Rows) -> NDArray[np.int64]:
        """Not possible: a search needs worlds, and rows of observations have none."""
        raise TypeError(f"{self.name} needs a view of the game: ask it with act(view)")

    def _first(self, view: View, chance: np.random.Generator) -> int:
        """What the careful player would do."""
        rows = view.observation[None], view.action_mask[None]
        streams = chance.integers(1, SEEDS, 1, np.uint64)
        return int(self._careful.act_streams(view.variant, *rows, streams)[0])

    def _budget(self) -> int:
        return int(self._rate * self._seconds) if self._seconds else self._playouts

    def _race(
        self, view: View, moves: NDArray[np.int64], budget: int, chance: np.random.Generator
    ) -> tuple[int, int]:
        """Drop moves until one is left; returns the playouts made and the move.

        Each round has its share of the budget for the field that halving leaves: playouts of moves that
        are out before are saved.
        """
        rounds = max(LOOKS, ceil(log2(moves.size)))
        results = np.empty((2, moves.size, 0))
        spent, field = 0, moves.size
        for number in range(1, rounds + 1):
            count = max(1, budget // (rounds * field))
            new = self._results(view, moves, count, chance)
            results = np.concatenate([results, new], axis=2)
            spent += count * moves.size
            kept = still_racing(results, field // 2, number / rounds)
            field = 1 + field // 2
            moves, results = moves[kept], results[:, kept]
            if moves.size == 1:
                break
        return spent, int(moves[1] if is_better(results) else moves[0])

    def _results(
        self, view: View, moves: NDArray[np.int64], count: int, chance: np.random.Generator
    ) -> Results:
        """Margins and wins of every move in so many new worlds."""
        worlds = view.worlds(count, int(chance.integers(SEEDS)))
        results = np.empty((2, moves.size, count))
        mask, observation = view.action_mask.copy(), view.observation.copy()
        self._try_moves(worlds, moves, view.player, self._table, mask, observation, *results)
        return results


def values(results: Results) -> NDArray[np.float64]:
    """What each playout was worth: winning, and the margin in spreads of all margins."""
    margins, wins = results
    scaled: NDArray[np.float64] = margins / (margins.std() + 1e-9)
    return WIN_WEIGHT * wins + (1 - WIN_WEIGHT) * scaled


def still_racing(results: Results, count: int, part: float) -> NDArray[np.int64]:
    """The first move and so many of the best others, best first, but for those without hope.

    After a part of the race a move should have that part of the lead that it needs in the end.
    """
    worth = values(results)
    means = worth.mean(axis=1)
    others = 1 + np.argsort(-means[1:], kind="stable")
    kept = np.concatenate([[0], others[:count]])
    if worth.shape[1] < FEWEST:
        return kept
    ahead = worth - worth[0]
    hope = ahead.mean(axis=1) >= (part * CLEARLY - HOPELESS) * errors(ahead)
    behind = worth - worth[means.argmax()]
    hope &= behind.mean(axis=1) >= -SETTLED * errors(behind)
    return kept[hope[kept]]


def errors(gains: NDArray[np.float64]) -> Any:
    """The standard errors of the means over worlds."""
    return gains.std(axis=-1) / np.sqrt(gains.shape[-1])


def is_better(results: Results) -> bool:
    """Whether the best other move is clearly better than the first."""
    worth = values(results)
    gains = worth[min(1, len(worth) - 1)] - worth[0]
    return bool(gains.mean() > CLEARLY * errors(gains))
