"""Where figures are drawn: size, margins, labels of rows, and the SVG text at the end.

Figures have no ground of their own and draw text and axes in :data:`reports.svg.INK`. The same
numbers give the same text: no date, a fixed salt for ids, and none of the user's matplotlib
settings.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from reports.svg import INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Width of every figure, in inches of 72 units.
WIDTH = 7.2
#: Margins below and above axes, in inches.
AXIS = 0.55
TOP = 0.12

#: Size of text, in points.
_POINTS = 9.0
#: What stands free beside labels, in inches.
_BESIDE = 0.2
#: Characters of a line of a label, and lines at most.
_LABEL = 36
_LINES = 3
#: Height that each further line adds to a row, in inches.
_FURTHER = 0.08

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
    "font.size": _POINTS,
}

#: Dots an inch of a figure that is kept as a picture.
DOTS = 200

#: Where pictures of figures are kept while somebody wants them (:func:`pictures`).
_KEPT: ContextVar[list[bytes] | None] = ContextVar("kept", default=None)


@contextmanager
def canvas(height: float) -> Iterator[Figure]:
    """Give a figure of the common width to draw on, under our settings alone."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    settings: dict[Any, Any] = {**mpl.rcParamsDefault, **_SETTINGS}
    del settings["backend"]  # choosing one would load it
    with mpl.rc_context(settings):
        yield Figure(figsize=(WIDTH, height), facecolor="none")


def axes_of(figure: Figure, left: float, right: float, height: float, top: float = TOP) -> Axes:
    """Add axes with margins in inches."""
    box = (
        left / WIDTH,
        AXIS / height,
        (WIDTH - left - right) / WIDTH,
        (height - AXIS - top) / height,
    )
    axes = figure.add_axes(box, facecolor="none")
    axes.set_yticks([])
    axes.spines[["top", "right", "left"]].set_visible(False)
    return axes


def name_row(axes: Axes, y: float, text: str) -> None:
    """Write a row's label left of the axes."""
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


def broken(text: str) -> str:
    """Break a long label into lines, after a comma, and cut what does not fit into three."""
    if len(text) <= _LABEL:
        return text
    parts = text.replace(" ", "\N{NO-BREAK SPACE}").replace(",\N{NO-BREAK SPACE}", ", ")
    return textwrap.fill(parts, _LABEL, max_lines=_LINES, placeholder=" …", break_on_hyphens=False)


def step(labels: Sequence[str], single: float) -> float:
    """Return the height of a row: that of a single line, and more where a label has several."""
    return single + _FURTHER * max((label.count("\n") for label in labels), default=0)


def label_width(labels: Sequence[str]) -> float:
    """Return the margin that labels need, in inches: in a wide font, since pages choose theirs."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family=["DejaVu Sans"], size=_POINTS)
    lines = {line for label in labels for line in label.split("\n")}
    widths = (
        text_to_path.get_text_width_height_descent(line, font, ismath=False) for line in lines
    )
    return _BESIDE + max((width for width, _, _ in widths), default=0.0) / 72


def finished(figure: Figure) -> str:
    """Return a figure as SVG text."""
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    kept = _KEPT.get()
    if kept is not None:
        picture = io.BytesIO()
        figure.savefig(
            picture, format="png", dpi=DOTS, facecolor="white", metadata={"Software": "claimsim"}
        )
        kept.append(picture.getvalue())
    return out.getvalue()


@contextmanager
def pictures() -> Iterator[list[bytes]]:
    """Keep every figure that is finished inside as PNG on white, in their order."""
    kept: list[bytes] = []
    token = _KEPT.set(kept)
    try:
        yield kept
    finally:
        _KEPT.reset(token)
