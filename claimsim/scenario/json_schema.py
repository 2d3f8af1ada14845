"""The JSON Schema of scenario files (draft 2020-12), for editors.

Keys, descriptions, defaults and examples come from the models (``schema.py`` and beside it),
names and ranges from the rules. It never refuses what the loader takes. The loader knows more:
what depends on several places of a file, such as whether a deck is legal, it alone can say.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping

from pydantic import BaseModel

from claimsim import registry
from claimsim.rules.catalogue import BOXES, FACTIONS, NAMED_DECKS
from claimsim.rules.deck import MAX_FACTIONS, MIN_FACTIONS
from claimsim.rules.locations import BUILDINGS, NONE, SETTINGS
from claimsim.rules.parameters import PARAMETERS
from claimsim.rules.switches import SWITCHES
from claimsim.scenario.changes import CHANGEABLE
from claimsim.scenario.faction_schema import faction_definitions, factions_table
from claimsim.scenario.grid_schema import Grid, PlayerSpec
from claimsim.scenario.model import MAX_DEALS, MAX_SEED, MIRRORS
from claimsim.scenario.schema import MAX_NAME, RunTable, ScenarioFile
from claimsim.scenario.schema_parts import (
    Schema,
    closed,
    list_of,
    list_or_all,
    parameter,
    ref,
    switch,
    whole,
)
from claimsim.scenario.target_schema import PrecisionSpec, TargetSpec, WhereSpec
from claimsim.scenario.targets import IN_VOTES, MIN_MAX_DEALS, TARGET_METRICS

_ABOVE_ZERO = {"type": "number", "exclusiveMinimum": 0}

#: One line that is not blank, as far as a pattern can say it.
_LINE = r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$"

#: The names of variants.
_VARIANT = "^[a-z0-9][a-z0-9_-]{0,59}$"


def schema() -> Schema:
    """Return the schema, as JSON holds it."""
    file = _table(ScenarioFile, _file_values())
    # Only [factions] can make other names factions.
    published = {"items": {"items": {"enum": list(FACTIONS)}}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scenario of claimsim",
        **file,
        "if": {"not": {"required": ["factions"]}},
        "then": {"properties": {"grid": {"properties": {"decks": published}}}},
        "$defs": _definitions(),
    }


def text() -> str:
    """Return the schema as the text of a file."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def _table(model: type[BaseModel], values: Mapping[str, Schema]) -> Schema:
    """Return the schema of a table: what the model says of its keys, and what may stand there.

    Raises
    ------
    ValueError
        The keys of `values` are not those of the model.
    """
    fields = {field.alias or name: field for name, field in model.model_fields.items()}
    if set(fields) != set(values):
        raise ValueError(f"{model.__name__}: {sorted(set(fields) ^ set(values))}")
    properties = {}
    for key, field in fields.items():
        told: Schema = {"description": field.description}
        default = field.get_default(call_default_factory=True) if not field.is_required() else None
        if default is not None and not isinstance(default, BaseModel):
            told["default"] = default
        told["examples"] = [tomllib.loads(one)[key] for one in field.examples or ()]
        properties[key] = {**values[key], **told}
    return {
        "type": "object",
        "properties": properties,
        "required": [key for key, field in fields.items() if field.is_required()],
        "additionalProperties": False,
    }


def _file_values() -> dict[str, Schema]:
    grid: Schema = {
        **ref("grid"),
        "required": [key for key, field in Grid.model_fields.items() if field.is_required()],
        "allOf": [
            {
                "if": {"required": ["boxes"]},
                "then": {"properties": {"decks": {"const": "all"}}},
            },
            {
                "if": {"properties": {"matchups": {"type": "string"}}},
                "then": {
                    "properties": {"strategies": {"minItems": 1}},
                    "required": ["strategies"],
                },
                "else": {"not": {"required": ["strategies"]}},
            },
        ],
    }
    return {
        "schema": {"type": "integer", "const": 1},
        "name": {"type": "string", "minLength": 1, "maxLength": MAX_NAME, "pattern": _LINE},
        "description": {"type": "string"},
        "grid": grid,
        "run": ref("run"),
        "targets": {"type": "array", "items": ref("target")},
        "factions": ref("factions"),
        "variants": ref("variants"),
        "switches": ref("switches"),
        "parameters": ref("parameters"),
    }


