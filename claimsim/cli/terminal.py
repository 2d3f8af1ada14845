"""What commands show on a terminal: tables on standard output, progress on standard error."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

#: Width of a table where there is no terminal to ask.
WIDTH = 80


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print an aligned table; numbers, that is columns after the first text ones, to the right."""
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, title_style="bold")
    for index, name in enumerate(columns):
        number = all(_numeric(row[index]) for row in rows)
        table.add_column(name, justify="right" if number else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=max(WIDTH, _wanted(columns, rows)))
    console.print(table)


def _numeric(text: str) -> bool:
    return text.strip("–% .,-+0123456789eM") in ("", "to")


def _wanted(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """Return the width at which no cell is folded: pipes have no edge."""
    widths = [
        max(len(name), *(len(row[i]) for row in rows), 0) if rows else len(name)
        for i, name in enumerate(columns)
    ]
    return sum(widths) + 2 * len(widths)


class Meter:
    """Progress of a run: a bar on a terminal, a line at the start and end elsewhere."""

    def __init__(self, *, quiet: bool) -> None:
        self._console = Console(stderr=True, highlight=False)
        self._quiet = quiet
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._lock = threading.Lock()

    def start(self, games: int) -> None:
        """Show that playing begins."""
        if self._quiet:
            return
        if not self._console.is_terminal:
            self.message(f"playing {games:,} games …")
            return
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f} %"),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=self._console,
        )
        self._task = self._bar.add_task(f"{games:,} games", total=games, rate="")
        self._bar.start()

    def advance(self, games: int) -> None:
        """Show that so many more games were played."""
        with self._lock:
            if self._bar is None or self._task is None:
                return
            self._bar.advance(self._task, games)
            speed = self._bar.tasks[0].speed
            if speed:
                self._bar.update(self._task, rate=f"{speed / 1e6:.2f} M games/s")

    def message(self, text: str) -> None:
        """Print a line."""
        if not self._quiet:
            click.echo(text, err=True, file=sys.stderr)

    def stop(self) -> None:
        """Leave the bar as it stands."""
        with self._lock:
            if self._bar is not None:
                self._bar.stop()
                self._bar = None
