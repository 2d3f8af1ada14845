"""Differences of metrics that are no ratio of a deal's numbers: bounds from either interval.

Shares of variance, and win rates by card, trick and Phase 1, are not known deal by deal, so that
the luck which both ways share cannot be cancelled. Their difference lies between the ends of the
two intervals that are farthest apart: at least as often as each interval contains its own truth,
whatever the two have in common.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pandas as pd

from claimsim.statistics.details import make_details
from claimsim.statistics.paired import Difference
from claimsim.statistics.tables import make_tables

if TYPE_CHECKING:
    from claimsim.experiment.pairing import Pairs
    from claimsim.experiment.tally import Tallies
    from claimsim.statistics.counts import Info

#: What these intervals are called.
BOTH = "from both intervals"

#: The tables they come from, with the name of a row of each.
_TABLES = {
    "cells": "",
    "cards": "{card}",
    "tricks": "phase {phase}, trick {trick}",
    "phase_1": "{tricks} tricks of Phase 1",
}


def differences(
    pairs: Pairs, baseline: Info, variant: Info, known: set[tuple[str, str]]
) -> Iterator[Difference]:
    """Yield the difference of every metric with bounds of its own that has no paired interval.

    Parameters
    ----------
    pairs
        What was counted of the deals of a cell.
    baseline, variant
        What is known of the cell either way. Rows are compared by name.
    known
        Tables and metrics that have a paired interval.
    """
    before = _values(baseline, pairs.tallies[:1])
    after = _values(variant, pairs.tallies[1:])
    for key, (one, low_1, high_1) in before.items():
        table, row, metric = key
        if (table, metric) in known or key not in after:
            continue
        two, low_2, high_2 = after[key]
        value, low, high = two - one, low_2 - high_1, high_2 - low_1
        kind = BOTH if pd.notna(value) else ""
        yield Difference(table, row, metric, one, two, value, low, high, kind, float("nan"))


def _values(info: Info, tallies: Tallies) -> dict[tuple[str, str, str], tuple[float, float, float]]:
    """Return by table, row and metric each value with its bounds; NaN where it is undefined."""
    tables = {"cells": make_tables([info], tallies)["cells"], **make_details([info], tallies)}
    found = {}
    for table, row in _TABLES.items():
        frame = tables[table]
        metrics = [str(name) for name in frame if f"{name}_low" in frame]
        records: list[dict[str, Any]] = frame.to_dict("records")  # type: ignore[assignment]
        for record in records:
            for name in metrics:
                bounds = (record[f"{name}{end}"] for end in ("", "_low", "_high"))
                one, low, high = (float("nan") if pd.isna(v) else float(v) for v in bounds)
                found[table, row.format_map(record), name] = one, low, high
    return found
