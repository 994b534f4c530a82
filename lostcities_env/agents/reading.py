"""What the careful players of all games read alike from an observation and a mask."""

from typing import Any

from lostcities_env.core.game import Cells
from lostcities_env.core.jit import inlined, rule


@inlined
def for_size(size: int, sizes: Any, choices: Any) -> Any:
    """The choice for an observation of this size; sizes and choices are for 2, 3 and 4 players.

    All of them are constants, and what a caller does not read of a choice is never put together.
    """
    if size == sizes[0]:
        return choices[0]
    if size == sizes[1]:
        return choices[1]
    return choices[2]


@rule
def any_legal(mask: Cells, first: int, count: int) -> bool:
    """Whether any of so many actions is legal, `first` being the first of them."""
    found = False
    for action in range(first, first + count):
        found |= mask[action]
    return found
