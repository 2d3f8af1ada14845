"""Where a curve of estimates meets a target, and how surely.

The curve is known at some places, with an interval at each. Between neighbouring places the
estimates, their lower and their upper bounds are joined by straight lines. The curve meets the
target where the line of the estimates crosses it. The places that go with the target are those
where it lies between the line of the lower and the line of the upper bounds: they make up one or
several ranges.

A range is pointwise at 95 %: a place at which the true curve meets the target lies in one of the
ranges in at least 95 of 100 experiments, if the true curve is straight between the places that
were looked at. (At such a place between two others the estimate scatters at most as much as the
lines of the bounds say, and just as much where both share their luck in full.) It is not said of
several such places at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from claimsim.errors import InputError

Floats = npt.NDArray[np.float64]
Span = tuple[float, float]


@dataclass(frozen=True)
class Meeting:
    """A place where a curve meets the target, or may meet it.

    Parameters
    ----------
    at
        Where the line of the estimates meets the target; None: nowhere in this range, but the
        target lies within the intervals.
    first, last
        The range of places around it that go with the target.
    from_edge, to_edge
        Whether the range begins at the first place, or ends at the last one, that was looked at:
        it may go on beyond.
    """

    at: float | None
    first: float
    last: float
    from_edge: bool
    to_edge: bool


def meetings(
    places: Sequence[float],
    values: Sequence[float],
    lows: Sequence[float],
    highs: Sequence[float],
    target: float,
) -> list[Meeting]:
    """Return where a curve meets a target, and where it may.

    Parameters
    ----------
    places
        Where the curve is known: at least two, ascending.
    values, lows, highs
        Estimates there and the bounds of their intervals, which contain the estimates.
    target
        The level, in the unit of the values.

    Returns
    -------
    list of Meeting
        From the first place to the last: one for each meeting, and one for each range without
        any. A curve that lies on the target at a place meets it there, whether it goes on to the
        other side or not. Meetings in the same range have the same `first` and `last`.

    Raises
    ------
    InputError
        Lists of unlike lengths, fewer than two places, places that do not ascend, or an estimate
        outside its interval.
    """
    x, value, low, high = (np.asarray(of, np.float64) for of in (places, values, lows, highs))
    if not len(x) == len(value) == len(low) == len(high) or len(x) < 2:
        raise InputError("a curve needs two places at least, each with an estimate and its bounds")
    if not (np.diff(x) > 0).all():
        raise InputError("the places of a curve must ascend")
    if not ((low <= value) & (value <= high)).all():
        raise InputError("an estimate of a curve lies outside its interval, or there is none")
    spots = _spots(x, value - target)
    found = []
    for first, last in _ranges(x, low - target, high - target, spots):
        edges = first == x[0], last == x[-1]
        inside: list[float | None] = [spot for spot in spots if first <= spot <= last]
        found += [Meeting(spot, first, last, *edges) for spot in inside or [None]]
    return found


def _spots(x: Floats, off: Floats) -> list[float]:
    """Return where straight lines through (x, off) meet zero, ascending."""
    at_places = [float(place) for place, much in zip(x, off, strict=True) if much == 0]
    signs = np.sign(off)
    between = [
        _zero(x[i], x[i + 1], off[i], off[i + 1])
        for i in np.flatnonzero(signs[1:] * signs[:-1] < 0)
    ]
    return sorted(at_places + between)


def _zero(a: float, b: float, off_a: float, off_b: float) -> float:
    """Return where a straight line from (a, off_a) to (b, off_b) is zero; the signs differ."""
    return float(a + (b - a) * (off_a / (off_a - off_b)))


def _ranges(x: Floats, below: Floats, above: Floats, spots: Sequence[float]) -> list[Span]:
    """Return the ranges in which one line is at most zero and the other at least zero.

    Every one of `spots` is in some range, whatever rounding says.
    """
    pieces = [(spot, spot) for spot in spots]
    for i in range(len(x) - 1):
        ends = float(x[i]), float(x[i + 1])
        # below is to be at most zero, and so is minus above
        sides = [
            _at_most_zero(ends, (low, high))
            for low, high in ((below[i], below[i + 1]), (-above[i], -above[i + 1]))
        ]
        first, last = max(side[0] for side in sides), min(side[1] for side in sides)
        if first <= last:
            pieces.append((first, last))
    joined: list[Span] = []
    for first, last in sorted(pieces):
        if joined and first <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(last, joined[-1][1])
        else:
            joined.append((first, last))
    return joined


def _at_most_zero(ends: Span, values: Span) -> Span:
    """Return the part of a stretch in which a straight line is at most zero; else an empty one."""
    if max(values) <= 0:
        return ends
    if min(values) > 0:
        return np.inf, -np.inf
    zero = _zero(*ends, *values)
    return (ends[0], zero) if values[0] <= 0 else (zero, ends[1])
