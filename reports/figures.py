"""The figures of a report, drawn with matplotlib as SVG text.

Figures have no ground of their own and draw text and axes in :data:`reports.svg.INK`. The same
numbers give the same text: no date, a fixed salt for ids, and none of the user's matplotlib
settings.
"""

from __future__ import annotations

import io
import math
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from reports.palette import ACCENT, MARGINS, Mark
from reports.svg import INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Width of every figure, in inches of 72 units.
_WIDTH = 7.2
#: Width of a character of a label, in inches.
_CHARACTER = 0.068
#: Characters of a line of a label; there are two at most.
_LABEL = 36
#: Height that a second line adds to a row, in inches.
_SECOND = 0.08
#: Names in a row of a legend.
_LEGEND = 6
_AXIS = 0.55
_TOP = 0.12
#: Percentages below which a panel begins at 0 instead of showing 50 %.
_RARE = 40.0

#: Settings that differ from matplotlib's own defaults.
_SETTINGS: dict[str, object] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "claimsim",
    "text.parse_math": False,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "hatch.color": INK,
    "hatch.linewidth": 0.5,
    "font.size": 9.0,
}


class Bar(NamedTuple):
    """A value with its interval in one row of a figure; shares from 0 to 1."""

    label: str
    value: float | None
    low: float | None
    high: float | None
    text: str
    filled: bool


def forest(bars: Sequence[Bar], axis: str) -> str:
    """Draw one value with its interval a row, against a line at one half.

    Parameters
    ----------
    bars
        The rows, from the top; an interval without width is a value by definition.
    axis
        What the axis shows.
    """
    from matplotlib.ticker import MaxNLocator

    labels = [_broken(bar.label) for bar in bars]
    height = _step(labels, 0.3) * len(bars) + _AXIS + _TOP
    left, right = _label_width(labels), 1.75
    with _canvas(height) as figure:
        axes = _axes(figure, left, right, height)
        reach = [abs(end - 0.5) for bar in bars for end in (bar.low, bar.high) if end is not None]
        span = max([110.0 * part for part in reach] + [1.0])
        axes.set_xlim(50 - span, 50 + span)
        axes.set_ylim(len(bars) - 0.4, -0.6)
        axes.axvline(50, color=INK, linewidth=1.0, linestyle=(0, (4, 3)), alpha=0.7)
        for y, bar in enumerate(bars):
            _label(axes, y, labels[y])
            axes.annotate(
                bar.text,
                (1.0, y),
                (8, 0),
                xycoords=("axes fraction", "data"),
                textcoords="offset points",
                va="center",
            )
            if bar.value is None or bar.low is None or bar.high is None:
                continue
            fixed = bar.low == bar.high
            if not fixed:
                axes.plot([100 * bar.low, 100 * bar.high], [y, y], color=ACCENT, linewidth=2.2)
            axes.plot(
                [100 * bar.value],
                [y],
                marker="D" if fixed else "o",
                markersize=6.5,
                color=ACCENT,
                markerfacecolor=ACCENT if bar.filled else "none",
                markeredgewidth=1.6,
            )
        axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
        _finish(axes, axis)
        return _text(figure)


def dots(
    rows: Sequence[str],
    panels: Sequence[tuple[str, Sequence[Sequence[Bar]]]],
    marks: dict[str, Mark],
    names: dict[str, str],
) -> str:
    """Draw the factions' shares side by side: a row a cell, a panel a metric.

    Parameters
    ----------
    rows
        Labels of the rows.
    panels
        Title, and for each row its bars, whose labels are keys of `marks`.
    marks, names
        How each faction is drawn and written.
    """
    from matplotlib.lines import Line2D

    labels = [_broken(row) for row in rows]
    step = 0.17 * max(len(bars) for bars in panels[0][1]) + 0.12
    legend = 0.3 * math.ceil(len(marks) / _LEGEND)
    height = step * len(rows) + _AXIS + 0.3 + legend
    left, gap = _label_width(labels), 0.4
    each = (_WIDTH - left - 0.15 - gap * (len(panels) - 1)) / len(panels)
    with _canvas(height) as figure:
        for place, (title, lines) in enumerate(panels):
            start = left + place * (each + gap)
            axes = _axes(figure, start, _WIDTH - start - each, height, top=legend + 0.3)
            axes.set_ylim(len(rows) - 0.5, -0.5)
            axes.set_title(title, fontsize=9, fontweight="bold", pad=5)
            for y, bars in enumerate(lines):
                if place == 0:
                    _label(axes, y, labels[y])
                if y:
                    axes.axhline(y - 0.5, color=INK, linewidth=0.5, alpha=0.25)
                for turn, bar in enumerate(bars):
                    height_of = y + (turn - (len(bars) - 1) / 2) * 0.8 / len(bars)
                    _dot(axes, height_of, bar, marks[bar.label])
            _scale(axes, [bar for bars in lines for bar in bars])
            _finish(axes, "")
        handles = [
            Line2D([], [], color=mark.colour, marker=mark.marker, linestyle="none", markersize=6)
            for mark in marks.values()
        ]
        figure.legend(
            handles,
            [names[key] for key in marks],
            loc="upper center",
            ncols=min(len(marks), _LEGEND),
            frameon=False,
            handletextpad=0.1,
            columnspacing=1.2,
            borderaxespad=0.1,
        )
        return _text(figure)


class Part(NamedTuple):
    """A part of a stacked bar: name, difference of the votes, whether votes were left over."""

    name: str
    margin: int
    partial: bool


