"""Payoffs of tournaments, and how pairs that share deals err together."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimsim.statistics.pair_means import DEALS, DECKS, UNKNOWN, pairs_of
from claimsim.statistics.payoffs import Payoffs, square
from tests.statistics.made_pairs import by_strength, counted, drawn, exact


@given(st.lists(st.floats(0, 1), min_size=10, max_size=10))
def test_win_rates_against_each_other_add_up_to_one_exactly(rates: list[float]) -> None:
    matrix = square(np.array(rates), 5)
    assert np.array_equal(matrix + matrix.T, np.ones((5, 5)))
    assert np.array_equal(np.diag(matrix), np.full(5, 0.5))


def test_payoffs_of_one_place_are_the_runs_own_numbers() -> None:
    rng = np.random.default_rng(2)
    points = drawn(rng, np.array([0.3, 0.6, 0.9]), 500)
    found = Payoffs.of(counted(points, 3))
    assert np.array_equal(found.means.value, points.sum(axis=(0, 1)) / 2000)
    deals = points[:, 0] / 4
    assert found.means.error == pytest.approx(deals.std(axis=0, ddof=1) / np.sqrt(500))
    assert (found.means.source, found.games) == (DEALS, 1000)
    odd, even = deals[1::2].mean(axis=0), deals[::2].mean(axis=0)
    assert found.odd == pytest.approx(np.array([odd, even]))
    low, high = found.bounds
    assert low[1, 0] == pytest.approx(1 - high[0, 1])
    assert (low <= found.matrix()).all()
    assert (found.matrix() <= high).all()


def test_places_count_alike_and_decks_are_groups() -> None:
    rng = np.random.default_rng(3)
    points = drawn(rng, np.array([0.3, 0.6, 0.9]), 50, places=25)
    found = Payoffs.of(counted(points, 3, blocks=1)).means
    assert found.source == DECKS
    by_deck = points.mean(axis=0) / 4
    assert found.value == pytest.approx(by_deck.mean(axis=0))
    assert found.error == pytest.approx(by_deck.std(axis=0, ddof=1) / 5)
    covariance = np.cov(by_deck.T) / 25
    assert found.factor.T @ found.factor == pytest.approx(covariance)
    draws = found.resampled(20000, 1)
    assert np.cov(draws.T) == pytest.approx(covariance * 24 / 25, rel=0.1, abs=2e-6)


def test_pairs_that_share_deals_err_together() -> None:
    """Errors of a sum, against its scatter over many tournaments: half of the luck is shared."""
    rng = np.random.default_rng(4)
    wins = np.array([0.7, 0.8, 0.6])
    weights = np.array([[0.5, 0.5, 0.0], [1.0, -1.0, 0.0]])
    sums, said, wide = [], [], []
    for _ in range(300):
        points = drawn(rng, wins, 400, shared=0.5)
        found = Payoffs.of(counted(points, 3)).means
        sums.append(weights @ found.value)
        said.append(found.error_of(weights))
        wide.append(Payoffs.of(counted(points, 3, blocks=1)).means.error_of(weights))
    true = np.std(sums, axis=0)
    assert np.sqrt(np.mean(np.square(said), axis=0)) == pytest.approx(true, rel=0.12)
    independent = np.sqrt(2) / 2 * found.error[:2].mean()
    assert true[0] > 1.1 * independent  # what would be said without the blocks
    assert Payoffs.of(counted(points, 3, blocks=1)).means.source == UNKNOWN
    assert (np.mean(wide, axis=0) > true).all()  # the largest there could be


def test_blocks_need_not_be_alike() -> None:
    rng = np.random.default_rng(5)
    ratios = []
    for _ in range(100):
        # two places, in which the groups alone tell the error
        points = drawn(rng, by_strength(np.array([0.5, 0.0, -0.5])), 1600, places=2, shared=0.5)
        counts = counted(points, 3)
        even = Payoffs.of(counts).means
        merged = counts.totals["a_win_rate"]
        merged = np.concatenate([merged[:20], merged[20:].sum(axis=0, keepdims=True)])
        deals = np.array([*counts.block_deals[:20], counts.block_deals[20:].sum()])
        totals = {**counts.totals, "a_win_rate": merged}
        changed = dataclasses.replace(counts, totals=totals, block_deals=deals)
        uneven = Payoffs.of(changed).means
        assert uneven.value == pytest.approx(even.value)
        ratios.append(uneven.error_of([0.5, 0.5, 0.0]) / even.error_of([0.5, 0.5, 0.0]))
    assert np.sqrt(np.mean(np.square(ratios))) == pytest.approx(1, abs=0.12)


def test_who_wins_everything_everywhere_surely_beats_the_other() -> None:
    points = drawn(np.random.default_rng(6), np.array([0.5, 0.5, 0.5]), 100, places=3)
    points[..., 1] = 4
    found = Payoffs.of(counted(points, 3))
    assert found.means.error[1] >= 0
    assert 0.9 < found.means.low[1] < 1
    assert 0 < found.q[1] < 1e-6
    assert found.beats[0, 2]
    assert found.beats.sum() == 1


def test_intervals_that_hold_together_are_wider() -> None:
    means = counted(drawn(np.random.default_rng(6), np.full(6, 0.6), 400), 4).means("a_win_rate")
    low, high = means.together(6)
    inside = means.low > 0
    ratio = 2.6383 / 1.95996  # normal quantiles of 0.05 / 6 and 0.05, two-sided
    assert (means.value - low)[inside] == pytest.approx(ratio * (means.value - means.low)[inside],
                                                        rel=1e-4)  # fmt: skip
    assert (high >= means.high).all()


def test_rings_are_told_once_and_the_strongest_first() -> None:
    # 0 beats 1 beats 2 beats 0, by little; 0 beats 1 beats 3 beats 0, by more; 2 and 3 alike
    wins = dict.fromkeys(pairs_of(4), 0.5)
    wins |= {(0, 1): 0.8, (1, 2): 0.6, (0, 2): 0.4, (1, 3): 0.7, (0, 3): 0.3}
    found = Payoffs.of(exact([wins[i, j] for i, j in pairs_of(4) if i != j], 4))
    assert [one.players for one in found.cycles] == [(0, 1, 3), (0, 1, 2)]
    assert found.cycles[0].win_rates == pytest.approx((0.8, 0.7, 0.7))
    assert found.cycles[0].weakest == pytest.approx(0.7)
    assert not found.beats[2, 3]


def test_fair_players_seldom_seem_to_beat_each_other() -> None:
    rng = np.random.default_rng(7)
    false = sum(
        Payoffs.of(counted(drawn(rng, np.full(15, 0.5), 200, shared=0.3), 6)).beats.any()
        for _ in range(300)
    )
    assert false <= 300 * 0.05 + 3 * np.sqrt(300 * 0.05 * 0.95)
