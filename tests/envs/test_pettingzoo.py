"""The AEC environments under PettingZoo's own tests, and what those do not look at."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import lostcities_env
from lostcities_env import IllegalAction
from lostcities_env.envs.aec import TableEnv
from lostcities_env.envs.colour import in_colour
from lostcities_env.envs.registry import environment_modules, standard_id
from tests.conformance.cases import GAMES, every_case, every_game

dict_observations_are_fine = pytest.mark.filterwarnings(
    "ignore:Observation", "ignore:Action mask numpy array is all zeros"
)


def module(game: str) -> Any:
    return __import__(f"lostcities_env.{game}", fromlist=["env"])


def play(env: Any, choices: random.Random, told: list[Any] | None = None) -> list[Any]:
    """Play to the end by `agent_iter` and `last`; returns all that the agents were told."""
    told = [] if told is None else told
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        mask = observation["action_mask"]
        told.append((agent, observation["observation"].tobytes(), reward, terminated, truncated))
        assert (info["action_mask"] == mask).all()
        ended = terminated or truncated
        assert ended == (not mask.any())
        env.step(None if ended else choices.choice(np.flatnonzero(mask)))
    return told


def test_every_game_has_its_module() -> None:
    assert environment_modules() == GAMES


@every_game
@dict_observations_are_fine
def test_pettingzoo_finds_nothing_wrong(game: str) -> None:
    api_test(module(game).env(), num_cycles=400)
    api_test(module(game).raw_env(), num_cycles=400)
    seed_test(module(game).env, num_cycles=120)
    render_test(module(game).env)


def test_max_turns_is_kept() -> None:
    """PettingZoo's `max_cycles_test` is for parallel environments; this is the same question."""
    env = module("card_game_v0").raw_env(max_turns=4)
    env.reset(seed=0)
    decisions = 0
    while not any(env.truncations.values()):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
        decisions += 1
    assert decisions == 8
    assert not any(env.terminations.values())


@every_game
def test_it_is_made_by_pettingzoo_too(game: str) -> None:
    for name in (game, standard_id(game)):
        env = pettingzoo.make("aec", name)
        env.reset(seed=4)
        assert env.unwrapped.table.record() == lostcities_env.new_game(game, seed=4).record()


@every_case
def test_rewards_reach_every_agent_at_the_right_moment(game: str, options: dict[str, Any]) -> None:
    env = module(game).raw_env(**options)
    env.reset(seed=8)
    state = lostcities_env.new_game(game, seed=8, **options)
    waiting = dict.fromkeys(env.possible_agents, 0.0)
    choices = random.Random(8)
    while not state.is_over:
        agent = env.agent_selection
        assert agent == f"player_{state.current_player}"
        assert env.last()[1] == pytest.approx(waiting[agent])
        action = choices.choice(state.legal_actions())
        waiting[agent] = 0.0
        env.step(action)
        state.apply(action)
        for seat, reward in enumerate(state.rewards):
            assert env.rewards[f"player_{seat}"] == pytest.approx(reward)
            waiting[f"player_{seat}"] += reward
    for _ in env.possible_agents:
        observation, reward, *_ = env.last()
        assert reward == pytest.approx(waiting[env.agent_selection])
        assert not observation["action_mask"].any()
        env.step(None)
    assert env.agents == []


@every_case
def test_observations_are_in_their_spaces(game: str, options: dict[str, Any]) -> None:
    env = module(game).raw_env(**options)
    env.reset(seed=6)
    choices = random.Random(6)
    while not env.table.is_over:
        for agent in env.agents:
            observation = env.observe(agent)
            assert env.observation_space(agent).contains(observation)
            assert observation["action_mask"].any() == (agent == env.agent_selection)
        assert env.state_space.contains(env.state())
        env.step(choices.choice(env.table.legal_actions()))


@every_game
@pytest.mark.parametrize("make", ["env", "raw_env"])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_identically(game: str, make: str, copied: Callable[[Any], Any]) -> None:
    env = getattr(module(game), make)()
    env.reset(seed=17)
    choices = random.Random(17)
    for _ in range(25):
        env.step(choices.choice(np.flatnonzero(env.last()[0]["action_mask"])))
    twin = copied(env)
    before = env.unwrapped.table.to_bytes()
    end = play(twin, random.Random(1))
    assert env.unwrapped.table.to_bytes() == before
    assert play(env, random.Random(1)) == end
    env.reset()
    twin.reset()
    assert play(env, random.Random(2)) == play(twin, random.Random(2))


@every_game
def test_an_illegal_action_raises_in_the_raw_environment_and_changes_nothing(game: str) -> None:
    env = module(game).raw_env()
    env.reset(seed=1)
    before = (env.table.to_bytes(), env.agent_selection, dict(env._cumulative_rewards))
    illegal = int((1 - env.observe(env.agent_selection)["action_mask"]).argmax())
    with pytest.raises(IllegalAction, match=f"{env.table.describe(illegal)} is not legal: "):
        env.step(illegal)
    with pytest.raises(IllegalAction, match="ids are whole numbers"):
        env.step(-1)
    assert (env.table.to_bytes(), env.agent_selection, dict(env._cumulative_rewards)) == before


@every_game
@pytest.mark.filterwarnings("ignore")
def test_an_illegal_move_loses_in_the_wrapped_environment(game: str) -> None:
    env = module(game).env()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int((1 - env.last()[0]["action_mask"]).argmax()))
    assert all(env.terminations.values())
    assert env.rewards[agent] == -1
    env.reset()
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(10_000)


@every_game
def test_rendering_is_text(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = module(game).raw_env(render_mode="ansi")
    env.reset(seed=2)
    assert env.render() == str(env.table)
    assert capsys.readouterr().out == ""
    human = module(game).raw_env(render_mode="human")
    human.reset(seed=2)
    human.step(int(human.last()[0]["action_mask"].argmax()))
    shown = capsys.readouterr().out
    assert str(env.table) in shown
    assert str(human.table) in shown
    assert "\x1b" not in shown


def test_cards_are_painted_on_a_terminal() -> None:
    assert in_colour("Y7 and Rw") == "\x1b[93mY7\x1b[0m and \x1b[91mRw\x1b[0m"


@every_game
def test_wrong_settings_are_named(game: str) -> None:
    with pytest.raises(ValueError, match="render_mode must be"):
        module(game).env(render_mode="rgb_array")
    with pytest.raises(ValueError, match=f"{game} has no option 'colours'; its options are"):
        module(game).env(colours=5)


@every_game
def test_a_game_may_be_dealt_from_what_is_written_down(game: str) -> None:
    setups = lostcities_env.new_game(game, seed=33).setups_played()
    env = module(game).env()
    env.reset(options={"setups": setups})
    assert env.unwrapped.table.setups_played() == setups


@every_game
def test_without_a_seed_games_differ_and_with_one_they_repeat(game: str) -> None:
    env = module(game).raw_env()
    env.reset(seed=5)
    first = env.table.setups_played()
    env.reset()
    second = env.table.setups_played()
    env.reset(seed=5)
    assert env.table.setups_played() == first != second
    env.reset()
    assert env.table.setups_played() == second
    other = TableEnv(env.variant)
    other.reset()
    assert other.table.setups_played() != first
