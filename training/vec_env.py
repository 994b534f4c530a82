"""stable-baselines3 on the batch engine: a `VecEnv` with one learning seat in every game."""

import time
from abc import abstractmethod
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices

from lostcities_env.core.batch import Batch
from lostcities_env.core.catalogue import find_game
from lostcities_env.core.game import Variant
from lostcities_env.envs.learner import Ends, Learners, Opponents, Seat

Infos = list[dict[str, Any]]


class BatchVecEnv(VecEnv):
    """A `VecEnv` whose games are the rows of one batch; what they are to learn is left open.

    Observations are views as plain vectors; masks come by `env_method("action_masks")`, as
    sb3-contrib asks for them.
    """

    render_mode = None

    def __init__(self, variant: Variant, num_envs: int, seed: int | None = None) -> None:
        low, high = variant.observation.bounds()
        super().__init__(
            num_envs,
            spaces.Box(low, high, dtype=np.float32),
            spaces.Discrete(variant.actions.size),
        )
        self._seed = seed
        self._actions = np.zeros(num_envs, np.int64)

    @property
    @abstractmethod
    def batch(self) -> Batch:
        """The games, each at the decision that is asked for."""

    def action_masks(self) -> NDArray[np.bool_]:
        """(games, actions): True for what may be done."""
        return self.batch.action_masks.copy()

    def seed(self, seed: int | None = None) -> list[int | None]:
        """Deal from this seed at the next reset; it is one seed for all games, each has its own row."""
        self._seed = seed
        return [seed] * self.num_envs

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the decisions; `step_wait` makes them."""
        self._actions = np.array(actions)

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """An attribute for each of some games; a method is returned bound to the game's row."""
        rows = self._rows(indices)
        if attr_name == "action_masks":
            return [partial(self._mask, row) for row in rows]
        value = getattr(self, attr_name)
        return [value for _ in rows]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Set an attribute, such as `opponents`, for all games: they are one batch."""
        if len(self._rows(indices)) != self.num_envs:
            raise ValueError(f"{attr_name} can only be set for all games at once")
        setattr(self, attr_name, value)

    def env_method(
        self,
        method_name: str,
        *method_args: Any,
        indices: VecEnvIndices = None,
        **method_kwargs: Any,
    ) -> list[Any]:
        """What a method returns for each of some games."""
        if method_name == "action_masks":
            return list(self.action_masks()[self._rows(indices)])
        methods: list[Callable[..., Any]] = self.get_attr(method_name, indices)
        return [method(*method_args, **method_kwargs) for method in methods]

    def env_is_wrapped(
        self,
        wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]],
        indices: VecEnvIndices = None,
    ) -> list[bool]:
        """Whether games have a wrapper: none has."""
        return [False for _ in self._rows(indices)]

    def close(self) -> None:
        """Nothing is held open."""

    def _mask(self, row: int) -> NDArray[np.bool_]:
        mask: NDArray[np.bool_] = self.batch.action_masks[row].copy()
        return mask

    def _rows(self, indices: VecEnvIndices) -> list[int]:
        if indices is None:
            return list(range(self.num_envs))
        return list(indices) if isinstance(indices, Iterable) else [indices]


class SeatVecEnv(BatchVecEnv):
    """Many games with one learning seat each, so that `MaskablePPO("MlpPolicy", env)` just works.

    Game i of seed s plays what environment i of `gymnasium.make_vec` plays: its k-th game depends on
    (s, i, k) and the learner's moves alone.

    The infos of a game that just ended hold `terminal_observation`, Monitor's `episode`, `scores`,
    `winners`, `seat` and `truncated`. The key `TimeLimit.truncated` is left out on purpose: it makes
    stable-baselines3 add a bootstrapped value to the last reward, but a truncated game here is paid
    by the table as it lies, and that is its whole outcome.
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        opponents: Opponents = "random",
        seat: Seat = 0,
        seed: int | None = None,
        num_threads: int = 1,
        first_row: int = 0,
        **options: Any,
    ) -> None:
        variant = find_game(game).variant(options)
        self.learners = Learners(variant, num_envs, opponents, seat, num_threads, first_row)
        super().__init__(variant, num_envs, seed)
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)
        self._began = time.perf_counter()

    @property
    def batch(self) -> Batch:
        """The games, each at a decision of the learner's."""
        return self.learners.batch

    @property
    def opponents(self) -> Opponents:
        """Who plays the other seats; `set_attr("opponents", ...)` replaces them at any time."""
        return self.learners.opponents

    @opponents.setter
    def opponents(self, opponents: Opponents) -> None:
        self.learners.opponents = opponents

    def reset(self) -> NDArray[np.float32]:
        """Deal new games: the first ones of the seed last set, then the next ones at every reset."""
        self.learners.reset(self._seed)
        self._seed = None
        self._returns[:] = 0
        self._lengths[:] = 0
        self.reset_infos = [{} for _ in range(self.num_envs)]
        return self.batch.observations.copy()

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], Infos]:
        """Make the learner's decisions; an illegal one raises, and none is made then."""
        learners = self.learners
        ends = learners.step(self._actions)
        self._returns += learners.rewards
        self._lengths += 1
        infos = self._infos(ends)
        self._returns[ends.rows] = 0
        self._lengths[ends.rows] = 0
        rewards = learners.rewards.astype(np.float32)
        return (
            self.batch.observations.copy(),
            rewards,
            learners.terminations | learners.truncations,
            infos,
        )

    def _infos(self, ends: Ends) -> Infos:
        """Nothing for games that go on; for those that ended, how."""
        infos: Infos = [{} for _ in range(self.num_envs)]
        now = round(time.perf_counter() - self._began, 6)
        for i, row in enumerate(ends.rows.tolist()):
            infos[row] = {
                "terminal_observation": ends.observations[i].copy(),
                "episode": {
                    "r": round(float(self._returns[row]), 6),
                    "l": int(self._lengths[row]),
                    "t": now,
                },
                "scores": ends.scores[i].tolist(),
                "winners": np.flatnonzero(ends.winners[i]).tolist(),
                "seat": int(ends.seats[i]),
                "truncated": bool(self.learners.truncations[row]),
            }
        return infos

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """An attribute for each of some games; a method is returned bound to the game's row."""
        if attr_name == "seat":
            return [int(self.learners.seats[row]) for row in self._rows(indices)]
        return super().get_attr(attr_name, indices)

    def env_is_wrapped(
        self,
        wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]],
        indices: VecEnvIndices = None,
    ) -> list[bool]:
        """Whether games have a wrapper: none but `Monitor`, whose `episode` infos are given here."""
        return [issubclass(wrapper_class, Monitor) for _ in self._rows(indices)]
