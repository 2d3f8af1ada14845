"""Intervals that may be looked at again and again: valid at all looks together.

An interval for a fixed number of deals misses more and more often when it is computed after
every round and playing stops as soon as it looks narrow enough. The one given here does not:
with probability :data:`~claimsim.statistics.intervals.LEVEL` at least it contains the truth at
*every* number of deals, whenever and for whatever reason playing stops. It is a theorem for
every distribution of deals within the range of the metric, not an approximation, and it needs
nothing but the number of deals, their sum and their sum of squares.

Proof. Let X be the per-deal numbers mapped to [0, 1], with mean m. For 0 <= b < 1 and
x >= -1, ``exp(b x - psi(b) x**2) <= 1 + b x`` with ``psi(b) = -log(1 - b) - b`` (Fan, Grama and
Liu, "Exponential inequalities for martingales with applications", 2015, lemma 4.1). So the wealth
of a bet b on the mean being above m, the product of these over deals with x = X - m,
is a supermartingale that begins at 1, and so is the average over several bets::

    W(m) = mean over b of exp(b S - psi(b) V)    S = sum of (X - m),  V = sum of (X - m)**2

By Ville's inequality W ever reaches 1 / e with probability e at most; the means m at which it
has not (e half of the error, the same for 1 - X), form the interval. V is taken about m itself,
which spares the empirical variance its correction (compare Maurer and Pontil, "Empirical
Bernstein bounds and sample variance penalization", 2009; Howard, Ramdas, McAuliffe and Sekhon,
"Time-uniform, nonparametric, nonasymptotic confidence sequences", 2021). With ``r`` the distance
between m and the observed mean, S = n r and V = n (variance + r**2); for b <= 1/2 the exponent
rises with r all over [0, 1], so that all means farther off than some radius are
excluded, and none nearer.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from claimsim.statistics.intervals import LEVEL, UNDEFINED, Estimate, Floats
from claimsim.statistics.verdicts import scaled

ANYTIME = "anytime"

#: Deals of a cell at which an adaptive run looks at its intervals and may stop or go on.
LOOKS: tuple[int, ...] = tuple(1000 * 2**k for k in range(50))

#: The bets. One suits an interval whose deals have a variance of about (3.5 / bet)**2 in all: from
#: 50 to 3 * 10**9, beyond which the interval stays valid and hardly narrows any more. A factor
#: of 2 between bets costs 2 % of width at most, the average over 14 as many as 20 looks would.
_BETS = 2.0 ** -np.arange(1.0, 15.0)

#: Halvings of the interval in which the radius lies; the larger end is taken.
_HALVINGS = 45


def interval(
    total: npt.ArrayLike,
    squares: npt.ArrayLike,
    deals: npt.ArrayLike,
    scale: npt.ArrayLike,
    least: npt.ArrayLike,
    most: npt.ArrayLike,
) -> Estimate:
    """Estimate metrics with intervals that hold at all numbers of deals together.

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

    Returns
    -------
    Estimate
        Of kind ``"anytime"``, symmetric about the estimate but for the ends of the range, which
        it never leaves; undefined (NaN) without deals.
    """
    x, xx, n, full, bottom, top = np.broadcast_arrays(
        *(np.asarray(given, np.float64) for given in (total, squares, deals, scale, least, most))
    )
    played = n > 0
    count = np.where(played, n, 1.0)
    value = x / (count * full)
    spread = np.maximum(xx / count / full**2 - value**2, 0.0)
    half = (top - bottom) * radius(spread / (top - bottom) ** 2, count)
    low = np.maximum(value - half, bottom)
    high = np.minimum(value + half, top)
    value, low, high = (np.where(played, part, np.nan) for part in (value, low, high))
    return Estimate(value, low, high, np.where(played, ANYTIME, UNDEFINED).astype(object))


def radius(variance: Floats, deals: Floats) -> Floats:
    """Return how far from the observed mean the true one may lie.

    Parameters
    ----------
    variance
        Of the deals about their mean (divided by their number), in units in which the range of
        the metric is 1: 0 to 1/4.
    deals
        Number of deals, at least 1.

    Returns
    -------
    array
        In the same units, above 0; 1, the whole range, where nothing is excluded.
    """
    enough = math.log(2.0 / (1.0 - LEVEL))
    kept = np.zeros(np.broadcast(variance, deals).shape)
    excluded = np.ones(kept.shape)
    for _ in range(_HALVINGS):
        middle = (kept + excluded) / 2.0
        rejects = _log_wealth(middle, variance, deals) >= enough
        excluded = np.where(rejects, middle, excluded)
        kept = np.where(rejects, kept, middle)
    return excluded


def _log_wealth(distance: Floats, variance: Floats, deals: Floats) -> Floats:
    """Return log W of a mean at `distance` from the observed one."""
    square = variance + distance**2
    wealth = np.full(square.shape, -math.log(len(_BETS)))
    grown = np.full(square.shape, -np.inf)
    for bet in _BETS:
        psi = -math.log1p(-bet) - bet
        grown = np.logaddexp(grown, deals * (bet * distance - psi * square))
    return np.asarray(wealth + grown)


def p_values(
    total: npt.ArrayLike,
    squares: npt.ArrayLike,
    deals: npt.ArrayLike,
    scale: npt.ArrayLike,
    least: npt.ArrayLike,
    most: npt.ArrayLike,
    value: npt.ArrayLike,
    tolerance: npt.ArrayLike,
) -> tuple[Floats, Floats]:
    """Test whether means lie inside, and whether outside, a band: valid whenever playing stopped.

    The wealth W of a mean at an edge of the band is e or more at any time with probability 1 / e
    at most, if the true mean lies there or beyond: 1 / W is a p value at all looks together.

    Parameters
    ----------
    total, squares, deals, scale, least, most, value, tolerance
        As of :func:`claimsim.statistics.verdicts.assess`.

    Returns
    -------
    tuple of arrays
        p values of "it is not inside" (two one-sided tests, the larger p) and of "it is not
        outside" (twice the smaller p); 1 without deals.
    """
    played, sample, target, width = scaled(
        total, squares, deals, scale, least, most, value, tolerance
    )
    lower, upper = target - width, target + width

    def beyond(distance: Floats) -> Floats:
        """Return the p value of a true mean that far below the observed one, or farther."""
        wealth = _log_wealth(np.maximum(distance, 0.0), sample.variance, sample.deals)
        return np.where(played & (distance > 0), np.exp(-np.maximum(wealth, 0.0)), 1.0)

    above = np.where(lower < 0.0, 0.0, beyond(sample.mean - lower))
    below = np.where(upper > 1.0, 0.0, beyond(upper - sample.mean))
    outside = np.minimum(beyond(sample.mean - upper), beyond(lower - sample.mean))
    return (
        np.where(played, np.maximum(above, below), 1.0),
        np.where(played, np.minimum(2.0 * outside, 1.0), 1.0),
    )
