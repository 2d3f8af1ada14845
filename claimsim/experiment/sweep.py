"""Sweeps: a scenario with one or two things set to several values, on the same deals each time.

The scenario as it is plays every deal once, and every value is compared with it on these deals.
What is looked at is one metric and where it meets a target. The value that comes nearest was
picked by the luck of its deals, too: it plays as many fresh ones, which had no part in that.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from claimsim.errors import InputError, ScenarioError
from claimsim.experiment.plan import check_range
from claimsim.experiment.results import CellInfos
from claimsim.experiment.whatif import Comparison, compare_all
from claimsim.scenario import Scenario
from claimsim.scenario.changes import laid_over, told
from claimsim.scenario.loading import changed
from claimsim.scenario.varied import Varied, number_of, read_varied

if TYPE_CHECKING:
    import pandas as pd

    from claimsim.experiment.progress import Progress

#: The metric, and the target, of a scenario that has no targets; half is fair for win rates.
DEFAULT_METRIC = "leader_win_rate"
_FAIR = {"leader_win_rate": 0.5, "a_win_rate": 0.5}

_IDENTITY = ("deck", "setting", "building", "strategy_a", "strategy_b")
_BOUNDS = ("estimate", "low", "high", "interval")

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
        Of each point that came nearest to the target in some cell: the same on fresh deals.
    """

    question: Question
    varied: tuple[Varied, ...]
    points: tuple[Point, ...]
    comparisons: Sequence[Comparison]
    fresh: Mapping[int, Comparison]

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
                | _estimated(self.comparisons[0], cell, 0, self.question.metric)
            )
        return pd.DataFrame(rows)

    @cached_property
    def by_value(self) -> pd.DataFrame:
        """One row a cell that is asked about and value.

        Columns: ``cell, point``; ``value, number``, of the second thing ``value_2, number_2``: as
        TOML writes it, and as a number where it is one; ``deals, changed_deals``; ``estimate,
        low, high, interval`` of the metric by itself; ``within``: whether the interval lies
        in the tolerance (``"yes"``), outside (``"no"``) or neither (``"unsure"``); ``baseline,
        difference, difference_low, difference_high, difference_interval, efficiency``: the paired
        difference from the scenario as it is.
        """
        import pandas as pd

        rows = []
        for cell in self.question.cells:
            for point, comparison in enumerate(self.comparisons):
                row = {"cell": cell, "point": point, **self._values(point)}
                rows.append(row | self._compared(comparison, cell))
        return pd.DataFrame(rows)

    @cached_property
    def crossings(self) -> pd.DataFrame:
        """Where the curve of each cell meets the target: :mod:`claimsim.statistics.crossing`.

        Columns: ``cell, at, first, last, from_edge, to_edge``; `at` is NaN where the target only
        lies within the intervals. No rows for pairs of values, or values that are no numbers, or
        cells in which the metric is what it is by definition.
        """
        import pandas as pd

        from claimsim.statistics.crossing import meetings

        rows = []
        for cell in self._asked if len(self.varied) == 1 and self.varied[0].is_numeric else ():
            curve = self.by_value[self.by_value["cell"] == cell].sort_values("number")
            lists = (curve[name].tolist() for name in ("number", "estimate", "low", "high"))
            rows += [{"cell": cell, **vars(one)} for one in meetings(*lists, self.question.target)]
        columns = ["cell", "at", "first", "last", "from_edge", "to_edge"]
        return pd.DataFrame(rows, columns=columns).astype({"at": "float64"})

    @property
    def _asked(self) -> Iterator[int]:
        """The cells in which the metric could have come out in another way."""
        return _open_cells(self.by_value)

    @cached_property
    def best(self) -> pd.DataFrame:
        """The value of each cell that came nearest to the target, on its own and on fresh deals.

        Columns: ``cell, point, value, number`` (and ``_2``), then those of :attr:`by_value`, of the
        deals by which it was picked as ``picked_…``, of fresh ones as ``fresh_…``;
        ``fresh_first_deal``. Among equally near values it is the one that was named first. No
        rows for cells in which the metric is what it is by definition.
        """
        import pandas as pd

        rows = []
        for cell, point in nearest(self.by_value, self.question.target).items():
            picked, fresh = (
                self._compared(one, cell) for one in (self.comparisons[point], self.fresh[point])
            )
            rows.append(
                {"cell": cell, "point": point, **self._values(point)}
                | {f"picked_{name}": value for name, value in picked.items()}
                | {"fresh_first_deal": self.fresh[point].first_deal}
                | {f"fresh_{name}": value for name, value in fresh.items()}
            )
        return pd.DataFrame(rows)

    def _values(self, point: int) -> dict[str, Any]:
        from claimsim.scenario.text import plain

        row: dict[str, Any] = {}
        for value, end in zip(self.points[point], ("", "_2"), strict=False):
            number = number_of(value)
            row[f"value{end}"] = plain(value)
            row[f"number{end}"] = float("nan") if number is None else number
        return row

    def _compared(self, comparison: Comparison, cell: int) -> dict[str, Any]:
        return compared(comparison, cell, self.question)


