"""Errors by simulation: both tests at the edges, false discoveries, and intervals under 50 looks.

Each simulation has a fixed seed and allows for its own error: three standard errors of a share
of 5 % among as many experiments.
"""

import numpy as np
import pytest
from scipy import stats

from claimsim.statistics import anytime, intervals
from claimsim.statistics.verdicts import assess, verdict

#: Games of a deal's four points: what a deal can bring, and with which probabilities.
DEALS = {
    "won or lost": ([0, 4], [0.49, 0.51]),
    "pairs that end alike": ([0, 1, 2, 3, 4], [0.47, 0.01, 0.02, 0.02, 0.48]),
    "pairs that end apart": ([0, 2, 4], [0.1, 0.82, 0.08]),
    "near one": ([0, 4], [0.03, 0.97]),
    "rare": ([0, 1, 4], [0.99, 0.005, 0.005]),
    "rare, half a win": ([0, 2], [0.97, 0.03]),
    "nearly all split": ([2, 4], [0.97, 0.03]),
    "draws": ([0, 1, 2, 4], [0.2, 0.3, 0.3, 0.2]),
    "margins": ([1, 2, 3, 4], [0.6, 0.1, 0.25, 0.05]),
}
TOLERANCES = (0.0, 1e-6, 0.01, 0.05)


def _allowed(experiments):
    return 0.05 + 3 * np.sqrt(0.05 * 0.95 / experiments)


def _play(name, deals, experiments):
    """Return totals and squares of many experiments, and the true mean."""
    points, chances = (np.array(part) for part in DEALS[name])
    rng = np.random.default_rng([deals, len(name)])
    numbers = rng.multinomial(deals, chances, size=experiments)
    return numbers @ points, numbers @ points**2, points @ chances / 4


def _check_levels(name, deals, experiments):
    total, squares, truth = _play(name, deals, experiments)
    for tolerance in TOLERANCES:
        for value in (truth - tolerance, truth + tolerance):
            found = assess(total, squares, deals, 4, 0, 1, value, tolerance)
            assert np.mean(found.p_balanced <= 0.05) <= _allowed(experiments)
            assert np.mean(found.p_unbalanced <= 0.05) <= _allowed(experiments)


@pytest.mark.parametrize("deals", [20, 150, 600, 6000])
@pytest.mark.parametrize("name", DEALS)
def test_both_tests_keep_their_level_at_the_edges(name, deals):
    _check_levels(name, deals, 2000)


@pytest.mark.slow
@pytest.mark.parametrize("deals", [10, 50, 100, 200, 400, 800, 1600, 3200, 12_800, 51_200])
@pytest.mark.parametrize("name", DEALS)
def test_both_tests_keep_their_level_in_many_experiments(name, deals):
    _check_levels(name, deals, 50_000)


def _exact_levels(deals, value, tolerance):
    """Return both tests' chances of rejecting at either edge, summed over all numbers of wins."""
    wins = np.arange(deals + 1)
    found = assess(wins, wins, deals, 1, 0, 1, value, tolerance)
    edges = [edge for edge in (value - tolerance, value + tolerance) if 0 <= edge <= 1]
    chance = stats.binom.pmf(wins, deals, np.array(edges)[:, None])
    return [float(chance[:, p <= 0.05].sum(axis=1).max()) for p in found[:2]]


@pytest.mark.parametrize("value", [0.02, 0.1, 0.5, 0.8])
@pytest.mark.parametrize("deals", [5, 60, 151, 1000, 10_000])
def test_deals_won_or_lost_keep_the_level_exactly(deals, value):
    for tolerance in (0.0, 0.001, 0.02, 0.1):
        balanced, unbalanced = _exact_levels(deals, value, tolerance)
        assert balanced <= 0.0501
        assert unbalanced <= 0.0501
    if deals == 10_000:  # nor is the level wasted
        assert unbalanced > 0.045


@pytest.mark.slow
@pytest.mark.parametrize("deals", [*range(40, 400, 9), 700, 1500, 3000, 6000, 30_000])
def test_deals_won_or_lost_keep_the_level_exactly_everywhere(deals):
    for value in np.linspace(0.01, 0.99, 50):
        for tolerance in (0.0, 0.003, 0.02, 0.1):
            assert max(_exact_levels(deals, float(value), tolerance)) <= 0.0505


@pytest.mark.parametrize("name", ["won or lost", "pairs that end apart", "draws", "margins"])
@pytest.mark.parametrize(
    ("off", "claim"), [(0.0, "balanced"), (0.01, "balanced"), (0.05, "unbalanced")]
)
def test_the_deals_needed_bring_the_verdict_in_nine_of_ten_experiments(name, off, claim):
    points, chances = (np.array(part) for part in DEALS[name])
    mean, square = points @ chances, points**2 @ chances
    value = mean / 4 + off
    many = 10**6
    needed = assess(mean * many, square * many, many, 4, 0, 1, value, 0.03).deals_needed
    deals = int(needed)
    total, squares, _ = _play(name, deals, 2000)
    found = assess(total, squares, deals, 4, 0, 1, value, 0.03)
    p = found.p_balanced if claim == "balanced" else found.p_unbalanced
    assert 0.87 < np.mean(p <= 0.05) < 0.94


