"""Eight flags at once: a mask read as words of 64 bits, one flag in each byte."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

from lostcities_env.core.jit import is_compiled

FLAGS = 8  # in a word


def plain_word(mask: NDArray[np.bool_], i: int) -> np.uint64:
    """The i-th word of a mask, its first flag in the lowest byte."""
    return np.uint64(int.from_bytes(mask[FLAGS * i : FLAGS * (i + 1)].tobytes(), "little"))


# Only the compiler calls this, so it is not seen by the lane in which there is none.
@intrinsic
def _load(_context: Any, mask: Any, _i: Any) -> Any:  # pragma: no cover
    """The same in one instruction; NumPy's `view` takes longer to compile and to run."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        make: Any = make_array
        array = make(signature.args[0])(context, builder, arguments[0])
        words = builder.bitcast(array.data, ir.IntType(64).as_pointer())
        loaded = builder.load(builder.gep(words, [arguments[1]]))
        loaded.align = 1  # a row of a batch may begin anywhere
        return loaded

    return types.uint64(mask, types.int64), generate


word: Any = _load if is_compiled() else plain_word
