"""Threads for compiled loops: rows in slices, each done by a thread of its own.

A thread pool of the standard library takes longer to hand over a slice than a slice takes. Here a thread
waits at a lock, which is the quickest way to wake it.
"""

import weakref
from collections.abc import Callable
from threading import Lock, Thread

FEWEST_DECISIONS = 512  # in a slice: for fewer, waking a thread costs more than it saves

Work = Callable[[int, int], None]  # does the rows from one number up to another


class _Slot:
    """What a helper's thread shares with it; the thread must not keep the helper alive."""

    def __init__(self) -> None:
        self.work: Work | None = None  # None ends the thread
        self.rows = (0, 0)
        self.error: BaseException | None = None
        self.begin, self.end = Lock(), Lock()
        self.begin.acquire()
        self.end.acquire()


def _serve(slot: _Slot) -> None:
    """The life of a helper's thread."""
    while True:
        slot.begin.acquire()
        if slot.work is None:
            return
        try:
            slot.work(*slot.rows)
        except BaseException as error:  # it is raised again by `finish`
            slot.error = error
        slot.work = None
        slot.end.release()


class Helper:
    """A thread that does one slice at a time, and ends when nobody needs it any more."""

    def __init__(self) -> None:
        self._slot = _Slot()
        Thread(target=_serve, args=(self._slot,), daemon=True).start()
        weakref.finalize(self, self._slot.begin.release)

    def start(self, work: Work, low: int, high: int) -> None:
        """Let the thread do some rows."""
        self._slot.work, self._slot.rows = work, (low, high)
        self._slot.begin.release()

    def finish(self) -> None:
        """Wait until they are done."""
        self._slot.end.acquire()
        error, self._slot.error = self._slot.error, None
        if error is not None:
            raise error


class Crew:
    """So many threads, the caller's own among them."""

    def __init__(self, threads: int) -> None:
        self._helpers = [Helper() for _ in range(threads - 1)]

    def share(self, work: Work, rows: int, steps: int) -> None:
        """Do the work for so many rows, each of so many steps, in slices where that is quicker."""
        slices = min(1 + len(self._helpers), max(1, rows * steps // FEWEST_DECISIONS))
        edges = [rows * i // slices for i in range(slices + 1)]
        busy = self._helpers[: slices - 1]
        for i, helper in enumerate(busy, start=1):
            helper.start(work, edges[i], edges[i + 1])
        try:
            work(0, edges[1])
        finally:
            for helper in busy:
                helper.finish()
