"""Courses over a game as spark lines, one line a cell: above the rows of some tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from claimsim.cli import marks
from claimsim.cli.columns import Column, counts, numbers, wanted
from claimsim.cli.compact_views import of_places
from claimsim.cli.terminal import width

if TYPE_CHECKING:
    import pandas as pd

#: What is drawn of each table, and what a mark of a line is one of.
_DRAWN = {
    "tricks": (("ahead_wins", "settled"), "trick, the phases apart"),
    "phase_1": (("win_rate_by_phase1_tricks",), "number of Phase 1 tricks won, from 0"),
}

COURSES = tuple(_DRAWN)


def courses(name: str, rows: pd.DataFrame, places: pd.DataFrame) -> tuple[str, list[Column]]:
    """Return what the lines are, and columns with one line a cell.

    Parameters
    ----------
    name
        One of :data:`COURSES`.
    rows
        All rows of the cells.
    places
        Of each cell its number, where it is played, and by whom; in the order of the lines.
    """
    heights = marks.heights()
    metrics, each = _DRAWN[name]
    steps = _steps(name, rows)
    known = {
        metric: dict(zip(zip(rows["cell"], steps, strict=True), numbers(rows, metric), strict=True))
        for metric in metrics
    }
    order = _order(steps)
    lines = [
        Column(
            metric,
            [
                marks.spark([step and known[metric].get((cell, step)) for step in order], heights)
                for cell in places["cell"]
            ],
        )
        for metric in metrics
    ]
    columns = [counts(places, "cell"), *of_places(places), *lines]
    if wanted(columns) > width():
        columns = [columns[0], *lines]
    return f"one mark a {each}; {heights[0]} is near 0 %, {heights[-1]} near 100 %", columns


def _steps(name: str, rows: pd.DataFrame) -> list[tuple[int, int]]:
    if name == "tricks":
        return list(zip(rows["phase"], rows["trick"], strict=True))
    return [(1, tricks) for tricks in rows["tricks"]]


def _order(steps: Sequence[tuple[int, int]]) -> list[tuple[int, int] | None]:
    """Return every step from the first possible one on; None where a phase ends."""
    first = 0 if any(step == 0 for _, step in steps) else 1
    found: list[tuple[int, int] | None] = []
    for phase in sorted({phase for phase, _ in steps}):
        longest = max(step for one, step in steps if one == phase)
        found += [*([None] if found else []), *((phase, n) for n in range(first, longest + 1))]
    return found
