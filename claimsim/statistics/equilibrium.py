"""The mixture of strategies against which nobody gains, and how far each strategy can be beaten.

Two players each choose a strategy; the payoff is the win rate less one half, what one gains the
other loses. An equilibrium is a mixture that wins at least half against every strategy (J. von
Neumann 1928); its value is one half, since the game is the same for both. There may be many: the
one told is that of least sum of squares, which spreads the weights as evenly as can be and is
unique. A linear program finds the value, and a problem of least distance the mixture (C. L. Lawson
and R. J. Hanson, "Solving Least Squares Problems", 1974, chapter 23).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from claimsim.statistics.bounds import LEVEL, Floats
from claimsim.statistics.pair_means import quantile
from claimsim.statistics.payoffs import Payoffs

#: Draws of the payoffs, for the uncertainty of the weights; their seed makes them repeatable.
RESAMPLES = 1000
SEED = 1

#: Weights below this are rounding.
TINY = 1e-7

#: So far the mixture may fall short of the linear program's value: rounding.
_SLACK = 1e-11


class Equilibrium(NamedTuple):
    """An equilibrium, an element a player where not said otherwise.

    Parameters
    ----------
    weight, low, high
        Of the mixture; bounds hold 95 % of the draws.
    positive
        Share of draws in which the weight is above 0.
    value
        Of the game, by the linear program: one number, one half but for rounding.
    against, against_low, against_high
        Win rate of each strategy against the mixture, with an interval that holds for all at once.
    fresh, fresh_low, fresh_high, reply
        As a check, the mixture of the deals with even numbers against the best reply in those with
        odd ones, which had no part in it: win rate of the reply less one half, with an interval,
        and who it is. NaN and -1 with less than two deals.
    """

    weight: Floats
    low: Floats
    high: Floats
    positive: Floats
    value: float
    against: Floats
    against_low: Floats
    against_high: Floats
    fresh: float
    fresh_low: float
    fresh_high: float
    reply: int


class Exploitability(NamedTuple):
    """How much the best reply to each player wins above one half, and which it is.

    ``reply`` is the player himself where nobody does better than one half. The bounds take in that
    the best of several is picked: they hold for all replies at once.
    """

    value: Floats
    low: Floats
    high: Floats
    reply: list[int]


def optimal(matrix: Floats) -> Floats:
    """Return the equilibrium of least sum of squares.

    Parameters
    ----------
    matrix
        Win rates of rows against columns, ``matrix + matrix.T == 1``.

    Returns
    -------
    array
        Weights from 0, of sum 1.
    """
    found = _nearest(matrix - 0.5, 0.0)
    return by_linear_program(matrix)[0] if found is None else found


def by_linear_program(matrix: Floats) -> tuple[Floats, float]:
    """Return one equilibrium, the solver's choice, and the value of the game.

    Raises
    ------
    ArithmeticError
        The solver gives up, which it has no reason to.
    """
    from scipy.optimize import linprog

    players = len(matrix)
    gain = np.hstack([-(matrix - 0.5).T, np.ones((players, 1))])
    found = linprog(
        c=[*np.zeros(players), -1.0],
        A_ub=gain,
        b_ub=np.zeros(players),
        A_eq=[[*np.ones(players), 0.0]],
        b_eq=[1.0],
        bounds=[*[(0.0, None)] * players, (None, None)],
        method="highs",
    )
    if found.status or found.x is None:
        raise ArithmeticError(f"no equilibrium found: {found.message}")
    return _cleaned(np.asarray(found.x[:-1])), 0.5 + float(found.x[-1])


def _nearest(gain: Floats, value: float) -> Floats | None:
    """Return the mixture nearest to 0 of those that gain at least `value`; None where lost.

    It is the point of least length with G x >= h, found from non-negative least squares.
    """
    from scipy.optimize import nnls

    players = len(gain)
    ones = np.ones((1, players))
    # of columns that sum to one; the two rows of ones hold the sum from either side
    rows = np.vstack([gain.T, np.eye(players), ones, -ones])
    least = np.concatenate([np.full(players, value - _SLACK), np.zeros(players), [1.0], [-1.0]])
    goal = np.zeros(players + 1)
    goal[-1] = 1.0
    try:
        solved, _ = nnls(np.vstack([rows.T, least]), goal)
    except RuntimeError:  # it went round in circles
        return None
    residual = np.vstack([rows.T, least]) @ solved - goal
    if residual[-1] >= 0.0 or not np.isfinite(residual).all():
        return None
    found = _cleaned(-residual[:-1] / residual[-1])
    short = (found @ gain).min() < value - 1e-7
    return None if short else found


def _cleaned(weights: Floats) -> Floats:
    kept = np.where(weights > TINY, weights, 0.0)
    return np.asarray(kept / kept.sum())


def equilibrium(payoffs: Payoffs, draws: Floats) -> Equilibrium:
    """Return the equilibrium of a tournament.

    Parameters
    ----------
    payoffs
        Of the tournament.
    draws
        Win rates as other deals might have given them, shape (draws, pairs).
    """
    matrix = payoffs.matrix()
    weight, (_, value) = optimal(matrix), by_linear_program(matrix)
    drawn = np.array([optimal(one) for one in payoffs.matrix(draws)])
    tail = (1.0 - LEVEL) / 2.0
    low, high = np.quantile(drawn, [tail, 1.0 - tail], axis=0)
    against = matrix @ weight
    half = _together(payoffs, weight, 1.0)
    return Equilibrium(
        weight,
        np.minimum(low, weight),
        np.maximum(high, weight),
        (drawn > TINY).mean(axis=0),
        value,
        against,
        np.maximum(against - half, 0.0),
        np.minimum(against + half, 1.0),
        *_fresh(payoffs),
    )


def exploitability(payoffs: Payoffs) -> Exploitability:
    """Return how far each player of a tournament can be beaten."""
    matrix = payoffs.matrix()
    low, high = payoffs.bounds_together
    return Exploitability(
        matrix.max(axis=0) - 0.5,
        np.maximum(low.max(axis=0) - 0.5, 0.0),
        high.max(axis=0) - 0.5,
        [
            player if matrix[reply, player] <= 0.5 else int(reply)
            for player, reply in enumerate(matrix.argmax(axis=0))
        ],
    )


def _fresh(payoffs: Payoffs) -> tuple[float, float, float, int]:
    """Test the mixture of one half of the deals on the other half."""
    if np.isnan(payoffs.odd).any():
        return np.nan, np.nan, np.nan, -1
    odd, even = payoffs.matrix(payoffs.odd)
    weight = optimal(even)
    gains = odd @ weight - 0.5
    half = _together(payoffs, weight, np.sqrt(2.0))  # of half the deals
    reply = int(gains.argmax())
    return float(gains[reply]), float((gains - half).max()), float((gains + half).max()), reply


def _together(payoffs: Payoffs, weight: Floats, times: float) -> Floats:
    """Return how far win rates against a mixture may be off, all at once (Bonferroni)."""
    from scipy.special import ndtri, stdtrit

    means, players = payoffs.means, payoffs.players
    tail = (1.0 - LEVEL) / 2.0 / players
    normal = -float(ndtri(tail))
    reach = normal if np.isinf(means.freedom) else -float(stdtrit(means.freedom, tail))
    of_pairs = np.zeros((players, len(payoffs.pairs)))
    for number, (i, j) in enumerate(payoffs.pairs):
        of_pairs[i, number] = weight[j]
        of_pairs[j, number] = -weight[i]
    # where few deals differ, the pair's own interval is wider than its error says
    half = reach * means.error_of(np.where(means.plain, of_pairs, 0.0))
    own = np.maximum(means.value - means.low, means.high - means.value)
    widened = own * normal / quantile(np.inf)
    return np.asarray(times * (half + np.where(means.plain, 0.0, np.abs(of_pairs)) @ widened))
