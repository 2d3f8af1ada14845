"""Numbers and names as people read them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: A row of a result table: None where a value is null.
Row = Mapping[str, Any]

#: What stands for a value that does not exist.
NONE = "–"

_SPACE = "\N{NO-BREAK SPACE}"
_MINUS = "\N{MINUS SIGN}"

#: Half-widths from which on so many decimals are shown, in the number's own unit.
_DECIMALS = ((0.1, 1), (0.005, 2), (0.0, 3))


def decimals(low: float | None, high: float | None) -> int:
    """Return how many decimals a number with this interval deserves."""
    if low is None or high is None or high == low:
        return 1
    half = (high - low) / 2
    return next(places for least, places in _DECIMALS if half >= least)


def signed_decimals(low: float, high: float) -> int:
    """Return likewise of a difference: one more where a bound would look like 0 and is not."""
    places = decimals(low, high)
    return places + any(end and not float(f"{end:.{places}f}") for end in (low, high))


def number(value: float, places: int, *, sign: bool = False) -> str:
    """Write a number with so many decimals and a real minus sign, never as minus zero."""
    text = f"{value:{'+' if sign else ''}.{places}f}"
    if float(text) == 0:
        text = text.lstrip("+-")
    return text.replace("-", _MINUS)


def chance(value: float) -> str:
    """Write a p value or a share of false ones: 0.012, < 0.001."""
    return number(value, 3) if value >= 0.001 else "< 0.001"


def count(value: int) -> str:
    """Write a whole number with its thousands apart: 1,000,000."""
    return f"{value:,}"


def percent(value: float | None, places: int = 1) -> str:
    """Write a share as a percentage."""
    return NONE if value is None else f"{number(100 * value, places)}{_SPACE}%"


def percent_between(row: Row, name: str, low: str = "", high: str = "") -> str:
    """Write a share with its interval: 50.9 % (50.7 to 51.1).

    Parameters
    ----------
    row
        A row of a table.
    name, low, high
        Columns of the value and its bounds; the bounds default to `name` with ``_low`` and
        ``_high``.
    """
    value, bottom, top = _three(row, name, low, high)
    if value is None or bottom is None or top is None:
        return NONE
    if bottom == top:
        return f"{number(100 * value, 0)}{_SPACE}%"
    places = min(decimals(100 * bottom, 100 * top), 2)
    low_text, high_text = number(100 * bottom, places), number(100 * top, places)
    return f"{number(100 * value, places)}{_SPACE}% ({low_text} to {high_text})"


def points_between(row: Row, name: str) -> str:
    """Write a difference of shares, in percentage points, with its interval."""
    value, bottom, top = _three(row, name)
    if value is None or bottom is None or top is None:
        return NONE
    places = min(signed_decimals(100 * bottom, 100 * top), 2)
    texts = [number(100 * part, places, sign=True) for part in (value, bottom, top)]
    return f"{texts[0]} ({texts[1]} to {texts[2]})"


def number_between(row: Row, name: str) -> str:
    """Write a number with its interval."""
    value, bottom, top = _three(row, name)
    if value is None or bottom is None or top is None:
        return NONE
    places = decimals(bottom, top)
    texts = [number(part, places) for part in (value, bottom, top)]
    return f"{texts[0]} ({texts[1]} to {texts[2]})"


def faction(name: str) -> str:
    """Write a faction's name: Royal Navy."""
    return name.replace("_", " ").title()


def printed(numbers: tuple[int, ...]) -> str:
    """Write the numbers on a faction's cards: 0 (5 times), 1 to 9."""
    runs: list[list[int]] = []
    for value in sorted(set(numbers)):
        copies = numbers.count(value)
        if runs and value == runs[-1][1] + 1 and copies == runs[-1][2]:
            runs[-1][1] = value
        else:
            runs.append([value, value, copies])
    parts = []
    for first, last, copies in runs:
        text = str(first) if first == last else f"{first} to {last}"
        parts.append(text if copies == 1 else f"{text} ({copies} times)")
    return ", ".join(parts)


def listing(parts: list[str]) -> str:
    """Join words: a, b and c."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def plural(number_of: int, noun: str) -> str:
    """Write a count with its noun."""
    return f"{count(number_of)} {noun}{'' if number_of == 1 else 's'}"


def _three(
    row: Row, name: str, low: str = "", high: str = ""
) -> tuple[float | None, float | None, float | None]:
    return row[name], row[low or f"{name}_low"], row[high or f"{name}_high"]


def percent_apart(
    row: Row, name: str, low: str = "", high: str = "", *, middle: float = 0.5
) -> str:
    """Write a share with its interval so that one sees which side of `middle` a bound lies on.

    Parameters
    ----------
    row, name, low, high
        As of :func:`percent_between`, which this is, with a decimal or two more where a bound
        beside `middle` would look like it: 52.10 % (50.05 to 54.15).
    middle
        A share.
    """
    value, bottom, top = _three(row, name, low, high)
    if value is None or bottom is None or top is None or bottom == top:
        return percent_between(row, name, low, high)
    least = places = min(decimals(100 * bottom, 100 * top), 2)

    def blurred(bound: float) -> bool:
        near = number(100 * bound, places) == number(100 * middle, places)
        return near and abs(bound - middle) > _SAME

    while places < least + 2 and (blurred(bottom) or blurred(top)):
        places += 1
    texts = [number(100 * part, places) for part in (value, bottom, top)]
    return f"{texts[0]}{_SPACE}% ({texts[1]} to {texts[2]})"


#: Shares that are as far apart as this, or nearer, are the same but for rounding.
_SAME = 1e-9
