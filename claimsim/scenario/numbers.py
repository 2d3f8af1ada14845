"""The table ``[parameters]`` of a scenario file (rules, 11).

``octipi.threshold = 9`` is a table within the table to TOML, ``"octipi.threshold" = 9`` is not;
people write both, and both are understood.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from claimsim.rules.parameters import PARAMETERS
from claimsim.rules.spec import plain
from claimsim.scenario.locate import Path
from claimsim.wording import name_refusal, refusal


def parameters_of(table: dict[str, Any]) -> dict[str, float]:
    """Return the numbers of a table in which nothing is wrong, in the catalogue's order."""
    found = {name: plain(value) for name, _, value in entries((), table)}
    return {name: found[name] for name in PARAMETERS if name in found}


def parameter_problems(table: dict[str, Any]) -> Iterator[tuple[Path, str]]:
    """Yield the place of each mistake within the table, and a sentence about it."""
    seen: set[str] = set()
    for name, path, value in entries((), table):
        if name not in PARAMETERS:
            yield path, "unknown parameter; " + name_refusal(name, PARAMETERS)
            continue
        right = PARAMETERS[name].problem(value)
        if right:
            yield path, refusal(value, right)
        if name in seen:
            yield path, f"{name} is set twice; set it once"
        seen.add(name)


def entries(place: Path, table: dict[str, Any]) -> Iterator[tuple[str, Path, Any]]:
    """Yield name, place and value of every entry, going into tables that parameters have."""
    for key, value in table.items():
        path = (*place, key)
        name = ".".join(map(str, path))
        inside = any(known.startswith(f"{name}.") for known in PARAMETERS)
        if isinstance(value, dict) and inside:
            yield from entries(path, value)
        else:
            yield name, path, value
