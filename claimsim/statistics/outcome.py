"""Luck against skill against seat: the variance of who wins, in parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from claimsim.statistics.bounds import DEFINITION, Flags, choose
from claimsim.statistics.counts import CellCounts
from claimsim.statistics.intervals import ENOUGH_DEALS, UNDEFINED, Estimate, Floats, share

#: Results of seat 0 in the two games of a deal, for each outcome of ``tally.outcomes``, flat.
_FIRST = np.repeat([0.0, 0.5, 1.0], 3)
_SECOND = np.tile([0.0, 0.5, 1.0], 3)
#: Numbers of the outcomes whose games both end alike: seat 0 loses, draws, wins.
_BOTH_ALIKE = [0, 4, 8]
_DRAWS = ((_FIRST == 0.5) * 1.0 + (_SECOND == 0.5)) / 2.0


#: Deals' worth of scatter, in units of the largest that one deal could have, from which on a
#: linearised interval is trusted; tests/statistics/test_outcome.py simulates it.
_ENOUGH = 20.0


@dataclass(frozen=True)
class Parts:
    """The parts of the variance of a player's result, an element a cell.

    A game gives a player the result 0, 1/2 or 1; its mean square distance from 1/2 is
    (1 - draw rate) / 4, the whole. For a deal let y1 and y2 be the results of seat 0 in its two
    games, in which the players change seats, and p the leader's win rate, q player a's::

        seat   (p - 1/2)**2      skill   (q - 1/2)**2
        deal   the covariance of y1 and y2
        rest   what is left: how these cards are played by just these players, and dice

    Squares of estimated means are too large by the variances of the estimates, which are taken
    off. One strategy without dice that plays both seats would play the same game again in the
    other seating: its deals have y1 = y2, and no part of skill or rest.

    Parameters
    ----------
    chances
        Share of the deals that had each outcome, shape (cells, 9).
    deals
        Their number.
    whole, seat, skill, deal
        The parts, not yet divided by the whole; NaN in cells in which the other seating of deals
        is not known, in which there is one deal alone, or nothing but draws.
    same
        Whether both seats are played alike.
    """

    chances: Floats
    deals: Floats
    whole: Floats
    seat: Floats
    skill: Floats
    deal: Floats
    same: Flags

    @classmethod
    def of(cls, c: CellCounts) -> Parts:
        """Return the parts of cells."""
        n = c.deals.astype(np.float64)
        known = (c.seats_exchanged | c.same_player) & (n > 1)
        outcomes = c.tallies["outcomes"].reshape(-1, 9)
        draws = c.total("draws")
        wins = (c.total("leader_points") - draws) // 2
        twice = np.zeros_like(outcomes)
        twice[:, _BOTH_ALIKE] = np.stack([c.deals - wins - draws, draws, wins], axis=1)
        outcomes = np.where(c.same_player[:, None], twice, outcomes)
        with np.errstate(divide="ignore", invalid="ignore"):
            chances = outcomes / n[:, None]
            first, second = chances @ _FIRST, chances @ _SECOND
            deal = (chances @ (_FIRST * _SECOND) - first * second) * n / (n - 1.0)
            whole = (1.0 - chances @ _DRAWS) / 4.0
            squared = [
                _squared(chances, of, n)
                for of in ((_FIRST + _SECOND) / 2.0, (_FIRST + 1.0 - _SECOND) / 2.0)
            ]
        known &= whole > 0
        seat, skill, deal, whole = (
            np.where(known, part, np.nan) for part in (*squared, deal, whole)
        )
        return cls(chances, n, whole, seat, skill, deal, known & c.same_player)


def _squared(chances: Floats, of: Floats, n: Floats) -> Floats:
    """Return the squared distance from 1/2 of the mean of a deal's number, without its bias."""
    mean = chances @ of
    variance = (chances @ of**2 - mean**2) / (n - 1.0)
    return np.asarray((mean - 0.5) ** 2 - variance)


