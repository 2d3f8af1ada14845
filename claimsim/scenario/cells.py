"""The grid of a scenario: its cells, made when somebody looks at them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import overload

from claimsim.rules.deck import Deck
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.switches import SwitchValue


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
        The deck with its locations and the scenario's rulings and numbers.
    a, b
        The matchup.
    """

    index: int
    rules: Ruleset
    a: Player
    b: Player

    @property
    def deck(self) -> Deck:
        """The cards."""
        return self.rules.deck

    @property
    def setting(self) -> str:
        """Name of the setting, or ``"none"``."""
        return self.rules.setting

    @property
    def building(self) -> str:
        """Name of the building, or ``"none"``."""
        return self.rules.building


@dataclass(frozen=True)
class Cells(Sequence[Cell]):
    """Decks x settings x buildings x matchups, in this order: a sequence of :class:`Cell`.

    The whole game has 371,800 cells for one matchup. None of them is kept: each is made anew
    whenever it is asked for, in a few microseconds.

    Parameters
    ----------
    decks, settings, buildings, matchups
        The axes of the grid, each value once.
    switches, parameters
        The rulings and numbers that differ from their defaults, in every cell.
    """

    decks: tuple[Deck, ...]
    settings: tuple[str, ...]
    buildings: tuple[str, ...]
    matchups: tuple[tuple[Player, Player], ...]
    switches: Mapping[str, SwitchValue]
    parameters: Mapping[str, float]

    def __len__(self) -> int:
        return self._rulesets * len(self.matchups)

    @overload
    def __getitem__(self, index: int) -> Cell: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Cell, ...]: ...

    def __getitem__(self, index: int | slice) -> Cell | tuple[Cell, ...]:
        numbers = range(len(self))[index]
        if isinstance(numbers, int):
            return self._made(numbers, numbers + 1)[0]
        if numbers.step == 1:
            return self._made(numbers.start, numbers.stop)
        return tuple(self[number] for number in numbers)

    def __iter__(self) -> Iterator[Cell]:
        each = len(self.matchups)
        for place in range(self._rulesets):
            rules = self._rules(place)
            for number, (a, b) in enumerate(self.matchups, start=place * each):
                yield Cell(number, rules, a, b)

    @property
    def _rulesets(self) -> int:
        return len(self.decks) * len(self.settings) * len(self.buildings)

    def _made(self, start: int, stop: int) -> tuple[Cell, ...]:
        """Return cells in a row; those of one deck and place share their ruleset."""
        each = len(self.matchups)
        found: list[Cell] = []
        for place, numbers in itertools.groupby(range(start, stop), lambda n: n // each):
            rules = self._rules(place)
            found += (Cell(n, rules, *self.matchups[n % each]) for n in numbers)
        return tuple(found)

    def _rules(self, place: int) -> Ruleset:
        rest, building = divmod(place, len(self.buildings))
        deck, setting = divmod(rest, len(self.settings))
        return Ruleset(
            self.decks[deck],
            self.switches,
            self.parameters,
            self.settings[setting],
            self.buildings[building],
        )
