"""Changes of a scenario: what is laid over its tables, and the named ones, ``[variants.NAME]``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from claimsim.errors import InputError, ScenarioError
from claimsim.scenario.locate import Path, dotted
from claimsim.scenario.text import bare_or_quoted, plain
from claimsim.wording import name_refusal, refusal

#: Tables that a change may change: not how much is played, lest the deals be others.
CHANGEABLE = ("grid", "factions", "switches", "parameters")

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def laid_over(raw: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Return tables with a change laid over them; neither is changed.

    A table is laid over a table key by key; whatever else stands in the change takes the place
    of what was there.
    """
    result = dict(raw)
    for key, value in change.items():
        here = result.get(key)
        both = isinstance(here, Mapping) and isinstance(value, Mapping)
        result[key] = laid_over(here, value) if both else value  # type: ignore[arg-type]
    return result


def nested(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return tables in which no parameter has a dotted name: ``"octipi.threshold" = 9`` quoted.

    TOML tells it from ``octipi.threshold = 9``; what is laid over the one must find the other.
    """
    table = raw.get("parameters")
    if not isinstance(table, Mapping):
        return dict(raw)
    result: dict[str, Any] = {}
    for name, value in table.items():
        first, dot, rest = name.partition(".")
        one = {first: {rest: value}} if dot else {name: value}
        both = dot and isinstance(result.get(first), Mapping) and rest not in result[first]
        clash = name in result or (dot and first in result and not both)
        if clash:  # set twice, which is for the validation to say
            return dict(raw)
        result = laid_over(result, one)
    return {**raw, "parameters": result}


def change_problems(change: Any) -> Iterator[tuple[Path, str]]:
    """Yield what is wrong with a change before it is laid over anything."""
    if not isinstance(change, Mapping):
        yield (), refusal(change, f"a table with any of {', '.join(CHANGEABLE)}")
        return
    if not change:
        yield (), f"changes nothing; allowed: {', '.join(CHANGEABLE)}"
    for key in change:
        if key not in CHANGEABLE:
            yield (key,), "cannot be changed; " + name_refusal(key, CHANGEABLE)


def name_problem(name: str) -> str:
    """Return what is wrong with the name of a variant, or nothing."""
    right = "a name of lower case letters, digits, '_' and '-'"
    return "" if _NAME.fullmatch(name) else refusal(name, right)


def assignments(texts: Sequence[str]) -> dict[str, Any]:
    """Return the change that ``PATH=VALUE`` texts say.

    Parameters
    ----------
    texts
        ``"parameters.octipi.threshold=9"``: the path as TOML writes dotted keys, the value as
        TOML writes values; a bare word is a text.

    Raises
    ------
    InputError
        Texts that are no such assignments, or that set something twice; all of them.
    """
    change: dict[str, Any] = {}
    problems: list[str] = []
    for text in texts:
        try:
            read = _assignment(text)
        except InputError as error:
            problems.append(str(error))
            continue
        there = set(_leaves(nested(change)))
        problems += (
            f"{dotted(path)} is set twice; set it once"
            for path in _leaves(nested(read))
            if any(path[: len(one)] == one or one[: len(path)] == path for one in there)
        )
        change = laid_over(change, read)
    if problems:
        raise ScenarioError(list(dict.fromkeys(problems)))
    return change


def _assignment(text: str) -> dict[str, Any]:
    """Return the change that one ``PATH=VALUE`` says."""
    path, sign, value = (part.strip() for part in text.partition("="))
    if not sign or not path or not value:
        raise InputError(f"{text!r}: PATH=VALUE is needed, as in switches.victory=three_votes")
    if "\n" in text:
        raise InputError(f"{text!r}: one PATH=VALUE is needed")
    try:
        tomllib.loads(f"{path} = 0")
    except tomllib.TOMLDecodeError:
        raise InputError(f"{text!r}: {path!r} is no path of TOML, as in grid.settings") from None
    try:
        return tomllib.loads(f"{path} = {plain(value) if _is_word(value) else value}")
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        right = f"a text needs quotes: '{path}=\"{value}\"'"
        if any(sign in value for sign in "\"'[]{}="):
            right = f"{error}; texts within lists and tables need quotes"
        raise InputError(f"{text!r}: {value!r} is not TOML; {right}") from None


def _leaves(table: Mapping[str, Any], path: Path = ()) -> Iterator[Path]:
    """Yield the path of everything in tables that is no table."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, (*path, key))
        else:
            yield (*path, key)


def _is_word(value: str) -> bool:
    return value not in ("true", "false", "inf", "nan") and bool(_WORD.fullmatch(value))


def written(change: Mapping[str, Any], prefix: Path = ()) -> Iterator[str]:
    """Yield a change as lines ``path = value`` of TOML; read again, they are the same change."""
    for key, value in change.items():
        path = (*prefix, key)
        if isinstance(value, Mapping) and value:
            yield from written(value, path)
        else:
            keys = ".".join(bare_or_quoted(str(part)) for part in path)
            yield f"{keys} = {plain(value)}"


def told(change: Mapping[str, Any]) -> str:
    """Return a change in one line: ``parameters.octipi.threshold = 9, ...``."""
    return ", ".join(written(change))
