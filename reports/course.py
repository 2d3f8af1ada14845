"""The game's course: when it is decided, how it ends, and what decides who wins."""

from __future__ import annotations

from collections.abc import Sequence

from claimsim.experiment.tally import WATCHED
from claimsim.statistics.metrics import METRICS, PHASE_1_TABLE, TRICK_TABLE
from reports import columns
from reports.columns import Table, Write
from reports.wording import NONE, Row, percent_between

#: Share of games from which on a run's games count as settled.
_MOSTLY = 0.5

SHARES = ("seat_share", "skill_share", "deal_share", "rest_share")


def tricks(rows: Sequence[Row]) -> Table:
    """Tell after each trick how safe a lead is, and how many games are settled."""
    shown = [
        columns.words("After trick", _trick),
        columns.whole("Games watched", "games"),
        *(columns.share(metric.label, metric.name) for metric in TRICK_TABLE),
        columns.words("Interval", lambda row: row["interval"]),
    ]
    return columns.table("tricks", "How safe a lead is after each trick", shown, rows)


def phase_1(rows: Sequence[Row]) -> Table:
    """Tell how players fare by the tricks of Phase 1 that they won."""
    (metric,) = PHASE_1_TABLE
    shown = [
        columns.whole("Tricks of Phase 1", "tricks"),
        columns.whole("Games", "games"),
        columns.share("Wins the game", metric.name),
        columns.words("Interval", lambda row: row["interval"]),
    ]
    return columns.table("phase_1", "Does winning Phase 1 win the game?", shown, rows)


def shares(cells: Sequence[Row], label: Write) -> Table:
    """Divide what decides who wins among seat, skill, deal and the rest; by cell."""
    known = [cell for cell in cells if cell["seat_share"] is not None]
    shown = [
        columns.words("Cell", label),
        *(columns.share(METRICS[name].label, name) for name in SHARES),
    ]
    return columns.table("shares", "What decides who wins", shown, known)


def told(rows: Sequence[Row], cell: Row) -> list[str]:
    """Say in words when games are decided, and by what.

    Parameters
    ----------
    rows
        Of the table ``tricks``, of one cell.
    cell
        That cell.
    """
    found = []
    half = next((row for row in rows if (row["settled"] or 0.0) >= _MOSTLY), None)
    middle = next((row for row in rows if (row["phase"], row["trick"]) == (2, 1)), None)
    if half is not None:
        found.append(
            f"From {_trick(half)} on, half of the games are settled: in "
            f"{percent_between(half, 'settled')} the later winner stays ahead to the end."
        )
    if middle is not None and middle["ahead_wins"] is not None:
        turned = {
            "rate": 1 - middle["ahead_wins"],
            "rate_low": 1 - middle["ahead_wins_high"],
            "rate_high": 1 - middle["ahead_wins_low"],
        }
        found.append(
            "Come-backs: who is behind after the first trick of Phase 2 still wins "
            f"{percent_between(turned, 'rate')} of the games."
        )
    if cell["seat_share"] is not None:
        parts = {name: percent_between(cell, name) for name in SHARES}
        found.append(
            f"Of who wins, the seat explains {parts['seat_share']}, the better strategy "
            f"{parts['skill_share']}, the deal {parts['deal_share']}; the rest is "
            f"{parts['rest_share']}."
        )
    return [text for text in found if NONE not in text]


def watched() -> str:
    """Say where the tables by trick come from."""
    return (
        f"Tricks are watched in one deal of {WATCHED}. Ahead is who would win if the piles were "
        "scored now by votes and cards alone; a game is settled once its winner stays ahead."
    )


def _trick(row: Row) -> str:
    return f"Phase {row['phase']}, trick {row['trick']}"
