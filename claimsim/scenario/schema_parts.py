"""Pieces of the JSON Schema of scenario files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimsim.rules.parameters import MAX_NUMBER, Parameter
from claimsim.rules.switches import Switch

Schema = dict[str, Any]


def ref(name: str) -> Schema:
    """Return a reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}


def whole(low: int, high: int) -> Schema:
    """Return the schema of an integer from `low` to `high`."""
    return {"type": "integer", "minimum": low, "maximum": high}


def list_of(items: Schema) -> Schema:
    """Return the schema of a list that is not empty and names nothing twice."""
    return {"type": "array", "items": items, "minItems": 1, "uniqueItems": True}


def list_or_all(items: Schema) -> Schema:
    """Return the schema of a list, or of the word that stands for all of them."""
    return {"anyOf": [{"const": "all"}, list_of(items)]}


def closed(properties: Mapping[str, Schema]) -> Schema:
    """Return the schema of a table with no other keys than these."""
    return {"type": "object", "properties": dict(properties), "additionalProperties": False}


def parameter(one: Parameter) -> Schema:
    """Return the schema of the number of a power or location."""
    kind = whole(one.low, MAX_NUMBER)
    if not one.whole:
        kind["type"] = "number"
    return {"description": one.summary, **kind, "default": one.default}


def switch(one: Switch) -> Schema:
    """Return the schema of a ruling."""
    values = [plain(value) for value in one.values]
    return {"description": one.summary, "enum": values, "default": plain(one.default)}


def plain(value: Any) -> Any:
    """Return a value as JSON and TOML write it."""
    return list(value) if isinstance(value, tuple) else value
