"""``claimsim list``: what there is."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import click

Rows = list[dict[str, Any]]


def _factions() -> Rows:
    from claimsim.rules.catalogue import FACTIONS, RULEBOOKS
    from claimsim.rules.powers import POWER_NAMES

    return [
        {
            "name": faction.name,
            "cards": ",".join(map(str, faction.printed)),
            "powers": [POWER_NAMES[type(power)] for power in faction.powers],
            "box": faction.box,
            "rulebook": RULEBOOKS[faction.box],
            "summary": faction.summary,
        }
        for faction in FACTIONS.values()
    ]


def _powers() -> Rows:
    from claimsim.rules.powers import POWER_SUMMARIES

    return [{"name": name, "summary": text} for name, text in POWER_SUMMARIES.items()]


def _switches() -> Rows:
    from claimsim.rules.switches import SWITCHES

    return [
        {
            "name": switch.name,
            "values": list(switch.values),
            "default": switch.default,
            "section": switch.section,
            "summary": switch.summary,
        }
        for switch in SWITCHES.values()
    ]


def _strategies() -> Rows:
    from claimsim.registry import shipped

    return [
        {
            "name": entry.name,
            "version": entry.version,
            "stochastic": entry.stochastic,
            "weights": dict(entry.weights),
            "source": entry.source,
            "summary": entry.summary,
        }
        for entry in shipped().values()
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
            "cards": len(deck.cards),
            "factions": list(deck.names),
            "summary": ", ".join(deck.names),
        }
        for deck in legal_decks()
    ]


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


def _only_none() -> Rows:
    return [{"name": "none", "summary": "The plain game; this version knows no other."}]


def _nothing() -> Rows:
    return []


KINDS: dict[str, Callable[[], Rows]] = {
    "factions": _factions,
    "settings": _only_none,
    "buildings": _only_none,
    "switches": _switches,
    "parameters": _nothing,
    "powers": _powers,
    "strategies": _strategies,
    "scenarios": _scenarios,
    "decks": _decks,
    "metrics": _metrics,
}


@click.command(name="list")
@click.argument("what", type=click.Choice(list(KINDS)))
@click.option("--json", "as_json", is_flag=True, help="A JSON list of objects.")
def command(what: str, *, as_json: bool) -> None:
    """List WHAT there is, one line each."""
    from claimsim.cli.terminal import print_items

    rows = KINDS[what]()
    if as_json:
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    if not rows:
        click.echo(f"no {what} in this version", err=True)
        return
    print_items([(row["name"], row["summary"] + _more(what, row)) for row in rows])


def _more(what: str, row: dict[str, Any]) -> str:
    """Return what a line of text says after the summary."""
    if what == "switches":
        return f" [{', '.join(row['values'])}]"
    return f" [{row['box']}]" if what == "factions" else ""
