"""What a table of a report is, and columns from which it is built: text beside the number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from claimsim.statistics.metrics import METRICS
from reports.wording import (
    NONE,
    Row,
    count,
    number_between,
    percent_between,
    points_between,
)

Write = Callable[[Row], str]

#: A number, or a number with its bounds; None where it is undefined.
Raw = tuple[float | None, ...]


@dataclass(frozen=True)
class Table:
    """A table to be read.

    Parameters
    ----------
    name
        Short, unique in the report.
    caption
        What it shows.
    heads
        Headings of the columns.
    rows
        One list of texts a row.
    numeric
        Which columns hold numbers.
    notes
        Why a value is missing, each once.
    prose
        Which columns hold sentences, which may be broken into lines; left out, none.
    raws
        The numbers behind the texts, for sorting and saving; nothing for words.
    """

    name: str
    caption: str
    heads: list[str]
    rows: list[list[str]]
    numeric: list[bool]
    notes: list[str] = field(default_factory=list)
    prose: list[bool] = field(default_factory=list)
    raws: list[list[Raw]] = field(default_factory=list)

    def data(self, row: int) -> list[str]:
        """Return the numbers of a row as a page keeps them: six digits, apart by spaces."""
        if not self.raws:
            return [""] * len(self.heads)
        return [written(raw) for raw in self.raws[row]]


def written(raw: Raw) -> str:
    """Write numbers for a program: six digits, apart by spaces; nothing where one is missing."""
    if any(part is None for part in raw):
        return ""
    return " ".join(f"{part:.6g}" for part in raw if part is not None)


class Column(NamedTuple):
    """A column: its heading, how a row's text is written, and the number behind it."""

    head: str
    write: Write
    numeric: bool
    raw: Callable[[Row], Raw]


def words(head: str, write: Write) -> Column:
    """Return a column of words."""
    return Column(head, write, numeric=False, raw=lambda _: ())


def whole(head: str, name: str) -> Column:
    """Return a column of whole numbers."""
    return Column(head, lambda row: count(row[name]), numeric=True, raw=lambda row: (row[name],))


def share(head: str, name: str) -> Column:
    """Return a column of shares as percentages, with intervals."""
    return _between(head, name, lambda row: percent_between(row, name, *_bounds(name)))


def points(head: str, name: str) -> Column:
    """Return a column of differences of shares in percentage points, with intervals."""
    return _between(head, name, lambda row: points_between(row, name))


def amount(head: str, name: str) -> Column:
    """Return a column of numbers with intervals."""
    return _between(head, name, lambda row: number_between(row, name))


def plain(head: str, name: str, write: Callable[[float], str]) -> Column:
    """Return a column of numbers without intervals."""
    return Column(
        head,
        lambda row: NONE if row[name] is None else write(row[name]),
        numeric=True,
        raw=lambda row: (row[name],),
    )


def table(name: str, caption: str, columns: Sequence[Column], rows: Sequence[Row]) -> Table:
    """Build a table; a missing value is explained by the notes of the rows, where they have any."""
    texts = [[column.write(row) for column in columns] for row in rows]
    raws = [[column.raw(row) for column in columns] for row in rows]
    missing = any(NONE in line for line in texts)
    told = [part for row in rows for part in (row.get("note") or "").split("; ") if part]
    kept = [note for note in dict.fromkeys(told) if "undefined" in note or "no deal" in note]
    return Table(
        name,
        caption,
        [column.head for column in columns],
        texts,
        [column.numeric for column in columns],
        kept if missing else [],
        raws=raws,
    )


def three(row: Row, name: str) -> Raw:
    """Return a metric's value and bounds in a row."""
    low, high = _bounds(name)
    return row[name], row[low], row[high]


def _bounds(name: str) -> tuple[str, str]:
    return METRICS[name].bounds if name in METRICS else (f"{name}_low", f"{name}_high")


def _between(head: str, name: str, write: Write) -> Column:
    return Column(head, write, numeric=True, raw=lambda row: three(row, name))
