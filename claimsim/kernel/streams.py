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
from claimsim.experiment.tally import PHASE_2

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
_SIDE = np.uint64(chance.SIDE)
_DICE = np.uint64(chance.DICE)
_DRAWS = np.uint64(chance.DRAWS)
_PHASE = np.uint64(1 << 8)
_EIGHT = np.uint64(8)
_SEAT = np.uint64(1 << 16)
_SIXTEEN = np.uint64(16)
_GOLDEN = np.uint64(chance.GOLDEN)
_MIX_1 = np.uint64(chance.MIX_1)
_MIX_2 = np.uint64(chance.MIX_2)


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
def redraw(places, cards, deal, role, key0, key1):
    """Draw the places of a shuffle again one by one, with the retries that rejection needs.

    Fewer than one shuffle in three million comes here.
    """
    for step in range(1, cards):
        places[step] = draw_below(deal, role, np.uint64(step), np.uint64(step) + _ONE, key0, key1)


@njit
def draw_below(deal, role, step, bound, key0, key1):
    """Return a number below `bound`, drawn again until it is fair (Lemire, 2019)."""
    threshold = _SPAN % bound
    retry = _ZERO
    while True:
        word = philox(deal, role, step, retry, key0, key1)[0]
        product = word * bound
        if product & _LOW >= threshold:
            return product >> _HALF
        retry += _ONE


@njit
def _shuffle(order, start, bits, places, cards, deal, role, key0, key1):
    """Shuffle the cards of these bits into ``order[start : start + cards]``."""
    doubtful = _ZERO
    # Up to a whole number of vectors: the rest of a loop would take as long as all before it.
    for step in range((cards + 3) // 4 * 4):
        bound = np.uint64(step) + _ONE
        product = philox(deal, role, np.uint64(step), _ZERO, key0, key1)[0] * bound
        places[step] = product >> _HALF
        # A draw can lie below its threshold only if it lies below the bound: no division here.
        doubtful += np.uint64(product & _LOW < bound)
    if doubtful > _ZERO:
        redraw(places, cards, deal, role, key0, key1)
    for step in range(cards):
        place = np.int64(places[step])
        order[start + step] = order[start + place]
        order[start + place] = bits[start + step]


@njit
def shuffle(order, places, table, deal, key0, key1):
    """Deal: shuffle the deck and the side decks (see :func:`claimsim.chance.deal_orders`).

    Parameters
    ----------
    order : uint8 array, written
        The card at each place, as its place in card sets.
    places : uint64 array with a place for each card, scratch
    table : TABLE record
    deal, key0, key1 : uint64 below 2**32
    """
    # The first draw of a shuffle is always 0, so that the first card lands on its own place.
    _shuffle(order, 0, table.bit_of, places, table.cards, deal, _SHUFFLE, key0, key1)
    if table.side_cards > 0:
        for f in range(table.factions):
            start, count = table.side_start[f], table.side_stop[f] - table.side_start[f]
            if count > 0:
                role = _SIDE + np.uint64(f)
                _shuffle(order, start, table.bit_of, places, count, deal, role, key0, key1)


@njit(forceinline=True)
def _throw_eight(dice, first, start, deal, key0, key1):
    """Fill ``dice[first : first + 16]``, from 8 blocks: one loop of vector code."""
    for half in range(8):
        w0, w1, w2, w3 = philox(deal, _DICE, start + np.uint64(half), _ZERO, key0, key1)
        dice[first + 2 * half] = w0 | (w1 << _HALF)
        dice[first + 2 * half + 1] = w2 | (w3 << _HALF)


@njit
def throw_dice(dice, player, tricks, deal, key0, key1):
    """Fill the dice of one player, those of Phase 1 first (see :func:`claimsim.chance.dice`).

    Parameters
    ----------
    dice : uint64 array with COURSE places, written
    tricks : int64
        Tricks of Phase 2 for which dice are needed; Phase 1 has 16 at most.
    """
    base = np.uint64(player) * _SEAT + _PHASE
    _throw_eight(dice, 0, base, deal, key0, key1)
    _throw_eight(dice, PHASE_2, base + _PHASE, deal, key0, key1)
    if tricks > 16:
        _throw_eight(dice, PHASE_2 + 16, base + _PHASE + _EIGHT, deal, key0, key1)


@njit
def throw_die(number, decision, k):
    """Return the number of one decision (see :func:`claimsim.chance.die`)."""
    place = (np.uint64(decision) << _SIXTEEN) + np.uint64(k) + _ONE
    z = np.uint64(number) + place * _GOLDEN
    z = (z ^ (z >> np.uint64(30))) * _MIX_1
    z = (z ^ (z >> np.uint64(27))) * _MIX_2
    return z ^ (z >> np.uint64(31))


@njit
def draw_card(state, faction, k, count):
    """Return which of `count` cards of the discard is drawn (see :func:`claimsim.chance.draw`)."""
    role = _DRAWS + np.uint64(faction)
    key = state.key
    return draw_below(state.deal, role, np.uint64(k), np.uint64(count), key[0], key[1])
