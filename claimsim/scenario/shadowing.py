"""Parameters and switches that a power's own argument would hide (rules, 11).

A parameter or switch is the default of a power's argument for every holder of that power. Where a
file gives a published faction of its decks the argument itself, the default says nothing for it:
whoever sets both would see no effect, so that both in one scenario are refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from claimsim.rules.catalogue import BOXES, FACTIONS, NAMED_DECKS
from claimsim.rules.parameters import PARAMETERS
from claimsim.rules.powers import ARGUMENTS
from claimsim.rules.spec import faction_spec
from claimsim.scenario.locate import Path, dotted
from claimsim.scenario.numbers import entries

if TYPE_CHECKING:
    from claimsim.scenario.model import Scenario


def shadow_problems(raw: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """Yield the place of each parameter and switch that an argument hides, and a sentence.

    Parameters
    ----------
    raw
        A file as TOML gave it; what is wrong in it otherwise is passed over.
    """
    arguments = hiding(raw)
    for place, source in _set(raw):
        if source in arguments:
            told = dotted(arguments[source])
            yield place, f"cannot stand beside {told}, which hides it; leave one out"


def hiding(raw: Mapping[str, Any]) -> dict[str, Path]:
    """Return the parameters and switches that arguments of a file hide, and where these stand.

    Only arguments of published factions count, and of these only such as a deck of the grid has.
    """
    found: dict[str, Path] = {}
    table = raw.get("factions")
    used = _in_play(raw.get("grid"))
    for name, spec in table.items() if isinstance(table, Mapping) else ():
        powers = spec.get("powers") if isinstance(spec, Mapping) else None
        if name not in FACTIONS or name not in used or not isinstance(powers, list | tuple):
            continue
        for index, power in enumerate(powers):
            for argument in power if isinstance(power, Mapping) else ():
                source = ARGUMENTS.get((str(power.get("power")), argument))
                if source is not None:
                    found.setdefault(source, ("factions", name, "powers", index, argument))
    return found


def tables(scenario: Scenario) -> dict[str, Any]:
    """Return what :func:`hiding` goes by of a scenario that was understood, as a file has it."""
    return {
        "grid": {"decks": [list(deck.names) for deck in scenario.decks]},
        "factions": {name: faction_spec(one) for name, one in scenario.factions.items()},
    }


def _set(raw: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """Yield the place and the name of each parameter and switch that a file sets."""
    numbers, switches = raw.get("parameters"), raw.get("switches")
    for name, path, _ in entries((), numbers) if isinstance(numbers, dict) else ():
        if name in PARAMETERS:
            yield ("parameters", *path), name
    for name in switches if isinstance(switches, Mapping) else ():
        yield ("switches", name), name


def _in_play(grid: Any) -> set[str]:
    """Return the factions of the decks of a grid."""
    decks = grid.get("decks") if isinstance(grid, Mapping) else None
    if decks == "all":
        boxes = grid.get("boxes", BOXES)
        boxes = boxes if isinstance(boxes, list | tuple) else BOXES
        return {name for name, faction in FACTIONS.items() if faction.box in boxes}
    found: set[str] = set()
    for deck in decks if isinstance(decks, list) else ():
        names = NAMED_DECKS.get(deck, ()) if isinstance(deck, str) else deck
        if isinstance(names, list | tuple):
            found.update(name for name in names if isinstance(name, str))
    return found
