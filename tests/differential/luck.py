"""Chance for the reference engine in plain integers.

:mod:`claimsim.chance` works on arrays and takes its time over a single number; a million games
ask for many of those. A test holds the two against each other.
"""

from __future__ import annotations

from claimsim import chance

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

    def other(self, seat: int, decision: int, phase: int, trick: int, k: int) -> int:
        """Return the number of a decision that is neither a lead nor a follow."""
        player = self._players[seat]
        if player is None:
            return 0
        place = player << 16 | phase << 8 | trick
        low, high = philox((self._deal, chance.DICE + decision, place, k), self._key)
        return low | high << 32

    def draw(self, faction: int, k: int, bound: int) -> int:
        """Return which of so many cards is drawn."""
        retry = 0
        while True:
            product = philox((self._deal, chance.DRAWS + faction, k, retry), self._key)[0] * bound
            if product & _LOW >= 2**32 % bound:
                return product >> 32
            retry += 1
