"""The tables ``cards``, ``tricks`` and ``phase_1``: what goes with winning, from tallies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from claimsim.experiment.tally import HELD, OUTCOMES, PHASE_2
from claimsim.statistics import intervals
from claimsim.statistics.columns import put, put_kinds
from claimsim.statistics.counts import Info, cell_counts
from claimsim.statistics.intervals import Estimate
from claimsim.statistics.metrics import CARD_TABLE, PHASE_1_TABLE, TRICK_TABLE

if TYPE_CHECKING:
    import pandas as pd

    from claimsim.experiment.tally import Tallies
    from claimsim.rules.ruleset import Ruleset

_WON, _LOST, _DRAWN = (OUTCOMES.index(name) for name in ("won", "lost", "drawn"))


def make_details(infos: Sequence[Info], tallies: Tallies) -> dict[str, pd.DataFrame]:
    """Return every table of many rows a cell, by name; parameters as :func:`cards_table`."""
    return {
        "cards": cards_table(infos, tallies),
        "tricks": tricks_table(infos, tallies),
        "phase_1": phase_1_table(infos, tallies),
    }


def cards_table(infos: Sequence[Info], tallies: Tallies) -> pd.DataFrame:
    """Return the table ``cards``: one row a cell and card; cards that look alike share one.

    Parameters
    ----------
    infos
        The cells, as in a run's ``cells_info``.
    tallies
        Array of ``TALLY``, one row a cell in the same order.

    Returns
    -------
    pandas.DataFrame
        ``cell``, ``faction``, ``card``, ``copies``; each metric of :data:`metrics.CARD_TABLE` with
        bounds; ``interval``, their kinds. Null where no player ever had the card in that way.

    Raises
    ------
    InputError
        Tallies that are not those of these cells.
    """
    import pandas as pd

    counts = cell_counts(infos, tallies)
    cards: dict[tuple[str, str, str], list[tuple[str, str, list[int]]]] = {}
    rows = []
    for row, info in enumerate(infos):
        place = (info["deck"], info["setting"], info["building"])
        if place not in cards:
            cards[place] = _cards(info["rules"])
        rows += [(row, *card) for card in cards[place]]
    cell = np.array([row for row, _, _, _ in rows], np.int64)
    copies = np.array([len(bits) for _, _, _, bits in rows], np.int64)
    sums = np.zeros((len(rows), len(HELD), len(OUTCOMES)), np.int64)
    for number, (row, _, _, bits) in enumerate(rows):
        sums[number] = tallies["cards"][row][:, :, bits].sum(axis=2)
    columns: dict[str, Any] = {
        "cell": [infos[int(row)]["cell"] for row in cell],
        "faction": [faction for _, faction, _, _ in rows],
        "card": [name for _, _, name, _ in rows],
        "copies": copies,
    }
    deals = counts.deals[cell]
    per_deal = counts.games_per_deal[cell]
    found: dict[str, Estimate] = {}
    for way, metric in enumerate(CARD_TABLE):
        won, lost, drawn = (sums[:, way, outcome] for outcome in (_WON, _LOST, _DRAWN))
        estimate = held_rate(won + drawn / 2.0, won + lost + drawn, deals, per_deal, copies)
        put(columns, metric.name, metric.bounds, estimate)
        found[metric.name] = estimate
    put_kinds(columns, "interval", found)
    return pd.DataFrame(columns)


def _cards(rules: Ruleset) -> list[tuple[str, str, list[int]]]:
    """Return faction, name and places of the cards that look alike, in record order."""
    found: dict[tuple[str, str], list[int]] = {}
    for card in rules.cards:
        found.setdefault((card.faction, card.name), []).append(card.bit)
    return [(faction, name, bits) for (faction, name), bits in found.items()]


def held_rate(
    points: npt.ArrayLike,
    games: npt.ArrayLike,
    deals: npt.ArrayLike,
    per_deal: npt.ArrayLike,
    copies: npt.ArrayLike,
) -> Estimate:
    """Estimate a win rate over games in which something was the case, on the safe side.

    How such games fell on deals was not tallied, so those of a deal, and the copies of a card, are
    taken to be alike: no correlation could widen the interval more.

    Parameters
    ----------
    points
        Wins, and half of the draws, over those games.
    games
        How many they were, summed over copies.
    deals, per_deal
        Deals, and the games of each.
    copies
        Cards that look alike, 1 or more.
    """
    x, y, k, c = (np.asarray(of, np.float64) for of in (points, games, per_deal, copies))
    with np.errstate(divide="ignore", invalid="ignore"):
        value = x / y
    trials = np.minimum(np.floor(y / (k * c)), np.asarray(deals, np.float64))
    trials = np.maximum(trials, 1.0)
    return intervals.counted(value * trials, trials, 1)


def tricks_table(infos: Sequence[Info], tallies: Tallies) -> pd.DataFrame:
    """Return the table ``tricks``: one row a cell and trick, from the deals that were watched.

    Parameters and errors as :func:`cards_table`.

    Returns
    -------
    pandas.DataFrame
        ``cell``, ``phase``, ``trick`` (from 1 in each phase), ``games`` watched that had it; each
        metric of :data:`metrics.TRICK_TABLE` with bounds; ``interval``, their kinds.
    """
    import pandas as pd

    counts = cell_counts(infos, tallies)
    row, place = np.nonzero(tallies["course_games"])
    games = tallies["course_games"][row, place]
    ahead = tallies["course_ahead"][row, place]
    points = tallies["course_points"][row, place]
    settled = tallies["course_settled"][row, place]
    per_deal = counts.games_per_deal[row]
    watched = games // per_deal + 1
    ones = np.ones_like(games)
    columns: dict[str, Any] = {
        "cell": [infos[int(index)]["cell"] for index in row],
        "phase": np.where(place < PHASE_2, 1, 2),
        "trick": np.where(place < PHASE_2, place, place - PHASE_2) + 1,
        "games": games,
    }
    found = (
        held_rate(points / 2.0, ahead, watched, per_deal, ones),
        held_rate(settled, games, watched, per_deal, ones),
    )
    for metric, estimate in zip(TRICK_TABLE, found, strict=True):
        put(columns, metric.name, metric.bounds, estimate)
    kinds = {metric.name: one for metric, one in zip(TRICK_TABLE, found, strict=True)}
    put_kinds(columns, "interval", kinds)
    return pd.DataFrame(columns)


def phase_1_table(infos: Sequence[Info], tallies: Tallies) -> pd.DataFrame:
    """Return the table ``phase_1``: one row a cell and number of Phase 1 tricks won.

    Both players of a game count, each with the tricks that he won: the win rates of n tricks and
    of all but n add up to one. Parameters and errors as :func:`cards_table`.

    Returns
    -------
    pandas.DataFrame
        ``cell``, ``tricks``, ``games`` (in which a player won so many); the metric of
        :data:`metrics.PHASE_1_TABLE` with bounds; ``interval``, its kind.
    """
    import pandas as pd

    counts = cell_counts(infos, tallies)
    parts: list[tuple[int, int, int, float]] = []
    for row in range(len(infos)):
        hand = int(counts.hand_size[row])
        games = tallies["phase_1_games"][row][: hand + 1]
        points = tallies["phase_1_points"][row][: hand + 1] / 2.0
        both = games + games[::-1]
        of_both = points + (games - points)[::-1]
        seen = np.flatnonzero(both)
        parts.extend((row, int(n), int(both[n]), float(of_both[n])) for n in seen)
    cell = np.array([row for row, _, _, _ in parts], np.int64)
    games = np.array([count for _, _, count, _ in parts], np.int64)
    # With half of the tricks each, one game counts twice.
    halves = np.array([2 * n == counts.hand_size[row] for row, n, _, _ in parts], np.int64) + 1
    points = np.array([won for _, _, _, won in parts], np.float64)
    columns: dict[str, Any] = {
        "cell": [infos[int(row)]["cell"] for row in cell],
        "tricks": [n for _, n, _, _ in parts],
        "games": games // halves,
    }
    found = held_rate(points, games, counts.deals[cell], counts.games_per_deal[cell], halves)
    (metric,) = PHASE_1_TABLE
    put(columns, metric.name, metric.bounds, found)
    put_kinds(columns, "interval", {metric.name: found})
    return pd.DataFrame(columns)
