"""One game, many games, threads, splits, compiled or plain: always the same games."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lostcities_env
from lostcities_env import Batch, IllegalAction, State
from lostcities_env.core import rng
from lostcities_env.core.engine import random_legal
from tests.conformance.cases import CASES, every_case, every_game

ROOT = Path(__file__).resolve().parents[2]
BUFFERS = (
    "observations",
    "action_masks",
    "current_players",
    "rewards",
    "terminations",
    "truncations",
    "final_scores",
    "final_observations",
)


def buffers(batch: Batch, rows: slice = slice(None)) -> dict[str, bytes]:
    return {name: getattr(batch, name)[rows].tobytes() for name in BUFFERS}


def random_actions(batch: Batch, choices: np.random.Generator) -> np.ndarray:
    noise = choices.random(batch.action_masks.shape)
    return (noise * batch.action_masks).argmax(axis=1)


@every_case
def test_a_row_is_the_same_game_as_one_state(game: str, options: dict[str, Any]) -> None:
    rows, steps = 3, 700
    batch = lostcities_env.make_batch(game, rows, seed=11, **options)
    variant, key = batch.variant, rng.key_of(11)
    states = [_row_state(variant, key, row, 0) for row in range(rows)]
    numbers = [0] * rows
    choices = np.random.default_rng(0)
    for _ in range(steps):
        for row, state in enumerate(states):
            assert batch.current_players[row] == state.current_player
            assert (batch.action_masks[row] == state.action_mask()).all()
            assert (batch.observations[row] == state.observation()).all()
        actions = random_actions(batch, choices)
        batch.step(actions)
        for row, state in enumerate(states):
            state.apply(actions[row])
            assert batch.rewards[row].tolist() == state.rewards
            assert batch.truncations[row] == state.is_truncated
            assert batch.terminations[row] == (state.is_over and not state.is_truncated)
            if state.is_over:
                assert batch.final_scores[row].tolist() == state.scores()
                views = [state.observation(seat) for seat in range(state.num_players)]
                assert (batch.final_observations[row] == views).all()
                numbers[row] += 1
                states[row] = _row_state(variant, key, row, numbers[row])
            else:
                assert not batch.final_scores[row].any()
                assert not batch.final_observations[row].any()


def _row_state(variant: Any, key: np.uint64, row: int, number: int) -> State:
    state = State(variant, key, number)
    if row:
        blank = variant.template.copy()
        blank["rng"] = rng.game_stream(key, np.uint64(row), np.uint64(number))
        state._tables[:] = blank
        state._setups = []
        state._deal()
    return state


@every_game
def test_the_first_game_of_a_seed_is_the_same_everywhere(game: str) -> None:
    module = __import__(f"lostcities_env.{game}", fromlist=["env"])
    env = module.raw_env()
    env.reset(seed=21)
    batch = lostcities_env.make_batch(game, 2, seed=21)
    state = lostcities_env.new_game(game, seed=21)
    assert env.table.record() == state.record()
    assert (batch.observations[0] == state.observation()).all()
    env.reset()
    while not batch.terminations[0] and not batch.truncations[0]:
        batch.rollout(1)
    assert (batch.observations[0] == env.table.observation()).all()


@every_case
def test_a_batch_may_be_split_and_threaded(game: str, options: dict[str, Any]) -> None:
    whole = lostcities_env.make_batch(game, 192, seed=5, **options)
    threaded = lostcities_env.make_batch(game, 192, seed=5, num_threads=3, **options)
    parts = [
        lostcities_env.make_batch(game, 64, seed=5, first_row=first, **options)
        for first in (0, 64, 128)
    ]
    for batch in (whole, threaded, *parts):
        batch.rollout(400)
    assert buffers(threaded) == buffers(whole)
    for i, part in enumerate(parts):
        assert buffers(part) == buffers(whole, slice(64 * i, 64 * i + 64))


@every_game
def test_a_rollout_meets_the_deals_that_steps_meet(game: str) -> None:
    rolled = lostcities_env.make_batch(game, 8, seed=3)
    stepped = lostcities_env.make_batch(game, 8, seed=3)
    streams = rolled._streams.copy()
    rolled.rollout(900)
    for _ in range(900):
        actions = np.empty(8, np.int64)
        for row in range(8):
            streams[row] = rng.advance(streams[row])
            actions[row] = random_legal(stepped.action_masks[row], streams[row])
        stepped.step(actions)
    assert buffers(rolled) == buffers(stepped)


@every_game
def test_every_legal_action_is_chosen_equally_often(game: str) -> None:
    mask = np.zeros(lostcities_env.new_game(game, seed=0).variant.actions.size, np.bool_)
    legal = random.Random(0).sample(range(mask.size), 13)
    mask[legal] = True
    counts = np.zeros(mask.size, int)
    stream = rng.key_of(1)
    for _ in range(13_000):
        stream = np.uint64(rng.advance(stream))
        counts[random_legal(mask, stream)] += 1
    assert set(np.flatnonzero(counts)) == set(legal)
    assert abs(counts[legal] - 1000).max() < 150


@every_game
def test_an_illegal_row_stops_the_whole_step(game: str) -> None:
    batch = lostcities_env.make_batch(game, 4, seed=1)
    actions = batch.action_masks.argmax(axis=1)
    before = (buffers(batch), batch._states.tobytes())
    actions[2] = (~batch.action_masks[2]).argmax()
    words = batch.variant.describe(actions[2])
    with pytest.raises(IllegalAction, match=f"row 2: {words} is not legal: .*nothing was done"):
        batch.step(actions)
    assert (buffers(batch), batch._states.tobytes()) == before


@every_game
def test_a_step_wants_one_whole_number_for_each_game(game: str) -> None:
    batch = lostcities_env.make_batch(game, 4, seed=1)
    for wrong in ([0, 0, 0], np.zeros(4), [[0, 0, 0, 0]]):
        with pytest.raises(IllegalAction, match="4 whole numbers"):
            batch.step(wrong)
    with pytest.raises(IllegalAction, match="ids are whole numbers"):
        batch.step([10_000, 0, 0, 0])


@pytest.mark.parametrize(
    "setting", ["num_games=0", "num_games=2.5", "num_threads=0", "first_row=-1", "seed=-3"]
)
def test_wrong_sizes_are_named(setting: str) -> None:
    name, value = setting.split("=")
    arguments = {"num_games": 2, "seed": 0} | {name: json.loads(value)}
    with pytest.raises(ValueError, match=name):
        lostcities_env.make_batch("card_game_v0", **arguments)


def run_elsewhere(settings: dict[str, str]) -> dict[str, str]:
    """What a short run of every case comes to in another process, under other Numba settings."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")} | settings
    done = subprocess.run(
        [sys.executable, "-m", "tests.conformance.fingerprint"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    result: dict[str, str] = json.loads(done.stdout)
    return result


def test_compiled_equals_plain_python_and_bounds_are_kept() -> None:
    from tests.conformance.fingerprint import fingerprints

    compiled = fingerprints()
    assert len(compiled) == len(CASES)
    assert run_elsewhere({"NUMBA_DISABLE_JIT": "1"}) == compiled
    assert run_elsewhere({"NUMBA_BOUNDSCHECK": "1"}) == compiled
