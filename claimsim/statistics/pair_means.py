"""Means over a grid for every pair of players of a tournament, and how they err together.

All pairs play the same deals, so that their means err together: what a lopsided deal does to one
pair, it does to others. How much is seen between *groups* that share no deals:

* *decks*, of a grid of :data:`MANY_DECKS` or more: cells of one deck share deals, so a deck is one
  group, and its cells (settings, buildings) are averaged;
* *deals*, of a run whose deals are kept in :data:`FEW_BLOCKS` blocks or more: a block is a group;
* else nothing is seen, and *unknown* errors of a sum are the largest possible ones, those of pairs
  that err in step.

With one deck, setting and building, each pair's own error is that among all its deals, and the
groups tell the correlations alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from claimsim.statistics import intervals, verdicts
from claimsim.statistics.bounds import LEVEL, NORMAL, WIDEST, Estimate, Flags, Floats, Kinds

Integers = npt.NDArray[np.int64]

#: So many decks are groups; of fewer, the deals are cut into groups.
MANY_DECKS = 20

#: Fewer blocks of deals are no ground for correlations.
FEW_BLOCKS = 10

DECKS, DEALS, UNKNOWN = "decks", "deals", "unknown"


@dataclass(frozen=True)
class PairCounts:
    """Sums over deals for every pair of players, each with itself too, in every place of a grid.

    The pairs are those of :func:`pairs_of`. A place is a deck with a setting and a building.

    Parameters
    ----------
    players
        Their number, at least 2.
    deck
        Number of the deck of each place, shape (places,).
    block_deals
        Deals of each block, shape (blocks,); the same in all places and of all pairs.
    odd_deals
        Deals with odd numbers.
    totals
        By metric the sums over each block's deals, shape (blocks, places, pairs).
    squares, odd_totals
        By metric the sums of squares, and those of deals with odd numbers, shape (places, pairs).
    scale
        By metric what a deal is divided by, shape (pairs,).
    most
        By metric the largest value that it can have, shape (places,).
    """

    players: int
    deck: Integers
    block_deals: Integers
    odd_deals: int
    totals: Mapping[str, Integers]
    squares: Mapping[str, Integers]
    odd_totals: Mapping[str, Integers]
    scale: Mapping[str, Integers]
    most: Mapping[str, Integers]

    @property
    def deals(self) -> int:
        """Deals of each pair in each place."""
        return int(self.block_deals.sum())

    def means(
        self, metric: str, pairs: Sequence[int] | None = None, places: Flags | None = None
    ) -> PairMeans:
        """Return the means of a metric over places with equal weights.

        Parameters
        ----------
        metric
            One of ``totals``.
        pairs
            Numbers of the pairs that are wanted; left out, all.
        places
            Which places; left out, all. At least one.
        """
        chosen = np.arange(len(self.scale[metric])) if pairs is None else np.asarray(pairs)
        where = np.ones(len(self.deck), bool) if places is None else places
        blocks = self.totals[metric][:, where][..., chosen]
        cells = _Cells(
            blocks.sum(axis=0),
            self.squares[metric][where][:, chosen],
            self.deals,
            self.scale[metric][chosen],
            self.most[metric][where][:, None],
            share=metric != "mean_margin",
        )
        source, factor, freedom = self._groups(cells, blocks, self.deck[where])
        return PairMeans.of(cells, source, factor, freedom)

    def _groups(
        self, cells: _Cells, blocks: Integers, deck: Integers
    ) -> tuple[str, Floats | None, float]:
        """Return what the groups are, rows whose products sum to the covariance, and freedom."""
        decks = np.unique(deck)
        if len(decks) >= MANY_DECKS:
            number = len(decks)
            values = np.array([cells.value[deck == one].mean(axis=0) for one in decks])
            factor = (values - values.mean(axis=0)) / np.sqrt(number * (number - 1.0))
            return DECKS, factor, number - 1.0
        number = len(self.block_deals)
        if number < FEW_BLOCKS:
            return UNKNOWN, None, np.inf
        n = self.block_deals[:, None].astype(np.float64)
        values = blocks.sum(axis=1) / (n * len(deck) * cells.scale)
        off = values - cells.value.mean(axis=0)
        return DEALS, off * np.sqrt(n / (self.deals * (number - 1.0))), number - 1.0


class _Cells:
    """Estimates of a metric for each place and pair, arrays of shape (places, pairs)."""

    def __init__(
        self,
        total: Integers,
        squares: Integers,
        deals: int,
        scale: Integers,
        most: Integers,
        *,
        share: bool,
    ) -> None:
        self.deals, self.scale = deals, scale
        self.total, self.squares = total, squares
        self.most = np.broadcast_to(most, total.shape).astype(np.float64)
        self.value = total / (deals * scale)
        flat = (total.ravel(), squares.ravel(), np.full(total.size, deals))
        each = np.broadcast_to(scale, total.shape).ravel()
        found = (
            intervals.share(*flat, each)
            if share
            else intervals.mean(*flat, each, most=self.most.ravel())
        )
        self.low, self.high = (part.reshape(total.shape) for part in found[1:3])
        self.kind = found.kind.reshape(total.shape)
        scatter = np.maximum(squares / deals - (total / deals) ** 2, 0.0)
        self.error = np.sqrt(scatter / max(deals - 1, 1)) / scale

    def p_values(self, reference: float) -> Floats:
        """Return p values of each place and pair, that the mean is not the reference."""
        return verdicts.assess(
            self.total, self.squares, self.deals, self.scale, 0.0, self.most, reference, 0.0
        ).p_unbalanced


@dataclass(frozen=True)
class PairMeans:
    """Means of one metric, an element a pair, with what is known of how they err together.

    Parameters
    ----------
    value, error
        The means and their standard errors.
    low, high, kind
        Intervals at 95 %, each for itself.
    source
        :data:`DECKS`, :data:`DEALS` or :data:`UNKNOWN`.
    factor
        Rows of groups, shape (groups, pairs): the covariance is factor' factor. None: unknown.
    freedom
        Degrees of freedom of errors; infinite where the deals' own are taken.
    most
        Largest value that a mean can have.
    cells
        What they are means of.
    """

    value: Floats
    error: Floats
    low: Floats
    high: Floats
    kind: Kinds
    source: str
    factor: Floats | None
    freedom: float
    most: float
    cells: _Cells

    @classmethod
    def of(cls, cells: _Cells, source: str, factor: Floats | None, freedom: float) -> PairMeans:
        """Return the means over cells."""
        places = len(cells.value)
        # from the integers, so that the mean of one place is that of the run's own table
        value = cells.total.sum(axis=0) / (places * cells.deals * cells.scale)
        low, high = cells.low.mean(axis=0), cells.high.mean(axis=0)
        error = cells.error.mean(axis=0)
        kind = cells.kind[0].copy() if places == 1 else np.full(value.shape, WIDEST, object)
        if factor is not None:
            seen = np.sqrt((factor**2).sum(axis=0))
            if places == 1:
                with np.errstate(divide="ignore", invalid="ignore"):
                    factor = factor * np.where(seen > 0, error / seen, 1.0)
            else:
                varied = seen > 0
                half = quantile(freedom) * seen
                error = np.where(varied, seen, error)
                low = np.where(varied, np.maximum(value - half, 0.0), low)
                high = np.where(varied, np.minimum(value + half, cells.most.mean(axis=0)), high)
                kind[varied] = NORMAL
        most = float(cells.most.mean(axis=0).max())
        return cls(value, error, low, high, kind, source, factor, freedom, most, cells)

    @property
    def plain(self) -> Flags:
        """Whether each pair's interval goes by the scatter of its deals: enough of them differ."""
        return np.isin(self.kind, (NORMAL, intervals.WILSON))

    def p_values(self, reference: float) -> Floats:
        """Return two-sided p values of the hypothesis that each mean is the reference.

        With one place it is the test of verdicts, deal by deal. With several, Student's of the
        groups; where these do not scatter, the largest p of the places: if the mean of means is
        the reference, one of them lies at it or beyond.
        """
        from scipy.special import stdtr

        of_cells = self.cells.p_values(reference)
        if len(of_cells) == 1:
            return np.asarray(of_cells[0])
        far = np.abs(self.value - reference)
        with np.errstate(divide="ignore", invalid="ignore"):
            p = 2.0 * stdtr(min(self.freedom, 1e9), -far / self.error)
        return np.where(self.error > 0, p, of_cells.max(axis=0))

    def error_of(self, weights: npt.ArrayLike) -> Floats:
        """Return standard errors of weighted sums of the means.

        Parameters
        ----------
        weights
            Shape (..., pairs).
        """
        given = np.asarray(weights, np.float64)
        if self.factor is None:
            return np.asarray(np.abs(given) @ self.error)
        return np.asarray(np.sqrt(((given @ self.factor.T) ** 2).sum(axis=-1)))

    def mixture(self, weights: Floats) -> Estimate:
        """Return weighted means with intervals at 95 %.

        Parameters
        ----------
        weights
            Shape (mixtures, pairs), none negative, each row of sum 1.

        Returns
        -------
        Estimate
            Errors do not tell of pairs whose own intervals are no normal ones, as few deals differ
            in them: by their weights these intervals widen that of the others, on either side.
        """
        value = weights @ self.value
        half = quantile(self.freedom) * self.error_of(np.where(self.plain, weights, 0.0))
        rare = np.where(self.plain, 0.0, weights)
        low = np.maximum(value - half - rare @ (self.value - self.low), 0.0)
        high = np.minimum(value + half + rare @ (self.high - self.value), self.most)
        kind = np.where((rare == 0).all(axis=1), NORMAL, WIDEST).astype(object)
        return Estimate(value, low, high, kind)

    def together(self, number: int) -> tuple[Floats, Floats]:
        """Return bounds that hold for `number` of the means at once, with 95 % confidence.

        Each interval is widened by the ratio of the normal quantiles (Bonferroni).
        """
        ratio = bonferroni(number)
        low = self.value - ratio * (self.value - self.low)
        return np.maximum(low, 0.0), np.minimum(
            self.value + ratio * (self.high - self.value), self.most
        )

    def resampled(self, number: int, seed: int) -> Floats:
        """Return means as other deals or decks might have given them, shape (number, pairs).

        Decks are drawn with replacement. Else draws are normal, with the covariance of the
        means; where that is unknown, independent.
        """
        rng = np.random.default_rng(seed)
        if self.source == DECKS and self.factor is not None:
            groups = len(self.factor)
            times = rng.multinomial(groups, np.full(groups, 1.0 / groups), size=number)
            return np.asarray(self.value + times @ self.factor * np.sqrt((groups - 1.0) / groups))
        factor = np.diag(self.error) if self.factor is None else self.factor
        moved = rng.standard_normal((number, len(factor))) @ factor
        return np.clip(self.value + moved, 0.0, self.most)


def pairs_of(players: int) -> list[tuple[int, int]]:
    """Return the pairs of players, each with itself too, in the order of a round robin."""
    return [(i, j) for i in range(players) for j in range(i, players)]


def quantile(freedom: float) -> float:
    """Return how many standard errors an interval reaches to either side."""
    from scipy.special import stdtrit

    if np.isinf(freedom):
        return _normal(1.0 - LEVEL)
    return float(stdtrit(freedom, 0.5 + LEVEL / 2.0))


def bonferroni(number: int) -> float:
    """Return how many times wider intervals are that hold for `number` of them at once."""
    return _normal((1.0 - LEVEL) / number) / _normal(1.0 - LEVEL)


def _normal(error: float) -> float:
    from scipy.special import ndtri

    return -float(ndtri(error / 2.0))
