"""What a grid says of each of its axes, even where something else in it is wrong.

Targets and variants are held against the grid. An entry that is wrong may mean one that is right:
``"swmp"`` may mean ``"swamp"``, but not ``"plateau"``. What no entry has or may mean is not there.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from claimsim import registry
from claimsim.errors import InputError
from claimsim.rules.catalogue import BOXES, FACTIONS, NAMED_DECKS, Faction
from claimsim.rules.deck import Deck, check_deck
from claimsim.rules.locations import BUILDINGS, NONE, SETTINGS
from claimsim.scenario.axes import decks_of, matchups_of, pair_of, player_of
from claimsim.scenario.cells import Player
from claimsim.scenario.factions import factions_of
from claimsim.scenario.grid_schema import Grid, Pair, PlayerField
from claimsim.scenario.players import pair_problems, player_problems

Matchup = tuple[Player, Player]

_T = TypeVar("_T")

_PAIR = TypeAdapter(Pair)
_PLAYER = TypeAdapter(PlayerField)


@dataclass(frozen=True)
class Axis(Generic[_T]):
    """What is understood of an axis.

    Parameters
    ----------
    values
        The entries that are right, each once.
    wrong
        The others, as TOML gave them.
    size
        How many entries it has; None where entries are wrong or stand twice.
    """

    values: Sequence[_T]
    wrong: Sequence[Any] = ()
    size: int | None = None


@dataclass(frozen=True)
class Axes:
    """The axes of a grid; None for one of which nothing is understood."""

    decks: Axis[Deck] | None
    settings: Axis[str] | None
    buildings: Axis[str] | None
    matchups: Axis[Matchup] | None


def axes(raw: Mapping[str, Any]) -> Axes:
    """Return what a file's grid says; `raw` is the file as TOML gave it."""
    grid = raw.get("grid")
    grid = grid if isinstance(grid, Mapping) else None
    if grid is None:
        return Axes(None, None, None, None)
    return Axes(
        decks=_decks(grid, factions_of(raw.get("factions"))),
        settings=_places(grid.get("settings", [NONE]), (NONE, *SETTINGS)),
        buildings=_places(grid.get("buildings", [NONE]), (NONE, *BUILDINGS)),
        matchups=_matchups(grid.get("matchups"), grid.get("strategies")),
    )


def sizes(raw: Mapping[str, Any]) -> dict[str, int]:
    """Return how many values each axis of a file's grid has, of those in which nothing is wrong."""
    found = vars(axes(raw))
    return {name: axis.size for name, axis in found.items() if axis and axis.size is not None}


def may_mean(wrong: Any, name: str, known: Sequence[str]) -> bool:
    """Say whether a wrong word may mean a known one: it is near, or near to none of them."""
    near = difflib.get_close_matches(wrong, known, 3) if isinstance(wrong, str) else []
    return not near or name in near


def may_mean_deck(wrong: Any, names: Sequence[str]) -> bool:
    """Say whether a wrong deck may mean one of some factions: it has no other published ones."""
    if isinstance(wrong, str):
        labels = [label for label, of in NAMED_DECKS.items() if sorted(of) == sorted(names)]
        near = difflib.get_close_matches(wrong, NAMED_DECKS, 3)
        return not near or any(label in near for label in labels)
    listed = wrong if isinstance(wrong, list) else []
    return all(name in names for name in listed if isinstance(name, str) and name in FACTIONS)


def may_mean_player(wrong: Any, label: str) -> bool:
    """Say whether an entry of a wrong matchup may mean a player: it is that one, or wrong too."""
    player = player_at(wrong)
    if player is not None:
        return player.label == label
    name = wrong.get("strategy") if isinstance(wrong, Mapping) else wrong
    known = list(registry.known())
    strategy = label.partition("(")[0]
    return name == strategy if name in known else may_mean(name, strategy, known)


def player_at(said: Any) -> Player | None:
    """Return the player that an entry names, or None for one with a mistake."""
    try:
        spec = _PLAYER.validate_python(said)
    except ValidationError:
        return None
    return None if any(player_problems([said])) else player_of(spec)


def matchup_at(said: Any) -> Matchup | None:
    """Return the matchup that an entry names, or None for one with a mistake."""
    try:
        pair = _PAIR.validate_python(said)
    except ValidationError:
        return None
    return None if any(pair_problems((), [said])) else pair_of(pair)


def _axis(entries: Sequence[tuple[Any, _T | None]]) -> Axis[_T]:
    """Return the axis of entries, each with what it is understood as."""
    values = list(dict.fromkeys(value for _, value in entries if value is not None))
    wrong = [said for said, value in entries if value is None]
    return Axis(values, wrong, len(entries) if len(values) == len(entries) else None)


def _places(said: Any, known: Sequence[str]) -> Axis[str] | None:
    if said == "all":
        return Axis(known, (), len(known))
    if not isinstance(said, list) or not said:
        return None
    return _axis([(one, one if isinstance(one, str) and one in known else None) for one in said])


def _decks(grid: Mapping[str, Any], factions: Mapping[str, Faction]) -> Axis[Deck] | None:
    said, allowed = grid.get("decks"), grid.get("allow_what_if", False)
    if not isinstance(allowed, bool):
        return None
    if said == "all":
        boxes = grid.get("boxes", list(BOXES))
        if not isinstance(boxes, list) or not all(box in BOXES for box in map(str, boxes)):
            return None
        try:
            asked = Grid.model_construct(decks="all", boxes=boxes, allow_what_if=allowed)
            decks = decks_of(asked, factions)
        except (InputError, KeyError):  # a faction that is not understood
            return None
        return Axis(decks, (), len(decks)) if decks else None
    if not isinstance(said, list) or not said:
        return None
    entries = [(one, _deck(one, factions, allow_what_if=allowed)) for one in said]
    found = _axis(entries)
    alike = len({frozenset(deck.names) for deck in found.values}) < len(found.values)
    return Axis(found.values, found.wrong, None if alike else found.size)


def _deck(said: Any, factions: Mapping[str, Faction], *, allow_what_if: bool) -> Deck | None:
    names = NAMED_DECKS.get(said) if isinstance(said, str) else said
    if not isinstance(names, list | tuple):
        return None
    if not all(isinstance(name, str) and name in factions for name in names):
        return None
    try:
        return check_deck([factions[name] for name in names], allow_what_if=allow_what_if)
    except InputError:
        return None


def _matchups(said: Any, strategies: Any) -> Axis[Matchup] | None:
    if isinstance(said, list) and said:
        return _axis([(one, matchup_at(one)) for one in said])
    if said not in ("round_robin", "ladder") or not isinstance(strategies, list):
        return None
    players = _axis([(one, player_at(one)) for one in strategies])
    if players.wrong or not players.values:
        return None  # whom they meet is not known
    specs = [_PLAYER.validate_python(one) for one in strategies]
    if players.size is None:
        labels = {player_of(spec).label: spec for spec in specs}
        specs = list(labels.values())
    pairs = matchups_of(Grid.model_construct(matchups=said, strategies=specs))
    return Axis(pairs, (), None if players.size is None else len(pairs))
