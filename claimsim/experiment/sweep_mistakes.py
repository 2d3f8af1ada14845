"""What is wrong with the values of a sweep: each mistake once, with the values that make it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from claimsim.scenario import Scenario
from claimsim.scenario.changing import Problem, understood_change
from claimsim.scenario.locate import Path, dotted
from claimsim.scenario.text import plain
from claimsim.scenario.varied import Varied
from claimsim.wording import shown

#: Values of one mistake that a line names.
_MOST = 5

#: A pair of values (or the one value), by their places, and the mistakes that it makes.
Wrong = tuple[tuple[int, ...], Sequence[Problem]]


def mistakes(baseline: Scenario, varied: Sequence[Varied], wrong: Sequence[Wrong]) -> Iterator[str]:
    """Yield a line for each mistake: of a value by itself, or else of a pair of values.

    Parameters
    ----------
    baseline
        The scenario that is varied.
    varied
        What is varied, one or two things.
    wrong
        The points that make mistakes, by the place of each value in its list.
    """
    own = [_of_values(baseline, one) for one in varied]
    told: set[Problem] = set()
    for one, found in zip(varied, own, strict=True):
        told.update(problem for problems in found.values() for problem in problems)
        yield from _lines(one, found)
    pairs: dict[Problem, list[tuple[int, ...]]] = {}
    for point, problems in wrong:
        for problem in problems:
            if problem not in told:
                pairs.setdefault(problem, []).append(point)
    for (path, what), points in pairs.items():
        values = zip(varied, points[0], strict=True)
        first = ", ".join(one.told(one.values[place]) for one, place in values)
        more = f" (and {len(points) - 1} more pairs)" if len(points) > 1 else ""
        yield f"{first}{more}: {dotted(path)}: {what}"


def _of_values(baseline: Scenario, one: Varied) -> dict[int, list[Problem]]:
    """Return the mistakes of each value, by its place."""
    return {
        place: understood_change(baseline, one.change(value))[1]
        for place, value in enumerate(one.values)
    }


def _lines(one: Varied, found: Mapping[int, Sequence[Problem]]) -> Iterator[str]:
    """Yield the mistakes of values, each once."""
    makers: dict[tuple[Path, str, bool], list[Any]] = {}
    for place, problems in found.items():
        value = one.values[place]
        begin = f"found {shown(value)}; "
        for path, what in dict.fromkeys(problems):
            # what is said of the value itself differs from value to value in this alone
            itself = path == one.path and what.startswith(begin)
            key = (path, what.removeprefix(begin) if itself else what, itself)
            makers.setdefault(key, []).append(value)
    for (path, what, itself), values in makers.items():
        if itself:
            yield f"{dotted(path)}: found {_listed(values, shown)}; {what}"
        elif len(values) == len(one.values):
            yield f"{dotted(path)}: {what}"
        else:
            where = "" if path == one.path else f"{dotted(path)}: "
            yield f"{one.name} = {_listed(values, plain)}: {where}{what}"


def _listed(values: Sequence[Any], write: Callable[[Any], str]) -> str:
    """Return values as they are written, the first few of many."""
    more = f", … and {len(values) - _MOST} more" if len(values) > _MOST else ""
    return ", ".join(map(write, values[:_MOST])) + more
