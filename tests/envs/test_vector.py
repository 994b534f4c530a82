"""Many learning seats at once: the same games as one by one, and nothing shared that should not be."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import lostcities_env
from lostcities_env import Batch, IllegalAction, State
from lostcities_env.agents.player import act_on_rows
from lostcities_env.agents.roster import SEARCH, player_names
from lostcities_env.envs.registry import standard_id
from lostcities_env.envs.single import SeatEnv
from lostcities_env.envs.vector import SeatVectorEnv
from tests.conformance.cases import every_case, every_game, find_game
from tests.conformance.test_engine import BUFFERS, random_actions
from tests.envs.learning import Told, by_view, by_view_too, story

STEPS = 150


def decisions(observations: dict[str, np.ndarray]) -> np.ndarray:
    """What a learner that plays `by_view` does in every game."""
    pairs = zip(observations["observation"], observations["action_mask"], strict=True)
    return np.array([by_view(*pair) for pair in pairs])


def play(env: Any, steps: int, seed: int) -> list[list[Told]]:
    """Play `by_view` for some steps; returns for each environment all that the learner was told."""
    observations, infos = env.reset(seed=seed)
    heard: list[list[Told]] = [[] for _ in range(env.num_envs)]
    for row, view in enumerate(observations["observation"]):
        heard[row].append(Told(view.tobytes(), 0.0, False, False, int(infos["seat"][row]), [], []))
    for _ in range(steps):
        observations, rewards, ended, cut, infos = env.step(decisions(observations))
        assert (infos["action_mask"] == observations["action_mask"]).all()
        for row, view in enumerate(observations["observation"]):
            if ended[row] or cut[row]:
                heard[row].append(last(infos, row, rewards, ended, cut))
                begun = Told(view.tobytes(), 0.0, False, False, int(infos["seat"][row]), [], [])
                heard[row].append(begun)
            else:
                seat = int(infos["seat"][row])
                told = Told(view.tobytes(), float(rewards[row]), False, False, seat, [], [])
                heard[row].append(told)
    return heard


def last(infos: Any, row: int, rewards: Any, ended: Any, cut: Any) -> Told:
    """What the learner was told of the end of a game."""
    assert infos["_final_obs"][row]
    assert infos["_final_info"][row]
    view, result = infos["final_obs"][row], infos["final_info"]
    assert not view["action_mask"].any()
    return Told(
        view["observation"].tobytes(),
        float(rewards[row]),
        bool(ended[row]),
        bool(cut[row]),
        int(result["seat"][row]),
        result["scores"][row].tolist(),
        result["winners"][row],
    )


def play_alone(env: SeatEnv, steps: int, seed: int, row: int) -> list[Told]:
    """The same by a single environment, which is reset whenever a game is over."""
    observation, info = env.reset(seed=seed, options={"row": row})
    heard = [Told(observation["observation"].tobytes(), 0.0, False, False, info["seat"], [], [])]
    for _ in range(steps):
        action = by_view(observation["observation"], observation["action_mask"])
        observation, reward, ended, cut, info = env.step(action)
        view, end = observation["observation"].tobytes(), (info.get("scores", []),)
        heard.append(Told(view, reward, ended, cut, info["seat"], *end, info.get("winners", [])))
        if ended or cut:
            observation, info = env.reset()
            view = observation["observation"].tobytes()
            heard.append(Told(view, 0.0, False, False, info["seat"], [], []))
    return heard


@every_case
def test_it_plays_what_single_environments_play(game: str, options: dict[str, Any]) -> None:
    for seat in (*range(find_game(game).variant(options).players), "random"):
        many = SeatVectorEnv(game, 3, opponents="random", seat=seat, **options)
        alone = SeatEnv(game, opponents="random", seat=seat, **options)
        heard = play(many, STEPS, seed=12)
        for row in range(3):
            assert heard[row] == play_alone(alone, STEPS, 12, row)


@every_game
def test_every_named_player_plays_the_same_alone_and_among_many(game: str) -> None:
    """`search` too, by playouts: its chance comes from the seat, not from who else is asked."""
    for name in player_names(find_game(game).variant({})):
        spec, steps = (f"{SEARCH}:16", 20) if name == SEARCH else (name, 60)
        many = SeatVectorEnv(game, 2, opponents=spec, seat="random")
        alone = SeatEnv(game, opponents=spec, seat="random")
        assert play(many, steps, seed=4)[1] == play_alone(alone, steps, 4, 1)


@every_game
def test_a_player_that_needs_views_is_shown_nothing_hidden(game: str) -> None:
    """It would do the same, and see the same worlds, at a table where all that is hidden differs."""
    told: list[Any] = []

    class Curious:
        name, needs_views = "curious", True

        def act(self, view: Any) -> int:
            public = {name: getattr(view, name) for name in dir(view) if name[0] != "_"}
            assert not any(isinstance(value, (Batch, State)) for value in public.values())
            worlds = [State.from_table(view.variant, table) for table in view.worlds(2, view.seed)]
            shown = [world.full_state() for world in (*worlds, view.determinize(3))]
            told.append([part.tobytes() for part in (view.observation, view.action_mask, *shown)])
            return int(view.legal_actions()[0])

        def act_rows(self, variant: Any, observations: Any, masks: Any) -> Any:
            raise AssertionError("it cannot answer rows")

    learners = SeatVectorEnv(game, 3, opponents=Curious(), seat=1).learners
    learners.reset(seed=8)
    for row in range(3):
        batch, player = learners.batch, int(learners.batch.current_players[row])
        state = batch.state(row)
        seen = []
        for seed in (5, 6):
            told.clear()
            batch._states[row] = state.determinize(player, seed)._tables[0]
            act_on_rows(Curious(), batch, np.array([row]), [9])
            seen.append(told[0])
        assert seen[0] == seen[1]


@every_case
def test_the_learner_is_told_what_the_rules_say(game: str, options: dict[str, Any]) -> None:
    for seat in range(find_game(game).variant(options).players):
        many = SeatVectorEnv(game, 2, opponents=by_view_too, seat=seat, **options)
        for row, heard in enumerate(play(many, STEPS, seed=7)):
            expected = list(story(game, options, seed=7, row=row, seat=seat, games=8))
            assert heard == expected[: len(heard)]


@every_game
def test_results_depend_neither_on_the_number_of_games_nor_on_threads(game: str) -> None:
    whole = play(SeatVectorEnv(game, 160, seat="random"), 30, seed=2)
    threaded = play(SeatVectorEnv(game, 160, seat="random", num_threads=2), 30, seed=2)
    part = play(SeatVectorEnv(game, 5, seat="random", first_row=100), 30, seed=2)
    assert threaded == whole
    assert part == whole[100:105]


@every_game
def test_reset_goes_on_with_the_next_games_and_a_seed_begins_again(game: str) -> None:
    env = SeatVectorEnv(game, 4, seat="random")
    first = env.reset(seed=3)[0]["observation"]
    second = env.reset()[0]["observation"]
    alone = SeatEnv(game, seat="random")
    alone.reset(seed=3, options={"row": 2})
    assert (alone.reset()[0]["observation"] == second[2]).all()
    assert (env.reset(seed=3)[0]["observation"] == first).all()
    assert (SeatVectorEnv(game, 4).reset()[0]["observation"] != first).any()


@every_game
def test_several_opponents_are_each_asked_once_for_all_their_rows(game: str) -> None:
    players = max(find_game(game).player_counts)
    options = {"players": players} if len(find_game(game).player_counts) > 1 else {}
    asked: list[tuple[str, int]] = []

    class Counting:
        def __init__(self, name: str) -> None:
            self.name = name

        def act(self, view: Any) -> int:
            raise AssertionError("a batch asks for rows")

        def act_rows(self, variant: Any, observations: Any, masks: Any) -> Any:
            asked.append((self.name, len(masks)))
            return masks.argmax(axis=1)

    others = [Counting(str(i)) for i in range(players - 1)]
    env = SeatVectorEnv(game, 64, opponents=others, seat="random", **options)
    env.reset(seed=0)
    opening = asked[: players - 1]
    assert len({name for name, _ in opening}) == len(opening)
    assert max(rows for _, rows in asked) > 8


@every_game
def test_an_illegal_row_stops_the_whole_step(game: str) -> None:
    env = SeatVectorEnv(game, 4, seat=1)
    observations, _ = env.reset(seed=1)
    actions = decisions(observations)
    actions[2] = observations["action_mask"][2].argmin()
    before = env.learners.batch._states.tobytes()
    with pytest.raises(IllegalAction, match=r"row 2: .* is not legal: .*nothing was done"):
        env.step(actions)
    assert env.learners.batch._states.tobytes() == before


def test_what_is_handed_out_stays_as_it_was() -> None:
    env = SeatVectorEnv("card_game_v0", 8, max_turns=8)
    observations, infos = env.reset(seed=1)
    for _ in range(30):
        kept = [*observations.values(), infos["action_mask"], infos["seat"]]
        copies = [array.copy() for array in kept]
        observations, rewards, ended, cut, infos = env.step(decisions(observations))
        kept += [rewards, ended, cut]
        copies += [array.copy() for array in kept[-3:]]
        env.step(decisions(env._observations()))
        observations = env._observations()
        assert all((a == b).all() for a, b in zip(kept, copies, strict=True))


@every_game
def test_gymnasium_makes_it_and_wraps_it(game: str) -> None:
    env = gymnasium.make_vec(standard_id(game), num_envs=6, opponents="random", seat=0)
    assert isinstance(env.unwrapped, SeatVectorEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert env.action_space.shape == (6,)
    wrapped = RecordEpisodeStatistics(env)
    observations, _ = wrapped.reset(seed=0)
    lengths = []
    while not lengths:
        assert env.observation_space.contains(observations)
        observations, _, ended, cut, infos = wrapped.step(decisions(observations))
        if (ended | cut).any():
            lengths = infos["episode"]["l"][ended | cut].tolist()
    assert min(lengths) > 1
    env.close()


def test_it_says_as_much_as_gymnasiums_own_vector_does() -> None:
    """The same keys, shapes and types as a list of single environments in the same mode."""
    name, options = standard_id("card_game_v0"), {"max_turns": 6, "opponents": by_view_too}
    ours = gymnasium.make_vec(name, 2, **options)
    theirs = gymnasium.make_vec(
        name,
        2,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
        **options,
    )
    said = []
    for env in (ours, theirs):
        observations, infos = env.reset(seed=0)
        while "final_obs" not in infos:
            observations, *_, infos = env.step(decisions(observations))
        said.append(infos)
    assert said[0].keys() == said[1].keys()
    assert said[0]["final_info"].keys() == said[1]["final_info"].keys()
    assert said[0]["final_obs"].dtype == said[1]["final_obs"].dtype == object
    assert said[0]["final_obs"][0].keys() == said[1]["final_obs"][0].keys()
    assert said[0]["final_info"]["action_mask"].shape == said[1]["final_info"]["action_mask"].shape


def test_a_learner_that_is_never_to_move_is_an_error() -> None:
    with pytest.raises(ValueError, match="never to move"):
        SeatVectorEnv("card_game_v0", 2, seat=1, max_turns=1).reset(seed=1)


def test_wrong_resets_and_opponents_are_named() -> None:
    env = SeatVectorEnv("card_game_v0", 2, opponents=lambda view, mask: int(mask.argmin()), seat=1)
    with pytest.raises(ValueError, match="one seed"):
        env.reset(seed=[1, 2])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no options"):
        env.reset(options={"row": 1})
    with pytest.raises(RuntimeError, match="an opponent chose an illegal action: row 0: "):
        env.reset(seed=1)


def contents(batch: Batch, rows: Any) -> list[bytes]:
    return [getattr(batch, name)[rows].tobytes() for name in (*BUFFERS, "final_winners")]


@every_case
def test_stepping_some_rows_is_stepping_them_alone(game: str, options: dict[str, Any]) -> None:
    """Rows that are stepped go on as in a batch of their own; the others rest."""
    choices = np.random.default_rng(3)
    for threads in (1, 2):
        some = lostcities_env.make_batch(game, 200, seed=4, num_threads=threads, **options)
        all_of_them = lostcities_env.make_batch(game, 200, seed=4, **options)
        for _ in range(40):
            actions = random_actions(some, choices)
            chosen = choices.random(200) < 0.7
            resting = contents(some, ~chosen)
            some.step_rows(np.flatnonzero(chosen), actions[chosen])
            assert contents(some, ~chosen) == resting
            some.step_rows(np.flatnonzero(~chosen), actions[~chosen])
            all_of_them.step(actions)
            assert contents(some, slice(None)) == contents(all_of_them, slice(None))
        assert (some.game_numbers == all_of_them.game_numbers).all()


@pytest.mark.parametrize(
    ("rows", "message"),
    [([0, 0], "place 1 holds 0"), ([2, 1], "place 1 holds 1"), ([1, 4], "place 1 holds 4")],
)
def test_rows_are_different_and_ascending(rows: list[int], message: str) -> None:
    batch = lostcities_env.make_batch("card_game_v0", 4, seed=1)
    before = batch._states.tobytes()
    with pytest.raises(IllegalAction, match=message):
        batch.step_rows(rows, batch.action_masks[np.clip(rows, 0, 3)].argmax(axis=1))
    with pytest.raises(IllegalAction, match="place 0 holds -1"):
        batch.step_rows([-1], [0])
    assert batch._states.tobytes() == before


def test_an_illegal_action_among_some_rows_stops_them_all() -> None:
    batch = lostcities_env.make_batch("card_game_v0", 4, seed=1)
    before = batch._states.tobytes()
    illegal = int(batch.action_masks[3].argmin())
    with pytest.raises(IllegalAction, match=r"row 3: .* is not legal: .*nothing was done"):
        batch.step_rows([1, 3], [int(batch.action_masks[1].argmax()), illegal])
    with pytest.raises(IllegalAction, match="2 whole numbers"):
        batch.step_rows([1, 3], [0])
    assert batch._states.tobytes() == before
    batch.step_rows([], [])
    assert batch._states.tobytes() == before
