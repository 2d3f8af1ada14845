"""Randomness: every draw is a pure function of where it stands, in plain numpy.

Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3",
SC 2011) maps a counter of four 32-bit words and a key of two to four random words. The key is
made of seed and deck (:meth:`claimsim.rules.deck.Deck.key`), the counter says which draw:

* the shuffle: ``(deal, role, step, retry)`` with role :data:`SHUFFLE`, or :data:`SIDE` plus a
  faction's place for its side deck;
* dice of leads and follows: ``(deal, DICE, player and phase and half the trick, 0)``, packed as
  :func:`dice` says;
* dice of other decisions: ``(deal, DICE + decision, player and phase and trick, k)``, packed
  as :func:`die` says;
* cards drawn from the discard: ``(deal, DRAWS + faction, k, retry)``.

So no result depends on batches, workers or order, any deal can be played alone, and an added
decision shifts no other draw. The kernel has its own compiled twin of this module
(``claimsim.kernel.streams``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from claimsim.rules.deck import Deck

Words = npt.NDArray[np.uint64]

#: Roles: the second word of the counter.
SHUFFLE = 0
SIDE = 0x10
DICE = 0x100
DRAWS = 0x200

#: Deals are numbered by one 32-bit word.
MAX_DEALS = 2**32

#: Tricks of a phase for which dice are kept ready: with the largest side decks there are 30.
MAX_TRICKS = 32

_MULTIPLIER_0, _MULTIPLIER_1 = 0xD2511F53, 0xCD9E8D57
_MULTIPLIERS = (np.uint64(_MULTIPLIER_0), np.uint64(_MULTIPLIER_1))
_WEYL = (0x9E3779B9, 0xBB67AE85)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ROUNDS = 10

#: What SplitMix64 adds and multiplies by.
GOLDEN = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB
_ALL = 2**64 - 1


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


def block(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return what :func:`philox` returns for one counter, as plain integers and sooner."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(_ROUNDS):
        left, right = c0 * _MULTIPLIER_0, c2 * _MULTIPLIER_1
        c0, c1, c2, c3 = (
            right >> 32 ^ c1 ^ k0,
            right & 0xFFFFFFFF,
            left >> 32 ^ c3 ^ k1,
            left & 0xFFFFFFFF,
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


def shuffles(
    key: tuple[int, int], first: int, count: int, cards: int, role: int = SHUFFLE
) -> npt.NDArray[np.int64]:
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
    role
        Which shuffle of the deal it is.

    Returns
    -------
    ndarray, shape (count, cards)
        Card numbers, place by place.
    """
    deals = np.arange(first, first + count, dtype=np.uint64)
    order = np.zeros((count, cards), dtype=np.int64)
    rows = np.arange(count)
    for step in range(1, cards):
        numbers, rejected = bounded(philox((deals, role, step, 0), key)[0], step + 1)
        retry = 0
        while rejected.any():
            retry += 1
            again, still = bounded(philox((deals, role, step, retry), key)[0], step + 1)
            numbers = np.where(rejected, again, numbers)
            rejected &= still
        place = numbers.astype(np.int64)
        order[:, step] = order[rows, place]
        order[rows, place] = step
    return order


def deal_orders(deck: Deck, key: tuple[int, int], first: int, count: int) -> npt.NDArray[np.int64]:
    """Return consecutive deals of a deck.

    Parameters
    ----------
    deck
        What is dealt.
    key, first, count
        As for :func:`shuffles`.

    Returns
    -------
    ndarray, shape (count, cards)
        Card numbers in record order: seat 0's hand, seat 1's, the pile from the top, what is
        set aside, and then each side deck from its top.
    """
    parts = [shuffles(key, first, count, deck.size)]
    start = deck.size
    for name, printed in deck.side_decks.items():
        role = SIDE + deck.names.index(name)
        parts.append(shuffles(key, first, count, len(printed), role) + start)
        start += len(printed)
    return np.concatenate(parts, axis=1)


def deal_order(deck: Deck, key: tuple[int, int], deal: int, *, swap: bool = False) -> list[int]:
    """Return one deal of a deck, as a row of :func:`deal_orders`.

    Parameters
    ----------
    deck, key
        As there.
    deal
        Number of the deal.
    swap
        Exchange the hands, so that the other one leads.
    """
    h = deck.hand_size
    order = [int(card) for card in deal_orders(deck, key, deal, 1)[0]]
    return order[h : 2 * h] + order[:h] + order[2 * h :] if swap else order


