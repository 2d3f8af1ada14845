"""Paired intervals cover the true difference: simulated deals of which everything is known."""

from __future__ import annotations

import numpy as np
import pytest

from claimsim.experiment.pairing import Pairs
from claimsim.experiment.tally import TALLY
from claimsim.statistics.paired import Form, differences, forms
from tests.statistics.made_tallies import info

REPEATS = 1500
CELL = info(0, "x", "y", 2, powers=("wild",))
COLUMNS = [
    "leader_points",
    "decisions",
    "forced",
    (0, "awarded"),
    (0, "to_winner"),
    (0, "to_loser"),
]


def pairs_of(before: np.ndarray, after: np.ndarray) -> Pairs:
    """Return the count of deals whose numbers are these, shape (deals, COLUMNS)."""
    both = np.hstack([np.ones((len(before), 1), int), before, after])
    unlike = int((before != after).any(axis=1).sum())
    return Pairs((COLUMNS, COLUMNS), both.T @ both, np.zeros(2, TALLY), unlike, unlike)


def deals(rng: np.random.Generator, count: int, changed: float) -> tuple[np.ndarray, np.ndarray]:
    """Draw deals: the variant is the baseline, but for a share in which all is drawn anew."""

    def numbers(leader: float, held: float) -> np.ndarray:
        points = rng.binomial(2, leader, count) * 2
        decisions = rng.integers(80, 105, count)
        forced = rng.binomial(decisions, 0.15)
        awarded = rng.binomial(2, 0.9, count)
        winner = rng.binomial(awarded, held)
        return np.stack([points, decisions, forced, awarded, winner, awarded - winner], axis=1)

    before, fresh = numbers(0.52, 0.6), numbers(0.47, 0.7)
    turned = rng.random(count) < changed
    return before, np.where(turned[:, None], fresh, before)


def truths(changed: float) -> dict[str, float]:
    swing = 0.6 - 0.5, (1 - changed) * 0.6 + changed * 0.7 - 0.5
    return {
        "leader_win_rate": changed * (0.47 - 0.52),
        "forced_plays": 0.0,
        "swing": swing[1] - swing[0],
    }


@pytest.mark.parametrize("changed", [0.005, 0.1, 0.6])
@pytest.mark.parametrize("count", [100, 2000])
def test_paired_intervals_cover_the_truth(count: int, changed: float, monkeypatch) -> None:
    wanted = truths(changed)
    kept = [f for f in forms(CELL) if f.metric in wanted and f.row in ("", "goblins")]
    assert len(kept) == 3
    monkeypatch.setattr("claimsim.statistics.paired.forms", lambda _: iter(kept))
    rng = np.random.default_rng([7, count])
    hits = dict.fromkeys(wanted, 0)
    for _ in range(REPEATS):
        for found in differences(pairs_of(*deals(rng, count, changed)), CELL, CELL):
            assert found.low < found.high
            assert found.low <= found.difference <= found.high
            hits[found.metric] += found.low <= wanted[found.metric] <= found.high
    for metric, count_hit in hits.items():
        assert count_hit / REPEATS >= 0.935, (metric, count_hit / REPEATS)


def test_pairing_gains_what_the_variances_say() -> None:
    rng = np.random.default_rng(3)
    before, after = deals(rng, 5000, 0.1)
    found = {d.metric: d for d in differences(pairs_of_all(before, after), CELL, CELL)}
    one, other = before[:, 0] / 4, after[:, 0] / 4
    expected = (one.var() + other.var()) / (other - one).var()
    assert found["leader_win_rate"].efficiency == pytest.approx(expected, rel=1e-6)
    assert expected > 5


def pairs_of_all(before: np.ndarray, after: np.ndarray) -> Pairs:
    """Return the same with every number that a cell has, the others zero."""
    columns = list(dict.fromkeys(column for form in forms(CELL) for column in needed(form)))
    wide = []
    for numbers in (before, after):
        table = np.zeros((len(numbers), len(columns)), int)
        for place, column in enumerate(columns):
            if column in COLUMNS:
                table[:, place] = numbers[:, COLUMNS.index(column)]
        wide.append(table)
    both = np.hstack([np.ones((len(before), 1), int), *wide])
    unlike = int((before != after).any(axis=1).sum())
    return Pairs((columns, columns), both.T @ both, np.zeros(2, TALLY), unlike, unlike)


def needed(form: Form) -> list[object]:
    return [*form.above, *(form.below or {})]
