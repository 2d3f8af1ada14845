"""How often intervals contain the truth: simulated for every estimator, computed for the exact one.

A deal is one of a few outcomes with known chances, so that the numbers of deals of each outcome
are multinomial and the sums that the estimators go by follow from them. ``pytest -s`` shows the
tables, a failure repeats them.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import numpy as np
import pytest
from scipy import optimize, stats

from claimsim.statistics import bounds, intervals
from claimsim.statistics.intervals import Ratio
from tests.statistics.made_deals import SETTINGS, Setting

NOMINAL = 0.95
ALLOWED = 0.005  # the average of a method may fall short of it by half a point


class Found(NamedTuple):
    """Coverage of one setting at one number of deals, and the kinds of interval that it had."""

    covered: float
    kind: str
    method: str
    name: str


def simulate(settings: list[Setting], deals: int, repeats: int, seed: int) -> list[Found]:
    rng = np.random.default_rng([seed, deals, repeats])
    found = []
    for method, name, of_deal, truth, estimate in settings:
        # all that an estimator is told of each repeated experiment
        counts = rng.multinomial(deals, of_deal.chances, size=repeats)
        x, y = of_deal.x, of_deal.y
        sums = Ratio(*(counts @ number for number in (x, x * x, x * y, y, y * y)))
        got = estimate(sums, deals)
        undefined = got.kind == "undefined"  # nothing to divide by: no interval, and none wrong
        assert not np.isnan(got.low[~undefined]).any()
        assert (got.high > got.low)[~undefined].all(), f"{method}: {name}: an interval of no width"
        hit = (got.low <= truth + 1e-12) & (truth - 1e-12 <= got.high)
        if undefined.all():
            continue
        kinds = " or ".join(sorted(set(got.kind[~undefined])))
        covered = float(hit[~undefined].mean())
        found.append(Found(covered, kinds, method, f"{name}, {deals} deals"))
    return found


def told(found: list[Found]) -> tuple[str, list[float]]:
    """Return a table of the estimators and of the kinds of interval, and the average of each."""
    groups: dict[str, list[Found]] = defaultdict(list)
    for one in found:
        groups[f"estimator: {one.method}"].append(one)
        groups[f"interval: {one.kind}"].append(one)
    lines, averages = [""], []
    for group, members in sorted(groups.items()):
        average = float(np.mean([one.covered for one in members]))
        worst = min(members)
        averages.append(average)
        lines.append(
            f"{group:<40} {len(members):4} settings: average {average:.4f}, "
            f"least {worst.covered:.4f} ({worst.name})"
        )
    return "\n".join(lines), averages


def check(repeats: int, numbers: tuple[int, ...], *, seed: int) -> None:
    found = [one for deals in numbers for one in simulate(SETTINGS, deals, repeats, seed)]
    table, averages = told(found)
    print(table)  # noqa: T201  # shown by pytest -s
    error = np.sqrt(NOMINAL * (1 - NOMINAL) / repeats)  # of one setting's coverage
    assert min(averages) >= NOMINAL - ALLOWED - error / 5, table
    exact = min(one.covered for one in found if one.kind == "exact")
    assert exact >= NOMINAL - 3.5 * error, table


def test_methods_cover_the_truth_on_average() -> None:
    check(1_000, (100, 1_000), seed=1)


@pytest.mark.slow
def test_methods_cover_the_truth_on_average_over_10_000_experiments() -> None:
    check(10_000, (100, 300, 1_000, 10_000), seed=2)


@pytest.mark.parametrize("deals", [1, 2, 10, 100, 300])
def test_the_exact_method_never_covers_less_than_it_says(deals: int) -> None:
    """Computed, not sampled: the chance of every total of points, from the powers of one deal's."""
    worst = (1.0, "")
    for setting in SETTINGS:
        if setting.method not in {"win rate", "share"}:
            continue
        points = setting.deals.x.astype(int)
        most = int(setting.deals.total / setting.truth + 0.5)
        of_deal = np.bincount(points, setting.deals.chances, most + 1)
        # the total's chances are the product of `deals` equal polynomials
        size = most * deals + 1
        chances = np.fft.irfft(np.fft.rfft(of_deal, 2 * size) ** deals, 2 * size)[:size]
        totals = np.arange(size)
        low, high = intervals.clopper_pearson(totals // most, -(-totals // most), deals)
        covers = (low <= setting.truth + 1e-12) & (setting.truth - 1e-12 <= high)
        worst = min(worst, (float(chances[covers].sum()), setting.name))
    print(f"exact, {deals} deals: least {worst[0]:.4f} ({worst[1]})")  # noqa: T201  # as above
    assert worst[0] >= NOMINAL - 1e-9, worst


@pytest.mark.parametrize("deals", [50, 1_000])
def test_wilson_and_exact_bounds_are_those_of_scipy(deals: int) -> None:
    wins = np.array([5, 6, deals // 3, deals // 2, deals - 5])
    for kind, (low, high) in {
        "wilson": bounds.wilson(wins, deals),
        "exact": bounds.clopper_pearson(wins, wins, deals),
    }.items():
        for place, number in enumerate(wins):
            wanted = stats.binomtest(int(number), deals).proportion_ci(0.95, method=kind)
            assert (low[place], high[place]) == pytest.approx((wanted.low, wanted.high), rel=1e-9)


def test_wilson_and_exact_bounds_are_those_of_statsmodels() -> None:
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    wins = np.array([5, 17, 50, 83, 95])
    found = bounds.wilson(wins, 100), bounds.clopper_pearson(wins, wins, 100)
    for ours, method in zip(found, ("wilson", "beta"), strict=True):
        wanted = proportion.proportion_confint(wins, 100, 0.05, method)
        np.testing.assert_allclose(ours, wanted, rtol=1e-9)


@pytest.mark.parametrize(
    ("wins", "deals", "kind"),
    [
        (5, 50, "wilson"),
        (45, 50, "wilson"),
        (4, 50, "exact"),
        (46, 50, "exact"),
        (20, 49, "exact"),
        (0, 1_000, "exact"),
        (1_000, 1_000, "exact"),
        (400, 1_000, "wilson"),
    ],
)
def test_plain_rates_have_wilson_intervals_unless_there_are_few(wins, deals, kind) -> None:
    """Games won or lost, one a deal or two that end alike; shares, counts and ratios of them."""
    alike = Ratio(2 * wins, 4 * wins, 4 * wins, 2 * deals, 4 * deals)
    single = Ratio(wins, wins, wins, deals, deals)
    scipys = "wilson" if kind == "wilson" else "exact"
    wanted = stats.binomtest(wins, deals).proportion_ci(0.95, method=scipys)
    for found in (
        intervals.share([wins], [wins], [deals], [1]),
        intervals.share([2 * wins], [4 * wins], [deals], [2]),
        intervals.share([4 * wins], [16 * wins], [deals], [4]),
        intervals.counted([wins], [deals], [1]),
        intervals.ratio_share(Ratio(*(np.array([n]) for n in single)), [deals], [1]),
        intervals.ratio_share(Ratio(*(np.array([n]) for n in alike)), [deals], [2]),
    ):
        assert found.kind[0] == kind
        assert found.value[0] == pytest.approx(wins / deals)
        assert (found.low[0], found.high[0]) == pytest.approx((wanted.low, wanted.high), abs=1e-9)


def test_other_rates_have_none() -> None:
    one_draw = intervals.share([801], [1601], [1_000], [2])
    one_split = intervals.share([1_602], [6_404], [1_000], [4])
    blind = intervals.counted([801], [1_000], [2])
    assert [found.kind[0] for found in (one_draw, one_split, blind)] == ["normal"] * 2 + ["exact"]


def test_rare_firings_have_the_bounds_at_which_the_score_is_as_large_as_students_quantile() -> None:
    fired = np.array([1] * 12 + [2] * 3 + [0] * 485)
    found = intervals.mean([fired.sum()], [(fired**2).sum()], [500], [1], most=[52])
    ratio = fired.var(ddof=1) / fired.mean()
    quantile = stats.t.ppf(0.975, 499)

    def beyond(mean: float) -> float:
        return abs(fired.mean() - mean) / np.sqrt(ratio * mean / 500) - quantile

    wanted = [optimize.brentq(beyond, *ends) for ends in ((1e-6, 0.036), (0.036, 1))]
    assert found.kind[0] == "score"
    assert [found.low[0], found.high[0]] == pytest.approx(wanted)


def test_numbers_that_hardly_vary_have_exact_intervals() -> None:
    """A power that fires once a game but for three of a thousand: its error is not known yet."""
    found = intervals.mean([1_003], [1_009], [1_000], [1], most=[52])
    assert found.kind[0] == "exact"
    assert found.low[0] < 1 < found.high[0]
