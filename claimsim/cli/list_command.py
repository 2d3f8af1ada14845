"""``claimsim list``: what there is."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from claimsim.cli import options

if TYPE_CHECKING:
    from claimsim.rules.deck import Deck
    from claimsim.rules.locations import Location

Rows = list[dict[str, Any]]


def _factions() -> Rows:
    from claimsim.rules.catalogue import FACTIONS
    from claimsim.rules.powers import POWER_NAMES

    return [
        {
            "name": faction.name,
            "summary": faction.summary,
            **_source(faction.box),
            "section": "1",
            "group": faction.group,
            "cards": ",".join(map(str, faction.printed)),
            "powers": [POWER_NAMES[type(power)] for power in faction.powers],
        }
        for faction in FACTIONS.values()
    ]


def _source(box: str) -> dict[str, str]:
    """Return the box of something, and where its rules were read."""
    from claimsim.rules.catalogue import RULEBOOKS

    return {"box": box, "rulebook": RULEBOOKS[box]}


def _settings() -> Rows:
    from claimsim.rules.locations import SETTINGS

    return _locations(SETTINGS, "setting")


def _buildings() -> Rows:
    from claimsim.rules.locations import BUILDINGS

    return _locations(BUILDINGS, "building")


def _locations(known: Mapping[str, Location], what: str) -> Rows:
    from claimsim.rules.locations import NONE

    none = {
        "name": NONE,
        "summary": f"No {what}: the plain game.",
        **_source("claim"),
        "section": "1",
    }
    return [none] + [
        {
            "name": one.name,
            "summary": one.summary,
            **_source(one.box),
            "section": one.section,
        }
        for one in known.values()
    ]


def _powers() -> Rows:
    from claimsim.rules.catalogue import FACTIONS
    from claimsim.rules.powers import POWER_SUMMARIES, POWERS

    return [
        {
            "name": name,
            "summary": text,
            **_source(holder.box),
            "section": "12",
            "holder": holder.name,
            "arguments": _arguments(name),
        }
        for name, text in POWER_SUMMARIES.items()
        for holder in FACTIONS.values()
        if any(isinstance(power, POWERS[name]) for power in holder.powers)
    ]


def _arguments(power: str) -> list[dict[str, Any]]:
    """Return the arguments of a power: name, default, and what sets the default (rules, 11)."""
    from claimsim.rules.parameters import PARAMETERS
    from claimsim.rules.powers import ARGUMENTS, POWERS
    from claimsim.rules.switches import SWITCHES

    rows = []
    for field in dataclasses.fields(POWERS[power]):
        source = ARGUMENTS.get((power, field.name))
        default = field.default
        if source is not None:
            default = (PARAMETERS.get(source) or SWITCHES[source]).default
        row = {"name": field.name, "default": _plain(default)}
        rows.append(row if source is None else row | {"set_by": source})
    return rows


def _plain(value: Any) -> Any:
    """Return a value as JSON and scenario files write it."""
    return list(value) if isinstance(value, tuple) else value


def _switches() -> Rows:
    from claimsim.rules.switches import SWITCHES

    return [
        {
            "name": switch.name,
            "summary": switch.summary,
            **_source(switch.box),
            "section": switch.section,
            "default": _plain(switch.default),
            "values": [_plain(value) for value in switch.values],
        }
        for switch in SWITCHES.values()
    ]


def _parameters() -> Rows:
    from claimsim.rules.parameters import MAX_NUMBER, PARAMETERS

    return [
        {
            "name": one.name,
            "summary": one.summary,
            **_source(one.box),
            "section": one.section,
            "default": one.default,
            "low": one.low,
            "high": MAX_NUMBER,
            "integer": one.whole,
        }
        for one in PARAMETERS.values()
    ]


def _strategies() -> Rows:
    from claimsim.registry import known
    from claimsim.rules.locations import BUILDINGS, SETTINGS
    from claimsim.rules.powers import POWERS
    from claimsim.view import DECISIONS

    return [
        {
            "name": entry.name,
            "version": entry.version,
            "stochastic": entry.stochastic,
            "memory": entry.memory,
            "prize": entry.prize,
            "locations": [name for name in (*SETTINGS, *BUILDINGS) if name in entry.locations],
            "powers": [name for name in POWERS if name in entry.powers],
            "decisions": [name for name in DECISIONS if name in entry.decisions],
            "weights": dict(entry.weights),
            "skills": {name: dict(off) for name, off in entry.skills.items()},
            "source": entry.source,
            "summary": entry.summary,
        }
        for entry in known().values()
    ]


def _scenarios() -> Rows:
    from claimsim.scenario import load_scenario
    from claimsim.scenario.loading import shipped_scenarios

    loaded = ((name, load_scenario(name)) for name in shipped_scenarios())
    return [
        {"name": name, "cells": len(one.cells), "deals": one.deals, "summary": one.description}
        for name, one in loaded
    ]


def _decks() -> Rows:
    from claimsim.rules.deck import legal_decks

    return [
        {
            "name": deck.label,
            "summary": ", ".join(deck.names),
            "boxes": _boxes(deck),
            "section": "1",
            "cards": deck.size,
            "side_cards": deck.side_size,
            "factions": list(deck.names),
        }
        for deck in legal_decks()
    ]


def _boxes(deck: Deck) -> list[str]:
    """Return the boxes that a deck needs, in the catalogue's order."""
    from claimsim.rules.catalogue import BOXES

    used = {faction.box for faction in deck.factions}
    return [box for box in BOXES if box in used]


