"""The answer for a grid as a whole, where single cells are many or too short to tell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev

from claimsim.statistics.intervals import LEVEL
from reports.answers import AHEAD, BEHIND, by_chance, standing
from reports.wording import Row, count, percent, percent_between

#: Cells from which on a grid is told as a whole.
MANY = 13

#: Half width of an interval from which on a cell says nothing worth a first sentence.
_WIDE = 0.1

#: Decks from which on their scatter gives the mean an interval.
_ENOUGH_DECKS = 20


def is_short(cells: Sequence[Row], home: Row) -> bool:
    """Say whether the grid tells more than the cell that would else be told first."""
    low, high = home["leader_low"], home["leader_high"]
    wide = low is None or high is None or (high - low) / 2 > _WIDE
    return wide and len(cells) >= MANY


def leader(cells: Sequence[Row]) -> str:
    """Say how often the first leader wins on average, and in how many cells it seems so."""
    mean = average(cells)
    if mean is None:
        return "No game was played."
    rate = percent(mean["rate"])
    if mean["rate_low"] is not None:
        rate = percent_between(mean, "rate")
    states = [standing(cell["leader_low"], cell["leader_high"]) for cell in cells]
    return (
        f"On average over all {count(len(cells))} cells the first leader wins {rate}. Single "
        f"cells are short: above one half lies the interval of {count(states.count(AHEAD))}, "
        f"below of {count(states.count(BEHIND))}{by_chance(len(cells))}."
    )


def average(cells: Sequence[Row]) -> Row | None:
    """Return the mean of the leader's win rate over cells, with its interval.

    Returns
    -------
    mapping or None
        ``rate``, and ``rate_low`` and ``rate_high`` where there are at least 20 decks: Student's
        interval with the deck as the unit, since cells of a deck may share their deals. What
        differs between decks widens it, so that it is on the safe side for these decks.
    """
    from scipy.special import stdtrit

    by_deck: dict[str, list[float]] = {}
    for cell in cells:
        if cell["leader_win_rate"] is not None:
            by_deck.setdefault(cell["deck"], []).append(cell["leader_win_rate"])
    if not by_deck:
        return None
    mean = fmean(rate for rates in by_deck.values() for rate in rates)
    means = [fmean(rates) for rates in by_deck.values()]
    number = len(means)
    if number < _ENOUGH_DECKS:
        return {"rate": mean, "rate_low": None, "rate_high": None}
    half = float(stdtrit(number - 1, 0.5 + LEVEL / 2)) * stdev(means) / math.sqrt(number)
    return {"rate": mean, "rate_low": mean - half, "rate_high": mean + half}
