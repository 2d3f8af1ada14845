"""What has been put to use while the engines were compared, as a table.

Usage: ``python -m tests.differential.coverage [GAMES]`` compares so many games, half of them
with changed decks and invented factions, and prints it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from joblib import Parallel, delayed

from claimsim.rules.firings import FIRINGS, LOCATION_FIRINGS, PLACE, POWER_FIRINGS
from claimsim.rules.locations import NONE
from claimsim.rules.powers import POWER_NAMES
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.switches import SWITCHES, SwitchValue
from tests.differential.cells import changed_cell, legal_cell
from tests.differential.comparing import Cell, Deals, Difference, compare
from tests.differential.impossible import IMPOSSIBLE

_COUNT = len(FIRINGS)
_PLACES = (*POWER_FIRINGS, *LOCATION_FIRINGS)
_POWERS = tuple(POWER_FIRINGS)

#: How many differences are kept.
_KEPT = 20


@dataclass
class Coverage:
    """What was compared, and what was put to use in it.

    Parameters
    ----------
    games, cells, decisions
        How many.
    fired
        How often each of :data:`claimsim.rules.firings.FIRINGS` fired.
    met
        By what fires and what is in play: in how many games it fired beside the other.
    values
        By switch and value: how often its situation came up under it.
    differences
        The first ones found.
    """

    games: int = 0
    cells: int = 0
    decisions: int = 0
    fired: np.ndarray = field(default_factory=lambda: np.zeros(_COUNT, np.int64))
    met: np.ndarray = field(default_factory=lambda: np.zeros((_COUNT, _COUNT), np.int64))
    values: dict[tuple[str, SwitchValue], int] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)

    def play(self, cell: Cell, games: Iterable[int], deals: Deals | None = None) -> None:
        """Compare games of a cell."""
        rules = cell.rules
        in_play = np.array([PLACE[name] for name in names_in_play(rules)], np.int64)
        self.cells += 1
        for traced, difference in compare(cell, games, deals):
            self.games += 1
            self.decisions += len(traced.views)
            places = np.array([PLACE[name] for name in traced.fired], np.int64)
            self.fired[places] += np.array([*traced.fired.values()], np.int64)
            self.met[np.ix_(places, in_play)] += 1
            self._count_values(rules, traced.fired)
            if difference is not None and len(self.differences) < _KEPT:
                self.differences.append(difference)

    def _count_values(self, rules: Ruleset, fired: Mapping[str, int]) -> None:
        for name in SWITCHES:
            if name in fired:
                key = name, rules.switch(name)
                self.values[key] = self.values.get(key, 0) + fired[name]

    def add(self, other: Coverage) -> None:
        """Add what somebody else has compared."""
        self.games += other.games
        self.cells += other.cells
        self.decisions += other.decisions
        self.fired += other.fired
        self.met += other.met
        for key, count in other.values.items():
            self.values[key] = self.values.get(key, 0) + count
        self.differences = (self.differences + other.differences)[:_KEPT]

    def never_fired(self) -> list[str]:
        """Return powers, locations and switch values that were never put to use."""
        missing = [name for name in _PLACES if self.fired[PLACE[name]] == 0]
        return missing + [
            f"{switch.name} = {value}"
            for switch in SWITCHES.values()
            for value in switch.values
            if not self.values.get((switch.name, value))
        ]

    def never_met(self) -> list[tuple[str, str]]:
        """Return pairs of a power and another power or a location that never came together.

        The first of a pair is what never fired while the other was in play.
        """
        return [
            (one, other)
            for one in _PLACES
            for other in _PLACES
            if one != other
            and (one in POWER_FIRINGS or other in POWER_FIRINGS)
            and self.met[PLACE[one], PLACE[other]] == 0
        ]

    def unexplained(self) -> list[tuple[str, str]]:
        """Return those of them that no rule makes impossible."""
        return [pair for pair in self.never_met() if pair not in IMPOSSIBLE]

    def lines(self) -> list[str]:
        """Return the table."""
        lines = [f"{self.games:,} games in {self.cells:,} cells, {self.decisions:,} decisions", ""]
        lines.append("fired: times, games")
        for name in _PLACES:
            times, games = self.fired[PLACE[name]], self.met[PLACE[name]].max()
            lines.append(f"  {name:22}{times:12,}{games:12,}")
        lines += ["", "situations in which a ruling mattered, by its value"]
        for switch in SWITCHES.values():
            for value in switch.values:
                count = self.values.get((switch.name, value), 0)
                lines.append(f"  {switch.name:22}{value!s:22}{count:12,}")
        locations = tuple(LOCATION_FIRINGS)
        for rows, columns in ((_POWERS, _POWERS), (_POWERS, locations), (locations, _POWERS)):
            lines += ["", "games in which the left one fired while the upper one was in play"]
            lines += self._grid(rows, columns)
        lines += ["", "never together, and the rule that says so"]
        for pair in self.never_met():
            reason = IMPOSSIBLE.get(pair, "NOTHING: play more, or find out why")
            lines.append(f"  {pair[0]} beside {pair[1]}: {reason}")
        return lines

    def _grid(self, rows: tuple[str, ...], columns: tuple[str, ...]) -> list[str]:
        heads = [f"  {number:2} {name}" for number, name in enumerate(columns, start=1)]
        width = 8
        top = " " * 22 + "".join(f"{number:{width}}" for number in range(1, len(columns) + 1))
        body = [
            f"{row:22}"
            + "".join(
                f"{'-' if row == column else self.met[PLACE[row], PLACE[column]]:>{width}}"
                for column in columns
            )
            for row in rows
        ]
        return [*heads, top, *body]


def names_in_play(rules: Ruleset) -> list[str]:
    """Return powers and locations that a game is played with."""
    powers = {POWER_NAMES[type(power)] for held in rules.powers.values() for power in held}
    return [*powers, *(name for name in (rules.setting, rules.building) if name != NONE)]


def random_cells(first: int, count: int, games: int) -> Coverage:
    """Compare so many games in each of some random cells, legal and changed in turn."""
    found = Coverage()
    for number in range(first, first + count):
        make = changed_cell if number % 2 else legal_cell
        found.play(make(number), range(games))
    return found


def gather(parts: Iterable[Coverage]) -> Coverage:
    """Return several as one."""
    total = Coverage()
    for part in parts:
        total.add(part)
    return total


def main() -> None:
    """Compare and print."""
    games = int(sys.argv[1]) if sys.argv[1:] else 20_000
    each, chunk = 10, 50
    jobs = (delayed(random_cells)(n, chunk, each) for n in range(0, games // each, chunk))
    total = gather(Parallel(n_jobs=2)(jobs))
    sys.stdout.write("\n".join([*total.lines(), "", *map(str, total.differences), ""]))


if __name__ == "__main__":
    main()
