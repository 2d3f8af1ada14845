"""How players fare who have a card: a faction a row, a number a column."""

from __future__ import annotations

from collections.abc import Sequence

from claimsim.statistics.metrics import CARD_TABLE
from reports import columns, heat
from reports.alerts import card_name
from reports.columns import Table
from reports.heat import HeatMap
from reports.wording import Row, faction

#: What a reader may choose, by the metric that it shows.
CHOICES = {
    "win_rate_recruited": "recruited",
    "win_rate_dealt": "dealt",
    "win_rate_scored": "scored",
}

_ABOUTS = {
    "win_rate_recruited": "who had the card among the followers of Phase 1",
    "win_rate_dealt": "who was dealt the card",
    "win_rate_scored": "who ended with the card in the score pile",
}


def maps(cards: Sequence[Row], number: int, place: str) -> list[tuple[str, HeatMap]]:
    """Return a heat map for each way of having a card, the one that one can decide on first.

    Parameters
    ----------
    cards
        Rows of the table ``cards`` of one cell.
    number
        Of the cell, to name the maps.
    place
        What the cell is, in words.
    """
    return [(label, _map(cards, name, number, place)) for name, label in CHOICES.items()]


def table(cards: Sequence[Row], number: int, place: str) -> Table:
    """Return the numbers of the maps with their intervals, one card a row."""
    shown = [
        columns.words("Card", card_name),
        columns.whole("Copies", "copies"),
        *(columns.share(metric.label, metric.name) for metric in CARD_TABLE),
        columns.words("Interval", lambda row: row["interval"]),
    ]
    return columns.table(f"cards-{number}", f"Win rates by card, {place}", shown, cards)


def _map(cards: Sequence[Row], name: str, number: int, place: str) -> HeatMap:
    owners = list(dict.fromkeys(row["faction"] for row in cards))
    labels = {row["card"].partition(":")[2] for row in cards}
    heads = sorted(labels, key=lambda text: (not text.isdigit(), text.zfill(4)))
    fields = {(row["faction"], row["card"].partition(":")[2]): row for row in cards}
    rows = [
        (faction(owner), [_raw(fields.get((owner, head)), name) for head in heads])
        for owner in owners
    ]
    return heat.percentages(
        f"cards-{number}-{CHOICES[name]}",
        f"Win rate in %, by card {CHOICES[name]}: {place}",
        "Faction",
        heads,
        rows,
        middle=0.5,
        about=(
            f"Win rate of {_ABOUTS[name]}; bold where the interval leaves out 50 %. It goes "
            "with winning, which is not to say that it brings it: that is what a what-if tells."
        ),
    )


def _raw(row: Row | None, name: str) -> columns.Raw | None:
    return None if row is None else columns.three(row, name)
