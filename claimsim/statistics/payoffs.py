"""Payoffs of a tournament: how often each player wins against each other one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from claimsim.statistics.bounds import Flags, Floats
from claimsim.statistics.pair_means import PairCounts, PairMeans, pairs_of
from claimsim.statistics.verdicts import ERROR, q_values

Integers = npt.NDArray[np.int64]


class Cycle(NamedTuple):
    """Players of whom each surely beats the next, and the last the first.

    ``weakest`` is the lowest of the three win rates.
    """

    players: tuple[int, int, int]
    win_rates: tuple[float, float, float]
    weakest: float


@dataclass(frozen=True)
class Payoffs:
    """Win rates of players against each other, each pair of two once.

    Parameters
    ----------
    players
        Their number, at least 2.
    means
        Win rates of the first player of every pair of :attr:`pairs`.
    games
        Games of a pair, in all places.
    odd
        Win rates in the deals with odd numbers, and in all others; shape (2, pairs). NaN where
        there are none.
    """

    players: int
    means: PairMeans
    games: int
    odd: Floats

    @classmethod
    def of(cls, counts: PairCounts) -> Payoffs:
        """Return the payoffs of a tournament."""
        chosen = [n for n, (i, j) in enumerate(pairs_of(counts.players)) if i != j]
        means = counts.means("a_win_rate", chosen)
        scale = counts.scale["a_win_rate"][chosen]
        places = len(counts.deck)
        whole = counts.totals["a_win_rate"].sum(axis=(0, 1))[chosen]
        odd = counts.odd_totals["a_win_rate"].sum(axis=0)[chosen]
        even_deals = counts.deals - counts.odd_deals
        with np.errstate(divide="ignore", invalid="ignore"):
            halves = np.array(
                [
                    odd / (places * counts.odd_deals * scale),
                    (whole - odd) / (places * even_deals * scale),
                ]
            )
        # a game is worth two points to a player
        return cls(counts.players, means, places * counts.deals * int(scale[0]) // 2, halves)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs, as numbers of players: the first is lower."""
        return list(combinations(range(self.players), 2))

    def matrix(self, win_rates: Floats | None = None) -> Floats:
        """Return the win rate of each player (row) against each (column).

        Parameters
        ----------
        win_rates
            Of the pairs, shape (..., pairs); left out, the means.

        Returns
        -------
        array, shape (..., players, players)
            Two players' win rates against each other add up to 1 exactly; those of a player
            against himself are 1/2 by definition.
        """
        given = self.means.value if win_rates is None else win_rates
        return square(given, self.players)

    @cached_property
    def bounds(self) -> tuple[Floats, Floats]:
        """Lower and upper bounds of the matrix at 95 %, each for itself."""
        low, high = self.means.low, self.means.high
        return _between(low, 1.0 - high, self.players), _between(high, 1.0 - low, self.players)

    @cached_property
    def bounds_together(self) -> tuple[Floats, Floats]:
        """Bounds that hold for all opponents of a player at once."""
        low, high = self.means.together(max(self.players - 1, 1))
        return _between(low, 1.0 - high, self.players), _between(high, 1.0 - low, self.players)

    @cached_property
    def q(self) -> Floats:
        """The q value of each pair: at most 5 % of those called sure are not, on average."""
        return q_values(self.means.p_values(0.5))

    @cached_property
    def beats(self) -> Flags:
        """Say whether the player of a row surely wins more than half against that of a column."""
        sure = square(np.where(self.q <= ERROR, self.means.value, 0.5), self.players)
        return np.asarray(sure > 0.5)

    @cached_property
    def cycles(self) -> list[Cycle]:
        """Three players who surely beat each other in a ring, the strongest weakest link first."""
        beats, rates = self.beats, self.matrix()
        # the lowest number stands first, so that each ring is told once
        i, j, k = np.nonzero(beats[:, :, None] & beats[None, :, :] & beats.T[:, None, :])
        found = []
        for ring in zip(i.tolist(), j.tolist(), k.tolist(), strict=True):
            if ring[0] == min(ring):
                links = tuple(float(rates[ring[n], ring[(n + 1) % 3]]) for n in range(3))
                found.append(Cycle(ring, (links[0], links[1], links[2]), min(links)))
        return sorted(found, key=lambda one: (-one.weakest, one.players))


def square(win_rates: Floats, players: int) -> Floats:
    """Return win rates of pairs (first player lower) as matrices, the rest by antisymmetry."""
    return _between(win_rates, 1.0 - win_rates, players)


def _between(above: Floats, below: Floats, players: int) -> Floats:
    """Return matrices of numbers above and below the diagonal, on which 1/2 stands."""
    rows, columns = np.triu_indices(players, 1)
    found = np.full((*above.shape[:-1], players, players), 0.5)
    found[..., rows, columns] = above
    found[..., columns, rows] = below
    return found
