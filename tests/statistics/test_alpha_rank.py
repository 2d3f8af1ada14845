"""Alpha-rank against published examples and chains that are solved otherwise."""

from __future__ import annotations

import numpy as np
import pytest

from claimsim.statistics.alpha_rank import alpha_rank

#: Rock, paper, scissors with payoffs -1, 0, 1: figure 3 of the paper, whatever alpha.
RING = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])


def by_eigenvectors(matrix: np.ndarray, alpha: float, m: int) -> np.ndarray:
    """Return the stationary distribution, from the formulas of the paper and an eigenvector."""
    players = len(matrix)
    chain = np.zeros((players, players))
    for s in range(players):
        for r in range(players):
            if r == s:
                continue
            u = alpha * (matrix[r, s] - matrix[s, r])
            rho = 1 / m if u == 0 else (1 - np.exp(-u)) / (1 - np.exp(-m * u))
            chain[s, r] = rho / (players - 1)
        chain[s, s] = 1 - chain[s].sum()
    values, vectors = np.linalg.eig(chain.T)
    found = np.real(vectors[:, np.argmax(np.real(values))])
    return found / found.sum()


@pytest.mark.parametrize("alpha", [0.1, 1.0, 100.0])
def test_rock_paper_and_scissors_share_the_time(alpha: float) -> None:
    assert np.exp(alpha_rank(RING, alpha)) == pytest.approx(np.full(3, 1 / 3))


def test_two_strategies_by_hand() -> None:
    """The ratio of the shares is that of the two ways over, which is exp((m - 1) u)."""
    matrix = np.array([[0.5, 0.6], [0.4, 0.5]])
    mass = alpha_rank(matrix, alpha=1.0, population=5)
    assert mass[0] - mass[1] == pytest.approx(4 * 0.2)


def test_no_advantage_is_chance() -> None:
    assert np.exp(alpha_rank(np.full((2, 2), 0.5))) == pytest.approx([0.5, 0.5])


@pytest.mark.parametrize("seed", range(5))
def test_small_alphas_are_solved_by_eigenvectors_too(seed: int) -> None:
    matrix = np.random.default_rng(seed).uniform(0, 1, (6, 6))
    found = np.exp(alpha_rank(matrix, 2.0, 10))
    assert found == pytest.approx(by_eigenvectors(matrix, 2.0, 10), rel=1e-8)


def test_no_alpha_is_too_large() -> None:
    matrix = np.random.default_rng(7).uniform(0, 1, (16, 16))
    for alpha in (1e2, 1e6):
        mass = alpha_rank(matrix, alpha)
        assert np.isfinite(mass).all()
        assert np.exp(mass).sum() == pytest.approx(1)


def test_many_tables_at_once() -> None:
    tables = np.random.default_rng(8).uniform(0, 1, (4, 5, 5))
    assert alpha_rank(tables) == pytest.approx(np.array([alpha_rank(one) for one in tables]))


def test_who_beats_everybody_is_where_time_is_spent() -> None:
    matrix = np.full((4, 4), 0.5)
    matrix[2], matrix[:, 2] = 0.6, 0.4
    matrix[2, 2] = 0.5
    assert np.exp(alpha_rank(matrix))[2] == pytest.approx(1)
