"""The figure of a game's course: how safe a lead is, and how many games are settled, by trick."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from reports import canvas
from reports.drawing import Drawing
from reports.svg import INK, clean
from reports.wording import Row, percent

_HEIGHT = 3.6
_LEFT = 0.7
#: Room for the legend, and under it for the names of the phases.
_LEGEND = 0.3
_PHASES = 0.25

#: Name, metric, colour, mark and dashes of each line.
_LINES = (
    ("the player ahead wins", "ahead_wins", "#2f7fc4", "o", "-"),
    ("settled: ahead from here to the end", "settled", "#d55e00", "s", (0, (5, 2))),
)


def course(rows: Sequence[Row], place: str) -> Drawing:
    """Draw the table ``tricks`` of one cell.

    Parameters
    ----------
    rows
        Of the cell, in the order of play.
    place
        What the cell is, in words.
    """
    from matplotlib.ticker import FuncFormatter

    names = [f"{row['phase']}.{row['trick']}" for row in rows]
    xs = range(len(rows))
    with canvas.canvas(_HEIGHT) as figure:
        axes = canvas.axes_of(figure, _LEFT, 0.2, _HEIGHT, top=_LEGEND + _PHASES)
        axes.spines["left"].set_visible(True)
        axes.set_yticks([0, 25, 50, 75, 100])
        axes.set_ylim(-3, 103)
        axes.set_xlim(-0.7, len(rows) - 0.3)
        for label, name, colour, mark, dashes in _LINES:
            known = [x for x in xs if rows[x][name] is not None]
            low, value, high = (
                [100 * rows[x][f"{name}{end}"] for x in known] for end in ("_low", "", "_high")
            )
            axes.fill_between(known, low, high, color=colour, alpha=0.18, linewidth=0)
            axes.plot(
                known, value, color=colour, marker=mark, markersize=4.5, linewidth=1.4,
                linestyle=dashes, label=label,
            )  # fmt: skip
        second = next((x for x in xs if rows[x]["phase"] == 2), None)
        if second:
            axes.axvline(second - 0.5, color=INK, linewidth=0.8, alpha=0.5)
            for x, words, side in (
                (second - 0.7, "Phase 1", "right"),
                (second - 0.3, "Phase 2", "left"),
            ):
                axes.text(x, 105, words, ha=side, va="bottom", fontweight="bold")
        shown = [x for x in xs if len(rows) <= 15 or rows[x]["trick"] % 2 == 1]
        axes.set_xticks(shown, [str(rows[x]["trick"]) for x in shown])
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g} %"))
        axes.grid(axis="y", color=INK, alpha=0.15, linewidth=0.6)
        axes.set_axisbelow(True)
        axes.set_xlabel("trick of the phase")
        figure.legend(loc="upper center", ncols=2, frameon=False, borderaxespad=0.1)
        text = canvas.finished(figure)
    caption = (
        f"After each trick, when {place}: how often the player ahead wins the game, and how many "
        "games are settled. Shaded: intervals. The line parts the two phases."
    )
    words = "; ".join(
        f"{name}: ahead wins {percent(row['ahead_wins'])}, settled {percent(row['settled'])}"
        for name, row in zip(names, rows, strict=True)
    )
    title = "How a game is decided, trick by trick"
    return Drawing("course", caption, Markup(clean(text, "figure-course", title, words)))  # noqa: S704
