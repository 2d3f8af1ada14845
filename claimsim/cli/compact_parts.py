"""What the compact views of tables are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from claimsim.cli import marks
from claimsim.cli.columns import Column, Group, bounds, numbers

if TYPE_CHECKING:
    import pandas as pd

#: What is said of tables of rates.
RATES = "in %, with 95 % intervals"


@dataclass(frozen=True)
class Shown:
    """What is shown of some rows.

    Parameters
    ----------
    title
        What the numbers are; a second line says what is the same in all rows.
    columns
        Of all the rows.
    groups
        The rows in their order, each once.
    """

    title: str
    columns: Sequence[Column]
    groups: Sequence[Group]


def place(cell: Mapping[Any, Any]) -> str:
    """Say where a cell is played, and by whom."""
    parts = [cell["deck"], *(cell[n] for n in ("setting", "building") if cell[n] != "none")]
    return f"{', '.join(parts)}; {cell['strategy_a']} against {cell['strategy_b']}"


def middle_bar(
    rows: pd.DataFrame,
    name: str,
    *,
    middle: float = 0.5,
    unit: float = 100.0,
    spare: int = 0,
) -> Column:
    """Return a column of bars around what is fair, all to one scale.

    Parameters
    ----------
    rows
        With the column `name` and its bounds.
    name
        What is drawn.
    middle
        What is fair.
    unit
        By how much the ends of the scale are multiplied.
    spare
        As of :class:`Column`.
    """
    value, low, high = (numbers(rows, column) for column in (name, *bounds(name)))
    half = marks.reach([abs(x - middle) for x in (*value, *low, *high)])
    drawn = [
        marks.bar(*ends, middle=middle, half=half) for ends in zip(value, low, high, strict=True)
    ]
    return Column(marks.scale(middle, half, unit), drawn, spare=spare, about=name)


def grouped(rows: pd.DataFrame, by: Sequence[str], heading: Callable[..., str]) -> list[Group]:
    """Return rows in groups, in the order in which the groups come up.

    Parameters
    ----------
    rows
        All of them.
    by
        Columns that are alike in a group.
    heading
        Makes the line above a group of what it has in these columns.
    """
    found: dict[tuple[Any, ...], list[int]] = {}
    for number, key in enumerate(zip(*(rows[name] for name in by), strict=True)):
        found.setdefault(key, []).append(number)
    return [Group(heading(*key), numbers) for key, numbers in found.items()]
