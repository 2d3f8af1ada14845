"""Intervals against scipy.stats, against sums over explicit deals, and by their coverage."""

import numpy as np
import pytest
from scipy import stats

from claimsim.statistics import intervals
from claimsim.statistics.intervals import Ratio


def _share(deals, full):
    """Estimate one share from explicit per-deal numbers."""
    x = np.asarray(deals)
    found = intervals.share([x.sum()], [(x * x).sum()], [len(x)], [full])
    return tuple(float(part[0]) for part in found[:3]), found.kind[0]


@pytest.mark.parametrize(("wins", "deals"), [(0, 1), (1, 1), (0, 7), (7, 7), (3, 20), (20, 45)])
def test_few_won_or_lost_deals_get_the_exact_binomial_interval(wins, deals):
    (value, low, high), kind = _share([2] * wins + [0] * (deals - wins), 2)
    expected = stats.binomtest(wins, deals).proportion_ci(0.95, method="exact")
    assert kind == "exact"
    assert value == pytest.approx(wins / deals)
    assert (low, high) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_many_deals_get_students_interval_of_the_deal_means():
    deals = np.random.default_rng(3).choice([0, 1, 2, 3, 4], 2000, p=[0.3, 0.02, 0.3, 0.03, 0.35])
    (value, low, high), kind = _share(deals, 4)
    means = deals / 4
    expected = stats.t.interval(0.95, 1999, loc=means.mean(), scale=stats.sem(means))
    assert kind == "normal"
    assert (value, low, high) == pytest.approx((means.mean(), *expected), rel=1e-9)


def test_pairs_that_end_alike_are_as_good_as_single_games():
    alike = [4] * 600 + [0] * 400
    single = [2] * 600 + [0] * 400
    assert _share(alike, 4) == _share(single, 2)


@pytest.mark.parametrize(
    ("deals", "full"),
    [([2], 4), ([4], 4), ([0], 4), ([2] * 500, 4), ([1] * 40, 2), ([2] * 9 + [1], 2)],
    ids=["one split", "one won", "one lost", "all split", "all drawn", "one draw"],
)
def test_no_interval_is_empty_or_a_point(deals, full):
    (value, low, high), kind = _share(deals, full)
    assert kind == "exact"
    assert 0 <= low <= value <= high <= 1
    assert high - low > 0


def test_a_split_deal_counts_against_either_bound():
    (_, low, high), _ = _share([4, 4, 4, 2, 0], 4)
    assert low == pytest.approx(stats.binomtest(3, 5).proportion_ci(0.95, method="exact").low)
    assert high == pytest.approx(stats.binomtest(4, 5).proportion_ci(0.95, method="exact").high)


def test_nothing_played_is_undefined():
    found = intervals.share([0], [0], [0], [2])
    assert found.kind[0] == "undefined"
    assert np.isnan([found.value[0], found.low[0], found.high[0]]).all()


COVERAGE = {
    "won or lost": ([0, 4], [0.49, 0.51]),
    "pairs that end alike": ([0, 1, 2, 3, 4], [0.47, 0.01, 0.02, 0.02, 0.48]),
    "pairs that end apart": ([0, 2, 4], [0.1, 0.82, 0.08]),
    "near one": ([0, 4], [0.03, 0.97]),
    "rare": ([0, 1, 4], [0.99, 0.005, 0.005]),
    "draws": ([0, 1, 2, 4], [0.2, 0.3, 0.3, 0.2]),
}


@pytest.mark.parametrize("deals", [12, 150, 1200])
@pytest.mark.parametrize("name", COVERAGE)
def test_share_intervals_cover_the_truth(name, deals):
    points, chances = COVERAGE[name]
    rng = np.random.default_rng([deals, len(name)])
    numbers = rng.multinomial(deals, chances, size=4000)
    points = np.array(points)
    found = intervals.share(
        numbers @ points, numbers @ points**2, np.full(4000, deals), np.full(4000, 4)
    )
    truth = np.dot(points, chances) / 4
    covered = np.mean((found.low <= truth) & (truth <= found.high))
    # the normal interval has 93 % at its weakest, and 4000 trials a standard error of 0.4 %
    assert covered > 0.925


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("deals", [1, 3, 8, 29])
def test_exact_intervals_hold_for_any_distribution_of_deals(deals, seed):
    """Coverage is computed by convolution, not sampled: it may not fall below 95 %."""
    rng = np.random.default_rng(seed)
    outcomes = np.arange(4 * deals + 1)
    low, high = intervals.clopper_pearson(
        outcomes // 4, -(-outcomes // 4), np.full(outcomes.shape, deals)
    )
    for chances in rng.dirichlet(np.full(5, [0.05, 0.3, 1.0][seed]), 300):
        total = np.array([1.0])
        for _ in range(deals):
            total = np.convolve(total, chances)
        truth = chances @ np.arange(5) / 4
        assert total[(low <= truth + 1e-12) & (truth - 1e-12 <= high)].sum() >= 0.95


