"""The pool: who is drawn, who leaves, and that it survives being written down."""

import json
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from lostcities_env.agents.player import Rows
from tests.training.small import small
from training.pool import Pool


class Always:
    """An opponent that always does the same."""

    def __init__(self, action: int) -> None:
        self.action = action
        self.calls: list[int] = []

    def __call__(self, observations: Rows, masks: Rows) -> NDArray[np.int64]:
        self.calls.append(len(masks))
        return np.full(len(masks), self.action)


def pool_of(snapshots: int, **changes: object) -> Pool:
    settings = small(**{"anchors": {"random": 0.2}, "newest": 0.5, "pool": 3, **changes})
    pool = Pool(settings, {"random": Always(1)}, seed=1)
    for i in range(snapshots):
        pool.add(100 * i, Always(2 + i))
    pool.choose_active()
    return pool


def shares(pool: Pool) -> dict[str, float]:
    drawn = Counter(pool.draw(20_000).tolist())
    return {pool.records[i].name: count / 20_000 for i, count in drawn.items()}


def test_the_newest_and_the_anchors_get_their_shares() -> None:
    found = shares(pool_of(2))
    assert abs(found["newest"] - 0.5) < 0.02
    assert abs(found["random"] - 0.2) < 0.02


def test_without_snapshots_the_newest_takes_their_share() -> None:
    assert abs(shares(pool_of(0))["newest"] - 0.8) < 0.02


def test_harder_selves_are_met_more_often() -> None:
    pool = pool_of(2)
    easy, hard = pool.past
    pool.report(np.full(2000, easy), np.ones(2000))
    pool.report(np.full(2000, hard), np.full(2000, 0.4))
    found = shares(pool)
    assert found["self at 100"] > 10 * found.get("self at 0", 0)


def test_the_easiest_leaves_and_is_kept_only_while_it_sits_at_a_table() -> None:
    pool = pool_of(3)
    easiest = pool.past[1]
    pool.report(np.full(500, easiest), np.ones(500))
    pool.add(900, Always(9))
    assert easiest not in pool.past
    pool.choose_active()
    pool.forget({easiest})
    assert easiest in pool.records
    pool.forget(set())
    assert easiest not in pool.records


def test_opponents_are_asked_once_for_all_their_rows() -> None:
    pool = pool_of(1)
    ids = np.array([2, 1, 2, 2, 1, 2])
    actions = pool.answer(ids, np.zeros((6, 4), np.float32), np.ones((6, 3), np.bool_))
    assert actions.tolist() == [2, 1, 2, 2, 1, 2]
    assert pool._answer[2].calls == [4]  # type: ignore[attr-defined]


def test_scores_run_and_are_told_by_name() -> None:
    pool = pool_of(1)
    pool.report(np.array([1, 1, 0]), np.array([1.0, 1.0, 0.0]))
    ratings = pool.ratings()
    assert ratings["random"]["games"] == 2
    assert ratings["random"]["score"] > 0.5 > ratings["newest"]["score"]
    assert set(pool.anchor_scores()) == {"random"}


def test_a_pool_survives_being_written_down() -> None:
    pool = pool_of(3)
    pool.report(np.array([1, *pool.past]), np.array([1.0, 0.0, 1.0, 0.5]))
    written = json.loads(json.dumps(pool.to_json()))
    again = Pool(small(pool=3), {"random": Always(1)}, seed=99)
    again.restore(written, Always)
    assert again.ratings() == pool.ratings()
    again.choose_active()
    pool.choose_active()
    assert again.draw(50).tolist() == pool.draw(50).tolist()
