"""The JSON Schema of ``[factions.NAME]``: cards, and powers with their arguments (rules, 12)."""

from __future__ import annotations

import dataclasses
from typing import Any

from claimsim.rules.catalogue import FACTIONS
from claimsim.rules.deck import MAX_CARDS, MAX_PRINTED
from claimsim.rules.parameters import PARAMETERS
from claimsim.rules.powers import ARGUMENTS, POWER_SUMMARIES, POWERS
from claimsim.rules.spec import NAME
from claimsim.rules.switches import SWITCHES
from claimsim.scenario.schema_parts import (
    Schema,
    closed,
    list_of,
    parameter,
    plain,
    ref,
    switch,
    whole,
)

_NAME = f"^{NAME.pattern}$"

#: One number from 0 to 15, of at most four digits.
_NUMBER = "(0{0,2}(1[0-5]|[0-9])|0{3}[0-9])"
_PART = f" *{_NUMBER} *(- *{_NUMBER} *)?"

#: What the keys of a faction say.
_KEYS = {
    "printed": (
        "The numbers on its cards: a text of numbers and ranges, or a list. A number that stands "
        "twice is on two cards. An invented faction needs it; a published one keeps its own "
        "where it is left out."
    ),
    "powers": (
        "What its cards can do, each power once. The list replaces a published faction's own; "
        "left out, a published faction keeps its own, and an invented one has none."
    ),
}

_EXAMPLES = {
    "printed": "0,0,1-9",
    "powers": [{"power": "beats", "target": "undead"}, {"power": "leads_next"}],
}

_PHASES = [[1], [2], [1, 2]]

#: The arguments of powers that no parameter or switch sets.
_ARGUMENTS: dict[str, Schema] = {
    "target": {
        **ref("faction_names"),
        "description": "The faction that it acts on, or a list; never its own.",
        "examples": [["undead", "trolls"]],
    },
    "by": {
        **ref("faction_names"),
        "description": "The faction that arrests it, or a list; never its own.",
        "examples": ["dragons"],
    },
    "phases": {"enum": _PHASES, "description": "The phases in which it acts."},
    "printed": {
        **ref("printed"),
        "description": "The numbers on the cards of its side deck.",
        "examples": ["5-9"],
    },
}


#: What else there is to know of an argument.
_NOTES = {
    ("boosts", "bonus"): (
        " With 0 cards may still be discarded, for nothing: that is not the game without the power."
    ),
}


def factions_table(other: Schema) -> Schema:
    """Return the schema of a table of factions.

    Parameters
    ----------
    other
        The schema of those that are not published.
    """
    published = {
        name: {**ref("faction"), "description": f"Changes {name}. {faction.summary}"}
        for name, faction in FACTIONS.items()
    }
    return {
        "type": "object",
        "propertyNames": {"pattern": _NAME},
        "properties": published,
        "additionalProperties": other,
    }


def faction_definitions() -> dict[str, Schema]:
    """Return the definitions that the schema of a scenario refers to."""
    powers = {"type": "array", "items": ref("power"), "uniqueItems": True}
    values = {"printed": ref("printed"), "powers": powers}
    properties = {
        key: {**values[key], "description": text, "examples": [_EXAMPLES[key]]}
        for key, text in _KEYS.items()
    }
    names = {"anyOf": [{"enum": list(FACTIONS)}, {"type": "string", "pattern": _NAME}]}
    return {
        "faction": closed(properties),
        "invented_faction": {**ref("faction"), "required": ["printed"]},
        "faction_name": names,
        "faction_names": {"anyOf": [ref("faction_name"), list_of(ref("faction_name"))]},
        "printed": {
            "anyOf": [
                {"type": "string", "pattern": f"^{_PART}(,{_PART})*$"},
                {
                    "type": "array",
                    "items": whole(0, MAX_PRINTED),
                    "minItems": 1,
                    "maxItems": MAX_CARDS,
                },
            ]
        },
        "power": {"oneOf": [_power(name) for name in POWERS]},
    }


def _power(name: str) -> Schema:
    arguments = {
        field.name: _argument(name, field.name, field.default)
        for field in dataclasses.fields(POWERS[name])
    }
    told: Schema = {"title": name, "description": POWER_SUMMARIES[name]}
    return told | closed({"power": {"const": name}, **arguments}) | {"required": ["power"]}


def _argument(power: str, name: str, default: Any) -> Schema:
    """Return the schema of a power's argument, with its description and default.

    Parameters
    ----------
    power, name
        The power and its argument.
    default
        What it is where neither the file nor a parameter or switch says it.
    """
    source = ARGUMENTS.get((power, name))
    if source is None:
        return {**_ARGUMENTS[name], "default": plain(default)}
    kind = parameter(PARAMETERS[source]) if source in PARAMETERS else switch(SWITCHES[source])
    if name == "phases":
        kind["enum"] = _PHASES  # a switch offers only those that the rules leave open
    kind["description"] += f" Left out: as `{source}` says."
    kind["description"] += _NOTES.get((power, name), "")
    return kind
