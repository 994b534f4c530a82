"""Many games at once, in small: every path of the batch, compiled or not."""

import pickle

import numpy as np
import pytest

import lostcities_env
from lostcities_env import Batch, IllegalAction

MATCH = {"rounds": 3, "max_turns": 60}


def first_moves(batch: Batch) -> np.ndarray:
    return batch.action_masks.argmax(axis=1)


def test_a_step_writes_every_buffer() -> None:
    batch = lostcities_env.make_batch("card_game_v0", 3, seed=0)
    before = batch.observations.copy()
    batch.step(first_moves(batch))
    assert (batch.observations != before).any(axis=1).all()
    assert batch.current_players.tolist() == [0, 0, 0]
    assert not batch.rewards.any()
    assert batch.nbytes > batch.observations.nbytes


def test_a_truncated_game_is_reported_once_and_dealt_anew() -> None:
    batch = lostcities_env.make_batch("card_game_v0", 2, seed=0, max_turns=1, reward="score")
    batch.step(first_moves(batch))
    batch.step(first_moves(batch))
    assert batch.truncations.all()
    assert not batch.terminations.any()
    assert (batch.rewards == batch.final_scores).all()
    assert batch.final_winners.any(axis=1).all()
    assert batch.final_observations.any(axis=2).all()
    assert batch.game_numbers.tolist() == [1, 1]
    batch.step(first_moves(batch))
    assert not batch.truncations.any()
    assert not batch.final_observations.any()
    assert not batch.final_winners.any()


def test_a_rollout_plays_matches_to_their_end() -> None:
    batch = lostcities_env.make_batch("card_game_v0", 2, seed=1, **MATCH)
    ended = 0
    for _ in range(500):
        batch.rollout(1)
        ended += int((batch.terminations | batch.truncations).sum())
    batch.rollout(0)
    assert ended == batch.game_numbers.sum() > 0


def test_some_rows_may_step_alone() -> None:
    batch = lostcities_env.make_batch("card_game_v0", 3, seed=2)
    untouched = batch.observations[1].copy()
    batch.step_rows([0, 2], first_moves(batch)[[0, 2]])
    assert (batch.observations[1] == untouched).all()
    legal = first_moves(batch)
    for rows, why in (([2, 0], "ascending"), ([0, 9], "below 3"), ([0, 0], "different")):
        with pytest.raises(IllegalAction, match=why):
            batch.step_rows(rows, [legal[row % 3] for row in rows])
    illegal = int((~batch.action_masks[1]).argmax())
    with pytest.raises(IllegalAction, match=r"row 1: .* is not legal: .*nothing was done"):
        batch.step_rows([1], [illegal])


def test_threads_do_slices_of_the_rows() -> None:
    one = lostcities_env.make_batch("rivals_v0", 130, seed=3)
    two = lostcities_env.make_batch("rivals_v0", 130, seed=3, num_threads=2)
    for batch in (one, two):
        batch.rollout(2)
        batch.step(first_moves(batch))
    assert (one.observations == two.observations).all()


def test_all_games_may_be_left_and_dealt_anew() -> None:
    batch = lostcities_env.make_batch("board_game_v0", 2, seed=4)
    first = batch.observations.copy()
    batch.deal_anew()
    assert batch.game_numbers.tolist() == [1, 1]
    assert (batch.observations != first).any(axis=1).all()


def test_an_illegal_row_and_a_wrong_array_are_named() -> None:
    batch = lostcities_env.make_batch("card_game_v0", 2, seed=5)
    actions = first_moves(batch)
    actions[1] = (~batch.action_masks[1]).argmax()
    with pytest.raises(IllegalAction, match="row 1: "):
        batch.step(actions)
    with pytest.raises(IllegalAction, match="2 whole numbers"):
        batch.step([0.5, 0.5])
    with pytest.raises(ValueError, match="num_games must be a whole number"):
        lostcities_env.make_batch("card_game_v0", 2.5, seed=0)  # type: ignore[arg-type]


def test_worlds_are_redealt_tables() -> None:
    state = lostcities_env.new_game("card_game_v0", seed=6)
    worlds = state.worlds(player=0, count=4, seed=1)
    assert len({table["deck"].tobytes() for table in worlds}) == 4
    assert (worlds["hand"][:, 0] == state._tables["hand"][0, 0]).all()


def test_a_variant_can_be_pickled() -> None:
    variant = lostcities_env.new_game("rivals_v0", seed=0, players=3).variant
    assert pickle.loads(pickle.dumps(variant)).values == variant.values
