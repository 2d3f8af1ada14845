"""Factions as files write them: printed numbers and powers in words (rules, 12).

``{"printed": "0-9", "powers": [{"power": "loser_scores", "phases": [2]}]}`` is the form of a
scenario's ``[factions.X]`` and of a record's ``factions``. Every check yields the place of a
mistake within the faction and a sentence about it.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from claimsim.errors import InputError
from claimsim.rules.catalogue import FACTIONS, INVENTED, Faction
from claimsim.rules.deck import MAX_CARDS, MAX_PRINTED
from claimsim.rules.parameters import PARAMETERS
from claimsim.rules.powers import ARGUMENTS, POWER_NAMES, POWERS, Power
from claimsim.rules.switches import SWITCHES
from claimsim.wording import name_refusal, refusal

#: What a faction's name looks like: it must fit into ``goblins:3`` and stand in a table's name.
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")

_RANGE = re.compile(r" *([0-9]{1,4}) *(?:- *([0-9]{1,4}) *)?")
_KEYS = ("printed", "powers")
_NUMBERS = f"numbers from 0 to {MAX_PRINTED} as in '0-9', '0,0,1-5' or [0, 1, 2]"
_PHASES = ((1,), (2,), (1, 2))

Place = tuple[str | int, ...]
Problems = Iterator[tuple[Place, str]]


def parse_faction(
    name: str, spec: Mapping[str, Any], known: Collection[str] | None = None
) -> Faction:
    """Return the faction that a file describes.

    Parameters
    ----------
    name
        Its name; that of a published faction changes it, and what is left out stays.
    spec
        ``printed`` and ``powers``.
    known
        Factions that powers may name; None for any.

    Raises
    ------
    InputError
        The first mistake, with its place: ``powers[0].phases: found ...``.
    """
    for place, what in faction_problems(name, spec, known):
        raise InputError(f"{dotted(place)}: {what}" if place else what)
    published = FACTIONS.get(name)
    printed = parse_printed(spec["printed"]) if "printed" in spec else None
    powers = tuple(_power(one) for one in spec["powers"]) if "powers" in spec else None
    if published is not None:
        return dataclasses.replace(
            published,
            printed=published.printed if printed is None else printed,
            powers=published.powers if powers is None else powers,
        )
    return Faction(name, printed or (), powers or (), INVENTED, INVENTED, "An invented faction.")


def faction_spec(faction: Faction) -> dict[str, Any]:
    """Return a faction as files write it; arguments that are left open are left out."""
    return {
        "printed": sorted(faction.printed),
        "powers": [
            {"power": POWER_NAMES[type(power)]}
            | {
                field.name: list(value) if isinstance(value, tuple) else value
                for field in dataclasses.fields(power)
                if (value := getattr(power, field.name)) is not None
            }
            for power in faction.powers
        ],
    }


def faction_problems(name: str, spec: Any, known: Collection[str] | None = None) -> Problems:
    """Yield every mistake in a faction as files write it; see :func:`parse_faction`."""
    if not NAME.fullmatch(name):
        yield (), refusal(name, "a name of lower case letters, digits and underscores")
    if not isinstance(spec, Mapping):
        yield (), refusal(spec, "a table with 'printed' and 'powers'")
        return
    for key in spec:
        if key not in _KEYS:
            yield (key,), "unknown key; " + name_refusal(key, _KEYS)
    if "printed" in spec:
        yield from _printed_problems(("printed",), spec["printed"])
    elif name not in FACTIONS:
        yield ("printed",), f"is missing; allowed: {_NUMBERS}"
    if "powers" in spec:
        yield from _powers_problems(name, spec["powers"], known)


def parse_printed(value: Any) -> tuple[int, ...]:
    """Return printed numbers, ascending, of a list or of text like ``"0,0,1-5"``.

    Raises
    ------
    InputError
        What are no numbers, or none that a card can have (rules, 1).
    """
    numbers = _listed(value) if isinstance(value, str) else value
    whole = isinstance(numbers, list | tuple) and all(type(number) is int for number in numbers)
    if not whole or not numbers or not all(0 <= number <= MAX_PRINTED for number in numbers):
        raise InputError(refusal(value, _NUMBERS))
    if len(numbers) > MAX_CARDS:
        raise InputError(f"{len(numbers)} cards; at most {MAX_CARDS} can be played (rules, 1)")
    return tuple(sorted(numbers))


def _listed(text: str) -> list[int] | None:
    """Return the numbers of a text, or None for one that is wrong."""
    numbers: list[int] = []
    for part in text.split(","):
        found = _RANGE.fullmatch(part)
        if found is None or len(numbers) > MAX_CARDS:
            return None
        low = int(found[1])
        high = low if found[2] is None else int(found[2])
        if not low <= high:
            return None
        numbers += range(low, high + 1)
    return numbers


def _printed_problems(place: Place, value: Any) -> Problems:
    try:
        parse_printed(value)
    except InputError as error:
        yield place, str(error)


def _powers_problems(name: str, powers: Any, known: Collection[str] | None) -> Problems:
    if not isinstance(powers, list | tuple):
        yield ("powers",), refusal(powers, "a list of powers, as in [{ power = 'wild' }]")
        return
    seen: dict[str, int] = {}
    for index, power in enumerate(powers):
        place: Place = ("powers", index)
        if not isinstance(power, Mapping):
            yield place, refusal(power, "a table, as in { power = 'wild' }")
            continue
        kind = power.get("power")
        if "power" not in power:
            yield (*place, "power"), f"is missing; allowed: {', '.join(map(repr, POWERS))}"
        elif not isinstance(kind, str) or kind not in POWERS:
            yield (*place, "power"), name_refusal(kind, POWERS)
        elif seen.setdefault(kind, index) < index:
            yield place, f"{kind!r} is powers[{seen[kind]}] already; name each power once"
        else:
            yield from _power_problems(name, kind, power, place, known)


def _power_problems(
    name: str,
    kind: str,
    power: Mapping[str, Any],
    place: Place,
    known: Collection[str] | None,
) -> Problems:
    arguments = {field.name: field.default for field in dataclasses.fields(POWERS[kind])}
    for key in power:
        if key not in arguments and key != "power":
            yield (*place, key), f"{kind!r} has no such argument; " + name_refusal(key, arguments)
    for argument, default in arguments.items():
        where = (*place, argument)
        if argument in ("target", "by"):
            yield from _target_problems(name, power.get(argument, default), where, known)
        elif argument in power:
            what = _argument_problem(kind, argument, power[argument])
            if what:
                yield where, what


def _argument_problem(kind: str, argument: str, value: Any) -> str:
    """Return what is wrong with an argument that names no faction, or nothing."""
    if argument == "printed":
        return next((what for _, what in _printed_problems((), value)), "")
    if argument == "phases":
        right = isinstance(value, list | tuple) and tuple(value) in _PHASES
        whole = right and all(type(phase) is int for phase in value)
        return "" if whole else refusal(value, "[1], [2] or [1, 2]")
    source = ARGUMENTS[kind, argument]
    if source in PARAMETERS:
        right_one = PARAMETERS[source].problem(value)
        return refusal(value, right_one) if right_one else ""
    words = [word for word in SWITCHES[source].values if isinstance(word, str)]
    right = isinstance(value, str) and value in words
    return "" if right else name_refusal(value, words)


def _target_problems(
    name: str, value: Any, place: Place, known: Collection[str] | None
) -> Problems:
    """Check the factions that a power names: one or a list, never its own (rules, 12)."""
    targets = [value] if isinstance(value, str) else value
    if not isinstance(targets, list | tuple) or not targets:
        yield place, refusal(value, "a faction or a list of factions")
        return
    for target in targets:
        if not isinstance(target, str) or not NAME.fullmatch(target):
            yield place, refusal(target, "the name of a faction")
        elif target == name:
            yield place, f"found {target!r}; allowed: factions other than its own"
        elif known is not None and target not in known:
            yield place, name_refusal(target, known, "a faction:")
    if len(set(map(repr, targets))) < len(targets):
        yield place, f"found {list(targets)!r}; allowed: each faction once"


def _power(spec: Mapping[str, Any]) -> Power:
    """Return a power whose description is right."""
    read: dict[str, Callable[[Any], Any]] = {
        "target": _names,
        "by": _names,
        "phases": tuple,
        "printed": parse_printed,
    }
    given = {key: value for key, value in spec.items() if key != "power"}
    return POWERS[spec["power"]](
        **{key: read[key](value) if key in read else value for key, value in given.items()}
    )


def _names(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def plain(number: float) -> float:
    """Return a number as an int where it is a whole one, so that 3 and 3.0 are one number."""
    return int(number) if number == int(number) else number


def dotted(place: Place) -> str:
    """Return a place as people write it: ``powers[0].phases``."""
    parts = [f"[{part}]" if isinstance(part, int) else f".{part}" for part in place]
    return "".join(parts).removeprefix(".")
