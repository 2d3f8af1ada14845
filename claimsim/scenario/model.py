"""A scenario as understood: a grid of cells, and how many deals of what seed."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from claimsim.errors import InputError
from claimsim.rules.catalogue import FACTIONS, Faction
from claimsim.rules.deck import Deck
from claimsim.rules.spec import faction_spec
from claimsim.rules.switches import SwitchValue
from claimsim.scenario.cells import Cell, Cells, Player
from claimsim.scenario.targets import Precision, Target
from claimsim.wording import name_refusal

__all__ = [
    "MAX_DEALS",
    "MAX_SEED",
    "MIRRORS",
    "Cell",
    "Cells",
    "Player",
    "Precision",
    "Scenario",
    "Target",
]

#: How a deal may be played: once, with each seating, with each hand leading.
MIRRORS = ("seats", "lead", "none")

#: Deals are numbered by one 32-bit word, seeds by what TOML's integers hold.
MAX_DEALS = 2**32
MAX_SEED = 2**63 - 1


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
        Deals of each cell, 1 to 2**32; with a precision, the most that one can have.
    mirror
        One of :data:`MIRRORS`.
    allow_what_if
        Whether decks outside rules, 1, were allowed.
    cells
        Decks x settings x buildings x matchups, in this order.
    targets
        What balanced means; none: no verdicts.
    precision
        How narrow the intervals are to be; None: `deals` deals of every cell.
    ablation
        Whether every deal is played again with each power off.
    variants
        Named changes: of each the tables that are laid over the scenario's.
    factions
        Those that the file changes or invents, whether a deck of the grid has them or not.
    """

    name: str
    description: str
    seed: int
    deals: int
    mirror: str
    allow_what_if: bool
    cells: Cells
    targets: tuple[Target, ...] = ()
    precision: Precision | None = None
    ablation: bool = False
    variants: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    factions: Mapping[str, Faction] = field(default_factory=dict)

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The decks of the grid, each once."""
        return self.cells.decks

    @property
    def changed_factions(self) -> Mapping[str, Faction]:
        """The factions of its decks that are no published ones, by name."""
        found = {faction.name: faction for deck in self.decks for faction in deck.factions}
        return {name: one for name, one in found.items() if FACTIONS.get(name) != one}

    @property
    def settings(self) -> tuple[str, ...]:
        """The settings of the grid, each once."""
        return self.cells.settings

    @property
    def buildings(self) -> tuple[str, ...]:
        """The buildings of the grid, each once."""
        return self.cells.buildings

    @property
    def matchups(self) -> tuple[tuple[Player, Player], ...]:
        """The matchups of the grid, each once."""
        return self.cells.matchups

    @property
    def switches(self) -> Mapping[str, SwitchValue]:
        """The rulings that differ from their defaults."""
        return self.cells.switches

    @property
    def parameters(self) -> Mapping[str, float]:
        """The numbers that differ from their defaults."""
        return self.cells.parameters

    def identity(self) -> dict[str, Any]:
        """Return all that fixes the results of a deal, as JSON would hold it.

        Name, description, the number of deals, how the scenario is run and what is made of the
        results (targets, precision, ablation) are left out.
        """
        return {
            "seed": self.seed,
            "mirror": self.mirror,
            "switches": {
                name: list(value) if isinstance(value, tuple) else value
                for name, value in self.switches.items()
            },
            "parameters": dict(self.parameters),
            "decks": [deck.text for deck in self.decks],
            "factions": {name: faction_spec(one) for name, one in self.changed_factions.items()},
            "settings": list(self.settings),
            "buildings": list(self.buildings),
            "matchups": [[_plain(player) for player in pair] for pair in self.matchups],
        }

    def replace(self, *, deals: int | None = None, seed: int | None = None) -> Scenario:
        """Return the scenario with another number of deals or seed.

        A number of deals takes the place of a precision: so many are played of every cell.

        Raises
        ------
        InputError
            A number out of range.
        """
        scenario = self
        if deals is not None:
            _check("deals", deals, 1, MAX_DEALS)
            scenario = dataclasses.replace(scenario, deals=deals, precision=None)
        if seed is not None:
            _check("seed", seed, 0, MAX_SEED)
            scenario = dataclasses.replace(scenario, seed=seed)
        return scenario

    def with_changes(self, changes: Mapping[str, Any]) -> Scenario:
        """Return the scenario with something changed; without variants of its own.

        Parameters
        ----------
        changes
            By dotted path, as in ``{"parameters.octipi.threshold": 9}``, or tables in tables.

        Raises
        ------
        ScenarioError
            Mistakes in them, or that they make.
        """
        from claimsim.scenario.changes import laid_over
        from claimsim.scenario.changing import changed

        change: dict[str, Any] = {}
        for path, value in changes.items():
            one: Any = value
            for key in reversed(path.split(".")):
                one = {key: one}
            change = laid_over(change, one)
        return changed(self, change, "changes")

    def variant(self, name: str) -> Scenario:
        """Return a named variant.

        Raises
        ------
        InputError
            The scenario has none of that name.
        """
        from claimsim.scenario.changing import changed

        if not self.variants:
            raise InputError(
                f"{self.name}: there is no variant {name!r}, as the scenario has no variants; "
                "a file names them by [variants.NAME]"
            )
        if name not in self.variants:
            raise InputError(f"{self.name}: " + name_refusal(name, self.variants, "a variant:"))
        return changed(self, self.variants[name], f"variants.{name}")

    def resolved(self) -> str:
        """Return the scenario as TOML in which nothing is left to defaults."""
        from claimsim.scenario.text import to_toml

        return to_toml(self)


def _plain(player: Player) -> list[Any]:
    return [player.strategy, [list(pair) for pair in player.weights]]


def _check(name: str, number: int, low: int, high: int) -> None:
    if type(number) is not int or not low <= number <= high:
        raise InputError(f"{name} = {number}: an integer from {low} to {high} would be right")
