"""How many deals a wanted precision takes, and how long they take on this machine."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from claimsim.experiment.plan import Batch, games_per_deal, total_games, work_of
from claimsim.experiment.play import Job, play_all, prepare
from claimsim.experiment.results import CellInfos
from claimsim.experiment.tally import TALLY
from claimsim.statistics.counts import cell_counts

if TYPE_CHECKING:
    from claimsim.scenario import Scenario

#: Games that the timing plays, in cells spread evenly over the grid: seconds of work. Of games as
#: plain Python it plays fewer, but some deals of each cell in any case.
PILOT_GAMES = 400_000
PILOT_CELLS = 24
PILOT_DEALS = 20

#: Quantile of the normal distribution for an interval at 95 %.
_Z = 1.959964

#: Where no deal of n differs from the others the exact interval is about 3.69 / n wide.
_WITHOUT_VARIANCE = 3.69


@dataclass(frozen=True)
class Need:
    """What one precision takes.

    Parameters
    ----------
    half_width
        Half of the interval's width, in the metric's unit.
    deals, worst_deals
        Deals of a cell: of the median of the cells that were tried, and of the worst of them.
    games
        Games of all cells with the worst's deals.
    seconds
        How long they take here.
    """

    half_width: float
    deals: int
    worst_deals: int
    games: int
    seconds: float


@dataclass(frozen=True)
class Pilot:
    """A short run: the rate of this machine, and the variance of each tried cell's deals."""

    games: int
    seconds: float
    variances: dict[str, list[float]]

    @property
    def rate(self) -> float:
        """Games per second on all workers."""
        return self.games / self.seconds


def play_pilot(scenario: Scenario, metrics: Sequence[str], jobs: int = -1) -> Pilot:
    """Play some deals of some cells, and time them.

    Parameters
    ----------
    scenario
        What is to be played.
    metrics
        Names of :data:`claimsim.statistics.counts.TALLIED`.
    jobs
        Workers; -1 for all cores.
    """
    count = len(scenario.cells)
    places = np.unique(np.linspace(0, count - 1, min(PILOT_CELLS, count)).astype(int)).tolist()
    cells = [scenario.cells[place] for place in places]
    each = sum(games_per_deal(cell, scenario.mirror) * work_of(cell) for cell in cells)
    deals = max(PILOT_DEALS, PILOT_GAMES // each)
    pieces = 4  # of a cell's deals, so that no worker waits for the last cell
    edges = np.linspace(0, deals, pieces + 1).astype(int).tolist()
    work = [
        Job.of(scenario, Batch(pieces * row + piece, 0, 1, start, stop), (cell,))
        for row, cell in enumerate(cells)
        for piece, (start, stop) in enumerate(pairwise(edges))
        if stop > start
    ]
    prepare(scenario)
    tallies = np.zeros(len(cells), TALLY)
    begun = time.perf_counter()
    for index, found in play_all(
        scenario, work, workers=jobs, backend="threads", played=_ignore, stopped=_never
    ):
        row = index // pieces
        for name in TALLY.names or ():
            tallies[name][row] += found[name][0]
    seconds = time.perf_counter() - begun
    infos = CellInfos(scenario)
    counts = cell_counts([infos[place] for place in places], tallies)
    variances = {}
    for metric in metrics:
        total, squares, n, scale, _ = (np.asarray(of, np.float64) for of in counts.sums(metric))
        scatter = np.maximum(squares - total * total / n, 0.0) / (n - 1.0)
        variance = scatter / scale**2
        if metric == "a_win_rate":  # one half by definition, and no deal is needed to know it
            variance = np.where(counts.same_player, 0.0, variance)
        variances[metric] = variance.tolist()
    return Pilot(int(tallies["games"].sum()), seconds, variances)


def needs(
    scenario: Scenario, pilot: Pilot, metric: str, half_widths: Sequence[float]
) -> list[Need]:
    """Return what each precision of a metric takes."""
    variances = sorted(pilot.variances[metric])
    found = []
    for half in half_widths:
        middle = deals_for(variances[len(variances) // 2], half)
        worst = deals_for(variances[-1], half)
        games = total_games(scenario, worst)
        found.append(Need(half, middle, worst, games, games / pilot.rate))
    return found


def deals_for(variance: float, half_width: float) -> int:
    """Return the deals with which an interval at 95 % is as narrow as that.

    Parameters
    ----------
    variance
        Of the metric from deal to deal.
    half_width
        Above 0.
    """
    exact = _WITHOUT_VARIANCE / 2.0 / half_width
    return math.ceil(max(_Z**2 * variance / half_width**2, exact))


def _ignore(_games: int) -> None:
    """Nobody watches a pilot."""


def _never() -> bool:
    return False
