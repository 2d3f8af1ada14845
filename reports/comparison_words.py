"""What pages of comparisons have in common: names of metrics, facts, method, provenance."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from claimsim.rules.firings import LOCATION_FIRINGS
from claimsim.statistics.metrics import METRICS
from reports.columns import Column, Raw
from reports.labels import Labels
from reports.method import digests
from reports.sureness import sure
from reports.wording import NONE, Row, count, faction, number, percent, signed_decimals

_SPLIT = re.compile(r"votes_(\d+)_(\d+)")

#: Metrics that are themselves differences of shares, and are written in points.
_DIFFERENCES = frozenset({"swing"})

#: Shares below this are written with more decimals where that matters.
_SMALL = 0.001

#: Cells that a page shows one by one.
MOST_CELLS = 24

PAIRED = (
    "Both games are played on the same deals and with the same dice, so that the luck of the deal "
    "cancels out as far as it can. The unit is the deal: a difference is taken deal by deal, and "
    "its interval of 95 % from how much the differences of deals scatter. Where few deals differ "
    "it is an exact interval, from how many can differ at all."
)

SEVERAL = (
    "Each interval, and each filled or bold mark, speaks for its own row. Of rows without any "
    "difference, about one in 20 still seems to have one, and the largest of many is larger than "
    "it would be on other deals. Surely is therefore said only where the interval still leaves "
    "out 0 once it is widened for all rows that were looked at (Bonferroni)."
)


def question_of(manifest: Mapping[str, Any]) -> str:
    """Return the description of a directory's scenario, or its name."""
    content = tomllib.loads(manifest["scenario"])
    return str(content.get("description") or manifest["name"])


def metric_name(metric: str, table: str = "cells", row: str = "") -> str:
    """Write a metric, of a faction or power where it is of one: Knights: Pivotal."""
    split = _SPLIT.fullmatch(metric)
    label = f"Votes {split[1]}–{split[2]}" if split else metric
    if metric in METRICS:
        label = METRICS[metric].label
    if not row:
        return label
    parts = [_row_name(table, part) for part in row.split(" → ")]
    if table == "phase_1":
        parts = [re.sub(r"^1 tricks\b", "1 trick", part) for part in parts]
    return f"{' → '.join(parts)}: {label}"


def _row_name(table: str, row: str) -> str:
    if table == "cards":
        return faction(row.replace(":", " "))
    return faction(row) if table == "factions" or row in LOCATION_FIRINGS else row


def is_share(metric: str) -> bool:
    """Say whether a metric is a share, which is written as a percentage."""
    return bool(_SPLIT.fullmatch(metric)) or (metric in METRICS and METRICS[metric].unit == "share")


def value_text(metric: str, value: float | None, places: int = 2) -> str:
    """Write a value of a metric by itself: 50.77 %, or 1.23."""
    if value is None:
        return NONE
    return f"{number(value * (100 if is_share(metric) else 1), places)}{ending(metric)}"


def ending(metric: str) -> str:
    """Return what stands behind a value of a metric: %, points, or nothing."""
    if metric in _DIFFERENCES:
        return "\N{NO-BREAK SPACE}points"
    return "\N{NO-BREAK SPACE}%" if is_share(metric) else ""


def change_text(metric: str, value: float | None, low: float | None, high: float | None) -> str:
    """Write a difference with its interval, of shares in percentage points."""
    if value is None or low is None or high is None:
        return NONE
    unit = 100 if is_share(metric) else 1
    places = min(signed_decimals(unit * low, unit * high), 3)
    texts = [number(unit * part, places, sign=True) for part in (value, low, high)]
    return f"{texts[0]} ({texts[1]} to {texts[2]})"


def small_share(share: float) -> str:
    """Write a share so that it looks like 0 only if it is."""
    return percent(share, 3 if 0 < share < _SMALL else 1)


def points_text(value: float, low: float, high: float) -> str:
    """Write a difference of shares with its interval in points: −1.8 points (−3.9 to +0.4)."""
    value_of, _, span = change_text("leader_win_rate", value, low, high).partition(" ")
    return f"{value_of} points {span}"


def apart(low: float | None, high: float | None) -> bool:
    """Say whether an interval, taken alone, leaves out 0."""
    return low is not None and high is not None and (low > 0 or high < 0)


def surely(row: Row, among: int, name: str = "difference") -> int:
    """Say on which side of 0 a difference surely lies, having been picked from several rows.

    Parameters
    ----------
    row
        Holds the difference, and its bounds as ``low`` and ``high``.
    among
        How many rows were looked at, 1 or more.
    name
        Column of the difference.

    Returns
    -------
    int
        1 above, -1 below, 0 where the interval, widened for all rows, includes 0.
    """
    ends = {"x": row[name], "x_low": row["low"], "x_high": row["high"]}
    far = sure(ends, "x", 0.0, among)
    return (far > 0) - (far < 0)


def difference_column(head: str) -> Column:
    """Return a column of differences, each in the unit of its row's metric."""

    def write(row: Row) -> str:
        return change_text(row["metric"], row["difference"], row["low"], row["high"])

    def raw(row: Row) -> Raw:
        return row["difference"], row["low"], row["high"]

    return Column(head, write, numeric=True, raw=raw)


def value_column(head: str, name: str) -> Column:
    """Return a column of values, each in the unit of its row's metric."""
    return Column(
        head,
        lambda row: value_text(row["metric"], row[name]),
        numeric=True,
        raw=lambda row: (row[name],),
    )


def cell_names(cells: Sequence[Row]) -> dict[int, str]:
    """Return the name of each cell."""
    labels = Labels(cells)
    return {cell["cell"]: labels(cell) for cell in cells}


def facts(manifest: Mapping[str, Any], cells: int) -> list[tuple[str, str]]:
    """Return what every page says first."""
    first = manifest["first_deal"]
    return [
        ("Deals a cell", count(manifest["deals"]) + (f", from deal {first} on" if first else "")),
        ("Cells", count(cells)),
        ("Seed", str(manifest["seed"])),
    ]


def provenance(manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return all that results depend on beside the files that a page shows."""
    first, deals = manifest["first_deal"], manifest["deals"]
    return [
        ("claimsim", str(manifest["version"])),
        ("Scenario", str(manifest["name"])),
        ("Seed", str(manifest["seed"])),
        ("Deals", f"{first} to {first + deals - 1}"),
        *digests(manifest),
    ]


def command(manifest: Mapping[str, Any], what: str, *options: str) -> str:
    """Return the command that makes the same results from the files that a page shows."""
    deals = ["--deals", str(manifest["deals"]), "--first-deal", str(manifest["first_deal"])]
    return shlex.join(["claimsim", what, "scenario.toml", *options, *deals])
