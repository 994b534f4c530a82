"""The Gymnasium environment of one game: the standard checks, and who is paid what, and when."""

import copy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from stable_baselines3.common.env_checker import check_env as check_env_for_sb3

import lostcities_env
from lostcities_env import IllegalAction
from lostcities_env.agents.roster import make_player
from lostcities_env.envs.registry import register, standard_id
from lostcities_env.envs.single import SeatEnv
from tests.conformance.cases import every_case, every_game, find_game
from tests.envs.learning import Told, by_view, by_view_too, story

SORTED = " ".join(f"{c}{v}" for c in "YBWGR" for v in ["w", "w", "w", *range(2, 11)])


def told(observation: Any, reward: float, ended: bool, cut: bool, info: Any) -> Told:
    """What an environment says, in the form of the referee."""
    assert (info["action_mask"] == observation["action_mask"]).all()
    end = (info.get("scores", []), info.get("winners", []))
    return Told(observation["observation"].tobytes(), reward, ended, cut, info["seat"], *end)


def play(env: Any, games: int, **first: Any) -> list[Told]:
    """Play some games `by_view`; returns all that the learner was told."""
    heard = []
    for _ in range(games):
        observation, info = env.reset(**first)
        first = {}
        heard.append(told(observation, 0.0, False, False, info))
        ended = cut = False
        while not ended and not cut:
            mask = observation["action_mask"]
            observation, reward, ended, cut, info = env.step(
                by_view(observation["observation"], mask)
            )
            heard.append(told(observation, reward, ended, cut, info))
    return heard


@every_game
def test_the_standard_checks_find_nothing(game: str) -> None:
    for seat in (0, 1, "random"):
        env = gymnasium.make(standard_id(game), opponents="random", seat=seat)
        check_env(env.unwrapped, skip_render_check=True)
        check_env_for_sb3(env)
    check_env(gymnasium.make(standard_id(game), render_mode="ansi").unwrapped)


@every_game
def test_it_is_registered_once(game: str) -> None:
    register()
    spec = gymnasium.spec(standard_id(game))
    assert isinstance(spec.entry_point, str)
    assert isinstance(spec.vector_entry_point, str)


@every_case
def test_the_learner_is_told_what_the_rules_say(game: str, options: dict[str, Any]) -> None:
    players = find_game(game).variant(options).players
    for seat in range(players):
        env = SeatEnv(game, opponents=by_view_too, seat=seat, **options)
        heard = play(env, games=2, seed=5, options={"row": 3})
        assert heard == list(story(game, options, seed=5, row=3, seat=seat, games=2))


def words(*plan: str) -> Any:
    """A player of the card game that follows a plan, then discards its first card and draws."""
    variant = find_game("card_game_v0").variant({})
    left = [variant.parse(entry) for entry in plan]

    def player(observation: Any, mask: Any) -> int:
        if left and mask[left[0]]:
            return left.pop(0)
        legal = [int(action) for action in np.flatnonzero(mask)]
        discards = [a for a in legal if variant.words[a].startswith("discard")]
        return discards[0] if discards else variant.parse("draw")

    return player


def card_game(opponent: Any, seat: int = 0, setup: Any = None, **options: Any) -> Any:
    """A card game whose deal is written down: seat 0 begins and holds Yw Yw Y3 ..., seat 1 Yw Y2 Y4."""
    env = SeatEnv("card_game_v0", opponents=opponent, seat=seat, **options)
    env.reset(seed=0, options={"setups": [setup or {"starter": 0, "deck": SORTED}]})
    return env


def steps(env: Any, player: Any, count: int) -> list[tuple[float, bool, bool]]:
    """What so many decisions of the learner bring in: reward, terminated, truncated."""
    brought = []
    for _ in range(count):
        action = player(env.table.observation(), env.action_masks())
        brought.append(env.step(action)[1:4])
    return brought


NOTHING = (0.0, False, False)


def test_a_game_that_ends_on_anothers_move_pays_the_last_decision() -> None:
    env = card_game(words("play Y4"), reward="margin")
    brought = steps(env, words(), 44)
    assert brought[:-1] == [NOTHING] * 43
    assert brought[-1] == (16.0, True, False)
    assert env.table.scores() == [0, -16]


