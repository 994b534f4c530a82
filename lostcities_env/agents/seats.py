"""What depends on how many play: the size of an observation tells it."""

from typing import Any

from lostcities_env.core.jit import inlined


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
