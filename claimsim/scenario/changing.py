"""A scenario with a change laid over it: the changed scenario, or every mistake of the change."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from claimsim.errors import ScenarioError
from claimsim.scenario.changes import (
    CHANGEABLE,
    change_problems,
    laid_over,
    name_problem,
    nested,
)
from claimsim.scenario.grid_axes import sizes
from claimsim.scenario.locate import Path, dotted
from claimsim.scenario.model import Scenario
from claimsim.scenario.understanding import understood

#: The place of a mistake, and a sentence about it.
Problem = tuple[Path, str]


def changed(scenario: Scenario, change: Mapping[str, Any], where: str) -> Scenario:
    """Return a scenario with a change laid over its tables (:func:`changes.laid_over`).

    Parameters
    ----------
    scenario
        The scenario; its variants are left out of the result.
    change
        Tables, each of them in :data:`changes.CHANGEABLE`.
    where
        What messages call the change.

    Raises
    ------
    ScenarioError
        Mistakes in it, or that it makes; all of them.
    """
    found, problems = understood_change(scenario, change)
    if found is None:
        raise ScenarioError(sorted({f"{where}: {dotted(path)}: {what}" for path, what in problems}))
    return found


def understood_change(
    scenario: Scenario, change: Mapping[str, Any]
) -> tuple[Scenario | None, list[Problem]]:
    """Return the changed scenario, or None and every mistake; see :func:`changed`."""
    found, problems = _with_change(_tables(scenario), change)
    return (None, problems) if problems else (found, [])


def variant_problems(raw: dict[str, Any], of_base: Sequence[Problem]) -> Iterator[Problem]:
    """Yield the mistakes in the variants of a file.

    Parameters
    ----------
    raw
        The file as TOML gave it.
    of_base
        The mistakes in all else of it, which are not told again for each variant.
    """
    variants = raw.get("variants")
    base = {key: value for key, value in raw.items() if key != "variants"}
    wrong = {path for path, _ in of_base}
    for name, change in variants.items() if isinstance(variants, dict) else ():
        place: Path = ("variants", name)
        problem = name_problem(name)
        if problem:
            yield place, problem
        for path, what in _with_change(base, change)[1]:
            begins = (path[:length] for length in range(len(path) + 1))
            if _says(change, path) or not any(begin in wrong for begin in begins):
                # what a change breaks elsewhere has no line of its own
                yield (*place, *path), what


def _with_change(raw: dict[str, Any], change: Any) -> tuple[Scenario | None, list[Problem]]:
    """Return the scenario that a change makes of a file's tables, and every mistake of it."""
    problems = list(change_problems(change))
    if not isinstance(change, Mapping) or not change:
        return None, problems
    rest = {key: value for key, value in change.items() if key in CHANGEABLE}
    below = nested(raw)
    made = laid_over(below, nested(rest))
    found, more = understood(made)
    return found, [*problems, *more, *_unlike(below, made)]


def _tables(scenario: Scenario) -> dict[str, Any]:
    """Return a scenario's tables, in which rulings and numbers at their defaults are not set."""
    raw = tomllib.loads(scenario.resolved())
    raw.pop("variants", None)
    raw["parameters"] = dict(scenario.parameters)
    raw["switches"] = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in scenario.switches.items()
    }
    return raw


def _unlike(raw: dict[str, Any], made: dict[str, Any]) -> Iterator[Problem]:
    """Yield the axes of the grid on which a variant has not as many values: cells are compared."""
    before, after = sizes(raw), sizes(made)
    for axis, there in before.items():
        here = after.get(axis)
        if here is not None and there != here:
            what = f"{here} {axis} against {there}: cells are compared one by one"
            yield ("grid", axis), f"{what}, so that {there} would be right"


def _says(change: Any, path: Path) -> bool:
    """Say whether a change itself has what stands at a path, or what the path leads into."""
    here = change
    for part in path:
        if not isinstance(here, Mapping):
            return True
        if part not in here:
            # a parameter's name may be quoted
            return any(isinstance(key, str) and "." in key and key in dotted(path) for key in here)
        here = here[part]
    return True