def squared_edge(points: str) -> Callable[[CellCounts], Estimate]:
    """Return the estimator of the part that a win rate's distance from one half makes up.

    Parameters
    ----------
    points
        ``"leader_points"`` for the seat, ``"a_points"`` for skill. The interval is that of the
        win rate, squared.
    """

    def estimate(c: CellCounts) -> Estimate:
        parts = Parts.of(c)
        found = share(c.total(points), c.squares(points), c.deals, 2 * c.games_per_deal)
        value = (parts.seat if points == "leader_points" else parts.skill) / parts.whole
        edges = (found.low - 0.5) ** 2, (found.high - 0.5) ** 2
        inside = (found.low <= 0.5) & (found.high >= 0.5)
        low = np.where(inside, 0.0, np.minimum(*edges)) / parts.whole
        high = np.maximum(*edges) / parts.whole
        kind = np.where(np.isfinite(value), found.kind, UNDEFINED)
        found = Estimate(value, np.fmin(low, value), np.fmax(high, value), kind)
        return found if points == "leader_points" else _nothing(parts.same, found)

    return estimate


def deal_share(c: CellCounts) -> Estimate:
    """Estimate the part that lies in the cards; interval by linearisation (delta method)."""
    parts = Parts.of(c)
    value = np.clip(parts.deal / parts.whole, -1.0, 1.0)  # of few deals it may lie beyond
    influence = (_of_deal(parts) - value[:, None] * _of_whole(parts)) / parts.whole[:, None]
    found = _linearised(parts, value, influence, least=-1.0, most=1.0)
    # without skill and rest it is what the seat leaves
    seat = squared_edge("leader_points")(c)
    left = (np.clip(1.0 - part, -1.0, 1.0) for part in (seat.value, seat.high, seat.low))
    value, low, high = (
        np.where(parts.same, one, other) for one, other in zip(left, found[:3], strict=True)
    )
    return Estimate(value, low, high, np.where(parts.same, seat.kind, found.kind))


def rest_share(c: CellCounts) -> Estimate:
    """Estimate the part that is left; interval by linearisation (delta method)."""
    parts = Parts.of(c)
    value = np.clip(1.0 - (parts.seat + parts.skill + parts.deal) / parts.whole, -1.0, 2.0)
    influence = _of_deal(parts) - (1.0 - value[:, None]) * _of_whole(parts)
    for of in ((_FIRST + _SECOND) / 2.0, (_FIRST + 1.0 - _SECOND) / 2.0):
        mean = (parts.chances @ of)[:, None]
        influence += 2.0 * (mean - 0.5) * (of - mean)
    found = _linearised(parts, value, -influence / parts.whole[:, None], least=-1.0, most=2.0)
    return _nothing(parts.same, found)


def _nothing(where: Flags, found: Estimate) -> Estimate:
    """Return estimates that are 0 by definition somewhere."""
    value, low, high = (np.where(where, 0.0, part) for part in found[:3])
    return Estimate(value, low, high, np.where(where, DEFINITION, found.kind))


def _of_deal(parts: Parts) -> Floats:
    """Return how far each outcome moves the covariance."""
    first, second = (parts.chances @ of for of in (_FIRST, _SECOND))
    product = (_FIRST - first[:, None]) * (_SECOND - second[:, None])
    return np.asarray(product - (parts.chances * product).sum(axis=1)[:, None])


def _of_whole(parts: Parts) -> Floats:
    """Return how far each outcome moves the whole."""
    return np.asarray(((parts.chances @ _DRAWS)[:, None] - _DRAWS) / 4.0)


def _linearised(
    parts: Parts, value: Floats, influence: Floats, *, least: float, most: float
) -> Estimate:
    """Return an estimate with Student's interval if it is to be trusted, else the whole range.

    It is where no outcome, seen or not, could move the estimate by much more than the deals that
    were played have scattered it already.
    """
    n = parts.deals
    scatter = n * (parts.chances * influence**2).sum(axis=1)
    trusted = (n >= ENOUGH_DEALS) & (scatter >= _ENOUGH * (influence**2).max(axis=1))
    span = most - least  # bounds are made for numbers above 0
    moved = choose((value - least) / span, scatter / span**2, n, trials=1.0 + 0.0 * n,
                   normal=trusted)  # fmt: skip
    return Estimate(value, least + span * moved.low, least + span * moved.high, moved.kind)
