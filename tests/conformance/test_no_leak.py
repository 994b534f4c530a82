"""No view depends on what its player cannot know, at any step, in any variant."""

import dataclasses
import random
from typing import Any

import numba
import numpy as np
import pytest

import lostcities_env
from lostcities_env import State
from lostcities_env.core import rng
from lostcities_env.core.game import Game
from lostcities_env.envs.aec import TableEnv
from tests.conformance.cases import brisk_move, brisk_moves, every_case, every_game, find_game

GAMES_A_CASE = 1


def seen_by(state: State, player: int, drawn: bool = True) -> tuple[Any, ...]:
    """All that a player is ever told: view, mask, info, rendering (if `drawn`), what is public."""
    mask = state.action_mask().tobytes() if state.current_player == player else b""
    public = (state.current_player, state.is_over, state.is_truncated, tuple(state.rewards))
    words = state.render(player) if drawn else ""
    return state.observation(player).tobytes(), mask, words, public, tuple(state.scores())


def assert_no_leak(state: State, player: int, seed: int, drawn: bool = True) -> None:
    """Redealing what is hidden from a player changes nothing that he is told."""
    redealt = state.determinize(player, seed)
    assert seen_by(redealt, player, drawn) == seen_by(state, player, drawn)


def assert_no_leaks(state: State, player: int) -> None:
    for seed in range(20):
        assert_no_leak(state, player, seed)


@every_case
def test_redealing_what_is_hidden_changes_no_view(game: str, options: dict[str, Any]) -> None:
    for seed in range(GAMES_A_CASE):
        state = lostcities_env.new_game(game, seed=seed, **options)
        choices = random.Random(seed)
        for step, _ in enumerate(brisk_moves(state, choices)):
            for player in range(state.num_players):  # drawing takes longest: each in turn
                assert_no_leak(state, player, seed=step, drawn=step % state.num_players == player)
        for player in range(state.num_players):
            assert_no_leak(state, player, seed=0)


@every_case
def test_what_an_agent_is_told_in_pettingzoo_does_not_leak(
    game: str, options: dict[str, Any]
) -> None:
    env = TableEnv(find_game(game).variant(options), "ansi")
    env.reset(seed=3)
    choices = random.Random(3)
    while not env.table.is_over:
        told = _told(env)
        player = env.table.current_player
        table, env.table = env.table, env.table.determinize(player, seed=len(told))
        env._select()
        assert _told(env) == told
        env.table = table
        env._select()
        env.step(brisk_move(table, choices))


def _told(env: TableEnv) -> tuple[Any, ...]:
    observation, reward, terminated, truncated, info = env.last()
    assert observation is not None
    arrays = (observation["observation"], observation["action_mask"], info["action_mask"])
    return (*(array.tobytes() for array in arrays), reward, terminated, truncated, env.render())


def leaky(game: Game, leak: Any) -> Game:
    """The same game with a view that tells one thing too much."""
    honest = game.observe

    @numba.njit
    def observe(s: Any, player: int, out: Any) -> None:
        honest(s, player, out)
        out[-1] += leak(s, player)

    return dataclasses.replace(game, observe=observe)


@numba.njit
def next_card(s: Any, player: int) -> np.float32:
    """The card on top of the draw pile: nobody may know it."""
    return np.float32(s.deck[min(s.drawn, s.deck_size - 1)])


@every_game
def test_a_planted_leak_is_found(game: str) -> None:
    state = State(leaky(find_game(game), next_card).variant({}), rng.key_of(0))
    with pytest.raises(AssertionError):
        assert_no_leaks(state, 0)
