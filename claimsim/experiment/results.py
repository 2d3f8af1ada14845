"""A finished run: its directory, manifest, tallies and tables."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from claimsim.errors import InputError, RunDirectoryError
from claimsim.experiment import store
from claimsim.experiment.contents import Contents
from claimsim.experiment.plan import games_per_deal, same_game_twice
from claimsim.experiment.tally import Tallies
from claimsim.rules.table import counted

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from claimsim.rules.deck import Deck
    from claimsim.scenario import Cell, Scenario

#: The tables of a run, each with a column that only it has.
TABLES = {
    "cells": "strategy_a",
    "verdicts": "q_balanced",
    "factions": "swing",
    "cards": "win_rate_dealt",
    "powers": "fired_per_game",
    "tricks": "ahead_wins",
    "phase_1": "win_rate_by_phase1_tricks",
    "effects": "share_of_variance",
}

#: Tables of many rows a cell: for runs of more cells than DETAILED they are made when asked for.
DETAILS = ("cards", "tricks", "phase_1")
DETAILED = 1000

#: Tables that not every run has, and why.
_WHY_NOT = {
    "verdicts": "the scenario has no [[targets]]",
    "effects": "it takes two decks, settings or buildings to compare",
}


def tables_of(scenario: Scenario) -> list[str]:
    """Return the tables that a run of a scenario has as files."""
    grid = (scenario.decks, scenario.settings, scenario.buildings)
    missing = set() if scenario.targets else {"verdicts"}
    if max(map(len, grid)) == 1:
        missing.add("effects")
    if len(scenario.cells) > DETAILED:
        missing.update(DETAILS)
    return [name for name in TABLES if name not in missing]


#: Cells whose rows are computed and written together: memory is that of these alone.
CELLS_AT_ONCE = 5000


class CellInfos(Sequence[dict[str, Any]]):
    """What tables say of each cell beside its numbers, made when somebody looks at it.

    A mapping a cell: ``cell, deck, setting, building, strategy_a, strategy_b``; ``factions``,
    the names of the deck's factions, and ``kinds``, the factions themselves; ``hand_size``,
    ``side_cards`` and ``extra_votes``, the most that both players together can have;
    ``powers``, the powers and locations in play, and ``rules``, the whole ruleset;
    ``games_per_deal``; ``deterministic_pair``: both players are the same and roll no dice;
    ``seats_exchanged``: each deal is played with each seating.

    Parameters
    ----------
    scenario
        Whose cells.
    """

    def __init__(self, scenario: Scenario) -> None:
        self._cells = scenario.cells
        self._matchups = [
            _of_matchup(cell, scenario.mirror) for cell in scenario.cells[: len(scenario.matchups)]
        ]
        self._decks = {id(deck): _of_deck(deck) for deck in scenario.decks}

    def __len__(self) -> int:
        return len(self._cells)

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...

    @overload
    def __getitem__(self, index: slice) -> list[dict[str, Any]]: ...

    def __getitem__(self, index: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        if isinstance(index, slice):
            return [self._info(cell) for cell in self._cells[index]]
        return self._info(self._cells[index])

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return map(self._info, self._cells)

    def _info(self, cell: Cell) -> dict[str, Any]:
        rules = cell.rules
        return {
            "cell": cell.index,
            **self._decks[id(rules.deck)],
            **self._matchups[cell.index % len(self._matchups)],
            "setting": rules.setting,
            "building": rules.building,
            "extra_votes": 2 * rules.number("dungeon.votes") if rules.building == "dungeon" else 0,
            "powers": counted(rules),
            "rules": rules,
        }


def _of_deck(deck: Deck) -> dict[str, Any]:
    """Return what is said of every cell of a deck."""
    return {
        "deck": deck.label,
        "factions": deck.names,
        "kinds": deck.factions,
        "hand_size": deck.hand_size,
        "side_cards": deck.side_size,
    }


def _of_matchup(cell: Cell, mirror: str) -> dict[str, Any]:
    """Return what is said of every cell with the same players."""
    return {
        "strategy_a": cell.a.label,
        "strategy_b": cell.b.label,
        "games_per_deal": games_per_deal(cell, mirror),
        "deterministic_pair": same_game_twice(cell, mirror),
        "seats_exchanged": mirror == "seats" and games_per_deal(cell, mirror) == 2,
    }


@dataclass(frozen=True)
class Run:
    """A finished run.

    Parameters
    ----------
    directory
        Where it lies.
    manifest
        What ``manifest.json`` says.
    """

    directory: Path
    manifest: dict[str, Any]

    @classmethod
    def open(cls, directory: str | Path) -> Run:
        """Open a run directory.

        Raises
        ------
        RunDirectoryError
            Not a run directory, an unfinished one, or one of another version.
        """
        path = Path(directory)
        store.refuse_results(path)
        plan = store.read_json(path / store.PLAN, "a run directory")
        what = f"a finished run ({plan.get('name')}: go on with --resume)"
        manifest = store.read_json(path / store.MANIFEST, what)
        store.check_manifest(path / store.MANIFEST, manifest)
        if manifest.get("plan_digest") != store.digest_of(plan):
            raise RunDirectoryError(f"{path} is not {what}: its plan was changed since")
        return cls(path, manifest)

    @property
    def digest(self) -> str:
        """Digest of the results: the same for the same scenario, seed and deals."""
        return str(self.manifest["digest"])

    @property
    def extended(self) -> bool:
        """Whether deals were added after the results could be looked at."""
        return bool(self.manifest.get("extended"))

    @property
    def adaptive(self) -> bool:
        """Whether cells were played until their intervals were narrow enough."""
        return self.manifest.get("precision") is not None

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario as it was understood."""
        from claimsim import own_strategies
        from claimsim.scenario import parse_scenario

        own_strategies.remember(self.manifest.get("own_strategies", {}))
        where = str(self.directory / store.MANIFEST)
        return parse_scenario(self.manifest["scenario"], where)

    @cached_property
    def cells_info(self) -> CellInfos:
        """What is known of each cell beside its numbers."""
        return CellInfos(self.scenario)

    @cached_property
    def tallies(self) -> Tallies:
        """One tally a cell, added up from the batches."""
        return np.concatenate(list(self._contents().totals(CELLS_AT_ONCE)))

    def path(self, name: str) -> Path:
        """Return the Parquet file of a table.

        Raises
        ------
        InputError
            A table that runs, or this run, do not have.
        """
        if name not in TABLES:
            raise InputError(f"unknown table {name!r}; a run has: {', '.join(TABLES)}")
        path = self.directory / f"{name}.parquet"
        if name in _WHY_NOT and not path.exists():
            raise InputError(f"{self.directory} has no table {name}: {_WHY_NOT[name]}")
        if self._made_when_asked(name):
            raise InputError(
                f"{self.directory} has no file of {name}: with more than {DETAILED:,} cells it is "
                f"made for the cells that are asked for, {DETAILED:,} at most"
            )
        return path

    def table(
        self,
        name: str,
        cells: Collection[int] | None = None,
        columns: Sequence[str] | None = None,
    ) -> pd.DataFrame:
        """Return a table as a pandas data frame.

        Parameters
        ----------
        name
            One of :data:`TABLES`.
        cells
            Numbers of the cells whose rows are wanted; left out, of all. ``effects`` has no cells.
        columns
            Columns that are wanted; left out, all.

        Raises
        ------
        InputError
            A table that this run does not have, or not for so many cells at once.
        RunDirectoryError
            A file that is damaged, or is no such table.
        """
        import pandas as pd

        wanted = None if columns is None else list(columns)
        if cells is not None and name in TABLES:
            self._check_cells(cells)
        some = cells is not None and len(set(cells)) <= DETAILED
        if cells is not None and some and self._made_when_asked(name):
            return self._details(name, sorted(set(cells)), wanted)
        path = self.path(name)
        if not path.exists():
            raise RunDirectoryError(f"{path} is gone; run again with --resume")
        rows = None if cells is None or name == "effects" else [("cell", "in", set(cells))]
        try:
            found = pd.read_parquet(path, columns=wanted, filters=rows)
        except (OSError, ValueError) as error:  # pyarrow's errors are of either kind
            what = str(error).splitlines()[0]
            raise RunDirectoryError(f"{path} cannot be read: {what}; run again") from None
        empty = len(found) == 0 and name in ("cells", "factions")
        if (columns is None and TABLES[name] not in found) or empty:
            raise RunDirectoryError(f"{path} is no table of {name}; run again with another --out")
        return found

    def _check_cells(self, cells: Collection[int]) -> None:
        count = self.manifest["cells"]
        unknown = [cell for cell in cells if not 0 <= cell < count]
        if unknown:
            raise InputError(
                f"{self.directory} has no cell {unknown[0]}; its cells are 0 to {count - 1}"
            )

    def _made_when_asked(self, name: str) -> bool:
        return name in DETAILS and self.manifest["cells"] > DETAILED

    def _details(self, name: str, cells: list[int], columns: list[str] | None) -> pd.DataFrame:
        """Make a table of many rows a cell for some cells."""
        found = self._made(cells)[name]
        return found if columns is None else found[columns]

    def all_details(self) -> Iterator[dict[str, pd.DataFrame]]:
        """Yield the tables of many rows a cell, made of some cells at a time."""
        count = self.manifest["cells"]
        for first in range(0, count, DETAILED):
            yield self._made(list(range(first, min(first + DETAILED, count))))

    def _made(self, cells: list[int]) -> dict[str, pd.DataFrame]:
        from claimsim.statistics.details import make_details

        return make_details(
            [self.cells_info[cell] for cell in cells], self._contents().of_cells(cells)
        )

    def _contents(self) -> Contents:
        plan = store.read_json(self.directory / store.PLAN, "a run directory")
        return Contents(self.directory, self.scenario, plan)

    def scan(self, name: str) -> pl.LazyFrame:
        """Return a table as a polars lazy frame, which reads only what is asked for."""
        import polars as pl

        return pl.scan_parquet(self.path(name))

    @property
    def cells(self) -> pd.DataFrame:
        """The table of cells."""
        return self.table("cells")

    @property
    def factions(self) -> pd.DataFrame:
        """The table of factions by cell."""
        return self.table("factions")

    @property
    def powers(self) -> pd.DataFrame:
        """The table of powers and locations by cell."""
        return self.table("powers")

    def report(self, path: str | Path) -> Path:
        """Write the HTML report and return where it lies."""
        from reports import write_report

        return write_report(self, Path(path))