def dice(key: tuple[int, int], deals: npt.ArrayLike) -> npt.NDArray[np.uint64]:
    """Return the dice of leads and follows: a 64-bit number for each player and trick.

    The counter is ``(deal, DICE, player << 16 | phase << 8 | trick >> 1, 0)``; tricks of even
    number take the block's first two words, odd ones the other two, low half first. In a trick
    a player either leads or follows, so one number is enough.

    Returns
    -------
    ndarray of uint64, shape (..., 2, 2, MAX_TRICKS)
        By deal, player, phase - 1 and trick; for a single deal without the first axis.
    """
    numbers = np.asarray(deals, dtype=np.uint64)
    player, phase, half = np.meshgrid(
        np.arange(2), np.arange(1, 3), np.arange(MAX_TRICKS // 2), indexing="ij"
    )
    place = (player << 16) | (phase << 8) | half
    w0, w1, w2, w3 = philox((numbers[..., None, None, None], DICE, place, 0), key)
    pairs = np.stack([w0 | (w1 << _HALF), w2 | (w3 << _HALF)], axis=-1)
    return pairs.reshape(*numbers.shape, 2, 2, MAX_TRICKS)


def die(number: int, decision: int, k: int) -> int:
    """Return the 64-bit number of a decision that is neither a lead nor a follow.

    It is one output of SplitMix64 (Steele, Lea and Flood, 2014) seeded with the player's number
    for the trick: the one at place ``(decision << 16) + k``, from 0. So it goes by key, deal,
    player, phase, trick, decision and `k`, and is had for a tenth of what a block of Philox costs.

    Parameters
    ----------
    number
        The player's number from :func:`dice`; before a phase begins, for its first trick.
    decision
        Its kind (:mod:`claimsim.view`).
    k
        Tells decisions of one kind and trick apart; less than 2**16.
    """
    z = (number + ((decision << 16) + k + 1) * GOLDEN) & _ALL
    z = (z ^ z >> 30) * MIX_1 & _ALL
    z = (z ^ z >> 27) * MIX_2 & _ALL
    return z ^ z >> 31


def draw(key: tuple[int, int], deal: int, faction: int, k: int, bound: int) -> int:
    """Return a number below `bound`: which card of the discard is drawn (rules, 7.4).

    Parameters
    ----------
    key, deal
        As for :func:`shuffles`.
    faction
        Place of the drawing faction in the deck.
    k
        Number of the card drawn, from 0.
    bound
        Cards to draw from, at least 1.
    """
    retry = 0
    while True:
        product = block((deal, DRAWS + faction, k, retry), key)[0] * bound
        if product & 0xFFFFFFFF >= 2**32 % bound:  # as `bounded` has it
            return product >> 32
        retry += 1


class Luck:
    """All chance of one game after the deal, as both engines use it.

    Parameters
    ----------
    key, deal
        As for :func:`shuffles`.
    players
        By seat: the player of the matchup (0 or 1) who sits there, or None for one whose
        strategy has no dice.
    plays
        What :func:`dice` returned for this deal, where it is at hand.
    """

    def __init__(
        self,
        key: tuple[int, int],
        deal: int,
        players: tuple[int | None, int | None],
        plays: npt.NDArray[np.uint64] | None = None,
    ) -> None:
        self._key = key
        self._deal = deal
        self._players = players
        self._plays = (dice(key, deal) if plays is None else plays).tolist()

    def play(self, seat: int, phase: int, trick: int) -> int:
        """Return the number of a lead or follow; 0 for a player without dice."""
        player = self._players[seat]
        return 0 if player is None else int(self._plays[player][phase - 1][trick])

    def other(self, seat: int, decision: int, phase: int, trick: int, k: int) -> int:
        """Return the number of another decision (:func:`die`); 0 for a player without dice."""
        if self._players[seat] is None:
            return 0
        return die(self.play(seat, phase, trick), decision, k)

    def draw(self, faction: int, k: int, bound: int) -> int:
        """Return which of so many cards is drawn (:func:`draw`)."""
        return draw(self._key, self._deal, faction, k, bound)


def roll(number: int, sides: int) -> int:
    """Return a number from 0 to `sides` - 1 made of the low half of a 64-bit random number.

    The bias is at most `sides` / 2**32.
    """
    return (int(number) & 0xFFFFFFFF) * int(sides) >> 32
