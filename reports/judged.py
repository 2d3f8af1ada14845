"""Verdicts on a scenario's targets in plain words, from the table ``verdicts``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from claimsim.statistics.metrics import METRICS
from claimsim.statistics.verdicts import BALANCED, UNBALANCED, UNDECIDED
from reports import columns
from reports.columns import Table
from reports.wording import Row, count, number, number_between, percent, percent_between

if TYPE_CHECKING:
    import pandas as pd

#: Columns of the table that are told.
COLUMNS = [
    *("cell", "target", "metric", "wanted", "tolerance", "value", "low", "high", "verdict"),
    *("deals_needed", "most_unbalanced", "second_half", "second_half_low", "second_half_high"),
    "interval",
]

#: Rows up to which all verdicts are shown.
MOST_ROWS = 400

#: Cells outside their target that are named, at most.
_NAMED = 3

_SUBJECTS = {"leader_win_rate": "The first leader wins", "a_win_rate": "Player a wins"}
_STATES = {
    BALANCED: "surely inside",
    UNBALANCED: "surely outside",
    UNDECIDED: "not yet surely inside or outside",
}


def sentences(verdicts: pd.DataFrame, home: int, name: Callable[[int], str]) -> list[str]:
    """Say for each target what the verdicts are.

    Parameters
    ----------
    verdicts
        The table, its :data:`COLUMNS`.
    home
        The cell that the report is about.
    name
        Names a cell by its number.
    """
    return [_sentence(rows, home, name) for _, rows in verdicts.groupby("target", sort=True)]


def farthest(rows: pd.DataFrame, verdict: str) -> pd.DataFrame:
    """Return the rows of one target with a verdict, the farthest from what is wanted first."""
    own = rows[rows["verdict"] == verdict]
    off = (own["value"] - own["wanted"]).abs()
    return own.loc[off.sort_values(ascending=False, kind="stable").index]


def first(rows: pd.DataFrame) -> Row:
    """Return the first row as a mapping, None where a value is null."""
    row = rows.iloc[0]
    plain = row.astype(object).where(row.notna(), None)
    return {str(key): value for key, value in plain.items()}


def rows(verdicts: pd.DataFrame) -> list[Row]:
    """Return the rows that a report shows: all, or the farthest off of each target and verdict."""
    found = verdicts
    if len(verdicts) > MOST_ROWS:
        parts = [
            farthest(own, verdict).head(MOST_ROWS // 10)
            for _, own in verdicts.groupby("target", sort=True)
            for verdict in (UNBALANCED, UNDECIDED, BALANCED)
        ]
        found = verdicts.loc[sorted({place for part in parts for place in part.index})]
    plain = found.astype(object).where(found.notna(), None)
    return [{str(key): value for key, value in row.items()} for row in plain.to_dict("records")]


def table(shown: Sequence[Row], name: Callable[[int], str]) -> Table:
    """List verdicts: one row a target and cell."""
    columns_of = [
        columns.words("Cell", lambda row: name(row["cell"])),
        columns.words("Metric", lambda row: METRICS[row["metric"]].label),
        columns.words("Wanted", band),
        columns.Column(
            "Is", value, numeric=True, raw=lambda row: (row["value"], row["low"], row["high"])
        ),
        columns.words("Interval", lambda row: row["interval"]),
        columns.words("Verdict", lambda row: row["verdict"]),
        columns.plain("Deals needed", "deals_needed", lambda x: f"{float(f'{x:.2g}'):,.0f}"),
    ]
    return columns.table("verdicts", "Verdicts on the targets", columns_of, shown)


def subject(metric: str) -> str:
    """Begin a sentence about a metric."""
    return _SUBJECTS.get(metric, f"{METRICS[metric].label}:")


def band(row: Mapping[str, object]) -> str:
    """Write what is wanted: 50 ± 2 %."""
    wanted, tolerance = float(str(row["wanted"])), float(str(row["tolerance"]))
    if METRICS[str(row["metric"])].unit == "share":
        return f"{100 * wanted:g} ± {100 * tolerance:g}\N{NO-BREAK SPACE}%"
    return f"{wanted:g} ± {tolerance:g}"


def value(row: Row, name: str = "value", low: str = "low", high: str = "high") -> str:
    """Write a row's value with its interval, in the metric's unit."""
    if METRICS[row["metric"]].unit == "share":
        return percent_between(row, name, low, high)
    ends = {"value": row[name], "value_low": row[low], "value_high": row[high]}
    return number_between(ends, "value")


def alone(metric: str, value: float) -> str:
    """Write a value without an interval, in the metric's unit."""
    return percent(value) if METRICS[metric].unit == "share" else number(value, 2)


def so_many(number_of: int, state: str) -> str:
    """Say how many cells are something: none is undecided, 1 is, 2 are."""
    return f"{count(number_of) if number_of else 'none'} {_is(number_of)} {state}"


def _sentence(rows: pd.DataFrame, home: int, name: Callable[[int], str]) -> str:
    own = rows[rows["cell"] == home]
    row = first(own if len(own) else rows)
    text = (
        f"{subject(row['metric'])} {value(row)} when {name(int(row['cell']))}: "
        f"{_STATES[row['verdict']]} {band(row)}"
    )
    if row["verdict"] == UNDECIDED and row["deals_needed"] is not None:
        text += f" ({_deals(row['deals_needed'])} would tell)"
    if len(rows) == 1:
        return f"{text}."
    return f"{text}. {_others(rows, name)}"


def _deals(needed: float) -> str:
    """Say about how many deals, with two digits."""
    whole = float(f"{needed:.2g}")
    return f"about {count(int(whole))} deals" if whole >= 1 else f"{number(needed, 0)} deals"


def _others(rows: pd.DataFrame, name: Callable[[int], str]) -> str:
    """Say how many of all cells are inside, outside and undecided."""
    found = rows["verdict"].value_counts()
    inside, outside, unsure = (
        int(found.get(kind, 0)) for kind in (BALANCED, UNBALANCED, UNDECIDED)
    )
    if len(rows) in (unsure, inside):
        return f"So it is in all {count(len(rows))} cells."
    worst = farthest(rows, UNBALANCED)
    names = [
        f"{name(int(worst['cell'].iloc[place]))}: {value(first(worst.iloc[place:]))}"
        for place in range(min(_NAMED, len(worst)))
    ]
    which = f" ({'farthest: ' * (outside > _NAMED)}{'; '.join(names)})" if outside else ""
    if outside == len(rows):
        return f"All {count(outside)} cells are surely outside{which}."
    parts = [f"{so_many(outside, 'surely outside')}{which}"]
    if inside == len(rows) - outside:
        parts.append("all others surely inside")
    else:
        parts.append(so_many(inside, "surely inside"))
    if unsure:
        parts.append(so_many(unsure, "undecided"))
    return f"Of all {count(len(rows))} cells, {', '.join(parts)}."


def _is(number_of: int) -> str:
    return "is" if number_of <= 1 else "are"
