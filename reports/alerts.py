"""What of a run is worth looking at first: sentences with a figure, and where the evidence is.

Who looks for the worst of many finds one by chance, too. Wherever an alert picks from several
candidates, the difference must therefore be sure for all of them at once
(:mod:`reports.sureness`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from claimsim.rules.firings import LOCATION_FIRINGS
from claimsim.statistics.metrics import METRICS
from claimsim.statistics.verdicts import BALANCED
from reports import judged
from reports.labels import location
from reports.sureness import sure
from reports.wording import (
    Row,
    count,
    faction,
    listing,
    percent,
    percent_apart,
    percent_between,
    plural,
)

if TYPE_CHECKING:
    import pandas as pd

#: How far a faction's swing must lie above the mean of the others of its deck.
DOMINATES = 0.05
#: Share of games below which a power hardly ever acts.
DEAD = 0.01
#: How far below one half who recruits a card must win.
UNWANTED = 0.03
#: What a strategy must win against every other one to win too much.
TOO_MUCH = 0.60

#: Alerts of one kind, at most.
_MOST = 3


class Alert(NamedTuple):
    """A sentence, the id of its evidence, and the name of that."""

    text: str
    target: str
    where: str


@dataclass(frozen=True)
class Looked:
    """What alerts are looked for in.

    Parameters
    ----------
    cells
        All cells of the run.
    shown, factions
        Rows of the tables ``cells`` and ``factions`` for the cells that are shown.
    cards
        Rows of the table ``cards`` of the cell that the report is about.
    powers
        The table ``powers`` of all cells.
    verdicts
        The table ``verdicts``; None without targets.
    home
        The cell that the report is about.
    name
        Names a cell by its number.
    """

    cells: Sequence[Row]
    shown: Sequence[Row]
    factions: Sequence[Row]
    cards: Sequence[Row]
    powers: pd.DataFrame
    verdicts: pd.DataFrame | None
    home: Row
    name: Callable[[int], str]


def find(looked: Looked) -> list[Alert]:
    """Return the alerts of a run, in the order in which they should be read."""
    return [
        *(_unbalanced(looked) if looked.verdicts is None else _off_target(looked)),
        *_dominating(looked),
        *_dead(looked),
        *_unwanted(looked),
        *_too_strong(looked),
    ]


def sides(cells: Sequence[Row]) -> dict[int, float]:
    """Return by how much each cell's leader surely wins more or less than half, among all."""
    return {row["cell"]: sure(row, "rate", 0.5, len(cells)) for row in map(_leading, cells)}


def _unbalanced(looked: Looked) -> list[Alert]:
    cells = looked.cells
    if len(cells) == 1:
        return []
    rows = [_leading(cell) for cell in cells]
    off = sides(cells)
    worst = sorted((row for row in rows if off[row["cell"]]), key=lambda r: -abs(off[r["cell"]]))
    return [
        Alert(
            f"Unbalanced: the first leader wins {percent_apart(row, 'rate')} when "
            f"{looked.name(row['cell'])}.",
            "leader",
            "Leader advantage",
        )
        for row in worst[:_MOST]
    ]


def _leading(cell: Row) -> Row:
    return {
        "cell": cell["cell"],
        "rate": cell["leader_win_rate"],
        "rate_low": cell["leader_low"],
        "rate_high": cell["leader_high"],
    }


def _off_target(looked: Looked) -> list[Alert]:
    """Tell of the cell that the even deals put farthest off, by what the odd deals say.

    Nothing where that cell is surely inside, or the odd deals say so, or there are none.
    """
    if looked.verdicts is None:
        return []
    marked = looked.verdicts[looked.verdicts["most_unbalanced"]]
    found = []
    for place in range(len(marked)):
        row = judged.first(marked.iloc[place:])
        if row["verdict"] == BALANCED or row["second_half"] is None or _inside(row):
            continue
        fresh = judged.value(row, "second_half", "second_half_low", "second_half_high")
        found.append(
            Alert(
                f"{METRICS[row['metric']].label}, farthest off in half of the deals: "
                f"{looked.name(int(row['cell']))}. The other half, which had no part in the "
                f"choice, says {fresh} against {judged.band(row)} wanted.",
                "verdicts",
                "Verdicts",
            )
        )
    return found


def _inside(row: Row) -> bool:
    """Say whether the interval of the odd deals lies in the band."""
    low, high = row["second_half_low"], row["second_half_high"]
    if low is None or high is None:
        return False
    return bool(max(row["wanted"] - low, high - row["wanted"]) <= row["tolerance"])


