"""Copying small arrays inside records.

Written as a loop, such a copy stays one element at a time: the compiler cannot know that two
records do not overlap. As a copy of memory it is a few vector instructions.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from claimsim.rules.deck import MAX_FACTIONS


@intrinsic
def copy_row(_context: Any, target: Any, source: Any) -> Any:
    """Copy one number a faction from `source` to `target`, both int64 of MAX_FACTIONS elements."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kinds = signature.args
        arrays = [
            context.make_array(kind)(context, builder, value)
            for kind, value in zip(kinds, args, strict=True)
        ]
        size = ir.Constant(ir.IntType(64), 8 * MAX_FACTIONS)
        cgutils.raw_memcpy(builder, arrays[0].data, arrays[1].data, size, 1, align=8)
        return context.get_dummy_value()

    return types.void(target, source), code
