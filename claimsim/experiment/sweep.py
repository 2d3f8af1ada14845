"""Sweeps: a scenario with one or two things set to several values, on the same deals each time.

The scenario as it is plays every deal once, and every value is compared with it on these deals.
What is looked at is one metric and where it meets a target. The value that comes nearest was
picked by the luck of its deals, too: it plays as many fresh ones, which had no part in that.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimsim.errors import InputError, ScenarioError
from claimsim.experiment import directory
from claimsim.experiment.results import CellInfos
from claimsim.experiment.sweep_files import write_sweep
from claimsim.experiment.sweep_mistakes import mistakes
from claimsim.experiment.sweep_tables import Point, Question, Sweep, nearest
from claimsim.experiment.whatif import compare_all
from claimsim.scenario import Scenario
from claimsim.scenario.changes import laid_over, told
from claimsim.scenario.changing import understood_change
from claimsim.scenario.model import MAX_DEALS
from claimsim.scenario.varied import Varied, read_varied

if TYPE_CHECKING:
    from claimsim.experiment.progress import Progress

#: The metric of a scenario that has no targets.
DEFAULT_METRIC = "leader_win_rate"

#: Metrics of which it is known what is fair.
_FAIR = {"leader_win_rate": 0.5, "a_win_rate": 0.5}


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
    cells = tuple(cell.index for cell in scenario.cells if first is None or first.concerns(cell))
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
        The mistakes of all values, each once.
    """
    points = tuple(itertools.product(*(one.values for one in varied)))
    places = itertools.product(*(range(len(one.values)) for one in varied))
    found, wrong = [], []
    for place, point in zip(places, points, strict=True):
        change: dict[str, Any] = {}
        for one, value in zip(varied, point, strict=True):
            change = laid_over(change, one.change(value))
        variant, problems = understood_change(baseline, change)
        if variant is None:
            wrong.append((place, problems))
        else:
            found.append((told(change), variant))
    if wrong:
        raise ScenarioError(list(mistakes(baseline, varied, wrong)))
    return points, found


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
    out: Path | None = None,
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
    out
        A new result directory; left out, nothing is written.

    Raises
    ------
    InputError, ScenarioError
        A mistake in what is asked for; all those of the values at once.
    RunDirectoryError, SystemRefused
        A directory that exists, or cannot be written to.
    StrategyError
        A strategy answered with something that is not an option.
    """
    question = question_of(baseline, metric, target)
    varied = read_varied(vary)
    points, variants = variants_of(baseline, varied)
    count = baseline.deals if deals is None else deals
    _check_deals(first_deal, count)
    if out is not None:
        directory.make_new(out)  # rather than find out after playing
    found = compare_all(
        baseline,
        variants,
        deals=count,
        first_deal=first_deal,
        jobs=jobs,
        progress=progress,
        cells=question.cells,
    )
    result = Sweep(question, varied, points, found, {})
    again = sorted(set(nearest(result.by_value, question.target).values()))
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
            cells=question.cells,
        )
        result.fresh.update(zip(again, fresh, strict=True))
    if out is not None:
        write_sweep(result, out)
    return result


def _check_deals(first_deal: int, deals: int) -> None:
    if deals < 1 or first_deal < 0 or first_deal + 2 * deals > MAX_DEALS:
        raise InputError(
            f"{deals:,} deals from {first_deal:,}: as many fresh ones follow them, so that a range "
            f"of at most {(MAX_DEALS - max(first_deal, 0)) // 2:,} would be right"
        )
