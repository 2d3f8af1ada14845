"""Card sets: sets of cards as 64-bit integers, one bit a card.

The one place where plain Python does bit arithmetic on cards; ``claimsim.kernel.cardsets``
holds the compiled twin of every function here, under the same name and with the same result.
Cards are numbers from 0 to 63, by faction and within it in the order of comparisons, so that
the lowest and highest card of one faction are its lowest and highest bit.

Every function takes a plain ``int`` or ``np.uint64`` and returns a plain ``int`` or ``bool``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import SupportsInt

CardSet = SupportsInt


def of(cards: Iterable[int]) -> int:
    """Return the set of the given card numbers."""
    result = 0
    for card in cards:
        result |= 1 << card
    return result


def members(cards: CardSet) -> Iterator[int]:
    """Yield the cards of a set, ascending."""
    rest = int(cards)
    while rest:
        low = rest & -rest
        yield low.bit_length() - 1
        rest ^= low


def empty(cards: CardSet) -> bool:
    """Say whether the set holds no card."""
    return int(cards) == 0


def size(cards: CardSet) -> int:
    """Return how many cards the set holds (0 to 64)."""
    return int(cards).bit_count()


def single(card: int) -> int:
    """Return the set that holds one card."""
    return 1 << int(card)


def contains(cards: CardSet, card: int) -> bool:
    """Say whether the set holds the card."""
    return bool(int(cards) >> int(card) & 1)


def union(one: CardSet, other: CardSet) -> int:
    """Return the cards that are in either set."""
    return int(one) | int(other)


def common(one: CardSet, other: CardSet) -> int:
    """Return the cards that are in both sets."""
    return int(one) & int(other)


def without(cards: CardSet, gone: CardSet) -> int:
    """Return the cards of the first set that are not in the second."""
    return int(cards) & ~int(gone)


def either(condition: bool, yes: CardSet, no: CardSet) -> int:  # noqa: FBT001  # numba has no keyword-only arguments
    """Return the first set if the condition holds, else the second.

    Compiled, it takes no branch: whether a hand can follow is a coin that no processor guesses.
    """
    return int(yes) if condition else int(no)


def add(cards: CardSet, card: int) -> int:
    """Return the set with a card put in."""
    return int(cards) | 1 << int(card)


def remove(cards: CardSet, card: int) -> int:
    """Return the set with a card taken out (no change if it was not there)."""
    return int(cards) & ~(1 << int(card))


def lowest(cards: CardSet) -> int:
    """Return the lowest card of a set; within one faction the lowest in comparisons.

    The set must not be empty.
    """
    rest = int(cards)
    return (rest & -rest).bit_length() - 1


def highest(cards: CardSet) -> int:
    """Return the highest card of a set; within one faction the highest in comparisons.

    The set must not be empty.
    """
    return int(cards).bit_length() - 1


def above(card: int) -> int:
    """Return the cards of higher number: of its own faction, those that rank above it."""
    return (1 << 64) - (2 << int(card))


def nth(cards: CardSet, index: int) -> int:
    """Return the card that stands `index` places above the lowest (0 is the lowest).

    `index` must be at least 0 and less than the set's size.
    """
    rest = int(cards)
    for _ in range(int(index)):
        rest &= rest - 1
    return (rest & -rest).bit_length() - 1
