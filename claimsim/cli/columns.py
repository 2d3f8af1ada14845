"""Aligned tables of one line a row: columns that there is room for, rows in groups."""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Group as Renderables
from rich.console import JustifyMethod, RenderableType
from rich.table import Table
from rich.text import Text

from claimsim.cli import terminal

#: Where a long name may go on in the next line: names of decks and of players hold these.
_PARTS = re.compile(r"[^+, ]+[+, ]*|[+, ]+")

#: A column of text is not folded into fewer columns than these.
_NARROWEST = 12

#: What stands where there is no number.
NOTHING = "-"

#: The kind of an interval that is none.
_DEFINED = "by definition"

#: More decimals than these say nothing.
_MOST_DECIMALS = 6


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Parameters
    ----------
    name
        Its head.
    cells
        One text a row.
    number
        Whether it stands to the right.
    folds
        Whether its texts may go on in a second line where there is no room.
    spare
        0: it is always there. Of the others those with low numbers come first, as long as there
        is room.
    about
        What a column of bars draws; empty for texts and numbers.
    """

    name: str
    cells: Sequence[str]
    number: bool = False
    folds: bool = False
    spare: int = 0
    about: str = ""

    @property
    def width(self) -> int:
        """Its longest line."""
        return max(map(len, (self.name, *self.cells)))


@dataclass(frozen=True)
class Group:
    """Rows that belong together.

    Parameters
    ----------
    heading
        A line above them; none if empty.
    rows
        Their numbers in the columns.
    foot
        Paragraphs below them.
    """

    heading: str
    rows: Sequence[int]
    foot: Sequence[str] = ()


def wanted(columns: Sequence[Column]) -> int:
    """Return the width of a table in which nothing is folded."""
    return sum(column.width for column in columns) + 2 * (len(columns) - 1)


def fitting(columns: Sequence[Column], room: int) -> list[Column]:
    """Return the columns that there is room for, in their order.

    Those that are always there may need more; then the widest of text is folded.
    """
    kept = {place for place, column in enumerate(columns) if not column.spare}
    for place in sorted(range(len(columns)), key=lambda place: columns[place].spare):
        more = [columns[i] for i in sorted({*kept, place})]
        if wanted(more) <= room:
            kept.add(place)
    return _folded([columns[place] for place in sorted(kept)], room)


def _folded(columns: list[Column], room: int) -> list[Column]:
    names = [place for place, column in enumerate(columns) if column.folds]
    too_much = wanted(columns) - room
    if too_much <= 0 or not names:
        return columns
    widest = max(names, key=lambda place: columns[place].width)
    column = columns[widest]
    narrow = max(column.width - too_much, len(column.name), _NARROWEST)
    cells = [fold(cell, narrow) for cell in column.cells]
    columns[widest] = Column(column.name, cells)
    return columns


def fold(name: str, room: int) -> str:
    """Break a name into lines behind ``+``, commas and blanks; all but the first are indented."""
    lines = [""]
    for found in _PARTS.findall(name):
        part = found
        if lines[-1].strip() and len(lines[-1] + part.rstrip()) > room:
            lines.append("  ")
        while len(lines[-1] + part.rstrip()) > room:
            cut = room - len(lines[-1])
            lines[-1] += part[:cut]
            lines.append("  ")
            part = part[cut:]
        lines[-1] += part
    return "\n".join(line.rstrip() for line in lines)


def print_columns(columns: Sequence[Column], groups: Sequence[Group]) -> list[str]:
    """Print a table: the heads of its columns once, and each group under its heading.

    Returns
    -------
    list of str
        What the bars draw that there was room for.
    """
    shown = fitting(columns, terminal.width())
    widths = [max(map(len, _lines(column))) for column in shown]
    parts: list[RenderableType] = [_table(shown, widths, (), head=True)]
    for group in groups:
        if group.heading:
            parts += ["", terminal.judged(terminal.wrap(group.heading, "  "), style="bold")]
        parts.append(_table(shown, widths, group.rows, head=False))
        parts += [terminal.judged(terminal.wrap(text)) for text in group.foot]
    terminal.print_rich(Renderables(*parts))
    return [column.about for column in shown if column.about]


def _table(
    columns: Sequence[Column], widths: Sequence[int], rows: Sequence[int], *, head: bool
) -> Table:
    table = Table(box=None, pad_edge=False, show_header=head)
    for column, wide in zip(columns, widths, strict=True):
        justify: JustifyMethod = "right" if column.number else "left"
        table.add_column(column.name, justify=justify, width=wide, overflow="fold")
    for row in rows:
        table.add_row(*(_styled(column.cells[row]) for column in columns))
    return table


def _lines(column: Column) -> list[str]:
    return [column.name, *(line for cell in column.cells for line in cell.split("\n"))]


def _styled(cell: str) -> Text:
    return Text(cell, style=terminal.STYLES.get(cell, ""))


def numbers(frame: Any, name: str) -> list[float]:
    """Return a column of a data frame as numbers; not a number where there is none."""
    found: list[float] = frame[name].astype("Float64").to_numpy(float, na_value=math.nan).tolist()
    return found


def bounds(name: str) -> tuple[str, str]:
    """Return the columns that bound a column."""
    if name in ("value", "estimate"):
        return "low", "high"
    stem = name.removesuffix("_win_rate")
    return f"{stem}_low", f"{stem}_high"


def counts(frame: Any, name: str, spare: int = 0) -> Column:
    """Return a column of whole numbers."""
    cells = [f"{x:,.0f}" if math.isfinite(x) else NOTHING for x in numbers(frame, name)]
    return Column(name, cells, number=True, spare=spare)


def plain(frame: Any, name: str, head: str, unit: float, decimals: int, spare: int = 0) -> Column:
    """Return a column of numbers without intervals, `unit` times as large as they are."""
    cells = [f"{unit * x:.{decimals}f}" if math.isfinite(x) else "" for x in numbers(frame, name)]
    return Column(head, cells, number=True, spare=spare)


def texts(frame: Any, name: str, head: str | None = None) -> Column:
    """Return a column of words."""
    return Column(head or name, [str(text) for text in frame[name].fillna("")], folds=True)


def estimates(
    frame: Any,
    name: str,
    *,
    percent: bool = True,
    signed: bool = False,
    kinds: str | None = None,
    least: int | None = None,
    by: Iterable[Hashable] | None = None,
    spare: int = 0,
) -> Column:
    """Return a column of estimates, each with its interval.

    Parameters
    ----------
    frame
        The data frame, with `name` and its bounds.
    name
        The column.
    percent
        Shares from 0 to 1, shown in %; else numbers as they are.
    signed
        Whether positive numbers have a sign.
    kinds
        A column that says where a value stands by definition.
    least
        The fewest decimals; left out, 1 of %, and else 3.
    by
        Rows with the same here are aligned and have as many decimals; left out, all do.
    spare
        As of :class:`Column`.
    """
    unit = 100.0 if percent else 1.0
    value, low, high = (
        [unit * x for x in numbers(frame, column)] for column in (name, *bounds(name))
    )
    usual = 1 if percent else 3
    keys = [None] * len(value) if by is None else list(by)
    decimals = _decimals(low, high, usual if least is None else least, keys)
    defined = [kind == _DEFINED for kind in frame[kinds]] if kinds else [False] * len(value)
    said, first, last = (
        _aligned(side, decimals, keys, signed=signed) for side in (value, low, high)
    )
    spans = [
        _DEFINED if fixed else f"{a} to {b}" if math.isfinite(x) else ""
        for fixed, a, b, x in zip(defined, first, last, low, strict=True)
    ]
    cells = [f"{one}  {span}".rstrip() for one, span in zip(said, spans, strict=True)]
    return Column(name, cells, spare=spare)


def _decimals(
    low: Sequence[float], high: Sequence[float], least: int, by: Sequence[Hashable]
) -> list[int]:
    """Return of each row how many decimals tell the ends of a usual interval apart."""
    lengths: dict[Hashable, list[float]] = {key: [] for key in by}
    for a, b, key in zip(low, high, by, strict=True):
        if b > a:
            lengths[key].append(b - a)
    decimals = {}
    for key, found in lengths.items():
        needed = 1 + math.ceil(-math.log10(statistics.median(found))) if found else least
        decimals[key] = min(max(needed, least), _MOST_DECIMALS)
    return [decimals[key] for key in by]


def _aligned(
    values: Sequence[float], decimals: Sequence[int], by: Sequence[Hashable], *, signed: bool
) -> list[str]:
    sign = "+" if signed else ""
    found = [
        f"{x:{sign}.{places}f}" if math.isfinite(x) else NOTHING
        for x, places in zip(values, decimals, strict=True)
    ]
    longest: dict[Hashable, int] = {}
    for key, text in zip(by, found, strict=True):
        longest[key] = max(longest.get(key, 0), len(text))
    return [text.rjust(longest[key]) for key, text in zip(by, found, strict=True)]
