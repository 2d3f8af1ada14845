"""Point estimates and their intervals, from sums and sums of squares over deals.

The unit is the deal: the games of one deal share its cards, so only deals are independent.
Two kinds of interval are used, both two-sided at :data:`LEVEL`:

* ``"normal"``: estimate plus and minus Student's t times the standard error, from the empirical
  variance among deals (for a ratio: of its linearisation, the delta method);
* ``"exact"``: Clopper-Pearson with the deal as the trial, where the normal approximation is not
  to be trusted: few deals, no variance among them, or a share near 0 or 1. Deals that are
  neither wholly won nor wholly lost make the number of wins a fraction; it is rounded down for
  the lower and up for the upper bound. Of all deals with numbers in [0, 1] and the same mean,
  won-or-lost ones scatter most, so that the interval is on the safe side for any other.

All functions take arrays, one element a row of the result table. A row without an estimate
(nothing to divide by) is NaN with kind ``"undefined"``; every other interval has a width
above 0, lies in the range of its metric and contains the estimate.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Kinds = npt.NDArray[np.object_]

#: Confidence of every interval.
LEVEL = 0.95

NORMAL = "normal"
EXACT = "exact"
DEFINITION = "by definition"
UNDEFINED = "undefined"

#: A share's normal interval needs this many deals' worth of scatter: the sum over deals of the
#: squared deviation, in units of the largest that one deal could have. For games won or lost it
#: is n p / (1 - p) with p <= 1/2. At 50 the coverage is 94.5 % on average and at least 93 %.
ENOUGH_SCATTER = 50.0

#: The mean of a number that is no bare yes or no (cards, votes, options) needs this many deals.
ENOUGH_DEALS = 30.0

#: Scatter below this part of the sum of squares is rounding, not variance.
_ROUNDING = 1e-9


class Estimate(NamedTuple):
    """Estimates with intervals: arrays of one length, NaN where there is none."""

    value: Floats
    low: Floats
    high: Floats
    kind: Kinds


def share(
    total: npt.ArrayLike, squares: npt.ArrayLike, deals: npt.ArrayLike, full: npt.ArrayLike
) -> Estimate:
    """Estimate a share of games, or a win rate, from per-deal numbers of 0 to `full`.

    Parameters
    ----------
    total, squares
        Sum and sum of squares of the per-deal numbers.
    deals
        Number of deals, 0 or more.
    full
        The number of a deal in which every game counts: games a deal, or twice that where a
        game is worth two points.

    Returns
    -------
    Estimate
        In [0, 1].
    """
    x, xx, n, top = _floats(total, squares, deals, full)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = x / (n * top)
        scatter = np.maximum(xx - x * x / n, 0.0) / top**2
        trusted = scatter / np.maximum(value, 1.0 - value) ** 2 >= ENOUGH_SCATTER
    return _interval(value, scatter, n, trials=n, least=0.0, most=1.0, trusted=trusted)


def mean(
    total: npt.ArrayLike,
    squares: npt.ArrayLike,
    deals: npt.ArrayLike,
    games_per_deal: npt.ArrayLike,
    *,
    most: npt.ArrayLike,
) -> Estimate:
    """Estimate the mean over games of a number that lies between 0 and `most`.

    Parameters
    ----------
    total, squares, deals
        As in :func:`share`.
    games_per_deal
        Games of every deal.
    most
        Largest number that a game can have, above 0.
    """
    x, xx, n, k = _floats(total, squares, deals, games_per_deal)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = x / (n * k)
        scatter = np.maximum(xx - x * x / n, 0.0) / k**2
        trusted = (n >= ENOUGH_DEALS) & (scatter * k**2 > _ROUNDING * xx)
    return _interval(value, scatter, n, trials=n, least=0.0, most=most, trusted=trusted)


class Ratio(NamedTuple):
    """Sums over deals of two numbers x and y, for the ratio of the sums.

    ``xy`` is None where the products were not tallied; the variance is then the largest that
    they could give it (x and y opposed), which is the true one where y is the same in all deals.
    """

    x: npt.ArrayLike
    xx: npt.ArrayLike
    xy: npt.ArrayLike | None
    y: npt.ArrayLike
    yy: npt.ArrayLike


def ratio_share(sums: Ratio, deals: npt.ArrayLike, games_per_deal: npt.ArrayLike) -> Estimate:
    """Estimate the share x / y of games that have a property, where y varies among deals.

    Parameters
    ----------
    sums
        ``x``: games (or half games) with the property, at most y; ``y``: games that count.
    deals, games_per_deal
        As in :func:`mean`.

    Returns
    -------
    Estimate
        In [0, 1]; undefined where no game counts.
    """
    n, k = _floats(deals, games_per_deal)
    value, residual, size = _linearised(sums, n)
    with np.errstate(divide="ignore", invalid="ignore"):
        largest = k * np.maximum(value, 1.0 - value)
        trusted = residual / largest**2 >= ENOUGH_SCATTER
        scatter = residual / size**2
    trials = np.maximum(np.floor(size * n / k), 1.0)
    return _interval(value, scatter, n, trials=trials, least=0.0, most=1.0, trusted=trusted)


def ratio_mean(
    sums: Ratio,
    deals: npt.ArrayLike,
    per_deal: npt.ArrayLike,
    *,
    least: npt.ArrayLike = 0.0,
    most: npt.ArrayLike,
) -> Estimate:
    """Estimate the mean x / y of a number that every one of the y counted items has.

    Parameters
    ----------
    sums
        ``x``: the number, summed; ``y``: the items (decided games, decisions).
    deals
        Number of deals.
    per_deal
        Most items that a deal can have.
    least, most
        Range of the number.
    """
    n, k = _floats(deals, per_deal)
    value, residual, size = _linearised(sums, n)
    with np.errstate(divide="ignore", invalid="ignore"):
        scatter = residual / size**2
        trials = np.maximum(np.floor(size * n / k), 1.0)
        (xx,) = _floats(sums.xx)
        trusted = (trials >= ENOUGH_DEALS) & (residual > _ROUNDING * xx)
    return _interval(value, scatter, n, trials=trials, least=least, most=most, trusted=trusted)


def counted(games: npt.ArrayLike, deals: npt.ArrayLike, games_per_deal: npt.ArrayLike) -> Estimate:
    """Estimate a share of games of which only the number of games is known.

    How the games fell on deals was not tallied, so the games of a deal are taken to be alike
    (no correlation could widen the interval more): Clopper-Pearson with the deal as the trial.

    Parameters
    ----------
    games
        Games with the property.
    deals, games_per_deal
        As in :func:`mean`.
    """
    x, n, k = _floats(games, deals, games_per_deal)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = x / (n * k)
    never = np.zeros(value.shape, bool)
    return _interval(value, np.zeros_like(value), n, trials=n, least=0.0, most=1.0, trusted=never)


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
    from scipy.special import betaincinv

    tail = (1.0 - LEVEL) / 2.0
    few, many, n = _floats(fewest, most, trials)
    with np.errstate(invalid="ignore"):
        low = np.where(few > 0, betaincinv(np.maximum(few, 1.0), n - few + 1.0, tail), 0.0)
        high = np.where(
            many < n, betaincinv(many + 1.0, np.maximum(n - many, 1.0), 1.0 - tail), 1.0
        )
    return low, high


def design_effect(
    points: npt.ArrayLike,
    squares: npt.ArrayLike,
    draws: npt.ArrayLike,
    deals: npt.ArrayLike,
    games_per_deal: npt.ArrayLike,
) -> Floats:
    """Compare the variance of a win rate with that of as many independent games.

    Parameters
    ----------
    points, squares
        Sum and sum of squares of the per-deal points (a win 2, a draw 1).
    draws
        Drawn games.
    deals, games_per_deal
        As in :func:`mean`.

    Returns
    -------
    array
        1 with one game a deal; above 1 where the games of a deal tend to end alike, below
        where they tend to differ. NaN where it is undefined: one deal, or all games alike.
    """
    x, xx, d, n, k = _floats(points, squares, draws, deals, games_per_deal)
    games = n * k
    with np.errstate(divide="ignore", invalid="ignore"):
        of_deals = (xx - x * x / n) / (2.0 * k) ** 2 / (n - 1.0) / n
        # points of a game squared: 4 for a win, 1 for a draw, so their sum is 2 points - draws
        of_games = (2.0 * x - d - x * x / games) / 4.0 / (games - 1.0) / games
        return np.where((n > 1) & (of_games > 0), of_deals / of_games, np.nan)


def _linearised(sums: Ratio, deals: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the ratio, the sum over deals of (x - ratio y) squared, and the mean of y."""
    x, xx, y, yy = _floats(sums.x, sums.xx, sums.y, sums.yy)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = x / y
        if sums.xy is None:
            of_x = np.sqrt(np.maximum(xx - x * x / deals, 0.0))
            of_y = np.sqrt(np.maximum(yy - y * y / deals, 0.0))
            residual = (of_x + value * of_y) ** 2
        else:
            (xy,) = _floats(sums.xy)
            residual = np.maximum(xx - 2.0 * value * xy + value**2 * yy, 0.0)
        return value, residual, y / deals


