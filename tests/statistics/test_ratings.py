"""Ratings against known strengths, another library's fit, and simulated tournaments."""

from __future__ import annotations

import numpy as np
import pytest

from claimsim.statistics.payoffs import Payoffs
from claimsim.statistics.ratings import connected, goodness_of_fit, likeliest, ratings
from tests.statistics.made_pairs import by_strength, counted, drawn, exact

STRENGTH = np.array([0.9, 0.5, 0.1, -0.3, -1.2])


def test_ratings_are_those_of_the_model() -> None:
    assert likeliest(by_strength(STRENGTH), 5) == pytest.approx(STRENGTH, abs=1e-10)


def test_ratings_are_another_librarys() -> None:
    import statsmodels.api as sm

    rng = np.random.default_rng(1)
    wins = rng.uniform(0.1, 0.9, 10)
    first, second = np.triu_indices(5, 1)
    design = np.zeros((10, 5))
    design[np.arange(10), first], design[np.arange(10), second] = 1, -1
    games = np.column_stack([1000 * wins, 1000 * (1 - wins)])
    # the last player at 0, then the mean
    fitted = sm.GLM(games, design[:, :4], family=sm.families.Binomial()).fit(tol=1e-12)
    other = np.append(fitted.params, 0)
    assert likeliest(wins, 5) == pytest.approx(other - other.mean(), abs=1e-7)


def test_errors_of_independent_games_are_another_librarys() -> None:
    """Where the model is true and games are independent, the sandwich is the likelihood's error."""
    import statsmodels.api as sm

    rng = np.random.default_rng(2)
    points = drawn(rng, by_strength(STRENGTH), 40_000)
    found = ratings(Payoffs.of(counted(points, 5, blocks=1000)))
    design = np.zeros((10, 5))
    first, second = np.triu_indices(5, 1)
    design[np.arange(10), first], design[np.arange(10), second] = 1, -1
    wins = points.sum(axis=(0, 1)) / 2
    games = np.column_stack([wins, 80_000 - wins])
    fitted = sm.GLM(games, design[:, :4], family=sm.families.Binomial()).fit()
    centred = np.eye(5)[:, :4] - 0.2
    other = np.sqrt(np.diag(centred @ fitted.cov_params() @ centred.T))
    assert found.error == pytest.approx(other, rel=0.08)


@pytest.mark.parametrize("shared", [0.0, 0.6])
def test_intervals_cover_and_the_test_keeps_its_level(shared: float) -> None:
    """200 tournaments of 400 deals: 95 % of intervals hold the truth, 5 % of tests reject it."""
    rng = np.random.default_rng(3)
    wins, held, rejected = by_strength(STRENGTH), 0, 0
    for _ in range(200):
        payoffs = Payoffs.of(counted(drawn(rng, wins, 400, shared=shared), 5))
        found = ratings(payoffs)
        held += ((found.low <= STRENGTH) & (found.high >= STRENGTH)).sum()
        rejected += goodness_of_fit(payoffs, found).p <= 0.05
    assert 0.92 <= held / 1000 <= 0.98
    assert rejected <= 200 * 0.05 + 3 * np.sqrt(200 * 0.05 * 0.95)


def test_the_test_has_as_many_degrees_of_freedom_as_there_are() -> None:
    """Of many pairs too, whose covariance a few blocks tell with much noise."""
    rng, found = np.random.default_rng(4), []
    for _ in range(20):
        payoffs = Payoffs.of(counted(drawn(rng, by_strength(np.linspace(-1, 1, 10)), 400), 10))
        found.append(goodness_of_fit(payoffs, ratings(payoffs)))
    assert {one.nominal for one in found} == {36}
    assert np.mean([one.freedom for one in found]) == pytest.approx(36, rel=0.1)
    assert np.mean([one.chi_square for one in found]) == pytest.approx(36, rel=0.15)


def test_a_ring_is_no_ranking() -> None:
    payoffs = Payoffs.of(exact([0.6, 0.4, 0.6], 3))
    found = ratings(payoffs)
    fit = goodness_of_fit(payoffs, found)
    assert found.value == pytest.approx(np.zeros(3), abs=0.01)
    assert fit.nominal == 1
    assert fit.freedom == pytest.approx(1)
    assert fit.p < 1e-6
    # independent games that are won or lost together in twos: Pearson's with half the games
    residual = payoffs.means.value - by_strength(found.value)
    assert fit.chi_square == pytest.approx((4000 * residual**2 / 0.25).sum(), rel=0.5)


def test_two_players_cannot_be_tested() -> None:
    payoffs = Payoffs.of(exact([0.6], 2))
    found = ratings(payoffs)
    assert found.value[0] - found.value[1] == pytest.approx(np.log(0.6 / 0.4))
    assert np.isnan(goodness_of_fit(payoffs, found).p)


def test_who_never_wins_has_a_prior_and_no_interval() -> None:
    payoffs = Payoffs.of(exact([0.6, 1.0, 1.0], 3))
    found = ratings(payoffs)
    assert found.prior
    assert np.isfinite(found.value).all()
    assert found.rank == [1, 2, 3]
    assert np.isnan(found.low).all()
    assert np.isnan(goodness_of_fit(payoffs, found).p)
    # 8,000 games and half a game: ratings that far apart lose half a game of the 8,001
    assert found.value[1] - found.value[2] > np.log(4000)


def test_who_wins_everything_against_one_alone_has_ratings_as_ever() -> None:
    payoffs = Payoffs.of(exact([0.6, 1.0, 0.8], 3))
    found = ratings(payoffs)
    assert not found.prior
    assert np.isfinite(found.error).all()
    matrix = payoffs.matrix()
    model = 1 / (1 + np.exp(found.value[None, :] - found.value[:, None]))
    assert matrix.sum(axis=1) == pytest.approx(model.sum(axis=1), abs=1e-9)  # the score is 0


def test_wins_lead_from_everyone_to_everyone_or_not() -> None:
    ring = np.roll(np.eye(70, dtype=bool), 1, axis=1)
    assert connected(ring)
    ring[12] = False
    assert not connected(ring)
