"""`SelfPlayEnv`: the batch engine as a VecEnv of stable-baselines3, one learning seat in each game.

A step is one decision of the learner in every game. What it earned is everything its seat is paid
until it decides again: by its own move, by the others', and at the end. A game that is cut short has
paid its whole outcome, so it never asks for a bootstrapped value.
"""

from collections.abc import Sequence
from time import perf_counter
from typing import Any, Protocol

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn

from lostcities_env.agents.player import Rows
from lostcities_env.core.batch import Batch

Ids = NDArray[np.int64]
NO_INFO: dict[str, Any] = {}
LEARNER = -1  # instead of an opponent's id, at the learner's own seat


class Opponents(Protocol):
    """Who sits in the other seats."""

    def draw(self, count: int) -> Ids:
        """The ids of opponents for so many seats."""

    def answer(self, ids: Ids, observations: Rows, masks: Rows) -> NDArray[np.int64]:
        """Everybody's actions, a row for each."""

    def report(self, ids: Ids, results: NDArray[np.float64]) -> None:
        """How games ended for the learner: 1 ahead, 0.5 level, 0 behind each opponent."""


class Finished:
    """What came of the games that ended since it was last read."""

    def __init__(self) -> None:
        self.scores: list[float] = []
        self.games = 0
        self.truncated = 0

    def add(self, scores: NDArray[Any], truncated: NDArray[np.bool_]) -> None:
        """Take in some games."""
        self.scores.extend(scores.tolist())
        self.games += truncated.size
        self.truncated += int(truncated.sum())


class SelfPlayEnv(VecEnv):
    """Games at once, in each of which one seat learns and opponents from a pool have the others.

    The learner's seat moves on by one with every game of a row.
    """

    def __init__(self, batch: Batch, opponents: Opponents, reward_scale: float = 1.0) -> None:
        low, high = batch.variant.observation.bounds()
        super().__init__(
            batch.num_games,
            spaces.Box(low, high, dtype=np.float32),
            spaces.Discrete(batch.variant.actions.size),
        )
        self.batch, self.opponents, self._scale = batch, opponents, reward_scale
        self.finished = Finished()
        self.seconds = {"environment": 0.0, "opponents": 0.0}
        self._rows = np.arange(self.num_envs)
        self.seats = self._rows % batch.num_players
        self.ids = np.full((self.num_envs, batch.num_players), LEARNER, np.int64)
        self._began = False

    def reset(self) -> NDArray[np.float32]:
        """The learner's first views. Games go on where they are if they have begun."""
        if not self._began:
            self._began = True
            self._seat_opponents(self._rows)
            self._answer_until_learner(*self._nothing())
        return self.batch.observations.copy()

    def _nothing(self) -> tuple[NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        n = self.num_envs
        return np.zeros(n, np.float32), np.zeros(n, np.bool_), [NO_INFO] * n

    def _seat_opponents(self, rows: Ids) -> None:
        """Draw opponents for new games in these rows."""
        players = self.batch.num_players
        drawn = self.opponents.draw(rows.size * players).reshape(rows.size, players)
        drawn[np.arange(rows.size), self.seats[rows]] = LEARNER
        self.ids[rows] = drawn

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the learner's actions."""
        self._actions = actions.astype(np.int64)

    def step_wait(self) -> VecEnvStepReturn:
        """One decision of the learner in every game, and all that follows until its next."""
        rewards, dones, infos = self._nothing()
        start = perf_counter()
        self.batch.step_rows(self._rows, self._actions)
        self.seconds["environment"] += perf_counter() - start
        self._collect(self._rows, rewards, dones, infos)
        self._answer_until_learner(rewards, dones, infos)
        return self.batch.observations.copy(), rewards * self._scale, dones, infos

    def _answer_until_learner(
        self, rewards: NDArray[np.float32], dones: NDArray[np.bool_], infos: list[dict[str, Any]]
    ) -> None:
        """Let opponents decide until the learner is to move in every game."""
        while True:
            players = self.batch.current_players
            rows = np.flatnonzero(players != self.seats)
            if not rows.size:
                return
            start = perf_counter()
            views, masks = self.batch.observations[rows], self.batch.action_masks[rows]
            actions = self.opponents.answer(self.ids[rows, players[rows]], views, masks)
            middle = perf_counter()
            self.batch.step_rows(rows, actions)
            self._collect(rows, rewards, dones, infos)
            self.seconds["opponents"] += middle - start
            self.seconds["environment"] += perf_counter() - middle

    def _collect(
        self,
        rows: Ids,
        rewards: NDArray[np.float32],
        dones: NDArray[np.bool_],
        infos: list[dict[str, Any]],
    ) -> None:
        """Pay the learner; where a game ended, settle it and seat the next one.

        What a new game pays before the learner has decided anything in it is nobody's merit.
        """
        batch = self.batch
        earned = batch.rewards[rows, self.seats[rows]]
        rewards[rows] += np.where(dones[rows], 0, earned)
        ended = rows[batch.terminations[rows] | batch.truncations[rows]]
        if ended.size:
            self._settle(ended)
            for row in ended:
                infos[row] = {
                    "terminal_observation": batch.final_observations[row, self.seats[row]].copy()
                }
            dones[ended] = True
            self.seats[ended] = (self.seats[ended] + 1) % batch.num_players
            self._seat_opponents(ended)

    def _settle(self, rows: Ids) -> None:
        """Report how games ended for the learner against each opponent."""
        scores, seats = self.batch.final_scores[rows], self.seats[rows]
        own = scores[np.arange(rows.size), seats]
        self.finished.add(own, self.batch.truncations[rows])
        results = 0.5 + 0.5 * np.sign(own[:, None] - scores)
        others = self.ids[rows] != LEARNER
        self.opponents.report(self.ids[rows][others], results[others])

    def opponents_in_use(self) -> set[int]:
        """The ids of everybody who sits at some table now."""
        return {int(i) for i in np.unique(self.ids)} - {LEARNER}

    def action_masks(self) -> NDArray[np.bool_]:
        """(games, actions): what the learner may do."""
        return self.batch.action_masks.copy()

    def close(self) -> None:
        """Nothing is held open."""

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """An attribute of this environment, the same for every game."""
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Games have no attributes of their own."""
        raise AttributeError(f"the games of a batch have no attribute {attr_name!r} of their own")

    def env_method(
        self, method_name: str, *args: Any, indices: VecEnvIndices = None, **kwargs: Any
    ) -> list[Any]:
        """The one method there is, `action_masks`, for all games in one array."""
        return [getattr(self, method_name)(*args, **kwargs)]

    def env_is_wrapped(
        self, wrapper_class: type[Any], indices: VecEnvIndices = None
    ) -> Sequence[bool]:
        """Games are never wrapped."""
        return [False] * len(list(self._get_indices(indices)))
