"""Verdicts: whether the mean of a metric lies inside a band about its target, or outside.

* **balanced**: two one-sided tests (Schuirmann 1987, "TOST") both reject, that the mean lies at
  or below the lower edge and that it lies at or above the upper one;
* **unbalanced**: a mean in the band, even at its worse edge, would seldom give an estimate as far
  from the target as this one. Both tails count, so that the level is right for a band of any
  width, down to none, where it is the usual two-sided test;
* **undecided**: neither.

The unit is the deal, as in :mod:`claimsim.statistics.intervals`. Where there is enough scatter,
probabilities come from Student's t of the deals' mean, with two corrections to the safe side:
half a deal for the steps in which sums move, and Hall's (1992, "On the removal of skewness by
transformation") for the skewness, which is not known from sums and squares but bounded by them.
Deals that are won or lost have the very skewness of the bound. Elsewhere they are exact binomial
probabilities with the deal as the trial, wins that are a fraction rounded to the unfavourable
side.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from claimsim.statistics.intervals import ENOUGH_SCATTER, Floats

#: Error of a verdict: of one cell, or the share of false ones among a grid's (q values).
ERROR = 0.05

#: Means of games lie on an edge, or farther from it than this.
_ROUNDING = 1e-12

#: Probability with which :attr:`Assessment.deals_needed` bring a verdict.
POWER = 0.9

BALANCED = "balanced"
UNBALANCED = "unbalanced"
UNDECIDED = "undecided"

#: So many times ENOUGH_SCATTER is expected where nine experiments of ten are to have it.
_TRUSTED = 1.3

_HALVINGS = 20


class Assessment(NamedTuple):
    """What the deals of cells say about a target: arrays of one length, never NaN.

    ``p_balanced`` and ``p_unbalanced`` are the p values of the two claims. ``deals_needed`` is the
    number of deals in all at which one cell has its verdict with probability :data:`POWER`,
    if its mean and variance are as seen; infinite where the mean lies at an edge, or no deal was
    played. In a grid it takes somewhat more.
    """

    p_balanced: Floats
    p_unbalanced: Floats
    deals_needed: Floats


class Sample(NamedTuple):
    """Deals in units in which the metric's range is [0, 1]; the variance is divided by `deals`."""

    deals: Floats
    mean: Floats
    variance: Floats

    @property
    def scatter(self) -> Floats:
        """The deals' worth of scatter, as :data:`intervals.ENOUGH_SCATTER` counts it."""
        largest: Floats = np.maximum(self.mean, 1.0 - self.mean)
        return self.deals * self.variance / largest**2

    def reflected(self) -> Sample:
        """Return the same with 1 - x for every x."""
        return self._replace(mean=1.0 - self.mean)


def assess(
    total: npt.ArrayLike,
    squares: npt.ArrayLike,
    deals: npt.ArrayLike,
    scale: npt.ArrayLike,
    least: npt.ArrayLike,
    most: npt.ArrayLike,
    value: npt.ArrayLike,
    tolerance: npt.ArrayLike,
) -> Assessment:
    """Test whether means lie inside, and whether they lie outside, a band about a target.

    Parameters
    ----------
    total, squares
        Sum and sum of squares of the per-deal numbers.
    deals
        Number of deals, 0 or more.
    scale
        The metric is total / (deals x scale).
    least, most
        Range of the metric, ``least < most``; every deal's number / scale lies in it.
    value, tolerance
        The band is ``value - tolerance`` to ``value + tolerance``, its edges included; tolerance
        0 or more. What of it lies outside the range is no edge: no mean can lie beyond it.

    Returns
    -------
    Assessment
        Without deals, p values of 1.
    """
    played, sample, target, width = scaled(
        total, squares, deals, scale, least, most, value, tolerance
    )
    needed = _deals_needed(sample, target, width)
    return Assessment(
        np.where(played, _p_balanced(sample, target, width), 1.0),
        np.where(played, _p_unbalanced(sample, target, width), 1.0),
        np.where(played, needed, np.inf),
    )


