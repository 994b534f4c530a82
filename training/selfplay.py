"""Self-play: the `VecEnv` of a training run, with opponents drawn from a pool for every game."""

from time import perf_counter
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lostcities_env.agents.player import Rows
from lostcities_env.core.batch import Batch
from lostcities_env.core.game import Variant
from training.pool import NEWEST_ID
from training.relief import Relief
from training.vec_env import BatchVecEnv, Infos

Ids = NDArray[np.int64]


class Opponents(Protocol):
    """Who sits in the other seats."""

    def draw(self, count: int) -> Ids:
        """The ids of opponents for so many seats; `NEWEST_ID` is the learner itself."""

    def answer(self, ids: Ids, observations: Rows, masks: Rows) -> NDArray[np.int64]:
        """Everybody's actions, a row for each; the learner is not asked here."""

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


class Tables:
    """The games of a run, each always at a decision of the learner's.

    A random seat of every game is the learner's own, the others are drawn from the pool. Where that
    draws the newest self, the seat is the learner's too: all decisions of the newest self are learned
    from. `deciders`, `earned` and `over` tell of the last decision in every game: whose it was, what
    every seat earned from it until the next one, and whether the game ended in between.
    """

    batch: Batch  # dealt by `reset`

    def __init__(
        self,
        variant: Variant,
        num_games: int,
        pool: Opponents,
        reward_scale: float = 1.0,
        relief: Relief | None = None,
    ) -> None:
        self.variant = variant
        self.pool, self.relief, self.reward_scale = pool, relief, reward_scale
        shape = num_games, variant.players
        self.rows = np.arange(num_games)
        self.seats = np.zeros(num_games, np.int64)
        self.ids = np.zeros(shape, np.int64)
        self.deciders = np.zeros(num_games, np.int64)
        self.earned = np.zeros(shape)
        self.over = np.zeros(num_games, np.bool_)
        self.finished = Finished()
        self.answering = 0.0  # seconds that opponents have taken

    def reset(self, seed: int | None) -> None:
        """Deal new games."""
        self.batch = Batch(self.variant, self.rows.size, seed, 1, 0)
        self._seating = np.random.default_rng(seed)
        self._begin(self.rows)
        self._play_others()

    def step(self, actions: NDArray[np.int64]) -> None:
        """The learner's decision in every game, and all others' until it is to move again."""
        self.deciders[:] = self.batch.current_players
        self.earned[:] = 0
        self.over[:] = False
        self._move(self.rows, actions)
        self._play_others()

    def _begin(self, rows: Ids) -> None:
        """Sit down to the games that begin in some rows, with new opponents."""
        self.seats[rows] = self._seating.integers(self.variant.players, size=rows.size)
        self.ids[rows] = self.pool.draw(self.ids[rows].size).reshape(rows.size, -1)
        self.ids[rows, self.seats[rows]] = NEWEST_ID

    def _play_others(self) -> None:
        """Let the others play until the learner is to move in every game; each is asked once."""
        waiting = self._waiting(self.rows)
        while waiting.size:
            start = perf_counter()
            batch, ids = self.batch, self.ids[waiting, self.batch.current_players[waiting]]
            views, masks = batch.observations[waiting], batch.action_masks[waiting]
            actions = self.pool.answer(ids, views, masks)
            self.answering += perf_counter() - start
            self._move(waiting, actions)
            waiting = self._waiting(waiting)

    def _waiting(self, rows: Ids) -> Ids:
        """Those rows in which somebody else is to move."""
        waiting: Ids = rows[self.ids[rows, self.batch.current_players[rows]] != NEWEST_ID]
        return waiting

    def _move(self, rows: Ids, actions: NDArray[np.int64]) -> None:
        """A decision in some rows, and what comes of it.

        What is earned after a game's end belongs to the next one, before the learner's first decision
        there: nobody is paid for it.
        """
        batch, movers = self.batch, self.batch.current_players[rows]
        relieved = self.relief.paid(batch.observations[rows], actions, movers) if self.relief else 0
        batch.step_rows(rows, actions)
        gained = (batch.rewards[rows] + relieved) * self.reward_scale
        self.earned[rows] += np.where(self.over[rows, None], 0, gained)
        ended = rows[batch.terminations[rows] | batch.truncations[rows]]
        if ended.size:
            self._write_down(ended[~self.over[ended]])
            self.over[ended] = True
            self._begin(ended)

    def _write_down(self, rows: Ids) -> None:
        """Keep how games ended, and report it to the pool."""
        scores, seats = self.batch.final_scores[rows], self.seats[rows]
        own = scores[np.arange(rows.size), seats]
        self.finished.add(own, self.batch.truncations[rows])
        results = 0.5 + 0.5 * np.sign(own[:, None] - scores)
        others = np.arange(self.variant.players) != seats[:, None]
        self.pool.report(self.ids[rows][others], results[others])

    def in_use(self) -> set[int]:
        """The ids of everybody who sits at some table now."""
        return set(np.unique(self.ids).tolist())


class SelfPlayEnv(BatchVecEnv):
    """The `VecEnv` over a run's tables.

    A row's decisions are those of all its seats that learn, so that rewards alone do not tell whom they
    are for: `training.credit` takes them from the tables instead.
    """

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables.variant, tables.rows.size)
        self.tables = tables
        self._nothing: Infos = [{} for _ in range(self.num_envs)]
        self._stepping = 0.0

    @property
    def batch(self) -> Batch:
        """The games, each at a decision of the learner's."""
        return self.tables.batch

    def reset(self) -> NDArray[np.float32]:
        """Deal new games."""
        self.tables.reset(self._seed)
        return self.batch.observations.copy()

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], Infos]:
        """Make the learner's decisions, and everybody's until its next."""
        start, tables = perf_counter(), self.tables
        tables.step(self._actions)
        rewards = tables.earned[tables.rows, tables.deciders].astype(np.float32)
        self._stepping += perf_counter() - start
        return self.batch.observations.copy(), rewards, tables.over.copy(), self._nothing

    def take_finished(self) -> Finished:
        """What came of the games that ended since it was last asked for."""
        finished, self.tables.finished = self.tables.finished, Finished()
        return finished

    @property
    def seconds(self) -> dict[str, float]:
        """The time that the environment and the opponents have taken."""
        answering = self.tables.answering
        return {"environment": self._stepping - answering, "opponents": answering}
