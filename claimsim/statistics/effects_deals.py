"""Errors of effects from the deals of the cells, where decks are too few to tell of them.

The cells of a deck play the same deals, so that their means err together: how much depends on what
the cells have in common. A setting changes every trick; a building that only counts otherwise
leaves the play as it is, and averaging over such buildings makes nothing surer.

* *halves*: the deals with even and with odd numbers are two samples. Half the difference of their
  means is noise alone, and errs with the very covariance of the cells' means. The model fitted to
  it gives effects that are noise alone. Their sum of squares, over all terms of a kind, beside what
  independent cells would make of it, says how much larger the variance is; it has as many degrees
  of freedom as the kind (Satterthwaite's: those of a quadratic form).
* *widest*: where halves tell little (a deal or two, events that hardly occur, kinds of few terms),
  the variance is the largest that common deals could bring about, if what cells err by is made of
  parts that are the same in all cells of the deck, in those of one setting, of one building, or in
  the matchups of a single place. The variance is linear in the sizes of these parts, so that one
  of them alone is the worst.

Both are about the decks at hand, not about others like them. Source of the degrees of freedom:
Satterthwaite, "An approximate distribution of estimates of variance components" (1946).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from claimsim.statistics.effects_design import Booleans, Design, Floats, Integers

#: Effects below this part of the metric's range are rounding.
_ROUNDING = 1e-12

#: Degrees of freedom from which on halves are asked; with fewer, quantiles are too large.
_DEGREES = 3.5

#: Scatter of a cell's deals, in units of the largest that one deal could have, from which on the
#: halves tell something.
_TELLING = 5.0


class Sample(NamedTuple):
    """Cells: the place in the grid (flat), the metric, its variance from deal to deal, deals.

    ``variance`` is that of the mean over the cell's deals; NaN where one deal tells none.
    ``half`` is noise with the covariance of the means: half of what the deals with even numbers
    lie above those with odd ones, as it would be if both were as many. NaN where it is not known.
    """

    place: Integers
    value: Floats
    variance: Floats
    deals: Floats
    half: Floats


class OwnErrors(NamedTuple):
    """Errors from the cells' own deals, an element a column.

    ``halves`` says where they are seen, and not only the largest possible; ``covariance`` has
    rows of kinds whose errors are alike.
    """

    variance: Floats
    freedom: Floats
    halves: Booleans
    covariance: Floats


def on_grid(design: Design, sample: Sample, numbers: Floats) -> Floats:
    """Sum numbers of cells into decks x settings x buildings."""
    size = int(np.prod(design.shape))
    summed = np.bincount(sample.place, numbers, minlength=size)
    return np.asarray(summed, np.float64).reshape(design.shape)


def of_deals(
    design: Design,
    sample: Sample,
    weights: Floats,
    inverse: Floats,
    own: Booleans,
    span: float,
) -> OwnErrors:
    """Return the errors that the cells' own deals make.

    Parameters
    ----------
    design, weights, inverse
        The model, the weights of the cells, and what gives coefficients from X'Wy.
    sample
        The cells, with a variance in each.
    own
        The columns that are asked for.
    span
        Largest minus smallest value that the metric can have in one deal.
    """
    alike = on_grid(design, sample, weights * np.sqrt(sample.variance))
    asked = np.flatnonzero(own)  # of these alone: few, where decks are many
    parts = [np.asarray(inverse[asked] @ meat @ inverse.T) for meat in _together(design, alike)]
    own_variances = np.array([part[np.arange(len(asked)), asked] for part in parts])
    variance = np.zeros(len(own))
    variance[asked] = own_variances.max(axis=0)
    freedom = np.full(len(variance), max(sample.deals.min() - 1.0, 1.0))
    halves = np.zeros(len(variance), bool)
    covariance = np.zeros_like(inverse)
    noise = _noise(design, sample, weights, inverse, span)
    kinds = design.kinds
    for kind in dict.fromkeys(kinds[own]):
        rows = np.flatnonzero(kinds[asked] == kind)
        here = asked[rows]
        covariance[here] = parts[int(np.argmax(own_variances[:, rows].sum(axis=1)))][rows]
        apart = parts[0][np.ix_(rows, here)]
        total = float(np.trace(apart))
        if noise is None or np.abs(noise[here]).max() <= _ROUNDING * span:
            continue
        # not whichever interval is the shorter: it would be too short too often
        degrees = total**2 / float((apart**2).sum())
        if degrees < _DEGREES:
            continue
        ratio = float(noise[here] @ noise[here]) / total
        covariance[here] = ratio * parts[0][rows]
        variance[here] = ratio * np.diag(apart)
        freedom[here] = degrees
        halves[here] = True
    return OwnErrors(variance, freedom, halves, covariance)


def _noise(
    design: Design, sample: Sample, weights: Floats, inverse: Floats, span: float
) -> Floats | None:
    """Return effects that are noise alone, if the halves tell anything."""
    scatter = sample.deals**2 * sample.variance / span**2
    if not np.isfinite(sample.half).all() or scatter.mean() < _TELLING:
        return None
    return np.asarray(inverse @ design.total(on_grid(design, sample, weights * sample.half)))


def _together(design: Design, alike: Floats) -> Iterator[Floats]:
    """Yield the covariance of scores, if places err apart, or by setting, building or deck."""
    yield design.normal(alike**2)
    _, settings, buildings = design.shape
    yield _summed(design, (design.by_deck(alike, setting=s) for s in range(settings)))
    yield _summed(design, (design.by_deck(alike, building=b) for b in range(buildings)))
    yield _summed(design, [design.by_deck(alike)])


def _summed(design: Design, scores: Iterable[Floats]) -> Floats:
    """Return the sum of the products of scores; most columns are 0 in one place."""
    meat = np.zeros((len(design.columns), len(design.columns)))
    for part in scores:
        there = np.flatnonzero(part.any(axis=0))
        meat[np.ix_(there, there)] += part[:, there].T @ part[:, there]
    return meat