def _metrics() -> Rows:
    from claimsim.statistics.metrics import METRICS

    return [
        {
            "name": metric.name,
            "table": metric.table,
            "unit": metric.unit,
            "range": metric.range,
            "formula": metric.formula,
            "summary": metric.summary,
        }
        for metric in METRICS.values()
    ]


KINDS: dict[str, Callable[[], Rows]] = {
    "factions": _factions,
    "settings": _settings,
    "buildings": _buildings,
    "switches": _switches,
    "parameters": _parameters,
    "powers": _powers,
    "strategies": _strategies,
    "scenarios": _scenarios,
    "decks": _decks,
    "metrics": _metrics,
}


@click.command(name="list")
@click.argument("what", metavar="WHAT", type=click.Choice(list(KINDS)))
@click.option("--json", "as_json", is_flag=True, help="A JSON list of objects.")
@options.strategies
def command(what: str, *, as_json: bool) -> None:
    """List WHAT there is, one line each."""
    from claimsim.cli.terminal import print_items

    rows = KINDS[what]()
    if as_json:
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    print_items([(row["name"], _text(row), _tag(what, row)) for row in rows])
    for line in _rulebooks(rows):
        click.echo(line, err=True)


def _text(row: dict[str, Any]) -> str:
    """Return the summary, of a deck without a name of its own nothing; of a metric its formula."""
    if "formula" in row:
        return f"{row['summary']} Formula: {row['formula']}. Range: {row['range']}."
    unnamed = row["name"] == "+".join(row.get("factions", []))
    return "" if unnamed else str(row["summary"])


def _tag(what: str, row: dict[str, Any]) -> str:
    """Return what a line of text says after the summary."""
    words = []
    if what == "switches":
        words.append(" or ".join(map(_word, row["values"])))
    elif what == "parameters":
        words.append(f"{row['default']}")
    elif what == "powers":
        words.append(row["holder"])
    elif what == "metrics":
        words += [f"table {row['table']}", row["unit"]]
    elif what == "strategies":
        words += _class(row)
    if "box" in row:
        words.append(row["box"])
    if what == "decks":
        words.append(", ".join(row["boxes"]))
    return f"[{'; '.join(words)}]" if words else ""


def _class(row: dict[str, Any]) -> list[str]:
    """Return what a strategy reads, in words; what it does not read is left out."""
    words = [name for name in ("stochastic", "memory", "prize") if row[name]]
    for one, many in (("location", "locations"), ("power", "powers")):
        count = len(row[many])
        if count:
            words.append(f"{count} {one if count == 1 else many}")
    return words


def _word(value: Any) -> str:
    """Return a switch's value as a line of text has it."""
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)


def _rulebooks(rows: Rows) -> list[str]:
    """Return what the boxes named in the tags are: where their rules were read."""
    from claimsim.rules.catalogue import RULEBOOKS

    named = {row.get("box") for row in rows} | {box for row in rows for box in row.get("boxes", ())}
    return [f"{box:<9} {book}" for box, book in RULEBOOKS.items() if box in named]
