"""The tables of a tournament's section."""

from __future__ import annotations

from collections.abc import Sequence

from reports import columns
from reports import comparison_words as words
from reports.columns import Column, Table
from reports.wording import NONE, Row, decimals, number, percent, percent_between, points_between

_EN = "\N{EN DASH}"


def elo(row: Row) -> str:
    """Write a rating with its interval, in Elo points: +250 (+243 to +258)."""
    if row["elo_low"] is None:
        return number(row["elo"], 0, sign=True)
    value, low, high = (number(row[f"elo{end}"], 0, sign=True) for end in ("", "_low", "_high"))
    return f"{value} ({low} to {high})"


def players(ratings: Sequence[Row], equilibrium: Sequence[Row], alpha_rank: Sequence[Row]) -> Table:
    """Say of every player how strong he is; all three in the same order."""
    rows = [
        {**rated, **mixed, "alpha": evolved["rank"]}
        for rated, mixed, evolved in zip(ratings, equilibrium, alpha_rank, strict=True)
    ]
    return columns.table(
        "tournament-ratings",
        "Every player: rating, weight in the equilibrium, and how far he can be beaten",
        [
            columns.words("Player", lambda r: r["player"]),
            columns.whole("Rank", "rank"),
            Column("Elo", elo, numeric=True, raw=lambda r: columns.three(r, "elo")),
            _mixed("In the equilibrium", "weight"),
            Column("Beaten by, points", _beaten, numeric=True, raw=_exploited),
            columns.words("Best reply", lambda r: r["best_reply"] if _can(r) else NONE),
            columns.whole("Alpha-rank", "alpha"),
        ],
        rows,
    )


def _mixed(head: str, name: str) -> Column:
    return Column(
        head,
        lambda row: percent_between(row, name),
        numeric=True,
        raw=lambda row: columns.three(row, name),
    )


def _can(row: Row) -> bool:
    return bool(row["exploitability"] > 0)


def _beaten(row: Row) -> str:
    return points_between(row, "exploitability").replace("+", "")


def _exploited(row: Row) -> columns.Raw:
    return columns.three(row, "exploitability")


def rings(cycles: Sequence[Row]) -> Table:
    """List the rings of three, the clearest first."""
    return columns.table(
        "tournament-rings",
        "Rings: the first surely beats the second, he the third, and he the first",
        [
            *(_player(place) for place in (1, 2, 3)),
            *(
                columns.plain(head, name, percent)
                for head, name in (
                    ("First wins", "1_beats_2"),
                    ("Second wins", "2_beats_3"),
                    ("Third wins", "3_beats_1"),
                )
            ),
        ],
        cycles,
    )


def _player(place: int) -> Column:
    heads = ("First", "Second", "Third")
    return columns.words(heads[place - 1], lambda row: row[f"player_{place}"])


def edges(rows: Sequence[Row]) -> Table:
    """Say of every metric of games where it lies over the pairs, but for what never happened."""
    happened = [
        row
        for row in rows
        if row["table"] == "cells" and (row["reference"] is not None or row["highest"] > 0)
    ]
    first = [
        columns.words("Metric", _metric),
        columns.words("Pairs above / below / open", _sides),
    ]
    return columns.table(
        "tournament-edges",
        "Metrics over all pairs of players, in the equilibrium, and at their extremes",
        [*first, *_over_pairs()],
        happened,
    )


def elsewhere(rows: Sequence[Row]) -> Table:
    """Say the same of the metrics of factions, powers, cards and tricks."""
    return columns.table(
        "tournament-edges-within",
        "The same of factions, powers, cards and the course of the game",
        [columns.words("Metric", _metric), *_over_pairs()],
        [row for row in rows if row["table"] != "cells"],
    )


def _over_pairs() -> list[Column]:
    return [
        _between("All pairs alike", "uniform"),
        _between("In the equilibrium", "equilibrium"),
        _between("Lowest", "lowest"),
        columns.words("Of", lambda row: _pair(row, "lowest")),
        _between("Highest", "highest"),
        columns.words("Of", lambda row: _pair(row, "highest")),
    ]


def _metric(row: Row) -> str:
    name = words.metric_name(row["metric"], row["table"], row["row"])
    return f"{name} ({row['where']})" if row["where"] else name


def _between(head: str, name: str) -> Column:
    def write(row: Row) -> str:
        value, low, high = columns.three(row, name)
        if value is None or low is None or high is None:
            return NONE
        unit = 100 if words.is_share(row["metric"]) else 1
        places = min(decimals(unit * low, unit * high), 2)
        texts = [number(unit * part, places) for part in (value, low, high)]
        return f"{texts[0]}{words.ending(row['metric'])} ({texts[1]} to {texts[2]})"

    return Column(head, write, numeric=True, raw=lambda row: columns.three(row, name))


def _pair(row: Row, which: str) -> str:
    return f"{row[f'{which}_player']} {_EN} {row[f'{which}_opponent']}"


def _sides(row: Row) -> str:
    if row["reference"] is None:
        return NONE
    return f"{row['above']} / {row['below']} / {row['undecided']}"
