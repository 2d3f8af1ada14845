"""Bounds of a mean change that comes from few deals: most deals are alike both ways.

Student's interval of a mean needs many deals that differ; a change that happened three times has a
true rate up to twice as large, and Student's interval does not know that it cannot be negative. So
the change is taken apart: what the deals gain, and what they lose. Each is a mean of numbers of
one sign within a known range, bounded exactly as a share of deals is (a number that is a fraction
of the range scatters less than whole successes of the same mean; W. Hoeffding, "Probability
inequalities for sums of bounded random variables", 1963), and the bounds of the change are those of
the two farthest apart.
"""

from __future__ import annotations

import math
from functools import lru_cache

from claimsim.statistics.bounds import (
    ENOUGH_SCATTER,
    EXACT,
    NORMAL,
    clopper_pearson,
    student,
)
from claimsim.statistics.intervals import ENOUGH_DEALS


def bounds(
    mean: float,
    squares: float,
    deals: int,
    *,
    span: float,
    most_turned: int,
    least_turned: int | None = None,
    unit: float = 0.0,
) -> tuple[float, float, str]:
    """Return bounds of a mean change at 95 %, and their kind.

    Parameters
    ----------
    mean
        The mean over deals of the change.
    squares
        Sum over deals of its square.
    deals
        Number of deals, at least 1.
    span
        The largest change, up or down, that one deal can have, above 0.
    most_turned, least_turned
        Deals that differ: at most, and at least; what `squares` says where that is not known.
    unit
        The smallest change that a deal can have that has any; 0 where that is not known.

    Returns
    -------
    tuple of float, float and str
        Lower and upper bound, within ``-span`` and ``span``, and ``"normal"`` or ``"exact"``.
    """
    total = mean * deals
    turned = squares / span**2 if least_turned is None else least_turned
    if is_trusted(turned, deals) and squares > total * mean:
        low, high = student([mean], [squares - total * mean], [deals])
        return float(low[0]), float(high[0]), NORMAL
    # All that changed, up and down together: by Cauchy and Schwarz, or of as many units as can be.
    moved = math.sqrt(most_turned * squares)
    if unit > 0:
        moved = min(moved, squares / unit)
    gained, lost = (moved + total) / 2.0, (moved - total) / 2.0
    up = _least(max(total, 0.0) / span, deals), _most(gained / span, deals)
    down = _least(max(-total, 0.0) / span, deals), _most(lost / span, deals)
    return min(span * (up[0] - down[1]), mean), max(span * (up[1] - down[0]), mean), EXACT


def is_trusted(turned: float, deals: int) -> bool:
    """Say whether Student's interval of a change is to be trusted where so many deals differ."""
    return turned >= ENOUGH_SCATTER and deals >= ENOUGH_DEALS


def _least(count: float, deals: int) -> float:
    return _exact(math.floor(min(round(count, 6), deals)), deals)[0]


def _most(count: float, deals: int) -> float:
    return _exact(math.ceil(min(round(max(count, 0.0), 6), deals)), deals)[1]


@lru_cache(maxsize=4096)
def _exact(count: int, deals: int) -> tuple[float, float]:
    """Return exact bounds of a share of deals."""
    low, high = clopper_pearson([float(count)], [float(count)], [float(deals)])
    return float(low[0]), float(high[0])
