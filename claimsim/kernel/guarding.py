"""Checked strategies: what they are shown is as it was when they have answered.

A strategy that changes its View, or the numbers that it is given, would carry something from one
game to the next, and results would depend on how deals are cut into calls. The compiler's check
(:mod:`claimsim.kernel.refusing`) names the line of a plain assignment; this one finds every other
way, a helper or an array's method for instance, when it happens.
"""

from __future__ import annotations

from typing import Any

import numba
from numba import types
from numba.extending import intrinsic

from claimsim.view import VIEW

#: A View as whole words.
_WORDS = VIEW.itemsize // 8

assert VIEW.itemsize % 8 == 0


def _address(_context: Any, record: Any) -> Any:
    """Return the address of a record's memory, as an array of 64-bit words can be made of it."""

    def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], context.get_value_type(types.CPointer(types.uint64)))

    assert isinstance(record, types.Record)
    return types.CPointer(types.uint64)(record), code


_words: Any = intrinsic(_address)
_array: Any = numba.carray  # type: ignore[attr-defined]  # it is there


def guarded(signature: Any, inner: Any, weights: int) -> Any:
    """Return a compiled strategy that raises an exception where the inner one changes something.

    Parameters
    ----------
    signature
        Of either.
    inner
        The compiled strategy.
    weights
        How many numbers it has: it is given no more.
    """

    def choose(view: Any, numbers: Any) -> int:
        shown = _array(_words(view), (_WORDS,))
        before = shown.copy()
        own = numbers[:weights]
        given = own.copy()
        answer: int = inner(view, own)
        changed = 0  # counted without a branch, which the compiler makes vectors of
        for place in range(_WORDS):
            changed += shown[place] != before[place]
        if changed:
            raise ValueError("it writes to its View, which is there to be read")
        for place in range(weights):
            changed += own[place] != given[place]
        if changed:
            raise ValueError("it writes to its weights, which are there to be read")
        return answer

    return numba.njit(signature, nogil=True)(choose)
