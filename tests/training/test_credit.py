"""Credit on a hand-made game: what the learner is paid for is what its own decisions earned.

Two players take turns of one or two decisions; the actions are `good` and `bad`. At the end a seat is
paid the good decisions it made less those of the other. So, with a critic that knows nothing, good
decisions must have the higher advantage at every point of a turn, and the other's must not matter.
"""

from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from lostcities_env.core.catalogue import find_game
from training.selfplay import PooledLearners, SelfPlayEnv

TURNS = (0, 0, 1, 0, 1, 1, 0, 1)  # whose decision it is: alternating and repeated
BAD, GOOD = 0, 1


class HandMadeBatch:
    """The game in the place of a batch, with what `Learners` reads of one."""

    def __init__(self, num_games: int) -> None:
        self.num_games, self.num_players = num_games, 2
        self.game_numbers = np.zeros(num_games, np.uint64)
        self.rewards = np.zeros((num_games, 2), np.float32)
        self.terminations = np.zeros(num_games, np.bool_)
        self.truncations = np.zeros(num_games, np.bool_)
        self.final_scores = np.zeros((num_games, 2), np.int32)
        self.final_winners = np.zeros((num_games, 2), np.bool_)
        self.final_observations = np.zeros((num_games, 2, 1), np.float32)
        self.action_masks = np.ones((num_games, 2), np.bool_)
        self._time = np.zeros(num_games, np.int64)
        self._good = np.zeros((num_games, 2), np.int32)

    @property
    def current_players(self) -> NDArray[np.int64]:
        return np.array(TURNS)[self._time]

    @property
    def observations(self) -> NDArray[np.float32]:
        return np.stack([self._time / len(TURNS), self.current_players], axis=1).astype(np.float32)

    def step(self, actions: Any) -> None:
        self.step_rows(np.arange(self.num_games), np.asarray(actions))

    def step_rows(self, rows: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        self.rewards[rows] = 0
        self.terminations[rows] = False
        self._good[rows, self.current_players[rows]] += actions.astype(np.int32)
        self._time[rows] += 1
        over = rows[self._time[rows] == len(TURNS)]
        self.rewards[over] = self._good[over] - self._good[over][:, ::-1]
        self.terminations[over] = True
        self.final_scores[over] = self._good[over]
        self._time[over], self._good[over] = 0, 0
        self.game_numbers[over] += 1


class CoinFlips:
    """Opponents that decide at random."""

    def __init__(self) -> None:
        self.random = np.random.default_rng(0)
        self.results: list[float] = []

    def draw(self, count: int) -> NDArray[np.int64]:
        return np.zeros(count, np.int64)

    def answer(self, ids: NDArray[np.int64], views: Any, masks: Any) -> NDArray[np.int64]:
        return self.random.integers(2, size=len(ids))

    def report(self, ids: NDArray[np.int64], results: NDArray[np.float64]) -> None:
        self.results.extend(results.tolist())


class HandMadeLearners(PooledLearners):
    """Self-play on the hand-made game, one learner in either seat."""

    def _begin(self, rows: NDArray[np.int64]) -> None:
        self._owed[rows], self._decided[rows] = 0, False
        self.seats[rows] = (rows + self.batch.game_numbers[rows].astype(np.int64)) % 2

    def reset(self, seed: int | None = None) -> None:
        self.batch: Any = HandMadeBatch(self.num_games)
        self._begin(np.arange(self.num_games))
        self._play_others()


def hand_made_env(num_games: int, scale: float = 1.0) -> SelfPlayEnv:
    """The self-play environment with the card game taken out and the hand-made one put in."""
    variant, opponents = find_game("card_game_v0").variant({}), CoinFlips()
    env = SelfPlayEnv(variant, num_games, opponents, scale)
    env.learners = HandMadeLearners(variant, num_games, opponents)
    env.observation_space = spaces.Box(-1, 1, (2,), np.float32)
    env.action_space = spaces.Discrete(2)
    return env


class Keep(BaseCallback):
    """Keeps the advantages of the first rollout, before anything is learned."""

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        buffer = self.model.rollout_buffer  # type: ignore[attr-defined]
        if not hasattr(self, "advantages"):
            self.advantages = buffer.advantages.copy().ravel()
            self.actions = buffer.actions.copy().ravel()
            self.times = np.rint(buffer.observations[:, :, 0] * len(TURNS)).ravel()


def learned(scale: float, steps: int = 4096) -> tuple[MaskablePPO, Keep]:
    env = hand_made_env(64, scale)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=32, batch_size=512, gamma=1.0, gae_lambda=1.0, seed=0,
        learning_rate=3e-3, n_epochs=4, device="cpu",
    )  # fmt: skip
    keep = Keep()
    model.learn(steps, keep)
    return model, keep


@pytest.mark.parametrize("scale", [1.0, -1.0])
def test_good_decisions_have_the_higher_advantage_at_every_point_of_a_turn(scale: float) -> None:
    _, keep = learned(scale, steps=2048)
    for time in range(len(TURNS)):
        here = keep.times == time
        good = keep.advantages[here & (keep.actions == GOOD)].mean()
        bad = keep.advantages[here & (keep.actions == BAD)].mean()
        assert np.sign(good - bad) == np.sign(scale)


def test_the_good_decision_is_learned_and_with_a_flipped_sign_the_bad_one() -> None:
    views = np.array([[t / len(TURNS), seat] for t, seat in enumerate(TURNS)], np.float32)
    for scale, wanted in ((1.0, GOOD), (-1.0, BAD)):
        model, _ = learned(scale, steps=16_384)
        actions, _ = model.predict(views, deterministic=True)
        assert (actions == wanted).mean() == 1
