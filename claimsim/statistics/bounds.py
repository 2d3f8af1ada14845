"""The bounds of intervals, by kind; :mod:`claimsim.statistics.intervals` says which is used when.

Every interval is two-sided at :data:`LEVEL`. All functions take arrays, one element a row.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Kinds = npt.NDArray[np.object_]
Flags = npt.NDArray[np.bool_]
Bounds = tuple[Floats, Floats]

#: Confidence of every interval.
LEVEL = 0.95

NORMAL = "normal"
WILSON = "wilson"
SCORE = "score"
EXACT = "exact"
DEFINITION = "by definition"

#: Kind of an interval made of bounds of its parts, as if these erred in step.
WIDEST = "widest"
UNDEFINED = "undefined"

#: What :func:`choose` chooses from.
_CHOSEN = (NORMAL, SCORE, WILSON, EXACT, UNDEFINED)

#: A share's normal interval needs this many deals' worth of scatter: the sum over deals of the
#: squared deviation, in units of the largest that one deal could have. For games won or lost it
#: is n p / (1 - p) with p <= 1/2. At 50 the coverage is 94.5 % on average and at least 93 %.
ENOUGH_SCATTER = 50.0

#: Fewer deals than these are few for a Wilson interval, or fewer of either yes or no. It covers
#: 95 % on average even with one of a kind, but 84 % for some rates; from 5 on, 92 %.
FEW_DEALS = 50.0
FEW_OF_A_KIND = 5.0


class Estimate(NamedTuple):
    """Estimates with intervals: arrays of one length, NaN where there is none."""

    value: Floats
    low: Floats
    high: Floats
    kind: Kinds


def clopper_pearson(
    fewest: npt.ArrayLike, most: npt.ArrayLike, trials: npt.ArrayLike
) -> tuple[Floats, Floats]:
    """Return exact bounds of a probability.

    Parameters
    ----------
    fewest, most
        Successes that the lower and the upper bound go by; equal in the plain binomial case.
    trials
        Number of trials, at least 1.

    Returns
    -------
    tuple of arrays
        Lower and upper bounds, each missed with probability (1 - LEVEL) / 2 at most.
    """
    tail = (1.0 - LEVEL) / 2.0
    few, many, n = np.broadcast_arrays(*floats(fewest, most, trials))
    low = np.where(few > 0, _beta_quantile(np.maximum(few, 1.0), n - few + 1.0, tail), 0.0)
    above = _beta_quantile(many + 1.0, np.maximum(n - many, 1.0), 1.0 - tail)
    return low, np.where(many < n, above, 1.0)


def wilson(wins: npt.ArrayLike, trials: npt.ArrayLike) -> Bounds:
    """Return Wilson's score bounds of a probability.

    They are the p at which the number of wins would lie just :data:`LEVEL`'s normal quantile of
    standard errors from its mean, the error being that under p (E. B. Wilson, "Probable
    inference, the law of succession, and statistical inference", JASA 22, 1927).

    Parameters
    ----------
    wins, trials
        Successes, and trials of at least 1.
    """
    from scipy.special import ndtri

    x, n = floats(wins, trials)
    z = float(ndtri(0.5 + LEVEL / 2.0))
    middle = x + z * z / 2.0
    half = z * np.sqrt(x * (n - x) / n + z * z / 4.0)
    return (middle - half) / (n + z * z), (middle + half) / (n + z * z)


def student(value: npt.ArrayLike, scatter: npt.ArrayLike, deals: npt.ArrayLike) -> Bounds:
    """Return Student's bounds of a mean.

    Parameters
    ----------
    value
        The mean of the deals' numbers.
    scatter
        The sum over deals of their squared deviations.
    deals
        Number of deals, at least 2.
    """
    mean, error = floats(value, _error(scatter, deals))
    half = _quantile(deals) * error
    return mean - half, mean + half


def score(value: npt.ArrayLike, scatter: npt.ArrayLike, deals: npt.ArrayLike) -> Bounds:
    """Return score bounds of the mean of a number that is 0 in most deals.

    Where events are rare, the variance grows with their mean m, as Poisson's does. Its ratio to
    the mean is estimated, and the bounds are the m at which the mean would lie just Student's
    quantile of standard errors from m, the error being that under m: what :func:`wilson` is for
    a share (the quasi-score of P. McCullagh and J. A. Nelder, "Generalized Linear Models", 1989,
    chapter 9, for a variance proportional to the mean). Parameters as in :func:`student`, the
    value above 0.
    """
    (mean,) = floats(value)
    step = (_quantile(deals) * _error(scatter, deals)) ** 2 / mean
    half = np.sqrt(step * mean + step * step / 4.0)
    return mean + step / 2.0 - half, mean + step / 2.0 + half


def choose(
    value: Floats,
    scatter: Floats,
    deals: Floats,
    *,
    trials: Floats,
    least: npt.ArrayLike = 0.0,
    most: npt.ArrayLike = 1.0,
    normal: Flags | bool = False,
    plain: Flags | bool = False,
    few: Flags | bool = False,
) -> Estimate:
    """Return the values with Wilson's interval, the one that is trusted, or else the exact one.

    Parameters
    ----------
    value
        The estimates, NaN where there is none.
    scatter
        Sum over deals of the squared deviations, in units of `value`.
    deals, trials
        Number of deals, and how many of them count for the exact interval and Wilson's.
    least, most
        Range of the values.
    normal, few
        Where Student's interval is trusted, and where the score interval is.
    plain
        Where every deal is wholly a yes or a no: Wilson's interval, if they are not few.
    """
    bottom, top = (np.broadcast_to(of, value.shape) for of in floats(least, most))
    scatter, deals, trials = (np.broadcast_to(of, value.shape) for of in (scatter, deals, trials))
    defined = np.isfinite(value)
    span = top - bottom
    safe_trials = np.where(defined, trials, 1.0)
    # rounded first, so that 3 wins are not taken for 2.9999999
    wins = np.round(np.where(defined, (value - bottom) / span, 0.0) * safe_trials, 6)
    rarer = np.minimum(wins, safe_trials - wins)
    varied = (deals > 1) & (scatter > 0)
    kind = np.where(defined, np.int8(_CHOSEN.index(EXACT)), np.int8(_CHOSEN.index(UNDEFINED)))
    kind[defined & varied & normal] = _CHOSEN.index(NORMAL)
    kind[defined & varied & few] = _CHOSEN.index(SCORE)
    many = (safe_trials >= FEW_DEALS) & (rarer >= FEW_OF_A_KIND)
    kind[defined & plain & many] = _CHOSEN.index(WILSON)
    low, high = np.full(value.shape, np.nan), np.full(value.shape, np.nan)
    for number, name in enumerate(_CHOSEN):  # each is computed where it is wanted alone
        rows = np.flatnonzero(kind == number)
        if not rows.size or name == UNDEFINED:
            continue
        if name in (NORMAL, SCORE):
            of_deals = student if name == NORMAL else score
            low[rows], high[rows] = of_deals(value[rows], scatter[rows], deals[rows])
        elif name == WILSON:
            low[rows], high[rows] = wilson(wins[rows], safe_trials[rows])
        else:
            w = wins[rows]
            few_wins, many_wins = clopper_pearson(np.floor(w), np.ceil(w), safe_trials[rows])
            low[rows] = bottom[rows] + span[rows] * few_wins
            high[rows] = bottom[rows] + span[rows] * many_wins
    low = np.where(defined, np.minimum(np.maximum(low, bottom), value), np.nan)
    high = np.where(defined, np.maximum(np.minimum(high, top), value), np.nan)
    return Estimate(value, low, high, np.array(_CHOSEN, object)[kind])


def weight(total: Floats, squares: Floats) -> Floats:
    """Return how many deals a sum comes from, were they to give the same (0 of nothing).

    It is (sum)**2 / (sum of squares): the number of wins for games won or lost.
    """
    return np.where(squares > 0, total * total / np.where(squares > 0, squares, 1.0), 0.0)


def is_rare(deals: Floats, trials: Floats) -> Flags:
    """Say whether a sum that comes from so many `deals` (:func:`weight`) comes from a few alone."""
    return (deals < ENOUGH_SCATTER) & (deals < trials / 2.0)


def floats(*values: npt.ArrayLike) -> tuple[Floats, ...]:
    """Return arrays of floats."""
    return tuple(np.asarray(value, dtype=np.float64) for value in values)


def _beta_quantile(a: Floats, b: Floats, p: float) -> Floats:
    """Return quantiles of beta distributions, each computed once: small counts come in few."""
    from scipy.special import betaincinv

    pairs, places = np.unique(np.stack([a, b], axis=-1).view(complex), return_inverse=True)
    return np.asarray(betaincinv(pairs.real, pairs.imag, p)[places.reshape(a.shape)])


def _error(scatter: npt.ArrayLike, deals: npt.ArrayLike) -> Floats:
    squares, n = floats(scatter, deals)
    return np.asarray(np.sqrt(squares / (n * (n - 1.0))))


def _quantile(deals: npt.ArrayLike) -> Floats:
    from scipy.special import stdtrit

    (n,) = floats(deals)
    if n.size and (n == n.flat[0]).all():  # as in every run that is not adaptive
        return np.full(n.shape, stdtrit(float(n.flat[0]) - 1.0, 0.5 + LEVEL / 2.0))
    numbers, places = np.unique(n, return_inverse=True)
    return np.asarray(stdtrit(numbers - 1.0, 0.5 + LEVEL / 2.0)[places.reshape(n.shape)])
