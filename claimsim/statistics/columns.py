"""Columns of tables from estimates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from claimsim.statistics.intervals import UNDEFINED, Estimate

if TYPE_CHECKING:
    import pandas as pd


def put(columns: dict[str, Any], name: str, bounds: tuple[str, str], found: Estimate) -> None:
    """Add an estimate and its bounds to the columns of a table, null where it is undefined."""
    for column, values in zip((name, *bounds), found[:3], strict=True):
        columns[column] = nullable(values)


def put_kinds(columns: dict[str, Any], name: str, found: Mapping[str, Estimate]) -> None:
    """Add a column that says the kinds of the intervals of each row.

    The commonest kind alone, then the others with the metrics that have them: ``"normal"`` or
    ``"normal; exact: pivotal, swing"``. What is undefined is null, and not named.

    Parameters
    ----------
    columns
        Of the table, added to.
    name
        Of the new column.
    found
        The estimates of each metric of the table.
    """
    metrics = list(found)
    known = sorted({kind for one in found.values() for kind in set(one.kind)} - {UNDEFINED})
    codes = np.full((len(metrics), len(found[metrics[0]].kind)), -1, np.int8)
    for row, one in zip(codes, found.values(), strict=True):
        for code, kind in enumerate(known):
            row[one.kind == kind] = code
    columns[name] = told_once(codes, lambda row: _told(metrics, known, row))


def told_once(
    codes: npt.NDArray[np.int8], tell: Callable[[npt.NDArray[np.int8]], str]
) -> pd.Series[str]:
    """Return a column of texts that go by a few numbers a row; few rows differ in them.

    Parameters
    ----------
    codes : ndarray, shape (numbers, rows)
    tell
        Returns the text of one row's numbers; called once for all rows that have them.
    """
    import pandas as pd

    keys = np.ascontiguousarray(codes.T).view(f"V{len(codes)}").ravel().tolist()
    told = {key: tell(np.frombuffer(key, np.int8)) for key in set(keys)}
    return pd.Series([told[key] for key in keys], dtype="str")


def _told(metrics: Sequence[str], known: Sequence[str], codes: npt.NDArray[np.int8]) -> str:
    """Return in words which metrics have which kind of interval."""
    groups: dict[str, list[str]] = {}
    for metric, code in zip(metrics, codes, strict=True):
        if code >= 0:
            groups.setdefault(known[code], []).append(metric)
    if not groups:
        return ""
    commonest = max(groups, key=lambda kind: len(groups[kind]))
    rest = [f"{kind}: {', '.join(names)}" for kind, names in groups.items() if kind != commonest]
    return "; ".join([commonest, *rest])


def nullable(values: npt.NDArray[np.float64]) -> pd.arrays.FloatingArray:
    """Return a column in which NaN became null."""
    import pandas as pd

    missing = np.isnan(values)
    return pd.arrays.FloatingArray(np.where(missing, 0.0, values), missing)
