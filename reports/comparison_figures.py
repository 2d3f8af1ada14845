"""Figures of comparisons: differences and prices around a line, and curves over a number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from reports import canvas
from reports.drawing import Drawing
from reports.figures import Bar
from reports.palette import ACCENT
from reports.svg import INK, clean
from reports.wording import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Margin right of a figure for the numbers beside its rows, in inches.
_RIGHT = 1.75

#: Height of a curve, in inches.
_HIGH = 3.1

_DASHES = (0, (4, 3))


def around(
    name: str, title: str, caption: str, bars: Sequence[Bar], axis: str, *, solid: bool = False
) -> Drawing:
    """Draw a value with its interval a row, around a line at 0.

    Parameters
    ----------
    name, title, caption
        Of the figure.
    bars
        The rows from the top, values in the unit of the axis; a filled mark is surely not 0.
    axis
        What the axis shows, with its unit.
    solid
        Whether a bar stands from 0 to the value.
    """
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    labels = [canvas.broken(bar.label) for bar in bars]
    height = canvas.step(labels, 0.3) * len(bars) + canvas.AXIS + canvas.TOP
    with canvas.canvas(height) as figure:
        axes = canvas.axes_of(figure, canvas.label_width(labels), _RIGHT, height)
        ends = [end for bar in bars for end in (bar.value, bar.low, bar.high) if end is not None]
        low, high = min([*ends, 0.0]), max([*ends, 0.0])
        margin = 0.06 * (high - low) or 1.0
        axes.set_xlim(low - margin, high + margin)
        axes.set_ylim(len(bars) - 0.4, -0.6)
        axes.axvline(0, color=INK, linewidth=1.0, linestyle=_DASHES, alpha=0.7)
        for y, bar in enumerate(bars):
            canvas.name_row(axes, y, labels[y])
            _beside(axes, y, bar.text)
            if solid and bar.value is not None:
                axes.barh([y], [bar.value], height=0.55, color=ACCENT, alpha=0.35, linewidth=0)
            _interval(axes, y, bar)
        axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: _tick(value)))
        axes.grid(axis="x", color=INK, alpha=0.15, linewidth=0.6)
        axes.set_axisbelow(True)
        axes.set_xlabel(axis)
        text = canvas.finished(figure)
    words = "; ".join(f"{bar.label}: {bar.text}" for bar in bars)
    return _drawing(name, title, caption, text, words)


class Point(NamedTuple):
    """A value of a curve: its place, and the metric there with its interval."""

    x: float
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Curve:
    """What a curve shows.

    Parameters
    ----------
    points
        From the left.
    names
        Of the points, where the places between them mean nothing; else nothing.
    target, tolerance
        Where the values should lie, and how far beside that is well; None: nothing is said.
    baseline
        The value as the scenario is.
    crossing
        Where the target is met, each with the ends of its interval.
    fresh
        The nearest value on fresh deals; None: there is none.
    axis, scale
        What the two axes show.
    percent
        Whether values are percentages.
    """

    points: Sequence[Point]
    names: Sequence[str]
    target: float
    tolerance: float | None
    baseline: float | None
    crossing: Sequence[tuple[float, float, float]]
    fresh: Point | None
    axis: str
    scale: str
    percent: bool


def curve(name: str, title: str, caption: str, shown: Curve) -> Drawing:
    """Draw a metric over the values of a number, with intervals and the target."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    with canvas.canvas(_HIGH) as figure:
        axes = canvas.axes_of(figure, 0.75, 0.25, _HIGH)
        axes.spines["left"].set_visible(True)
        axes.yaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
        _target(axes, shown)
        xs = [point.x for point in shown.points]
        if not shown.names:
            axes.plot(xs, [p.value for p in shown.points], color=ACCENT, linewidth=1.2, alpha=0.7)
        for point in shown.points:
            axes.plot([point.x] * 2, [point.low, point.high], color=ACCENT, linewidth=2.0)
        axes.plot(
            xs, [p.value for p in shown.points], linestyle="none", marker="o", markersize=6,
            color=ACCENT,
        )  # fmt: skip
        room = 0.05 * ((max(xs) - min(xs)) or 1.0)
        if shown.fresh is not None:
            _fresh(axes, shown.fresh, room)
        axes.set_xlim(min(xs) - 1.6 * room, max(xs) + 1.6 * room)
        if shown.names:
            axes.set_xticks(xs, list(shown.names))
        else:
            axes.xaxis.set_major_locator(MaxNLocator(8, steps=[1, 2, 2.5, 5, 10]))
            axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: _tick(value)))
        ending = " %" if shown.percent else ""
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{_tick(value)}{ending}"))
        axes.grid(axis="y", color=INK, alpha=0.15, linewidth=0.6)
        axes.set_axisbelow(True)
        axes.set_xlabel(shown.axis)
        axes.set_ylabel(shown.scale)
        text = canvas.finished(figure)
    told = shown.names or [_tick(x) for x in xs]
    words = "; ".join(
        f"{x}: {p.value:.1f} ({p.low:.1f} to {p.high:.1f})"
        for x, p in zip(told, shown.points, strict=True)
    )
    return _drawing(name, title, caption, text, words)


