"""Fitting the model of effects: coefficients, their errors, and the shares of the variance.

Errors come from one of two sources, term by term:

* *decks*: the cells of one deck share their deals, so a deck is a cluster. The sandwich estimator
  sums the scores of each deck before it squares them, which takes in the noise of shared deals,
  however correlated, and what the model leaves unexplained from deck to deck. With G decks it is
  multiplied by G / (G - r) and read against Student's t with G - r degrees of freedom, where r is
  the decks' worth of freedom that the model takes where the term is judged
  (:attr:`Design.used_up`). With r = 1 this is CR1 with clusters - 1; the other numbers fitted to
  the decks make their scores smaller in the same way. A term that few decks have, or few lack,
  rests on so many clusters only, and has as many degrees of freedom less one at most.
* *deals*: with fewer than :data:`FEW` such clusters the sandwich is too small, and 0 in a model
  as large as the decks are many. Then the error is that of the cells' own deals
  (:mod:`claimsim.statistics.effects_deals`).

Source: Cameron and Miller, "A practitioner's guide to cluster-robust inference" (2015).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from claimsim.statistics.effects_deals import Sample, of_deals, on_grid
from claimsim.statistics.effects_design import Booleans, Design, Floats

#: Fewer clusters than these are no ground for a sandwich.
FEW = 10

#: Eigenvalues below this part of the largest are rounding: the design is rank-deficient there.
_RANK = 1e-10

#: A coefficient that moves by more in a direction without consequences is not identified.
_MOVES = 1e-7

#: Errors below this part of the metric's range are rounding.
_ROUNDING = 1e-12


class Solution(NamedTuple):
    """How the coefficients follow from X'Wy.

    ``inverse`` times X'Wy gives the coefficients that fit best and meet the conditions;
    ``known`` says which of them the cells determine; ``rank`` how many numbers the fit takes.
    """

    normal: Floats
    inverse: Floats
    known: Booleans
    rank: int


class Shares(NamedTuple):
    """Shares of the variance among cells, that of the deals taken off.

    ``term`` has one element a column. ``kind`` and ``unexplained`` sum to 1. ``noise`` is the
    deals' share of the variance as seen. NaN where deals alone could make the cells differ so.
    """

    term: Floats
    kind: dict[str, float]
    unexplained: float
    noise: float


class Fit(NamedTuple):
    """Estimates of all columns; the error is that of the cells' own deals where `own`.

    ``flat`` says where that is so because the decks do not scatter, though there are enough;
    ``halves`` where it was seen, and is not only the largest possible.
    """

    estimate: Floats
    std_error: Floats
    freedom: Floats
    own: Booleans
    flat: Booleans
    halves: Booleans
    known: Booleans
    shares: Shares


def solve(normal: Floats, conditions: Floats) -> Solution:
    """Solve normal equations of any rank under conditions that do not touch the fit.

    Parameters
    ----------
    normal
        X'WX.
    conditions
        Rows whose products with the coefficients are to be 0. Those that contradict the fit are
        met as well as it allows, in the sense of least squares.

    Returns
    -------
    Solution
        Source: the side conditions of Searle, "Linear Models" (1971), chapter 5.
    """
    scale = np.sqrt(np.diag(normal))
    scale = np.where(scale > 0, scale, 1.0)
    values, vectors = np.linalg.eigh(normal / np.outer(scale, scale))
    kept = values > _RANK * values[-1]
    vectors = vectors / scale[:, None]
    inverse = (vectors[:, kept] / values[kept]) @ vectors[:, kept].T
    free, _ = np.linalg.qr(vectors[:, ~kept])
    left, sizes, right = np.linalg.svd(conditions @ free)
    fixed = int((sizes > _MOVES).sum())
    moves = free @ right[fixed:].T
    known = np.abs(moves).max(axis=1, initial=0.0) < _MOVES
    pinned = free @ (right[:fixed].T / sizes[:fixed]) @ left[:, :fixed].T
    inverse -= pinned @ (conditions @ inverse)
    return Solution(normal, inverse, known, int(kept.sum()))


def solve_evenly(design: Design) -> Solution:
    """Solve for a grid that has every cell once, all with the weight 1."""
    return solve(design.normal(np.ones(design.shape)), design.conditions())


def fit(design: Design, even: Solution, sample: Sample, span: float) -> Fit:
    """Fit the model to cells.

    Parameters
    ----------
    design
        The model.
    even
        Its solution for equal weights.
    sample
        The cells, at least one.
    span
        Largest minus smallest value that the metric can have in one deal.
    """
    cautious = _cautious(sample, span)
    seen = np.where(np.isnan(sample.variance), cautious, sample.variance)
    sample = sample._replace(variance=seen)
    weights = _weights(design, even, sample)
    solution, estimate, residual = _least_squares(design, even, sample, weights)

    kinds = design.kinds
    decks = design.shape[0]
    used = np.array([design.used_up.get(kind, 0) for kind in kinds])
    factor = decks / np.maximum(decks - used, 1)
    clusters = decks - used + 1
    many = clusters >= FEW
    having = design.decks_with
    partly = having < decks
    clusters[partly] = np.minimum(clusters, np.minimum(having, decks - having))[partly]

    scores = design.by_deck(on_grid(design, sample, weights * residual))
    sandwich = solution.inverse @ (scores.T @ scores) @ solution.inverse.T
    covariance = factor[:, None] * sandwich
    variance = np.diag(covariance).copy()
    flat = (clusters >= FEW) & (variance <= (_ROUNDING * span) ** 2)
    own = (clusters < FEW) | flat
    freedom, halves = clusters - 1.0, np.zeros(len(kinds), bool)
    if own[1:].any():
        dear = sample._replace(variance=np.maximum(seen, cautious))
        found = of_deals(design, dear, weights, solution.inverse, own, span)
        variance[own], freedom[own] = found.variance[own], found.freedom[own]
        halves[own] = found.halves[own]
        fewer = own & ~many
        covariance[fewer] = found.covariance[fewer]
    return Fit(
        estimate,
        np.sqrt(variance),
        freedom,
        own,
        flat,
        halves,
        solution.known,
        _shares(design, solution, sample, weights, estimate, covariance),
    )


def _cautious(sample: Sample, span: float) -> Floats:
    """Return the variance of a cell's mean if 2 of n + 4 deals lay at the other end of the range.

    So many does the 95 % interval of Agresti and Coull (1998) add, and so it is no zero where all
    deals were alike, and defined where there is but one.
    """
    p = 2.0 / (sample.deals + 4.0)
    return np.asarray(span**2 * p * (1.0 - p) / sample.deals)


def _weights(design: Design, even: Solution, sample: Sample) -> Floats:
    """Weigh cells by what their deals add to what the model leaves unexplained.

    The variance of a deal is taken from all cells together: a cell's own one goes with its value
    (near 0 and 1 it vanishes), and weights that follow the value bias the fit.
    """
    if sample.deals.min() == sample.deals.max():
        return np.ones(len(sample.deals))
    _, _, residual = _least_squares(design, even, sample, np.ones(len(sample.deals)))
    freedom = max(len(residual) - even.rank, 1)
    unexplained = max(float(residual @ residual / freedom - sample.variance.mean()), 0.0)
    variance = unexplained + float((sample.variance * sample.deals).mean()) / sample.deals
    weights = 1.0 / variance if variance.all() else sample.deals
    return np.asarray(weights / weights.mean())


def _least_squares(
    design: Design, even: Solution, sample: Sample, weights: Floats
) -> tuple[Solution, Floats, Floats]:
    """Return the solution for these weights, the coefficients and the residuals."""
    grid = on_grid(design, sample, weights)
    if (grid == grid[0, 0, 0]).all():
        times = grid[0, 0, 0]
        solution = even._replace(normal=even.normal * times, inverse=even.inverse / times)
    else:
        solution = solve(design.normal(grid), design.conditions())
    centre = float(weights @ sample.value / weights.sum())
    products = design.total(on_grid(design, sample, weights * (sample.value - centre)))
    estimate = solution.inverse @ products
    residual = sample.value - centre - design.fitted(estimate).ravel()[sample.place]
    return solution, estimate, residual


def _shares(
    design: Design,
    solution: Solution,
    sample: Sample,
    weights: Floats,
    estimate: Floats,
    covariance: Floats,
) -> Shares:
    """Split the variance among cells.

    A term's part is its covariance with all that the model says, so that parts sum to what the
    model explains, whether or not the terms are orthogonal. Off it goes what the errors of the
    coefficients add to it on average; off the whole, what deals add to the variance of cells.
    """
    whole = weights.sum()
    centred = sample.value - weights @ sample.value / whole
    seen = float(weights @ centred**2 / whole)
    noise = float(weights @ sample.variance / whole - weights**2 @ sample.variance / whole**2)
    noise = min(noise, seen)
    decks, cells = design.shape[0], len(sample.value)
    independent = decks if decks > 1 else cells
    true = seen - noise
    share_of_noise = noise / seen if seen > 0 else np.nan
    kinds = design.kinds
    every = [str(kind) for kind in dict.fromkeys(kinds)]  # in one order, and so one rounding
    if true <= 2.0 * noise * np.sqrt(2.0 / independent) or seen <= 0:
        unknown = dict.fromkeys(every, np.nan)
        return Shares(np.full(len(kinds), np.nan), unknown, np.nan, share_of_noise)
    parts = _contributions(solution, np.outer(estimate, estimate) - covariance) / true
    of_kind = {kind: max(float(parts[kinds == kind].sum()), 0.0) for kind in every}
    explained = sum(of_kind.values())
    shrink = 1.0 / max(explained, 1.0)
    return Shares(
        np.clip(parts * shrink, 0.0, 1.0),
        {kind: part * shrink for kind, part in of_kind.items()},
        max(1.0 - explained, 0.0),
        share_of_noise,
    )


def _contributions(solution: Solution, products: Floats) -> Floats:
    """Return each column's part of the variance among cells, from products of coefficients."""
    whole = solution.normal[0, 0]
    means = solution.normal[0] / whole
    between = solution.normal / whole - np.outer(means, means)
    return np.asarray((between * products.T).sum(axis=1))
