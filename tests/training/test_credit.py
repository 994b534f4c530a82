"""Credit on a hand-made game: what the learner is paid for is what its own decisions earned.

Two players take turns of one or two decisions; the actions are `good` and `bad`. At the end a seat is
paid the good decisions it made less those of the other. So, with a critic that knows nothing, good
decisions must have the higher advantage at every point of a turn, and the other's must not matter.
"""

from typing import Any

import numpy as np
import pytest
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from lostcities_env.core.catalogue import find_game
from training.credit import SeatRolloutBuffer, seat_advantages
from training.pool import NEWEST_ID
from training.selfplay import SelfPlayEnv, Tables

TURNS = (0, 0, 1, 0, 1, 1, 0, 1)  # whose decision it is: alternating and repeated
BAD, GOOD = 0, 1
STRANGER = NEWEST_ID + 1


class HandMadeBatch:
    """The game in the place of a batch, with what `Tables` reads of one."""

    def __init__(self, num_games: int) -> None:
        self.rewards = np.zeros((num_games, 2), np.float32)
        self.terminations = np.zeros(num_games, np.bool_)
        self.truncations = np.zeros(num_games, np.bool_)
        self.final_scores = np.zeros((num_games, 2), np.int32)
        self.action_masks = np.ones((num_games, 2), np.bool_)
        self._time = np.zeros(num_games, np.int64)
        self._good = np.zeros((num_games, 2), np.int32)

    @property
    def current_players(self) -> NDArray[np.int64]:
        return np.array(TURNS)[self._time]

    @property
    def observations(self) -> NDArray[np.float32]:
        return np.stack([self._time / len(TURNS), self.current_players], axis=1).astype(np.float32)

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


class CoinFlips:
    """Opponents that decide at random; the newest self takes a share of their seats."""

    def __init__(self, newest: float) -> None:
        self.random = np.random.default_rng(0)
        self.newest = newest
        self.results: list[float] = []

    def draw(self, count: int) -> NDArray[np.int64]:
        return np.where(self.random.random(count) < self.newest, NEWEST_ID, STRANGER)

    def answer(self, ids: NDArray[np.int64], views: Any, masks: Any) -> NDArray[np.int64]:
        assert (ids == STRANGER).all(), "the learner is asked for its own decisions"
        return self.random.integers(2, size=len(ids))

    def report(self, ids: NDArray[np.int64], results: NDArray[np.float64]) -> None:
        self.results.extend(results.tolist())


class HandMadeTables(Tables):
    """Self-play with the card game taken out and the hand-made one put in."""

    def reset(self, seed: int | None) -> None:
        self.batch: Any = HandMadeBatch(self.rows.size)
        self._seating = np.random.default_rng(seed)
        self._begin(self.rows)
        self._play_others()


def hand_made_tables(num_games: int, newest: float = 0.5, scale: float = 1.0) -> HandMadeTables:
    variant = find_game("card_game_v0").variant({})
    tables = HandMadeTables(variant, num_games, CoinFlips(newest), scale)
    tables.reset(0)
    return tables


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


def learned(newest: float, scale: float, steps: int) -> tuple[MaskablePPO, Keep]:
    tables = hand_made_tables(64, newest, scale)
    env = SelfPlayEnv(tables)
    env.observation_space = spaces.Box(-1, 1, (2,), np.float32)
    env.action_space = spaces.Discrete(2)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=32, batch_size=512, gamma=1.0, gae_lambda=1.0, seed=0,
        learning_rate=3e-3, n_epochs=4, device="cpu",
        rollout_buffer_class=SeatRolloutBuffer, rollout_buffer_kwargs={"tables": tables},
    )  # fmt: skip
    keep = Keep()
    model.learn(steps, keep)
    return model, keep


SHARES = pytest.mark.parametrize("newest", [0.0, 0.5, 1.0])


@SHARES
@pytest.mark.parametrize("scale", [1.0, -1.0])
def test_good_decisions_have_the_higher_advantage_at_every_point_of_a_turn(
    newest: float, scale: float
) -> None:
    _, keep = learned(newest, scale, steps=2048)
    for time in range(len(TURNS)):
        here = keep.times == time
        good = keep.advantages[here & (keep.actions == GOOD)].mean()
        bad = keep.advantages[here & (keep.actions == BAD)].mean()
        assert np.sign(good - bad) == np.sign(scale)


@SHARES
def test_the_good_decision_is_learned_and_with_a_flipped_sign_the_bad_one(newest: float) -> None:
    views = np.array([[t / len(TURNS), seat] for t, seat in enumerate(TURNS)], np.float32)
    for scale, wanted in ((1.0, GOOD), (-1.0, BAD)):
        model, _ = learned(newest, scale, steps=16_384)
        actions, _ = model.predict(views, deterministic=True)
        assert (actions == wanted).mean() == 1


