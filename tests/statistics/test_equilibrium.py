"""Equilibria against known games, enumeration of supports, and the linear program."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from claimsim.statistics.equilibrium import (
    _nearest,
    by_linear_program,
    equilibrium,
    exploitability,
    optimal,
)
from claimsim.statistics.payoffs import Payoffs, square
from tests.statistics.made_pairs import counted, drawn, exact


def random_game(rng: np.random.Generator, players: int) -> np.ndarray:
    return square(rng.uniform(0.2, 0.8, players * (players - 1) // 2), players)


def by_supports(matrix: np.ndarray) -> list[np.ndarray]:
    """Return the equilibria of a generic game: of every support the mixture that ties it all."""
    players, found = len(matrix), []
    for size in range(1, players + 1):
        for support in combinations(range(players), size):
            inside = matrix[np.ix_(support, support)] - 0.5
            lines = np.vstack([inside, np.ones(size)])
            goal = np.append(np.zeros(size), 1.0)
            solved, *_ = np.linalg.lstsq(lines, goal, rcond=None)
            if np.abs(lines @ solved - goal).max() > 1e-9 or (solved < 0).any():
                continue
            weights = np.zeros(players)
            weights[list(support)] = solved
            if (matrix @ weights).max() <= 0.5 + 1e-9:
                found.append(weights)
    return found


def test_rock_paper_scissors_is_played_evenly() -> None:
    found = optimal(square(np.array([0.7, 0.3, 0.7]), 3))
    assert found == pytest.approx(np.full(3, 1 / 3), abs=1e-9)


@pytest.mark.parametrize("seed", range(12))
def test_equilibria_are_those_of_all_supports_tried(seed: int) -> None:
    matrix = random_game(np.random.default_rng(seed), 5)
    (other,) = by_supports(matrix)
    assert optimal(matrix) == pytest.approx(other, abs=1e-7)


@pytest.mark.parametrize("players", [2, 7, 16, 40])
def test_equilibria_are_the_linear_programs(players: int) -> None:
    rng = np.random.default_rng(players)
    for _ in range(20):
        matrix = random_game(rng, players)
        weights, value = by_linear_program(matrix)
        assert value == pytest.approx(0.5, abs=1e-9)
        found = _nearest(matrix - 0.5, 0.0)
        assert found is not None
        assert np.array_equal(optimal(matrix), found)
        assert found == pytest.approx(weights, abs=1e-6)  # a random game has one
        assert found.sum() == pytest.approx(1)
        assert (matrix @ found).max() <= 0.5 + 1e-7


def test_of_many_equilibria_the_most_even_is_told() -> None:
    assert optimal(np.full((4, 4), 0.5)) == pytest.approx(np.full(4, 0.25))
    # two copies of the rock share its part
    copied = [0, 0, 1, 2]
    matrix = square(np.array([0.7, 0.3, 0.7]), 3)[np.ix_(copied, copied)]
    assert optimal(matrix) == pytest.approx(np.array([1 / 6, 1 / 6, 1 / 3, 1 / 3]), abs=1e-7)


def test_who_is_dominated_is_not_played() -> None:
    # 3 does worse than 0 against everybody
    wins = [0.7, 0.3, 0.75, 0.7, 0.4, 0.75]
    matrix = square(np.array(wins), 4)
    assert (matrix[3] < matrix[0]).all()
    assert optimal(matrix)[3] == 0
    found = Payoffs.of(exact(wins, 4))
    mixed = equilibrium(found, found.means.resampled(300, 1))
    assert mixed.weight[3] == mixed.high[3] == mixed.positive[3] == 0


def test_nobody_gains_and_replies_are_named() -> None:
    found = Payoffs.of(exact([0.7, 0.3, 0.7], 3))
    mixed = equilibrium(found, found.means.resampled(500, 1))
    assert mixed.weight == pytest.approx(np.full(3, 1 / 3), abs=1e-3)
    assert (mixed.against <= 0.5 + 1e-9).all()
    assert (mixed.against_low <= 0.5).all()
    assert (mixed.weight - mixed.low > 0).all()
    assert (mixed.high - mixed.weight < 0.1).all()
    assert (mixed.positive == 1).all()
    beaten = exploitability(found)
    assert beaten.value == pytest.approx(np.full(3, 0.2))
    assert beaten.reply == [2, 0, 1]
    assert (beaten.low < 0.2).all()
    assert (beaten.high > 0.2).all()


def test_who_is_not_beaten_replies_himself() -> None:
    beaten = exploitability(Payoffs.of(exact([0.7, 0.6, 0.5], 3)))
    assert beaten.reply == [0, 0, 0]
    assert beaten.value[0] == beaten.low[0] == 0


def test_weights_of_other_deals_lie_in_the_interval() -> None:
    """300 tournaments: the weights that true chances have are held 95 % of the time."""
    rng = np.random.default_rng(8)
    wins = np.array([0.62, 0.41, 0.6])
    truth = optimal(square(wins, 3))
    held = 0
    for _ in range(200):
        found = Payoffs.of(counted(drawn(rng, wins, 600, shared=0.3), 3))
        mixed = equilibrium(found, found.means.resampled(200, 1))
        held += ((mixed.low <= truth) & (truth <= mixed.high)).sum()
    assert 0.90 <= held / 600 <= 0.98


def test_the_even_deals_choose_and_the_odd_ones_judge() -> None:
    points = np.zeros((400, 1, 3), np.int64)
    points[0::2] = [3, 1, 3]  # a ring
    points[1::2] = [4, 4, 2]  # player 0 wins everything
    found = Payoffs.of(counted(points, 3))
    mixed = equilibrium(found, found.means.resampled(2, 1))
    assert (mixed.fresh, mixed.reply) == (pytest.approx(2.5 / 3 - 0.5), 0)


def test_fresh_deals_check_the_equilibrium() -> None:
    """Replies to the mixture of half the deals gain in the other half what their interval says."""
    rng = np.random.default_rng(9)
    wins, held = np.array([0.55, 0.45, 0.55]), 0
    for _ in range(200):
        found = Payoffs.of(counted(drawn(rng, wins, 400), 3))
        mixed = equilibrium(found, found.means.resampled(2, 1))
        even = optimal(found.matrix(found.odd)[1])
        true = (square(wins, 3) @ even).max() - 0.5
        held += mixed.fresh_low <= true <= mixed.fresh_high
        assert mixed.fresh >= -1e-9 or true < 0.1
    assert held / 200 >= 0.93
