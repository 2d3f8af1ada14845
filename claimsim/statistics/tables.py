"""The result tables ``cells``, ``factions`` and ``powers``, from a run's tallies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from claimsim.experiment.tally import splits_of
from claimsim.statistics.columns import nullable, put, put_kinds
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
    columns["note"] = [
        _cell_note(int(deals), same=bool(same), no_effect=bool(np.isnan(effect)))
        for deals, same, effect in zip(
            counts.deals,
            counts.same_player,
            np.asarray(columns["design_effect"].to_numpy(float, na_value=np.nan)),
            strict=True,
        )
    ]
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
        "cell": [info["cell"] for info in infos for _ in info["factions"]],
        "faction": list(counts.name),
    }
    found = {metric.name: metric.estimate(counts) for metric in FACTION_TABLE}
    for metric in FACTION_TABLE:
        put(columns, metric.name, metric.bounds, found[metric.name])
    put_kinds(columns, "interval", found)
    columns["note"] = [
        _faction_note(int(deals), int(awarded), int(decided), same=bool(same))
        for deals, same, awarded, decided in zip(
            counts.deals,
            counts.same_player,
            counts.total("awarded"),
            counts.total("decided"),
            strict=True,
        )
    ]
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
        "cell": np.array([infos[row]["cell"] for row in counts.cell], np.int64),
        "power": _texts(counts.name),
    }
    metrics = (*POWER_TABLE, *(ABLATION_TABLE if ablation else ()))
    found = {metric.name: metric.estimate(counts) for metric in metrics}
    for metric in metrics:
        put(columns, metric.name, metric.bounds, found[metric.name])
    put_kinds(columns, "interval", found)
    columns["note"] = _texts(["" if deals else "no deal was played" for deals in counts.deals])
    return pd.DataFrame(columns)


def _texts(texts: Sequence[str]) -> Any:
    """Return a column of texts that is one even where there is no row."""
    import pandas as pd

    return pd.Series(list(texts), dtype="str")


def splits(infos: Sequence[Info]) -> list[tuple[int, int]]:
    """Return every split of the votes that a cell's deck allows, the clearest first."""
    return splits_of(max((len(info["factions"]) for info in infos), default=0))


def _cell_note(deals: int, *, same: bool, no_effect: bool) -> str:
    if not deals:
        return "no deal was played"
    notes = []
    if same:
        notes.append(
            "a_win_rate is one half by definition: one strategy without dice plays both seats"
        )
    if no_effect:
        why = "one deal has no variance" if deals == 1 else "every game ended the same way"
        notes.append(f"design_effect is undefined: {why}")
    return "; ".join(notes)


def _faction_note(deals: int, awarded: int, decided: int, *, same: bool) -> str:
    if not deals:
        return "no deal was played"
    notes = []
    if same:
        notes.append("vote_to_a is half of the awarded votes by definition")
    if not awarded:
        notes.append("swing is undefined: nobody ever got the vote")
    if not decided:
        notes.append("mean cards are undefined: every game was drawn")
    return "; ".join(notes)
