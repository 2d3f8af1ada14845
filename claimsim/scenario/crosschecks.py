"""What no single field of a scenario file can know.

Runs over the file as TOML gave it, so that its findings stand beside those of the schema;
values that are wrong in themselves are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from claimsim.errors import InputError
from claimsim.rules.catalogue import BOXES, FACTIONS, NAMED_DECKS, Faction
from claimsim.rules.deck import check_deck, legal_decks
from claimsim.scenario.factions import factions_of, table_problems
from claimsim.scenario.locate import Path
from claimsim.scenario.numbers import parameter_problems
from claimsim.scenario.players import Problems, pair_problems, player_problems
from claimsim.scenario.schema import switch_problem
from claimsim.scenario.shadowing import shadow_problems
from claimsim.scenario.target_checks import target_problems
from claimsim.wording import refusal


def cross_checks(raw: dict[str, Any]) -> Problems:
    """Yield the place of each mistake and a sentence about it.

    Parameters
    ----------
    raw
        The file as TOML gave it.
    """
    table = raw.get("factions")
    yield from table_problems(table)
    grid = raw.get("grid")
    if isinstance(grid, dict):
        yield from _grid(grid, factions_of(table))
    yield from target_problems(raw)
    run = raw.get("run")
    if isinstance(run, dict) and "deals" in run and "precision" in run:
        yield (
            ("run", "deals"),
            "cannot stand beside precision, which plays at most its max_deals; leave one out",
        )
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
    yield from shadow_problems(raw)


def _grid(grid: dict[str, Any], factions: Mapping[str, Faction]) -> Problems:
    yield from _decks(grid, factions)
    yield from _boxes(grid)
    for axis in ("settings", "buildings"):
        yield from _once(("grid", axis), grid.get(axis))
    yield from _matchups(grid)


def _decks(grid: dict[str, Any], factions: Mapping[str, Faction]) -> Problems:
    decks = grid.get("decks")
    allowed = grid.get("allow_what_if") is True
    changed = [name for name, published in FACTIONS.items() if factions.get(name) != published]
    if decks == "all" and changed and not allowed:
        what = f"are legal decks, which have no changed factions ({', '.join(changed)})"
        yield ("grid", "decks"), f"{what}: set allow_what_if = true"
    seen: dict[frozenset[str], int] = {}
    for index, deck in enumerate(decks if isinstance(decks, list) else []):
        names = NAMED_DECKS.get(deck) if isinstance(deck, str) else deck
        if not isinstance(names, list | tuple):
            continue
        if not all(isinstance(name, str) for name in names):
            continue
        place: Path = ("grid", "decks", index)
        for what in _deck(names, factions, allow_what_if=allowed):
            yield place, what
        first = seen.setdefault(frozenset(names), index)
        if first < index:
            yield place, f"is the same deck as decks[{first}]; name each deck once"


def _deck(
    names: Sequence[str], factions: Mapping[str, Faction], *, allow_what_if: bool
) -> Iterator[str]:
    """Yield what is wrong with a deck, as far as its factions are known."""
    repeated = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    for name in repeated:
        yield f"faction {name!r} stands twice in the deck; name it once"
    if repeated or not all(name in factions for name in names):
        return
    other = [name for name in names if FACTIONS.get(name) != factions[name]]
    if other and not allow_what_if:
        yield (
            f"faction {other[0]!r} is not a published one: a changed or invented faction needs "
            "grid.allow_what_if = true (rules, 1)"
        )
    try:
        check_deck([factions[name] for name in names], allow_what_if=allow_what_if or bool(other))
    except InputError as error:
        yield str(error)


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
        yield from pair_problems(("grid", "matchups"), matchups)
        if "strategies" in grid:
            yield ("grid", "strategies"), "is for matchups = 'round_robin' or 'ladder' alone"
    elif isinstance(matchups, str) and (strategies is None or strategies == []):
        yield ("grid", "matchups"), f"{matchups!r} needs a list `strategies` in [grid]"
    yield from player_problems(strategies)
