"""Adaptive runs: cells are played until their intervals are narrow enough.

A run is looked at when its cells have 1,000, 2,000, 4,000, … deals, and at no other time: cells
whose interval is still too wide play the next round, up to the next look or to the most deals
allowed. The intervals are valid at all looks together (``statistics/anytime.py``). What is
decided depends on the tallies at the looks alone, not on batches, workers or interruptions.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from claimsim.experiment import store
from claimsim.experiment.contents import Contents
from claimsim.experiment.parts import Part, spans
from claimsim.experiment.plan import per_matchup, same_game_twice
from claimsim.experiment.results import CellInfos
from claimsim.experiment.session import Session
from claimsim.experiment.tally import CELL_METRICS, Tallies
from claimsim.statistics.counts import TALLIED

if TYPE_CHECKING:
    from claimsim.scenario import Scenario
    from claimsim.scenario.model import Precision


def first_round(scenario: Scenario) -> int:
    """Return the deals of a run's first part: those of the first look, or all of them."""
    from claimsim.statistics.anytime import LOOKS

    return scenario.deals if scenario.precision is None else min(LOOKS[0], scenario.deals)


def play_rounds(
    directory: Path, plan: dict[str, Any], session: Session, scenario: Scenario
) -> dict[str, Any]:
    """Play rounds until every cell is known well enough, or has all its deals.

    Parameters
    ----------
    directory
        The run directory.
    plan
        What its ``plan.json`` says: the rounds so far, the last of which may be unfinished.
    session
        Plays them.
    scenario
        What is played, with a precision.

    Returns
    -------
    dict
        The plan with all rounds, which is in ``plan.json`` too.

    Raises
    ------
    SystemRefused
        The disk or a worker failed; finished batches are kept.
    """
    assert scenario.precision is not None
    sums = _Sums(scenario, scenario.precision)
    played = 0
    while True:
        contents = Contents(directory, scenario, plan)
        session.play(contents, range(played, len(contents.parts)), sums.add)
        played = len(contents.parts)
        more = _next_round(contents, sums)
        if more is None:
            return plan
        plan = {**plan, "parts": [*plan["parts"], more.plain()]}
        with store.writing(directory):
            store.write_json(directory / store.PLAN, plan)
        cells = "every cell" if more.cells is None else f"{sums.wide:,} cells"
        session.tell(f"{cells} up to {more.stop - contents.parts[0].first_deal:,} deals …")


def _next_round(contents: Contents, sums: _Sums) -> Part | None:
    """Return the round after the last one, or None if the run is at its end."""
    from claimsim.statistics.anytime import LOOKS

    first, last = contents.parts[0].first_deal, contents.parts[-1]
    deals = last.stop - first
    if deals >= contents.scenario.deals:
        return None
    wide = sums.too_wide(contents.numbers(last))
    if not len(wide):
        return None
    stop = min(next(look for look in LOOKS if look > deals), contents.scenario.deals)
    everyone = len(wide) == len(contents.scenario.cells)
    cells = None if everyone else spans(wide.tolist())
    return Part(first + deals, stop - deals, last.batch_games, cells)


class _Sums:
    """Deals, sums and sums of squares of the metric that a precision names, for all cells."""

    def __init__(self, scenario: Scenario, precision: Precision) -> None:
        self._scenario = scenario
        self._precision = precision
        name, self._most = TALLIED[precision.metric]
        self._column = CELL_METRICS.index(name)
        self._deals, self._total, self._squares = np.zeros((3, len(scenario.cells)), np.int64)
        self.wide = 0

    def add(self, cells: npt.NDArray[np.int64], tallies: Tallies) -> None:
        """Add the tallies of some cells, each there once."""
        self._deals[cells] += tallies["deals"]
        self._total[cells] += tallies["sum"][:, self._column]
        self._squares[cells] += tallies["squares"][:, self._column]

    def too_wide(self, cells: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return those of some cells whose interval is not narrow enough yet."""
        from claimsim.statistics.anytime import interval

        scenario, metric = self._scenario, self._precision.metric
        each = np.array(per_matchup(scenario), np.int64)
        most: npt.NDArray[np.int64] | int = 1
        if metric == "mean_margin":
            infos = CellInfos(scenario)
            known = (infos[int(cell)] for cell in cells)
            most = np.array([len(info["factions"]) + info["extra_votes"] for info in known])
        found = interval(
            self._total[cells],
            self._squares[cells],
            self._deals[cells],
            self._most * each[cells % len(each)],
            0,
            most,
        )
        wide = (found.high - found.low) / 2 > self._precision.half_width
        if metric == "a_win_rate":
            # Where one strategy without dice plays both seats it is one half by definition.
            pairs = scenario.cells[: len(each)]
            same = np.array([same_game_twice(cell, scenario.mirror) for cell in pairs])
            wide &= ~same[cells % len(each)]
        self.wide = int(np.count_nonzero(wide))
        return cells[wide]
