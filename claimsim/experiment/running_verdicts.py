"""Verdicts while a run is played: how many there would be of each kind if it ended now.

They are for whoever waits. No result depends on them, and they are no reason to stop: a run that
is stopped when they look right was looked at until they did. Runs that may stop as soon as enough
is known are those with a precision.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from claimsim.experiment.metric_sums import MetricSums
from claimsim.experiment.tally import Tallies
from claimsim.statistics import verdicts
from claimsim.statistics.verdict_tables import ORDER, assessed

if TYPE_CHECKING:
    from claimsim.scenario import Scenario
    from claimsim.scenario.targets import Target

#: Seconds between two counts, at least.
PAUSE = 1.0

#: The share of the time that counting may take, about: after a long count one waits for long.
SHARE = 0.01


class RunningVerdicts:
    """The verdicts on a scenario's targets by the batches that are there so far.

    They are counted as those of a finished run are, the false discovery rate of a grid included:
    a cell without deals is an undecided one of the grid. What a count costs goes by the cells
    that were played since the one before, and a sort of all.

    Parameters
    ----------
    scenario
        Whose targets; it has some.
    clock
        Tells the time in seconds.
    """

    def __init__(self, scenario: Scenario, clock: Callable[[], float] = time.perf_counter) -> None:
        self._sums = {t.metric: MetricSums(scenario, t.metric) for t in scenario.targets}
        self._families = [_Family(scenario, target) for target in scenario.targets]
        self._changed = np.zeros(len(scenario.cells), bool)
        self.counts()  # of nothing: what it loads is no cost of the first count
        self._clock = clock
        self._next = clock()

    def add(self, cells: npt.NDArray[np.int64], tallies: Tallies) -> None:
        """Add the tallies of some cells, each there once."""
        for sums in self._sums.values():
            sums.add(cells, tallies)
        self._changed[cells] = True

    def due(self) -> bool:
        """Say whether it is time for another count."""
        return self._clock() >= self._next

    def text(self) -> str:
        """Count and say so in a line of less than 80 characters."""
        begun = self._clock()
        told = ", ".join(f"{number:,} {name}" for name, number in self.counts().items())
        ended = self._clock()
        self._next = ended + max(PAUSE, (ended - begun) / SHARE)
        return f"verdicts so far: {told}"

    def counts(self) -> dict[str, int]:
        """Return how many verdicts there are of each kind, over all targets."""
        changed = np.flatnonzero(self._changed)
        self._changed[:] = False
        found = dict.fromkeys(reversed(ORDER), 0)
        for family in self._families:
            family.assess(changed, self._sums[family.target.metric])
            said = family.verdicts()
            for name in found:
                found[name] += int(np.count_nonzero(said == name))
        return found


def concerned(scenario: Scenario, target: Target) -> npt.NDArray[np.bool_]:
    """Mark the cells that a target concerns, by the axes of the grid.

    To ask :meth:`Target.concerns` of every cell takes a second for the cells of the whole game.
    """

    def wanted(name: str, value: str) -> bool:
        return target.where.get(name, value) == value

    axes = (
        [wanted("deck", deck.label) for deck in scenario.decks],
        [wanted("setting", setting) for setting in scenario.settings],
        [wanted("building", building) for building in scenario.buildings],
        [
            (target.matchups is None or (a, b) in target.matchups)
            and wanted("strategy_a", a.label)
            and wanted("strategy_b", b.label)
            for a, b in scenario.matchups
        ],
    )
    found = np.zeros([len(axis) for axis in axes], bool)
    found[np.ix_(*axes)] = True
    return found.ravel()


class _Family:
    """The cells that a target concerns, and what is known of each by now."""

    def __init__(self, scenario: Scenario, target: Target) -> None:
        self.target = target
        self._concerned = concerned(scenario, target)
        self._adaptive = scenario.precision is not None
        self._inside, self._outside = np.ones((2, len(scenario.cells)))

    def assess(self, cells: npt.NDArray[np.int64], sums: MetricSums) -> None:
        """Bring the p values of some cells, concerned or not, up to date."""
        target = self.target
        cells = cells[self._concerned[cells]]
        known = sums.of(cells)
        p = assessed(known, target, adaptive=self._adaptive)
        half = sums.one_half(cells)
        inside = abs(0.5 - target.value) <= target.tolerance
        self._inside[cells] = np.where(half, 0.0 if inside else 1.0, p.p_balanced)
        self._outside[cells] = np.where(half, 1.0 if inside else 0.0, p.p_unbalanced)

    def verdicts(self) -> npt.NDArray[np.object_]:
        """Return the verdict of every cell that the target concerns."""
        inside, outside = self._inside[self._concerned], self._outside[self._concerned]
        return verdicts.verdict(inside, outside, grid=len(inside) > 1)[2]
