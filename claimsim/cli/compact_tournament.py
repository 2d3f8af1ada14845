"""Which columns of each table of a tournament are looked at first."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from claimsim.cli.columns import Column, Group, counts, estimates, numbers, plain, texts
from claimsim.cli.compact_parts import RATES, Shown, grouped, middle_bar

if TYPE_CHECKING:
    import pandas as pd


def view(name: str, rows: pd.DataFrame) -> Shown:
    """Return what is shown of some rows.

    Parameters
    ----------
    name
        The table: one that only tournaments have.
    rows
        At least one.
    """
    return _VIEWS[name](rows)


def _whole(rows: pd.DataFrame) -> list[Group]:
    return [Group("", range(len(rows)))]


def _payoffs(rows: pd.DataFrame) -> Shown:
    """Who wins how much, with a word where it is surely more or less than one half."""
    from claimsim.statistics.verdicts import ERROR

    rates = numbers(rows, "a_win_rate")
    sure = [
        ("wins" if rate > 0.5 else "loses") if q <= ERROR else ""
        for q, rate in zip(numbers(rows, "q"), rates, strict=True)
    ]
    columns = [
        texts(rows, "player"),
        texts(rows, "opponent"),
        estimates(rows, "a_win_rate", kinds="interval"),
        Column("surely", sure),
        middle_bar(rows, "a_win_rate", spare=1),
    ]
    title = f"wins of the player, {RATES}; surely: at most 5 % of what is called so is not"
    return Shown(title, columns, _whole(rows))


def _ratings(rows: pd.DataFrame) -> Shown:
    columns = [
        texts(rows, "player"),
        counts(rows, "rank"),
        estimates(rows, "elo", percent=False, signed=True, least=0),
        estimates(rows, "rating", percent=False, signed=True, spare=1),
    ]
    if rows["prior"].any():
        said = ["with one drawn game more of each pair" if one else "" for one in rows["prior"]]
        columns.append(Column("prior", said, spare=2))
    return Shown("with 95 % intervals", columns, _whole(rows))


def _cycles(rows: pd.DataFrame) -> Shown:
    columns = [
        *(texts(rows, f"player_{n}") for n in (1, 2, 3)),
        *(plain(rows, name, name, 100.0, 1) for name in ("1_beats_2", "2_beats_3", "3_beats_1")),
        plain(rows, "weakest", "weakest", 100.0, 1, spare=1),
    ]
    return Shown("wins in %", columns, _whole(rows))


def _equilibrium(rows: pd.DataFrame) -> Shown:
    columns = [
        texts(rows, "player"),
        estimates(rows, "weight"),
        estimates(rows, "exploitability"),
        texts(rows, "best_reply"),
        estimates(rows, "against", spare=1),
        plain(rows, "positive", "positive %", 100.0, 1, spare=2),
    ]
    return Shown(RATES, columns, _whole(rows))


def _alpha_rank(rows: pd.DataFrame) -> Shown:
    columns = [
        texts(rows, "player"),
        counts(rows, "rank"),
        estimates(rows, "mass"),
        Column("from ratings, surely", ["differs" if one else "" for one in rows["differs"]]),
        plain(rows, "log_mass", "log_mass", 1.0, 1, spare=1),
    ]
    return Shown(RATES, columns, _whole(rows))


def together(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of the table ``edges`` with those of a group, a metric, together."""
    places = {key: number for number, key in enumerate(dict.fromkeys(_edge_groups(rows)))}
    order = [places[key] for key in _edge_groups(rows)]
    return rows.assign(_place=order).sort_values("_place", kind="stable").drop(columns="_place")


def _edge_groups(rows: pd.DataFrame) -> list[tuple[str, str]]:
    """Return the group of each row: rows of cells are of many metrics, others of one."""
    about = rows["metric"].where(rows["row"] != "", "")
    return list(zip(rows["table"], about, strict=True))


def _edges(rows: pd.DataFrame) -> Shown:
    """All pairs alike and the equilibrium, as fractions: the metrics have several units."""
    from claimsim.statistics.mixtures import sentence

    names = [
        f"{row or metric} ({where})" if where else row or metric
        for row, metric, where in zip(rows["row"], rows["metric"], rows["where"], strict=True)
    ]
    by = _edge_groups(rows)
    columns = [
        Column("of", names, folds=True),
        estimates(rows, "uniform", percent=False, by=by),
        estimates(rows, "equilibrium", percent=False, by=by),
        plain(rows, "lowest", "lowest", 1.0, 3, spare=1),
        plain(rows, "highest", "highest", 1.0, 3, spare=1),
    ]
    told = {
        number: sentence({str(name): value for name, value in row.items()})
        for number, row in enumerate(rows.to_dict("records"))
        if math.isfinite(row["reference"])
    }

    def heading(table: str, metric: str) -> str:
        return f"{table}: {metric}" if metric else table

    metrics = [metric for _, metric in by]
    groups = [
        Group(group.heading, group.rows, [told[row] for row in group.rows if row in told])
        for group in grouped(rows.assign(about=metrics), ["table", "about"], heading)
    ]
    return Shown("with 95 % intervals, as fractions", columns, groups)


_VIEWS: dict[str, Callable[[Any], Shown]] = {
    "payoffs": _payoffs,
    "ratings": _ratings,
    "cycles": _cycles,
    "equilibrium": _equilibrium,
    "alpha_rank": _alpha_rank,
    "edges": _edges,
}
