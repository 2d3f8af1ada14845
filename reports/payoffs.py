"""Who beats whom: the win rates of every player against every other."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from reports import columns, heat
from reports.columns import Raw
from reports.heat import HeatMap
from reports.labels import Labels
from reports.wording import Row, count


def maps(cells: Sequence[Row], home: Row, labels: Labels) -> list[tuple[str, HeatMap]]:
    """Return the payoffs in the place that the report is about, and on average over all.

    Returns
    -------
    list of tuple
        A name and a map each; nothing where no two players met.
    """
    if all(cell["strategy_a"] == cell["strategy_b"] for cell in cells):
        return []
    keys = ("deck", "setting", "building")
    here = [cell for cell in cells if all(cell[key] == home[key] for key in keys)]
    places = len(labels.decks) * len(labels.settings) * len(labels.buildings)
    where = labels.place(home).strip(" ()")
    found = [(where or "here", _map(here, "payoffs", where))]
    if places > 1:
        name = f"mean of {count(places)} places"
        found.append((name, _map(cells, "payoffs-mean", name)))
    return found


def _map(cells: Sequence[Row], name: str, where: str) -> HeatMap:
    rates: dict[tuple[str, str], list[Raw]] = {}
    for cell in cells:
        a, b = cell["strategy_a"], cell["strategy_b"]
        value, low, high = columns.three(cell, "a_win_rate")
        if value is None or low is None or high is None:
            continue
        rates.setdefault((a, b), []).append((value, low, high))
        if a != b:
            rates.setdefault((b, a), []).append((1 - value, 1 - high, 1 - low))
    players = _ranked(rates)
    rows = [(one, [_field(rates.get((one, other), [])) for other in players]) for one in players]
    return heat.percentages(
        name,
        "How often the player of a row beats the player of a column"
        + (f": {where}" if where else ""),
        "Player",
        players,
        rows,
        middle=0.5,
        about=(
            "Win rate of the row's player in %, over both seats; the strongest first. Bold where "
            "the interval leaves out 50 %; empty where the two never met."
        ),
    )


def _ranked(rates: dict[tuple[str, str], list[Raw]]) -> list[str]:
    """Order players by their mean win rate against others."""
    own: dict[str, list[float]] = {}
    for (one, other), found in rates.items():
        own.setdefault(one, [])
        if one != other:
            own[one] += [raw[0] for raw in found if raw[0] is not None]
    return sorted(own, key=lambda name: (-(fmean(own[name]) if own[name] else 0.0), name))


def _field(found: Sequence[Raw]) -> Raw | None:
    if not found:
        return None
    if len(found) == 1:
        return found[0]
    return (fmean(raw[0] for raw in found if raw[0] is not None),)
