"""Many cells of one matchup in one call: what a cell costs beside its games is small.

A call from Python into compiled code takes as long as dozens of games. So the loop over cells
is compiled too; the loop over a cell's deals is handed to it as a function, and need not be
compiled a second time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import from_dtype, types

from claimsim.experiment.tally import CELL_METRICS, FACTION_METRICS, TALLY, Tallies
from claimsim.kernel import jit
from claimsim.kernel.batch import DEALS, STRATEGY, deals_entry
from claimsim.kernel.engine import MIRRORS, CellEngine, arguments_of, fresh_work
from claimsim.kernel.state import LANES, VIEWS, WORK
from claimsim.rules.deck import MAX_CARDS, MAX_FACTIONS
from claimsim.rules.firings import FIRINGS
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.table import TABLE
from claimsim.seated import Seated
from claimsim.view import VIEW

#: Cells of one call, at most: their tables take a megabyte.
MAX_CELLS = 256

_BYTES = types.uint8[::1]
_INTS = types.int64[::1]
_TABLES = types.int64[:, ::1]
_RECORDS = {dtype: from_dtype(dtype)[::1] for dtype in (WORK, TABLE, TALLY)}


def _play_cells(  # noqa: PLR0917  # numba keeps records in arrays and their bytes apart
    play, work, work_bytes, blank, shown, tables, table_bytes, choose_a, choose_b, weights,
    stochastic, makes, mirror, keys, first, stop, tallies, rows, places, cell, factions,
    firings, numbers,
):  # fmt: skip
    """Play deals `first` to `stop` - 1 of several cells of one matchup.

    Parameters
    ----------
    play
        The compiled loop over deals, :func:`claimsim.kernel.batch.deals_entry`; what is not
        named here goes to it.
    work : WORK array, shape (1,), written
    work_bytes : uint8 array
        The same memory.
    blank : uint8 array
        What `work` holds before a cell, but for the tables in its Views.
    shown : int64 array
        Where in `work` these tables begin.
    tables : TABLE array, shape (cells,)
    table_bytes : uint8 array
        The same memory.
    keys : uint64 array, shape (cells, 2)
    tallies : TALLY array, added to
    rows : int64 array, shape (cells,)
        Each cell's place in `tallies`.
    numbers : int16 array, shape (cells, deals, wanted), written, or shape (cells, 0, 0)
        As of :func:`claimsim.kernel.batch._play_deals`, of each cell.

    Returns
    -------
    tuple of int64
        -1 and -1, or the cell that stopped, by its place in `rows`, and the number of the game.
    """
    size = table_bytes.size // tables.size
    for place in range(rows.size):
        tally = tallies[rows[place]]
        table = table_bytes[place * size : place * size + size]
        work_bytes[:] = blank
        for begin in shown:
            work_bytes[begin : begin + size] = table
        stopped = play(
            work[0], tables[place], choose_a, choose_b, weights, stochastic, makes, mirror,
            keys[place, 0], keys[place, 1], first, stop, tally, places, cell, factions, firings,
            numbers[place],
        )  # fmt: skip
        if stopped >= 0:
            return place, stopped
    return -1, -1


_CELLS = types.UniTuple(types.int64, 2)(
    types.FunctionType(DEALS), _RECORDS[WORK], _BYTES, _BYTES, _INTS, _RECORDS[TABLE],
    _BYTES, STRATEGY, STRATEGY, types.float64[:, ::1], _INTS, _TABLES, types.int64,
    types.uint64[:, ::1], types.int64, types.int64, _RECORDS[TALLY], _INTS,
    types.uint64[::1], _INTS, _TABLES, _TABLES, types.int16[:, :, ::1],
)  # fmt: skip


@cache
def cells_entry() -> Any:
    """Return the compiled loop over cells, from the cache where it is there."""
    return jit.compile_entry(_CELLS, _play_cells)


def _shown() -> list[int]:
    """Return where in a WORK the tables that Views show begin."""
    views, of, rules = (
        dtype.fields[name][1]  # type: ignore[index]  # they are records
        for dtype, name in ((WORK, "views"), (VIEWS, "of"), (VIEW, "rules"))
    )
    return [
        views + lane * VIEWS.itemsize + of + seat * VIEW.itemsize + rules
        for lane in range(LANES)
        for seat in range(2)
    ]


class GridEngine:
    """Plays cells of one matchup; one object for each thread.

    Parameters
    ----------
    a, b
        The players of the matchup.
    mirror
        ``"none"``, ``"seats"`` or ``"lead"``: see :class:`claimsim.kernel.engine.CellEngine`.
    """

    def __init__(self, a: Seated, b: Seated, mirror: str) -> None:
        self._players = (a, b)
        self._mirror = mirror
        self._arguments = arguments_of(a, b)
        self._work: npt.NDArray[np.void] | None = None
        self._blank = np.zeros(0, np.uint8)
        self._shown = np.array(_shown(), np.int64)
        self._tables = np.zeros(MAX_CELLS, TABLE)
        self._keys = np.zeros((MAX_CELLS, 2), np.uint64)
        self._scratch = (
            np.zeros(MAX_CARDS, np.uint64),
            np.zeros(len(CELL_METRICS), np.int64),
            np.zeros((MAX_FACTIONS, len(FACTION_METRICS)), np.int64),
            np.zeros((2, len(FIRINGS)), np.int64),
        )

    def play(
        self,
        cells: Sequence[tuple[Ruleset, tuple[int, int]]],
        deals: tuple[int, int],
        tallies: Tallies,
        rows: Sequence[int],
        numbers: npt.NDArray[np.int16] | None = None,
    ) -> None:
        """Play some deals of each cell.

        Parameters
        ----------
        cells
            At most :data:`MAX_CELLS`; of each its rules, and the two words of its deck's key.
        deals
            The first deal, and the one after the last.
        tallies : ndarray of TALLY, added to
        rows
            Each cell's place in `tallies`.
        numbers : ndarray of int16, shape (cells, deals, wanted), written
            If given, the first so many of :data:`claimsim.experiment.tally.NUMBERS` in each deal.

        Raises
        ------
        StrategyError
            A strategy answered with no option; names strategy, deal and decision.
        """
        if self._work is None:
            self._work = fresh_work(cells[0][0])
            self._blank = self._work.view(np.uint8).copy()
        count = len(cells)
        tables = self._tables[:count]
        table_bytes = tables.view(np.uint8)
        for place, (rules, key) in enumerate(cells):
            begin = place * TABLE.itemsize
            table_bytes[begin : begin + TABLE.itemsize] = np.frombuffer(rules.table, np.uint8)
            self._keys[place] = key
        try:
            place, stopped = cells_entry()(
                deals_entry(),
                self._work,
                self._work.view(np.uint8),
                self._blank,
                self._shown,
                tables,
                table_bytes,
                *self._arguments,
                MIRRORS[self._mirror],
                self._keys[:count],
                *deals,
                tallies,
                np.array(rows, np.int64),
                *self._scratch,
                np.zeros((count, 0, 0), np.int16) if numbers is None else numbers,
            )
        except Exception:
            for rules, key in cells:  # compiled code does not say in which of them it was
                CellEngine(rules, key, *self._players, self._mirror).find_fault(*deals)
            raise
        if stopped >= 0:
            rules, key = cells[place]
            engine = CellEngine(rules, key, *self._players, self._mirror)
            engine.trace(stopped // engine.games_per_deal, stopped % engine.games_per_deal)
