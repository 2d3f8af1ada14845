"""The figures of a report, drawn with matplotlib as SVG text (:mod:`reports.canvas`)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from reports.canvas import (
    AXIS,
    TOP,
    WIDTH,
    axes_of,
    broken,
    canvas,
    finished,
    label_width,
    name_row,
    step,
)
from reports.palette import ACCENT, MARGINS, Mark
from reports.svg import INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Names in a row of a legend.
_LEGEND = 6
#: Percentages below which a panel begins at 0 instead of showing 50 %.
_RARE = 40.0


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

    labels = [broken(bar.label) for bar in bars]
    height = step(labels, 0.3) * len(bars) + AXIS + TOP
    left, right = label_width(labels), 1.75
    with canvas(height) as figure:
        axes = axes_of(figure, left, right, height)
        reach = [abs(end - 0.5) for bar in bars for end in (bar.low, bar.high) if end is not None]
        span = max([110.0 * part for part in reach] + [1.0])
        axes.set_xlim(50 - span, 50 + span)
        axes.set_ylim(len(bars) - 0.4, -0.6)
        axes.axvline(50, color=INK, linewidth=1.0, linestyle=(0, (4, 3)), alpha=0.7)
        for y, bar in enumerate(bars):
            name_row(axes, y, labels[y])
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
        return finished(figure)


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

    labels = [broken(row) for row in rows]
    each_row = 0.17 * max(len(bars) for bars in panels[0][1]) + 0.12
    legend = 0.3 * math.ceil(len(marks) / _LEGEND)
    height = each_row * len(rows) + AXIS + 0.3 + legend
    left, gap = label_width(labels), 0.4
    each = (WIDTH - left - 0.15 - gap * (len(panels) - 1)) / len(panels)
    with canvas(height) as figure:
        for place, (title, lines) in enumerate(panels):
            start = left + place * (each + gap)
            axes = axes_of(figure, start, WIDTH - start - each, height, top=legend + 0.3)
            axes.set_ylim(len(rows) - 0.5, -0.5)
            axes.set_title(title, fontsize=9, fontweight="bold", pad=5)
            for y, bars in enumerate(lines):
                if place == 0:
                    name_row(axes, y, labels[y])
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
        return finished(figure)


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

    labels = [broken(row) for row in rows]
    legend = 0.3 * math.ceil(len(parts) / _LEGEND)
    height = step(labels, 0.32) * len(rows) + AXIS + legend
    with canvas(height) as figure:
        axes = axes_of(figure, label_width(labels), 0.2, height, top=legend)
        axes.set_xlim(0, 100)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        for y, row in enumerate(shares):
            name_row(axes, y, labels[y])
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
        return finished(figure)


def _dot(axes: Axes, y: float, bar: Bar, mark: Mark) -> None:
    if bar.value is None or bar.low is None or bar.high is None:
        return
    axes.plot([100 * bar.low, 100 * bar.high], [y, y], color=mark.colour, linewidth=1.6)
    axes.plot(
        [100 * bar.value], [y], marker=mark.marker, color=mark.colour, markersize=5, clip_on=False
    )


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
        every = next(s for s in (1, 2, 5, 10, 25, 50) if (high - low) / s <= 3)
        axes.xaxis.set_major_locator(MultipleLocator(every))
    margin = 0.06 * (high - low)
    axes.set_xlim(max(low - margin, -margin / 2), min(high + margin, 100 + margin / 2))


def _finish(axes: Axes, label: str) -> None:
    from matplotlib.ticker import FuncFormatter

    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g} %"))
    axes.grid(axis="x", color=INK, alpha=0.15, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel(label)
