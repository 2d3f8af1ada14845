"""Keeping rare code out of the way of the loop that plays tricks.

LLVM copies small functions into each place that calls them. Of what seldom runs that makes the
loop larger than the processor's cache for instructions, and a game a fifth slower.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def keep_apart(_context: Any) -> Any:
    """Have the compiled function that calls this stand once, and be called."""

    def code(_c: Any, builder: Any, _s: Any, _args: Any) -> Any:
        # numba hands the wish to be inlined on from a function to those that it calls.
        builder.function.attributes.discard("alwaysinline")
        builder.function.attributes.add("noinline")
        return ir.Constant(ir.IntType(8).as_pointer(), None)

    return types.none(), code