def test_exact_bounds_of_many_rows_are_those_of_each_alone():
    """Rows with the same counts are computed together; scipy's own intervals are the same."""
    rng = np.random.default_rng(4)
    trials = rng.choice([1, 7, 40], 200)
    wins = rng.binomial(trials, 0.3)
    low, high = intervals.clopper_pearson(wins, wins, trials)
    for row in range(200):
        found = stats.binomtest(int(wins[row]), int(trials[row])).proportion_ci(0.95)
        assert (low[row], high[row]) == pytest.approx((found.low, found.high), abs=1e-9)


def _ratio(x, y):
    return Ratio([x.sum()], [(x * x).sum()], [(x * y).sum()], [y.sum()], [(y * y).sum()])


def test_ratio_intervals_follow_the_delta_method():
    rng = np.random.default_rng(5)
    y = rng.binomial(2, 0.7, 900)
    x = rng.binomial(y, 0.6)
    found = intervals.ratio_share(_ratio(x, y), [900], [2])
    ratio = x.sum() / y.sum()
    error = np.std(x - ratio * y, ddof=1) / np.sqrt(900) / y.mean()
    half = stats.t.ppf(0.975, 899) * error
    assert found.kind[0] == "normal"
    got = [float(part[0]) for part in found[:3]]
    assert got == pytest.approx([ratio, ratio - half, ratio + half], rel=1e-3)


def test_ratio_intervals_cover_the_truth():
    rng = np.random.default_rng(6)
    y = rng.binomial(2, 0.6, (1500, 1500))
    luck = rng.beta(2, 1, (1500, 1500))  # shared by the games of a deal; mean 2/3
    x = rng.binomial(y, luck)
    sums = Ratio(x.sum(1), (x * x).sum(1), (x * y).sum(1), y.sum(1), (y * y).sum(1))
    found = intervals.ratio_share(sums, np.full(1500, 1500), np.full(1500, 2))
    covered = np.mean((found.low <= 2 / 3) & (found.high >= 2 / 3))
    assert 0.93 < covered < 0.97


def test_ratio_without_products_is_exact_where_y_is_constant_and_safe_elsewhere():
    rng = np.random.default_rng(7)
    x = rng.binomial(200, 0.3, 500)
    for y in (np.full(500, 52), rng.integers(40, 60, 500)):
        known = _ratio(x, y)
        found = intervals.ratio_mean(known, [500], [60], most=13)
        blind = intervals.ratio_mean(known._replace(xy=None), [500], [60], most=13)
        width, wider = (float(f.high[0] - f.low[0]) for f in (found, blind))
        if np.ptp(y) == 0:
            assert wider == pytest.approx(width, rel=1e-6)
        else:
            assert wider > width


def test_a_ratio_over_nothing_is_undefined():
    zero = np.zeros(5, np.int64)
    found = intervals.ratio_share(_ratio(zero, zero), [5], [1])
    assert found.kind[0] == "undefined"
    assert np.isnan(found.value[0])


def test_a_mean_without_variance_keeps_a_width_within_its_range():
    found = intervals.mean([3000], [9000], [1000], [1], most=[5])
    assert found.kind[0] == "exact"
    assert 0 <= found.low[0] < 3 < found.high[0] <= 5


def test_means_of_many_deals_follow_student():
    margins = np.random.default_rng(8).integers(1, 6, 64)
    found = intervals.mean([margins.sum()], [(margins**2).sum()], [64], [1], most=[5])
    expected = stats.t.interval(0.95, 63, loc=margins.mean(), scale=stats.sem(margins))
    assert (found.low[0], found.high[0]) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([(2, 2)] * 50 + [(0, 0)] * 50, 2.0),
        ([(2, 2), (2, 0), (0, 2), (0, 0)] * 25, 1.0),
        ([(2, 0)] * 100, 0.0),
    ],
    ids=["alike", "independent", "apart"],
)
def test_design_effect_of_known_pairs(pairs, expected):
    deals = np.array(pairs).sum(1)
    effect = intervals.design_effect([deals.sum()], [(deals**2).sum()], [0], [100], [2])
    assert effect[0] == pytest.approx(expected, rel=0.02)


def test_design_effect_of_single_games_is_one_and_of_no_variance_undefined():
    games = np.array([2, 2, 1, 0, 1, 2, 0])
    one = intervals.design_effect([games.sum()], [(games**2).sum()], [2], [7], [1])
    none = intervals.design_effect([14], [28], [0], [7], [1])
    assert one[0] == pytest.approx(1.0)
    assert np.isnan(none[0])
