"""What no single field can know of the players that a scenario file names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from claimsim import registry
from claimsim.scenario.locate import Path
from claimsim.wording import name_refusal

Problems = Iterator[tuple[Path, str]]


def pair_problems(place: Path, pairs: list[Any]) -> Problems:
    """Yield the mistakes of a list of matchups: unknown weights, pairs that stand twice.

    Parameters
    ----------
    place
        Where the list stands in the file.
    pairs
        The list as TOML gave it.
    """
    seen: dict[Any, int] = {}
    for index, pair in enumerate(pairs):
        players = pair if isinstance(pair, list) else []
        for side, player in enumerate(players):
            yield from _weights((*place, index, side), player)
        keys = [_key(player) for player in players]
        if len(keys) != 2 or None in keys:
            continue
        first = seen.setdefault(tuple(keys), index)
        if first < index:
            yield (
                (*place, index),
                f"is the same pair as matchups[{first}]; name each pair once",
            )


def player_problems(players: Any) -> Problems:
    """Yield the mistakes of the list ``strategies`` of a grid, as :func:`pair_problems`."""
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
    strategy = registry.known().get(name) if isinstance(name, str) else None
    if strategy is None:
        return
    for weight in player["weights"]:
        if weight not in strategy.weights:
            refused = name_refusal(weight, strategy.weights)
            yield (*path, "weights", weight), f"{name!r} has no such weight; {refused}"
