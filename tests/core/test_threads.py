"""Rows in threads: each row is done once, errors arrive, and no thread is left behind."""

import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

import lostcities_env
from lostcities_env.core import threads, tickets
from lostcities_env.core.threads import Crew, Job
from lostcities_env.core.tickets import (
    CALLER,
    LEFT,
    Tickets,
    add,
    all_done,
    give_out,
    hand_in,
    linger,
    new_tickets,
    plain_add,
    plain_put,
    put,
    take,
)

PATIENCE = 10  # seconds after which another thread is taken for dead
HELPER = CALLER + 1


def chunks(given: Tickets, thread: int) -> Iterator[range]:
    """The chunks that a thread takes, as long as it gets one."""
    low, high = take(given, thread)
    while low < high:
        yield range(low, high)
        hand_in(given, high - low)
        low, high = take(given, thread)


def nothing() -> None:
    """A check that finds nothing wrong."""


class Together:
    """A job whose rows are written down by thread; nobody goes on before all have begun."""

    def __init__(self, crew: Crew, waiting: int | None = None) -> None:
        self.crew, self.done = crew, {}
        self._gate = threading.Barrier(crew.threads if waiting is None else waiting)
        self.job = Job(self._work, crew.threads)

    def _work(self, given: Tickets, thread: int) -> None:
        self.done.setdefault(thread, [])
        self._gate.wait(PATIENCE)
        for chunk in chunks(given, thread):
            self.done[thread].extend(chunk)

    def round(self, rows: int, steps: int = 1) -> dict[int, list[int]]:
        """The rows that each thread did, by its number."""
        for helper in self.crew._helpers:
            helper._slot.end.acquire(timeout=PATIENCE)  # all are awake and free
            helper._slot.end.release()
        self.done = {}
        self.crew.share(self.job, rows, steps, nothing)
        return self.done


def test_a_thread_takes_its_own_rows_first_and_then_the_others() -> None:
    given = new_tickets(2)
    give_out(given, rows=10, steps=1, slices=2, chunk=3)
    assert take(given, HELPER) == (5, 8)
    assert [list(chunk) for chunk in chunks(given, CALLER)] == [[0, 1, 2], [3, 4], [8, 9]]
    linger(given, False)
    assert take(given, HELPER) == (0, 0)


def test_all_is_done_when_all_is_handed_in() -> None:
    given = new_tickets(1)
    give_out(given, rows=4, steps=1, slices=1, chunk=4)
    hand_in(given, 3)
    assert not all_done(given)
    hand_in(given, 1)
    assert all_done(given)


@pytest.mark.parametrize("thread", [CALLER, HELPER])
def test_nothing_can_be_taken_before_it_is_given_out(thread: int) -> None:
    given = new_tickets(2)
    assert take(given, thread) == (0, 0)


def test_a_round_follows_another_though_all_have_looked_in_vain() -> None:
    given = new_tickets(2)
    for rows in (5, 8, 3):
        give_out(given, rows, steps=1, slices=2, chunk=2)
        taken = [
            row for thread in (HELPER, CALLER) for chunk in chunks(given, thread) for row in chunk
        ]
        assert sorted(taken) == list(range(rows))
        assert all_done(given)


def test_a_thread_that_was_late_takes_only_what_is_there() -> None:
    """It saw rows, another was quicker, and it takes its chunk off when a new round has begun."""
    given = new_tickets(1)
    give_out(given, rows=4, steps=1, slices=1, chunk=4)
    assert list(chunks(given, CALLER)) == [range(4)]
    add(given, LEFT, -4)  # late, but still in the old round: of no account
    give_out(given, rows=6, steps=1, slices=1, chunk=2)
    assert add(given, LEFT, -2) == 6  # late, in the new one: these two are its own
    assert [list(chunk) for chunk in chunks(given, CALLER)] == [[2, 3], [4, 5]]


