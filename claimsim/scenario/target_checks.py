"""What a scenario's targets must fit: the ranges of their metrics, and the grid.

Runs over the file as TOML gave it. An axis of the grid that has mistakes of its own tells
nothing of what it holds, so that targets are held against the axes without any.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from claimsim.rules.catalogue import Faction
from claimsim.rules.deck import Deck
from claimsim.rules.locations import BUILDINGS, NONE, SETTINGS
from claimsim.rules.parameters import PARAMETERS
from claimsim.scenario.axes import decks_of, find_deck, matchups_of, pair_of
from claimsim.scenario.cells import Player
from claimsim.scenario.factions import factions_of
from claimsim.scenario.fields import finite
from claimsim.scenario.grid_schema import Grid, Pair
from claimsim.scenario.locate import Path
from claimsim.scenario.numbers import parameter_problems, parameters_of
from claimsim.scenario.players import Problems, pair_problems
from claimsim.scenario.targets import IN_VOTES, TARGET_METRICS
from claimsim.wording import name_refusal, nearest, refusal, shown

Matchup = tuple[Player, Player]

_PAIR = TypeAdapter(Pair)

#: Keys of ``[grid]`` that make up each axis.
_KEYS = {
    "decks": ("decks", "boxes", "allow_what_if"),
    "settings": ("settings",),
    "buildings": ("buildings",),
    "matchups": ("matchups", "strategies"),
}

#: Keys without a default, and what stands for them where another axis is looked at.
_ANY = {"decks": "all", "matchups": "ladder"}


@dataclass(frozen=True)
class _Axes:
    """The axes of a grid; None for one that is not understood."""

    decks: Sequence[Deck] | None
    settings: Sequence[str] | None
    buildings: Sequence[str] | None
    matchups: Sequence[Matchup] | None


def target_problems(raw: dict[str, Any], wrong: Collection[Any]) -> Problems:
    """Yield the place of each mistake that a target makes, and a sentence about it.

    Parameters
    ----------
    raw
        The file as TOML gave it.
    wrong
        Keys of ``[grid]`` in which mistakes were found.
    """
    targets = raw.get("targets")
    if not isinstance(targets, list) or not targets:
        return
    axes = _axes(raw.get("grid"), wrong, factions_of(raw.get("factions")))
    seen: dict[str, int] = {}
    for index, target in enumerate(targets):
        if not isinstance(target, dict):
            continue
        place: Path = ("targets", index)
        first = seen.setdefault(repr(sorted(target.items())), index)
        if first < index:
            yield place, f"is the same target as targets[{first}]; name each target once"
        where = target.get("where")
        where = where if isinstance(where, dict) else {}
        yield from _value(place, target, _most_votes(raw, axes, where))
        yield from _places(place, where, axes)
        yield from _players(place, target.get("matchups"), where, axes.matchups)


def _axes(grid: Any, wrong: Collection[Any], factions: Mapping[str, Faction]) -> _Axes:
    found = {axis: _part(grid, keys, wrong, factions) for axis, keys in _KEYS.items()}
    decks, settings, buildings, matchups = found.values()
    return _Axes(
        decks=None if decks is None else decks_of(decks, factions),
        settings=None if settings is None else settings.settings,
        buildings=None if buildings is None else buildings.buildings,
        matchups=None if matchups is None else matchups_of(matchups),
    )


def _part(
    grid: Any, keys: Sequence[str], wrong: Collection[Any], factions: Mapping[str, Faction]
) -> Grid | None:
    """Return a grid that goes by some keys alone, or None where they are wrong or missing."""
    if not isinstance(grid, dict) or (keys[0] in _ANY and keys[0] not in grid):
        return None
    if any(key in wrong for key in keys):
        return None
    try:
        part = {**_ANY, **{key: grid[key] for key in keys if key in grid}}
        return Grid.model_validate(part, context=factions)
    except ValidationError:
        return None


def _value(place: Path, target: dict[str, Any], votes: float | None) -> Problems:
    """Check that the value lies in the metric's range; `votes` is the most of a margin."""
    metric, value = target.get("metric"), finite(target.get("value"))
    if value is None or metric not in TARGET_METRICS:
        return
    most = votes if metric == IN_VOTES else 1
    if value < 0 or (most is not None and value > most):
        end = "0 or more" if most is None else f"from 0 to {most}"
        yield (*place, "value"), refusal(target["value"], f"a number {end}, the range of {metric}")


def _most_votes(raw: dict[str, Any], axes: _Axes, where: dict[str, Any]) -> int | None:
    """Return the votes of the factions, and extra ones, of the cells that a target may concern."""
    numbers = raw.get("parameters", {})
    if axes.decks is None or axes.buildings is None or not isinstance(numbers, dict):
        return None
    if any(parameter_problems(numbers)):
        return None
    deck = find_deck(where.get("deck"), axes.decks)
    factions = max(len(one.factions) for one in ([deck] if deck else axes.decks))
    dungeon = where.get("building", "dungeon") == "dungeon" and "dungeon" in axes.buildings
    votes = parameters_of(numbers).get("dungeon.votes", PARAMETERS["dungeon.votes"].default)
    return factions + (2 * int(votes) if dungeon else 0)


def _places(place: Path, where: dict[str, Any], axes: _Axes) -> Problems:
    """Check that the grid has the deck, setting and building that a target names."""
    deck = where.get("deck")
    decks = axes.decks if isinstance(deck, str | list) else None
    if decks is not None and find_deck(deck, decks) is None:
        near = nearest(deck, (one.label for one in decks))
        yield (*place, "where", "deck"), refusal(deck, "a deck of the grid") + near
    for key, known, axis in (
        ("setting", (NONE, *SETTINGS), axes.settings),
        ("building", (NONE, *BUILDINGS), axes.buildings),
    ):
        named = where.get(key)
        if named in known and axis is not None and named not in axis:
            yield (*place, "where", key), name_refusal(named, axis, f"a {key} of the grid:")


def _players(
    place: Path, pairs: Any, where: dict[str, Any], matchups: Sequence[Matchup] | None
) -> Problems:
    """Check that the grid has the matchups that a target names, and one that fits all it says."""
    named = pairs if isinstance(pairs, list) else []
    found = list(pair_problems((*place, "matchups"), named))
    if matchups is not None:
        listed = [_matchup(pair) for pair in named]
        for index, pair in enumerate(listed):
            if pair is not None and pair not in matchups:
                what = refusal(named[index], "a matchup of the grid")
                turned = named[index][::-1]
                hint = f"; did you mean {shown(turned)}?" if pair[::-1] in matchups else ""
                found.append(((*place, "matchups", index), what + hint))
        fits = [pair for pair in matchups if not named or pair in listed]
        for side, key in enumerate(("strategy_a", "strategy_b")):
            label = where.get(key)
            if not isinstance(label, str):
                continue
            labels = dict.fromkeys(pair[side].label for pair in matchups)
            if label not in labels:
                what = name_refusal(label, labels, "a player of the grid:")
                found.append(((*place, "where", key), what))
            fits = [pair for pair in fits if pair[side].label == label]
        if not fits and not found and None not in listed:
            found.append((place, "concerns no cell: the grid has no matchup that is as it says"))
    yield from found


def _matchup(pair: Any) -> Matchup | None:
    try:
        return pair_of(_PAIR.validate_python(pair))
    except ValidationError:
        return None