def test_a_game_that_ends_on_the_learners_own_move_pays_that_move() -> None:
    env = card_game(words("play Y4"), seat=1, reward="score")
    brought = steps(env, words("play Y4"), 44)
    assert brought == [NOTHING] * 43 + [(-16.0, True, False)]


def test_a_deal_that_ends_on_anothers_move_pays_while_the_game_goes_on() -> None:
    env = card_game(words("play Y4"), reward="margin", rounds=3)
    brought = steps(env, words(), 44)
    assert brought == [NOTHING] * 43 + [(16.0, False, False)]
    assert env.table.num_deals == 2
    assert env.table.current_player == 0


def test_the_opening_of_the_next_deal_comes_after_what_the_last_one_paid() -> None:
    """The learner lost the deal, so the opponent begins the next one within the same step."""
    env = card_game(words(), reward="margin", rounds=3)
    brought = steps(env, words("play Y3"), 44)
    assert brought == [NOTHING] * 43 + [(-17.0, False, False)]
    assert env.table.num_deals == 2
    assert len(env.table.record()["actions"]) == 2 * 44 + 2


def test_the_win_is_paid_once_at_the_end_of_a_match() -> None:
    env = card_game(words("play Y4"), rounds=3)
    brought = steps(env, words(), 43)
    while not env.table.is_over:
        brought += steps(env, words(), 1)
    assert brought[:-1] == [NOTHING] * (len(brought) - 1)
    assert brought[-1] == (1.0, True, False)


@pytest.mark.parametrize(("turns", "decisions"), [(3, 4), (4, 4)])
def test_truncation_is_told_as_such_on_whosever_move(turns: int, decisions: int) -> None:
    env = card_game(words("play Y4"), reward="margin", max_turns=turns)
    brought = steps(env, words("play Y3"), decisions)
    assert brought == [NOTHING] * (decisions - 1) + [(-17.0 + 16.0, False, True)]


def test_the_last_observation_is_the_learners_own_view_of_the_end() -> None:
    env = card_game(words("play Y4"), max_turns=4)
    steps(env, words(), 3)
    observation, reward, terminated, truncated, info = env.step(env.table.parse("draw"))
    assert (reward, terminated, truncated) == (1.0, False, True)
    assert (observation["observation"] == env.table.observation(0)).all()
    assert not observation["action_mask"].any()
    assert not env.action_masks().any()
    assert (info["scores"], info["winners"], info["seat"]) == ([0, -16], [0], 0)
    with pytest.raises(IllegalAction, match="the game is over"):
        env.step(0)


def test_others_who_begin_have_played_when_reset_returns() -> None:
    env = card_game(words("play Y3"), seat=1)
    assert env.table.record()["actions"] == ["play Y3", "draw"]
    assert env.table.current_player == 1


def test_games_that_end_before_the_learner_is_to_move_are_passed_over() -> None:
    env = SeatEnv("card_game_v0", seat=1, starter="random", max_turns=1)
    numbers = []
    for i in range(20):
        env.reset(seed=4 if i == 0 else None)
        assert env.table.record()["actions"] == []
        numbers.append(env._number)
    assert numbers == sorted(set(numbers))
    assert numbers[-1] > 25


def test_a_learner_that_is_never_to_move_is_an_error() -> None:
    with pytest.raises(ValueError, match="never to move"):
        SeatEnv("card_game_v0", seat=1, max_turns=1).reset(seed=1)
    with pytest.raises(ValueError, match="never to move"):
        card_game("random", seat=1, max_turns=1)


@every_game
def test_an_illegal_action_is_explained_and_changes_nothing(game: str) -> None:
    env = gymnasium.make(standard_id(game), seat=1)
    observation, _ = env.reset(seed=2)
    bare: Any = env.unwrapped
    before = bare.table.to_bytes()
    illegal = int((1 - observation["action_mask"]).argmax())
    with pytest.raises(IllegalAction, match=f"{bare.table.describe(illegal)} is not legal: "):
        env.step(illegal)
    assert bare.table.to_bytes() == before
    assert (bare.action_masks() == observation["action_mask"]).all()


@every_game
def test_samples_are_legal(game: str) -> None:
    env = gymnasium.make(standard_id(game), seat="random")
    env.reset(seed=9)
    env.action_space.seed(9)
    for _ in range(300):
        action = env.action_space.sample()
        assert env.get_wrapper_attr("action_masks")()[action]
        _, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            env.reset()


