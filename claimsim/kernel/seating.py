"""Which strategy sits where: a choice between two compiled functions without a branch.

Who leads a trick is a coin that no processor guesses, and a wrong guess costs more than a
dozen other things that a decision needs.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

_WORD = ir.IntType(64)


@intrinsic
def _either(_context: Any, second: Any, one: Any, other: Any) -> Any:
    """Return the function `one` if `second` is 0, and `other` if it is 1."""
    if one != other or not isinstance(one, types.FunctionType):
        return None  # numba then says at the caller that it knows no such function

    def code(_c: Any, builder: Any, _s: Any, args: Any) -> Any:
        mask = builder.neg(args[0])
        result = args[1]
        for place, kind in enumerate(result.type.elements):
            first = builder.ptrtoint(builder.extract_value(args[1], place), _WORD)
            last = builder.ptrtoint(builder.extract_value(args[2], place), _WORD)
            picked = builder.xor(first, builder.and_(builder.xor(first, last), mask))
            result = builder.insert_value(result, builder.inttoptr(picked, kind), place)
        return result

    return one(types.int64, one, one), code


@njit(forceinline=True)
def choose_at(state, seat, choose_a, choose_b):
    """Return the strategy at a seat: that of player a or of player b."""
    return _either(state.player[np.uint64(seat)], choose_a, choose_b)
