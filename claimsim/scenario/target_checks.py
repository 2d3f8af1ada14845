"""What a scenario's targets must fit: the ranges of their metrics, and the grid.

Runs over the file as TOML gave it. What is wrong in the grid itself may mean what a target names
(:mod:`claimsim.scenario.grid_axes`); then nothing is said of the target.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from claimsim.rules.catalogue import NAMED_DECKS
from claimsim.rules.deck import Deck
from claimsim.rules.locations import BUILDINGS, NONE, SETTINGS
from claimsim.rules.parameters import PARAMETERS
from claimsim.scenario.axes import find_deck
from claimsim.scenario.fields import finite
from claimsim.scenario.grid_axes import (
    Axes,
    Axis,
    Matchup,
    axes,
    matchup_at,
    may_mean,
    may_mean_deck,
    may_mean_player,
)
from claimsim.scenario.locate import Path
from claimsim.scenario.numbers import parameter_problems, parameters_of
from claimsim.scenario.players import Problems, pair_problems
from claimsim.scenario.targets import IN_VOTES, TARGET_METRICS
from claimsim.wording import name_refusal, nearest, refusal, shown

#: Decks that a message names.
_MOST_DECKS = 4


def target_problems(raw: dict[str, Any]) -> Problems:
    """Yield the place of each mistake that a target makes, and a sentence about it.

    Parameters
    ----------
    raw
        The file as TOML gave it.
    """
    targets = raw.get("targets")
    if not isinstance(targets, list) or not targets:
        return
    of_grid = axes(raw)
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
        yield from _value(place, target, _most_votes(raw, of_grid, where))
        yield from _places(place, where, of_grid)
        yield from _players(place, target.get("matchups"), where, of_grid.matchups)


def _value(place: Path, target: dict[str, Any], votes: float | None) -> Problems:
    """Check that the value lies in the metric's range; `votes` is the most of a margin."""
    metric, value = target.get("metric"), finite(target.get("value"))
    if value is None or metric not in TARGET_METRICS:
        return
    most = votes if metric == IN_VOTES else 1
    if value < 0 or (most is not None and value > most):
        end = "0 or more" if most is None else f"from 0 to {most}"
        yield (*place, "value"), refusal(target["value"], f"a number {end}, the range of {metric}")


def _most_votes(raw: dict[str, Any], grid: Axes, where: dict[str, Any]) -> int | None:
    """Return the votes of the factions, and extra ones, of the cells that a target may concern."""
    numbers = raw.get("parameters", {})
    if grid.decks is None or grid.buildings is None or not isinstance(numbers, dict):
        return None
    if grid.decks.wrong or grid.buildings.wrong or any(parameter_problems(numbers)):
        return None
    decks = grid.decks.values
    deck = find_deck(where.get("deck"), decks)
    factions = max(len(one.factions) for one in ([deck] if deck else decks))
    dungeon = where.get("building", "dungeon") == "dungeon" and "dungeon" in grid.buildings.values
    votes = parameters_of(numbers).get("dungeon.votes", PARAMETERS["dungeon.votes"].default)
    return factions + (2 * int(votes) if dungeon else 0)


def _places(place: Path, where: dict[str, Any], grid: Axes) -> Problems:
    """Check that the grid has the deck, setting and building that a target names."""
    deck = where.get("deck")
    if grid.decks is not None and isinstance(deck, str | list):
        what = _deck(deck, grid.decks)
        if what:
            yield (*place, "where", "deck"), what
    for key, known, axis in (
        ("setting", (NONE, *SETTINGS), grid.settings),
        ("building", (NONE, *BUILDINGS), grid.buildings),
    ):
        named = where.get(key)
        if axis is None or named not in known or named in axis.values:
            continue
        if not any(may_mean(wrong, named, known) for wrong in axis.wrong):
            what = name_refusal(named, axis.values, f"a {key} of the grid:")
            yield (*place, "where", key), what


def _deck(said: Any, axis: Axis[Deck]) -> str:
    """Return what is wrong with a deck that a target names, or nothing."""
    if find_deck(said, axis.values) is not None:
        return ""
    names = NAMED_DECKS.get(said, said.split("+")) if isinstance(said, str) else said
    words = all(isinstance(name, str) for name in names)
    if words and any(may_mean_deck(wrong, names) for wrong in axis.wrong):
        return ""
    labels = [deck.label for deck in axis.values]
    told = ", ".join(map(repr, labels[:_MOST_DECKS])) or "none"
    more = len(labels) - _MOST_DECKS
    told += f", … and {more:,} more" if more > 0 else ""
    return refusal(said, f"a deck of the grid: {told}") + nearest(said, labels)


def _players(
    place: Path, pairs: Any, where: dict[str, Any], axis: Axis[Matchup] | None
) -> Problems:
    """Check that the grid has the matchups that a target names, and one that fits all it says."""
    named = pairs if isinstance(pairs, list) else []
    found = list(pair_problems((*place, "matchups"), named))
    if axis is not None:
        listed = [matchup_at(pair) for pair in named]
        for index, pair in enumerate(listed):
            if pair is not None and not _may_be(pair, axis):
                what = refusal(named[index], "a matchup of the grid")
                turned = named[index][::-1]
                hint = f"; did you mean {shown(turned)}?" if pair[::-1] in axis.values else ""
                found.append(((*place, "matchups", index), what + hint))
        fits = [pair for pair in axis.values if not named or pair in listed]
        for side, key in enumerate(("strategy_a", "strategy_b")):
            label = where.get(key)
            if not isinstance(label, str):
                continue
            labels = dict.fromkeys(pair[side].label for pair in axis.values)
            if label not in labels and not any(
                may_mean_player(wrong, label) for wrong in _sides(axis.wrong, side)
            ):
                what = name_refusal(label, labels, "a player of the grid:")
                found.append(((*place, "where", key), what))
            fits = [pair for pair in fits if pair[side].label == label]
        if not fits and not found and None not in listed and not axis.wrong:
            found.append((place, "concerns no cell: the grid has no matchup that is as it says"))
    yield from found


def _may_be(pair: Matchup, axis: Axis[Matchup]) -> bool:
    """Say whether the grid has a matchup, or has a wrong one that may mean it."""
    if pair in axis.values:
        return True
    both = zip(_sides(axis.wrong, 0), _sides(axis.wrong, 1), strict=True)
    return any(
        may_mean_player(a, pair[0].label) and may_mean_player(b, pair[1].label) for a, b in both
    )


def _sides(wrong: Sequence[Any], side: int) -> list[Any]:
    """Return one side of each wrong matchup; what is no pair may mean anything."""
    return [pair[side] if isinstance(pair, list) and len(pair) == 2 else None for pair in wrong]
