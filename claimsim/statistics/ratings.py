"""Ratings by Bradley and Terry, and whether one number a player says all.

The model is that player i wins against j with probability 1 / (1 + exp(r_j - r_i)); a draw is half
a win (R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs I", Biometrika 39,
1952). Ratings are those of largest likelihood, with mean 0. Their errors do not take the model for
true, nor games or pairs for independent: they carry the errors of the payoffs, as they were seen,
through the fit (the sandwich of P. J. Huber, 1967).

The fit is judged by Pearson's chi-square of payoffs against model. Its distribution is a weighted
sum of chi-squares, the weights being those of the payoffs' covariance; it is matched by one with
the same mean and variance (J. N. K. Rao and A. J. Scott, "On chi-squared tests for multiway
contingency tables with cell proportions estimated from survey data", Annals of Statistics 12,
1984), and read against F, since the covariance is estimated (D. R. Thomas and J. N. K. Rao, JASA
82, 1987).

Where some players lose every game against all others, no finite ratings are the likeliest. Then
each pair is given one drawn game more: a stated prior that keeps ratings finite. They have no
intervals and no test.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from claimsim.statistics.bounds import Flags, Floats
from claimsim.statistics.pair_means import quantile
from claimsim.statistics.payoffs import Payoffs

#: Points of Elo's scale for one unit of log odds: 400 for odds of ten to one.
ELO = 400.0 / np.log(10.0)

_STEPS = 500
_PRECISE = 1e-12
_LARGEST_STEP = 2.0


class Ratings(NamedTuple):
    """Ratings in log odds, with mean 0, an element a player.

    ``error``, ``low`` and ``high`` are NaN where `prior` was needed.
    """

    value: Floats
    error: Floats
    low: Floats
    high: Floats
    prior: bool

    @property
    def rank(self) -> list[int]:
        """The rank of each player, from 1."""
        return ranks(self.value)


class Fit(NamedTuple):
    """Test of the model: chi-square (scaled), degrees of freedom of it and of its errors, p value.

    ``nominal`` is pairs less free ratings. NaN where there is nothing to test, or no ground to.
    """

    chi_square: float
    freedom: float
    error_freedom: float
    nominal: int
    p: float


def ranks(value: Floats) -> list[int]:
    """Return ranks from 1, the highest first; equal numbers in their order."""
    order = np.argsort(-value, kind="stable")
    found = np.empty(len(value), int)
    found[order] = np.arange(1, len(value) + 1)
    return [int(one) for one in found]


def ratings(payoffs: Payoffs) -> Ratings:
    """Return the ratings of a tournament's players."""
    wins = payoffs.means.value
    prior = not connected(payoffs.matrix() > 0.0)
    if prior:
        value = likeliest((wins * payoffs.games + 0.5) / (payoffs.games + 1.0), payoffs.players)
        nothing = np.full(payoffs.players, np.nan)
        return Ratings(value, nothing, nothing, nothing, prior=True)
    value = likeliest(wins, payoffs.players)
    error = payoffs.means.error_of(_influence(value))
    half = quantile(payoffs.means.freedom) * error
    return Ratings(value, error, value - half, value + half, prior=False)


def goodness_of_fit(payoffs: Payoffs, found: Ratings) -> Fit:
    """Test whether payoffs follow from ratings: whether who beats whom is transitive.

    Parameters
    ----------
    payoffs
        Of a tournament.
    found
        Its ratings.
    """
    pairs, players = len(payoffs.pairs), payoffs.players
    nominal = pairs - (players - 1)
    means = payoffs.means
    if found.prior or nominal == 0 or means.factor is None or not (means.error > 0).any():
        return Fit(np.nan, np.nan, np.nan, nominal, np.nan)
    model = _model(found.value)
    weight = payoffs.games / (model * (1.0 - model))
    residual = means.value - model
    # how the residuals follow the payoffs, the ratings being fitted to them
    design = _design(players)
    slope = model * (1.0 - model)
    passed = np.eye(pairs) - (slope[:, None] * design) @ _influence(found.value)
    moved = means.factor @ passed.T * np.sqrt(weight)
    products = moved @ moved.T
    first, second = float(np.trace(products)), float((products**2).sum())
    groups = means.freedom
    # the square of an estimated covariance is too large by what its noise adds
    second = (second - first**2 / groups) * groups**2 / ((groups - 1.0) * (groups + 2.0))
    second = float(np.clip(second, first**2 / nominal, first**2))
    if first <= 0:
        return Fit(np.nan, np.nan, np.nan, nominal, np.nan)
    freedom = first**2 / second
    chi_square = float((weight * residual**2).sum()) * first / second
    from scipy.special import fdtrc

    p = float(fdtrc(freedom, groups * freedom, chi_square / freedom))
    return Fit(chi_square, freedom, groups * freedom, nominal, p)


def connected(won: Flags) -> bool:
    """Say whether a chain of wins leads from every player to every other one.

    Parameters
    ----------
    won
        Whether the player of a row ever won against that of a column.
    """
    reached = np.asarray(won, bool) | np.eye(len(won), dtype=bool)
    for _ in range(max(len(won).bit_length(), 1)):
        reached = reached @ reached
    return bool(reached.all())


def likeliest(wins: Floats, players: int) -> Floats:
    """Return the ratings of largest likelihood, by Newton's method.

    Parameters
    ----------
    wins
        Win rates of the first player of each pair; all pairs have equally many games.
    players
        Their number.
    """
    design = _design(players)
    value = np.zeros(players)
    for _ in range(_STEPS):
        model = _model(value)
        score = (wins - model) @ design
        step = _inverse(model, design) @ score
        step *= min(1.0, _LARGEST_STEP / max(np.abs(step).max(), 1e-300))
        value = value + step
        if np.abs(step).max() < _PRECISE:
            break
    return np.asarray(value - value.mean())


def _design(players: int) -> Floats:
    """Return a row a pair: 1 for the first player, -1 for the second."""
    first, second = np.triu_indices(players, 1)
    found = np.zeros((len(first), players))
    found[np.arange(len(first)), first] = 1.0
    found[np.arange(len(first)), second] = -1.0
    return found


def _model(value: Floats) -> Floats:
    from scipy.special import expit

    first, second = np.triu_indices(len(value), 1)
    return np.asarray(expit(value[first] - value[second]))


def _inverse(model: Floats, design: Floats) -> Floats:
    """Return the inverse of the information among ratings with mean 0."""
    players = design.shape[1]
    information = design.T @ ((model * (1.0 - model))[:, None] * design)
    mean = np.full((players, players), 1.0 / players)
    return np.asarray(np.linalg.inv(information + mean) - mean)


def _influence(value: Floats) -> Floats:
    """Return how far each rating moves with each payoff, shape (players, pairs)."""
    design = _design(len(value))
    return np.asarray(_inverse(_model(value), design) @ design.T)
