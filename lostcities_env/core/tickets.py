"""Rows handed out in chunks: each thread has its own, and takes over others' when it is done with them.

So nobody waits for a slow thread, and as a rule a row is always done by the same one, whose cache knows
it. The tickets for some rows are a few counters, which are changed in one indivisible step each.
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
DONE = 0  # where the rows are counted that are done
CHUNK = 1  # where it stands how many rows a chunk has
OWN = 2  # from here on, for each thread: the rows that have been taken of its own
LOOKS = 20_000  # how often to look for another thread before doing without it
_turn = Lock()


def new_tickets(threads: int) -> Tickets:
    """Tickets for so many threads, none of which is given out yet."""
    return np.zeros(OWN + threads, np.int64)


def plain_add(tickets: Tickets, counter: int, amount: int) -> int:
    """Add to a counter and return what it was before, with no other thread in between."""
    with _turn:
        before = int(tickets[counter])
        tickets[counter] = before + amount
    return before


@intrinsic
def _add(_context: Any, tickets: Any, _counter: Any, _amount: Any) -> Any:
    """The same in one instruction."""

    # Only the compiler calls this, so it is not seen by the lane in which there is none.
    def generate(  # pragma: no cover
        context: Any, builder: Any, signature: Any, arguments: Any
    ) -> Any:
        make: Any = make_array
        array = make(signature.args[0])(context, builder, arguments[0])
        place = builder.gep(array.data, [arguments[1]])
        return builder.atomic_rmw("add", place, arguments[2], "seq_cst")

    return types.int64(tickets, types.int64, types.int64), generate


add: Any = _add if is_compiled() else plain_add


@rule
def give_out(tickets: Tickets, chunk: int) -> None:
    """Let everybody take chunks of so many rows."""
    add(tickets, CHUNK, chunk)


@rule
def chunk_size(tickets: Tickets) -> int:
    """How many rows a chunk has; 0 if the tickets are not given out for a while."""
    chunk: int = add(tickets, CHUNK, 0)
    looks = 1
    while chunk == 0 and looks < LOOKS:
        chunk = add(tickets, CHUNK, 0)
        looks += 1
    return chunk


@rule
def take(tickets: Tickets, thread: int, rows: int) -> tuple[int, int]:
    """The next chunk for a thread, of its own rows or else of others': from one row up to another.

    Where nothing is left, an empty one.
    """
    slices = tickets.size - OWN
    chunk = chunk_size(tickets)
    for i in range(slices if chunk else 0):
        owner = (thread + i) % slices
        low = rows * owner // slices + add(tickets, OWN + owner, chunk)
        end = rows * (owner + 1) // slices
        if low < end:
            return low, min(low + chunk, end)
    return rows, rows


@rule
def hand_in(tickets: Tickets, rows: int) -> None:
    """Say that so many rows are done."""
    add(tickets, DONE, rows)


@rule
def all_done(tickets: Tickets, rows: int) -> bool:
    """Whether so many rows are done, looking again for a while if not."""
    looks = 0
    while looks < LOOKS and add(tickets, DONE, 0) < rows:
        looks += 1
    return looks < LOOKS
