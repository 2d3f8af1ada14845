"""A scenario as understood: cells, players, and how many deals of what seed."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from claimsim.errors import InputError
from claimsim.rules.deck import Deck
from claimsim.rules.ruleset import Ruleset

#: How a deal may be played: once, with each seating, with each hand leading.
MIRRORS = ("seats", "lead", "none")

#: Deals are numbered by one 32-bit word, seeds by what TOML's integers hold.
MAX_DEALS = 2**32
MAX_SEED = 2**63 - 1


@dataclass(frozen=True)
class Player:
    """A strategy by name, with the weights that differ from its own.

    Parameters
    ----------
    strategy
        Name of the strategy.
    weights
        Names and numbers, in the order in which the strategy names them.
    """

    strategy: str
    weights: tuple[tuple[str, float], ...] = ()

    @property
    def label(self) -> str:
        """``"greedy"``, or ``"planner(wild=2)"`` with weights of its own."""
        if not self.weights:
            return self.strategy
        inside = ", ".join(f"{name}={number:g}" for name, number in self.weights)
        return f"{self.strategy}({inside})"


@dataclass(frozen=True)
class Cell:
    """One point of the grid: a deck, a setting, a building and two players.

    Parameters
    ----------
    index
        Its number, from 0 in the order of the grid.
    rules
        The deck with the scenario's rulings.
    setting, building
        Names of the locations, or ``"none"``.
    a, b
        The matchup.
    """

    index: int
    rules: Ruleset
    setting: str
    building: str
    a: Player
    b: Player

    @property
    def deck(self) -> Deck:
        """The cards."""
        return self.rules.deck


@dataclass(frozen=True)
class Scenario:
    """What to play, validated.

    Parameters
    ----------
    name, description
        For people.
    seed
        From 0 to 2**63 - 1.
    deals
        Deals of each cell, 1 to 2**32.
    mirror
        One of :data:`MIRRORS`.
    allow_what_if
        Whether decks outside rules, 1, were allowed.
    switches
        The rulings that differ from their defaults.
    cells
        Decks x settings x buildings x matchups, in this order.
    """

    name: str
    description: str
    seed: int
    deals: int
    mirror: str
    allow_what_if: bool
    switches: Mapping[str, str]
    cells: tuple[Cell, ...]

    @cached_property
    def decks(self) -> tuple[Deck, ...]:
        """The decks of the grid, each once."""
        return tuple({cell.deck.text: cell.deck for cell in self.cells}.values())

    @cached_property
    def matchups(self) -> tuple[tuple[Player, Player], ...]:
        """The matchups of the grid, each once."""
        return tuple(dict.fromkeys((cell.a, cell.b) for cell in self.cells))

    def identity(self) -> dict[str, Any]:
        """Return all that fixes the results of a deal, as JSON would hold it.

        Name, description, the number of deals and how the scenario is run are left out.
        """
        return {
            "seed": self.seed,
            "mirror": self.mirror,
            "switches": dict(self.switches),
            "decks": [deck.text for deck in self.decks],
            "locations": list(dict.fromkeys((c.setting, c.building) for c in self.cells)),
            "matchups": [[_plain(player) for player in pair] for pair in self.matchups],
        }

    def replace(self, *, deals: int | None = None, seed: int | None = None) -> Scenario:
        """Return the scenario with another number of deals or seed.

        Raises
        ------
        InputError
            A number out of range.
        """
        scenario = self
        if deals is not None:
            _check("deals", deals, 1, MAX_DEALS)
            scenario = dataclasses.replace(scenario, deals=deals)
        if seed is not None:
            _check("seed", seed, 0, MAX_SEED)
            scenario = dataclasses.replace(scenario, seed=seed)
        return scenario

    def resolved(self) -> str:
        """Return the scenario as TOML in which nothing is left to defaults."""
        from claimsim.scenario.text import to_toml

        return to_toml(self)


def _plain(player: Player) -> list[Any]:
    return [player.strategy, [list(pair) for pair in player.weights]]


def _check(name: str, number: int, low: int, high: int) -> None:
    if type(number) is not int or not low <= number <= high:
        raise InputError(f"{name} = {number}: an integer from {low} to {high} would be right")
