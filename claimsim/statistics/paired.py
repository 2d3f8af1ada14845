"""Differences of metrics between two ways to play the same deals, with paired intervals.

Most metrics are a ratio of two sums over deals, x / y, each a sum of a deal's numbers. The
difference of two ratios has the variance of the mean over deals of its linearisation::

    (x2 - R2 y2) / mean(y2) - (x1 - R1 y1) / mean(y1)

which needs the products of any two numbers of a deal, under either way: the luck of the deal,
which both ways share, cancels out as far as it can (common random numbers).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from claimsim.experiment.pairing import Column, Pairs
from claimsim.experiment.tally import splits_of
from claimsim.statistics import change_bounds
from claimsim.statistics.bounds import DEFINITION, NORMAL
from claimsim.statistics.counts import Info

#: Metrics of a cell that are shares of its games, and the number that counts them.
_SHARES = {
    "draw_rate": "draws",
    "decided_by_votes": "by_votes",
    "decided_by_cards_in_factions": "by_cards",
    "decided_by_monastery": "by_monastery",
    "decided_by_bridge": "by_bridge",
    "decided_by_castle": "by_castle",
    "decided_by_draw": "draws",
}

#: The same of a faction.
_VOTES = {
    "vote_to_winner": "to_winner",
    "vote_to_leader": "to_leader",
    "decided_by_tiebreak": "by_tiebreak",
}


#: Less scatter than this share of what either way has is none: it is rounding.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Form:
    """A metric as a ratio: offset + sum of `above` over deals / sum of `below`.

    Parameters
    ----------
    table, row, metric
        The result table that it stands in, the faction or power, and its name.
    above, below
        Numbers of a deal with their weights; `below` None: the games.
    offset
        What is added.
    span
        Width of its range.
    most_below
        The most that `below` can be in a game.
    """

    table: str
    row: str
    metric: str
    above: Mapping[Column, float]
    below: Mapping[Column, float] | None = None
    offset: float = 0.0
    span: float = 1.0
    most_below: float = 1.0


@dataclass(frozen=True)
class Difference:
    """A metric under both ways.

    Parameters
    ----------
    table, row, metric
        As of :class:`Form`; where the row has another name in the variant, ``"a → b"``.
    baseline, variant, difference
        The values, and variant minus baseline; NaN where one is undefined.
    low, high, interval
        Bounds of the difference at 95 %, and their kind.
    efficiency
        So many times the deals would be needed if either way had deals of its own; NaN where
        that cannot be said.
    """

    table: str
    row: str
    metric: str
    baseline: float
    variant: float
    difference: float
    low: float
    high: float
    interval: str
    efficiency: float


def forms(info: Info) -> Iterator[Form]:
    """Yield the metrics of a cell that are ratios, of its factions and of its powers.

    Parameters
    ----------
    info
        What is known of the cell beside its numbers, as in a run's ``cells_info``.
    """
    same = info["deterministic_pair"]
    half = {"a_points": 0.5}
    yield Form("cells", "", "a_win_rate", {} if same else half, offset=0.5 if same else 0.0)
    yield Form("cells", "", "leader_win_rate", {"leader_points": 0.5})
    for metric, number in _SHARES.items():
        yield Form("cells", "", metric, {number: 1.0})
    factions = len(info["factions"])
    yield Form("cells", "", "mean_margin", {"margin": 1.0}, span=factions + info["extra_votes"])
    hand = info["hand_size"] + info["side_cards"]
    plays = {"below": {"decisions": 1.0}, "most_below": 4.0 * hand}  # two a trick, hand twice over
    yield Form("cells", "", "forced_plays", {"forced": 1.0}, **plays)
    yield Form("cells", "", "options_mean", {"options": 1.0}, span=hand, **plays)
    for more, fewer in splits_of(factions):
        yield Form("cells", "", f"votes_{more}_{fewer}", {("votes", more, fewer): 1.0})
    for place, name in enumerate(info["factions"]):
        yield from _of_faction(place, name, same=same, cards=4 * info["hand_size"] + 3)
    for name in info["powers"]:
        most = 4 * info["hand_size"] + 3 + info["side_cards"] + info["extra_votes"]
        yield Form("powers", name, "fired_per_game", {("fired", name): 1.0}, span=most)
        yield Form("powers", name, "games_fired", {("games_fired", name): 1.0})


def _of_faction(place: int, name: str, *, same: bool, cards: int) -> Iterator[Form]:
    for metric, number in _VOTES.items():
        yield Form("factions", name, metric, {(place, number): 1.0})
    to_a = {(place, "awarded"): 0.5} if same else {(place, "to_a"): 1.0}
    yield Form("factions", name, "vote_to_a", to_a)
    yield Form("factions", name, "vote_unawarded", {(place, "awarded"): -1.0}, offset=1.0)
    decided = {(place, "decided"): 1.0}
    for who in ("winner", "loser"):
        mean = {(place, f"cards_{who}"): 1.0}
        yield Form("factions", name, f"mean_cards_{who}", mean, decided, span=cards)
    awarded = {(place, "awarded"): 1.0}
    yield Form("factions", name, "pivotal", {(place, "pivotal"): 1.0}, awarded)
    held = {(place, "to_winner"): 0.5, (place, "to_loser"): -0.5}
    yield Form("factions", name, "swing", held, awarded)


def differences(pairs: Pairs, baseline: Info, variant: Info) -> list[Difference]:
    """Return the difference of every metric that both ways have.

    Parameters
    ----------
    pairs
        What was counted of the deals of a cell.
    baseline, variant
        What is known of the cell either way. Factions are compared by name, those of other
        names by their place in the deck; powers and locations by name.
    """
    before, after = list(forms(baseline)), list(forms(variant))
    twins = _twins(baseline, variant)
    there = {(form.table, form.row, form.metric): form for form in after}
    found = []
    for form in before:
        row = twins.get(form.row, form.row) if form.table == "factions" else form.row
        other = there.get((form.table, row, form.metric))
        if other is not None:
            games = baseline["games_per_deal"], variant["games_per_deal"]
            found.append(_difference(pairs, form, other, games))
    return found


def _twins(baseline: Info, variant: Info) -> dict[str, str]:
    """Return for each faction of the baseline which of the variant's it is compared with."""
    own, other = baseline["factions"], variant["factions"]
    twins = {name: name for name in own if name in other}
    for here, there in zip(own, other, strict=False):
        if here not in twins and there not in own:
            twins[here] = there
    return {name: twins.get(name, "") for name in own}


