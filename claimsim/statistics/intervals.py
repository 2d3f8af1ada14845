"""Point estimates and their intervals, from sums and sums of squares over deals.

The unit is the deal: the games of one deal share its cards, so only deals are independent.
Every interval is two-sided at :data:`LEVEL` and says its kind (:mod:`claimsim.statistics.bounds`
has the formulas):

* ``"normal"``: estimate plus and minus Student's t times the standard error, from the empirical
  variance among deals (for a ratio: of its linearisation, the delta method);
* ``"wilson"``: Wilson's interval, where every deal was wholly a yes or a no, as one game a deal
  without draws is;
* ``"score"``: the like of Wilson's for the mean of a number that is 0 in most deals, such as the
  firings of a rare power;
* ``"exact"``: Clopper-Pearson with the deal as the trial, where none of these is to be trusted:
  few deals, no variance among them, or a share near 0 or 1. Deals that are neither wholly won nor
  wholly lost make the number of wins a fraction; it is rounded down for the lower and up for the
  upper bound. Of all deals with numbers in [0, 1] and the same mean, won-or-lost ones scatter
  most, so that the interval is on the safe side for any other.

``tests/statistics/test_coverage.py`` simulates all of them. Student's interval of a rare number is
right too seldom (80 % of the time with 3 events among 1,000 deals): the estimate is then near 0
together with its error. The mean of a number needs therefore enough deals that differ from 0, and
enough that differ from the mean, as a share always did; a scarce few deals that outweigh all others
cannot be told from sums and squares, and there the interval covers less than it says.

All functions take arrays, one element a row of the result table. A row without an estimate
(nothing to divide by) is NaN with kind ``"undefined"``; every other interval has a width
above 0, lies in the range of its metric and contains the estimate.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from claimsim.statistics.bounds import (
    DEFINITION,
    ENOUGH_SCATTER,
    EXACT,
    FEW_OF_A_KIND,
    LEVEL,
    NORMAL,
    SCORE,
    UNDEFINED,
    WILSON,
    Estimate,
    Floats,
    choose,
    clopper_pearson,
    floats,
    is_rare,
    weight,
)

__all__ = [
    "DEFINITION",
    "ENOUGH_SCATTER",
    "EXACT",
    "LEVEL",
    "NORMAL",
    "SCORE",
    "UNDEFINED",
    "WILSON",
    "Estimate",
    "Floats",
    "Ratio",
    "clopper_pearson",
    "counted",
    "design_effect",
    "difference",
    "mean",
    "ratio_mean",
    "ratio_share",
    "share",
]

#: The mean of a number that is no bare yes or no (cards, votes, options) needs this many deals.
ENOUGH_DEALS = 30.0


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
    x, xx, n, top = floats(total, squares, deals, full)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = x / (n * top)
        scatter = np.maximum(xx - x * x / n, 0.0) / top**2
        trusted = scatter / np.maximum(value, 1.0 - value) ** 2 >= ENOUGH_SCATTER
    plain = xx == x * top
    return choose(value, scatter, n, trials=n, normal=trusted, plain=plain)


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
    x, xx, n, k, largest = floats(total, squares, deals, games_per_deal, most)
    largest = largest * k
    with np.errstate(divide="ignore", invalid="ignore"):
        value = x / (n * k)
        scatter = np.maximum(xx - x * x / n, 0.0)
        rest, rest_squares = largest * n - x, largest * (largest * n - 2.0 * x) + xx
        events = weight(x, xx)
        rare = is_rare(events, n)
        varied = scatter / k >= np.minimum(ENOUGH_SCATTER, n / 2.0)
        trusted = varied & ~rare & ~is_rare(weight(rest, rest_squares), n)
    enough = n >= ENOUGH_DEALS
    return choose(
        value,
        scatter / k**2,
        n,
        trials=n,
        most=most,
        normal=enough & trusted,
        few=enough & rare & (events >= FEW_OF_A_KIND),
    )


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
    n, k = floats(deals, games_per_deal)
    value, residual, size = _linearised(sums, n)
    with np.errstate(divide="ignore", invalid="ignore"):
        largest = k * np.maximum(value, 1.0 - value)
        trusted = residual / largest**2 >= ENOUGH_SCATTER
        scatter = residual / size**2
    trials = np.maximum(np.floor(size * n / k), 1.0)
    x, xx, y, yy = floats(sums.x, sums.xx, sums.y, sums.yy)
    plain = (xx == x * k) & (yy == y * k)
    return choose(value, scatter, n, trials=trials, normal=trusted, plain=plain)


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
    n, k, bottom, top = floats(deals, per_deal, least, most)
    value, residual, size = _linearised(sums, n)
    x, xx, y, yy = floats(sums.x, sums.xx, sums.y, sums.yy)
    with np.errstate(divide="ignore", invalid="ignore"):
        trials = np.maximum(np.floor(size * n / k), 1.0)
        xy = _least_product(sums, n) if sums.xy is None else floats(sums.xy)[0]
        above = weight(x - bottom * y, xx - 2.0 * bottom * xy + bottom**2 * yy)
        below = weight(top * y - x, xx - 2.0 * top * xy + top**2 * yy)
        varied = residual / np.minimum(k, 2.0) >= np.minimum(ENOUGH_SCATTER, trials / 2.0)
        trusted = varied & ~is_rare(above, trials) & ~is_rare(below, trials)
        scatter = residual / size**2
    trusted = trusted & (trials >= ENOUGH_DEALS)
    return choose(value, scatter, n, trials=trials, least=least, most=most, normal=trusted)


def counted(games: npt.ArrayLike, deals: npt.ArrayLike, games_per_deal: npt.ArrayLike) -> Estimate:
    """Estimate a share of games of which only the number of games is known.

    How the games fell on deals was not tallied, so the games of a deal are taken to be alike
    (no correlation could widen the interval more): Clopper-Pearson with the deal as the trial,
    and with one game a deal, of which nothing is unknown, as in :func:`share`.

    Parameters
    ----------
    games
        Games with the property.
    deals, games_per_deal
        As in :func:`mean`.
    """
    x, n, k = floats(games, deals, games_per_deal)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = x / (n * k)
    return choose(value, np.zeros_like(value), n, trials=n, plain=k == 1)


def difference(
    total: npt.ArrayLike,
    squares: npt.ArrayLike,
    changed: npt.ArrayLike,
    deals: npt.ArrayLike,
    full: npt.ArrayLike,
) -> Estimate:
    """Estimate the mean difference between two ways to play the same deals.

    Most deals may end alike. Student's interval is trusted if enough of them do not. Else it is
    an exact one, the narrower of two: Clopper-Pearson's as in :func:`share`, and plus and minus
    Clopper-Pearson's upper bound for the probability that a deal differs at all, for a mean
    cannot be farther from 0 than that.

    Parameters
    ----------
    total, squares
        Sum and sum of squares of the per-deal differences, each from -`full` to `full`.
    changed
        Deals that differ.
    deals
        As in :func:`share`.
    full
        The largest difference that a deal can have.

    Returns
    -------
    Estimate
        In units of `full`: in [-1, 1].
    """
    x, xx, k, n, top = floats(total, squares, changed, deals, full)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = x / (n * top)
        scatter = np.maximum(xx - x * x / n, 0.0) / top**2
    trusted = (k >= ENOUGH_SCATTER) & (n >= ENOUGH_DEALS)
    # moved to [0, 1], which is what the bounds are made for
    half = choose((value + 1.0) / 2.0, scatter / 4.0, n, trials=n, normal=trusted)
    low, high = 2.0 * half.low - 1.0, 2.0 * half.high - 1.0
    _, most = clopper_pearson(0.0, k, np.maximum(n, 1.0))
    narrower = (half.kind == EXACT) & (2.0 * most < high - low)
    low, high = np.where(narrower, -most, low), np.where(narrower, most, high)
    return Estimate(value, np.minimum(low, value), np.maximum(high, value), half.kind)


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
    x, xx, d, n, k = floats(points, squares, draws, deals, games_per_deal)
    games = n * k
    with np.errstate(divide="ignore", invalid="ignore"):
        of_deals = (xx - x * x / n) / (2.0 * k) ** 2 / (n - 1.0) / n
        # points of a game squared: 4 for a win, 1 for a draw, so their sum is 2 points - draws
        of_games = (2.0 * x - d - x * x / games) / 4.0 / (games - 1.0) / games
        return np.where((n > 1) & (of_games > 0), of_deals / of_games, np.nan)


def _linearised(sums: Ratio, deals: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the ratio, the sum over deals of (x - ratio y) squared, and the mean of y."""
    x, xx, y, yy = floats(sums.x, sums.xx, sums.y, sums.yy)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = x / y
        if sums.xy is None:
            of_x = np.sqrt(np.maximum(xx - x * x / deals, 0.0))
            of_y = np.sqrt(np.maximum(yy - y * y / deals, 0.0))
            residual = (of_x + value * of_y) ** 2
        else:
            (xy,) = floats(sums.xy)
            residual = np.maximum(xx - 2.0 * value * xy + value**2 * yy, 0.0)
        return value, residual, y / deals


def _least_product(sums: Ratio, deals: Floats) -> Floats:
    """Return the least that the sum over deals of x y could be (Cauchy and Schwarz)."""
    x, xx, y, yy = floats(sums.x, sums.xx, sums.y, sums.yy)
    of_x, of_y = np.maximum(xx - x * x / deals, 0.0), np.maximum(yy - y * y / deals, 0.0)
    return np.asarray(np.maximum(x * y / deals - np.sqrt(of_x * of_y), 0.0))
