"""The table ``verdicts``: each target and cell, and what the deals say about them.

A target is a family of its own: in a grid its p values become q values (Benjamini and Hochberg,
1995), of either claim apart. Which cell looks worst of many is chance in part, so that one half of
the deals chooses and the other, which had no part in the choice, tells. The halves are the deals
with even and with odd numbers: the same ones however the run was extended or merged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from claimsim.statistics import anytime, intervals, verdicts
from claimsim.statistics.columns import nullable
from claimsim.statistics.counts import CellCounts, Info, Sums
from claimsim.statistics.verdicts import BALANCED, UNBALANCED, UNDECIDED

if TYPE_CHECKING:
    import pandas as pd

    from claimsim.experiment.results import Run
    from claimsim.scenario import Scenario
    from claimsim.scenario.targets import Target

#: From bad to good: a cell's verdict is the worst of its targets.
ORDER = (UNBALANCED, UNDECIDED, BALANCED)

_COLUMNS = (
    "value", "low", "high", "p_balanced", "p_unbalanced", "deals_needed",
    "first_half", "second_half", "second_half_low", "second_half_high",
)  # fmt: skip


class Verdicts:
    """Collects what is needed of all cells, some at a time, and then judges them.

    Parameters
    ----------
    scenario
        Whose targets.
    """

    def __init__(self, scenario: Scenario) -> None:
        self._targets = scenario.targets
        self._matchups = scenario.matchups
        self._cells = len(scenario.cells)
        self._adaptive = scenario.precision is not None
        self._found: list[list[dict[str, npt.NDArray[Any]]]] = [[] for _ in self._targets]

    def add(self, infos: Sequence[Info], counts: CellCounts) -> None:
        """Assess the next cells against every target that concerns them."""
        for target, found in zip(self._targets, self._found, strict=True):
            rows = np.array([self._concerned(target, info) for info in infos], bool)
            cells = np.array([info["cell"] for info in infos], np.int64)
            columns = _assessed(target, counts, adaptive=self._adaptive)
            found.append({"cell": cells[rows]} | {n: c[rows] for n, c in columns.items()})

    def _concerned(self, target: Target, info: Info) -> bool:
        pair = self._matchups[info["cell"] % len(self._matchups)]
        if target.matchups is not None and pair not in target.matchups:
            return False
        return all(info[name] == value for name, value in target.where.items())

    def table(self) -> pd.DataFrame:
        """Return the table ``verdicts``: one row a target and cell that it concerns."""
        import pandas as pd

        frames = []
        for number, (target, parts) in enumerate(zip(self._targets, self._found, strict=True)):
            joined = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
            grid = len(joined["cell"]) > 1
            q_balanced, q_unbalanced, judged = verdicts.verdict(
                joined["p_balanced"], joined["p_unbalanced"], grid=grid
            )
            frame: dict[str, Any] = {
                "cell": joined["cell"],
                "target": np.full(len(judged), number + 1),
                "metric": target.metric,
                "wanted": target.value,
                "tolerance": target.tolerance,
            }
            frame |= {name: nullable(joined[name]) for name in _COLUMNS}
            whole, fresh = (joined[f"{name}_kind"] for name in ("whole", "fresh"))
            frame["interval"] = [
                one if one == other else f"{one}; second_half: {other}"
                for one, other in zip(whole, fresh, strict=True)
            ]
            frame |= {
                "q_balanced": q_balanced,
                "q_unbalanced": q_unbalanced,
                "verdict": judged,
                "most_unbalanced": _worst(joined["first_half"], target, grid=grid),
            }
            frames.append(pd.DataFrame(frame))
        return pd.concat(frames, ignore_index=True)

    def by_cell(self, table: pd.DataFrame) -> npt.NDArray[np.object_]:
        """Return the worst verdict of each cell, None where no target concerns it."""
        worst = np.full(self._cells, len(ORDER), np.int64)
        places = np.array([ORDER.index(name) for name in table["verdict"]], np.int64)
        np.minimum.at(worst, table["cell"].to_numpy(), places)
        return np.array([*ORDER, None], object)[worst]


def _assessed(target: Target, counts: CellCounts, *, adaptive: bool) -> dict[str, npt.NDArray[Any]]:
    """Return the columns of a target for some cells, concerned or not.

    Of an adaptive run intervals and p values are those that hold whenever playing stopped.
    """
    sums, second = counts.sums(target.metric), counts.odd_sums(target.metric)
    first = second._replace(
        total=sums.total - second.total,
        squares=sums.squares - second.squares,
        deals=sums.deals - second.deals,
    )
    whole, fresh = estimate(sums), estimate(second)
    found = assessed(sums, target, adaptive=adaptive)
    if adaptive:
        whole = anytime.interval(sums.total, sums.squares, sums.deals, sums.scale, 0, sums.most)
    columns = {
        "value": whole.value,
        "low": whole.low,
        "high": whole.high,
        **found._asdict(),
        "first_half": estimate(first).value,
        "second_half": fresh.value,
        "second_half_low": fresh.low,
        "second_half_high": fresh.high,
    }
    kinds = {"whole_kind": whole.kind, "fresh_kind": fresh.kind}
    if target.metric == "a_win_rate":
        same = counts.same_player & (counts.deals > 0)
        kinds = {name: np.where(same, intervals.DEFINITION, kind) for name, kind in kinds.items()}
        _define(columns, same, target)
    columns["deals_needed"] = np.where(
        np.isfinite(columns["deals_needed"]), columns["deals_needed"], np.nan
    )
    return columns | kinds


def assessed(sums: Sums, target: Target, *, adaptive: bool) -> verdicts.Assessment:
    """Test cells against a target; of an adaptive run by tests that hold whenever it stopped.

    Parameters
    ----------
    sums
        Of the target's metric.
    target
        The target.
    adaptive
        How long a cell is played depends on what is seen.
    """
    given = (
        sums.total, sums.squares, sums.deals, sums.scale, 0, sums.most, target.value,
        target.tolerance,
    )  # fmt: skip
    found = verdicts.assess(*given)
    if adaptive:
        inside, outside = anytime.p_values(*given)
        found = found._replace(p_balanced=inside, p_unbalanced=outside)
    return found


def _define(
    columns: dict[str, npt.NDArray[Any]], same: npt.NDArray[np.bool_], target: Target
) -> None:
    """Fill in one half where it is so by definition: one strategy without dice in both seats."""
    inside = abs(0.5 - target.value) <= target.tolerance
    for name, values in columns.items():
        columns[name] = np.where(same, 0.5, values)
    columns["p_balanced"] = np.where(same, 0.0 if inside else 1.0, columns["p_balanced"])
    columns["p_unbalanced"] = np.where(same, 1.0 if inside else 0.0, columns["p_unbalanced"])
    columns["deals_needed"] = np.where(same, 1.0, columns["deals_needed"])


def estimate(sums: Sums) -> intervals.Estimate:
    """Estimate a metric from its sums, as the table ``cells`` does."""
    whole = np.asarray(sums.most)
    shares = intervals.share(sums.total, sums.squares, sums.deals, sums.scale)
    means = intervals.mean(sums.total, sums.squares, sums.deals, sums.scale, most=whole)
    parts = (np.where(whole > 1, of, one) for of, one in zip(means, shares, strict=True))
    return intervals.Estimate(*parts)


def _worst(values: npt.NDArray[np.float64], target: Target, *, grid: bool) -> npt.NDArray[np.bool_]:
    """Mark the cell whose even deals lie farthest from the target."""
    marked = np.zeros(len(values), bool)
    off = np.abs(values - target.value)
    if grid and np.isfinite(off).any():
        marked[np.nanargmax(off)] = True
    return marked


def counts(run: Run) -> dict[str, int]:
    """Return how many verdicts of each kind a run has; nothing for one without targets."""
    if not run.scenario.targets:
        return {}
    found = run.table("verdicts", columns=["verdict"])["verdict"].value_counts()
    return {name: int(found.get(name, 0)) for name in reversed(ORDER)}
