"""Threads for compiled loops: rows in chunks, each done by whichever thread is free.

Waking a thread takes longer than it needs for some hundred rows. So a thread that has done its share
stays in compiled code and looks out for the next round for about a millisecond before it goes to sleep:
one step after another meets it awake. The caller never waits for a thread that has not woken up; it
does the rows itself.
"""

import weakref
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread

from lostcities_env.core.tickets import CALLER, Tickets, all_done, give_out, linger, new_tickets

FEWEST_DECISIONS = 512  # for each thread: for fewer, waking one costs more than it saves
MOST_ROWS = 64  # in a chunk
CHUNKS = 8  # for each thread, if there are enough rows
PATIENCE = 2e-4  # seconds to wait for a thread to leave a job that has no more rows

Work = Callable[[Tickets, int], None]  # what a thread, given by its number, does with tickets


class Job:
    """Work that is done again and again, in rounds, and the tickets for it."""

    def __init__(self, work: Work, threads: int) -> None:
        self.tickets = new_tickets(threads)
        self._work = work

    def do(self, thread: int) -> None:
        """The part of one thread: chunk after chunk, as long as there are any."""
        self._work(self.tickets, thread)


class _Slot:
    """What a helper's thread shares with it; the thread must not keep the helper alive."""

    def __init__(self) -> None:
        self.job: Job | None = None  # what it is at; while `end` is free, what it was at last
        self.thread = CALLER
        self.error: BaseException | None = None
        self.is_over = False  # ends the thread
        self.begin, self.end = Lock(), Lock()
        self.begin.acquire()

    def close(self) -> None:
        """Let the thread end, now or after what it is busy with."""
        self.is_over = True
        if (job := self.job) is not None:
            linger(job.tickets, False)
        with suppress(RuntimeError):  # it is about to begin something
            self.begin.release()


def _serve(slot: _Slot) -> None:
    """The life of a helper's thread."""
    while not slot.is_over:
        slot.begin.acquire()
        if slot.job is not None and not slot.is_over:
            _do(slot, slot.job)


def _do(slot: _Slot, job: Job) -> None:
    """Do the job in a slot."""
    try:
        job.do(slot.thread)
    except BaseException as error:  # it is raised again by `finish`
        slot.error = error
    slot.end.release()


class Helper:
    """A thread that helps with one job at a time, and ends when nobody needs it any more."""

    def __init__(self, number: int) -> None:
        self._slot = _Slot()
        self._slot.thread = number
        Thread(target=_serve, args=(self._slot,), daemon=True).start()
        weakref.finalize(self, self._slot.close)

    def join(self, job: Job) -> None:
        """Be at this job from now on, unless the thread cannot be got away from another one."""
        slot = self._slot
        free = slot.end.acquire(blocking=False)
        if not free and slot.job is not None and slot.job is not job:
            linger(slot.job.tickets, False)
            free = slot.end.acquire(timeout=PATIENCE)
        if free:
            slot.job = job
            slot.begin.release()

    def finish(self, job: Job) -> None:
        """Wait until the thread has left this job, if it is there."""
        if self._slot.job is not job:
            return
        with self._slot.end:
            error, self._slot.error = self._slot.error, None
        if error is not None:
            raise error


class Crew:
    """So many threads, the caller's own among them."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._helpers = [Helper(number) for number in range(CALLER + 1, threads)]

    def share(self, job: Job, rows: int, steps: int, check: Callable[[], None]) -> None:
        """A round of a job: so many rows, each of so many steps, together where that is quicker.

        `check` is called before any of it is done, while the others wake up; if it raises, nothing is.
        """
        threads = min(self.threads, max(1, rows * steps // FEWEST_DECISIONS))
        chunk = min(MOST_ROWS, rows // (threads * CHUNKS)) if threads > 1 else rows
        linger(job.tickets, True)
        for helper in self._helpers[: threads - 1]:
            helper.join(job)
        try:
            check()
            give_out(job.tickets, rows, steps, threads, max(1, chunk))
            job.do(CALLER)
        finally:
            if self._helpers and not all_done(job.tickets):
                linger(job.tickets, False)
                for helper in self._helpers:  # whoever is there still may have taken rows
                    helper.finish(job)
