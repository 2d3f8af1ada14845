"""The result tables ``cells``, ``factions`` and ``powers``, from a run's tallies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from claimsim.experiment.tally import splits_of
from claimsim.statistics.columns import nullable, put, put_kinds, told_once
from claimsim.statistics.counts import (
    TALLIED,
    CellCounts,
    Info,
    cell_counts,
    faction_counts,
    power_counts,
)
from claimsim.statistics.intervals import DEFINITION, Estimate
from claimsim.statistics.metrics import (
    ABLATION_TABLE,
    CELL_TABLE,
    FACTION_TABLE,
    NO_INTERVAL,
    POWER_TABLE,
    vote_split,
)

if TYPE_CHECKING:
    import pandas as pd

    from claimsim.experiment.tally import Tallies

#: Columns that say what a cell is, as they stand in ``cells_info``.
_IDENTITY = ("cell", "deck", "setting", "building", "strategy_a", "strategy_b")


def make_tables(
    infos: Sequence[Info],
    tallies: Tallies,
    most: int | None = None,
    *,
    verdicts: npt.NDArray[np.object_] | None = None,
    adaptive: bool = False,
    ablation: bool = False,
) -> dict[str, pd.DataFrame]:
    """Return the tables of some cells by name; parameters as of each of them."""
    return {
        "cells": cells_table(infos, tallies, most, verdicts=verdicts, adaptive=adaptive),
        "factions": factions_table(infos, tallies),
        "powers": powers_table(infos, tallies, ablation=ablation),
    }


def cells_table(
    infos: Sequence[Info],
    tallies: Tallies,
    most: int | None = None,
    *,
    verdicts: npt.NDArray[np.object_] | None = None,
    adaptive: bool = False,
) -> pd.DataFrame:
    """Return the table ``cells``: one row a cell.

    Parameters
    ----------
    infos
        The cells, as in a run's ``cells_info``.
    tallies
        Array of ``TALLY``, one row a cell in the same order.
    most
        Most factions that a deck of the run has, where these are not all of its cells.
    verdicts
        The worst verdict of each cell's targets, None for a cell that no target concerns.
    adaptive
        The cells were played until intervals were narrow enough: those of metrics that a
        precision may name are valid whenever playing stopped.

    Returns
    -------
    pandas.DataFrame
        What the cell is, ``deals`` and ``games``; each metric of :data:`metrics.CELL_TABLE`
        and each split of the votes, with bounds; the kinds of the win rates' intervals
        (``a_interval``, ``leader_interval``, and both in ``interval``) and of all others
        (``other_intervals``, see :func:`columns.put_kinds`); ``verdict``, null
        without targets; ``note``, which says why a value is null or exact. Shares lie in
        [0, 1]. Null where undefined.

    Raises
    ------
    InputError
        Tallies that are not those of these cells.
    """
    import pandas as pd

    counts = cell_counts(infos, tallies)
    columns: dict[str, Any] = {name: [info[name] for info in infos] for name in _IDENTITY}
    columns["deals"] = counts.deals.copy()
    columns["games"] = counts.games.copy()
    kinds: dict[str, npt.NDArray[np.object_]] = {}
    others: dict[str, Estimate] = {}
    for metric in CELL_TABLE:
        found = metric.estimate(counts)
        if adaptive and metric.name in TALLIED:
            found = _anytime(counts, metric.name, found)
        if metric.name in ("a_win_rate", "leader_win_rate"):
            kinds[metric.name] = found.kind
        else:
            others[metric.name] = found
        if metric.name in NO_INTERVAL:
            columns[metric.name] = nullable(found.value)
        else:
            put(columns, metric.name, metric.bounds, found)
    for more, fewer in splits(infos) if most is None else splits_of(most):
        split = vote_split(more, fewer)
        others[split.name] = split.estimate(counts)
        put(columns, split.name, split.bounds, others[split.name])
    a, leader = kinds["a_win_rate"], kinds["leader_win_rate"]
    columns["a_interval"] = a
    columns["leader_interval"] = leader
    columns["interval"] = [
        x if x == y else f"a: {x}; leader: {y}" for x, y in zip(a, leader, strict=True)
    ]
    put_kinds(columns, "other_intervals", others)
    judged = [None] * len(infos) if verdicts is None else list(verdicts)
    columns["verdict"] = pd.array(judged, dtype="string")
    no_effect = np.asarray(columns["design_effect"].isna())
    flags = (counts.deals == 0, counts.deals == 1, counts.same_player, no_effect)
    columns["note"] = told_once(np.array(flags, np.int8), _cell_note)
    return pd.DataFrame(columns)


def _anytime(counts: CellCounts, metric: str, fixed: Estimate) -> Estimate:
    """Return the interval that is valid at all looks; what is so by definition stays."""
    from claimsim.statistics import anytime

    sums = counts.sums(metric)
    found = anytime.interval(sums.total, sums.squares, sums.deals, sums.scale, 0, sums.most)
    kept = fixed.kind == DEFINITION
    parts = (np.where(kept, one, other) for one, other in zip(fixed, found, strict=True))
    return Estimate(*parts)


def factions_table(infos: Sequence[Info], tallies: Tallies) -> pd.DataFrame:
    """Return the table ``factions``: one row a cell and faction.

    Parameters
    ----------
    infos, tallies
        As in :func:`cells_table`.

    Returns
    -------
    pandas.DataFrame
        ``cell`` and ``faction``; each metric of :data:`metrics.FACTION_TABLE` with bounds;
        ``interval``, their kinds (:func:`columns.put_kinds`); ``note``, which says why a value is
        null. Null where undefined.

    Raises
    ------
    InputError
        Tallies that are not those of these cells.
    """
    import pandas as pd

    counts = faction_counts(infos, tallies)
    columns: dict[str, Any] = {
        "cell": _numbers(infos)[counts.cell],
        "faction": pd.Series(counts.name, dtype="str"),
    }
    found = {metric.name: metric.estimate(counts) for metric in FACTION_TABLE}
    for metric in FACTION_TABLE:
        put(columns, metric.name, metric.bounds, found[metric.name])
    put_kinds(columns, "interval", found)
    nothing = (counts.total("awarded") == 0, counts.total("decided") == 0)
    flags = (counts.deals == 0, counts.same_player, *nothing)
    columns["note"] = told_once(np.array(flags, np.int8), _faction_note)
    return pd.DataFrame(columns)


def powers_table(
    infos: Sequence[Info], tallies: Tallies, *, ablation: bool = False
) -> pd.DataFrame:
    """Return the table ``powers``: one row a cell and power or location in play.

    Parameters
    ----------
    infos, tallies
        As in :func:`cells_table`.
    ablation
        Every deal was played again with each power and location off.

    Returns
    -------
    pandas.DataFrame
        ``cell`` and ``power``; each metric of :data:`metrics.POWER_TABLE` with bounds, and with
        ablation those of :data:`metrics.ABLATION_TABLE`; ``interval``, their kinds;
        ``note``, which says why a value is null.

    Raises
    ------
    InputError
        Tallies that are not those of these cells.
    """
    import pandas as pd

    counts = power_counts(infos, tallies)
    columns: dict[str, Any] = {
        "cell": _numbers(infos)[counts.cell],
        "power": pd.Series(counts.name, dtype="str"),
    }
    metrics = (*POWER_TABLE, *(ABLATION_TABLE if ablation else ()))
    found = {metric.name: metric.estimate(counts) for metric in metrics}
    for metric in metrics:
        put(columns, metric.name, metric.bounds, found[metric.name])
    put_kinds(columns, "interval", found)
    flags = np.array([counts.deals == 0], np.int8)
    columns["note"] = told_once(flags, lambda row: "no deal was played" if row[0] else "")
    return pd.DataFrame(columns)


def _numbers(infos: Sequence[Info]) -> npt.NDArray[np.int64]:
    """Return the number of each cell."""
    return np.array([info["cell"] for info in infos], np.int64)


def splits(infos: Sequence[Info]) -> list[tuple[int, int]]:
    """Return every split of the votes that a cell's deck allows, the clearest first."""
    return splits_of(max((len(info["factions"]) for info in infos), default=0))


def _cell_note(flags: npt.NDArray[np.int8]) -> str:
    no_deal, one_deal, same, no_effect = flags
    if no_deal:
        return "no deal was played"
    notes = []
    if same:
        notes.append(
            "a_win_rate is one half by definition: one strategy without dice plays both seats"
        )
    if no_effect:
        why = "one deal has no variance" if one_deal else "every game ended the same way"
        notes.append(f"design_effect is undefined: {why}")
    return "; ".join(notes)


def _faction_note(flags: npt.NDArray[np.int8]) -> str:
    no_deal, same, unawarded, drawn = flags
    if no_deal:
        return "no deal was played"
    notes = []
    if same:
        notes.append("vote_to_a is half of the awarded votes by definition")
    if unawarded:
        notes.append("swing is undefined: nobody ever got the vote")
    if drawn:
        notes.append("mean cards are undefined: every game was drawn")
    return "; ".join(notes)