def _interval(
    value: Floats,
    scatter: Floats,
    deals: Floats,
    *,
    trials: Floats,
    least: npt.ArrayLike,
    most: npt.ArrayLike,
    trusted: npt.NDArray[np.bool_],
) -> Estimate:
    """Put the normal interval where it is `trusted` and the exact one elsewhere.

    `scatter` is the sum over deals of the squared deviations, in units of `value`.
    """
    from scipy.special import stdtrit

    bottom, top = _floats(least, most)
    defined = np.isfinite(value)
    normal = defined & trusted & (deals > 1)
    safe_deals = np.where(normal, deals, 2.0)
    quantile = stdtrit(safe_deals - 1.0, 0.5 + LEVEL / 2.0)
    half = quantile * np.sqrt(np.where(normal, scatter, 0.0) / (safe_deals * (safe_deals - 1.0)))
    span = top - bottom
    safe_trials = np.where(defined, trials, 1.0)
    # rounded first, so that 3 wins are not taken for 2.9999999
    wins = np.round(np.where(defined, (value - bottom) / span, 0.0) * safe_trials, 6)
    low, high = clopper_pearson(np.floor(wins), np.ceil(wins), safe_trials)
    low = np.where(normal, value - half, bottom + span * low)
    high = np.where(normal, value + half, bottom + span * high)
    low = np.where(defined, np.minimum(np.maximum(low, bottom), value), np.nan)
    high = np.where(defined, np.maximum(np.minimum(high, top), value), np.nan)
    kind = np.where(normal, NORMAL, np.where(defined, EXACT, UNDEFINED)).astype(object)
    return Estimate(value, low, high, kind)


def _floats(*values: npt.ArrayLike) -> tuple[Floats, ...]:
    return tuple(np.asarray(value, dtype=np.float64) for value in values)
