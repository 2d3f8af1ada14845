"""What a run directory holds: parts, their batches, and the tallies in them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from claimsim.errors import RunDirectoryError
from claimsim.experiment import store
from claimsim.experiment.parts import Part, deals_by_cell, ranges_of
from claimsim.experiment.plan import Batch, batches_of, games_of
from claimsim.experiment.tally import TALLY, Tallies, add

if TYPE_CHECKING:
    from claimsim.scenario import Scenario

#: What a run's results are made from; a batch of a run that differs in any is foreign.
_MARKS = (
    "identity", "ablation", "rules_digest", "kernel_digest", "strategy_digests", "precision",
)  # fmt: skip


def read_parts(directory: Path, plan: Mapping[str, Any]) -> list[Part]:
    """Return the parts of a plan.

    Raises
    ------
    RunDirectoryError
        A plan that no run wrote.
    """
    try:
        parts = [Part.read(part) for part in plan["parts"]]
        if ranges_of(parts):  # or a ValueError, where a deal is there twice
            return parts
    except (LookupError, TypeError, ValueError, AttributeError):
        pass
    raise RunDirectoryError(
        f"{directory / store.PLAN}: its parts are not what a run writes; the file was changed: "
        "run again with another --out"
    )


class Contents:
    """The parts of a run and where their tallies lie.

    Parameters
    ----------
    directory
        A run directory.
    scenario
        What it plays.
    plan
        What its ``plan.json`` says.

    Raises
    ------
    RunDirectoryError
        A plan that no run wrote.
    """

    def __init__(self, directory: Path, scenario: Scenario, plan: Mapping[str, Any]) -> None:
        self.directory = directory
        self.scenario = scenario
        self.parts = read_parts(directory, plan)
        self.batches = batches_of(scenario, self.parts)
        self._numbers: dict[Part, npt.NDArray[np.int64]] = {}
        self._mark = store.digest_of([plan.get(key) for key in _MARKS])

    @property
    def games(self) -> int:
        """Games of all parts."""
        return games_of(self.scenario, self.parts)

    def numbers(self, part: Part) -> npt.NDArray[np.int64]:
        """Return the numbers of the cells of a part."""
        if part not in self._numbers:
            self._numbers[part] = part.numbers(len(self.scenario.cells))
        return self._numbers[part]

    def read(self, batch: Batch) -> Tallies | None:
        """Return the tallies of a batch, or None if it was not played yet.

        Raises
        ------
        RunDirectoryError
            A file that is damaged, or of another run.
        """
        return store.read_batch(self.directory, batch, self._mark)

    def check(self, batch: Batch) -> bool:
        """Say whether a batch is there, without reading its numbers; errors as :meth:`read`."""
        return store.check_batch(self.directory, batch, self._mark)

    def write(self, batch: Batch, tallies: Tallies) -> None:
        """Commit the tallies of a batch."""
        store.write_batch(self.directory, batch, tallies, self._mark)

    def totals(self, cells: int) -> Iterator[Tallies]:
        """Yield the tallies of all cells in their order, `cells` of them at a time.

        Raises
        ------
        RunDirectoryError
            A batch that is not there, or damaged.
        """
        streams = [self._pieces(place) for place in range(len(self.parts))]
        held = [next(stream) for stream in streams]
        for start in range(0, len(self.scenario.cells), cells):
            stop = min(start + cells, len(self.scenario.cells))
            total = np.zeros(stop - start, TALLY)
            for place, stream in enumerate(streams):
                numbers, tallies = held[place]
                while len(numbers) and numbers[0] < stop:
                    here = int(np.searchsorted(numbers, stop))
                    _add_rows(total, numbers[:here] - start, tallies[:here])
                    numbers, tallies = numbers[here:], tallies[here:]
                    if not len(numbers):
                        numbers, tallies = next(stream, (numbers, tallies))
                held[place] = numbers, tallies
            yield total

    def of_cells(self, cells: Sequence[int]) -> Tallies:
        """Return the tallies of some cells, from the batches that hold them alone.

        Raises
        ------
        RunDirectoryError
            A batch that is not there, or damaged.
        """
        wanted = np.array(cells, np.int64)
        total = np.zeros(len(wanted), TALLY)
        for place, part in enumerate(self.parts):
            numbers = self.numbers(part)
            for batch in self.batches[place]:
                here = numbers[batch.cell_start : batch.cell_stop]
                rows = np.flatnonzero(np.isin(wanted, here))
                if len(rows):
                    found = self._whole(batch)[np.searchsorted(here, wanted[rows])]
                    _add_rows(total, rows, found)
        return total

    def _whole(self, batch: Batch) -> Tallies:
        """Return the tallies of a batch that must be there."""
        tallies = self.read(batch)
        if tallies is None:
            path = store.batch_path(self.directory, batch.index)
            raise RunDirectoryError(f"{path} is gone; run again with --resume")
        return tallies

    def _pieces(self, place: int) -> Iterator[tuple[npt.NDArray[np.int64], Tallies]]:
        """Yield the cells and tallies of each batch of a part, cells in ascending order."""
        numbers = self.numbers(self.parts[place])
        for batch in self.batches[place]:
            yield numbers[batch.cell_start : batch.cell_stop], self._whole(batch)


def _add_rows(total: Tallies, rows: npt.NDArray[np.int64], tallies: Tallies) -> None:
    """Add tallies to some rows, in ascending order, of a total."""
    first, stop = rows[0], rows[-1] + 1
    if stop - first == len(rows):  # neighbours need not be copied
        add(total[first:stop], tallies)
        return
    sums = total[rows]
    add(sums, tallies)
    total[rows] = sums


class Digest:
    """Digest of results: of scenario, seed, the deals of each cell and all that was counted.

    Parameters
    ----------
    contents
        Of a run; how its deals are cut into parts and batches changes nothing.
    """

    def __init__(self, contents: Contents) -> None:
        self._hash = hashlib.blake2b(digest_size=16)
        cells = deals_by_cell(contents.parts, len(contents.scenario.cells))
        what = {"identity": contents.scenario.identity(), "deals": list(cells)}
        self._hash.update(json.dumps(what, sort_keys=True).encode())

    def update(self, tallies: Tallies) -> None:
        """Take in the tallies of the next cells, added up over all parts."""
        self._hash.update(np.ascontiguousarray(tallies).view(np.uint8).data)

    def hexdigest(self) -> str:
        """Return 32 hexadecimal digits."""
        return self._hash.hexdigest()
