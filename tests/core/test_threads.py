"""Slices of rows in threads: each row is done once, errors arrive, and no thread is left behind."""

import threading
import time

import pytest

import lostcities_env
from lostcities_env.core import threads
from lostcities_env.core.threads import Crew


def who_does(crew: Crew, rows: int, steps: int = 1) -> dict[int, list[int]]:
    """The rows that each thread did, the caller's first."""
    done: dict[int, list[int]] = {threading.get_ident(): []}

    def work(low: int, high: int) -> None:
        done.setdefault(threading.get_ident(), []).extend(range(low, high))

    crew.share(work, rows, steps)
    return done


@pytest.mark.parametrize("rows", [1, 2, 3, 7, 100])
def test_every_row_is_done_once_in_slices_of_about_the_same_size(rows: int) -> None:
    done = who_does(Crew(3), rows).values()
    assert sorted(row for slice_ in done for row in slice_) == list(range(rows))
    assert max(map(len, done)) - min(map(len, done)) <= 1


def test_little_work_wakes_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "FEWEST_DECISIONS", 100)
    crew = Crew(2)
    assert len(who_does(crew, 199)) == 1
    assert len(who_does(crew, 200)) == 2
    assert len(who_does(crew, 20, steps=10)) == 2


def test_no_rows_are_no_work() -> None:
    assert list(who_does(Crew(2), 0).values()) == [[]]


@pytest.mark.parametrize("failing", [0, 1])
def test_an_error_in_any_slice_is_raised_after_all_have_ended(failing: int) -> None:
    crew, ended = Crew(2), []

    def work(low: int, high: int) -> None:
        if low == failing:
            raise RuntimeError("this slice fails")
        time.sleep(0.01)
        ended.append(low)

    with pytest.raises(RuntimeError, match="this slice fails"):
        crew.share(work, 2, 1)
    assert ended == [1 - failing]
    assert sum(map(len, who_does(crew, 2).values())) == 2, "it goes on working"


def test_the_threads_of_a_batch_end_with_it() -> None:
    before = set(threading.enumerate())
    batch = lostcities_env.make_batch("card_game_v0", 8, seed=0, num_threads=3)
    batch.rollout(3)
    own = set(threading.enumerate()) - before
    assert len(own) == 2
    del batch
    for thread in own:
        thread.join(timeout=10)
        assert not thread.is_alive()
