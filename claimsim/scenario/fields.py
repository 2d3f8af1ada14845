"""Fields of scenario files: each refuses a wrong value by one sentence of one form.

``found X; allowed Y; did you mean Z?`` says the same of every mistake, where pydantic would
say one thing of each member of a union, and count booleans among the integers.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable
from typing import Any

from pydantic import BeforeValidator

#: Longest text of a value that a message repeats.
MAX_SHOWN = 60


def shown(value: Any) -> str:
    """Return a value as a file would write it, cut where it is long, always on one line."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"


def nearest(name: Any, known: Iterable[str]) -> str:
    """Return ``"; did you mean 'x'?"`` for the nearest known name, or nothing."""
    near = difflib.get_close_matches(name, list(known), 1) if isinstance(name, str) else []
    return f"; did you mean {near[0]!r}?" if near else ""


def refusal(value: Any, allowed: str) -> str:
    """Return what is wrong with a value, and what would be right."""
    return f"found {shown(value)}; allowed: {allowed}"


def name_refusal(value: Any, known: Iterable[str], what: str = "") -> str:
    """Return what is wrong with a name that is not among the known ones."""
    names = list(known)
    listed = ", ".join(map(repr, names)) or "none"
    return refusal(value, f"{what} {listed}".strip()) + nearest(value, names)


def one_of(known: Iterable[str], what: str = "") -> BeforeValidator:
    """Accept one of the known names."""
    names = list(known)

    def check(value: Any) -> Any:
        if not isinstance(value, str) or value not in names:
            raise ValueError(name_refusal(value, names, what))
        return value

    return BeforeValidator(check)


def exactly(wanted: Any, why: str) -> BeforeValidator:
    """Accept a single value, and say `why` of any other."""

    def check(value: Any) -> Any:
        if type(value) is not type(wanted) or value != wanted:
            raise ValueError(f"found {shown(value)}; {why}")
        return value

    return BeforeValidator(check)


def integer(low: int, high: int) -> BeforeValidator:
    """Accept an integer from `low` to `high`; true and 1.0 are none."""

    def check(value: Any) -> Any:
        if type(value) is not int or not low <= value <= high:
            raise ValueError(refusal(value, f"an integer from {low} to {high}"))
        return value

    return BeforeValidator(check)


def number() -> BeforeValidator:
    """Accept an integer or a decimal number that is finite; true is none."""

    def check(value: Any) -> float:
        try:
            found = float(value) if type(value) in (int, float) else math.nan
        except OverflowError:
            found = math.inf
        if not math.isfinite(found):
            raise ValueError(refusal(value, "a finite number"))
        return found

    return BeforeValidator(check)


def boolean() -> BeforeValidator:
    """Accept true or false."""

    def check(value: Any) -> Any:
        if not isinstance(value, bool):
            raise ValueError(refusal(value, "true or false"))  # noqa: TRY004  # as pydantic asks
        return value

    return BeforeValidator(check)


def text() -> BeforeValidator:
    """Accept a string."""

    def check(value: Any) -> Any:
        if not isinstance(value, str):
            raise ValueError(refusal(value, "a text"))  # noqa: TRY004  # as pydantic asks
        return value

    return BeforeValidator(check)


def title(longest: int) -> BeforeValidator:
    """Accept a line of text that is not blank and not longer than `longest` characters."""

    def check(value: Any) -> Any:
        fits = isinstance(value, str) and value.strip() and len(value) <= longest
        if not fits or not value.isprintable():
            raise ValueError(refusal(value, f"one line of 1 to {longest} characters"))
        return value

    return BeforeValidator(check)


def kind(wanted: type | tuple[type, ...], allowed: str) -> BeforeValidator:
    """Accept values of a type, and say `allowed` of any other."""

    def check(value: Any) -> Any:
        if not isinstance(value, wanted):
            raise ValueError(refusal(value, allowed))  # noqa: TRY004  # as pydantic asks
        return value

    return BeforeValidator(check)
