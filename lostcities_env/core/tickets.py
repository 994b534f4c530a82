"""Rows handed out in chunks: each thread has its own, and takes over others' when it is done with them.

So nobody waits for a slow thread, and as a rule a row is always done by the same one, whose cache knows
it. The tickets are a few counters in memory, and a round of work begins when they are put there: a
thread that lingers at them sees it at once, without being woken up. What threads change at the same
time they change in one indivisible step each, so that no row is lost or done twice, however late one is.
"""

from threading import Lock
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

from lostcities_env.core.jit import is_compiled, rule

Tickets = NDArray[np.int64]
DONE = 0  # where the rows of this round are counted that are done
ROWS, STEPS, SLICES, CHUNK = range(1, 5)  # of this round: what `give_out` was told
LEAVE = 5  # where it stands, as a 1, that nobody is to linger any more
LEFT = 6  # from here on, for each slice: how many of its rows have not been taken
LOOKS = 20_000  # how often to look for a thread that has rows before waiting for it
LINGER = 60_000 if is_compiled() else 1  # looks for the next round, about a millisecond of them
CALLER = 0  # the thread that gives out the tickets; it never lingers
_turn = Lock()


def new_tickets(threads: int) -> Tickets:
    """Tickets for so many threads, with no row to be had as yet."""
    return np.zeros(LEFT + threads, np.int64)


def plain_add(tickets: Tickets, counter: int, amount: int) -> int:
    """`add` with no other thread in between."""
    with _turn:
        before = int(tickets[counter])
        tickets[counter] = before + amount
    return before


def plain_put(tickets: Tickets, counter: int, amount: int) -> int:
    """`put` with no other thread in between."""
    with _turn:
        before = int(tickets[counter])
        tickets[counter] = amount
    return before


def _indivisible(instruction: str) -> Any:
    """The same in one instruction."""

    # Only the compiler calls this, so it is not seen by the lane in which there is none.
    def build(  # pragma: no cover
        _context: Any, tickets: Any, _counter: Any, _amount: Any
    ) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            make: Any = make_array
            array = make(signature.args[0])(context, builder, arguments[0])
            place = builder.gep(array.data, [arguments[1]])
            return builder.atomic_rmw(instruction, place, arguments[2], "seq_cst")

        return types.int64(tickets, types.int64, types.int64), generate

    return intrinsic(build)


_add: Any = _indivisible("add") if is_compiled() else plain_add
_put: Any = _indivisible("xchg") if is_compiled() else plain_put


@rule
def add(tickets: Tickets, counter: int, amount: int) -> int:
    """Add to a counter and return what it was before, in one indivisible step."""
    before: int = _add(tickets, counter, amount)
    return before


@rule
def put(tickets: Tickets, counter: int, amount: int) -> int:
    """Set a counter and return what it was before, in one indivisible step."""
    before: int = _put(tickets, counter, amount)
    return before


@rule
def give_out(tickets: Tickets, rows: int, steps: int, slices: int, chunk: int) -> None:
    """Begin a round: so many rows of so many steps, in slices of which threads take chunks."""
    tickets[DONE] = 0
    tickets[ROWS], tickets[STEPS], tickets[SLICES], tickets[CHUNK] = rows, steps, slices, chunk
    for i in range(slices):
        put(tickets, LEFT + i, rows * (i + 1) // slices - rows * i // slices)


@rule
def take(tickets: Tickets, thread: int) -> tuple[int, int]:
    """The next chunk for a thread, of its own rows or else of others': from one row up to another.

    Where there is none, a thread that is not the caller's looks out for the next round for a while; an
    empty chunk means that it is not to look any longer.
    """
    looks = 1 if thread == CALLER else LINGER
    while looks > 0:
        for i in range(tickets[SLICES]):
            slice_ = (thread + i) % tickets[SLICES]
            if add(tickets, LEFT + slice_, 0) > 0:
                chunk = tickets[CHUNK]
                left = add(tickets, LEFT + slice_, -chunk)
                if left > 0:  # from here on the round cannot end: what stands there belongs to it
                    end = tickets[ROWS] * (slice_ + 1) // tickets[SLICES]
                    return end - left, min(end - left + chunk, end)
        looks = 0 if add(tickets, LEAVE, 0) else looks - 1
    return 0, 0


@rule
def hand_in(tickets: Tickets, rows: int) -> None:
    """Say that so many rows are done."""
    add(tickets, DONE, rows)


@rule
def all_done(tickets: Tickets) -> bool:
    """Whether all rows of this round are done, looking again for a while if not."""
    looks = 0
    while looks < LOOKS and add(tickets, DONE, 0) < tickets[ROWS]:
        looks += 1
    return looks < LOOKS


@rule
def linger(tickets: Tickets, may: bool) -> None:
    """Let threads look out for the next round when they find no more rows, or send them away."""
    put(tickets, LEAVE, 0 if may else 1)
