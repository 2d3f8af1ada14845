"""Randomness: every draw is a pure function of where it stands, in plain numpy.

Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3",
SC 2011) maps a counter of four 32-bit words and a key of two to four random words. The key is
made of seed and deck (:meth:`claimsim.rules.deck.Deck.key`), the counter says which draw:

* the shuffle: ``(deal, role, step, retry)`` with role :data:`SHUFFLE`;
* dice: ``(deal, DICE + kind, seat, phase and trick, k)`` packed as :func:`dice` says.

So no result depends on batches, workers or order, and any deal can be played alone. The
kernel has its own compiled twin of this module (``claimsim.kernel.streams``).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]

#: Roles: the second word of the counter.
SHUFFLE = 0
DICE = 0x100

#: Kinds of dice, added to :data:`DICE`: one stream for leads and follows alike.
PLAY = 0

#: Deals are numbered by one 32-bit word.
MAX_DEALS = 2**32

#: Tricks of a phase for which dice are kept ready.
MAX_TRICKS = 16

_MULTIPLIERS = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
_WEYL = (0x9E3779B9, 0xBB67AE85)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ROUNDS = 10


def philox(counter: tuple[npt.ArrayLike, ...], key: tuple[int, int]) -> tuple[Words, ...]:
    """Return the four output words of Philox4x32-10, element by element.

    Parameters
    ----------
    counter
        Four words, each a number or an array below 2**32; they are broadcast together.
    key
        Two words below 2**32.

    Returns
    -------
    tuple of ndarray
        Four arrays of ``uint64`` that hold values below 2**32.
    """
    c0, c1, c2, c3 = np.broadcast_arrays(*(np.asarray(c, dtype=np.uint64) for c in counter))
    k0, k1 = key
    for _ in range(_ROUNDS):
        left, right = c0 * _MULTIPLIERS[0], c2 * _MULTIPLIERS[1]
        c0, c1, c2, c3 = (
            (right >> _HALF) ^ c1 ^ np.uint64(k0),
            right & _LOW,
            (left >> _HALF) ^ c3 ^ np.uint64(k1),
            left & _LOW,
        )
        k0, k1 = (k0 + _WEYL[0]) & 0xFFFFFFFF, (k1 + _WEYL[1]) & 0xFFFFFFFF
    return c0, c1, c2, c3


def bounded(words: Words, bound: int) -> tuple[Words, npt.NDArray[np.bool_]]:
    """Map 32-bit words to numbers below `bound`, without bias (Lemire, 2019).

    Returns
    -------
    numbers : ndarray
        The word times `bound`, shifted down by 32 bits.
    rejected : ndarray of bool
        Where the word must be drawn again, so that every number is equally likely.
    """
    product = words * np.uint64(bound)
    return product >> _HALF, (product & _LOW) < np.uint64(2**32 % bound)


def shuffles(key: tuple[int, int], first: int, count: int, cards: int) -> npt.NDArray[np.int64]:
    """Return the card orders of consecutive deals.

    The shuffle is inside-out: card ``i`` takes the place of a random one among the first
    ``i + 1``, which moves to the end. Cards that a variant adds come last, so it changes
    few places of the deal.

    Parameters
    ----------
    key
        From :meth:`claimsim.rules.deck.Deck.key`.
    first, count
        Deals ``first`` to ``first + count - 1``.
    cards
        Cards in the deck.

    Returns
    -------
    ndarray, shape (count, cards)
        Card numbers in record order: seat 0's hand, seat 1's, the pile from the top, aside.
    """
    deals = np.arange(first, first + count, dtype=np.uint64)
    order = np.zeros((count, cards), dtype=np.int64)
    rows = np.arange(count)
    for step in range(1, cards):
        numbers, rejected = bounded(philox((deals, SHUFFLE, step, 0), key)[0], step + 1)
        retry = 0
        while rejected.any():
            retry += 1
            again, still = bounded(philox((deals, SHUFFLE, step, retry), key)[0], step + 1)
            numbers = np.where(rejected, again, numbers)
            rejected &= still
        place = numbers.astype(np.int64)
        order[:, step] = order[rows, place]
        order[rows, place] = step
    return order


def deal_order(
    key: tuple[int, int], deal: int, cards: int, hand_size: int, *, swap: bool = False
) -> list[int]:
    """Return the card numbers of one deal, place by place.

    Parameters
    ----------
    key, cards
        As for :func:`shuffles`.
    deal
        Number of the deal.
    hand_size
        Cards in each hand.
    swap
        Exchange the hands, so that the other one leads.
    """
    order = [int(card) for card in shuffles(key, deal, 1, cards)[0]]
    if swap:
        order[: 2 * hand_size] = order[hand_size : 2 * hand_size] + order[:hand_size]
    return order


def dice(key: tuple[int, int], deals: npt.ArrayLike) -> npt.NDArray[np.uint64]:
    """Return the dice of deals: a 64-bit number for each play decision.

    The counter is ``(deal, DICE + PLAY, seat << 16 | phase << 8 | trick >> 1, 0)``; tricks of
    even number take the block's first two words, odd ones the other two, low half first.

    Returns
    -------
    ndarray of uint64, shape (..., 2, 2, MAX_TRICKS)
        By deal, seat, phase - 1 and trick; for a single deal without the first axis.
    """
    numbers = np.asarray(deals, dtype=np.uint64)
    seat, phase, half = np.meshgrid(
        np.arange(2), np.arange(1, 3), np.arange(MAX_TRICKS // 2), indexing="ij"
    )
    place = (seat << 16) | (phase << 8) | half
    w0, w1, w2, w3 = philox((numbers[..., None, None, None], DICE + PLAY, place, 0), key)
    pairs = np.stack([w0 | (w1 << _HALF), w2 | (w3 << _HALF)], axis=-1)
    return pairs.reshape(*numbers.shape, 2, 2, MAX_TRICKS)


def roll(number: int, sides: int) -> int:
    """Return a number from 0 to `sides` - 1 made of the low half of a 64-bit random number.

    The bias is at most `sides` / 2**32.
    """
    return (int(number) & 0xFFFFFFFF) * int(sides) >> 32
