"""Made-up tournaments: points of each deal, and what a run would have counted of them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from claimsim.statistics.pair_means import PairCounts, pairs_of


def counted(points: np.ndarray, players: int, *, blocks: int = 40) -> PairCounts:
    """Return the counts of deals.

    Parameters
    ----------
    points
        Of each deal, place and pair of two players, in half wins of the first from 0 to 4;
        shape (deals, places, pairs). Seen from the leader they are the same numbers. With
        numbers for each player with himself too they are taken, else one half.
    players
        Their number.
    blocks
        Blocks of deals that are kept apart.
    """
    deals, places, given = points.shape
    every = pairs_of(players)
    whole = np.full((deals, places, len(every)), 2, np.int64)
    whole[..., [given == len(every) or i != j for i, j in every]] = points
    edges = [deals * n // blocks for n in range(blocks + 1)]
    sums = np.array([whole[a:b].sum(axis=0) for a, b in pairwise(edges)])
    metrics = ("a_win_rate", "leader_win_rate")
    return PairCounts(
        players=players,
        deck=np.arange(places),
        block_deals=np.diff(edges),
        odd_deals=len(whole[1::2]),
        totals=dict.fromkeys(metrics, sums),
        squares=dict.fromkeys(metrics, (whole**2).sum(axis=0)),
        odd_totals=dict.fromkeys(metrics, whole[1::2].sum(axis=0)),
        scale=dict.fromkeys(metrics, np.full(len(every), 4)),
        most=dict.fromkeys(metrics, np.ones(places, np.int64)),
    )


def drawn(
    rng: np.random.Generator,
    wins: np.ndarray,
    deals: int,
    *,
    places: int = 1,
    shared: float = 0.0,
) -> np.ndarray:
    """Return points of deals whose two games are won with given chances.

    Parameters
    ----------
    wins
        Chance of the first player of each pair, shape (pairs,).
    shared
        From 0 to 1: how much of what decides a game is the deal's, and so the same for all pairs.
    """
    from scipy.special import ndtri

    size = (deals, places, len(wins))
    common = rng.standard_normal((2, deals, places, 1))
    luck = np.sqrt(shared) * common + np.sqrt(1 - shared) * rng.standard_normal((2, *size))
    return 2 * (luck < ndtri(wins)).sum(axis=0)


def by_strength(strength: np.ndarray) -> np.ndarray:
    """Return the chances of the model of Bradley and Terry, pair by pair."""
    i, j = np.triu_indices(len(strength), 1)
    return 1 / (1 + np.exp(strength[j] - strength[i]))


def exact(wins: list[float], players: int, deals: int = 4000) -> PairCounts:
    """Return counts in which each pair has very nearly a given win rate, deal after deal."""
    rng = np.random.default_rng(1)
    points = np.zeros((deals, 1, len(wins)), np.int64)
    for number, rate in enumerate(wins):
        points[: round(rate * deals), 0, number] = 4
        rng.shuffle(points[:, 0, number])
    return counted(points, players)
