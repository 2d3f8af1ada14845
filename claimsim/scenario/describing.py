"""The page ``docs/scenario.md``: what the JSON Schema of scenario files says, as Markdown.

``make docs`` writes it anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from claimsim.scenario.grid_schema import Grid
from claimsim.scenario.json_schema import schema
from claimsim.scenario.schema import RunTable, ScenarioFile
from claimsim.scenario.schema_parts import Schema
from claimsim.scenario.target_schema import PrecisionSpec, TargetSpec, WhereSpec
from claimsim.scenario.text import plain

_HEAD = """# Scenario files

Written from the models (`claimsim/scenario/schema.py` and beside it) by `make docs`. A scenario is
a TOML file that asks one question. `claimsim new scenario NAME` writes one to begin with,
`claimsim check FILE` reports every mistake in a file with its line, and `claimsim check FILE
--resolved` prints it with every default filled in. Unknown keys are refused.

An editor that knows TOML completes and checks scenario files by
[scenario.schema.json](scenario.schema.json); `claimsim check --schema` prints it. Many editors take
a first line `#:schema scenario.schema.json` in the file. What depends on several places of a file,
such as whether a deck is legal, `claimsim check` alone can say.
"""

#: Words for what the definitions of the schema describe.
_WORDS = {
    "grid": "a [table](#table-grid)",
    "run": "a [table](#table-run)",
    "precision": "a [table](#table-runprecision)",
    "where": "a [table](#table-where-of-a-target)",
    "factions": "[tables](#table-factionsname)",
    "variants": "[tables](#table-variantsname)",
    "target": "[tables](#table-targets)",
    "switches": "a [table](#table-switches)",
    "parameters": "a [table](#table-parameters)",
    "deck": "[decks](#decks-and-players)",
    "pair": "[pairs of players](#decks-and-players)",
    "player": "[players](#decks-and-players)",
    "power": "[powers](#powers-and-their-arguments)",
    "printed": (
        'a text of numbers and ranges from 0 to 15 (`"0-9"`, `"0,0,1-5"`), or a list of '
        "1 to 64 integers from 0 to 15"
    ),
    "faction_names": "a faction's name, or a list of such names",
}


def page() -> str:
    """Return the page."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    whole = schema()
    defs = whole["$defs"]
    grid = {**defs["grid"], "required": whole["properties"]["grid"]["required"]}
    yield _HEAD
    yield "## The file\n"
    yield from _fields(whole, defs, ScenarioFile)
    yield "## Table `[grid]`\n"
    yield from _fields(grid, defs, Grid)
    yield from _decks_and_players(defs)
    yield "## Table `[run]`\n"
    yield from _fields(defs["run"], defs, RunTable)
    yield "## Table `run.precision`\n"
    yield from _fields(defs["precision"], defs, PrecisionSpec)
    yield "## Table `[[targets]]`\n"
    yield from _fields(defs["target"], defs, TargetSpec)
    yield "## Table `where` of a target\n"
    yield from _fields(defs["where"], defs, WhereSpec)
    yield "## Table `[factions.NAME]`\n"
    yield (
        "The name has lower case letters, digits and underscores, and begins with a letter. A deck "
        "with a changed or invented faction needs `allow_what_if = true`.\n"
    )
    yield from _fields(defs["faction"], defs)
    yield from _powers(defs)
    yield "## Table `[switches]`\n"
    yield from _rows(defs["switches"]["properties"], defs)
    yield "## Table `[parameters]`\n"
    yield (
        '`octipi.threshold = 9`, `octipi = { threshold = 9 }` and `"octipi.threshold" = 9` say '
        "the same.\n"
    )
    numbers = defs["parameters"]["properties"]
    yield from _rows({name: one for name, one in numbers.items() if "." in name}, defs)
    yield "## Table `[variants.NAME]`\n"
    yield from _variants(defs)


def _fields(
    table: Schema, defs: Mapping[str, Schema], model: type[BaseModel] | None = None
) -> Iterator[str]:
    """Yield an entry for each key of a table, with the model's examples where it has one."""
    written = {} if model is None else examples(model)
    for key, field in table["properties"].items():
        yield f"### `{key}`\n"
        yield f"{field['description']}\n"
        yield f"* allowed: {_allowed(field, defs)}"
        needed = key in table.get("required", ())
        default = f"`{plain(field['default'])}`" if "default" in field else "left out"
        yield f"* {'needed' if needed else f'default: {default}'}\n"
        example = written.get(key) or f"{key} = {plain(field['examples'][0])}"
        yield f"```toml\n{example}\n```\n"


def examples(model: type[BaseModel]) -> dict[str, str]:
    """Return the example of each key of a table, as TOML."""
    fields = {field.alias or name: field for name, field in model.model_fields.items()}
    return {key: (field.examples or [""])[0] for key, field in fields.items()}


