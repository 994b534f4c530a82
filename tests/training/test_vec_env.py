"""The VecEnv of stable-baselines3: the same games as Gymnasium's, told as its algorithms want it."""

from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecMonitor

from lostcities_env import IllegalAction
from lostcities_env.envs.vector import SeatVectorEnv
from tests.conformance.cases import every_case, every_game, find_game
from tests.envs.learning import by_view, by_view_too
from training.vec_env import SeatVecEnv

torch.set_num_threads(1)


def choose(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    return np.array([by_view(*pair) for pair in zip(observations, masks, strict=True)])


def test_a_player_that_searches_may_sit_in_it() -> None:
    ours = SeatVecEnv("card_game_v0", 2, opponents="search:12", seed=6)
    theirs = SeatVectorEnv("card_game_v0", 2, opponents="search:12")
    views, (expected, _) = ours.reset(), theirs.reset(seed=6)
    for _ in range(6):
        assert (views == expected["observation"]).all()
        actions = choose(views, get_action_masks(ours))
        views = ours.step(actions)[0]
        expected = theirs.step(actions)[0]


@every_case
def test_it_plays_what_gymnasiums_plays(game: str, options: dict[str, Any]) -> None:
    seat = find_game(game).variant(options).players - 1
    ours = SeatVecEnv(game, 4, seat=seat, seed=6, **options)
    theirs = SeatVectorEnv(game, 4, seat=seat, **options)
    views, (expected, _) = ours.reset(), theirs.reset(seed=6)
    for _ in range(120):
        masks = get_action_masks(ours)
        assert (views == expected["observation"]).all()
        assert (masks == expected["action_mask"]).all()
        actions = choose(views, masks)
        views, rewards, dones, infos = ours.step(actions)
        expected, paid, ended, cut, said = theirs.step(actions)
        assert (rewards == paid.astype(np.float32)).all()
        assert (dones == (ended | cut)).all()
        for row in np.flatnonzero(dones):
            end, final = infos[row], said["final_info"]
            assert (end["terminal_observation"] == said["final_obs"][row]["observation"]).all()
            assert end["scores"] == final["scores"][row].tolist()
            assert end["winners"] == final["winners"][row]
            assert end["seat"] == final["seat"][row]
            assert end["truncated"] == cut[row]
        assert all(infos[row] == {} for row in np.flatnonzero(~dones))


@every_game
def test_maskable_ppo_just_works(game: str) -> None:
    names = [option.name for option in find_game(game).options]
    options: dict[str, Any] = {"max_turns": 40} if "max_turns" in names else {}
    env = SeatVecEnv(game, 8, seat="random", seed=0, reward="margin", **options)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, n_epochs=1, seed=1)
    model.learn(8 * 32 * 4)
    assert model.ep_info_buffer
    assert {"r", "l", "t"} == model.ep_info_buffer[0].keys()
    returns, lengths = evaluate_policy(model, env, n_eval_episodes=4, return_episode_rewards=True)
    assert len(returns) == len(lengths) == 4


def test_the_dictionary_of_a_single_environment_suits_the_multi_input_policy() -> None:
    import gymnasium

    env = gymnasium.make("LostCities/CardGame-v0", opponents="random")
    model = MaskablePPO("MultiInputPolicy", env, n_steps=32, batch_size=32, n_epochs=1, seed=1)
    model.learn(64)