@every_game
def test_the_same_seed_is_the_same_game_against_random_players(game: str) -> None:
    envs = [gymnasium.make(standard_id(game), seat="random") for _ in range(2)]
    once, again = (play(env, games=3, seed=8) for env in envs)
    assert once == again == play(envs[0], games=3, seed=8)
    assert once != play(envs[0], games=3, seed=9)
    first = lostcities_env.new_game(game, seed=8)
    envs[0].reset(seed=8)
    bare: Any = envs[0].unwrapped
    assert bare.table.record()["setups"] == first.record()["setups"]


@every_case
def test_a_random_seat_is_any_seat(game: str, options: dict[str, Any]) -> None:
    env = SeatEnv(game, seat="random", **options)
    seats = [env.reset(seed=0 if i == 0 else None)[1]["seat"] for i in range(24)]
    assert set(seats) == set(range(env.variant.players))


@every_case
def test_opponents_sit_in_the_order_of_the_seats(game: str, options: dict[str, Any]) -> None:
    players = find_game(game).variant(options).players
    for seat in range(players):
        seen: list[int] = []

        def at(place: int, seen: list[int] = seen) -> Any:
            def player(observation: Any, mask: Any) -> int:
                seen.append(place)
                return by_view(observation, mask)

            return player

        others = [other for other in range(players) if other != seat]
        env = SeatEnv(game, opponents=[at(other) for other in others], seat=seat, **options)
        env.reset(seed=1)
        while not env.table.is_over:
            env.step(env.action_space.sample())
        state = lostcities_env.new_game(game, seed=1, **options)
        movers = []
        for action in env.table.record()["actions"]:
            movers.append(state.current_player)
            state.apply(action)
        assert seen == [mover for mover in movers if mover != seat]


def test_a_player_that_was_made_before_may_sit_down() -> None:
    game = "card_game_v0"
    player = make_player("random", find_game(game).variant({}), seed=99)
    env = gymnasium.make(standard_id(game), opponents=player)
    assert play(env, 2, seed=3) == play(SeatEnv(game, opponents="random"), 2, seed=3)


def test_an_opponents_illegal_move_is_laid_at_its_door() -> None:
    env = SeatEnv("card_game_v0", opponents=lambda observation, mask: int(mask.argmin()), seat=1)
    with pytest.raises(RuntimeError, match=r"an opponent chose an illegal action: .* is not legal"):
        env.reset(seed=0)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"seat": 2}, "seat must be a seat from 0 to 1 or 'random', not 2"),
        ({"seat": True}, "seat must be"),
        ({"seat": "any"}, "seat must be"),
        ({"opponents": "nobody"}, "there is no player 'nobody'"),
        ({"opponents": ["random", "random"]}, "a list of 1, one for each other seat, not 2"),
        ({"render_mode": "rgb_array"}, "render_mode must be"),
        ({"colours": 5}, "no option 'colours'"),
    ],
)
def test_wrong_settings_are_named(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        SeatEnv("card_game_v0", **wrong)


@pytest.mark.parametrize(
    ("seed", "options", "message"),
    [
        (1, {"rows": 1}, "no option 'rows'"),
        (1, {"row": -1}, "row must be"),
        (None, {"row": 1}, "row goes with a seed"),
        (-1, {}, "-1"),
    ],
)
def test_wrong_resets_are_named(seed: int | None, options: dict[str, Any], message: str) -> None:
    env = SeatEnv("card_game_v0")
    with pytest.raises((ValueError, gymnasium.error.Error), match=message):
        env.reset(seed=seed, options=options)


@every_game
def test_it_is_drawn_as_the_learner_sees_it(game: str, capsys: Any) -> None:
    env = gymnasium.make(standard_id(game), seat=1, render_mode="ansi")
    env.reset(seed=3)
    bare: Any = env.unwrapped
    assert env.render() == bare.table.render(1)
    shown = gymnasium.make(standard_id(game), seat=1, render_mode="human")
    shown.reset(seed=3)
    assert capsys.readouterr().out.strip() == str(env.render()).strip()


@every_game
def test_a_copy_goes_on_identically(game: str) -> None:
    env = SeatEnv(game, seat="random")
    env.reset(seed=6)
    for _ in range(5):
        env.step(env.action_space.sample())
    twin = copy.deepcopy(env)
    assert play(env, 2) == play(twin, 2)
