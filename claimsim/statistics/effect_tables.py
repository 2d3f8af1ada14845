"""Effects over the grid of a run, from the sums of its cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from claimsim.statistics.bounds import Floats
from claimsim.statistics.counts import CellCounts, Sums
from claimsim.statistics.effects import CellFactors, effects_table

if TYPE_CHECKING:
    import pandas as pd

    from claimsim.scenario import Scenario

#: Metrics of which effects are told.
METRICS = ("leader_win_rate", "a_win_rate", "draw_rate", "mean_margin")


class Effects:
    """Collects the sums of all cells, some at a time, and then fits the model.

    Parameters
    ----------
    scenario
        Whose grid.
    """

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._sums: dict[str, list[Sums]] = {name: [] for name in METRICS}
        self._halves: dict[str, list[Floats]] = {name: [] for name in METRICS}
        self._same: list[npt.NDArray[np.bool_]] = []

    @property
    def any(self) -> bool:
        """Whether there is anything to compare."""
        grid = self._scenario
        return max(len(grid.decks), len(grid.settings), len(grid.buildings)) > 1

    def add(self, counts: CellCounts) -> None:
        """Take in the next cells."""
        if self.any:
            for name, parts in self._sums.items():
                # copies: what looks into the tallies would keep all of them
                parts.append(Sums(*(np.array(of) for of in counts.sums(name))))
                self._halves[name].append(_halves(counts, name))
            self._same.append(counts.same_player)

    def table(self) -> pd.DataFrame:
        """Return the table ``effects``; see :mod:`claimsim.statistics.effects`."""
        from threadpoolctl import threadpool_limits

        # products of matrices round otherwise on several threads, and the table with them
        with threadpool_limits(1, user_api="blas"):
            return self._table()

    def _table(self) -> pd.DataFrame:
        import pandas as pd

        same = np.concatenate(self._same).reshape(-1, len(self._scenario.matchups))
        everyone = np.ones(same.shape[1], bool)
        all_cells = self._factors(everyone)
        frames = []
        for name in METRICS:
            sums = Sums(*map(np.concatenate, zip(*self._sums[name], strict=True)))
            halves = np.concatenate(self._halves[name])
            if name != "a_win_rate" or not same.any():
                frames.append(_effects(all_cells, sums, halves, name))
                continue
            # One half by definition where one strategy without dice plays both seats.
            kept = np.asarray(~same.any(axis=0))
            if kept.any():
                rows = np.tile(kept, same.shape[0])
                part = Sums(*(of[rows] for of in sums))
                frames.append(_effects(self._factors(kept), part, halves[rows], name))
        return pd.concat(frames, ignore_index=True)

    def _factors(self, kept: npt.NDArray[np.bool_]) -> CellFactors:
        grid = self._scenario
        labels = [f"{a.label} against {b.label}" for a, b in grid.matchups]
        return CellFactors.crossed(
            [deck.names for deck in grid.decks],
            grid.settings,
            grid.buildings,
            [label for label, keep in zip(labels, kept, strict=True) if keep],
        )


def _halves(counts: CellCounts, name: str) -> Floats:
    """Return half of what the even deals' means lie above the odd ones', as for halves alike.

    Its variance is that of the mean over all deals, to which it owes nothing else.
    """
    whole, odd = counts.sums(name), counts.odd_sums(name)
    n, n_odd = (np.asarray(of.deals, np.float64) for of in (whole, odd))
    n_even = n - n_odd
    with np.errstate(divide="ignore", invalid="ignore"):
        even_mean = (whole.total - odd.total) / (n_even * whole.scale)
        odd_mean = odd.total / (n_odd * whole.scale)
        found = (even_mean - odd_mean) * np.sqrt(n_even * n_odd) / n
    return np.where((n_even > 0) & (n_odd > 0), found, np.nan)


def _effects(cells: CellFactors, sums: Sums, halves: Floats, name: str) -> pd.DataFrame:
    x, xx, n, scale = (np.asarray(of, np.float64) for of in sums[:4])
    with np.errstate(divide="ignore", invalid="ignore"):
        values = x / (n * scale)
        variances = np.maximum(xx - x * x / n, 0.0) / (n - 1.0) / n / scale**2
    span = float(np.max(sums.most))
    return effects_table(cells, values, variances, sums.deals, name, span=span, halves=halves)