def _decks_and_players(defs: Mapping[str, Schema]) -> Iterator[str]:
    named, listed = defs["deck"]["anyOf"]
    yield "### Decks and players\n"
    yield (
        f"A deck is {_allowed(named, defs)}, or a list of {listed['minItems']} to "
        f"{listed['maxItems']} factions, each once: the published ones (`claimsim list factions`) "
        "and those of the file. Without `allow_what_if` it must be legal: a pair and three "
        "singles, or a special and four singles (`claimsim list decks`).\n"
    )
    names, *tables = defs["player"]["anyOf"]
    yield (
        f"A player is a strategy: {_allowed(names, defs)}. With weights of his own he is a table, "
        'as in `{ strategy = "planner", weights = { wild = 2.0 } }`.\n'
    )
    yield "| strategy | weights and their defaults |\n|---|---|"
    for table in tables:
        weights = table["properties"]["weights"]["properties"]
        told = ", ".join(f"`{name} = {one['default']}`" for name, one in weights.items())
        yield f"| `{table['properties']['strategy']['const']}` | {told or 'none'} |"
    yield ""


def _powers(defs: Mapping[str, Schema]) -> Iterator[str]:
    yield "## Powers and their arguments\n"
    yield (
        "A power is a table with its name and arguments, as in "
        '`{ power = "beaten_from", threshold = 10 }`. Arguments that are left out have their '
        "defaults; where a parameter or switch sets one, it counts for every holder of the power, "
        "and an argument wins for its own faction. Where a deck of the grid has a published "
        "faction with such an argument, the parameter or switch would be hidden: to set both is "
        "refused, in a file, in a variant and on the command line.\n"
    )
    for one in defs["power"]["oneOf"]:
        yield f"### `{one['title']}`\n"
        yield f"{one['description']}\n"
        arguments = {name: kind for name, kind in one["properties"].items() if name != "power"}
        if arguments:
            yield from _rows(arguments, defs)


def _rows(entries: Mapping[str, Schema], defs: Mapping[str, Schema]) -> Iterator[str]:
    """Yield a table of what keys may be, each with an example: a value beside the default."""
    yield "| key | allowed | default | what it does | example |\n|---|---|---|---|---|"
    for key, one in entries.items():
        default = one["default"]
        example = plain(_other(one))
        yield (
            f"| `{key}` | {_allowed(one, defs)} | `{plain(default)}` | {one['description']} "
            f"| `{key} = {example}` |"
        )
    yield ""


def _other(one: Schema) -> Any:
    """Return a value that is allowed and no default."""
    default = one["default"]
    if "examples" in one:
        return one["examples"][0]
    if "enum" in one:
        return next(value for value in one["enum"] if value != default)
    return default + 1


def _variants(defs: Mapping[str, Schema]) -> Iterator[str]:
    names = ", ".join(f"`{name}`" for name in defs["change"]["properties"])
    yield (
        f"A variant has any of the tables {names}, in which only what changes is said. It is laid "
        "over the scenario's tables key by key: a list takes the place of the list that was there. "
        "The grid must keep its size along each axis, since cells are compared one by one. The "
        "name has lower case letters, digits, `_` and `-`.\n"
    )
    yield (
        "```toml\n[variants.full_knights]\ngrid.allow_what_if = true\n"
        'factions.knights.printed = "0-9"\n```\n'
    )


def _allowed(kind: Schema, defs: Mapping[str, Schema]) -> str:
    """Return in words what a schema allows."""
    if "$ref" in kind:
        name = kind["$ref"].rpartition("/")[2]
        return _WORDS.get(name) or _allowed(defs[name], defs)
    if "anyOf" in kind:
        return ", or ".join(_allowed(one, defs) for one in kind["anyOf"])
    if "enum" in kind:
        return ", ".join(f"`{plain(value)}`" for value in kind["enum"])
    if "const" in kind:
        return f"`{plain(kind['const'])}`"
    return _of_type(kind, defs)


def _of_type(kind: Schema, defs: Mapping[str, Schema]) -> str:
    match kind["type"]:
        case "array" if kind["items"].get("type") == "string":
            return "a list of texts"
        case "array":
            return f"a list of {_allowed(kind['items'], defs)}"
        case "string":
            longest = kind.get("maxLength")
            return f"one line of 1 to {longest} characters" if longest else "a text"
        case "boolean":
            return "`true`, `false`"
        case "integer" | "number":
            what = "an integer" if kind["type"] == "integer" else "a number"
            return what + _range(kind)
    raise ValueError(f"no words for {kind}")


def _range(kind: Schema) -> str:
    if "exclusiveMinimum" in kind:
        return f" above {kind['exclusiveMinimum']}"
    if "maximum" in kind:
        return f" from {kind['minimum']:,} to {kind['maximum']:,}"
    return f" of at least {kind['minimum']}" if "minimum" in kind else ""


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201  # what it is for
