"""Verdicts against scipy.stats, statsmodels, and probabilities summed outcome by outcome."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import binom_tost, power_ztost_prop
from statsmodels.stats.weightstats import DescrStatsW

from claimsim.statistics import verdicts
from claimsim.statistics.verdicts import assess


def _won_or_lost(wins, deals, value, tolerance):
    """Assess single games that are won or lost."""
    return assess(2 * np.array(wins), 4 * np.array(wins), deals, 2, 0, 1, value, tolerance)


def _pairs(deals, *, seed, chances=(0.2, 0.05, 0.48, 0.05, 0.22)):
    return np.random.default_rng(seed).choice(5, deals, p=chances)


def _of(numbers, value, tolerance, scale=4, most=1.0):
    squares = (numbers * numbers).sum()
    return assess([numbers.sum()], [squares], [len(numbers)], scale, 0.0, most, value, tolerance)


@pytest.mark.parametrize(("deals", "value", "tolerance"), [(8, 0.5, 0.3), (40, 0.5, 0.2)])
def test_few_deals_are_tested_for_equivalence_by_the_binomial(deals, value, tolerance):
    wins = np.arange(deals + 1)
    found = _won_or_lost(wins, deals, value, tolerance)
    expected = [binom_tost(k, deals, value - tolerance, value + tolerance)[0] for k in wins]
    assert found.p_balanced == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("deals", [1, 7, 20, 49])
def test_without_tolerance_it_is_the_two_sided_test(deals):
    wins = np.arange(deals + 1)
    found = _won_or_lost(wins, deals, 0.5, 0.0)
    expected = [stats.binomtest(int(k), deals, 0.5).pvalue for k in wins]
    assert found.p_unbalanced == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("deals", "value", "tolerance"),
    [(12, 0.5, 0.02), (30, 0.25, 0.1), (45, 0.9, 0.05), (20, 0.1, 0.15), (30, 0.5, 0.001)],
)
def test_few_deals_outside_the_band_count_outcomes_at_the_worse_edge(deals, value, tolerance):
    wins = np.arange(deals + 1)
    far = np.abs(wins / deals - value)
    edges = np.clip([value - tolerance, value + tolerance], 0, 1)
    chance = stats.binom.pmf(wins, deals, edges[:, None])
    expected = np.array([chance[:, far >= d - 1e-9].sum(axis=1).max() for d in far])
    found = _won_or_lost(wins, deals, value, tolerance).p_unbalanced
    # where the mirrored outcome lies between two numbers of wins, the nearer one counts too
    assert (found >= expected - 1e-12).all()
    whole = np.isclose(2 * value * deals, np.round(2 * value * deals))
    if whole:
        assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("value", [0.47, 0.5, 0.53])
@pytest.mark.parametrize("tolerance", [0.02, 0.04])
def test_many_deals_are_tested_by_student(value, tolerance):
    numbers = _pairs(40_000, seed=1)
    shares = numbers / 4
    found = _of(numbers, value, tolerance)
    inside = DescrStatsW(shares).ttost_mean(value - tolerance, value + tolerance)[0]
    error = stats.sem(shares)
    distance = abs(shares.mean() - value)
    outside = stats.t.sf((distance - tolerance) / error, 39_999) + stats.t.sf(
        (distance + tolerance) / error, 39_999
    )
    for got, expected in ((found.p_balanced, inside), (found.p_unbalanced, outside)):
        # the corrections make it larger: half a deal is 1 % of an error here
        assert min(expected, 1) <= got[0]
        assert stats.norm.isf(got[0]) == pytest.approx(stats.norm.isf(expected), abs=0.1, rel=0.04)


def test_without_tolerance_many_deals_get_the_one_sample_t_test():
    numbers = _pairs(10**6, seed=2)
    value = numbers.mean() / 4 - 2.2 * stats.sem(numbers / 4)
    expected = stats.ttest_1samp(numbers / 4, value).pvalue
    assert _of(numbers, value, 0.0).p_unbalanced[0] == pytest.approx(expected, rel=0.02)


def test_skewed_deals_get_nearly_the_binomial_probabilities():
    """Deals won or lost have the skewness that the correction assumes."""
    wins = np.arange(60, 145)
    deals = 2000
    found = _won_or_lost(wins, deals, 0.05, 0.01)
    upper = stats.binom.cdf(wins, deals, 0.06)
    lower = stats.binom.sf(wins - 1, deals, 0.04)
    expected = np.maximum(upper, lower)
    between = (expected > 0.005) & (expected < 0.5)
    assert between.sum() > 30
    assert found.p_balanced[between] == pytest.approx(expected[between], rel=0.06)


def test_split_deals_count_against_either_claim():
    numbers = np.array([4] * 10 + [0] * 9 + [2] * 21)  # 20.5 wins of 40 count as 20 and as 21
    found = _of(numbers, 0.5, 0.25)
    above, below = stats.binom.sf(20 - 1, 40, 0.25), stats.binom.cdf(21, 40, 0.75)
    assert found.p_balanced[0] == pytest.approx(max(above, below))
    won = _of(np.array([4] * 9 + [2]), 0.5, 0.1)  # 9.5 wins of 10 count as 9
    expected = stats.binom.sf(8, 10, 0.6) + stats.binom.cdf(1, 10, 0.6)
    assert won.p_unbalanced[0] == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("deals", [1, 4, 11, 29])
def test_few_deals_of_any_distribution_keep_the_level(deals, seed):
    """Computed by convolution, not sampled: at an edge no test rejects in more than 5 %."""
    rng = np.random.default_rng(seed)
    outcomes = np.arange(4 * deals + 1)
    for chances in rng.dirichlet(np.full(5, [0.05, 0.3, 1.0][seed]), 60):
        total = np.array([1.0])
        for _ in range(deals):
            total = np.convolve(total, chances)
        mean = chances @ np.arange(5) / 4
        for tolerance in (0.0, 0.02, 0.2):
            for value in (mean - tolerance, mean + tolerance):
                found = assess(outcomes, outcomes**2 / deals, deals, 4, 0, 1, value, tolerance)
                assert total[found.p_balanced <= 0.05].sum() <= 0.05
                assert total[found.p_unbalanced <= 0.05].sum() <= 0.05


@pytest.mark.parametrize("tolerance", [0.0, 0.02, 0.6])
@pytest.mark.parametrize("value", [0.0, 0.01, 0.5, 1.0])
@pytest.mark.parametrize("number", [0, 1, 2, 4])
@pytest.mark.parametrize("deals", [1, 2, 30, 10**6])
def test_deals_all_alike_have_p_values_and_deals_needed(deals, number, value, tolerance):
    found = assess([number * deals], [number**2 * deals], [deals], 4, 0.0, 1.0, value, tolerance)
    for p in found[:2]:
        assert 0.0 <= p[0] <= 1.0
    assert found.deals_needed[0] >= 1


def test_nothing_played_decides_nothing():
    found = assess([0], [0], [0], 2, 0, 1, 0.5, 0.02)
    assert (found.p_balanced[0], found.p_unbalanced[0], found.deals_needed[0]) == (1, 1, np.inf)


def test_a_band_over_the_whole_range_holds_every_mean():
    found = _of(_pairs(500, seed=3), 0.5, 0.5 + 1e-9)
    assert found.p_balanced[0] == 0
    assert found.p_unbalanced[0] == 1
    assert found.deals_needed[0] == 1


def test_an_edge_beyond_the_range_needs_no_test():
    # a draw rate of at most 3 %: the lower edge, -1 %, cannot be passed
    found = _won_or_lost([0, 5], 400, 0.01, 0.02)
    assert found.p_balanced == pytest.approx(stats.binom.cdf([0, 5], 400, 0.03))


@pytest.mark.parametrize("deals", [40, 5000])
def test_wins_and_losses_are_treated_alike(deals):
    numbers = _pairs(deals, seed=4, chances=(0.1, 0.1, 0.3, 0.1, 0.4))
    one, other = _of(numbers, 0.6, 0.03), _of(4 - numbers, 0.4, 0.03)
    assert np.ravel(one) == pytest.approx(np.ravel(other))


@pytest.mark.parametrize("deals", [40, 5000])
def test_the_unit_does_not_matter(deals):
    numbers = _pairs(deals, seed=5)
    # margins of 0 to 5 votes, in fives a deal; and the same number counted from -1
    votes = _of(5 * numbers, 2.4, 0.1, most=5.0)
    share = _of(numbers, 0.48, 0.02)
    moved = numbers * 2 - 4
    from_below = assess([moved.sum()], [(moved**2).sum()], [deals], 4, -1.0, 1.0, -0.04, 0.04)
    assert np.ravel(votes) == pytest.approx(np.ravel(share))
    assert np.ravel(from_below) == pytest.approx(np.ravel(share))


def test_tiny_tolerances_pass_smoothly_into_none():
    numbers = _pairs(3000, seed=6)
    p = [_of(numbers, 0.49, tolerance).p_unbalanced[0] for tolerance in (0, 1e-9, 1e-4, 1e-2)]
    assert p[0] == pytest.approx(p[1], rel=1e-5)
    assert p == sorted(p)


def _seen(mean, deviation, deals=10**5):
    """Return total and squares of deals in [0, 1] with that mean and standard deviation."""
    return mean * deals, (deviation**2 + mean**2) * deals, deals


def _half_a_deal_less(distance, deals):
    """Return the distance that is left after the correction for steps, half a deal."""
    return distance - 0.5 / deals


@pytest.mark.parametrize("mean", [0.5, 0.507, 0.493, 0.515])
def test_deals_needed_for_balance_have_the_power(mean):
    total, squares, deals = _seen(mean, np.sqrt(mean * (1 - mean)))
    needed = float(assess(total, squares, deals, 1, 0, 1, 0.5, 0.02).deals_needed)
    reach = _half_a_deal_less(0.02, needed)
    power = power_ztost_prop(
        0.5 - reach, 0.5 + reach, needed, mean, variance_prop=mean, discrete=False
    )
    assert power[0] == pytest.approx(0.9, abs=0.002)


@pytest.mark.parametrize(("mean", "deviation"), [(0.53, 0.4), (0.48, 0.25), (0.505, 0.1)])
@pytest.mark.parametrize(("part", "sides"), [(0.0, "two-sided"), (0.8, "larger")])
def test_deals_needed_against_balance_have_the_power(mean, deviation, part, sides):
    """Without a band both edges count alike, with a wide one the nearer alone."""
    total, squares, deals = _seen(mean, deviation)
    off = abs(mean - 0.5)
    needed = float(assess(total, squares, deals, 1, 0, 1, 0.5, off * part).deals_needed)
    effect = _half_a_deal_less(off * (1 - part), needed) / deviation
    power = NormalIndPower().power(effect, needed, 0.05, ratio=0, alternative=sides)
    assert power == pytest.approx(0.9, abs=0.002)
    assert np.isinf(assess(total, squares, deals, 1, 0, 1, 0.5, off).deals_needed)


def test_deals_without_variance_need_as_many_as_won_or_lost_ones():
    """All split so far; the exact test will go by the binomial until something scatters."""
    found = assess([2 * 5000], [4 * 5000], [5000], 4, 0, 1, 0.5, 0.02)
    needed = found.deals_needed[0]
    reach = _half_a_deal_less(0.02, needed)
    power = power_ztost_prop(0.5 - reach, 0.5 + reach, needed, 0.5, discrete=False)[0]
    assert found.p_balanced[0] > 0.001
    assert power == pytest.approx(0.9, abs=0.002)


def test_deals_needed_are_no_fewer_than_make_the_variance_trusted():
    total, squares, deals = _seen(0.5, 0.1)
    needed = float(assess(total, squares, deals, 1, 0, 1, 0.55, 0.01).deals_needed)
    # the z test would do with 54; the scatter of a deal is (0.1 / 0.5)^2 = 1 / 25
    assert needed >= verdicts.ENOUGH_SCATTER * 25


@pytest.mark.parametrize(("wins", "value"), [(480, 0.5), (520, 0.5), (430, 0.45), (70, 0.05)])
def test_no_number_of_deals_would_tell_of_a_mean_on_the_edge(wins, value):
    """Neither 0.5 - 0.02 nor 0.45 - 0.02 is what a computer makes of it."""
    assert np.isinf(_won_or_lost(np.array([wins]), 1000, value, 0.02).deals_needed[0])


@pytest.mark.parametrize("size", [0, 1, 2, 500])
def test_q_values_are_benjamini_and_hochbergs(size):
    rng = np.random.default_rng(size)
    p = np.where(rng.random(size) < 0.3, rng.random(size) * 0.01, rng.random(size)).round(3)
    found = verdicts.q_values(p)
    expected = multipletests(p, method="fdr_bh")[1] if size else p
    assert found == pytest.approx(expected)


def test_one_cell_goes_by_p_and_a_grid_by_q():
    inside, outside = np.array([0.04, 0.5, 0.9, 0.001]), np.array([0.9, 0.5, 0.012, 1.0])
    single = verdicts.verdict(inside, outside, grid=False)
    assert list(single[2]) == ["balanced", "undecided", "unbalanced", "balanced"]
    assert (single[0] == inside).all()
    assert (single[1] == outside).all()
    grid = verdicts.verdict(inside, outside, grid=True)
    assert grid[0] == pytest.approx([0.08, 2 / 3, 0.9, 0.004])
    assert grid[1] == pytest.approx([1.0, 1.0, 0.048, 1.0])
    assert list(grid[2]) == ["undecided", "undecided", "unbalanced", "balanced"]


@pytest.mark.parametrize("deals", [3, 30, 300, 30_000])
def test_no_cell_is_both_balanced_and_unbalanced(deals):
    wins = np.unique(np.linspace(0, deals, 301).round())
    for value, tolerance in ((0.5, 0.02), (0.5, 0.3), (0.05, 0.1), (0.97, 0.01)):
        found = _won_or_lost(wins, deals, value, tolerance)
        assert not ((found.p_balanced <= 0.05) & (found.p_unbalanced <= 0.05)).any()
