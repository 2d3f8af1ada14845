"""What a sweep found: tables of values, of where the target is met, and of the nearest values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from claimsim.experiment.results import CellInfos
from claimsim.experiment.whatif import Comparison
from claimsim.scenario import Scenario
from claimsim.scenario.text import plain
from claimsim.scenario.varied import Varied, number_of

if TYPE_CHECKING:
    import pandas as pd

_IDENTITY = ("deck", "setting", "building", "strategy_a", "strategy_b")

#: Of a value: one of each thing that is varied.
Point = tuple[Any, ...]


@dataclass(frozen=True)
class Question:
    """The metric that a sweep is about, and where it should lie.

    Parameters
    ----------
    metric
        One of :data:`claimsim.statistics.counts.TALLIED`.
    target
        Where it should lie, in its own unit.
    tolerance
        How far beside that is still well, above 0; None: nothing is said of it.
    cells
        Numbers of the cells that are asked about, ascending.
    """

    metric: str
    target: float
    tolerance: float | None
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Sweep:
    """A scenario and its changed selves, a value or a pair of values each.

    Parameters
    ----------
    question
        What is asked.
    varied
        What was set to several values: one thing or two.
    points
        The values, or every pair of them.
    comparisons
        Of each point: the scenario against the changed one.
    fresh
        Of each point that came nearest to the target in some cell: the same on fresh deals. It is
        filled in when it is known which these are.
    """

    question: Question
    varied: tuple[Varied, ...]
    points: tuple[Point, ...]
    comparisons: Sequence[Comparison]
    fresh: dict[int, Comparison]

    @property
    def baseline(self) -> Scenario:
        """The scenario as it is."""
        return self.comparisons[0].baseline

    @property
    def deals(self) -> int:
        """Deals of each cell and value, and as many fresh ones."""
        return self.comparisons[0].deals

    @property
    def first_deal(self) -> int:
        """The first of them; the fresh ones follow the last."""
        return self.comparisons[0].first_deal

    @property
    def is_curve(self) -> bool:
        """Whether there is something between the values: one thing is varied, over numbers."""
        return len(self.varied) == 1 and self.varied[0].is_numeric

    @cached_property
    def cells(self) -> pd.DataFrame:
        """One row a cell that is asked about: what it is, and the metric as the scenario is.

        Columns: ``cell, deck, setting, building, strategy_a, strategy_b, deals, metric, estimate,
        low, high, interval``.
        """
        import pandas as pd

        rows = []
        for cell in self.question.cells:
            info = CellInfos(self.baseline)[cell]
            rows.append(
                {"cell": cell}
                | {name: info[name] for name in _IDENTITY}
                | {"deals": self.deals, "metric": self.question.metric}
                | estimated(self.comparisons[0], cell, 0, self.question.metric)
            )
        return pd.DataFrame(rows)

    @cached_property
    def by_value(self) -> pd.DataFrame:
        """One row a cell that is asked about and value.

        Columns: ``cell, point``; ``value, number``, of the second thing ``value_2, number_2``: as
        TOML writes it, and as a number where it is one; ``deals, changed_deals, unlike_deals`` as
        of a what-if; ``estimate, low, high, interval`` of the metric by itself; ``within``: whether
        the interval lies in the tolerance (``"yes"``), outside (``"no"``) or neither
        (``"unsure"``); ``baseline, difference, difference_low, difference_high,
        difference_interval, efficiency``: the paired difference from the scenario as it is.
        """
        import pandas as pd

        rows = []
        for cell in self.question.cells:
            for point, comparison in enumerate(self.comparisons):
                row = {"cell": cell, "point": point, **self._values(point)}
                rows.append(row | compared(comparison, cell, self.question))
        return pd.DataFrame(rows)

    @cached_property
    def crossings(self) -> pd.DataFrame:
        """Where the curve of each cell meets the target: :mod:`claimsim.statistics.crossing`.

        Columns: ``cell, at, first, last, from_edge, to_edge``; `at` is NaN where the target only
        lies within the intervals. No rows for pairs of values, for values that are no numbers,
        and for cells that no value changes.
        """
        import pandas as pd

        from claimsim.statistics.crossing import meetings

        rows = []
        for cell in moved(self.by_value) if self.is_curve else ():
            curve = self.by_value[self.by_value["cell"] == cell].sort_values("number")
            places, values, lows, highs = (
                curve[name].tolist() for name in ("number", "estimate", "low", "high")
            )
            found = meetings(places, values, lows, highs, self.question.target)
            rows += [{"cell": cell, **vars(one)} for one in found]
        columns = ["cell", "at", "first", "last", "from_edge", "to_edge"]
        return pd.DataFrame(rows, columns=columns).astype({"at": "float64"})

    @cached_property
    def best(self) -> pd.DataFrame:
        """The value of each cell that came nearest to the target, on its own and on fresh deals.

        Columns: ``cell, point, value, number`` (and ``_2``), then those of :attr:`by_value`, of the
        deals by which it was picked as ``picked_…``, of fresh ones as ``fresh_…``;
        ``fresh_first_deal``. Among equally near values it is the one that was named first. No
        rows for cells that no value changes.
        """
        import pandas as pd

        rows = []
        for cell, point in nearest(self.by_value, self.question.target).items():
            picked, fresh = (
                compared(one, cell, self.question)
                for one in (self.comparisons[point], self.fresh[point])
            )
            rows.append(
                {"cell": cell, "point": point, **self._values(point)}
                | {f"picked_{name}": value for name, value in picked.items()}
                | {"fresh_first_deal": self.fresh[point].first_deal}
                | {f"fresh_{name}": value for name, value in fresh.items()}
            )
        return pd.DataFrame(rows, columns=None if rows else ["cell", "point"])

    def _values(self, point: int) -> dict[str, Any]:
        row: dict[str, Any] = {}
        for value, end in zip(self.points[point], ("", "_2"), strict=False):
            number = number_of(value)
            row[f"value{end}"] = plain(value)
            row[f"number{end}"] = float("nan") if number is None else number
        return row


def estimated(comparison: Comparison, cell: int, way: int, metric: str) -> dict[str, Any]:
    """Return a metric of a cell by itself, as the table ``cells`` of a run has it.

    Parameters
    ----------
    way
        0: as the scenario is; 1: changed.

    Returns
    -------
    dict
        ``estimate, low, high, interval``.
    """
    from claimsim.statistics.bounds import DEFINITION
    from claimsim.statistics.counts import cell_counts
    from claimsim.statistics.verdict_tables import estimate

    info = CellInfos((comparison.baseline, comparison.variant)[way])[cell]
    counts = cell_counts([info], comparison.pairs[cell].tallies[way : way + 1])
    if metric == "a_win_rate" and counts.same_player[0]:
        return {"estimate": 0.5, "low": 0.5, "high": 0.5, "interval": DEFINITION}
    found = estimate(counts.sums(metric))
    value, low, high = (float(of[0]) for of in (found.value, found.low, found.high))
    return {"estimate": value, "low": low, "high": high, "interval": str(found.kind[0])}


def compared(comparison: Comparison, cell: int, question: Question) -> dict[str, Any]:
    """Return what :attr:`Sweep.by_value` says of a cell beside its value."""
    from claimsim.statistics.paired import differences

    pairs, metric = comparison.pairs[cell], question.metric
    before, after = (CellInfos(of)[cell] for of in (comparison.baseline, comparison.variant))
    (change,) = (
        one
        for one in differences(pairs, before, after)
        if (one.table, one.metric) == ("cells", metric)
    )
    alone = estimated(comparison, cell, 1, metric)
    return {
        "deals": comparison.deals,
        "changed_deals": pairs.changed,
        "unlike_deals": pairs.unlike,
        **alone,
        "within": within(alone["low"], alone["high"], question),
        "baseline": change.baseline,
        "difference": change.difference,
        "difference_low": change.low,
        "difference_high": change.high,
        "difference_interval": change.interval,
        "efficiency": change.efficiency,
    }


def within(low: float, high: float, question: Question) -> str | None:
    """Say whether an interval lies in the tolerance, outside, or neither; None without one."""
    if question.tolerance is None:
        return None
    least, most = question.target - question.tolerance, question.target + question.tolerance
    if least <= low and high <= most:
        return "yes"
    return "no" if high < least or low > most else "unsure"


def moved(by_value: pd.DataFrame) -> list[int]:
    """Return the cells in which some value changes some deal, and so may change the metric."""
    from claimsim.statistics.bounds import DEFINITION

    open_to_change = (by_value["interval"] != DEFINITION) & (by_value["unlike_deals"] > 0)
    return sorted(set(by_value.loc[open_to_change, "cell"].tolist()))


def nearest(by_value: pd.DataFrame, target: float) -> dict[int, int]:
    """Return for each cell the point whose estimate is nearest to the target, the first of such."""
    found = {}
    for cell in moved(by_value):
        rows = by_value[by_value["cell"] == cell]
        off = (rows["estimate"] - target).abs().to_numpy()
        found[cell] = int(rows["point"].to_numpy()[off.argmin()])
    return found
