"""Balance over all pairs: averages, extremes, and pairs by side."""

from __future__ import annotations

import numpy as np
import pytest

from claimsim.statistics.intervals import WILSON
from claimsim.statistics.mixtures import Question, edge, sentence, weights
from claimsim.statistics.pair_means import WIDEST
from tests.statistics.made_pairs import counted, drawn

NAMES = ["x", "y", "z"]


def question(reference: float | None = 0.5, places: int = 1) -> Question:
    return Question("leader_win_rate", reference, np.ones(places, bool), "")


def test_pairs_weigh_as_their_players_are_drawn() -> None:
    found = weights(np.array([0.5, 0.3, 0.2]))
    assert found == pytest.approx([0.25, 0.3, 0.2, 0.09, 0.12, 0.04])
    assert found.sum() == pytest.approx(1)


def test_a_row_by_hand() -> None:
    points = drawn(np.random.default_rng(1), np.array([0.6, 0.5, 0.35]), 2000)
    counts = counted(points, 3)
    row = edge(counts, question(), np.array([0.5, 0.5, 0.0]), NAMES)
    x = points.mean(axis=(0, 1)) / 4  # x-y, x-z, y-z; the others are at one half
    assert row["uniform"] == pytest.approx((3 * 0.5 + 2 * x.sum()) / 9)
    assert row["equilibrium"] == pytest.approx(0.25 + 0.5 * x[0] + 0.25 * 0.5 - 0.125)
    assert (row["highest"], row["lowest"]) == pytest.approx((x[0], x[2]))
    assert (row["highest_player"], row["highest_opponent"]) == ("x", "y")
    assert (row["lowest_player"], row["lowest_opponent"]) == ("y", "z")
    assert row["uniform_low"] < row["uniform"] < row["uniform_high"]
    assert row["highest_low"] < row["highest"] < row["highest_high"]
    assert (row["pairs"], row["above"], row["below"], row["undecided"]) == (6, 1, 1, 4)
    assert sentence(row) == (
        "The leader's edge is surely above one half for 1 of 6 pairs, below for 1, undecided for 4."
    )


def test_without_a_reference_no_side_is_taken() -> None:
    points = drawn(np.random.default_rng(1), np.array([0.6, 0.5, 0.35]), 2000)
    row = edge(counted(points, 3), question(None), np.array([1.0, 0.0, 0.0]), NAMES)
    assert (row["above"], row["below"], row["undecided"]) == (0, 0, 0)
    assert np.isnan(row["reference"])


def test_mixtures_of_pairs_that_share_deals_are_covered() -> None:
    rng = np.random.default_rng(3)
    wins, even = np.array([0.5, 0.6, 0.55, 0.45, 0.35, 0.5]), np.full(3, 1 / 3)
    truth = weights(even) @ wins
    held = widest = 0
    for _ in range(300):
        points = drawn(rng, wins, 300, shared=0.7)
        row = edge(counted(points, 3), question(), even, NAMES)
        held += row["uniform_low"] <= truth <= row["uniform_high"]
        row = edge(counted(points, 3, blocks=1), question(), even, NAMES)
        widest += row["uniform_low"] <= truth <= row["uniform_high"]
    assert 0.91 <= held / 300 <= 0.98
    assert widest / 300 >= held / 300


def test_extremes_are_covered_although_they_are_picked() -> None:
    rng = np.random.default_rng(4)
    held = 0
    for _ in range(300):
        points = drawn(rng, np.full(3, 0.5), 300)
        row = edge(counted(points, 3), question(), np.full(3, 1 / 3), NAMES)
        held += row["highest_low"] <= 0.5 <= row["highest_high"]
    assert held / 300 >= 0.93


def test_rare_events_have_the_pairs_own_bounds() -> None:
    points = np.zeros((400, 1, 3), np.int64)
    points[7] = 4
    counts = counted(points, 3)
    found = counts.means("leader_win_rate", pairs=[1, 2, 4])
    assert WILSON not in found.kind
    mixed = found.mixture(np.array([[0.5, 0.25, 0.25]]))
    assert mixed.kind[0] == WIDEST
    assert mixed.low[0] == pytest.approx(found.low[0])
    assert mixed.high[0] == pytest.approx(found.high[0])


def test_places_may_be_left_out() -> None:
    points = drawn(np.random.default_rng(5), np.array([0.6, 0.5, 0.35]), 200, places=3)
    asked = Question("leader_win_rate", 0.4, np.array([False, True, True]), "setting none")
    row = edge(counted(points, 3), asked, np.full(3, 1 / 3), NAMES)
    x = points[:, 1:].mean(axis=(0, 1)) / 4
    assert row["uniform"] == pytest.approx((3 * 0.5 + 2 * x.sum()) / 9)
    assert sentence(row).startswith("The leader's edge (setting none) is surely above 0.4 for")
