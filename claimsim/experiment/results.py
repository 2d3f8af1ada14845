"""A finished run: its directory, manifest, tallies and tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from claimsim.errors import InputError, RunDirectoryError
from claimsim.experiment import store
from claimsim.experiment.plan import games_per_deal, make_batches, same_game_twice
from claimsim.experiment.tally import TALLY, Tallies, add

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from claimsim.scenario import Scenario

#: The tables of a run.
TABLES = ("cells", "factions")

#: A column that only this table has.
_FIRST = {"cells": "strategy_a", "factions": "swing"}


def cell_infos(scenario: Scenario) -> list[dict[str, Any]]:
    """Return what tables say of each cell beside its numbers.

    Returns
    -------
    list of dict
        ``cell, deck, setting, building, strategy_a, strategy_b, factions, games_per_deal`` and
        ``deterministic_pair``: both players are the same and roll no dice.
    """
    return [
        {
            "cell": cell.index,
            "deck": cell.deck.label,
            "setting": cell.setting,
            "building": cell.building,
            "strategy_a": cell.a.label,
            "strategy_b": cell.b.label,
            "factions": list(cell.deck.names),
            "games_per_deal": games_per_deal(cell, scenario.mirror),
            "deterministic_pair": same_game_twice(cell, scenario.mirror),
        }
        for cell in scenario.cells
    ]


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

    @classmethod
    def finish(
        cls, directory: Path, manifest: dict[str, Any], scenario: Scenario, total: Tallies
    ) -> None:
        """Write a run's tables and, last of all, its manifest."""
        from claimsim.statistics.tables import cells_table, factions_table

        infos = cell_infos(scenario)
        for name, make in (("cells", cells_table), ("factions", factions_table)):
            path = directory / f"{name}.parquet"
            make(infos, total).to_parquet(path, index=False)
        store.write_json(directory / store.MANIFEST, manifest)

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
    def cells_info(self) -> list[dict[str, Any]]:
        """What is known of each cell beside its numbers (:func:`cell_infos`)."""
        return cell_infos(self.scenario)

    @cached_property
    def tallies(self) -> Tallies:
        """One tally a cell, added up from the batches."""
        plan = store.read_json(self.directory / store.PLAN, "a run directory")
        total = np.zeros(len(self.scenario.cells), TALLY)
        for batch in make_batches(
            self.scenario, plan["first_deal"], plan["deals"], plan["batch_games"]
        ):
            part = store.read_batch(self.directory, batch.index, batch.cell_stop - batch.cell_start)
            if part is None:
                raise RunDirectoryError(
                    f"{self.directory}: batch {batch.index} is gone; run again with --resume"
                )
            add(total[batch.cell_start : batch.cell_stop], part)
        return total

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

    def table(self, name: str) -> pd.DataFrame:
        """Return a table as a pandas data frame."""
        import pandas as pd

        path = self.path(name)
        try:
            found = pd.read_parquet(path)
        except (OSError, ValueError) as error:  # pyarrow's errors are of either kind
            what = str(error).splitlines()[0]
            raise RunDirectoryError(f"{path} cannot be read: {what}; run again") from None
        if _FIRST[name] not in found or len(found) == 0:
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

    def report(self, path: str | Path) -> Path:
        """Write the HTML report and return where it lies."""
        from reports import write_report

        return write_report(self, Path(path))
