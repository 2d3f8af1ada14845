"""The price of doing without something, counted deal by deal: integers that add.

The unit of a cell is the deal; that of several cells the deal of a deck, since the cells of one
deck share their deals: there the differences of all of them are one number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from claimsim.statistics import change_bounds
from claimsim.statistics.bounds import NORMAL, student

Points = npt.NDArray[np.int64]


class Price(NamedTuple):
    """A price in wins a game, from -1 to 1, with its 95 % interval and what kind that is."""

    price: float
    low: float
    high: float
    interval: str


@dataclass
class Count:
    """What was counted of the deals of a cell, or of the cells of a deck at once.

    Parameters
    ----------
    deals
        Their number.
    baseline, restricted
        Points of the restricted player over all games, without the restriction and with it: two
        for a win, one for a draw.
    squares
        Sum over deals of the square of what he loses in the deal.
    changed
        Deals in which another player wins a game.
    turned
        Deals in which the player's points differ.
    """

    deals: int = 0
    baseline: int = 0
    restricted: int = 0
    squares: int = 0
    changed: int = 0
    turned: int = 0

    @classmethod
    def of(cls, before: Points, after: Points, changed: npt.NDArray[np.bool_]) -> Count:
        """Return the count of some deals, from the points in each."""
        lost = before - after
        return cls(
            len(lost),
            int(before.sum()),
            int(after.sum()),
            int((lost * lost).sum()),
            int(changed.sum()),
            int((lost != 0).sum()),
        )

    def add(self, other: Count) -> None:
        """Add the count of other deals."""
        self.deals += other.deals
        self.baseline += other.baseline
        self.restricted += other.restricted
        self.squares += other.squares
        self.changed += other.changed
        self.turned += other.turned

    @property
    def scatter(self) -> float:
        """The sum over deals of the squared deviation of what is lost."""
        lost = self.baseline - self.restricted
        return max(0.0, self.squares - lost * lost / self.deals)


def price_of(counts: Sequence[Count], full: int) -> Price:
    """Return the mean price over cells.

    Parameters
    ----------
    counts
        Of each deck its cells at once, all over the same number of deals.
    full
        Points that a deal has to give, in all cells of all decks together.

    Returns
    -------
    Price
        With Student's interval if enough deals differ: of decks with several deals from the
        scatter among each deck's own deals, which holds for these decks; with one deal a deck from
        that among decks. Else one by how many deals can differ at all.
    """
    n, decks = counts[0].deals, len(counts)
    lost = sum(count.baseline - count.restricted for count in counts)
    price = lost / (full * n)
    if n > 1:
        freedom = decks * (n - 1)
        square = sum(count.scatter for count in counts) * n / (n - 1)
    else:
        freedom = decks - 1
        spread = sum(count.squares for count in counts) - lost * lost / decks
        square = max(0.0, spread) * decks / max(freedom, 1)
    units = n * decks
    turned = sum(count.turned for count in counts)
    if change_bounds.is_trusted(turned, units) and square > 0:
        # the scatter of freedom + 1 deals that gives the mean this variance
        scatter = square / (full * n) ** 2 * freedom * (freedom + 1)
        below, above = student([price], [scatter], [freedom + 1])
        return Price(price, float(below[0]), float(above[0]), NORMAL)
    part = full / decks  # the points that a deal of one deck has to give
    moved = sum(count.squares for count in counts) / part**2
    low, high, kind = change_bounds.bounds(
        price, moved, units, span=1.0, most_turned=turned, least_turned=0, unit=1.0 / part
    )
    return Price(price, low, high, kind)