def _grid_of_cells(rng, truths, deals, shared):
    """Play cells that won or lost deals, whose luck goes together by the part `shared`."""
    common = rng.standard_normal((*truths.shape[:-1], 1))
    own = rng.standard_normal(truths.shape)
    luck = np.sqrt(shared) * common + np.sqrt(1 - shared) * own
    return stats.binom.ppf(stats.norm.cdf(luck), deals, truths)


@pytest.mark.parametrize("shared", [0.0, 0.3])
@pytest.mark.parametrize("claim", ["balanced", "unbalanced"])
def test_false_discoveries_stay_below_five_percent_on_grids(claim, shared):
    """Of 200 cells three in four lie on an edge, where the claim is false and hardest to tell."""
    grids, cells, deals = 250, 200, 3000
    rng = np.random.default_rng([len(claim), int(10 * shared)])
    false = np.arange(cells) % 4 > 0
    true_mean = 0.5 if claim == "balanced" else 0.6
    truths = np.where(false, np.where(np.arange(cells) % 2 == 0, 0.46, 0.54), true_mean)
    wins = _grid_of_cells(rng, np.broadcast_to(truths, (grids, cells)), deals, shared)
    found = assess(wins, wins, deals, 1, 0, 1, 0.5, 0.04)
    shares, right = [], []
    for p_balanced, p_unbalanced in zip(found.p_balanced, found.p_unbalanced, strict=True):
        said = verdict(p_balanced, p_unbalanced, grid=True)[2] == claim
        shares.append((said & false).sum() / max(said.sum(), 1))
        right.append(said[~false].mean())
    assert np.mean(shares) <= 0.05 + 3 * np.std(shares) / np.sqrt(grids)
    assert np.mean(right) > 0.9


def test_a_grid_of_cells_at_the_edge_has_a_discovery_in_one_of_twenty():
    """Where every claim would be false, the chance of any at all is bounded by 5 %."""
    rng = np.random.default_rng(11)
    truths = np.broadcast_to(np.where(np.arange(100) % 2 == 0, 0.46, 0.54), (500, 100))
    wins = rng.binomial(3000, truths)
    found = assess(wins, wins, 3000, 1, 0, 1, 0.5, 0.04)
    for claim, ps in (("balanced", found.p_balanced), ("unbalanced", found.p_unbalanced)):
        any_said = [
            (
                verdict(*((p, ones) if claim == "balanced" else (ones, p)), grid=True)[2] == claim
            ).any()
            for p, ones in zip(ps, np.ones_like(ps), strict=True)
        ]
        assert np.mean(any_said) <= _allowed(500)


def _covered_at_all_looks(name, looks, experiments, estimate):
    """Return the share of experiments in which the truth lies in the interval at every look."""
    points, chances = (np.array(part) for part in DEALS[name])
    rng = np.random.default_rng([len(looks), looks[0], len(name)])
    truth = points @ chances / 4
    numbers = np.zeros((experiments, len(points)), np.int64)
    held = np.ones(experiments, bool)
    before = 0
    for deals in looks:
        numbers += rng.multinomial(deals - before, chances, size=experiments)
        before = deals
        found = estimate(numbers @ points, numbers @ points**2, np.full(experiments, deals))
        held &= (found.low <= truth) & (truth <= found.high)
    return held.mean()


def _anytime(total, squares, deals):
    return anytime.interval(total, squares, deals, 4, 0.0, 1.0)


def _fixed(total, squares, deals):
    return intervals.share(total, squares, deals, np.full(deals.shape, 4))


SCHEDULES = {
    "doubling": [1000 * 2**k for k in range(50)],
    "every thousand": list(range(1000, 51_000, 1000)),
    "every deal": list(range(1, 51)),
}


@pytest.mark.parametrize("name", ["won or lost", "pairs that end apart", "near one", "rare"])
def test_anytime_intervals_hold_under_fifty_looks(name):
    assert _covered_at_all_looks(name, SCHEDULES["doubling"], 400, _anytime) >= 0.95


@pytest.mark.slow
@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("name", DEALS)
def test_anytime_intervals_hold_under_fifty_looks_of_any_kind(name, schedule):
    assert _covered_at_all_looks(name, SCHEDULES[schedule], 5000, _anytime) >= 0.95


def test_intervals_for_a_fixed_number_of_deals_would_not_hold():
    """The simulation can tell: the other intervals miss at one of 20 doublings in most runs."""
    assert _covered_at_all_looks("won or lost", SCHEDULES["doubling"][:20], 1000, _fixed) < 0.7
