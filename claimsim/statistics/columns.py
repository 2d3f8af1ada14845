"""Columns of tables from estimates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from claimsim.statistics.intervals import Estimate

if TYPE_CHECKING:
    import pandas as pd


def put(columns: dict[str, Any], name: str, bounds: tuple[str, str], found: Estimate) -> None:
    """Add an estimate and its bounds to the columns of a table, null where it is undefined."""
    for column, values in zip((name, *bounds), found[:3], strict=True):
        columns[column] = nullable(values)


def nullable(values: npt.NDArray[np.float64]) -> pd.arrays.FloatingArray:
    """Return a column in which NaN became null."""
    import pandas as pd

    missing = np.isnan(values)
    return pd.arrays.FloatingArray(np.where(missing, 0.0, values), missing)