def _target(axes: Axes, shown: Curve) -> None:
    if shown.tolerance is not None:
        least, most = shown.target - shown.tolerance, shown.target + shown.tolerance
        axes.axhspan(least, most, color=INK, alpha=0.08, linewidth=0)
    axes.axhline(shown.target, color=INK, linewidth=1.0, linestyle=_DASHES, alpha=0.7)
    if shown.baseline is not None:
        axes.axhline(shown.baseline, color=ACCENT, linewidth=1.0, linestyle=(0, (1, 2)))
    for first, last in dict.fromkeys((first, last) for _, first, last in shown.crossing):
        axes.plot([first, last], [shown.target] * 2, color=INK, linewidth=3.0, alpha=0.35)
    for at, _, _ in shown.crossing:
        axes.plot(
            [at], [shown.target], marker="x", markersize=8, color=INK, markeredgewidth=2, zorder=4
        )


def _fresh(axes: Axes, point: Point, room: float) -> None:
    """Draw a value on fresh deals, a little to the right of the one that was picked."""
    x = point.x + 0.5 * room
    axes.plot([x, x], [point.low, point.high], color=INK, linewidth=1.4)
    axes.plot(
        [x], [point.value], marker="D", markersize=6, color=INK, markerfacecolor="none",
        markeredgewidth=1.4,
    )  # fmt: skip


def _interval(axes: Axes, y: float, bar: Bar) -> None:
    if bar.value is None or bar.low is None or bar.high is None:
        return
    if bar.low != bar.high:
        axes.plot([bar.low, bar.high], [y, y], color=ACCENT, linewidth=2.2)
    axes.plot(
        [bar.value],
        [y],
        marker="o" if bar.low != bar.high else "D",
        markersize=6.5,
        color=ACCENT,
        markerfacecolor=ACCENT if bar.filled else "none",
        markeredgewidth=1.6,
    )


def _beside(axes: Axes, y: float, text: str) -> None:
    axes.annotate(
        text,
        (1.0, y),
        (8, 0),
        xycoords=("axes fraction", "data"),
        textcoords="offset points",
        va="center",
    )


def _tick(value: float) -> str:
    """Write a number on an axis: no more decimals than it needs."""
    places = next((n for n in range(6) if abs(value - round(value, n)) < 1e-9), 6)
    return number(value, places)


def _drawing(name: str, title: str, caption: str, svg: str, words: str) -> Drawing:
    text = clean(svg, f"figure-{name}", title, words)
    return Drawing(name, caption, Markup(text))  # noqa: S704 (words in it are escaped)
