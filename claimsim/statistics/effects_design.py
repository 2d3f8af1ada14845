"""The model behind the table ``effects``: its units, its columns, and their sums over cells.

The model of a cell with deck d, setting s and building b is the sum of a constant, a number for
every unit of the deck, for s, for b, and for every two of these that are not both locations of
one kind. A *unit* is what decks are put together from: a published pair, a special or a single
(rules, 1); factions that come together in every deck of the grid are one unit too, since no cell
tells them apart.

A deck has one pair or special and a fixed number of singles, so that the numbers are free up to
what sum-to-zero conditions fix: the units of one *sort* (pairs and specials; singles) sum to
zero, each counted as often as decks have it, and so do settings, buildings, and every row and
column of an interaction. Then a number is the difference that its term makes in an otherwise
average deck, setting and building: one whose other places are taken as often by each unit as in
the decks of the grid. For a pair or special, a setting or a building of a whole grid this is the
mean of the cells that have it minus the mean of all. For a single it is what a place among the
singles is worth if it has this one instead of the average one; the bare mean of the decks with
it says less, since it holds the worth of what the single displaces, and of the specials, beside
which there are more singles.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from claimsim.rules.catalogue import FACTIONS, INVENTED, SINGLE

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]

UNIT = "unit"
SETTING = "setting"
BUILDING = "building"
UNITS = "unit x unit"
UNIT_SETTING = "unit x setting"
UNIT_BUILDING = "unit x building"
SETTING_BUILDING = "setting x building"

#: Kinds of terms, in the table's order.
KINDS = (UNIT, SETTING, BUILDING, UNITS, UNIT_SETTING, UNIT_BUILDING, SETTING_BUILDING)


@dataclass(frozen=True)
class Unit:
    """What decks are put together from.

    Parameters
    ----------
    factions
        Its factions: those of a pair, a special, a single, or all that always come together.
    head
        Whether it has the place of a pair or special.
    decks
        Decks that have it.
    everywhere
        All of the grid's decks have it.
    """

    factions: tuple[str, ...]
    head: bool
    decks: int
    everywhere: bool

    @property
    def name(self) -> str:
        """Its factions, joined by ``+``."""
        return "+".join(self.factions)


def find_units(factions: Sequence[str], present: Booleans) -> tuple[list[Unit], Booleans]:
    """Put factions together that the decks do not tell apart.

    Parameters
    ----------
    factions
        Names.
    present
        Decks x factions: who is in which deck.

    Returns
    -------
    list of Unit, array
        The units, pairs and specials first, in the catalogue's order; decks x units.
    """
    known = list(FACTIONS)
    order = sorted(
        range(len(factions)),
        key=lambda i: (known.index(factions[i]) if factions[i] in known else len(known), i),
    )
    groups: dict[tuple[bytes, str], list[int]] = {}
    for i in order:
        if present[:, i].any():
            everywhere = bool(present[:, i].all())
            # what is in every deck has no effect to share, so that only pairs stay together
            apart = _pair(factions[i]) if everywhere else ""
            groups.setdefault((present[:, i].tobytes(), apart), []).append(i)
    units = [
        Unit(
            tuple(factions[i] for i in group),
            any(_is_head(factions[i]) for i in group),
            int(present[:, group[0]].sum()),
            bool(present[:, group[0]].all()),
        )
        for group in groups.values()
    ]
    return units, np.stack([present[:, group[0]] for group in groups.values()], axis=1)


def _pair(name: str) -> str:
    group = FACTIONS[name].group if name in FACTIONS else SINGLE
    return group if "+" in group else name


def _is_head(name: str) -> bool:
    return name in FACTIONS and FACTIONS[name].group not in (SINGLE, INVENTED)


class Factor(NamedTuple):
    """A level that a column asks for: of what sort (units are of two), which, in how many."""

    sort: str
    level: int
    weight: float


class Column(NamedTuple):
    """A column of the model: 1 in the cells that have all its factors."""

    kind: str
    factors: tuple[Factor, ...]
    of_deck: int
    setting: int
    building: int


class Design:
    """The model's columns over the grid of decks x settings x buildings.

    A column is a feature of decks (the constant, a unit, two units) in the cells of one setting
    or all, and of one building or all. All sums over cells are taken setting by setting and
    building by building, so that the matrix of cells x columns is never made.

    Parameters
    ----------
    units, present
        As :func:`find_units` returns them.
    settings, buildings
        How many the grid has.
    pairs
        Whether pairs of units have a number of their own.
    """

    def __init__(
        self,
        units: Sequence[Unit],
        present: Booleans,
        settings: int,
        buildings: int,
        *,
        pairs: bool,
    ) -> None:
        self.shape = (len(present), settings, buildings)
        self.units = units
        self._present = present
        features = [np.ones(len(present))]
        self.columns = [Column("constant", (), 0, -1, -1)]
        varying = [u for u, unit in enumerate(units) if not unit.everywhere]
        where = {u: i for i, u in enumerate(varying, start=1)}
        self._alone = 1 + len(varying)
        features += [present[:, u].astype(float) for u in varying]
        self.columns += [Column(UNIT, (self._unit(u),), where[u], -1, -1) for u in varying]
        of_setting = self._levels(SETTING, settings, len(present) * buildings)
        of_building = self._levels(BUILDING, buildings, len(present) * settings)
        self.columns += [Column(SETTING, (s,), 0, s.level, -1) for s in of_setting]
        self.columns += [Column(BUILDING, (b,), 0, -1, b.level) for b in of_building]
        for u, v in self._meeting(varying) if pairs else ():
            two = (self._unit(u), self._unit(v))
            self.columns.append(Column(UNITS, two, len(features), -1, -1))
            features.append((present[:, u] & present[:, v]).astype(float))
        self.columns += [
            Column(UNIT_SETTING, (self._unit(u), s), where[u], s.level, -1)
            for u, s in itertools.product(varying, of_setting)
        ]
        self.columns += [
            Column(UNIT_BUILDING, (self._unit(u), b), where[u], -1, b.level)
            for u, b in itertools.product(varying, of_building)
        ]
        self.columns += [
            Column(SETTING_BUILDING, (s, b), 0, s.level, b.level)
            for s, b in itertools.product(of_setting, of_building)
        ]
        self.features = np.stack(features, axis=1)
        self._of_deck = np.array([column.of_deck for column in self.columns])
        self._setting = np.array([column.setting for column in self.columns])
        self._building = np.array([column.building for column in self.columns])

    @property
    def kinds(self) -> npt.NDArray[np.str_]:
        """The kind of each column."""
        return np.array([column.kind for column in self.columns])

    @cached_property
    def decks_with(self) -> Integers:
        """How many decks have what each column asks for."""
        return np.asarray(self.features.sum(axis=0)[self._of_deck], np.int64)

    @cached_property
    def used_up(self) -> dict[str, int]:
        """How many decks' worth of freedom the model takes where each kind is judged.

        The mean of a deck's cells is a number a deck, to which the model fits the features of
        decks; the difference between two settings is another one, to which it fits a mean and
        the units; to what two locations do together it fits a mean alone.
        """
        together = self.features.T @ self.features
        rank, of_units = (
            int(np.linalg.matrix_rank(together[:n, :n], hermitian=True))
            for n in (len(together), self._alone)
        )
        differing = (SETTING, BUILDING, UNIT_SETTING, UNIT_BUILDING)
        return {UNIT: rank, UNITS: rank, SETTING_BUILDING: 1, **dict.fromkeys(differing, of_units)}

    def normal(self, weights: Floats) -> Floats:
        """Return X'WX, columns x columns, for weights of decks x settings x buildings."""
        total = np.zeros((len(self.columns), len(self.columns)))
        paired = np.flatnonzero(self._of_deck >= self._alone)
        single = self.features[:, : self._alone]
        for s, b, at in self._places:
            of_decks = self.features.T @ (single * weights[:, s, b, None])
            which = self._of_deck[at]
            simple = which < self._alone
            total[at[:, None], at[simple]] += of_decks[which[:, None], which[simple]]
        # pairs of units go with no location, so that among them the sums of decks will do
        two = self.features[:, self._alone :]
        total[paired[:, None], paired] = two.T @ (two * weights.sum(axis=(1, 2))[:, None])
        others = np.flatnonzero(self._of_deck < self._alone)
        total[others[:, None], paired] = total[paired[:, None], others].T
        return total

    def by_deck(
        self, numbers: Floats, setting: int | None = None, building: int | None = None
    ) -> Floats:
        """Return the sums over each deck's cells of X times numbers: decks x columns.

        With a setting or a building, by number, over the cells that have it alone.
        """
        sums = np.zeros((self.shape[0], len(self.columns)))
        for s, b, at in self._places:
            if setting not in (None, s) or building not in (None, b):
                continue
            sums[:, at] += self.features[:, self._of_deck[at]] * numbers[:, s, b, None]
        return sums

    def total(self, numbers: Floats) -> Floats:
        """Return X' times numbers of decks x settings x buildings."""
        sums = np.zeros(len(self.columns))
        of_decks = np.tensordot(self.features, numbers, axes=(0, 0))
        for s, b, at in self._places:
            sums[at] += of_decks[self._of_deck[at], s, b]
        return sums

    def fitted(self, coefficients: Floats) -> Floats:
        """Return X times coefficients: decks x settings x buildings."""
        of_decks = np.zeros((self.features.shape[1], *self.shape[1:]))
        for s, b, at in self._places:
            np.add.at(of_decks[:, s, b], self._of_deck[at], coefficients[at])
        return np.tensordot(self.features, of_decks, axes=(1, 0))

    def conditions(self) -> Floats:
        """Return the sum-to-zero conditions: conditions x columns, each of length one."""
        rows: dict[tuple[str, str, tuple[Factor, ...]], Floats] = {}
        for c, column in enumerate(self.columns):
            for i, factor in enumerate(column.factors):
                rest = column.factors[:i] + column.factors[i + 1 :]
                key = (column.kind, factor.sort, rest)
                row = rows.setdefault(key, np.zeros(len(self.columns)))
                row[c] = factor.weight
        found = np.array(list(rows.values())).reshape(len(rows), len(self.columns))
        return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True))

    def _unit(self, number: int) -> Factor:
        unit = self.units[number]
        return Factor("head" if unit.head else "single", number, float(unit.decks))

    @staticmethod
    def _levels(sort: str, count: int, cells: int) -> list[Factor]:
        return [Factor(sort, i, float(cells)) for i in range(count)] if count > 1 else []

    def _meeting(self, varying: list[int]) -> Iterator[tuple[int, int]]:
        """Yield two units that some decks have, where either is also without the other."""
        for u, v in itertools.combinations(varying, 2):
            both = int((self._present[:, u] & self._present[:, v]).sum())
            if 0 < both < min(self.units[u].decks, self.units[v].decks):
                yield u, v

    @cached_property
    def _places(self) -> list[tuple[int, int, Integers]]:
        """Each setting and building, and the columns that are not zero there."""
        settings = [(self._setting == -1) | (self._setting == s) for s in range(self.shape[1])]
        buildings = [(self._building == -1) | (self._building == b) for b in range(self.shape[2])]
        return [
            (s, b, np.flatnonzero(here & there))
            for s, here in enumerate(settings)
            for b, there in enumerate(buildings)
        ]
