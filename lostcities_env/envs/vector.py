"""Many games at once for Gymnasium: one learning seat in each, over the batch engine."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from lostcities_env.core.catalogue import find_game
from lostcities_env.envs.aec import Observation, observation_space
from lostcities_env.envs.learner import Ends, Learners, Opponents, Seat

Flags = NDArray[np.bool_]


class SeatVectorEnv(VectorEnv[Observation, ArrayLike, NDArray[Any]]):
    """What `gymnasium.make_vec` makes: `SeatEnv` many times, played together in compiled code.

    With `reset(seed=s)` environment i plays what a single one plays after
    `reset(seed=s, options={"row": i})`: its k-th game depends on (s, i, k) and on the learner's moves
    alone, not on how many environments there are. `reset()` goes on to the next game of every row.

    A finished game is dealt anew in the same step (`AutoresetMode.SAME_STEP`): the observation is
    then the first of the next game, while the reward and the end are those of the game that ended,
    whose last view and result are in `infos["final_obs"]` and `infos["final_info"]`.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponents: Opponents = "random",
        seat: Seat = 0,
        num_threads: int = 1,
        first_row: int = 0,
        **options: Any,
    ) -> None:
        variant = find_game(game).variant(options)
        self.num_envs = num_envs
        self.single_observation_space = observation_space(variant)
        self.single_action_space = spaces.Discrete(variant.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.learners = Learners(variant, num_envs, opponents, seat, num_threads, first_row)

    def action_masks(self) -> Flags:
        """(environments, actions): True for what the learner may do."""
        return self.learners.batch.action_masks.copy()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal new games: the first ones of a seed or, without one, the next ones of the last seed."""
        if options:
            raise ValueError(f"reset of many games takes no options, not {sorted(options)}")
        if seed is not None and not isinstance(seed, (int, np.integer)):
            raise ValueError("reset takes one seed: environment i plays its own games of that seed")
        super().reset(seed=None if seed is None else int(seed))
        self.learners.reset(seed)
        return self._observations(), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """The learner's decision in every game; an illegal one raises, and none is made then."""
        learners = self.learners
        ends = learners.step(actions)
        return (
            self._observations(),
            learners.rewards.copy(),
            learners.terminations.copy(),
            learners.truncations.copy(),
            self._infos() | (self._final(ends) if ends.rows.size else {}),
        )

    def _observations(self) -> Observation:
        batch = self.learners.batch
        masks = batch.action_masks.astype(np.int8)
        return {"observation": batch.observations.copy(), "action_mask": masks}

    def _infos(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        masks = self.learners.batch.action_masks.astype(np.int8)
        return self._columns({"action_mask": masks, "seat": self.learners.seats}, everywhere)

    def _final(self, ends: Ends) -> dict[str, Any]:
        """The last views and the results of games that just ended, as Gymnasium lays them out."""
        ended = np.zeros(self.num_envs, np.bool_)
        ended[ends.rows] = True
        masks = np.zeros((self.num_envs, self.learners.variant.actions.size), np.int8)
        views = np.full(self.num_envs, None, object)
        winners = np.full(self.num_envs, None, object)
        scores = np.zeros((self.num_envs, self.learners.variant.players), np.int64)
        seats = np.zeros(self.num_envs, np.int64)
        scores[ends.rows], seats[ends.rows] = ends.scores, ends.seats
        for i, row in enumerate(ends.rows):
            views[row] = {"observation": ends.observations[i].copy(), "action_mask": masks[row]}
            winners[row] = np.flatnonzero(ends.winners[i]).tolist()
        result = {"action_mask": masks.copy(), "seat": seats, "scores": scores, "winners": winners}
        return self._columns(
            {"final_obs": views, "final_info": self._columns(result, ended)}, ended
        )

    @staticmethod
    def _columns(values: dict[str, Any], where: Flags) -> dict[str, Any]:
        """Columns of infos, each with another that says for which environments it holds."""
        columns: dict[str, Any] = {}
        for name, value in values.items():
            columns[name] = value.copy()
            columns[f"_{name}"] = where.copy()
        return columns
