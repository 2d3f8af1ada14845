"""Bounds of mean changes: how often they contain the truth, computed or simulated."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from claimsim.statistics import change_bounds


def covered(changes: np.ndarray, truth: float, unit: float) -> bool:
    """Say whether the bounds that go with these deals' changes contain the true mean."""
    turned = int((changes != 0).sum())
    low, high, _ = change_bounds.bounds(
        float(changes.mean()), float((changes**2).sum()), len(changes), span=1.0,
        most_turned=turned, least_turned=turned, unit=unit,
    )  # fmt: skip
    assert -1 <= low <= changes.mean() <= high <= 1
    return low <= truth <= high


@pytest.mark.parametrize("size", [1.0, 0.5, 0.25])
@pytest.mark.parametrize("expected", [0.5, 3.0, 10.0, 30.0, 60.0, 150.0])
def test_changes_to_one_side_are_covered(expected: float, size: float) -> None:
    """Computed: the number of deals that change is binomial, each by as much."""
    deals, total = 2000, 0.0
    for count in range(int(expected + 8 * expected**0.5) + 10):
        chance = stats.binom.pmf(count, deals, expected / deals)
        changes = np.zeros(deals)
        changes[:count] = size
        total += chance * covered(changes, size * expected / deals, 0.25)
    assert total >= (0.95 if expected < 30 else 0.945)


@pytest.mark.parametrize("deals", [50, 400])
@pytest.mark.parametrize("chances", [(0.05, 0.05), (0.02, 0.08), (0.2, 0.1), (0.004, 0.002)])
def test_changes_to_both_sides_are_covered(chances: tuple[float, float], deals: int) -> None:
    rng = np.random.default_rng([deals, int(1000 * chances[0])])
    sizes = np.array([0.25, 0.5, 1.0])
    up, down = chances
    truth = (up - down) * sizes.mean()
    hits = 0
    for _ in range(2000):
        sign = rng.choice([1, -1, 0], deals, p=[up, down, 1 - up - down])
        hits += covered(sign * rng.choice(sizes, deals), truth, 0.25)
    assert hits / 2000 >= 0.94


def test_no_change_is_as_rare_as_the_rule_of_three_says() -> None:
    low, high, kind = change_bounds.bounds(0.0, 0.0, 1000, span=1.0, most_turned=0, least_turned=0)
    assert kind == "exact"
    assert high == pytest.approx(1 - 0.025 ** (1 / 1000))
    assert low == -high


def test_few_changes_are_bounded_by_what_changed_and_not_by_what_might_have() -> None:
    """13 of 50 deals changed, about as many up as down: nothing like the whole range."""
    changes = np.zeros(50)
    changes[:7], changes[7:13] = 0.5, -0.5
    low, high, kind = change_bounds.bounds(
        float(changes.mean()), float((changes**2).sum()), 50, span=1.0,
        most_turned=13, least_turned=13, unit=0.25,
    )  # fmt: skip
    assert kind == "exact"
    assert -0.25 < low < 0 < high < 0.25