def _dominating(looked: Looked) -> list[Alert]:
    found: dict[str, tuple[float, str]] = {}
    players = [looked.home[key] for key in ("strategy_a", "strategy_b")]
    alike = [c for c in looked.shown if [c["strategy_a"], c["strategy_b"]] == players]
    several = len(alike) > 1
    for cell in alike:
        rows = [f for f in looked.factions if f["cell"] == cell["cell"] and f["swing"] is not None]
        for row in rows:
            others = [other["swing"] for other in rows if other is not row]
            if not others:
                continue
            mean = fmean(others)
            rate = {f"rate{end}": row[f"swing{end}"] + 0.5 for end in ("", "_low", "_high")}
            excess = sure(rate, "rate", mean + 0.5 + DOMINATES, len(looked.factions))
            if excess > found.get(row["faction"], (0.0, ""))[0]:
                where = f" when {looked.name(cell['cell'])}" if several else ""
                text = (
                    f"One faction dominates, {faction(row['faction'])}: who gets its vote wins "
                    f"{percent_between(rate, 'rate')}{where}; of the other factions, "
                    f"{percent(mean + 0.5)} on average."
                )
                found[row["faction"]] = excess, text
    order = sorted(found.values(), reverse=True)[:_MOST]
    return [Alert(text, "captures", "Factions") for _, text in order]


def _dead(looked: Looked) -> list[Alert]:
    games = {cell["cell"]: cell["games"] for cell in looked.cells}
    found = []
    for name, part in looked.powers.groupby("power", sort=False):
        shares = part["games_fired"].dropna()
        if len(shares) == 0 or shares.mean() >= DEAD:
            continue
        played = sum(games[cell] for cell in part["cell"])
        place = name in LOCATION_FIRINGS
        what = f"location, {location(str(name))}" if place else f"power, {name}"
        text = f"One {what}, never acts: in none of {count(played)} games."
        if shares.max() > 0:
            text = f"One {what}, hardly ever acts: in {percent(shares.mean(), 2)} of the games."
        found.append((float(shares.mean()), Alert(text, "powers", "Powers")))
    return [alert for _, alert in sorted(found, key=lambda pair: pair[0])][:_MOST]


def _unwanted(looked: Looked) -> list[Alert]:
    name = "win_rate_recruited"
    off = [(sure(row, name, 0.5 - UNWANTED, len(looked.cards)), row) for row in looked.cards]
    worst = sorted((pair for pair in off if pair[0] < 0), key=lambda pair: pair[0])
    if not worst:
        return []
    told = [
        f"{card_name(row)} with {percent_between(row, name)}"
        for _, row in worst[:_MOST]
    ]  # fmt: skip
    more = f", and {plural(len(worst) - _MOST, 'more card')} like that" * (len(worst) > _MOST)
    return [
        Alert(
            f"Cards that nobody should want: who recruits them wins less than half: "
            f"{listing(told)}{more}.",
            "cards",
            "Cards",
        )
    ]


def card_name(row: Row) -> str:
    """Write the name of a card: Goblins 0."""
    owner, _, number = row["card"].partition(":")
    return f"{faction(owner)} {number}"


def _too_strong(looked: Looked) -> list[Alert]:
    place = [looked.home[key] for key in ("deck", "setting", "building")]
    rates: dict[str, list[Row]] = {}
    for cell in looked.cells:
        a, b = cell["strategy_a"], cell["strategy_b"]
        here = [cell[key] for key in ("deck", "setting", "building")] == place
        if not here or a == b or cell["a_win_rate"] is None:
            continue
        value, low, high = cell["a_win_rate"], cell["a_low"], cell["a_high"]
        rates.setdefault(a, []).append({"rate": value, "rate_low": low, "rate_high": high, "to": b})
        turned = {"rate": 1 - value, "rate_low": 1 - high, "rate_high": 1 - low, "to": a}
        rates.setdefault(b, []).append(turned)
    pairs = sum(map(len, rates.values())) // 2
    found = []
    for player, rows in rates.items():
        if all(sure(row, "rate", TOO_MUCH, pairs) > 0 for row in rows):
            least = min(rows, key=lambda row: row["rate"])
            against = f"against {least['to']}" + (
                f", and more against {plural(len(rows) - 1, 'other')}" if len(rows) > 1 else ""
            )
            text = f"{player} wins too much: {percent_between(least, 'rate')} {against}."
            found.append(Alert(text, "strategy", "Strategies"))
    return found[:_MOST]
