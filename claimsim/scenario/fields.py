"""Fields of scenario files: each refuses a wrong value by one sentence of one form.

What :mod:`claimsim.wording` says of every mistake, where pydantic would say one thing of each
member of a union, and count booleans among the integers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from pydantic import BeforeValidator

from claimsim.wording import name_refusal, refusal, shown


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


def finite(value: Any) -> float | None:
    """Return a number as a float; None for what is no finite number (true is none)."""
    try:
        found = float(value) if type(value) in (int, float) else math.nan
    except OverflowError:  # an integer beyond every float
        found = math.inf
    return found if math.isfinite(found) else None


def number() -> BeforeValidator:
    """Accept an integer or a decimal number that is finite; true is none."""

    def check(value: Any) -> float:
        found = finite(value)
        if found is None:
            raise ValueError(refusal(value, "a finite number"))
        return found

    return BeforeValidator(check)


def above_zero() -> BeforeValidator:
    """Accept a finite number above 0."""

    def check(value: Any) -> float:
        found = finite(value)
        if found is None or found <= 0:
            raise ValueError(refusal(value, "a number above 0"))
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