def scaled(
    total: npt.ArrayLike,
    squares: npt.ArrayLike,
    deals: npt.ArrayLike,
    scale: npt.ArrayLike,
    least: npt.ArrayLike,
    most: npt.ArrayLike,
    value: npt.ArrayLike,
    tolerance: npt.ArrayLike,
) -> tuple[npt.NDArray[np.bool_], Sample, Floats, Floats]:
    """Return deals and band in units in which the range of the metric is [0, 1].

    Parameters
    ----------
    total, squares, deals, scale, least, most, value, tolerance
        As of :func:`assess`.

    Returns
    -------
    tuple
        Whether there are deals at all; the deals, one of mean 1/2 and no variance where there are
        none; the target; and how far the band reaches to either side of it.
    """
    x, xx, n, full, bottom, top, wanted, around = np.broadcast_arrays(
        *(
            np.asarray(given, np.float64)
            for given in (total, squares, deals, scale, least, most, value, tolerance)
        )
    )
    span = top - bottom
    played = n > 0
    count = np.where(played, n, 1.0)
    raw = x / (count * full)
    mean = np.where(played, np.clip((raw - bottom) / span, 0.0, 1.0), 0.5)
    variance = np.maximum(xx / count / full**2 - raw**2, 0.0) / span**2
    sample = Sample(count, mean, np.minimum(variance, mean * (1.0 - mean)))
    return played, sample, (wanted - bottom) / span, around / span


def q_values(p: npt.ArrayLike) -> Floats:
    """Adjust p values so that q <= e finds at most a share e of false ones on average.

    Benjamini and Hochberg (1995). It holds for independent cells and for such that tend to err
    to the same side, as cells of one deck do (Benjamini and Yekutieli 2001).

    Parameters
    ----------
    p
        p values of one family, in [0, 1].

    Returns
    -------
    array
        q values in the order of `p`, none below its p.
    """
    given = np.asarray(p, np.float64)
    order = np.argsort(given)[::-1]
    ranks = np.arange(given.size, 0, -1)
    found = np.empty_like(given)
    found[order] = np.minimum.accumulate(np.minimum(given[order] * given.size / ranks, 1.0))
    return found


def verdict(
    p_balanced: npt.ArrayLike, p_unbalanced: npt.ArrayLike, *, grid: bool
) -> tuple[Floats, Floats, npt.NDArray[np.object_]]:
    """Decide about the cells of one target.

    Parameters
    ----------
    p_balanced, p_unbalanced
        p values of :func:`assess`, one for every cell that the target concerns.
    grid
        Whether the cells are judged as a family, each claim by its q values; otherwise each
        stands for itself and q is p.

    Returns
    -------
    tuple of arrays
        q values of the two claims, and :data:`BALANCED`, :data:`UNBALANCED` or
        :data:`UNDECIDED`.
    """
    inside, outside = (np.asarray(p, np.float64) for p in (p_balanced, p_unbalanced))
    if grid:
        inside, outside = q_values(inside), q_values(outside)
    said = np.full(inside.shape, UNDECIDED, object)
    said[inside <= ERROR] = BALANCED
    said[outside <= ERROR] = UNBALANCED
    return inside, outside, said


def _p_balanced(sample: Sample, target: Floats, width: Floats) -> Floats:
    """Return the larger p of the two one-sided tests; an edge outside the range needs none."""
    lower, upper = target - width, target + width
    above = np.where(lower < 0.0, 0.0, _at_least(sample, sample.mean, lower))
    below = np.where(
        upper > 1.0, 0.0, _at_least(sample.reflected(), 1.0 - sample.mean, 1.0 - upper)
    )
    return np.maximum(above, below)


def _p_unbalanced(sample: Sample, target: Floats, width: Floats) -> Floats:
    """Return the largest chance, over means in the band, of a mean as far from the target.

    It is largest at an edge, since the chance of an estimate within a given distance of the target
    falls to both sides of one mean.
    """
    distance = np.abs(sample.mean - target)
    mirrored = sample.reflected()
    chances = [
        _at_least(sample, target + distance, edge)
        + _at_least(mirrored, 1.0 - target + distance, 1.0 - edge)
        for edge in (target - width, target + width)
    ]
    return np.minimum(np.maximum(*chances), 1.0)


def _at_least(sample: Sample, seen: Floats, mean: Floats) -> Floats:
    """Return the chance of an estimate of at least `seen` if the true mean is `mean`.

    Parameters
    ----------
    sample
        Whose number of deals and, where it is to be trusted, variance are taken.
    seen
        Any number.
    mean
        Any number; outside the range the end of it is meant.
    """
    truth = np.clip(mean, 0.0, 1.0)
    trusted = sample.scatter >= ENOUGH_SCATTER
    return np.where(trusted, _by_student(sample, seen, truth), _by_binomial(sample, seen, truth))


