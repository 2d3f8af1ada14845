"""What commands show on a terminal: tables on standard output, progress on standard error."""

from __future__ import annotations

import os
import re
import textwrap
import threading
from collections.abc import Iterator, Mapping, Sequence

import click
from rich.console import Console, JustifyMethod, RenderableType
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

#: Width of what people read where there is no terminal to ask.
WIDTH = 80

#: The widest column of names.
LONGEST_NAME = 30

#: A column of text is not folded into fewer columns than these.
_NARROWEST = 12

#: How words stand out that are a verdict, or say that something is surely so. The word is always
#: there: a colour alone says nothing.
STYLES = {
    "balanced": "green",
    "undecided": "yellow",
    "unbalanced": "bold red",
    **dict.fromkeys(("raises", "lowers", "wins", "loses", "differs"), "bold cyan"),
}

#: Verdicts that are counted, none of them apart.
_COUNTED = re.compile(r"\b[1-9][\d,]*\s+(balanced|undecided|unbalanced)\b")

#: A space at which no line ends.
_TOGETHER = "\N{NO-BREAK SPACE}"

#: Blanks at the end of a line, among the codes of colours.
_TRAILING = re.compile(r"(?: |\x1b\[[0-9;]*m)+$", re.MULTILINE)


def console(*, errors: bool = False, width: int | None = None) -> Console:
    """Return a console that keeps to plain text where ``NO_COLOR`` is set."""
    plain = bool(os.environ.get("NO_COLOR"))
    return Console(
        stderr=errors, highlight=False, color_system=None if plain else "auto", width=width
    )


def width() -> int:
    """Return how wide text for people may be: as the terminal is, and elsewhere 80 columns."""
    screen = console()
    return screen.width if screen.is_terminal else WIDTH


def wrap(text: str, indent: str = "", columns: int | None = None) -> str:
    """Break a text into lines; what does not fit goes on after `indent`.

    Parameters
    ----------
    text
        One paragraph. Blanks at its begin stay; no-break spaces keep words together and come
        out as spaces.
    indent
        Before each line but the first.
    columns
        The longest line; left out, :func:`width`. A longer word is broken.
    """
    room = max(width() if columns is None else columns, len(indent) + 10)
    lines = textwrap.wrap(text, room, subsequent_indent=indent, break_on_hyphens=False)
    return "\n".join(line.rstrip() for line in lines).replace(_TOGETHER, " ")


def say(text: str, indent: str = "") -> None:
    """Print a paragraph in lines that fit."""
    click.echo(wrap(text, indent))


def print_heading(text: str) -> None:
    """Print lines that stand out, on terminals that may show it."""
    for line in text.splitlines():
        console().print(Text(wrap(line, "  "), style="bold"), soft_wrap=True)


def judged(text: str, style: str = "") -> Text:
    """Return a text in which counted verdicts, "3 unbalanced", stand out."""
    shown = Text(text, style=style)
    for found in _COUNTED.finditer(text):
        shown.stylize(STYLES[found[1]], *found.span())
    return shown


def say_verdicts(text: str, indent: str = "") -> None:
    """Print a paragraph in lines that fit, with counted verdicts in their colours."""
    console().print(judged(wrap(text, indent)), soft_wrap=True)


def print_rich(shown: RenderableType) -> None:
    """Print what rich aligns and colours, in :func:`width`, with no blanks at the ends of lines."""
    screen = console(width=width())
    with screen.capture() as caught:
        screen.print(shown)
    lines = _TRAILING.sub(lambda end: end[0].replace(" ", ""), caught.get())
    click.echo(lines, nl=False, color=True)


