"""The tables of a report: result tables as rows of text, for HTML and Markdown alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from claimsim.statistics.metrics import METRICS
from reports.answers import AHEAD, BEHIND, standing
from reports.labels import location
from reports.wording import (
    NONE,
    Row,
    count,
    faction,
    number,
    number_between,
    percent_between,
    points_between,
)

Write = Callable[[Row], str]


@dataclass(frozen=True)
class Table:
    """A table to be read.

    Parameters
    ----------
    name
        Short, unique in the report.
    caption
        What it shows.
    heads
        Headings of the columns.
    rows
        One list of texts a row.
    numeric
        Which columns hold numbers.
    notes
        Why a value is missing, each once.
    prose
        Which columns hold sentences, which may be broken into lines; left out, none.
    """

    name: str
    caption: str
    heads: list[str]
    rows: list[list[str]]
    numeric: list[bool]
    notes: list[str] = field(default_factory=list)
    prose: list[bool] = field(default_factory=list)


def played(cells: Sequence[Row]) -> Table:
    """List what was run; a column of which all cells have `none` is left out."""
    columns = [
        _words("Cell", lambda c: count(c["cell"])),
        _words("Strategy a", lambda c: c["strategy_a"]),
        _words("Strategy b", lambda c: c["strategy_b"]),
        _words("Deck", lambda c: c["deck"]),
    ]
    for head, key in (("Setting", "setting"), ("Building", "building")):
        if any(cell[key] != "none" for cell in cells):
            columns.append(_words(head, _location_column(key)))
    columns += [
        _number("Deals", lambda c: count(c["deals"])),
        _number("Games", lambda c: count(c["games"])),
        _number("Plays without choice", lambda c: percent_between(c, "forced_plays")),
        _number("Options a play", lambda c: number_between(c, "options_mean")),
    ]
    return _table("played", "The cells of the run", columns, cells)


def leader(cells: Sequence[Row], label: Write) -> Table:
    """Leader advantage by cell."""
    columns = [
        _words("Cell", label),
        _number("Leader wins", lambda c: percent_between(c, *_columns("leader_win_rate"))),
        _words("Reading", lambda c: reading(c["leader_low"], c["leader_high"])),
        _words("Interval", lambda c: c["leader_interval"]),
        _number("Design effect", _design_effect),
    ]
    return _table("leader", "Win rate of the player who leads the first trick", columns, cells)


def strategy(cells: Sequence[Row], label: Write) -> Table:
    """Strategy advantage by cell."""
    columns = [
        _words("Cell", label),
        _number("a wins", lambda c: percent_between(c, *_columns("a_win_rate"))),
        _words("Reading", _who_wins),
        _words("Interval", lambda c: c["a_interval"]),
    ]
    return _table("strategy", "Win rate of the first strategy of each pair", columns, cells)


def votes(cells: Sequence[Row], factions: Sequence[Row], label: Write) -> Table:
    """Who gets the vote of every faction, by cell."""
    columns = [
        _number(METRICS[name].label, _percent_column(name))
        for name in ("vote_to_winner", "vote_to_leader", "vote_to_a", "vote_unawarded")
    ]
    return _by_faction("votes", "Every faction's vote, by cell", columns, cells, factions, label)


def cards(cells: Sequence[Row], factions: Sequence[Row], label: Write) -> Table:
    """Worth and cards of every faction, by cell."""
    columns = [
        _number("Swing, points", lambda f: points_between(f, "swing")),
        _number(METRICS["decided_by_tiebreak"].label, _percent_column("decided_by_tiebreak")),
    ]
    means = ("mean_cards_winner", "mean_cards_loser")
    columns += [_number(METRICS[name].label, _number_column(name)) for name in means]
    caption = "What every faction's vote goes with, and its cards, by cell"
    return _by_faction("cards", caption, columns, cells, factions, label)


def splits(cells: Sequence[Row], names: Sequence[tuple[int, int]], label: Write) -> Table:
    """How games end, by cell; splits that never came are left out."""
    seen = [s for s in names if any(cell[f"votes_{s[0]}_{s[1]}"] for cell in cells)]
    columns = [_words("Cell", label)]
    columns += [_number(f"{h}–{low}", _percent_column(f"votes_{h}_{low}")) for h, low in seen]
    return _table("splits", "Votes of the two players at the end", columns, cells)


def decided(cells: Sequence[Row], label: Write) -> Table:
    """How games are decided, by cell; buildings that decided none are left out."""
    columns = [
        _words("Cell", label),
        _number("Margin, votes", lambda c: number_between(c, "mean_margin")),
        _number("Decided by votes", lambda c: percent_between(c, "decided_by_votes")),
        _number("Decided by cards", lambda c: percent_between(c, "decided_by_cards_in_factions")),
    ]
    for name in ("monastery", "bridge", "castle"):
        column = f"decided_by_{name}"
        if any(cell[column] for cell in cells):
            columns.append(_number(METRICS[column].label, _percent_column(column)))
    columns.append(_number("Drawn", lambda c: percent_between(c, "draw_rate")))
    return _table("decided", "What decided the games, and how clearly", columns, cells)


def reading(low: float | None, high: float | None) -> str:
    """Say in words where an interval lies against one half."""
    return {AHEAD: "above 50 %", BEHIND: "below 50 %"}.get(standing(low, high), "includes 50 %")


def _who_wins(cell: Row) -> str:
    if cell["a_interval"] == "by definition":
        return "the same player twice"
    state = standing(cell["a_low"], cell["a_high"])
    a, b = cell["strategy_a"], cell["strategy_b"]
    return {AHEAD: f"{a} is better", BEHIND: f"{b} is better"}.get(state, "too close to tell")


def _design_effect(cell: Row) -> str:
    value = cell["design_effect"]
    return NONE if value is None else number(value, 2)


def _columns(name: str) -> tuple[str, str, str]:
    return (name, *METRICS[name].bounds)


def _location_column(name: str) -> Write:
    return lambda row: location(row[name])


def _percent_column(name: str) -> Write:
    return lambda row: percent_between(row, name)


def _number_column(name: str) -> Write:
    return lambda row: number_between(row, name)


class _Column(NamedTuple):
    head: str
    write: Write
    numeric: bool


def _words(head: str, write: Write) -> _Column:
    return _Column(head, write, numeric=False)


def _number(head: str, write: Write) -> _Column:
    return _Column(head, write, numeric=True)


def _by_faction(
    name: str,
    caption: str,
    columns: Sequence[_Column],
    cells: Sequence[Row],
    factions: Sequence[Row],
    label: Write,
) -> Table:
    labels = {cell["cell"]: label(cell) for cell in cells}
    who = [
        _words("Cell", lambda f: labels[f["cell"]]),
        _words("Faction", lambda f: faction(f["faction"])),
    ]
    rows = [row for row in factions if row["cell"] in labels]
    return _table(name, caption, [*who, *columns], rows)


def _table(name: str, caption: str, columns: Sequence[_Column], rows: Sequence[Row]) -> Table:
    texts = [[column.write(row) for column in columns] for row in rows]
    missing = any(NONE in line for line in texts)
    notes = list(dict.fromkeys(part for row in rows for part in row["note"].split("; ") if part))
    kept = [note for note in notes if "undefined" in note or "no deal" in note] if missing else []
    heads = [column.head for column in columns]
    return Table(name, caption, heads, texts, [column.numeric for column in columns], kept)
