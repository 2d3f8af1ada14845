"""Which columns of each table of a run are looked at first, and how its rows are grouped."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from claimsim.cli.columns import Column, Group, counts, estimates, numbers, plain, texts, wanted
from claimsim.cli.compact_parts import RATES, Shown, grouped, middle_bar, place
from claimsim.cli.terminal import width

if TYPE_CHECKING:
    import pandas as pd

#: What tells cells apart, and the heads of these columns.
PLACE = {
    "deck": "deck",
    "setting": "setting",
    "building": "building",
    "strategy_a": "a",
    "strategy_b": "b",
}


def view(name: str, rows: pd.DataFrame, places: pd.DataFrame) -> Shown:
    """Return what is shown of some rows.

    Parameters
    ----------
    name
        The table: one that runs have.
    rows
        At least one.
    places
        Of each cell of the rows its number and :data:`PLACE`.
    """
    return _VIEWS[name](rows, places)


def of_places(rows: pd.DataFrame) -> list[Column]:
    """Return those columns that tell the cells of some rows apart."""
    return [texts(rows, name, head) for name, head in PLACE.items() if _differs(rows[name])]


def _differs(values: pd.Series[Any]) -> bool:
    return len(set(values)) > 1


def _by_cell(rows: pd.DataFrame, places: pd.DataFrame) -> list[Group]:
    where = {cell["cell"]: place(cell) for cell in places.to_dict("records")}
    return grouped(rows, ["cell"], lambda cell: f"cell {cell}: {where[cell]}")


def _cells(rows: pd.DataFrame, _places: pd.DataFrame) -> Shown:
    return cells(rows)


def cells(rows: pd.DataFrame) -> Shown:
    """Return what is shown of cells: what is the same in all of them stands in the title.

    Long names of decks leave no room for numbers: if there are several cells of a deck, it stands
    above them.

    Parameters
    ----------
    rows
        Of the table ``cells``, at least one.
    """
    first = rows.iloc[0]
    said = [
        f"{head} = {first[name]}"
        for name, head in PLACE.items()
        if not _differs(rows[name]) and first[name] != "none"
    ]
    # One matchup may play a deal twice where another does once; a run plays as many deals of
    # each cell unless it goes by precision, and then it matters how many they were.
    alike = next((name for name in ("games", "deals") if not _differs(rows[name])), None)
    if alike:
        said.append(f"{first[alike]:,} {alike} a cell")
    games = [] if alike == "games" else [counts(rows, "games", spare=3 if alike else 2)]
    cell, where = counts(rows, "cell"), of_places(rows)
    nothing_new = set(rows["a_interval"]) == {"by definition"}
    wins = estimates(rows, "a_win_rate", kinds="a_interval", spare=5 if nothing_new else 1)
    leader = estimates(rows, "leader_win_rate", kinds="leader_interval")
    found = list(rows["verdict"].fillna(""))
    verdict = [Column("verdict", found)] if any(found) else []
    groups = [Group("", range(len(rows)))]
    needed = wanted([cell, *where, *([] if nothing_new else [wins]), leader, *verdict])
    if where and where[0].name == "deck" and needed > width():
        decks = grouped(rows, ["deck"], lambda deck: f"deck {deck}")
        if len(decks) < len(rows):
            groups, where = decks, where[1:]
    bars = middle_bar(rows, "leader_win_rate", spare=2 if alike else 3)
    draws = estimates(rows, "draw_rate", spare=4)
    columns = [cell, *where, *games, wins, leader, bars, draws, *verdict]
    return Shown("\n".join(filter(None, (RATES, ", ".join(said)))), columns, groups)


def _verdicts(rows: pd.DataFrame, places: pd.DataFrame) -> Shown:
    """One group a target; numbers as the scenario has them, and bars around what is wanted."""
    named = rows.merge(places, on="cell", how="left")
    cell, value = counts(rows, "cell"), estimates(rows, "value", percent=False, by=rows["target"])
    verdict = Column("verdict", list(rows["verdict"]))
    where = of_places(named)
    if wanted([cell, *where, value, verdict]) > width():
        told = [", ".join(parts) for parts in zip(*(column.cells for column in where), strict=True)]
        where = [Column(", ".join(column.name for column in where), told, folds=True)]
    columns = [cell, *where, value, verdict, counts(rows, "deals_needed", spare=1)]
    if not _differs(rows["target"]):
        middle = float(rows["wanted"].iloc[0])
        columns.append(middle_bar(rows, "value", middle=middle, unit=1.0, spare=2))

    def heading(target: int, metric: str, middle: float, tolerance: float) -> str:
        return f"target {target}: {metric} {middle:g} +- {tolerance:g}"

    groups = grouped(rows, ["target", "metric", "wanted", "tolerance"], heading)
    return Shown("with 95 % intervals", columns, groups)


def _factions(rows: pd.DataFrame, places: pd.DataFrame) -> Shown:
    columns = [
        texts(rows, "faction"),
        estimates(rows, "pivotal"),
        estimates(rows, "swing", spare=1),
        estimates(rows, "vote_to_leader", spare=1),
        middle_bar(rows, "vote_to_leader", spare=2),
        estimates(rows, "vote_to_winner", spare=3),
    ]
    return Shown(RATES, columns, _by_cell(rows, places))


def _cards(rows: pd.DataFrame, places: pd.DataFrame) -> Shown:
    """Win rates of players who had a card: dealt is by chance alone, and comes first."""
    cards = [
        f"{card} x{copies}" if copies > 1 else card
        for card, copies in zip(rows["card"], rows["copies"], strict=True)
    ]
    columns = [
        Column("card", cards, folds=True),
        estimates(rows, "win_rate_dealt"),
        estimates(rows, "win_rate_recruited", spare=2),
        estimates(rows, "win_rate_scored", spare=1),
        middle_bar(rows, "win_rate_dealt", spare=3),
    ]
    return Shown(RATES, columns, _by_cell(rows, places))


def _powers(rows: pd.DataFrame, places: pd.DataFrame) -> Shown:
    """How often; and, of runs with ablation, what it changes, in points of %."""
    ablations = [name for name in ("leader_ablation", "a_ablation") if name in rows]
    columns = [
        texts(rows, "power"),
        estimates(rows, "fired_per_game", percent=False),
        *(estimates(rows, name, signed=True, spare=1) for name in ablations),
        estimates(rows, "games_fired", spare=2),
    ]
    title = "firings as counted, all else in %, with 95 % intervals"
    return Shown(title, columns, _by_cell(rows, places))


def _tricks(rows: pd.DataFrame, places: pd.DataFrame) -> Shown:
    columns = [
        counts(rows, "phase"),
        counts(rows, "trick"),
        counts(rows, "games"),
        estimates(rows, "ahead_wins"),
        estimates(rows, "settled"),
        middle_bar(rows, "ahead_wins", spare=1),
    ]
    return Shown(RATES, columns, _by_cell(rows, places))


def _phase_1(rows: pd.DataFrame, places: pd.DataFrame) -> Shown:
    rate = "win_rate_by_phase1_tricks"
    columns = [
        counts(rows, "tricks"),
        counts(rows, "games"),
        estimates(rows, rate),
        middle_bar(rows, rate, spare=1),
    ]
    return Shown(RATES, columns, _by_cell(rows, places))


def _effects(rows: pd.DataFrame, _places: pd.DataFrame) -> Shown:
    """Estimates as the metric is, with a word where the share of false ones is small enough."""
    from claimsim.statistics.verdicts import ERROR

    # A term that does not say by itself what kind it is of.
    terms = [
        f"{kind}: {term}" if term == "all" or kind in ("setting", "building") else term
        for kind, term in zip(rows["kind"], rows["term"], strict=True)
    ]
    q_values, values = numbers(rows, "q_value"), numbers(rows, "estimate")
    sure = [
        ("raises" if value > 0 else "lowers") if q <= ERROR else ""
        for q, value in zip(q_values, values, strict=True)
    ]
    columns = [
        Column("term", terms, folds=True),
        estimates(rows, "estimate", percent=False, signed=True, by=rows["metric"]),
        Column("surely", sure),
        plain(rows, "share_of_variance", "share %", 100.0, 1),
        plain(rows, "q_value", "q_value", 1.0, 3, spare=1),
        counts(rows, "cells", spare=2),
    ]
    groups = [
        _told(group, terms, rows)
        for group in grouped(rows, ["metric", "matchup"], lambda metric, of: f"{metric}: {of}")
    ]
    title = (
        "with 95 % intervals; surely: at most 5 % of what is called so is not; share: of the "
        "variance between cells"
    )
    return Shown(title, columns, groups)


def _told(group: Group, terms: list[str], rows: pd.DataFrame) -> Group:
    """Say below a group which of its terms have no number at all, and why."""
    silent = (rows["estimate"].isna() & rows["share_of_variance"].isna()).to_list()
    notes: dict[str, list[str]] = {}
    for number in group.rows:
        if silent[number]:
            notes.setdefault(rows["note"].iloc[number], []).append(terms[number])
    foot = [f"not told: {', '.join(names)} ({why})" for why, names in notes.items()]
    return Group(group.heading, [number for number in group.rows if not silent[number]], foot)


_VIEWS: dict[str, Callable[[Any, Any], Shown]] = {
    "cells": _cells,
    "verdicts": _verdicts,
    "factions": _factions,
    "cards": _cards,
    "powers": _powers,
    "tricks": _tricks,
    "phase_1": _phase_1,
    "effects": _effects,
}
