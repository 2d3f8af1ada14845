"""Differences of metrics that are no ratio of a deal's numbers: bounds from either interval.

Shares of variance, and win rates by card, trick and Phase 1, are not known deal by deal, so that
the luck which both ways share cannot be cancelled. Their difference lies between the ends of the
two intervals that are farthest apart: at least as often as each interval contains its own truth,
whatever the two have in common.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from claimsim.statistics.bounds import DEFINITION
from claimsim.statistics.details import make_details
from claimsim.statistics.paired import Difference
from claimsim.statistics.tables import make_tables

if TYPE_CHECKING:
    from claimsim.experiment.tally import Tallies
    from claimsim.statistics.counts import Info

#: A metric's value, lower and upper bound, by table, row and name; NaN where it is undefined.
Values = dict[tuple[str, str, str], tuple[float, float, float]]

#: What these intervals are called.
BOTH = "from both intervals"

#: The tables they come from.
_OURS = ("cells", "cards", "tricks", "phase_1")

#: How a row of a table is called.
ROWS = {
    "cells": "",
    "factions": "{faction}",
    "powers": "{power}",
    "cards": "{card}",
    "tricks": "phase {phase}, trick {trick}",
    "phase_1": "{tricks} tricks of Phase 1",
}

#: The columns that these names need.
KEYS = {
    "cells": [],
    "factions": ["faction"],
    "powers": ["power"],
    "cards": ["card"],
    "tricks": ["phase", "trick"],
    "phase_1": ["tricks"],
}


def differences(before: Values, after: Values, known: set[tuple[str, str]]) -> Iterator[Difference]:
    """Yield the difference of every metric with bounds of its own that has no paired interval.

    Parameters
    ----------
    before, after
        What :func:`values` says of a cell, either way. Rows are compared by name.
    known
        Tables and metrics that have a paired interval.
    """
    for key, (one, low_1, high_1) in before.items():
        table, row, metric = key
        if (table, metric) in known or key not in after:
            continue
        two, low_2, high_2 = after[key]
        value, low, high = two - one, low_2 - high_1, high_2 - low_1
        # only what holds by definition has no width, and so has the difference
        kind = "" if np.isnan(value) else DEFINITION if low == high else BOTH
        yield Difference(table, row, metric, one, two, value, low, high, kind, float("nan"))


def values(infos: Sequence[Info], tallies: Tallies) -> list[Values]:
    """Return of each cell every metric with bounds, by table, row and name.

    Parameters
    ----------
    infos
        The cells, as in a run's ``cells_info``.
    tallies
        Array of ``TALLY``, one row a cell in the same order.
    """
    tables = {"cells": make_tables(infos, tallies)["cells"], **make_details(infos, tallies)}
    found: list[Values] = [{} for _ in infos]
    place = {info["cell"]: number for number, info in enumerate(infos)}
    for table in _OURS:
        frame, row = tables[table], ROWS[table]
        names: list[dict[str, Any]] = frame[KEYS[table]].to_dict("records")  # type: ignore[assignment]
        rows = [row.format_map(name) for name in names]
        cells = [place[cell] for cell in frame["cell"]]
        for metric in [str(name) for name in frame if f"{name}_low" in frame]:
            columns = (
                frame[f"{metric}{end}"].to_numpy(np.float64, na_value=np.nan).tolist()
                for end in ("", "_low", "_high")
            )
            for cell, name, *numbers in zip(cells, rows, *columns, strict=True):
                one, low, high = numbers
                found[cell][table, name, metric] = one, low, high
    return found
