"""Writing a scenario as TOML, with every default filled in."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from claimsim.rules.catalogue import BOXES, NAMED_DECKS, Faction
from claimsim.rules.deck import Deck, legal_decks
from claimsim.rules.parameters import PARAMETERS
from claimsim.rules.spec import faction_spec
from claimsim.rules.switches import SWITCHES, SwitchValue
from claimsim.scenario.locate import Path, dotted
from claimsim.scenario.model import Player, Scenario, Target

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def quote(text: str) -> str:
    """Return a TOML basic string: JSON's, but for the one character that JSON lets through."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def to_toml(scenario: Scenario) -> str:
    """Return the scenario as TOML; read again, it is the same scenario."""
    matchups = [f"    {_pair(pair)}," for pair in scenario.matchups]
    switches = {name: scenario.switches.get(name, s.default) for name, s in SWITCHES.items()}
    numbers = {name: scenario.parameters.get(name, p.default) for name, p in PARAMETERS.items()}
    hidden = _hidden(scenario)
    lines = [
        "schema = 1",
        f"name = {quote(scenario.name)}",
        f"description = {quote(scenario.description)}",
        "",
        "[grid]",
        *_decks(scenario.decks),
        f"settings = {json.dumps(scenario.settings)}",
        f"buildings = {json.dumps(scenario.buildings)}",
        "matchups = [",
        *matchups,
        "]",
        f"allow_what_if = {str(scenario.allow_what_if).lower()}",
        "",
        "[run]",
        _length(scenario),
        f"mirror = {quote(scenario.mirror)}",
        f"seed = {scenario.seed}",
        f"ablation = {str(scenario.ablation).lower()}",
        "",
        "[switches]",
        *(hidden.get(name, f"{name} = {_switch(value)}") for name, value in switches.items()),
        "",
        "[parameters]",
        *(hidden.get(name, f"{name} = {number!r}") for name, number in numbers.items()),
        *(line for faction in scenario.factions.values() for line in _faction(faction)),
        *(line for name, change in scenario.variants.items() for line in _variant(name, change)),
        *(line for target in scenario.targets for line in _target(target)),
    ]
    return "\n".join(lines) + "\n"


def _hidden(scenario: Scenario) -> dict[str, str]:
    """Return the lines of rulings and numbers that a power's argument hides: nobody may set them.

    A variant, too, would be refused if the scenario that it changes set what its argument hides.
    """
    from claimsim.scenario.changes import laid_over
    from claimsim.scenario.shadowing import hiding, tables

    raw = tables(scenario)
    found = {}
    for name, change in scenario.variants.items():
        place: Path = ("variants", name)
        found.update({of: (*place, *path) for of, path in hiding(laid_over(raw, change)).items()})
    found.update(hiding(raw))
    return {name: f"# {name}: {dotted(path)} says it" for name, path in found.items()}


def _decks(decks: Sequence[Deck]) -> list[str]:
    """Return the lines that name the decks; all decks of some boxes are not listed one by one."""
    used = {faction.box for deck in decks for faction in deck.factions}
    boxes = [box for box in BOXES if box in used]
    if len(decks) > 1 and list(decks) == legal_decks(boxes):
        return ['decks = "all"', f"boxes = {json.dumps(boxes)}"]
    return ["decks = [", *(f"    {_deck(deck)}," for deck in decks), "]"]


def _deck(deck: Deck) -> str:
    return quote(deck.label) if deck.label in NAMED_DECKS else json.dumps(list(deck.names))


def _switch(value: SwitchValue) -> str:
    return quote(value) if isinstance(value, str) else json.dumps(list(value))


def _length(scenario: Scenario) -> str:
    """Return the line that says how many deals are played."""
    wanted = scenario.precision
    if wanted is None:
        return f"deals = {scenario.deals}"
    parts = [f"metric = {quote(wanted.metric)}", f"half_width = {wanted.half_width!r}"]
    return f"precision = {{ {', '.join(parts)}, max_deals = {wanted.max_deals} }}"


def _faction(faction: Faction) -> list[str]:
    spec = faction_spec(faction)
    return ["", f"[factions.{faction.name}]", *(f"{key} = {plain(spec[key])}" for key in spec)]


def _variant(name: str, change: Mapping[str, Any]) -> list[str]:
    from claimsim.scenario.changes import written

    return ["", f"[variants.{bare_or_quoted(name)}]", *written(change)]


def plain(value: Any) -> str:
    """Return a value that TOML knows, as a file writes it on one line."""
    if isinstance(value, Mapping):
        pairs = (f"{bare_or_quoted(name)} = {plain(one)}" for name, one in value.items())
        return "{ " + ", ".join(pairs) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(plain, value))}]"
    if isinstance(value, str):
        return quote(value)
    return str(value).lower() if isinstance(value, bool) else repr(value)


def bare_or_quoted(name: str) -> str:
    """Return a key as TOML writes it."""
    return name if _BARE.fullmatch(name) else quote(name)


def _target(target: Target) -> list[str]:
    lines = [
        "",
        "[[targets]]",
        f"metric = {quote(target.metric)}",
        f"value = {target.value!r}",
        f"tolerance = {target.tolerance!r}",
    ]
    if target.matchups is not None:
        lines.append(f"matchups = [{', '.join(map(_pair, target.matchups))}]")
    where = ", ".join(f"{name} = {quote(value)}" for name, value in target.where.items())
    return [*lines, f"where = {{ {where} }}"] if where else lines


def _pair(pair: tuple[Player, Player]) -> str:
    return f"[{', '.join(map(_player, pair))}]"


def _player(player: Player) -> str:
    if not player.weights:
        return quote(player.strategy)
    weights = ", ".join(f"{name} = {float(number)!r}" for name, number in player.weights)
    return f"{{ strategy = {quote(player.strategy)}, weights = {{ {weights} }} }}"
