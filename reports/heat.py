"""Heat maps as tables: colours are classes of the style sheet, numbers stand in every field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from reports.columns import Raw, written
from reports.wording import NONE, number

#: Steps of colour above the middle, and as many below.
STEPS = 4

#: Widths that a step may have, in points; finer ones would paint chance in strong colours.
_WIDTHS = (1.0, 2.0, 2.5, 5.0, 10.0, 12.5, 20.0)


class Tone(NamedTuple):
    """A field: its text, its classes, and the numbers behind it."""

    text: str
    tone: str
    data: str


@dataclass(frozen=True)
class HeatMap:
    """A heat map.

    Parameters
    ----------
    name
        Short, unique in the page.
    caption
        What it shows.
    corner
        What the rows are.
    heads
        Names of the columns.
    rows
        Name of each row, and its fields.
    legend
        Classes and words of each step of colour.
    about
        How to read it.
    """

    name: str
    caption: str
    corner: str
    heads: list[str]
    rows: list[tuple[str, list[Tone]]]
    legend: list[tuple[str, str]]
    about: str


def percentages(
    name: str,
    caption: str,
    corner: str,
    heads: Sequence[str],
    rows: Sequence[tuple[str, Sequence[Raw | None]]],
    *,
    middle: float,
    about: str,
) -> HeatMap:
    """Draw shares around a middle.

    Parameters
    ----------
    name, caption, corner, heads, about
        As of :class:`HeatMap`.
    rows
        Name of each row, and its shares from 0 to 1: a value alone, or with its bounds; None
        where there is none.
    middle
        The share that is neither high nor low.
    """
    values = [raw[0] for _, row in rows for raw in row if raw and raw[0] is not None]
    farthest = max((100 * abs(value - middle) for value in values), default=1.0)
    width = next((w for w in _WIDTHS if (STEPS - 0.5) * w >= farthest), _WIDTHS[-1])
    return HeatMap(
        name,
        caption,
        corner,
        list(heads),
        [(title, [_tone(raw, middle, width) for raw in row]) for title, row in rows],
        _legend(100 * middle, width),
        about,
    )


def _tone(raw: Raw | None, middle: float, width: float) -> Tone:
    if raw is None:
        return Tone("", "none", "")
    value = raw[0]
    if value is None:
        return Tone(NONE, "none", "")
    sure = False
    if len(raw) == 3:
        _, low, high = raw
        sure = low is not None and high is not None and (low > middle or high < middle)
    tone = f"h{_step(100 * (value - middle) / width)}{' sure' if sure else ''}"
    return Tone(number(100 * value, 1), tone, written(raw))


def _step(widths: float) -> str:
    """Return the name of a colour: 0 in the middle, p1 to p4 above it, n1 to n4 below."""
    steps = min(int(abs(widths) + 0.5), STEPS)
    return "0" if steps == 0 else f"{'p' if widths > 0 else 'n'}{steps}"


def _legend(middle: float, width: float) -> list[tuple[str, str]]:
    """Return the steps that a share around a middle, or a difference around 0, can fall into."""
    least, most = (0.0, 100.0) if middle else (-100.0, 100.0)
    found = []
    for step in range(-STEPS, STEPS + 1):
        low, high = (middle + (step + half) * width for half in (-0.5, 0.5))
        if high <= least or low >= most:
            continue  # no share, or no difference, lies there
        text = f"{number(low, 1)} to {number(high, 1)}"
        if step == -STEPS or low <= least:
            text = f"below {number(high, 1)}"
        elif step == STEPS or high >= most:
            text = f"above {number(low, 1)}"
        found.append((f"h{_step(step)}", text))
    return found
