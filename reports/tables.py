"""The tables of a report: result tables as rows of text, for HTML and Markdown alike."""

from __future__ import annotations

from collections.abc import Sequence

from claimsim.experiment.table_files import EXTENDED
from claimsim.statistics.bounds import DEFINITION
from claimsim.statistics.metrics import METRICS
from reports import columns
from reports.answers import AHEAD, BEHIND, standing
from reports.columns import Column, Table, Write
from reports.labels import place_of
from reports.wording import Row, faction, number


def played(cells: Sequence[Row]) -> Table:
    """List what was run; a column of which all cells have `none` is left out."""
    shown = [
        columns.whole("Cell", "cell"),
        columns.words("Strategy a", lambda c: c["strategy_a"]),
        columns.words("Strategy b", lambda c: c["strategy_b"]),
        columns.words("Deck", lambda c: c["deck"]),
    ]
    for head, key in (("Setting", "setting"), ("Building", "building")):
        if any(cell[key] != "none" for cell in cells):
            shown.append(columns.words(head, place_of(key)))
    shown += [
        columns.whole("Deals", "deals"),
        columns.whole("Games", "games"),
        columns.share("Plays without choice", "forced_plays"),
        columns.amount("Options a play", "options_mean"),
    ]
    return columns.table("played", "The cells of the run", shown, cells)


def leader(cells: Sequence[Row], label: Write) -> Table:
    """Leader advantage by cell."""
    shown = [
        columns.words("Cell", label),
        columns.share("Leader wins", "leader_win_rate"),
        columns.words("Reading", lambda c: reading(c["leader_low"], c["leader_high"])),
        columns.words("Interval", lambda c: kind(c, "leader_interval")),
        columns.plain("Design effect", "design_effect", lambda x: number(x, 2)),
    ]
    return columns.table("leader", "Win rate of the player who leads the first trick", shown, cells)


def strategy(cells: Sequence[Row], label: Write) -> Table:
    """Strategy advantage by cell."""
    shown = [
        columns.words("Cell", label),
        columns.share("a wins", "a_win_rate"),
        columns.words("Reading", _who_wins),
        columns.words("Interval", lambda c: kind(c, "a_interval")),
    ]
    return columns.table("strategy", "Win rate of the first strategy of each pair", shown, cells)


def votes(cells: Sequence[Row], factions: Sequence[Row], label: Write) -> Table:
    """Who gets the vote of every faction, by cell."""
    shown = [
        columns.share(METRICS[name].label, name)
        for name in ("vote_to_winner", "vote_to_leader", "vote_to_a", "vote_unawarded")
    ]
    return _by_faction("votes", "Every faction's vote, by cell", shown, cells, factions, label)


def worth(cells: Sequence[Row], factions: Sequence[Row], label: Write) -> Table:
    """Worth and cards of every faction, by cell."""
    shown = [
        columns.points("Swing, points", "swing"),
        columns.share(METRICS["pivotal"].label, "pivotal"),
        columns.share(METRICS["decided_by_tiebreak"].label, "decided_by_tiebreak"),
    ]
    means = ("mean_cards_winner", "mean_cards_loser")
    shown += [columns.amount(METRICS[name].label, name) for name in means]
    caption = "What every faction's vote goes with, and its cards, by cell"
    return _by_faction("worth", caption, shown, cells, factions, label)


def splits(cells: Sequence[Row], names: Sequence[tuple[int, int]], label: Write) -> Table:
    """How games end, by cell; splits that never came are left out."""
    seen = [s for s in names if any(cell[f"votes_{s[0]}_{s[1]}"] for cell in cells)]
    shown = [columns.words("Cell", label)]
    shown += [columns.share(f"{h}–{low}", f"votes_{h}_{low}") for h, low in seen]
    return columns.table("splits", "Votes of the two players at the end", shown, cells)


def decided(cells: Sequence[Row], label: Write) -> Table:
    """How games are decided, by cell; buildings that decided none are left out."""
    shown = [
        columns.words("Cell", label),
        columns.amount("Margin, votes", "mean_margin"),
        columns.share("Decided by votes", "decided_by_votes"),
        columns.share("Decided by cards", "decided_by_cards_in_factions"),
    ]
    for name in ("monastery", "bridge", "castle"):
        column = f"decided_by_{name}"
        if any(cell[column] for cell in cells):
            shown.append(columns.share(METRICS[column].label, column))
    shown.append(columns.share("Drawn", "draw_rate"))
    return columns.table("decided", "What decided the games, and how clearly", shown, cells)


def kind(cell: Row, name: str) -> str:
    """Return the kind of a win rate's interval, and that deals were added after looking.

    Parameters
    ----------
    cell
        Its ``interval``, of both win rates, is the column that says so.
    name
        Column of the kind.
    """
    own = str(cell[name])
    marked = str(cell["interval"]).endswith(EXTENDED) and own not in ("", DEFINITION)
    return f"{own}, {EXTENDED}" if marked else own


def reading(low: float | None, high: float | None) -> str:
    """Say in words where an interval lies against one half."""
    return {AHEAD: "above 50 %", BEHIND: "below 50 %"}.get(standing(low, high), "includes 50 %")


def _who_wins(cell: Row) -> str:
    if cell["a_interval"] == DEFINITION:
        return "the same player twice"
    state = standing(cell["a_low"], cell["a_high"])
    a, b = cell["strategy_a"], cell["strategy_b"]
    return {AHEAD: f"{a} is better", BEHIND: f"{b} is better"}.get(state, "too close to tell")


def _by_faction(
    name: str,
    caption: str,
    numbers: Sequence[Column],
    cells: Sequence[Row],
    factions: Sequence[Row],
    label: Write,
) -> Table:
    labels = {cell["cell"]: label(cell) for cell in cells}
    who = [
        columns.words("Cell", lambda f: labels[f["cell"]]),
        columns.words("Faction", lambda f: faction(f["faction"])),
    ]
    rows = [row for row in factions if row["cell"] in labels]
    return columns.table(name, caption, [*who, *numbers], rows)
