"""What a sweep's directory holds, and how its numbers are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from claimsim.rules.parameters import PARAMETERS
from reports import comparison_words as words
from reports.wording import Row, decimals, number


@dataclass(frozen=True)
class Swept:
    """A sweep's tables, with what they are about.

    Parameters
    ----------
    manifest
        Of the directory.
    cells, by_value, crossings, best
        The rows of its tables.
    """

    manifest: dict[str, Any]
    cells: Sequence[Row]
    by_value: Sequence[Row]
    crossings: Sequence[Row]
    best: Sequence[Row]

    @cached_property
    def names(self) -> dict[int, str]:
        """Name of each cell."""
        return words.cell_names(self.cells)

    @property
    def metric(self) -> str:
        """What is looked at."""
        return str(self.manifest["metric"])

    @property
    def unit(self) -> int:
        """What values are multiplied by to be shown."""
        return 100 if words.is_share(self.metric) else 1

    @property
    def target(self) -> float:
        """Where the metric should lie."""
        return float(self.manifest["target"])

    @property
    def varied(self) -> list[str]:
        """What is set to several values: one thing or two."""
        return list(self.manifest["vary"])

    @property
    def moved(self) -> list[Row]:
        """Cells in which some value can change the metric."""
        places = {row["cell"] for row in self.best}
        return [cell for cell in self.cells if cell["cell"] in places]

    def of(self, rows: Sequence[Row], cell: Row) -> list[Row]:
        """Return the rows of a cell."""
        return [row for row in rows if row["cell"] == cell["cell"]]

    def text(self, value: float) -> str:
        """Write a value of the metric by itself."""
        return words.value_text(self.metric, value, 1 if self.unit == 100 else 2)

    def between(self, value: float, low: float, high: float) -> str:
        """Write a value of the metric with its interval."""
        places = min(decimals(self.unit * low, self.unit * high), 2)
        texts = [number(self.unit * part, places) for part in (value, low, high)]
        return f"{texts[0]}{words.ending(self.metric)} ({texts[1]} to {texts[2]})"

    @property
    def is_curve(self) -> bool:
        """Whether there is something between the values: one thing, over numbers."""
        return len(self.varied) == 1 and all(row["number"] is not None for row in self.by_value)

    @property
    def is_whole(self) -> bool:
        """Whether what is varied can only be a whole number."""
        name = self.varied[0].rpartition("parameters.")[2]
        return name in PARAMETERS and PARAMETERS[name].whole

    def value(self, row: Row) -> str:
        """Write the values of a row: octipi.threshold = 9."""
        parts = [row["value"], row.get("value_2")]
        return ", ".join(
            f"{name.rpartition('parameters.')[2]} = {value}"
            for name, value in zip(self.varied, parts, strict=False)
        )