def _difference(pairs: Pairs, form: Form, other: Form, games: tuple[int, int]) -> Difference:
    one, first = _linearised(pairs, 0, form, games[0])
    two, second = _linearised(pairs, 1, other, games[1])
    value = two - one
    row = form.row if form.row == other.row else f"{form.row} → {other.row}"
    squares = [_square_sum(pairs, weights) for weights in (second - first, first, second)]
    if squares[0] <= _ROUNDING * (squares[1] + squares[2]):
        squares[0] = 0.0
    low, high, kind = _bounds(pairs, (form, other), games, value, squares[0])
    efficiency = np.nan
    if kind == NORMAL and squares[0] > 0:
        efficiency = (squares[1] + squares[2]) / squares[0]
    if pairs.unlike == 0 and np.isfinite(value):
        value = 0.0
    return Difference(form.table, row, form.metric, one, two, value, low, high, kind, efficiency)


def _linearised(
    pairs: Pairs, way: int, form: Form, games: int
) -> tuple[float, npt.NDArray[np.float64]]:
    """Return a metric's value, and the weights of a deal's numbers in its linearisation."""
    columns = pairs.columns[way]
    start = 1 + (len(pairs.columns[0]) if way else 0)
    sums = pairs.products[0].astype(np.float64)
    above, below = np.zeros(len(sums)), np.zeros(len(sums))
    for column, weight in form.above.items():
        above[start + columns.index(column)] += weight
    if form.below is None:
        below[0] = games
    else:
        for column, weight in form.below.items():
            below[start + columns.index(column)] += weight
    total = float(below @ sums)
    if total == 0:
        return float("nan"), np.zeros(len(sums))
    ratio = float(above @ sums) / total
    return form.offset + ratio, (above - ratio * below) * sums[0] / total


def _square_sum(pairs: Pairs, weights: npt.NDArray[np.float64]) -> float:
    """Return the sum over deals of the square of a weighted sum of their numbers."""
    return max(0.0, float(weights @ pairs.products.astype(np.float64) @ weights))


def _bounds(
    pairs: Pairs, both: tuple[Form, Form], games: tuple[int, int], value: float, scatter: float
) -> tuple[float, float, str]:
    """Return the bounds of a difference and their kind, from the scatter of the deals about it."""
    if not np.isfinite(value):
        return float("nan"), float("nan"), ""
    if not any(form.above for form in both):
        return 0.0, 0.0, DEFINITION
    n = int(pairs.products[0, 0])
    squares = scatter + n * value**2
    span = max(_reach(pairs, way, both[way], games[way]) for way in range(2))
    weights = {abs(weight) for form in both for weight in form.above.values()}
    whole = all(form.below is None for form in both) and len(weights) == 1
    least, most = _turned(pairs, both) if squares > 0 else (0, 0)
    return change_bounds.bounds(
        value,
        squares,
        n,
        span=span,
        most_turned=most,
        least_turned=least,
        unit=weights.pop() / max(games) if whole else 0.0,
    )


def _turned(pairs: Pairs, both: tuple[Form, Form]) -> tuple[int | None, int]:
    """Return in how many deals what a metric is made of differs, at least and at most.

    At least, it is not known of factions that stand at different places in the decks.
    """
    used = [{*form.above, *(form.below or {})} for form in both]
    if used[0] != used[1] or not used[0] <= set(pairs.turned):
        return None, pairs.unlike
    counts = [pairs.turned[column] for column in used[0]]
    return max(counts), min(sum(counts), pairs.unlike)


def _reach(pairs: Pairs, way: int, form: Form, games: int) -> float:
    """Return how much of a metric's linearisation one deal can be."""
    if form.below is None:
        return form.span
    start = 1 + (len(pairs.columns[0]) if way else 0)
    total = sum(
        weight * float(pairs.products[0, start + pairs.columns[way].index(column)])
        for column, weight in form.below.items()
    )
    return form.span * max(1.0, games * form.most_below * float(pairs.products[0, 0]) / total)
