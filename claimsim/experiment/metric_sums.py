"""Sums of one metric for all cells, while a run is played: no more of the tallies is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from claimsim.experiment.plan import per_matchup, same_game_twice
from claimsim.experiment.results import CellInfos
from claimsim.experiment.tally import CELL_METRICS, Tallies
from claimsim.statistics.counts import TALLIED, Sums

if TYPE_CHECKING:
    from claimsim.scenario import Scenario


class MetricSums:
    """Deals, sums and sums of squares of one metric, of the batches that are there so far.

    Parameters
    ----------
    scenario
        Whose cells.
    metric
        One of those that targets and a precision may name.
    """

    def __init__(self, scenario: Scenario, metric: str) -> None:
        name, points = TALLIED[metric]
        self._column = CELL_METRICS.index(name)
        self._scale = points * np.array(per_matchup(scenario), np.int64)
        pairs = scenario.cells[: len(scenario.matchups)]
        same = [metric == "a_win_rate" and same_game_twice(c, scenario.mirror) for c in pairs]
        self._one_half = np.array(same, bool)
        self._most = _most_votes(scenario) if metric == "mean_margin" else None
        self._deals, self._total, self._squares = np.zeros((3, len(scenario.cells)), np.int64)

    def add(self, cells: npt.NDArray[np.int64], tallies: Tallies) -> None:
        """Add the tallies of some cells, each there once."""
        self._deals[cells] += tallies["deals"]
        self._total[cells] += tallies["sum"][:, self._column]
        self._squares[cells] += tallies["squares"][:, self._column]

    def of(self, cells: npt.NDArray[np.int64]) -> Sums:
        """Return the sums of some cells."""
        return Sums(
            self._total[cells],
            self._squares[cells],
            self._deals[cells],
            self._scale[cells % len(self._scale)],
            np.ones(len(cells), np.int64) if self._most is None else self._most[cells],
        )

    def one_half(self, cells: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Mark those of some cells where the metric is one half by definition.

        So is the win rate of one strategy without dice that plays both seats.
        """
        return self._one_half[cells % len(self._one_half)]


def _most_votes(scenario: Scenario) -> npt.NDArray[np.int64]:
    """Return the most votes that a player can have in each cell.

    They go by deck and building, and a scenario may have hundreds of thousands of cells.
    """
    decks, buildings = len(scenario.decks), len(scenario.buildings)
    numbers = np.arange(len(scenario.cells)).reshape(decks, -1, buildings, len(scenario.matchups))
    infos = CellInfos(scenario)
    factions = np.array([len(deck.names) for deck in scenario.decks], np.int64)
    extra = np.array([infos[int(number)]["extra_votes"] for number in numbers[0, 0, :, 0]])
    most = factions[:, None, None, None] + extra[:, None]
    return np.broadcast_to(most, numbers.shape).ravel()
