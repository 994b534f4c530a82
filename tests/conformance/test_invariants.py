"""What holds in every game after every move, with Hypothesis choosing the moves."""

import copy
import json
import pickle
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lostcities_env
from lostcities_env import State
from tests.conformance.cases import CASES, of_game

cases = st.sampled_from([(game, options) for game, _, options in CASES])
seeds = st.integers(0, 2**32)
plays = st.lists(st.integers(0, 2**16), max_size=400)
thorough = settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def play(state: State, choices: list[int]) -> State:
    for choice in choices:
        legal = state.legal_actions()
        if not legal:
            break
        state.apply(legal[choice % len(legal)])
    return state


def start(case: tuple[str, dict[str, Any]], seed: int) -> State:
    game, options = case
    return lostcities_env.new_game(game, seed=seed, **options)


@thorough
@given(cases, seeds, plays)
def test_cards_are_conserved_and_somebody_can_always_move(
    case: tuple[str, dict[str, Any]], seed: int, choices: list[int]
) -> None:
    state = start(case, seed)
    census = of_game(case[0], "census").census
    everything = census(state)
    for choice in choices:
        play(state, [choice])
        assert census(state) == everything
        assert state.is_over == (state.legal_actions() == []) == (state.current_player == -1)
        assert state.is_over == (state.winners() != [])
        low, high = state.variant.observation.bounds()
        for seat in range(state.num_players):
            view = state.observation(seat)
            assert np.isfinite(view).all()
            assert (low <= view).all()
            assert (view <= high).all()


@thorough
@given(cases, seeds, plays, plays)
def test_copies_are_independent(
    case: tuple[str, dict[str, Any]], seed: int, before: list[int], after: list[int]
) -> None:
    state = play(start(case, seed), before)
    saved = state.to_bytes()
    copies = (
        state.clone(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
    )
    for twin in copies:
        assert twin.to_bytes() == saved
        play(twin, after)
        assert state.to_bytes() == saved
    play(state, after)
    assert {twin.to_bytes() for twin in copies} == {state.to_bytes()}


@thorough
@given(cases, seeds, plays, plays)
def test_bytes_go_on_where_they_were_written(
    case: tuple[str, dict[str, Any]], seed: int, before: list[int], after: list[int]
) -> None:
    state = play(start(case, seed), before)
    loaded = State.from_bytes(state.to_bytes())
    assert play(loaded, after).record() == play(state, after).record()
    assert loaded.rewards == state.rewards


@thorough
@given(cases, seeds, plays)
def test_a_record_replays_to_the_same_game(
    case: tuple[str, dict[str, Any]], seed: int, choices: list[int]
) -> None:
    state = play(start(case, seed), choices)
    record = state.record()
    replayed = lostcities_env.replay(json.loads(json.dumps(record)))
    assert replayed.record() == record
    for seat in range(state.num_players):
        assert (replayed.observation(seat) == state.observation(seat)).all()
    assert str(replayed) == str(state)


@thorough
@given(cases, seeds)
def test_rewards_add_up(case: tuple[str, dict[str, Any]], seed: int) -> None:
    state = start(case, seed)
    earned = np.zeros(state.num_players)
    rng = np.random.default_rng(seed)
    while not state.is_over:
        state.apply(rng.choice(state.legal_actions()))
        earned += state.rewards
    scores, winners = np.array(state.scores()), state.winners()
    reward = state.variant.values["reward"]
    if reward == "score":
        assert earned.tolist() == scores.tolist()
    elif reward == "margin":
        margins = [score - np.delete(scores, seat).max() for seat, score in enumerate(scores)]
        assert earned.tolist() == margins
    elif len(winners) == len(scores):
        assert not earned.any()
    else:
        others = len(scores) - len(winners)
        wanted = [
            1 / len(winners) if seat in winners else -1 / others for seat in range(len(scores))
        ]
        assert np.allclose(earned, wanted)
        assert abs(earned.sum()) < 1e-6


@thorough
@given(cases, seeds, plays)
def test_words_and_ids_are_one_to_one(
    case: tuple[str, dict[str, Any]], seed: int, choices: list[int]
) -> None:
    state = play(start(case, seed), choices)
    words = [state.describe(action) for action in range(state.variant.actions.size)]
    assert len(set(words)) == len(words)
    assert [state.parse(text) for text in words] == list(range(len(words)))
    for action in set(range(len(words))) - set(state.legal_actions()):
        assert state.why_not(action).startswith(f"{words[action]} is not legal: ")