def test_a_chunk_that_another_was_quicker_to_take_is_left_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Between seeing rows and taking them, all of them are taken by somebody else."""
    plain_take = getattr(take, "py_func", take)
    given, quicker = new_tickets(1), iter([True])

    def too_late(given: Tickets, counter: int, amount: int) -> int:
        if amount < 0 and next(quicker, False):
            add(given, counter, amount)
        return add(given, counter, amount)

    monkeypatch.setattr(tickets, "add", too_late)
    give_out(given, rows=4, steps=1, slices=1, chunk=4)
    assert plain_take(given, CALLER) == (0, 0)


def test_compiled_counters_are_those_of_plain_python() -> None:
    ours, plain = new_tickets(2), new_tickets(2)
    for change, like in ((add, plain_add), (put, plain_put)):
        for counter, amount in ((LEFT, 7), (LEFT + 1, -3), (LEFT, 4)):
            assert change(ours, counter, amount) == like(plain, counter, amount)
            np.testing.assert_array_equal(ours, plain)


def test_a_thread_that_lingers_takes_rows_of_the_next_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tickets, "LINGER", 100_000)  # compiled, it is about a millisecond for good
    taken, deadline = [(0, 0)], time.monotonic() + PATIENCE
    while taken[-1] == (0, 0) and time.monotonic() < deadline:
        given, looking = new_tickets(2), threading.Event()

        def look(given: Tickets = given, looking: threading.Event = looking) -> None:
            looking.set()
            taken.append(take(given, HELPER))

        helper = threading.Thread(target=look)
        helper.start()
        looking.wait(PATIENCE)
        give_out(given, rows=8, steps=1, slices=2, chunk=4)
        helper.join(PATIENCE)
    assert taken[-1] in {(4, 8), (0, 4)}  # it may look at its own rows just before they are there


@pytest.mark.parametrize("rows", [3, 7, 100, 1000])
def test_every_row_is_done_once(rows: int) -> None:
    done = Together(Crew(3)).round(rows)
    assert set(done) == {0, 1, 2}
    assert sorted(row for own in done.values() for row in own) == list(range(rows))


def test_little_work_wakes_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "FEWEST_DECISIONS", 100)
    crew = Crew(2)
    assert len(Together(crew, waiting=1).round(199)) == 1
    assert len(Together(crew).round(200)) == 2
    assert len(Together(crew).round(20, steps=10)) == 2


def test_no_rows_are_no_work() -> None:
    assert Together(Crew(2), waiting=1).round(0) == {0: []}


def test_nobody_waits_for_a_thread_that_is_busy_elsewhere() -> None:
    """The caller does all rows itself, also while the other one is still stuck in another job."""
    crew, stuck, done = Crew(2), threading.Event(), []

    def stay(given: Tickets, thread: int) -> None:
        if thread == HELPER:
            stuck.wait(PATIENCE)
        done.extend(chunks(given, thread))

    def pass_by(given: Tickets, thread: int) -> None:
        done.extend(chunks(given, thread))

    jobs = [Job(stay, crew.threads), Job(pass_by, crew.threads), Job(stay, crew.threads)]
    for job in jobs:
        done.clear()
        crew.share(job, 10, 1, nothing)
        assert sum(map(len, done)) == 10
    assert not stuck.is_set()
    stuck.set()


@pytest.mark.parametrize("failing", [CALLER, HELPER])
def test_an_error_in_any_thread_is_raised_after_all_have_ended(failing: int) -> None:
    crew, ended = Crew(2), []
    together = threading.Barrier(2, timeout=PATIENCE)

    def work(given: Tickets, thread: int) -> None:
        together.wait()
        chunk = take(given, thread)
        together.wait()
        if thread == failing:
            raise RuntimeError("this thread fails")
        ended.append(chunk)

    with pytest.raises(RuntimeError, match="this thread fails"):
        crew.share(Job(work, crew.threads), 2, 1, nothing)
    assert ended == [(1 - failing, 2 - failing)]
    assert sum(map(len, Together(crew).round(2).values())) == 2, "it goes on working"


def test_a_failed_check_does_nothing_and_the_threads_go_on() -> None:
    crew, done = Crew(2), []

    def work(given: Tickets, thread: int) -> None:
        done.extend(chunks(given, thread))

    def wrong() -> None:
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        crew.share(Job(work, crew.threads), 10, 1, wrong)
    assert done == []
    assert sum(map(len, Together(crew).round(10).values())) == 10


def test_a_helper_that_is_not_at_a_job_has_nothing_to_finish() -> None:
    crew = Crew(2)
    crew._helpers[0].finish(Job(lambda _given, _thread: None, crew.threads))


def test_rows_that_a_lingering_thread_took_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second round is too small for two, but the helper is still there and was quicker."""
    monkeypatch.setattr(threads, "FEWEST_DECISIONS", 100)
    crew, second, taken, done = Crew(2), threading.Event(), threading.Event(), []
    few = 5

    def work(given: Tickets, thread: int) -> None:
        if thread == HELPER:
            second.wait(PATIENCE)
        elif given[tickets.ROWS] == few:
            second.set()
            taken.wait(PATIENCE)
        for chunk in chunks(given, thread):
            if thread == HELPER:
                taken.set()
                time.sleep(0.05)
            done.extend(chunk)

    job = Job(work, crew.threads)
    for rows in (200, few):
        done.clear()
        crew.share(job, rows, 1, nothing)
        assert sorted(done) == list(range(rows))


def in_turns(batch: lostcities_env.Batch) -> list[Callable[[], None]]:
    """Ways to move a batch on, each another job for its threads or another number of rows."""

    def step() -> None:
        batch.step(batch.action_masks.argmax(axis=1))

    def step_rows() -> None:
        rows = np.flatnonzero(batch.current_players == 0)
        batch.step_rows(rows, batch.action_masks[rows].argmax(axis=1))

    return [
        step,
        step_rows,
        lambda: batch.rollout(1),
        step,
        batch.deal_anew,
        lambda: batch.rollout(3),
    ]


def test_jobs_that_change_all_the_time_lose_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of the rounds are for one thread alone, while others are still at the job."""
    monkeypatch.setattr(threads, "FEWEST_DECISIONS", 100)
    one, three = (
        lostcities_env.make_batch("card_game_v0", 300, seed=5, num_threads=n) for n in (1, 3)
    )
    for number in range(60 if tickets.LINGER > 1 else 6):
        for alone, shared in zip(in_turns(one), in_turns(three), strict=True):
            alone()
            shared()
            assert one._states.tobytes() == three._states.tobytes(), number
            assert (one.observations == three.observations).all()


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
