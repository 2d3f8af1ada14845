"""Deals whose every outcome and chance is known, for each estimator: what coverage is tried on.

Two games of a deal are played independently, alike (what is luck in the one is luck in the other),
or apart (it is bad luck there).
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from scipy import stats

from claimsim.statistics import intervals
from claimsim.statistics.intervals import Estimate, Ratio

RATES = (0.002, 0.01, 0.03, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 0.998)
DRAWS = (0.0, 0.1, 0.6)
PAIRS = ("single", "independent", "alike", "apart")


class Deals(NamedTuple):
    """What a deal can be: `x` and `y` of each outcome, and its chance."""

    x: np.ndarray
    y: np.ndarray
    chances: np.ndarray

    @property
    def games(self) -> float:
        """Mean of y, the games or items that count."""
        return float(self.chances @ self.y)

    @property
    def total(self) -> float:
        """Mean of x."""
        return float(self.chances @ self.x)


class Setting(NamedTuple):
    """An estimator, on deals of which the truth is known."""

    method: str
    name: str
    deals: Deals
    truth: float
    estimate: Callable[[Ratio, int], Estimate]


def played(x, y, chances, pair: str) -> Deals:
    """Return the deals of one game, or of two, from what a game can be (worst luck first)."""
    x, y, chances = (np.asarray(part, float) for part in (x, y, chances))
    if pair == "single":
        return Deals(x, y, chances)
    ends = np.cumsum(chances)
    starts = ends - chances
    if pair == "independent":
        joint = np.outer(chances, chances)
    elif pair == "alike":
        joint = np.diag(chances)
    else:  # the luck of the second game is 1 minus that of the first
        upper = np.minimum.outer(ends, 1 - starts)
        joint = np.maximum(upper - np.maximum.outer(starts, 1 - ends), 0)
    found: dict[tuple[float, float], float] = defaultdict(float)
    for (i, j), chance in np.ndenumerate(joint):
        found[x[i] + x[j], y[i] + y[j]] += chance
    outcomes = np.array([outcome for outcome, chance in found.items() if chance > 1e-12])
    weights = np.array([chance for chance in found.values() if chance > 1e-12])
    return Deals(outcomes[:, 0], outcomes[:, 1], weights / weights.sum())


def games_of(pair: str) -> int:
    return 1 if pair == "single" else 2


def result(rate: float, draws: float) -> list[float]:
    """Return the chances of loss, draw and win; as many draws as the win rate allows."""
    draws = min(draws, 2 * rate, 2 * (1 - rate))
    return [1 - rate - draws / 2, draws, rate - draws / 2]


def share_settings() -> Iterator[Setting]:
    for rate, draws, pair in itertools.product(RATES, DRAWS, PAIRS):
        k = games_of(pair)
        deals = played([0, 1, 2], [1, 1, 1], result(rate, draws), pair)
        yield Setting(
            "win rate",
            f"{rate}, {draws} drawn, {pair}",
            deals,
            deals.total / (2 * k),
            lambda r, n, k=k: intervals.share(r.x, r.xx, n, 2 * k),
        )
    for rate, pair in itertools.product(RATES, PAIRS):
        k = games_of(pair)
        deals = played([0, 1], [1, 1], [1 - rate, rate], pair)
        for method in ("share", "counted"):
            yield Setting(
                method,
                f"{rate}, {pair}",
                deals,
                deals.total / k,
                (lambda r, n, k=k: intervals.share(r.x, r.xx, n, k))
                if method == "share"
                else (lambda r, n, k=k: intervals.counted(r.x, np.full(r.x.shape, n), k)),
            )


def poisson(mean: float, most: int) -> np.ndarray:
    chances = stats.poisson.pmf(np.arange(most + 1), mean)
    return chances / chances.sum()


NUMBERS = {
    "margin of 5 votes": [0, 0.45, 0, 0.35, 0, 0.2],
    "margin with draws": [0.3, 0.3, 0.2, 0.1, 0.05, 0.05],
    "margin, clear wins": [0, 0.01, 0, 0.04, 0, 0.95],
    "firings, 0.003 a game": poisson(0.003, 52),
    "firings, 0.03 a game": poisson(0.03, 52),
    "firings, 0.3 a game": poisson(0.3, 52),
    "firings, 3 a game": poisson(3, 52),
    "firings in bursts": [0.97, 0.002, 0.002, 0.006, 0.01, 0.006, 0.004],
    "nearly always one": [0.01, 0.98, 0.01],
    "one, seldom two": [0, 0.99, 0.01],
    "one, seldom nine": [0, 0.99, 0, 0, 0, 0, 0, 0, 0, 0.01],
}


#: Chances of each difference of points that a change makes in a deal that it changes.
CHANGES = {
    "either way": {-2: 0.5, 2: 0.5},
    "one way": {2: 1.0},
    "mostly one way": {-2: 0.1, 2: 0.9},
    "of all sizes": {-4: 0.05, -2: 0.3, -1: 0.1, 1: 0.1, 2: 0.3, 4: 0.15},
}


def difference_settings() -> Iterator[Setting]:
    for (name, sizes), changed in itertools.product(
        CHANGES.items(), (0.0, 0.001, 0.01, 0.04, 0.2, 0.5, 0.9)
    ):
        x = np.array([0, *sizes])
        chances = np.array([1 - changed, *(changed * one for one in sizes.values())])
        deals = Deals(x, (x != 0).astype(float), chances)
        yield Setting(
            "difference",
            f"{name}, {changed} of the deals",
            deals,
            deals.total / 4,
            lambda r, n: intervals.difference(r.x, r.xx, r.y, n, 4),
        )


def mean_settings() -> Iterator[Setting]:
    for (name, chances), pair in itertools.product(NUMBERS.items(), PAIRS):
        most, k = len(chances) - 1, games_of(pair)
        deals = played(np.arange(most + 1), np.ones(most + 1), chances, pair)
        yield Setting(
            "mean",
            f"{name}, {pair}",
            deals,
            deals.total / k,
            lambda r, n, k=k, most=most: intervals.mean(r.x, r.xx, n, k, most=most),
        )


def ratio_settings() -> Iterator[Setting]:
    for rate, draws, pair in itertools.product(RATES, DRAWS, PAIRS):
        k = games_of(pair)
        for counts in (0.05, 0.4, 0.95):
            of_game = [1 - counts, *(counts * np.array(result(rate, draws)))]
            deals = played([0, 0, 0.5, 1], [0, 1, 1, 1], of_game, pair)
            yield Setting(
                "ratio share",
                f"{rate}, {draws} drawn, {counts} count, {pair}",
                deals,
                deals.total / deals.games,
                lambda r, n, k=k: intervals.ratio_share(r, n, k),
            )
    cards = np.arange(14)
    for rate, pair, counts in itertools.product((0.01, 0.1, 0.5, 0.97), PAIRS, (0.3, 1.0)):
        of_game = np.append(1 - counts, counts * stats.binom.pmf(cards, 13, rate))
        deals = played(np.append(0, cards), np.append(0, np.ones(14)), of_game, pair)
        yield from ratio_means(f"{rate} of 13 cards, {counts} count, {pair}", deals, pair, 13)
    for rate, pair in itertools.product((0.003, 0.03, 0.3, 0.9, 0.995), PAIRS):
        plays = np.arange(4, 9)  # a few plays a game: enough to vary, few enough to list
        x, y = np.array([(x, y) for y in plays for x in range(y + 1)]).T
        deals = played(x, y, stats.binom.pmf(x, y, rate) / len(plays), pair)
        yield from ratio_means(f"{rate} of 4 to 8 plays, {pair}", deals, pair, 1, per_game=8)


def ratio_means(name: str, deals: Deals, pair: str, most: int, per_game: int = 1):
    k = games_of(pair) * per_game
    truth = deals.total / deals.games
    yield Setting(
        "ratio mean",
        name,
        deals,
        truth,
        lambda r, n: intervals.ratio_mean(r, n, k, most=most),
    )
    yield Setting(
        "ratio mean, no products",
        name,
        deals,
        truth,
        lambda r, n: intervals.ratio_mean(r._replace(xy=None), n, k, most=most),
    )


SETTINGS = [*share_settings(), *difference_settings(), *mean_settings(), *ratio_settings()]
