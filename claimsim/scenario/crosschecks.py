"""What no single field of a scenario file can know.

Runs over the file as TOML gave it, so that its findings stand beside those of the schema;
values that are wrong in themselves are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from claimsim import registry
from claimsim.errors import InputError
from claimsim.rules.catalogue import BOXES, FACTIONS, NAMED_DECKS
from claimsim.rules.deck import legal_decks, make_deck
from claimsim.scenario.locate import Path
from claimsim.scenario.numbers import parameter_problems
from claimsim.scenario.schema import switch_problem
from claimsim.wording import name_refusal, refusal

Problems = Iterator[tuple[Path, str]]


def cross_checks(raw: dict[str, Any]) -> Problems:
    """Yield the place of each mistake and a sentence about it.

    Parameters
    ----------
    raw
        The file as TOML gave it.
    """
    grid = raw.get("grid")
    if isinstance(grid, dict):
        yield from _decks(grid)
        yield from _boxes(grid)
        for axis in ("settings", "buildings"):
            yield from _once(("grid", axis), grid.get(axis))
        yield from _matchups(grid)
    switches = raw.get("switches")
    if isinstance(switches, dict):
        for name, value in switches.items():
            what = switch_problem(name, value)
            if what:
                yield ("switches", name), what
    parameters = raw.get("parameters")
    if isinstance(parameters, dict):
        for place, what in parameter_problems(parameters):
            yield ("parameters", *place), what


def _decks(grid: dict[str, Any]) -> Problems:
    decks = grid.get("decks")
    seen: dict[frozenset[str], int] = {}
    for index, deck in enumerate(decks if isinstance(decks, list) else []):
        names = NAMED_DECKS.get(deck) if isinstance(deck, str) else deck
        if not isinstance(names, list | tuple):
            continue
        if not all(isinstance(name, str) and name in FACTIONS for name in names):
            continue
        place: Path = ("grid", "decks", index)
        try:
            make_deck(list(names), allow_what_if=grid.get("allow_what_if") is True)
        except InputError as error:
            yield place, str(error)
        first = seen.setdefault(frozenset(names), index)
        if first < index:
            yield place, f"is the same deck as decks[{first}]; name each deck once"


def _boxes(grid: dict[str, Any]) -> Problems:
    boxes = grid.get("boxes")
    if not isinstance(boxes, list) or not boxes:
        return
    yield from _once(("grid", "boxes"), boxes)
    if grid.get("decks") != "all":
        yield ("grid", "boxes"), "is for decks = 'all' alone"
    elif all(box in BOXES for box in boxes if isinstance(box, str)) and not legal_decks(boxes):
        yield ("grid", "boxes"), refusal(boxes, "boxes whose factions make a legal deck")


def _once(place: Path, names: Any) -> Problems:
    """Check that a list names nothing twice."""
    seen: dict[str, int] = {}
    for index, name in enumerate(names if isinstance(names, list) else []):
        if isinstance(name, str) and seen.setdefault(name, index) < index:
            yield (*place, index), f"{name!r} is {place[-1]}[{seen[name]}] already; name it once"


def _matchups(grid: dict[str, Any]) -> Problems:
    matchups, strategies = grid.get("matchups"), grid.get("strategies")
    if isinstance(matchups, list):
        yield from _pairs(matchups)
        if "strategies" in grid:
            yield ("grid", "strategies"), "is for matchups = 'round_robin' or 'ladder' alone"
    elif isinstance(matchups, str) and (strategies is None or strategies == []):
        yield ("grid", "matchups"), f"{matchups!r} needs a list `strategies` in [grid]"
    yield from _players(strategies)


def _pairs(pairs: list[Any]) -> Problems:
    seen: dict[Any, int] = {}
    for index, pair in enumerate(pairs):
        players = pair if isinstance(pair, list) else []
        for place, player in enumerate(players):
            yield from _weights(("grid", "matchups", index, place), player)
        keys = [_key(player) for player in players]
        if len(keys) != 2 or None in keys:
            continue
        first = seen.setdefault(tuple(keys), index)
        if first < index:
            yield (
                ("grid", "matchups", index),
                f"is the same pair as matchups[{first}]; name each pair once",
            )


def _players(players: Any) -> Problems:
    seen: dict[Any, int] = {}
    for index, player in enumerate(players if isinstance(players, list) else []):
        place: Path = ("grid", "strategies", index)
        yield from _weights(place, player)
        key = _key(player)
        if key is not None and seen.setdefault(key, index) < index:
            yield place, f"is the same player as strategies[{seen[key]}]; name each player once"


def _key(player: Any) -> tuple[str, frozenset[tuple[str, float]]] | None:
    """Return what makes two players the same, or None for what is no player."""
    if isinstance(player, str):
        return player, frozenset()
    if not isinstance(player, dict) or not isinstance(player.get("strategy"), str):
        return None
    weights = player.get("weights", {})
    if not isinstance(weights, dict):
        return None
    if not all(isinstance(number, int | float) for number in weights.values()):
        return None
    return player["strategy"], frozenset(weights.items())


def _weights(path: Path, player: Any) -> Problems:
    if not isinstance(player, dict) or not isinstance(player.get("weights"), dict):
        return
    name = player.get("strategy")
    strategy = registry.shipped().get(name) if isinstance(name, str) else None
    if strategy is None:
        return
    for weight in player["weights"]:
        if weight not in strategy.weights:
            refused = name_refusal(weight, strategy.weights)
            yield (*path, "weights", weight), f"{name!r} has no such weight; {refused}"
