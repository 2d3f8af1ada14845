"""The answer for a grid as a whole, where single cells are many or too short to tell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from claimsim.statistics.intervals import LEVEL
from claimsim.statistics.verdicts import BALANCED, UNBALANCED, UNDECIDED
from reports import answers, judged
from reports.wording import Row, count, percent, percent_apart

if TYPE_CHECKING:
    import pandas as pd

#: Cells from which on a grid is told as a whole.
MANY = 13

#: Half width of an interval from which on a cell says nothing worth a first sentence.
_WIDE = 0.1

#: Decks from which on their scatter gives the mean an interval.
_ENOUGH_DECKS = 20


def is_short(cells: Sequence[Row], home: Row) -> bool:
    """Say whether the grid tells more than the cell that would else be told first."""
    return is_wide(home["leader_low"], home["leader_high"]) and len(cells) >= MANY


def is_wide(low: float | None, high: float | None) -> bool:
    """Say whether the interval of a share says nothing worth a first sentence."""
    return low is None or high is None or (high - low) / 2 > _WIDE


def leader(cells: Sequence[Row]) -> str:
    """Say how often the first leader wins on average, and in how many cells it seems so."""
    mean = average(cells)
    if mean is None:
        return "No game was played."
    rate = percent(mean["rate"])
    if mean["rate_low"] is not None:
        rate = percent_apart(mean, "rate")
    return (
        f"On average over all {count(len(cells))} cells the first leader wins {rate}. Single "
        f"cells are short. {answers.apart(cells)}"
    )


def verdicts(table: pd.DataFrame, cells: Sequence[Row]) -> list[str]:
    """Say for each target how its metric is on average over cells, and how many have a verdict.

    Parameters
    ----------
    table
        The table ``verdicts``, its :data:`judged.COLUMNS`.
    cells
        All cells of the run.
    """
    decks = {cell["cell"]: cell["deck"] for cell in cells}
    return [_judged(rows, decks) for _, rows in table.groupby("target", sort=True)]


def _judged(rows: pd.DataFrame, decks: dict[int, str]) -> str:
    first = judged.first(rows)
    told = rows[rows["value"].notna()]
    pairs = zip(told["cell"], told["value"], strict=True)
    mean = mean_of([(decks[int(cell)], float(value)) for cell, value in pairs])
    subject, total = judged.subject(first["metric"]), f"all {count(len(rows))} cells"
    if mean is None:
        return f"{subject} no value in {total}: no game tells."
    value = judged.value({**first, **mean}, "rate", "rate_low", "rate_high")
    if mean["rate_low"] is None:
        value = judged.alone(first["metric"], mean["rate"])
    found = rows["verdict"].value_counts()
    counts = [
        judged.so_many(int(found.get(kind, 0)), state)
        for kind, state in (
            (UNBALANCED, "surely outside"), (BALANCED, "surely inside"), (UNDECIDED, "undecided"),
        )
    ]  # fmt: skip
    return (
        f"{subject} {value} on average over {total}, against {judged.band(first)} wanted of each. "
        f"Single cells are short: {counts[0]}, {counts[1]}, {counts[2]}."
    )


def average(cells: Sequence[Row]) -> Row | None:
    """Return the mean of the leader's win rate over cells, as :func:`mean_of` does."""
    return mean_of([
        (cell["deck"], cell["leader_win_rate"])
        for cell in cells
        if cell["leader_win_rate"] is not None
    ])  # fmt: skip


def mean_of(values: Sequence[tuple[str, float]]) -> Row | None:
    """Return the mean of a metric over cells, with its interval.

    Parameters
    ----------
    values
        The deck of each cell, and its value.

    Returns
    -------
    mapping or None
        ``rate``, and ``rate_low`` and ``rate_high`` where there are at least 20 decks: Student's
        interval with the deck as the unit, since cells of a deck may share their deals. What
        differs between decks widens it, so that it is on the safe side for these decks. None,
        too, where all decks are alike, which says nothing of the error.
    """
    from scipy.special import stdtrit

    by_deck: dict[str, list[float]] = {}
    for deck, value in values:
        by_deck.setdefault(deck, []).append(value)
    if not by_deck:
        return None
    mean = fmean(rate for rates in by_deck.values() for rate in rates)
    means = [fmean(rates) for rates in by_deck.values()]
    number = len(means)
    if number < _ENOUGH_DECKS or min(means) == max(means):
        return {"rate": mean, "rate_low": None, "rate_high": None}
    half = float(stdtrit(number - 1, 0.5 + LEVEL / 2)) * stdev(means) / math.sqrt(number)
    return {"rate": mean, "rate_low": mean - half, "rate_high": mean + half}