def stacks(rows: Sequence[str], parts: Sequence[Part], shares: Sequence[Sequence[float]]) -> str:
    """Draw one bar of 100 % a row, divided into parts.

    Parameters
    ----------
    rows
        Labels of the bars.
    parts
        What the bars are divided into, from the left.
    shares
        For each row the share of each part, 0 to 1.
    """
    from matplotlib.patches import Patch

    labels = [_broken(row) for row in rows]
    legend = 0.3 * math.ceil(len(parts) / _LEGEND)
    height = _step(labels, 0.32) * len(rows) + _AXIS + legend
    with _canvas(height) as figure:
        axes = _axes(figure, _label_width(labels), 0.2, height, top=legend)
        axes.set_xlim(0, 100)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        for y, row in enumerate(shares):
            _label(axes, y, labels[y])
            start = 0.0
            for part, share in zip(parts, row, strict=True):
                fill, ink = MARGINS[part.margin]
                axes.barh(
                    [y],
                    [100 * share],
                    left=start,
                    height=0.72,
                    color=fill,
                    edgecolor=INK,
                    linewidth=0.6,
                    hatch="////" if part.partial else None,
                )
                if share >= 0.06 and not part.partial:
                    middle = start + 50 * share
                    axes.text(
                        middle, y, f"{100 * share:.0f} %", color=ink, ha="center", va="center"
                    )
                start += 100 * share
        handles = [
            Patch(
                facecolor=MARGINS[part.margin][0],
                edgecolor=INK,
                linewidth=0.6,
                hatch="////" if part.partial else None,
            )
            for part in parts
        ]
        figure.legend(
            handles,
            [part.name for part in parts],
            loc="upper center",
            ncols=min(max(len(parts), 1), _LEGEND),
            frameon=False,
            borderaxespad=0.1,
        )
        _finish(axes, "share of games")
        return _text(figure)


@contextmanager
def _canvas(height: float) -> Iterator[Figure]:
    import matplotlib as mpl
    from matplotlib.figure import Figure

    settings: dict[Any, Any] = {**mpl.rcParamsDefault, **_SETTINGS}
    del settings["backend"]  # choosing one would load it
    with mpl.rc_context(settings):
        yield Figure(figsize=(_WIDTH, height), facecolor="none")


def _axes(figure: Figure, left: float, right: float, height: float, top: float = _TOP) -> Axes:
    """Add axes with margins in inches."""
    box = (
        left / _WIDTH,
        _AXIS / height,
        (_WIDTH - left - right) / _WIDTH,
        (height - _AXIS - top) / height,
    )
    axes = figure.add_axes(box, facecolor="none")
    axes.set_yticks([])
    axes.spines[["top", "right", "left"]].set_visible(False)
    return axes


def _dot(axes: Axes, y: float, bar: Bar, mark: Mark) -> None:
    if bar.value is None or bar.low is None or bar.high is None:
        return
    axes.plot([100 * bar.low, 100 * bar.high], [y, y], color=mark.colour, linewidth=1.6)
    axes.plot([100 * bar.value], [y], marker=mark.marker, color=mark.colour, markersize=5)


def _scale(axes: Axes, bars: Sequence[Bar]) -> None:
    """Show rare things from 0 on, all else around a marked 50 %."""
    from matplotlib.ticker import MaxNLocator, MultipleLocator

    high = max((100 * bar.high for bar in bars if bar.high is not None), default=100.0)
    low = min((100 * bar.low for bar in bars if bar.low is not None), default=0.0)
    if high < _RARE:
        low, high = 0.0, max(high, 1.0)
        axes.xaxis.set_major_locator(MaxNLocator(3, steps=[1, 2, 2.5, 5, 10]))
    else:
        low, high = min(low, 49.0), max(high, 51.0)
        axes.axvline(50, color=INK, linewidth=1.0, linestyle=(0, (4, 3)), alpha=0.5)
        step = next(s for s in (1, 2, 5, 10, 25, 50) if (high - low) / s <= 3)
        axes.xaxis.set_major_locator(MultipleLocator(step))
    margin = 0.06 * (high - low)
    axes.set_xlim(max(low - margin, -margin / 2), min(high + margin, 100 + margin / 2))


def _finish(axes: Axes, label: str) -> None:
    from matplotlib.ticker import FuncFormatter

    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g} %"))
    axes.grid(axis="x", color=INK, alpha=0.15, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel(label)


def _label(axes: Axes, y: float, text: str) -> None:
    axes.annotate(
        text,
        (0.0, y),
        (-8, 0),
        xycoords=("axes fraction", "data"),
        textcoords="offset points",
        ha="right",
        va="center",
        linespacing=1.05,
    )


def _broken(text: str) -> str:
    """Break a long label into two lines, after a comma, and cut what does not fit into them."""
    if len(text) <= _LABEL:
        return text
    parts = text.replace(" ", "\N{NO-BREAK SPACE}").replace(",\N{NO-BREAK SPACE}", ", ")
    return textwrap.fill(parts, _LABEL, max_lines=2, placeholder=" …", break_on_hyphens=False)


def _step(labels: Sequence[str], single: float) -> float:
    """Return the height of a row: that of a single line, or of two where a label has two."""
    return single + (_SECOND if any("\n" in label for label in labels) else 0.0)


def _label_width(labels: Sequence[str]) -> float:
    longest = max((len(line) for label in labels for line in label.split("\n")), default=0)
    return 0.25 + _CHARACTER * longest


def _text(figure: Figure) -> str:
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()
