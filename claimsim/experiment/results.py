"""A finished run: its directory, manifest, tallies and tables."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from claimsim.errors import InputError, RunDirectoryError
from claimsim.experiment import store
from claimsim.experiment.plan import Batch, games_per_deal, make_batches, same_game_twice
from claimsim.experiment.tally import Tallies
from claimsim.rules.table import counted

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from claimsim.scenario import Cell, Scenario

#: The tables of a run.
TABLES = ("cells", "factions", "powers")

#: A column that only this table has.
_FIRST = {"cells": "strategy_a", "factions": "swing", "powers": "fired_per_game"}

#: Cells whose rows are computed and written together: memory is that of these alone.
CELLS_AT_ONCE = 2000


class CellInfos(Sequence[dict[str, Any]]):
    """What tables say of each cell beside its numbers, made when somebody looks at it.

    A mapping a cell: ``cell, deck, setting, building, strategy_a, strategy_b``; ``factions``,
    the names of the deck's factions, and ``kinds``, the factions themselves; ``hand_size``,
    ``side_cards`` and ``extra_votes``, the most that both players together can have;
    ``powers``, the powers and locations in play; ``games_per_deal`` and
    ``deterministic_pair``: both players are the same and roll no dice.

    Parameters
    ----------
    scenario
        Whose cells.
    """

    def __init__(self, scenario: Scenario) -> None:
        self._cells = scenario.cells
        self._mirror = scenario.mirror

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
        deck, rules = cell.deck, cell.rules
        dungeon = 2 * rules.number("dungeon.votes") if cell.building == "dungeon" else 0
        return {
            "cell": cell.index,
            "deck": deck.label,
            "setting": cell.setting,
            "building": cell.building,
            "strategy_a": cell.a.label,
            "strategy_b": cell.b.label,
            "factions": list(deck.names),
            "kinds": deck.factions,
            "hand_size": deck.hand_size,
            "side_cards": deck.side_size,
            "extra_votes": dungeon,
            "powers": counted(rules),
            "games_per_deal": games_per_deal(cell, self._mirror),
            "deterministic_pair": same_game_twice(cell, self._mirror),
        }


def write_tables(
    directory: Path, scenario: Scenario, first_deal: int, batches: Sequence[Batch]
) -> str:
    """Write a run's tables as Parquet, from its batches; some cells at a time.

    Returns
    -------
    str
        32 hexadecimal digits of scenario, seed, deals and every number counted.
    """
    from pyarrow import Table
    from pyarrow.parquet import ParquetWriter

    from claimsim.statistics.tables import make_tables

    digest = hashlib.blake2b(digest_size=16)
    what = {**scenario.identity(), "first_deal": first_deal, "deals": scenario.deals}
    digest.update(json.dumps(what, sort_keys=True).encode())
    infos = CellInfos(scenario)
    most = max(len(deck.factions) for deck in scenario.decks)
    start = 0
    with ExitStack() as stack:
        writers: dict[str, Any] = {}
        for tallies in _in_parts(store.read_totals(directory, batches)):
            digest.update(tallies.tobytes())
            stop = start + len(tallies)
            for name, frame in make_tables(infos[start:stop], tallies, most).items():
                table = Table.from_pandas(frame, preserve_index=False)
                if name not in writers:
                    path = directory / f"{name}.parquet"
                    writers[name] = stack.enter_context(ParquetWriter(path, table.schema))
                writers[name].write_table(table)
            start = stop
    return digest.hexdigest()


def _in_parts(totals: Iterable[Tallies]) -> Iterator[Tallies]:
    """Yield tallies in parts of CELLS_AT_ONCE, however they come: tables are the same then."""
    held: list[Tallies] = []
    for tallies in totals:
        rest = tallies
        while len(rest):
            room = CELLS_AT_ONCE - sum(map(len, held))
            held.append(rest[:room])
            rest = rest[room:]
            if sum(map(len, held)) == CELLS_AT_ONCE:
                yield np.concatenate(held)
                held = []
    if held:
        yield np.concatenate(held)


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
        plan = store.read_json(path / store.PLAN, "a run directory")
        what = f"a finished run ({plan.get('name')}: go on with --resume)"
        manifest = store.read_json(path / store.MANIFEST, what)
        store.check_manifest(path / store.MANIFEST, manifest)
        return cls(path, manifest)

    @property
    def digest(self) -> str:
        """Digest of the results: the same for the same scenario, seed and deals."""
        return str(self.manifest["digest"])

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario as it was understood."""
        from claimsim.scenario import parse_scenario

        where = str(self.directory / store.MANIFEST)
        return parse_scenario(self.manifest["scenario"], where)

    @cached_property
    def cells_info(self) -> CellInfos:
        """What is known of each cell beside its numbers."""
        return CellInfos(self.scenario)

    @cached_property
    def tallies(self) -> Tallies:
        """One tally a cell, added up from the batches."""
        plan = store.read_json(self.directory / store.PLAN, "a run directory")
        batches = make_batches(
            self.scenario, plan["first_deal"], plan["deals"], plan["batch_games"]
        )
        return np.concatenate(list(store.read_totals(self.directory, batches)))

    def path(self, name: str) -> Path:
        """Return the Parquet file of a table.

        Raises
        ------
        InputError
            A table that runs do not have.
        """
        if name not in TABLES:
            raise InputError(f"unknown table {name!r}; a run has: {', '.join(TABLES)}")
        return self.directory / f"{name}.parquet"

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
            Numbers of the cells whose rows are wanted; left out, of all.
        columns
            Columns that are wanted; left out, all.
        """
        import pandas as pd

        path = self.path(name)
        rows = None if cells is None else [("cell", "in", set(cells))]
        wanted = None if columns is None else list(columns)
        try:
            found = pd.read_parquet(path, columns=wanted, filters=rows)
        except (OSError, ValueError) as error:  # pyarrow's errors are of either kind
            what = str(error).splitlines()[0]
            raise RunDirectoryError(f"{path} cannot be read: {what}; run again") from None
        empty = len(found) == 0 and name != "powers"  # where nothing but cards is in play
        if (columns is None and _FIRST[name] not in found) or empty:
            raise RunDirectoryError(f"{path} is no table of {name}; run again with another --out")
        return found

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
