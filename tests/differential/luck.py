"""Chance for the reference engine, quick where few deals of many decks are wanted.

:mod:`claimsim.chance` takes its time over a single number, or a handful of deals. A test holds
the two against each other.
"""

from __future__ import annotations

import numpy as np

from claimsim import chance
from claimsim.rules.deck import Deck

_LOW = 0xFFFFFFFF


def philox(counter: tuple[int, int, int, int], key: tuple[int, int]) -> tuple[int, int]:
    """Return the first two words of Philox4x32-10."""
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(10):
        left, right = c0 * 0xD2511F53, c2 * 0xCD9E8D57
        c0, c1, c2, c3 = right >> 32 ^ c1 ^ k0, right & _LOW, left >> 32 ^ c3 ^ k1, left & _LOW
        k0, k1 = k0 + 0x9E3779B9 & _LOW, k1 + 0xBB67AE85 & _LOW
    return c0, c1


class PlainLuck(chance.Luck):
    """All chance of one game after the deal."""

    def draw(self, faction: int, k: int, bound: int) -> int:
        """Return which of so many cards is drawn."""
        retry = 0
        while True:
            product = philox((self._deal, chance.DRAWS + faction, k, retry), self._key)[0] * bound
            if product & _LOW >= 2**32 % bound:
                return product >> 32
            retry += 1


def deal_orders(deck: Deck, key: tuple[int, int], first: int, count: int) -> np.ndarray:
    """Return consecutive deals, as :func:`claimsim.chance.deal_orders` does."""
    parts = [(deck.size, chance.SHUFFLE)]
    for name, printed in deck.side_decks.items():
        parts.append((len(printed), chance.SIDE + deck.names.index(name)))
    orders, start = [], 0
    for size, role in parts:
        order = _shuffles(key, first, count, size, role)
        if order is None:  # less than one in three million
            return chance.deal_orders(deck, key, first, count)
        orders.append(order + start)
        start += size
    return np.concatenate(orders, axis=1)


def _shuffles(
    key: tuple[int, int], first: int, count: int, cards: int, role: int
) -> np.ndarray | None:
    """Shuffle with all words drawn at once; None where one must be drawn again."""
    deals = np.arange(first, first + count, dtype=np.uint64)[:, None]
    steps = np.arange(cards, dtype=np.uint64)
    product = chance.philox((deals, role, steps, 0), key)[0] * (steps + np.uint64(1))
    rejected = (product & np.uint64(_LOW)) < np.uint64(2**32) % (steps + np.uint64(1))
    if rejected.any():
        return None
    places = (product >> np.uint64(32)).tolist()
    orders = []
    for row in places:
        order = list(range(cards))
        for step in range(1, cards):
            place = row[step]
            order[step] = order[place]
            order[place] = step
        orders.append(order)
    return np.array(orders, np.int64).reshape(count, cards)
