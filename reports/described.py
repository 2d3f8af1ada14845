"""What was played, in words: factions and their cards, locations, and changed rulings."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from claimsim.rules.catalogue import FACTIONS, Faction
from claimsim.rules.locations import BUILDINGS, SETTINGS
from claimsim.rules.parameters import PARAMETERS
from claimsim.rules.powers import POWER_NAMES, POWER_SUMMARIES, Redraws
from claimsim.rules.switches import SWITCHES
from claimsim.scenario.numbers import parameters_of
from reports.labels import location
from reports.wording import Row, count, faction, printed

#: Decks that are shown one by one; of more, all factions stand in one table.
MOST_DECKS = 3


def decks(infos: Sequence[Row]) -> list[tuple[str, list[list[str]]]]:
    """List decks with their factions: name, cards, numbers and power of each.

    Returns
    -------
    list of tuple
        Heading and rows: a deck each, or the factions of all where there are many decks.
    """
    found: dict[str, tuple[Faction, ...]] = {info["deck"]: info["kinds"] for info in infos}
    if len(found) <= MOST_DECKS:
        return [(f"Deck {deck}", [_line(kind) for kind in kinds]) for deck, kinds in found.items()]
    kinds = {kind.name: kind for deck in found.values() for kind in deck}
    return [("Factions", [_line(kind) for kind in kinds.values()])]


def _line(kind: Faction) -> list[str]:
    numbers = printed(tuple(sorted(kind.printed)))
    for power in kind.powers:
        if isinstance(power, Redraws):
            numbers += f"; side deck {printed(tuple(sorted(power.printed)))}"
    told = [POWER_SUMMARIES[POWER_NAMES[type(power)]] for power in kind.powers]
    published = FACTIONS.get(kind.name) == kind
    summary = kind.summary if published else " ".join(told) or "No power."
    return [faction(kind.name), count(len(kind.printed)), numbers, summary]


def places(settings: Iterable[str], buildings: Iterable[str]) -> list[tuple[str, str]]:
    """Name the locations that were played, and say what each does."""
    pairs = ((settings, SETTINGS), (buildings, BUILDINGS))
    return [
        (location(name), known[name].summary)
        for names, known in pairs
        for name in names
        if name in known
    ]


def changes(scenario: str) -> list[list[str]]:
    """List the rulings and numbers that are not the default: name, value, default, meaning.

    Parameters
    ----------
    scenario
        The scenario as it was understood, TOML.
    """
    content: Mapping[str, Any] = tomllib.loads(scenario)
    chosen = content.get("switches", {})
    rows = [
        [name, _value(chosen[name]), _value(switch.default), switch.summary]
        for name, switch in SWITCHES.items()
        if _value(chosen.get(name, switch.default)) != _value(switch.default)
    ]
    numbers = parameters_of(content.get("parameters", {}))
    rows += [
        [name, f"{number:g}", f"{PARAMETERS[name].default:g}", PARAMETERS[name].summary]
        for name, number in numbers.items()
        if number != PARAMETERS[name].default
    ]
    return rows


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " and ".join(map(str, value))
    return str(value)
