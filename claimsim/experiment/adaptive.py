"""Adaptive runs: cells are played until their intervals are narrow enough.

A run is looked at when its cells have 1,000, 2,000, 4,000, … deals, and at no other time: cells
whose interval is still too wide play the next round, up to the next look or to the most deals
allowed. The intervals are valid at all looks together (``statistics/anytime.py``). What is
decided depends on the tallies at the looks alone, not on batches, workers or interruptions.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimsim.experiment import store
from claimsim.experiment.contents import Contents
from claimsim.experiment.metric_sums import MetricSums
from claimsim.experiment.parts import Part, spans
from claimsim.experiment.session import Session

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from claimsim.scenario import Scenario


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
    sums = MetricSums(scenario, scenario.precision.metric)
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
        cells = len(more.numbers(len(scenario.cells)))
        who = "every cell" if more.cells is None else f"{cells:,} cells"
        session.tell(f"{who} up to {more.stop - contents.parts[0].first_deal:,} deals …")


def _next_round(contents: Contents, sums: MetricSums) -> Part | None:
    """Return the round after the last one, or None if the run is at its end."""
    from claimsim.statistics.anytime import LOOKS

    first, last = contents.parts[0].first_deal, contents.parts[-1]
    deals = last.stop - first
    if deals >= contents.scenario.deals:
        return None
    wide = _too_wide(contents.scenario, sums, contents.numbers(last))
    if not len(wide):
        return None
    stop = min(next(look for look in LOOKS if look > deals), contents.scenario.deals)
    everyone = len(wide) == len(contents.scenario.cells)
    cells = None if everyone else spans(wide.tolist())
    return Part(first + deals, stop - deals, last.batch_games, cells)


def _too_wide(
    scenario: Scenario, sums: MetricSums, cells: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Return those of some cells whose interval is not narrow enough yet."""
    from claimsim.statistics.anytime import interval

    assert scenario.precision is not None
    known = sums.of(cells)
    found = interval(known.total, known.squares, known.deals, known.scale, 0, known.most)
    wide = (found.high - found.low) / 2 > scenario.precision.half_width
    return cells[wide & ~sums.one_half(cells)]
