"""Compiled twins of :mod:`claimsim.cardsets`, one machine instruction or two each.

Importing this module teaches numba what to do when compiled code calls a function of
``claimsim.cardsets``. Every operand is made a ``uint64`` first: numba turns mixed and literal
arithmetic into ``int64``, where card 63 would be a sign.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import config, types
from numba.extending import intrinsic, overload

from claimsim import cardsets as plain

_ONE = np.uint64(1)
_SIXTY_THREE = np.int64(63)


def _has_pdep() -> bool:
    """Say whether the code is compiled for a processor with BMI2."""
    settings: Any = config  # its attributes are made at run time
    if settings.CPU_NAME or settings.CPU_FEATURES is not None:
        return "+bmi2" in (settings.CPU_FEATURES or "")
    return bool(binding.get_host_cpu_features().get("bmi2", False))


_I64 = ir.IntType(64)
_FALSE = ir.Constant(ir.IntType(1), 0)


@intrinsic
def _popcount(_context: Any, cards: Any) -> Any:
    def code(_c: Any, builder: Any, _s: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), code


@intrinsic
def _trailing_zeros(_context: Any, cards: Any) -> Any:
    def code(_c: Any, builder: Any, _s: Any, args: Any) -> Any:
        return builder.cttz(args[0], _FALSE)

    return types.int64(types.uint64), code


@intrinsic
def _leading_zeros(_context: Any, cards: Any) -> Any:
    def code(_c: Any, builder: Any, _s: Any, args: Any) -> Any:
        return builder.ctlz(args[0], _FALSE)

    return types.int64(types.uint64), code


@intrinsic
def _deposit(_context: Any, source: Any, mask: Any) -> Any:
    def code(_c: Any, builder: Any, _s: Any, args: Any) -> Any:
        kind = ir.FunctionType(_I64, [_I64, _I64])
        function = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=kind)
        return builder.call(function, args)

    return types.uint64(types.uint64, types.uint64), code


@overload(plain.empty)
def _empty(cards):
    return lambda cards: np.uint64(cards) == np.uint64(0)


@overload(plain.size)
def _size(cards):
    return lambda cards: _popcount(np.uint64(cards))


@overload(plain.single)
def _single(card):
    return lambda card: _ONE << np.uint64(card)


@overload(plain.contains)
def _contains(cards, card):
    return lambda cards, card: (np.uint64(cards) >> np.uint64(card)) & _ONE == _ONE


@overload(plain.union)
def _union(one, other):
    return lambda one, other: np.uint64(one) | np.uint64(other)


@overload(plain.common)
def _common(one, other):
    return lambda one, other: np.uint64(one) & np.uint64(other)


@overload(plain.without)
def _without(cards, gone):
    return lambda cards, gone: np.uint64(cards) & ~np.uint64(gone)


@overload(plain.either)
def _either(condition, yes, no):
    def either(condition, yes, no):
        difference = np.uint64(yes) ^ np.uint64(no)
        return np.uint64(no) ^ (difference * np.uint64(condition))

    return either


@overload(plain.add)
def _add(cards, card):
    return lambda cards, card: np.uint64(cards) | (_ONE << np.uint64(card))


@overload(plain.remove)
def _remove(cards, card):
    return lambda cards, card: np.uint64(cards) & ~(_ONE << np.uint64(card))


@overload(plain.above)
def _above(card):
    # Two shifts: one by 64 places, for card 63, would be undefined.
    return lambda card: ((~np.uint64(0)) << np.uint64(card)) << _ONE


@overload(plain.lowest)
def _lowest(cards):
    return lambda cards: _trailing_zeros(np.uint64(cards))


@overload(plain.highest)
def _highest(cards):
    return lambda cards: _SIXTY_THREE - _leading_zeros(np.uint64(cards))


if _has_pdep():

    @overload(plain.nth)
    def _nth(cards, index):
        return lambda cards, index: _trailing_zeros(
            _deposit(_ONE << np.uint64(index), np.uint64(cards))
        )

else:

    @overload(plain.nth)
    def _nth(cards, index):
        def nth(cards, index):
            rest = np.uint64(cards)
            for _ in range(index):
                rest &= rest - _ONE
            return _trailing_zeros(rest)

        return nth
