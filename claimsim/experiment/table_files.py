"""Writing the tables of a run as Parquet, some cells at a time."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from claimsim.experiment.contents import Contents, Digest
from claimsim.experiment.results import CELLS_AT_ONCE, DETAILED, CellInfos
from claimsim.experiment.store import replacing

if TYPE_CHECKING:
    import pandas as pd

#: What the kind of an interval says where deals were added after the results were there.
EXTENDED = "extended after looking"

#: What it says in ``verdicts`` where the targets were others when the results were there.
RETARGETED = "targets changed after looking"

#: Columns that say the kinds of a table's intervals.
KINDS = ("interval", "other_intervals")


class _Files:
    """Parquet files that are written part by part, and renamed when all of them are whole."""

    def __init__(
        self,
        contents: Contents,
        whole: ExitStack,
        open_files: ExitStack,
        *,
        extended: bool,
        retargeted: bool,
    ) -> None:
        self._directory = contents.directory
        self._marks = {EXTENDED: extended, RETARGETED: retargeted}
        self._whole, self._open = whole, open_files
        self._writers: dict[str, Any] = {}

    def write(self, name: str, frame: pd.DataFrame) -> None:
        """Write the next rows of a table."""
        from pyarrow import Table
        from pyarrow.parquet import ParquetWriter

        for mark, wanted in self._marks.items():
            if wanted and (mark != RETARGETED or name == "verdicts"):
                for column in frame.columns.intersection(list(KINDS)):
                    frame.loc[frame[column] != "", column] += f", {mark}"
        table = Table.from_pandas(frame, preserve_index=False)
        if name not in self._writers:
            path = self._whole.enter_context(replacing(self._directory / f"{name}.parquet"))
            self._writers[name] = self._open.enter_context(ParquetWriter(path, table.schema))
        self._writers[name].write_table(table)


def write_tables(contents: Contents, *, extended: bool, retargeted: bool) -> str:
    """Write a run's tables as Parquet, from its batches; some cells at a time.

    Each is written under a temporary name, synced and renamed, as everything in a run directory.

    Parameters
    ----------
    contents
        The run's parts and batches.
    extended
        Deals were added after the results could be looked at, which intervals must say.
    retargeted
        Likewise for targets that were changed.

    Returns
    -------
    str
        Digest of the results.
    """
    from claimsim.statistics.counts import cell_counts
    from claimsim.statistics.details import make_details
    from claimsim.statistics.effect_tables import Effects
    from claimsim.statistics.tables import make_tables
    from claimsim.statistics.verdict_tables import Verdicts

    scenario = contents.scenario
    digest = Digest(contents)
    infos = CellInfos(scenario)
    most = max(len(deck.factions) for deck in scenario.decks)
    effects = Effects(scenario)
    with ExitStack() as whole, ExitStack() as open_files:
        files = _Files(contents, whole, open_files, extended=extended, retargeted=retargeted)
        verdicts = None
        if scenario.targets:
            judge = Verdicts(scenario)
            start = 0
            for tallies in contents.totals(CELLS_AT_ONCE):
                part = infos[start : start + len(tallies)]
                judge.add(part, cell_counts(part, tallies))
                start += len(tallies)
            table = judge.table()
            files.write("verdicts", table)
            verdicts = judge.by_cell(table)
        start = 0
        for tallies in contents.totals(CELLS_AT_ONCE):
            digest.update(tallies)
            stop = start + len(tallies)
            part = infos[start:stop]
            effects.add(cell_counts(part, tallies))
            frames = make_tables(
                part,
                tallies,
                most,
                verdicts=None if verdicts is None else verdicts[start:stop],
                adaptive=scenario.precision is not None,
                ablation=scenario.ablation,
            )
            if len(infos) <= DETAILED:
                frames |= make_details(part, tallies)
            for name, frame in frames.items():
                files.write(name, frame)
            start = stop
        if effects.any:
            files.write("effects", effects.table())
        open_files.close()  # what a writer still holds is written before its file is renamed
    return digest.hexdigest()
