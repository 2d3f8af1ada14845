"""The answer in plain words, with figures: what the first screen of a report says."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from statistics import fmean

from claimsim.statistics.intervals import LEVEL
from reports import alerts
from reports.labels import Labels
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

#: Opponents that a sentence names at most.
_NAMED = 6

#: Deals from which on intervals leave out the truth as often as their level says.
_FEW = 50

#: What a place is.
_PLACE = ("deck", "setting", "building")

AHEAD, BEHIND, OPEN = "ahead", "behind", "open"


def standing(low: float | None, high: float | None) -> str:
    """Say whether an interval lies above one half, below it, or includes it."""
    if low is not None and low > 0.5:
        return AHEAD
    if high is not None and high < 0.5:
        return BEHIND
    return OPEN


def headline(cells: Sequence[Row]) -> Row:
    """Choose the cell that the first sentence is about.

    The strongest strategy (by its mean win rate against the others) against itself, where that
    was played: a question about the game deserves the best players at hand. Else the first cell.
    """
    best = strongest(cells)
    alike = [c for c in cells if c["strategy_a"] == c["strategy_b"]]
    return next((c for c in alike if c["strategy_a"] == best), (alike or list(cells))[0])


def strongest(cells: Sequence[Row]) -> str | None:
    """Return the strategy with the best mean win rate against others, or None."""
    rates: dict[str, list[float]] = {}
    for cell in cells:
        a, b, rate = cell["strategy_a"], cell["strategy_b"], cell["a_win_rate"]
        if a != b and rate is not None:
            rates.setdefault(a, []).append(rate)
            rates.setdefault(b, []).append(1 - rate)
    return max(rates, key=lambda name: fmean(rates[name]), default=None)


def leader(cells: Sequence[Row]) -> str:
    """Say whether leading the first trick helps: in the one cell, or in which of several.

    Parameters
    ----------
    cells
        At least one; with ``deals``.
    """
    cell, labels = headline(cells), Labels(cells)
    rate = percent_apart(cell, "leader_win_rate", "leader_low", "leader_high")
    if len(cells) == 1:
        state = standing(cell["leader_low"], cell["leader_high"])
        opening = _OPENINGS[state == AHEAD, state == BEHIND]
        return f"{opening}: the first leader wins {rate} when {meeting(cell, labels)}."
    sides = alerts.sides(cells)
    helped = sum(side > 0 for side in sides.values())
    hurt = sum(side < 0 for side in sides.values())
    counted = (
        f"ahead in {_none(helped)} and behind in {_none(hurt)}"
        if helped or hurt
        else "ahead or behind in none"
    )
    opening, where = _OPENINGS[helped > 0, hurt > 0], ""
    if (helped or hurt) and not sides.get(cell["cell"]):
        opening += "" if helped and hurt else " in some cells"
        where = ", where no edge can be told"
    here = f"{rate} when {meeting(cell, labels)}{where}"
    return (
        f"{opening}: the first leader wins {here}. Of all {count(len(cells))} cells taken together "
        f"he is surely {counted}. {apart(cells)}"
    )


#: How an answer begins: whether leading surely helps somewhere, and whether it surely hurts.
_OPENINGS = {
    (True, False): "Leading the first trick helps",
    (False, True): "Leading the first trick hurts",
    (True, True): "Leading the first trick helps in some cells and hurts in others",
    (False, False): "No edge can be told",
}


def apart(cells: Sequence[Row]) -> str:
    """Say of how many cells the interval, taken alone, leaves out one half."""
    states = [standing(cell["leader_low"], cell["leader_high"]) for cell in cells]
    return (
        f"Taken alone, their interval lies above 50\N{NO-BREAK SPACE}% in "
        f"{_none(states.count(AHEAD))}, below in {_none(states.count(BEHIND))}"
        f"{by_chance(cells)}."
    )


def by_chance(cells: Sequence[Row]) -> str:
    """Say how many of many cells would seem to have an edge if none had one, or nothing."""
    number = round(sum(_false_alarm(cell["deals"]) for cell in cells))
    return f" (chance alone would put about {count(number)} of them apart)" if number else ""


@cache
def _false_alarm(deals: int) -> float:
    """Return how often the interval of a fair cell of so many deals leaves out one half.

    Exact intervals of few deals seldom do, and of fewer than six never: even if all are won, the
    lower bound lies below one half. Deals are taken to be won or lost.
    """
    tail = (1 - LEVEL) / 2
    if deals >= _FEW:
        return 2 * tail
    below = accumulate(math.comb(deals, won) / 2**deals for won in range(deals + 1))
    return 2 * max((share for share in below if share <= tail), default=0.0)


def _none(number: int) -> str:
    return count(number) if number else "none"


def strategy(cells: Sequence[Row]) -> str:
    """Say which strategy is the strongest, if one surely is, or which is ahead; by how much."""
    best = strongest(cells)
    if best is None:
        return "Each strategy met only itself, so that none can be called the better one."
    home = headline(cells)
    here = [cell for cell in cells if all(cell[key] == home[key] for key in _PLACE)]
    found = []
    for cell in here:
        pair = cell["strategy_a"], cell["strategy_b"]
        if best in pair and pair[0] != pair[1] and cell["a_win_rate"] is not None:
            found.append(_seen_from(cell, best))
    where = Labels(cells).place(home)
    if not found:
        return f"Which strategy is better cannot be told{where}: no game of two was played."
    found.sort(key=lambda entry: entry["rate"])
    parts = [f"{percent_apart(e, 'rate')} against {e['other']}" for e in found[:_NAMED]]
    more = len(found) - _NAMED
    rest = f", and more against {plural(more, 'other')}" if more > 0 else ""
    wins = f"wins {listing(parts)}{rest}{where}"
    ahead = all(sure(entry, "rate", 0.5, len(found)) > 0 for entry in found)
    met = {entry["other"] for entry in found}
    if ahead and met == _players(here) - {best}:
        return f"The strongest strategy is {best}: it {wins}."
    if ahead:
        return f"Surely ahead of all that it met is {best}: it {wins}."
    if len(found) == 1:
        return f"Which strategy is better cannot be told: {best} {wins}."
    return f"None can be told the strongest strategy. Ahead on average is {best}: it {wins}."


def _players(cells: Sequence[Row]) -> set[str]:
    return {cell[key] for cell in cells for key in ("strategy_a", "strategy_b")}


def _seen_from(cell: Row, best: str) -> Row:
    value, low, high = cell["a_win_rate"], cell["a_low"], cell["a_high"]
    if cell["strategy_a"] == best:
        return {"rate": value, "rate_low": low, "rate_high": high, "other": cell["strategy_b"]}
    other = cell["strategy_a"]
    return {"rate": 1 - value, "rate_low": 1 - high, "rate_high": 1 - low, "other": other}


def meeting(cell: Row, labels: Labels) -> str:
    """Say who plays in a cell, and where: planner meets greedy (Plateau)."""
    return f"{cell['strategy_a']} meets {cell['strategy_b']}{labels.place(cell)}"


def captures(cell: Row, factions: Sequence[Row], labels: Labels) -> str:
    """Say which faction's vote goes with winning in a cell, and which does least."""
    own = [row for row in factions if row["cell"] == cell["cell"] and row["swing"] is not None]
    if not own:
        return f"When {meeting(cell, labels)}, no vote was ever awarded."
    best = max(own, key=lambda row: row["swing"])
    least = min(own, key=lambda row: row["swing"])
    pair = f"When {meeting(cell, labels)}"
    if cell["draw_rate"] == 1.0:
        return f"{pair}, every game is drawn, whoever has which vote."
    holder = _holder(best)
    named = f"the vote of {faction(best['faction'])}"
    told = f"who has it wins {percent_apart(holder, 'rate')}"
    if sure(holder, "rate", 0.5, len(own)) <= 0:
        return f"{pair}, no vote can be told to go with winning; first comes {named}: {told}."
    text = f"{pair}, winning goes most with {named}: {told}"
    if least is not best:
        rate = percent_between(_holder(least), "rate")
        text += f"; least with that of {faction(least['faction'])}, {rate}"
    return f"{text}."


def _holder(row: Row) -> Row:
    """Return the win rate of who has the vote, with its interval."""
    ends = ("", "_low", "_high")
    return {f"rate{end}": None if row[f"swing{end}"] is None else row[f"swing{end}"] + 0.5
            for end in ends}  # fmt: skip


def splits(cell: Row, names: Sequence[tuple[int, int]], labels: Labels) -> str:
    """Say how the games of a cell end."""
    pair = f"When {meeting(cell, labels)}"
    for name in ("monastery", "bridge", "castle"):
        if (cell[f"decided_by_{name}"] or 0.0) > 0.5:
            decided = percent_between(cell, f"decided_by_{name}")
            return f"{pair}, {name.title()} decides {decided} of the games, before any vote."
    shares = [(cell[f"votes_{h}_{low}"], h, low) for h, low in names]
    known = [entry for entry in shares if entry[0] is not None]
    if not known:
        return "No game was played."
    share, more, fewer = max(known)
    drawn = percent_between(cell, "draw_rate")
    return (
        f"{pair}, the most frequent ending is {more}–{fewer} in votes, with {percent(share)} of "
        f"the games; {drawn} are drawn."
    )
