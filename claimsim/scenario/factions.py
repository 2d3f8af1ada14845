"""Changed and invented factions of a scenario file: ``[factions.NAME]``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimsim.rules.catalogue import FACTIONS, Faction
from claimsim.rules.spec import faction_problems, parse_faction
from claimsim.scenario.players import Problems


def table_problems(table: Any) -> Problems:
    """Yield the place of each mistake in the table of factions, and a sentence about it."""
    if not isinstance(table, dict):
        return
    for name, spec in table.items():
        for place, what in faction_problems(name, spec, _others(name, table)):
            yield ("factions", name, *place), what


def factions_of(table: Any) -> Mapping[str, Faction]:
    """Return every faction by name: the published ones, changed as a file says, and its own.

    Parameters
    ----------
    table
        The file's table of factions; those with mistakes are left out, the published ones too.
    """
    found = dict(FACTIONS)
    if not isinstance(table, dict):
        return found
    for name, spec in table.items():
        known = _others(name, table)
        if any(faction_problems(name, spec, known)):
            found.pop(name, None)
        else:
            found[name] = parse_faction(name, spec, known)
    return found


def _others(name: str, table: Mapping[str, Any]) -> list[str]:
    """Return the factions that a power of one may name: the catalogue's, then the file's own."""
    return [other for other in dict.fromkeys([*FACTIONS, *table]) if other != name]
