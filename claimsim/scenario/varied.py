"""What a sweep varies: ``PATH=V1,V2,…``, read as TOML writes keys and values."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from claimsim.errors import InputError, ScenarioError
from claimsim.scenario.changes import assignments
from claimsim.scenario.locate import Path
from claimsim.scenario.text import plain

#: Most values, and most pairs of values, of one sweep.
MAX_POINTS = 400

_NUMBER = r"[+-]?\d+(?:\.\d+)?"
_RANGE = re.compile(rf"({_NUMBER})\.\.({_NUMBER})(?:\.\.({_NUMBER}))?")
_LIKE_A_RANGE = re.compile(r"[^\"'\[{]*\.\.")
_OPENING, _CLOSING = "[{", "]}"
_FORM = "PATH=V1,V2,… is needed, as in parameters.octipi.threshold=7,8,9"


@dataclass(frozen=True)
class Varied:
    """One thing that a sweep varies.

    Parameters
    ----------
    name
        The dotted path, as it was written.
    path
        Its keys.
    values
        What it is set to: at least two, each once, in the order that they were written.
    """

    name: str
    path: Path
    values: tuple[Any, ...]

    def change(self, value: Any) -> dict[str, Any]:
        """Return the change of a scenario that sets it to a value."""
        change: Any = value
        for key in reversed(self.path):
            change = {key: change}
        return dict(change)

    def told(self, value: Any) -> str:
        """Return ``path = value`` as a file has it."""
        return f"{self.name} = {plain(value)}"

    @property
    def is_numeric(self) -> bool:
        """Whether every value is a finite number, so that there is something between them."""
        return all(number_of(value) is not None for value in self.values)


def number_of(value: Any) -> float | None:
    """Return a value as a number; None for what is no finite one (true is none)."""
    return float(value) if type(value) in (int, float) and math.isfinite(value) else None


def read_varied(texts: Sequence[str]) -> tuple[Varied, ...]:
    """Read what a sweep varies.

    Parameters
    ----------
    texts
        One or two of ``"parameters.octipi.threshold=7,8,9"``: the path as TOML writes dotted
        keys; values with commas between them, as TOML writes values. A bare word is a text.
        ``5..10`` stands for 5, 6, … to 10, ``1..2..0.5`` for 1.0, 1.5 and 2.0: from the first
        number in steps of the third as far as the second.

    Raises
    ------
    InputError
        Texts of another form, fewer than two values or one of them twice, more than
        :data:`MAX_POINTS` values or pairs of them, or twice the same path. Mistakes of all
        texts are told at once.
    """
    if not 1 <= len(texts) <= 2:
        raise InputError(f"found {len(texts)} things to vary; one or two would be right")
    found: list[Varied] = []
    problems: list[str] = []
    for text in texts:
        try:
            found.append(_one(text))
        except ScenarioError as error:
            problems += error.problems
        except InputError as error:
            problems.append(str(error))
    if problems:
        raise ScenarioError(list(dict.fromkeys(problems)))
    points = math.prod(len(one.values) for one in found)
    if points > MAX_POINTS:
        raise InputError(f"{points:,} pairs of values: {MAX_POINTS} at most would be right")
    if len(found) == 2:
        short, long = sorted((one.path for one in found), key=len)
        if long[: len(short)] == short:
            names = " and ".join(one.name for one in found)
            raise InputError(f"{names}: two things to vary cannot lie in each other")
    return tuple(found)


def _one(text: str) -> Varied:
    name, sign, rest = (part.strip() for part in text.partition("="))
    if not sign or not name or not rest:
        raise InputError(f"{text!r}: {_FORM}")
    path = _path(name)
    values: list[Any] = []
    problems: list[str] = []
    for piece in split_values(rest):
        try:
            values += _values(name, path, piece)
        except InputError as error:
            problems.append(str(error))
    for place, value in enumerate(values):
        if any(_same(value, other) for other in values[:place]):
            problems.append(f"{name} = {plain(value)} stands there twice; name each value once")
    if problems:
        raise ScenarioError(problems)
    if len(values) < 2:
        raise InputError(f"{text!r}: at least two values would be right; for one there is whatif")
    if len(values) > MAX_POINTS:
        raise InputError(f"{name}: {len(values):,} values: {MAX_POINTS} at most would be right")
    return Varied(name, path, tuple(values))


def _path(name: str) -> Path:
    """Return the keys of a dotted path."""
    try:
        here: Any = tomllib.loads(f"{name} = 0")
    except tomllib.TOMLDecodeError:
        here = {}
    keys: list[str] = []
    while isinstance(here, dict) and len(here) == 1:
        (key,) = here
        keys.append(key)
        here = here[key]
    if here != 0 or "\n" in name:
        raise InputError(f"{name!r} is no path: {_FORM}")
    return tuple(keys)


def split_values(text: str) -> Iterator[str]:
    """Yield the parts of a text between commas, those in brackets, braces or quotes apart."""
    part, depth, quote, skip = "", 0, "", False
    for sign in text:
        if quote:
            # in double quotes a backslash takes its meaning from the sign after it
            if not skip and sign == quote:
                quote = ""
            skip = not skip and quote == '"' and sign == "\\"
        elif sign in "\"'":
            quote = sign
        elif sign in _OPENING + _CLOSING:
            depth += 1 if sign in _OPENING else -1
        elif sign == "," and depth == 0:
            yield part.strip()
            part = ""
            continue
        part += sign
    yield part.strip()


def _values(name: str, path: Path, piece: str) -> list[Any]:
    """Return the value that a part stands for, or those of a range."""
    if not piece:
        raise InputError(f"{name}: a value is missing between, before or after commas")
    span = _RANGE.fullmatch(piece)
    if span is not None:
        return _range(f"{name} = {piece}", *span.groups())
    if _LIKE_A_RANGE.match(piece):
        right = "FIRST..LAST or FIRST..LAST..STEP of plain numbers, as in 1..2..0.5, would be right"
        raise InputError(f"{name} = {piece}: {right}")
    found: Any = assignments([f"{name}={piece}"])
    for key in path:
        found = found[key]
    return [found]


def _range(where: str, first: str, last: str, step: str | None) -> list[int | float]:
    """Return the numbers from one to another, as integers where nothing has a decimal point."""
    texts = (first, last, step or "1")
    start, stop, each = map(Decimal, texts)
    if each <= 0 or stop <= start:
        raise InputError(f"{where}: FIRST..LAST or FIRST..LAST..STEP that goes up would be right")
    steps = (stop - start) // each if (stop - start) / each < MAX_POINTS else MAX_POINTS
    if steps >= MAX_POINTS:
        raise InputError(f"{where}: a range of {MAX_POINTS} values at most would be right")
    kind = float if any("." in text for text in texts) else int
    return [kind(start + number * each) for number in range(int(steps) + 1)]


def _same(one: Any, other: Any) -> bool:
    """Say whether two values mean the same: 2 and 2.0 do, 1 and true do not."""
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)
