"""What many games in one call of the kernel add up to is what the reference's games add up to."""

from __future__ import annotations

from typing import Any

from joblib import Parallel, delayed

from tests.differential.cells import changed_cell, legal_cell
from tests.differential.tallying import differences
from tests.differential.test_engines_agree import warm

#: Deals of one cell: more than are played side by side, and no multiple of it; one is watched.
DEALS = 7


def first_unlike(first: int, stop: int) -> tuple[str, Any] | None:
    """Return the first cell whose counts differ, and in what."""
    for number in range(first, stop):
        cell = (changed_cell if number % 2 else legal_cell)(50_000 + number)
        odd = differences(cell, 0, DEALS)
        if odd:
            return str(cell), odd[:5]
    return None


def test_tallies_are_those_of_the_reference():
    warm()
    differences(legal_cell(0), 0, 1)
    jobs = (delayed(first_unlike)(first, first + 20) for first in range(0, 240, 20))
    assert [found for found in Parallel(n_jobs=2)(jobs) if found] == []