def test_episodes_are_told_as_monitor_tells_them() -> None:
    env = SeatVecEnv("card_game_v0", 4, reward="score", max_turns=30, seed=2)
    views = env.reset()
    episodes = 0
    for _ in range(80):
        views, _, dones, infos = env.step(choose(views, get_action_masks(env)))
        for row in np.flatnonzero(dones):
            assert infos[row]["episode"]["l"] == 30
            assert infos[row]["episode"]["r"] == infos[row]["scores"][0]
            episodes += 1
    assert episodes == 4 * (80 // 30)


@pytest.mark.filterwarnings("ignore:The environment is already wrapped with a `Monitor`")
def test_episodes_equal_those_of_vec_monitor() -> None:
    options: dict[str, Any] = {"reward": "margin", "max_turns": 60, "rounds": 3, "seed": 2}
    ours = SeatVecEnv("card_game_v0", 4, **options)
    watched = VecMonitor(SeatVecEnv("card_game_v0", 4, **options))
    views, _ = ours.reset(), watched.reset()
    ended = 0
    for _ in range(300):
        actions = choose(views, get_action_masks(ours))
        views, _, dones, infos = ours.step(actions)
        others = watched.step(actions)[3]
        for row in np.flatnonzero(dones):
            one, other = infos[row]["episode"], others[row]["episode"]
            assert (one["r"], one["l"]) == (other["r"], other["l"])
            ended += 1
    assert ended


def test_a_truncated_game_is_not_bootstrapped() -> None:
    """PPO adds a value only where `TimeLimit.truncated` is set; here the table has paid it all."""
    env = SeatVecEnv("card_game_v0", 4, reward="margin", max_turns=8, seed=3)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, n_epochs=1, gamma=1.0, seed=1)
    truncated, paid = 0, []
    step = env.step_wait

    def watch() -> Any:
        nonlocal truncated
        views, rewards, dones, infos = step()
        paid.append(rewards.copy())
        truncated += sum(info.get("truncated", False) for info in infos)
        assert not any("TimeLimit.truncated" in info for info in infos)
        return views, rewards, dones, infos

    env.step_wait = watch  # type: ignore[method-assign]
    model.learn(4 * 32)
    assert truncated == 4 * 32 // 8
    assert (model.rollout_buffer.rewards == np.array(paid)).all()


def test_a_seed_deals_the_same_games_again() -> None:
    env = SeatVecEnv("card_game_v0", 4)
    assert env.seed(5) == [5] * 4
    first = env.reset()
    following = env.reset()
    assert (following != first).any()
    env.seed(5)
    assert (env.reset() == first).all()
    assert (env.reset() == following).all()
    assert (SeatVecEnv("card_game_v0", 4, seed=5).reset() == first).all()


def test_attributes_and_methods_are_asked_by_row() -> None:
    env = SeatVecEnv("card_game_v0", 6, seat="random", seed=1)
    env.reset()
    masks = env.env_method("action_masks", indices=[1, 3])
    assert (np.stack(masks) == env.action_masks()[[1, 3]]).all()
    assert (env.get_attr("action_masks", 2)[0]() == env.action_masks()[2]).all()
    assert env.get_attr("seat") == env.learners.seats.tolist()
    assert env.get_attr("render_mode") == [None] * 6
    assert is_masking_supported(env)
    assert not env.has_attr("no_such_thing")
    assert env.env_is_wrapped(Monitor, 0) == [True]
    assert env.env_is_wrapped(VecMonitor) == [False] * 6  # type: ignore[arg-type]
    env.set_attr("opponents", by_view_too)
    assert env.get_attr("opponents")[0] is by_view_too
    with pytest.raises(ValueError, match="all games at once"):
        env.set_attr("opponents", "random", indices=[0])
    with pytest.raises(ValueError, match="there is no player"):
        env.set_attr("opponents", "nobody")
    assert env.opponents is by_view_too
    env.close()


def test_new_opponents_sit_down_at_once() -> None:
    env = SeatVecEnv("card_game_v0", 4, seed=1)
    env.reset()
    asked = []

    def watched(observation: Any, mask: Any) -> int:
        asked.append(1)
        return by_view(observation, mask)

    env.opponents = watched
    for _ in range(2):
        env.step(env.action_masks().argmax(axis=1))
    assert len(asked) == 8


def test_what_is_handed_out_stays_as_it_was() -> None:
    env = SeatVecEnv("card_game_v0", 4, max_turns=6, seed=1)
    kept: list[Any] = [env.reset()]
    copies = [kept[0].copy()]
    for _ in range(20):
        actions = env.action_masks().argmax(axis=1)
        env.step_async(actions)
        actions[:] = -1
        views, rewards, dones, infos = env.step_wait()
        lasts = [info["terminal_observation"] for info in infos if info]
        kept += [views, rewards, dones, *lasts]
        copies += [array.copy() for array in (views, rewards, dones, *lasts)]
    assert all((a == b).all() for a, b in zip(kept, copies, strict=True))


def test_an_illegal_action_raises() -> None:
    env = SeatVecEnv("card_game_v0", 3, seed=1)
    env.reset()
    with pytest.raises(IllegalAction, match=r"row 0: .*nothing was done"):
        env.step(env.action_masks().argmin(axis=1))