def question_of(scenario: Scenario, metric: str | None, target: float | None) -> Question:
    """Return what a sweep of a scenario asks.

    Parameters
    ----------
    metric, target
        What was asked for. Without a metric it is the scenario's first target that counts, of
        the cells that this concerns; without any, ``leader_win_rate`` and one half.

    Raises
    ------
    InputError
        A metric that there is not, a target out of its range, or none where nothing says what is
        fair.
    """
    from claimsim.statistics.counts import TALLIED
    from claimsim.wording import name_refusal, refusal

    first = scenario.targets[0] if scenario.targets and metric is None else None
    cells = tuple(
        cell.index for cell in scenario.cells if first is None or first.concerns(cell)
    )
    name = first.metric if first else metric or DEFAULT_METRIC
    if name not in TALLIED:
        raise InputError(f"--metric: {name_refusal(name, TALLIED)}")
    value = target if target is not None else first.value if first else _FAIR.get(name)
    if value is None:
        raise InputError(f"--metric {name} needs a --target: there is none that is fair by itself")
    most = 1
    if name == "mean_margin":
        infos = (CellInfos(scenario)[cell] for cell in cells)
        most = max(len(info["factions"]) + info["extra_votes"] for info in infos)
    if not 0 <= value <= most:  # neither is true of NaN
        allowed = f"a number from 0 to {most}, the range of {name}"
        raise InputError(f"--target: {refusal(value, allowed)}")
    return Question(name, value, first.tolerance if first else None, cells)


def variants_of(
    baseline: Scenario, varied: Sequence[Varied]
) -> tuple[tuple[Point, ...], list[tuple[str, Scenario]]]:
    """Return every value, or pair of values, with what its change is called and the variant.

    Raises
    ------
    ScenarioError
        The mistakes of all values, each with the value that makes it.
    """
    points = tuple(itertools.product(*(one.values for one in varied)))
    found, wrong = [], []
    for point in points:
        change: dict[str, Any] = {}
        for one, value in zip(varied, point, strict=True):
            change = laid_over(change, one.change(value))
        try:
            found.append((told(change), changed(baseline, change, "")))
        except ScenarioError as error:
            wrong.append((point, error.problems))
    if wrong:
        raise ScenarioError(list(_named(baseline, varied, wrong)))
    return points, found


def _named(
    baseline: Scenario, varied: Sequence[Varied], wrong: Sequence[tuple[Point, Sequence[str]]]
) -> Iterator[str]:
    """Yield each mistake once, with the value that makes it alone or else with the pair."""
    alone: dict[str, set[str]] = {}
    for one in varied:
        for value in one.values:
            try:
                changed(baseline, one.change(value), "")
            except ScenarioError as error:
                alone[one.told(value)] = set(error.problems)
    lines = []
    for point, problems in wrong:
        names = [one.told(value) for one, value in zip(varied, point, strict=True)]
        for problem in problems:
            makers = [name for name in names if problem in alone.get(name, ())]
            lines += [f"{maker}{problem}" for maker in makers or [", ".join(names)]]
    yield from dict.fromkeys(lines)


def sweep(
    baseline: Scenario,
    vary: Sequence[str],
    *,
    metric: str | None = None,
    target: float | None = None,
    deals: int | None = None,
    first_deal: int = 0,
    jobs: int = -1,
    progress: Progress | None = None,
) -> Sweep:
    """Play a scenario with one or two things set to several values, on the same deals.

    Parameters
    ----------
    baseline
        The scenario as it is; its own games are played once.
    vary
        One or two ``"PATH=V1,V2,…"``, as :func:`claimsim.scenario.varied.read_varied` has them.
    metric, target
        As :func:`question_of` has them.
    deals, first_deal
        Deals of each cell and value; left out, those of the scenario. As many that follow are
        the fresh ones.
    jobs, progress
        As of :func:`claimsim.experiment.whatif.compare_all`.

    Raises
    ------
    InputError, ScenarioError
        A mistake in what is asked for; all those of the values at once.
    StrategyError
        A strategy answered with something that is not an option.
    """
    question = question_of(baseline, metric, target)
    varied = read_varied(vary)
    points, variants = variants_of(baseline, varied)
    count = baseline.deals if deals is None else deals
    check_range(first_deal, count)
    _check_fresh(first_deal, count)
    found = compare_all(
        baseline, variants, deals=count, first_deal=first_deal, jobs=jobs, progress=progress
    )
    rows = Sweep(question, varied, points, found, {})
    again = sorted(set(nearest(rows.by_value, question.target).values()))
    fresh: list[Comparison] = []
    if again:
        if progress is not None:
            progress.message("the nearest values again, on fresh deals:")
        fresh = compare_all(
            baseline,
            [variants[point] for point in again],
            deals=count,
            first_deal=first_deal + count,
            jobs=jobs,
            progress=progress,
        )
    return Sweep(question, varied, points, found, dict(zip(again, fresh, strict=True)))
