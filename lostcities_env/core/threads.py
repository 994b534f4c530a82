"""Threads for compiled loops: rows in chunks, each done by whichever thread is free.

A thread pool of the standard library takes longer to hand over some rows than they take. Here a thread
waits at a lock, which is the quickest way to wake it, and the caller never waits for one that has not
woken up: it does the rows itself.
"""

import weakref
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread

from lostcities_env.core.tickets import Tickets, all_done, give_out, new_tickets

FEWEST_DECISIONS = 512  # for each thread: for fewer, waking one costs more than it saves
MOST_ROWS = 64  # in a chunk
CHUNKS = 8  # for each thread, if there are enough rows
PATIENCE = 2e-4  # seconds to wait for a thread that has done its rows but not said so

Work = Callable[[Tickets, int], None]  # what a thread, given by its number, does with tickets


class _Slot:
    """What a helper's thread shares with it; the thread must not keep the helper alive."""

    def __init__(self) -> None:
        self.job: tuple[Work, Tickets, int] | None = None
        self.error: BaseException | None = None
        self.is_over = False  # ends the thread
        self.begin, self.end = Lock(), Lock()
        self.begin.acquire()

    def close(self) -> None:
        """Let the thread end, now or after what it is busy with."""
        self.is_over = True
        with suppress(RuntimeError):  # it is about to begin something
            self.begin.release()


def _serve(slot: _Slot) -> None:
    """The life of a helper's thread."""
    while not slot.is_over:
        slot.begin.acquire()
        if slot.job is not None:
            _do(slot)


def _do(slot: _Slot) -> None:
    """Do the job in a slot, and forget it."""
    work, tickets, thread = slot.job  # type: ignore[misc]
    try:
        work(tickets, thread)
    except BaseException as error:  # it is raised again by `finish`
        slot.error = error
    slot.job = None
    slot.end.release()


class Helper:
    """A thread that helps with one piece of work at a time, and ends when nobody needs it any more."""

    def __init__(self) -> None:
        self._slot = _Slot()
        Thread(target=_serve, args=(self._slot,), daemon=True).start()
        weakref.finalize(self, self._slot.close)

    def start(self, work: Work, tickets: Tickets, thread: int) -> bool:
        """Wake the thread; False if it is still busy with what it was asked before."""
        free = self._slot.end.acquire(timeout=PATIENCE)
        if free:
            self._slot.job = (work, tickets, thread)
            self._slot.begin.release()
        return free

    def finish(self) -> None:
        """Wait until it is free again."""
        with self._slot.end:
            error, self._slot.error = self._slot.error, None
        if error is not None:
            raise error


class Crew:
    """So many threads, the caller's own among them."""

    def __init__(self, threads: int) -> None:
        self._helpers = [Helper() for _ in range(threads - 1)]

    def share(self, work: Work, rows: int, steps: int, check: Callable[[], None]) -> None:
        """Do the work for so many rows, each of so many steps, together where that is quicker.

        `check` is called before any of it is done, while the others wake up; if it raises, nothing is.
        """
        threads = min(1 + len(self._helpers), max(1, rows * steps // FEWEST_DECISIONS))
        chunk = min(MOST_ROWS, rows // (threads * CHUNKS)) if threads > 1 else rows
        tickets = new_tickets(threads)
        helpers = enumerate(self._helpers[: threads - 1], start=1)
        busy = [helper for number, helper in helpers if helper.start(work, tickets, number)]
        try:
            check()
            give_out(tickets, max(1, chunk))
            work(tickets, 0)
        finally:
            if busy and not all_done(tickets, rows):
                for helper in busy:
                    helper.finish()
