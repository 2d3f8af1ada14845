"""Compiled randomness: the same draws as :mod:`claimsim.chance`, generated in vector loops.

The blocks of a shuffle, and of a deal's dice, do not depend on the play; they are made in one
plain loop each, which LLVM turns into vector code, several times cheaper than one at a time.
Words are kept in ``uint64`` below 2**32, the form in which a product's halves come out.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numba.extending import overload

from claimsim import chance

_M0 = np.uint64(0xD2511F53)
_M1 = np.uint64(0xCD9E8D57)
_W0 = np.uint64(0x9E3779B9)
_W1 = np.uint64(0xBB67AE85)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_SPAN = np.uint64(2**32)
_SHUFFLE = np.uint64(chance.SHUFFLE)
_DICE_PLAY = np.uint64(chance.DICE + chance.PLAY)
_TRICKS = chance.MAX_TRICKS
_PHASE = np.uint64(1 << 8)
_SEAT = np.uint64(1 << 16)


@overload(chance.roll)
def _roll(number, sides):
    return lambda number, sides: np.int64(((np.uint64(number) & _LOW) * np.uint64(sides)) >> _HALF)


@njit(inline="always")
def _round(c0, c1, c2, c3, k0, k1):
    left, right = c0 * _M0, c2 * _M1
    return (right >> _HALF) ^ c1 ^ k0, right & _LOW, (left >> _HALF) ^ c3 ^ k1, left & _LOW


@njit(inline="always")
def philox(c0, c1, c2, c3, k0, k1):
    """Return the four words of Philox4x32-10; all operands are ``uint64`` below 2**32."""
    # Unrolled by hand: a loop over the rounds keeps LLVM from vectorising the loop around it.
    c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
    k0, k1 = (k0 + _W0) & _LOW, (k1 + _W1) & _LOW
    c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
    k0, k1 = (k0 + _W0) & _LOW, (k1 + _W1) & _LOW
    c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
    k0, k1 = (k0 + _W0) & _LOW, (k1 + _W1) & _LOW
    c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
    k0, k1 = (k0 + _W0) & _LOW, (k1 + _W1) & _LOW
    c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
    k0, k1 = (k0 + _W0) & _LOW, (k1 + _W1) & _LOW
    c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
    k0, k1 = (k0 + _W0) & _LOW, (k1 + _W1) & _LOW
    c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
    k0, k1 = (k0 + _W0) & _LOW, (k1 + _W1) & _LOW
    c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
    k0, k1 = (k0 + _W0) & _LOW, (k1 + _W1) & _LOW
    c0, c1, c2, c3 = _round(c0, c1, c2, c3, k0, k1)
    k0, k1 = (k0 + _W0) & _LOW, (k1 + _W1) & _LOW
    return _round(c0, c1, c2, c3, k0, k1)


@njit
def redraw(places, cards, deal, key0, key1):
    """Draw the places of a shuffle again one by one, with the retries that rejection needs.

    Fewer than one shuffle in three million comes here.
    """
    for step in range(1, cards):
        bound = np.uint64(step) + _ONE
        threshold = _SPAN % bound
        retry = _ZERO
        while True:
            word = philox(deal, _SHUFFLE, np.uint64(step), retry, key0, key1)[0]
            product = word * bound
            if product & _LOW >= threshold:
                break
            retry += _ONE
        places[step] = product >> _HALF


@njit
def shuffle(order, places, cards, deal, key0, key1):
    """Shuffle deal number `deal` into ``order[:cards]`` (see :func:`claimsim.chance.shuffles`).

    Parameters
    ----------
    order : uint8 array, written
    places : uint64 array of at least `cards`, scratch
    cards : int64
    deal, key0, key1 : uint64 below 2**32
    """
    doubtful = _ZERO
    for step in range(cards):
        bound = np.uint64(step) + _ONE
        product = philox(deal, _SHUFFLE, np.uint64(step), _ZERO, key0, key1)[0] * bound
        places[step] = product >> _HALF
        # A draw can lie below its threshold only if it lies below the bound: no division here.
        doubtful += np.uint64(product & _LOW < bound)
    if doubtful > _ZERO:
        redraw(places, cards, deal, key0, key1)
    order[0] = 0
    for step in range(1, cards):
        place = places[step]
        order[step] = order[place]
        order[place] = step


@njit
def throw_dice(dice, seat, deal, key0, key1):
    """Fill ``dice[phase - 1, trick]`` for one seat (see :func:`claimsim.chance.dice`)."""
    for phase in range(2):
        base = np.uint64(seat) * _SEAT + np.uint64(phase + 1) * _PHASE
        for half in range(_TRICKS // 2):
            w0, w1, w2, w3 = philox(deal, _DICE_PLAY, base + np.uint64(half), _ZERO, key0, key1)
            dice[phase, 2 * half] = w0 | (w1 << _HALF)
            dice[phase, 2 * half + 1] = w2 | (w3 << _HALF)
