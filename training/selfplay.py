"""Self-play: the `VecEnv` over the batch engine with opponents drawn from a pool for every game."""

from time import perf_counter
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lostcities_env.agents.player import Rows
from lostcities_env.core.game import Variant
from lostcities_env.envs.learner import RANDOM_SEAT, Ends, Learners
from training.relief import Relief
from training.vec_env import Infos, SeatVecEnv

Ids = NDArray[np.int64]


class Opponents(Protocol):
    """Who sits in the other seats."""

    def draw(self, count: int) -> Ids:
        """The ids of opponents for so many seats."""

    def answer(self, ids: Ids, observations: Rows, masks: Rows) -> NDArray[np.int64]:
        """Everybody's actions, a row for each."""

    def report(self, ids: Ids, results: NDArray[np.float64]) -> None:
        """How games ended for the learner: 1 ahead, 0.5 level, 0 behind each opponent."""


class Finished:
    """What came of the games that ended since it was made."""

    def __init__(self) -> None:
        self.scores: list[int] = []
        self.truncated = 0

    @property
    def games(self) -> int:
        """How many games ended."""
        return len(self.scores)

    def add(self, scores: NDArray[Any], truncated: NDArray[np.bool_]) -> None:
        """Take in some games."""
        self.scores.extend(scores.tolist())
        self.truncated += int(truncated.sum())


class PooledLearners(Learners):
    """Games with the learner in a random seat, and opponents of their own in every game."""

    def __init__(
        self, variant: Variant, num_games: int, pool: Opponents, relief: Relief | None = None
    ) -> None:
        super().__init__(variant, num_games, seat=RANDOM_SEAT)
        self.pool, self._relief = pool, relief
        self.ids = np.zeros((num_games, variant.players), np.int64)
        self.finished = Finished()
        self.answering = 0.0  # seconds that opponents have taken

    def _begin(self, rows: NDArray[np.int64]) -> None:
        """Sit down to the games that begin in some rows, with new opponents."""
        super()._begin(rows)
        players = self.variant.players
        self.ids[rows] = self.pool.draw(rows.size * players).reshape(rows.size, players)

    def step(self, actions: ArrayLike) -> Ends:
        """The learner's decision in every game, and all others' until it is to move again."""
        self._relieve(np.arange(self.num_games), np.asarray(actions))
        return super().step(actions)

    def _relieve(self, rows: NDArray[np.int64], actions: NDArray[Any]) -> None:
        """Add what decisions are relieved of, before they are made: no play ends a game."""
        if self._relief:
            by_learner = self.batch.current_players[rows] == self.seats[rows]
            self._owed[rows] += self._relief.paid(
                self.batch.observations[rows], actions, by_learner
            )

    def _write_down(self, rows: NDArray[np.int64]) -> None:
        """Keep how games ended, and report it to the pool."""
        super()._write_down(rows)
        scores, seats = self.batch.final_scores[rows], self.seats[rows]
        own = scores[np.arange(rows.size), seats]
        self.finished.add(own, self.batch.truncations[rows])
        results = 0.5 + 0.5 * np.sign(own[:, None] - scores)
        others = np.arange(self.variant.players) != seats[:, None]
        self.pool.report(self.ids[rows][others], results[others])

    def _move(self, rows: NDArray[np.int64]) -> None:
        """One decision of somebody else's in some rows; each opponent is asked once."""
        start = perf_counter()
        ids = self.ids[rows, self.batch.current_players[rows]]
        actions = self.pool.answer(
            ids, self.batch.observations[rows], self.batch.action_masks[rows]
        )
        self.answering += perf_counter() - start
        self._relieve(rows, actions)
        self.batch.step_rows(rows, actions)

    def in_use(self) -> set[int]:
        """The ids of everybody who sits at some table now."""
        return set(np.unique(self.ids).tolist())


class SelfPlayEnv(SeatVecEnv):
    """The `VecEnv` of a training run: pooled opponents, and rewards of a size that suits learning."""

    learners: PooledLearners

    def __init__(
        self,
        variant: Variant,
        num_envs: int,
        pool: Opponents,
        reward_scale: float = 1.0,
        relief: Relief | None = None,
    ) -> None:
        super().__init__(variant.game.name, num_envs, **variant.given)
        self.learners = PooledLearners(variant, num_envs, pool, relief)
        self._scale = reward_scale
        self._stepping = 0.0

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], Infos]:
        """Make the learner's decisions, and everybody's until its next."""
        start = perf_counter()
        views, rewards, dones, infos = super().step_wait()
        self._stepping += perf_counter() - start
        return views, rewards * np.float32(self._scale), dones, infos

    def take_finished(self) -> Finished:
        """What came of the games that ended since it was last asked for."""
        finished, self.learners.finished = self.learners.finished, Finished()
        return finished

    @property
    def seconds(self) -> dict[str, float]:
        """The time that the environment and the opponents have taken."""
        answering = self.learners.answering
        return {"environment": self._stepping - answering, "opponents": answering}
