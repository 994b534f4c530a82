"""Rows in threads: each row is done once, errors arrive, and no thread is left behind."""

import threading
from collections.abc import Iterator

import numpy as np
import pytest

import lostcities_env
from lostcities_env.core import threads
from lostcities_env.core.threads import Crew
from lostcities_env.core.tickets import (
    Tickets,
    all_done,
    give_out,
    hand_in,
    new_tickets,
    plain_add,
    take,
)

PATIENCE = 10  # seconds after which another thread is taken for dead


def chunks(tickets: Tickets, thread: int, rows: int) -> Iterator[range]:
    """The chunks that a thread takes, as long as it gets one."""
    low, high = take(tickets, thread, rows)
    while low < high:
        yield range(low, high)
        hand_in(tickets, high - low)
        low, high = take(tickets, thread, rows)


def nothing() -> None:
    """A check that finds nothing wrong."""


def who_does(crew: Crew, rows: int, steps: int = 1) -> dict[int, list[int]]:
    """The rows that each thread did, by its number; no thread goes on before all have begun."""
    done: dict[int, list[int]] = {}
    threads_wanted = min(1 + len(crew._helpers), max(1, rows * steps // threads.FEWEST_DECISIONS))
    together = threading.Barrier(threads_wanted, timeout=PATIENCE)

    def work(tickets: Tickets, thread: int) -> None:
        done[thread] = []
        together.wait()
        for chunk in chunks(tickets, thread, rows):
            done[thread].extend(chunk)

    for helper in crew._helpers:
        helper.finish()
    crew.share(work, rows, steps, nothing)
    return done


def test_a_thread_takes_its_own_rows_first_and_then_the_others() -> None:
    tickets = new_tickets(2)
    give_out(tickets, 3)
    assert take(tickets, 1, 10) == (5, 8)
    assert [list(chunk) for chunk in chunks(tickets, 0, 10)] == [[0, 1, 2], [3, 4], [8, 9]]
    assert take(tickets, 1, 10) == (10, 10)


def test_all_is_done_when_all_is_handed_in() -> None:
    tickets = new_tickets(1)
    hand_in(tickets, 3)
    assert not all_done(tickets, 4)
    hand_in(tickets, 1)
    assert all_done(tickets, 4)


def test_nothing_can_be_taken_before_it_is_given_out() -> None:
    tickets = new_tickets(2)
    assert take(tickets, 0, 10) == (10, 10)
    assert take(tickets, 1, 10) == (10, 10)


def test_compiled_counters_are_those_of_plain_python() -> None:
    ours, plain = new_tickets(2), new_tickets(2)
    give_out(ours, 4)
    plain_add(plain, 1, 4)
    np.testing.assert_array_equal(ours, plain)
    assert take(ours, 1, 9) == (4 + plain_add(plain, 3, 4), 8)
    np.testing.assert_array_equal(ours, plain)


@pytest.mark.parametrize("rows", [3, 7, 100, 1000])
def test_every_row_is_done_once(rows: int) -> None:
    done = who_does(Crew(3), rows)
    assert set(done) == {0, 1, 2}
    assert sorted(row for own in done.values() for row in own) == list(range(rows))


def test_little_work_wakes_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "FEWEST_DECISIONS", 100)
    crew = Crew(2)
    assert len(who_does(crew, 199)) == 1
    assert len(who_does(crew, 200)) == 2
    assert len(who_does(crew, 20, steps=10)) == 2


def test_no_rows_are_no_work() -> None:
    assert who_does(Crew(2), 0) == {0: []}


def test_nobody_waits_for_a_thread_that_is_busy_elsewhere() -> None:
    """The caller does all rows itself, also while the other one is still stuck in earlier work."""
    crew, stuck = Crew(2), threading.Event()

    def work(tickets: Tickets, thread: int) -> None:
        if thread:
            stuck.wait(PATIENCE)
        for _ in chunks(tickets, thread, 10):
            pass

    crew.share(work, 10, 1, nothing)
    crew.share(work, 10, 1, nothing)
    assert not stuck.is_set()
    stuck.set()


@pytest.mark.parametrize("failing", [0, 1])
def test_an_error_in_any_thread_is_raised_after_all_have_ended(failing: int) -> None:
    crew, ended = Crew(2), []
    together = threading.Barrier(2, timeout=PATIENCE)

    def work(tickets: Tickets, thread: int) -> None:
        together.wait()
        chunk = take(tickets, thread, 2)
        together.wait()
        if thread == failing:
            raise RuntimeError("this thread fails")
        ended.append(chunk)

    with pytest.raises(RuntimeError, match="this thread fails"):
        crew.share(work, 2, 1, nothing)
    assert ended == [(1 - failing, 2 - failing)]
    assert sum(map(len, who_does(crew, 2).values())) == 2, "it goes on working"


def test_a_failed_check_does_nothing_and_the_threads_go_on() -> None:
    crew, done = Crew(2), []

    def work(tickets: Tickets, thread: int) -> None:
        done.extend(chunks(tickets, thread, 10))

    def wrong() -> None:
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        crew.share(work, 10, 1, wrong)
    assert done == []
    assert sum(map(len, who_does(crew, 10).values())) == 10


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
