"""The axes of a grid: from what a scenario file says to decks and players."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from claimsim import registry
from claimsim.rules.catalogue import FACTIONS, NAMED_DECKS, Faction
from claimsim.rules.deck import Deck, check_deck, legal_decks
from claimsim.scenario.cells import Player

if TYPE_CHECKING:
    from claimsim.scenario.grid_schema import Grid, PlayerSpec


def decks_of(grid: Grid, factions: Mapping[str, Faction] = FACTIONS) -> list[Deck]:
    """Return the decks of a grid.

    Parameters
    ----------
    grid
        Of the file.
    factions
        Every faction by name.

    Raises
    ------
    InputError
        A deck that no game can be played with, or that is not allowed.
    """
    if isinstance(grid.decks, str):
        decks = legal_decks(grid.boxes)
        if all(factions.get(name) == faction for name, faction in FACTIONS.items()):
            return decks
        listed = [deck.names for deck in decks]
    else:
        listed = [tuple(names) for names in grid.decks]
    allowed = grid.allow_what_if
    return [check_deck([factions[n] for n in names], allow_what_if=allowed) for names in listed]


def find_deck(said: Any, decks: Sequence[Deck]) -> Deck | None:
    """Return the deck that a file means: by name, by a list of factions, or by its label.

    The order of the factions says nothing here, as no grid has two decks of the same factions.
    """
    names = NAMED_DECKS.get(said, said.split("+")) if isinstance(said, str) else said
    if not isinstance(names, list | tuple) or not all(isinstance(n, str) for n in names):
        return None
    wanted = sorted(names)
    return next((deck for deck in decks if sorted(deck.names) == wanted), None)


def matchups_of(grid: Grid) -> list[tuple[Player, Player]]:
    """Return the matchups of a grid, in its order."""
    if isinstance(grid.matchups, list):
        return [pair_of(pair) for pair in grid.matchups]
    players = [player_of(spec) for spec in grid.strategies]
    if grid.matchups == "round_robin":  # every pair once, and each with itself
        return list(itertools.combinations_with_replacement(players, 2))
    pairs = [(player, player) for player in players]  # ladder: itself, and the next rung
    return pairs + list(itertools.pairwise(players))


def pair_of(pair: list[PlayerSpec]) -> tuple[Player, Player]:
    """Return a matchup."""
    a, b = pair
    return player_of(a), player_of(b)


def player_of(spec: PlayerSpec) -> Player:
    """Return the player; weights in the strategy's order, so that equal players are equal."""
    known = registry.known()[spec.strategy].weights
    return Player(spec.strategy, tuple((n, spec.weights[n]) for n in known if n in spec.weights))
