"""The answer in plain words, with figures: what the first screen of a report says."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from claimsim.statistics.intervals import LEVEL
from reports.labels import Labels
from reports.wording import Row, count, faction, listing, percent, percent_between, plural

#: Opponents that a sentence names at most.
_NAMED = 6

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
    """Say whether leading the first trick helps."""
    cell, labels = headline(cells), Labels(cells)
    rate = percent_between(cell, "leader_win_rate", "leader_low", "leader_high")
    state = standing(cell["leader_low"], cell["leader_high"])
    opening = {
        AHEAD: "Leading the first trick helps",
        BEHIND: "Leading the first trick hurts",
        OPEN: "No edge can be told",
    }[state]
    pair = f"when {meeting(cell, labels)}"
    text = f"{opening}: the first leader wins {rate} {pair}."
    if len(cells) == 1:
        return text
    states = [standing(c["leader_low"], c["leader_high"]) for c in cells]
    ahead, behind, even = (states.count(state) for state in (AHEAD, BEHIND, OPEN))
    return (
        f"{text} Of the {count(len(cells))} cells, the first leader is ahead in "
        f"{count(ahead)}, behind in {count(behind)}, and too close to 50 % to tell in "
        f"{count(even)}{by_chance(len(cells))}."
    )


def by_chance(cells: int) -> str:
    """Say how many of many cells would seem to have an edge if none had one."""
    number = round((1 - LEVEL) * cells)
    return f" (chance alone would put {count(number)} of them apart)" if number else ""


def strategy(cells: Sequence[Row]) -> str:
    """Say which strategy is the strongest, and by how much."""
    best = strongest(cells)
    if best is None:
        return "Each strategy met only itself, so that none can be called the better one."
    home = headline(cells)
    place = [home[key] for key in ("deck", "setting", "building")]
    found = []
    for cell in cells:
        pair = cell["strategy_a"], cell["strategy_b"]
        here = [cell[key] for key in ("deck", "setting", "building")] == place
        if here and best in pair and pair[0] != pair[1] and cell["a_win_rate"] is not None:
            found.append(_seen_from(cell, best))
    found.sort(key=lambda entry: entry["rate"])
    where = Labels(cells).place(home)
    parts = [f"{percent_between(e, 'rate')} against {e['other']}" for e in found[:_NAMED]]
    more = len(found) - _NAMED
    rest = f", and more against {plural(more, 'other')}" if more > 0 else ""
    if len(found) == 1 and standing(found[0]["rate_low"], found[0]["rate_high"]) == OPEN:
        return f"Which strategy is better cannot be told: {best} wins {parts[0]}{where}."
    return f"The strongest strategy is {best}: it wins {listing(parts)}{rest}{where}."


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
    text = (
        f"{pair}, winning goes most with the vote of the {faction(best['faction'])}: who has "
        f"it wins {_holder(best)}"
    )
    if least is not best:
        text += f"; least with that of the {faction(least['faction'])}, {_holder(least)}"
    return f"{text}."


def _holder(row: Row) -> str:
    """Return the win rate of who has the vote."""
    shifted = {f"rate{end}": row[f"swing{end}"] + 0.5 for end in ("", "_low", "_high")}
    return percent_between(shifted, "rate")


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
