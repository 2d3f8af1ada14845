"""Small drawings in text: a line of bars, and an interval around a middle.

They are drawn with block characters where the output can take them, and with ASCII elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

#: Eight heights, from the bottom of a line to its top.
BLOCKS = "▁▂▃▄▅▆▇█"

#: In ASCII ten heights are digits: tenths of the way up.
DIGITS = "0123456789"

#: Columns of a bar: an odd number, so that there is one in the middle.
BAR = 13

#: Line, middle, middle under the line, value.
_DRAWN = "─│┼●"
_ASCII = "-|+o"


def heights() -> str:
    """Return the marks of a spark line, the lowest first, that the output can take."""
    return BLOCKS if _takes(BLOCKS) else DIGITS


def _takes(characters: str) -> bool:
    from claimsim.cli.terminal import console

    try:
        characters.encode(console().encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def spark(values: Sequence[float | None], marks: str) -> str:
    """Draw shares from 0 to 1, one mark each.

    Parameters
    ----------
    values
        What is drawn; a blank stands where there is none, or what is no number.
    marks
        As :func:`heights` returns them. Each stands for an equal part of the way from 0 to 1.
    """
    top = len(marks) - 1
    return "".join(
        " "
        if value is None or not math.isfinite(value)
        else marks[min(max(math.floor(value * len(marks)), 0), top)]
        for value in values
    )


def reach(distances: Sequence[float]) -> float:
    """Return how far a bar goes on either side: 1, 2 or 5 times a power of ten.

    Parameters
    ----------
    distances
        From the middle, of all that is to be drawn.
    """
    most = max((d for d in distances if math.isfinite(d)), default=0.0)
    if most <= 0.0:
        return 0.01
    power = 10.0 ** math.floor(math.log10(most))
    # Rounding must not make 0.05 more than five hundredths.
    return next(n * power for n in (1.0, 2.0, 5.0, 10.0) if most <= n * power * (1.0 + 1e-9))


def bar(value: float, low: float, high: float, middle: float, half: float) -> str:
    """Draw an interval on a line from ``middle - half`` to ``middle + half``.

    Parameters
    ----------
    value, low, high
        The estimate and its interval; nothing is drawn where one of them is no number.
    middle
        What stands in the middle. The interval reaches it in the drawing if, and only if, it does
        in numbers, however near its end is.
    half
        As :func:`reach` returns it.

    Returns
    -------
    str
        :data:`BAR` characters.
    """
    if not all(map(math.isfinite, (value, low, high))):
        return " " * BAR
    line, centre, crossing, dot = tuple(_DRAWN if _takes(_DRAWN) else _ASCII)
    inside = low <= middle <= high
    least = BAR // 2 + 1 if low > middle else 0
    most = BAR // 2 - 1 if high < middle else BAR - 1
    first, last, at = (min(max(_place(x, middle, half), least), most) for x in (low, high, value))
    drawn = [line if first <= place <= last else " " for place in range(BAR)]
    drawn[BAR // 2] = crossing if inside else centre
    drawn[at] = dot
    return "".join(drawn)


def _place(x: float, middle: float, half: float) -> int:
    # Half of a column is rounded away from the middle on both sides: mirror images stay such.
    steps = (x - middle) / half * (BAR // 2)
    return BAR // 2 + int(math.copysign(math.floor(abs(steps) + 0.5), steps))


def scale(middle: float, half: float, unit: float) -> str:
    """Return the head of a column of bars: what its ends stand for, and its middle if it fits.

    Parameters
    ----------
    middle, half
        As of :func:`bar`.
    unit
        By how much they are multiplied.
    """
    left, centre, right = (f"{unit * (middle + side * half):g}" for side in (-1, 0, 1))
    between = BAR - len(left) - len(right)
    start = BAR // 2 - (len(centre) - 1) // 2 - len(left)
    if start < 1 or between - start - len(centre) < 1:
        return left + " " * between + right
    return left + (" " * start + centre).ljust(between) + right
