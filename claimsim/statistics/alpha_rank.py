"""Alpha-rank: how long evolution stays with each strategy.

A population of m players all play one strategy. Now and then one of them changes to another
strategy, which then takes over the population or dies out, by chance the more in favour of the one
that wins more the larger alpha is. In the long run the population spends a share of the time with
each strategy; the largest ranks first. Unlike a rating it says of rings of strategies that beat
each other that all of them stay (S. Omidshafiei et al., "alpha-Rank: Multi-Agent Evaluation by
Evolution", Scientific Reports 9, 2019; here a single population).

With a large alpha what counts is who beats whom, and hardly by how much. Probabilities are kept as
logarithms, and the time is found without subtractions (W. K. Grassmann, M. I. Taksar and D. P.
Heyman, Operations Research 33, 1985), so that no alpha is too large.
"""

from __future__ import annotations

import numpy as np

from claimsim.statistics.bounds import Floats

#: How sharply selection follows payoffs, and the size of the population.
ALPHA = 100.0
POPULATION = 50


def alpha_rank(matrix: Floats, alpha: float = ALPHA, population: int = POPULATION) -> Floats:
    """Return the logarithms of the shares of time.

    Parameters
    ----------
    matrix
        Payoffs of rows against columns, shape (..., players, players), at least two players.
    alpha
        Above 0.
    population
        At least 2.

    Returns
    -------
    array, shape (..., players)
        Natural logarithms of shares that sum to 1.
    """
    return _stationary(_moves(np.asarray(matrix, np.float64), alpha, population))


def _moves(matrix: Floats, alpha: float, population: int) -> Floats:
    """Return log probabilities of moving from the strategy of a row to that of a column.

    A mutant with advantage u = alpha (its payoff less that of the others) takes over with
    probability (1 - exp(-u)) / (1 - exp(-m u)), and 1 / m without any; each other strategy is as
    likely to be tried. The diagonal is not used.
    """
    players = matrix.shape[-1]
    advantage = alpha * (np.swapaxes(matrix, -1, -2) - matrix)
    size = np.abs(advantage)
    some = np.where(size > 1e-12, size, 1.0)
    # in units of |u|: (1 - e^-u) / (1 - e^-mu), for u < 0 times e^-(m-1)|u|
    taken = np.log(-np.expm1(-some)) - np.log(-np.expm1(-population * some))
    taken = np.where(advantage < 0, taken - (population - 1) * size, taken)
    taken = np.where(size > 1e-12, taken, -np.log(population))
    return np.asarray(taken - np.log(players - 1))


def _stationary(moves: Floats) -> Floats:
    """Return the log of the stationary distribution of chains, from logs of their moves."""
    held = moves.copy()
    players = held.shape[-1]
    for last in range(players - 1, 0, -1):
        leaving = np.logaddexp.reduce(held[..., last, :last], axis=-1)
        held[..., :last, last] -= leaving[..., None]
        through = held[..., :last, last, None] + held[..., last, None, :last]
        held[..., :last, :last] = np.logaddexp(held[..., :last, :last], through)
    found = np.zeros(held.shape[:-1])
    for player in range(1, players):
        found[..., player] = np.logaddexp.reduce(
            found[..., :player] + held[..., :player, player], axis=-1
        )
    return np.asarray(found - np.logaddexp.reduce(found, axis=-1)[..., None])
