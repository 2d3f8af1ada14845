"""Writing a scenario as TOML, with every default filled in."""

from __future__ import annotations

import json

from claimsim.rules.catalogue import NAMED_DECKS
from claimsim.rules.deck import Deck
from claimsim.rules.switches import SWITCHES
from claimsim.scenario.model import Player, Scenario


def quote(text: str) -> str:
    """Return a TOML basic string: JSON's, but for the one character that JSON lets through."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def to_toml(scenario: Scenario) -> str:
    """Return the scenario as TOML; read again, it is the same scenario."""
    decks = [f"    {_deck(deck)}," for deck in scenario.decks]
    matchups = [f"    [{_player(a)}, {_player(b)}]," for a, b in scenario.matchups]
    settings = list(dict.fromkeys(cell.setting for cell in scenario.cells))
    buildings = list(dict.fromkeys(cell.building for cell in scenario.cells))
    switches = {name: scenario.switches.get(name, s.default) for name, s in SWITCHES.items()}
    lines = [
        "schema = 1",
        f"name = {quote(scenario.name)}",
        f"description = {quote(scenario.description)}",
        "",
        "[grid]",
        "decks = [",
        *decks,
        "]",
        f"settings = {json.dumps(settings)}",
        f"buildings = {json.dumps(buildings)}",
        "matchups = [",
        *matchups,
        "]",
        f"allow_what_if = {str(scenario.allow_what_if).lower()}",
        "",
        "[run]",
        f"deals = {scenario.deals}",
        f"mirror = {quote(scenario.mirror)}",
        f"seed = {scenario.seed}",
        "ablation = false",
        "",
        "[switches]",
        *(f"{name} = {quote(value)}" for name, value in switches.items()),
    ]
    return "\n".join(lines) + "\n"


def _deck(deck: Deck) -> str:
    return quote(deck.label) if deck.label in NAMED_DECKS else json.dumps(list(deck.names))


def _player(player: Player) -> str:
    if not player.weights:
        return quote(player.strategy)
    weights = ", ".join(f"{name} = {float(number)!r}" for name, number in player.weights)
    return f"{{ strategy = {quote(player.strategy)}, weights = {{ {weights} }} }}"