def _run() -> dict[str, Schema]:
    run = {
        "deals": whole(1, MAX_DEALS),
        "mirror": {"enum": list(MIRRORS)},
        "seed": whole(0, MAX_SEED),
        "ablation": {"type": "boolean"},
        "precision": ref("precision"),
    }
    precision = {
        "metric": ref("metric"),
        "half_width": _ABOVE_ZERO,
        "max_deals": whole(MIN_MAX_DEALS, MAX_DEALS),
    }
    return {
        "run": {**_table(RunTable, run), "not": {"required": ["deals", "precision"]}},
        "precision": _table(PrecisionSpec, precision),
    }


def _definitions() -> dict[str, Schema]:
    grid = _table(
        Grid,
        {
            "decks": list_or_all(ref("deck")),
            "boxes": list_of({"enum": list(BOXES)}),
            "settings": list_or_all(ref("setting")),
            "buildings": list_or_all(ref("building")),
            "matchups": {"anyOf": [{"enum": ["round_robin", "ladder"]}, list_of(ref("pair"))]},
            "strategies": {"type": "array", "items": ref("player"), "uniqueItems": True},
            "allow_what_if": {"type": "boolean"},
        },
    )
    del grid["required"]  # a variant says only what it changes
    factions = {
        "type": "array",
        "items": ref("faction_name"),
        "minItems": MIN_FACTIONS,
        "maxItems": MAX_FACTIONS,
        "uniqueItems": True,
    }
    pair = {"type": "array", "items": ref("player"), "minItems": 2, "maxItems": 2}
    return {
        "grid": grid,
        "deck": {"anyOf": [{"enum": list(NAMED_DECKS)}, factions]},
        "setting": {"enum": [NONE, *SETTINGS]},
        "building": {"enum": [NONE, *BUILDINGS]},
        "pair": pair,
        "player": _player(),
        **_run(),
        "metric": {"enum": list(TARGET_METRICS)},
        **_target(),
        "factions": factions_table(ref("invented_faction")),
        **faction_definitions(),
        "switches": closed({name: switch(one) for name, one in SWITCHES.items()}),
        "parameters": _parameters(),
        "variants": {
            "type": "object",
            "propertyNames": {"pattern": _VARIANT},
            "additionalProperties": ref("change"),
        },
        "change": _change(),
    }


def _player() -> Schema:
    """Return what a player is: a strategy's name, or a table with weights that it knows."""
    tables = []
    for name, entry in registry.known().items():
        weights = {
            "type": "object",
            "properties": {
                weight: {"type": "number", "default": number}
                for weight, number in dict(entry.weights).items()
            },
            "additionalProperties": False,
        }
        strategy: Schema = {"const": name}
        table = _table(PlayerSpec, {"strategy": strategy, "weights": weights})
        for key in table["properties"].values():
            del key["examples"]  # they are of one strategy
        tables.append(table)
    return {"anyOf": [{"enum": list(registry.known())}, *tables]}


def _target() -> dict[str, Schema]:
    where = {
        "deck": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        "setting": ref("setting"),
        "building": ref("building"),
        "strategy_a": {"type": "string"},
        "strategy_b": {"type": "string"},
    }
    target = {
        "metric": ref("metric"),
        "value": {"type": "number", "minimum": 0},
        "tolerance": _ABOVE_ZERO,
        "matchups": list_of(ref("pair")),
        "where": ref("where"),
    }
    share = {"properties": {"value": {"maximum": 1}}}
    votes = {"properties": {"metric": {"const": IN_VOTES}}}
    return {
        "target": {**_table(TargetSpec, target), "if": votes, "else": share},
        "where": _table(WhereSpec, where),
    }


def _parameters() -> Schema:
    """Return the table of numbers: ``octipi.threshold``, a table in it or a quoted key."""
    groups: dict[str, dict[str, Schema]] = {}
    for name, one in PARAMETERS.items():
        group, key = name.split(".")
        groups.setdefault(group, {})[key] = parameter(one)
    nested = {group: closed(inside) for group, inside in groups.items()}
    return closed({**nested, **{name: parameter(one) for name, one in PARAMETERS.items()}})


def _change() -> Schema:
    """Return what a variant may say."""
    tables = {
        "grid": ref("grid"),
        # A faction of the file is changed as a published one is.
        "factions": factions_table(ref("faction")),
        "switches": ref("switches"),
        "parameters": ref("parameters"),
    }
    return {**closed({name: tables[name] for name in CHANGEABLE}), "minProperties": 1}