def _by_student(sample: Sample, seen: Floats, mean: Floats) -> Floats:
    from scipy.special import stdtr

    trusted = sample.scatter >= ENOUGH_SCATTER
    n = np.where(trusted, sample.deals, 2.0)
    variance = np.where(trusted, sample.variance, 1.0)
    centre = np.where(trusted, sample.mean, 1.0)
    t = (seen - 0.5 / n - mean) / np.sqrt(variance / (n - 1.0))
    # Numbers of mean c and variance v in [0, 1] have a third central moment of v (v / c - c) at
    # least, and the more it is negative, the likelier is a large t. This is its skewness / sqrt(n).
    skew = (variance / centre - centre) / np.sqrt(variance * n)
    return np.asarray(stdtr(n - 1.0, -(t + skew * t**2 / 3.0 + skew**2 * t**3 / 27.0 + skew / 6.0)))


def _by_binomial(sample: Sample, seen: Floats, mean: Floats) -> Floats:
    from scipy.special import betainc

    n = sample.deals
    # rounded first, so that 3 wins are not taken for 2.9999999
    wins = np.floor(np.round(seen * n, 6))
    chance = betainc(np.clip(wins, 1.0, n), n - np.clip(wins, 1.0, n) + 1.0, mean)
    return np.where(wins <= 0.0, 1.0, np.where(wins > n, 0.0, chance))


def _deals_needed(sample: Sample, target: Floats, width: Floats) -> Floats:
    """Return the deals at which a verdict comes with probability POWER, by the normal distribution.

    The exact tests need as many as deals that are won or lost; with less variance fewer do, but
    no fewer than give the scatter that makes it trusted.
    """
    from scipy.special import ndtri

    distance = np.abs(sample.mean - target)
    # distances to the two edges, the nearer first, and the quantile and tails of _root_of_deals
    inside = distance < width
    lower = np.where(target - width < 0.0, np.inf, sample.mean - target + width)
    upper = np.where(target + width > 1.0, np.inf, target + width - sample.mean)
    near = np.where(inside, np.minimum(lower, upper), distance - width)
    near = np.where(near < _ROUNDING, 0.0, near)  # on the edge: no number of deals would tell
    far = np.where(inside, np.maximum(lower, upper), distance + width)
    # balanced: both tests reject; unbalanced: the tails of an estimate that falls short by chance
    quantile = np.where(inside, ndtri(1.0 - ERROR), ndtri(POWER))
    tails = np.where(inside, 1.0 - POWER, ERROR)
    roots = _root_of_deals(near, far, quantile, tails)
    wins = (sample.mean * sample.deals + 2.0) / (sample.deals + 4.0)  # Agresti and Coull
    binomial = np.maximum(wins * (1.0 - wins), sample.variance)
    with np.errstate(divide="ignore", invalid="ignore"):
        trusted = _TRUSTED * ENOUGH_SCATTER * sample.deals / sample.scatter
        own = np.maximum(_with_half_a_deal(roots, near, sample.variance), trusted)
        needed = np.ceil(np.minimum(_with_half_a_deal(roots, near, binomial), own))
    return np.where(near > 0.0, np.where(np.isinf(near), 1.0, np.maximum(needed, 1.0)), np.inf)


def _with_half_a_deal(roots: Floats, near: Floats, variance: Floats) -> Floats:
    """Return the n at which ``near - 0.5 / n`` is as many standard errors as `near` is without."""
    errors = near * roots * np.sqrt(variance)
    return np.asarray(((errors + np.sqrt(errors**2 + 2.0 * near)) / (2.0 * near)) ** 2)


def _root_of_deals(near: Floats, far: Floats, quantile: Floats, tails: Floats) -> Floats:
    """Solve for the square root of the deals, in units of the deals' standard deviation.

    The two upper tails of the normal distribution beyond ``near x - quantile`` and
    ``far x - quantile`` add up to `tails`: for "balanced" the chances that either test fails to
    reject, for "unbalanced" the two tails of the test's p value at its POWER quantile.
    """
    from scipy.special import ndtr, ndtri

    with np.errstate(divide="ignore", invalid="ignore"):
        low = (quantile - ndtri(tails)) / near
        high = (quantile - ndtri(tails / 2.0)) / near
        for _ in range(_HALVINGS):
            middle = (low + high) / 2.0
            short = ndtr(quantile - near * middle) + ndtr(quantile - far * middle) > tails
            low, high = np.where(short, middle, low), np.where(short, high, middle)
    return np.where(near > 0.0, high, np.inf)
