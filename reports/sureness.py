"""Whether a difference is sure that was picked from several.

Who looks for the largest of many differences finds one by chance, too. The interval is therefore
widened as Bonferroni's inequality asks, with the quantiles of the normal distribution; of shares,
which scatter less near 0 and 1, on the scale of the likelihood, too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import NormalDist

from claimsim.statistics.intervals import LEVEL


def sure(row: Mapping[str, float | None], name: str, middle: float, among: int) -> float:
    """Return by how much a value surely differs from `middle`, having been picked from several.

    Parameters
    ----------
    row
        Holds the value, and its bounds with ``_low`` and ``_high`` behind the name.
    name
        Of the value.
    middle
        What it is held against.
    among
        From how many it was picked, 1 or more.

    Returns
    -------
    float
        Signed distance of the widened interval from `middle`; 0 where it includes it.
    """
    value, low, high = row[name], row[f"{name}_low"], row[f"{name}_high"]
    if value is None or low is None or high is None:
        return 0.0
    wider = widening(among)
    bound = low if value > middle else high
    if _likely(value, bound, middle, wider):
        return 0.0
    if value > middle:
        return max(value - wider * (value - low) - middle, 0.0)
    return min(value + wider * (high - value) - middle, 0.0)


def widening(among: int) -> float:
    """Return by what an interval is multiplied that was picked from so many, 1 or more."""
    normal = NormalDist()
    tail = (1 - LEVEL) / 2
    return normal.inv_cdf(1 - tail / among) / normal.inv_cdf(1 - tail)


def _likely(value: float, bound: float, middle: float, wider: float) -> bool:
    """Say whether a share's deviance from `middle` is no larger than that from the wider bound.

    Near 0 and 1 an exact interval of few deals is lopsided, and to stretch it as if it were not
    would call too much sure. Half the deviance a deal is the divergence of Kullback and Leibler;
    that of the bound grows with the square of the normal quantile.
    """
    if not all(0.0 <= share <= 1.0 for share in (value, bound, middle)) or value == bound:
        return False
    return _divergence(value, middle) <= wider**2 * _divergence(value, bound)


def _divergence(p: float, q: float) -> float:
    parts = [(p, q), (1.0 - p, 1.0 - q)]
    if any(one > 0.0 and other <= 0.0 for one, other in parts):
        return math.inf
    return sum(one * math.log(one / other) for one, other in parts if one > 0.0)