def print_items(items: Sequence[tuple[str, str, str]]) -> None:
    """Print names and what they are, each in as many lines as it takes.

    Parameters
    ----------
    items
        Name, text, and what stands after the text and is kept together; the text has a column
        of its own, which a name that is too long pushes aside.
    """
    column = min(max((len(name) for name, _, _ in items), default=0), LONGEST_NAME)
    room = width()
    indent = " " * min(column + 2, room // 2)
    for name, text, tag in items:
        line = f"{name:<{column}}  {text}"
        if tag:
            line += f" {tag.replace(' ', _TOGETHER)}" if text else tag.replace(" ", _TOGETHER)
        click.echo(wrap(line, indent, room))


def print_table(
    title: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    styles: Mapping[str, str] = STYLES,
) -> None:
    """Print an aligned table; numbers, that is columns after the first text ones, to the right.

    Where it is too wide, text is folded, the widest column of it first, and no number is while
    that is enough. A cell that is one of the words of `styles` stands out as that says.
    """
    table = Table(box=None, pad_edge=False)
    texts = []
    for index, name in enumerate(columns):
        number = all(_numeric(row[index]) for row in rows)
        texts += [] if number else [index]
        justify: JustifyMethod = "right" if number else "left"
        table.add_column(name, justify=justify, overflow="fold", no_wrap=number)
    for row in _folded(columns, rows, texts):
        table.add_row(*(Text(cell, style=styles.get(cell, "")) for cell in row))
    print_heading(title)
    print_rich(table)


def _folded(
    columns: Sequence[str], rows: Sequence[Sequence[str]], texts: Sequence[int]
) -> Sequence[Sequence[str]]:
    """Return the rows with the widest column of text in lines, if that makes the table fit."""
    widths = {place: max(len(row[place]) for row in rows) for place in texts}
    too_much = _wanted(columns, rows) - width()
    if too_much <= 0 or not widths:
        return rows
    widest = max(widths, key=lambda place: widths[place])
    room = widths[widest] - too_much
    if room < max(_NARROWEST, len(columns[widest])):
        return rows
    return [
        [wrap(text, "  ", room) if place == widest else text for place, text in enumerate(row)]
        for row in rows
    ]


def _numeric(text: str) -> bool:
    return text.strip("–% .,-+0123456789eM") in ("", "to")


def _wanted(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """Return the width at which no cell is folded."""
    widths = [
        max(len(name), *(len(row[i]) for row in rows), 0) if rows else len(name)
        for i, name in enumerate(columns)
    ]
    return sum(widths) + 2 * (len(widths) - 1)


def rate_in_words(rate: float) -> str:
    """Return games per second as people read them."""
    return f"{rate / 1e6:.2f} M games/s" if rate >= 5_000 else f"{rate:,.0f} games/s"


class Meter:
    """Progress of a run: a bar on a terminal, a line at the start and end elsewhere.

    The bar has a line of its own for a short text that may change; both keep to the width of
    the terminal.

    Attributes
    ----------
    started
        Whether anything was to be played.
    """

    def __init__(self, *, quiet: bool) -> None:
        self.started = False
        self._console = console(errors=True)
        self._quiet = quiet
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._status: TaskID | None = None
        self._lock = threading.Lock()

    @property
    def shows_status(self) -> bool:
        """Whether there is a bar while games are played, and a status below it."""
        return not self._quiet and self._console.is_terminal

    def start(self, games: int, before: int = 0) -> None:
        """Show that playing begins; of `games` in all, `before` are there already.

        They are part of the bar, and no part of the rate and the time left.
        """
        self.started = True
        if not self.shows_status:
            there = f", {before:,} are there already" if before else ""
            self.message(f"playing {games - before:,} games{there} …")
            return
        with self._lock:
            self._bar = _Bar(
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.percentage:>3.0f} %"),
                TextColumn("{task.fields[rate]}"),
                TimeRemainingColumn(),
                console=self._console,
            )
            self._task = self._bar.add_task(
                f"{games:,} games", total=games, completed=before, rate=""
            )
            self._bar.advance(self._task, 0)  # the rate is measured from here on
            self._status = self._bar.add_task("", total=None, visible=False, rate="")
            self._bar.start()

    def advance(self, games: int) -> None:
        """Show that so many more games were played."""
        with self._lock:
            if self._bar is None or self._task is None:
                return
            self._bar.advance(self._task, games)
            speed = self._bar.tasks[0].speed
            if speed:
                self._bar.update(self._task, rate=rate_in_words(speed))

    def status(self, text: str) -> None:
        """Show a short text below the bar, in place of the one before; nowhere without a bar."""
        with self._lock:
            if self._bar is not None and self._status is not None:
                self._bar.update(self._status, description=text, visible=bool(text), refresh=True)

    def message(self, text: str) -> None:
        """Print a line, above the bar where there is one."""
        if self._quiet:
            return
        with self._lock:
            if self._bar is None:
                click.echo(text, err=True)
            else:
                self._bar.console.print(text, markup=False, soft_wrap=True)

    def stop(self) -> None:
        """Leave the bar as it stands."""
        with self._lock:
            if self._bar is not None:
                self._bar.stop()
                self._bar = None


class _Bar(Progress):
    """A bar with columns, and below it the status alone, as wide as the terminal."""

    def get_renderables(self) -> Iterator[RenderableType]:
        """Yield what is shown: tasks without a total are texts."""
        yield self.make_tasks_table([task for task in self.tasks if task.total is not None])
        for task in self.tasks:
            if task.total is None and task.visible:
                yield Text(task.description, no_wrap=True, overflow="ellipsis")