def test_a_reward_on_anothers_move_is_the_deciders_and_what_follows_the_end_is_nobodys() -> None:
    tables, ended = hand_made_tables(32, newest=0.0), 0
    for _ in range(60):
        tables.step(np.full(32, GOOD))
        assert (tables.earned[~tables.over] == 0).all()
        good = tables.batch.final_scores[tables.over]
        assert (tables.earned[tables.over] == good - good[:, ::-1]).all()
        ended += len(good)
    assert ended == tables.finished.games >= 32 * 60 // len(TURNS)


def test_a_learner_in_all_seats_makes_every_decision_and_alone_only_its_own() -> None:
    everywhere, alone = hand_made_tables(16, newest=1.0), hand_made_tables(16, newest=0.0)
    for time in range(3 * len(TURNS)):
        everywhere.step(np.full(16, GOOD))
        assert (everywhere.deciders == TURNS[time % len(TURNS)]).all()
        seats = alone.seats.copy()
        alone.step(np.full(16, GOOD))
        assert (alone.deciders == seats).all()


# -- advantages beside an oracle that writes every seat's own story down ---------------------------


def advantages_by_stories(story: dict[str, Any], gamma: float, lam: float) -> NDArray[np.float64]:
    """GAE by its definition, game by game and seat by seat, as sums over the decisions that follow."""
    length, games = story["values"].shape
    out = np.zeros((length, games))
    for game in range(games):
        for t in range(length):
            seat = story["seats"][t, game]
            out[t, game] = one_advantage(story, game, t, seat, gamma, lam)
    return out


def one_advantage(
    story: dict[str, Any], game: int, t: int, seat: int, gamma: float, lam: float
) -> float:
    """The sum of all later surprises of a seat in its game, each less by gamma times lambda."""
    length, total, weight = len(story["values"]), 0.0, 1.0
    while True:
        paid, later, ended = 0.0, t, False
        while True:
            paid += story["earned"][later, game, seat]
            ended = bool(story["ended"][later, game])
            later += 1
            if ended or later == length or story["seats"][later, game] == seat:
                break
        now = story["values"][t, game]
        if ended:
            return total + weight * (paid - now)
        if later == length:
            known = story["last_seats"][game] == seat
            return total + weight * (
                paid + gamma * story["last_values"][game] - now if known else paid
            )
        total += weight * (paid + gamma * story["values"][later, game] - now)
        weight *= gamma * lam
        t = later


@pytest.mark.parametrize(("gamma", "lam"), [(1.0, 1.0), (1.0, 0.95), (0.9, 0.8), (0.99, 0.0)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_advantages_are_those_of_each_seats_own_story(
    players: int, gamma: float, lam: float
) -> None:
    random = np.random.default_rng(players)
    shape = (24, 40)
    story = {
        "values": random.normal(size=shape).astype(np.float32),
        "seats": random.integers(players, size=shape),
        "earned": random.normal(size=(*shape, players)).astype(np.float32),
        "ended": random.random(shape) < 0.15,
        "last_values": random.normal(size=shape[1]).astype(np.float32),
        "last_seats": random.integers(players, size=shape[1]),
    }
    found = seat_advantages(**story, gamma=gamma, gae_lambda=lam)
    assert found == pytest.approx(advantages_by_stories(story, gamma, lam), abs=1e-4)


def test_with_one_learning_seat_they_are_those_of_stable_baselines3() -> None:
    """Where a single seat decides, the buffer must agree with the one that it extends."""
    tables = hand_made_tables(8, newest=0.0)
    given = (16, spaces.Box(-1, 1, (2,), np.float32), spaces.Discrete(2), "cpu")
    options = {"gamma": 0.97, "gae_lambda": 0.9, "n_envs": 8}
    ours = SeatRolloutBuffer(*given, **options, tables=tables)
    theirs = SeatRolloutBuffer.__mro__[1](*given, **options)
    ours.reset()
    random, started = np.random.default_rng(3), np.ones(8, np.bool_)
    for _ in range(16):
        views, actions = tables.batch.observations, random.integers(2, size=8)
        values = torch.from_numpy(random.normal(size=(8, 1)).astype(np.float32))
        tables.step(actions)
        rewards = tables.earned[tables.rows, tables.deciders]
        for buffer in (ours, theirs):
            buffer.add(views, actions[:, None], rewards, started, values, values[:, 0])
        started = tables.over.copy()
    last = torch.from_numpy(random.normal(size=(8, 1)).astype(np.float32))
    for buffer in (ours, theirs):
        buffer.compute_returns_and_advantage(last, started)
    assert ours.advantages == pytest.approx(theirs.advantages, abs=1e-5)
    assert ours.returns == pytest.approx(theirs.returns, abs=1e-5)
