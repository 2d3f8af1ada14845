"""Anytime-valid intervals: the theorem they rest on, by hand, and against other intervals."""

import numpy as np
import pytest
from scipy import stats

from claimsim.statistics import anytime, intervals


def _interval(numbers, scale=4, least=0.0, most=1.0):
    numbers = np.asarray(numbers)
    found = anytime.interval(
        [numbers.sum()], [(numbers * numbers).sum()], [len(numbers)], scale, least, most
    )
    return tuple(float(part[0]) for part in found[:3]), found.kind[0]


def _radius(variance, deals):
    return anytime.radius(np.asarray(variance, float), np.asarray(deals, float))


def test_looks_double_from_a_thousand_deals():
    assert anytime.LOOKS[:4] == (1000, 2000, 4000, 8000)
    assert len(anytime.LOOKS) == 50
    assert anytime.LOOKS[-1] == 1000 * 2**49


def test_every_bet_keeps_the_lemma_and_rises_with_the_distance():
    x = np.linspace(-1.0, 1.0, 20_001)
    for bet in anytime._BETS:
        psi = -np.log(1 - bet) - bet
        assert (np.exp(bet * x - psi * x * x) <= 1 + bet * x + 1e-15).all()
        assert bet >= 2 * psi  # the slope of b r - psi r^2 is not negative up to r = 1


@pytest.mark.parametrize("mean", [0.02, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("deals", [1, 10, 300, 5000])
def test_the_wealth_of_a_true_mean_is_at_most_one_on_average(deals, mean):
    wins = np.arange(deals + 1)
    above = wins - deals * mean
    squares = wins * (1 - mean) ** 2 + (deals - wins) * mean**2
    bets = 2.0 ** -np.arange(1, 15)
    exponents = np.outer(bets, above) - np.outer(-np.log(1 - bets) - bets, squares)
    wealth = np.exp(exponents + stats.binom.logpmf(wins, deals, mean)).sum(axis=1).mean()
    assert 0.1 < wealth <= 1


@pytest.mark.parametrize(
    ("deals", "chances"),
    [
        (40, [0.5, 0, 0, 0, 0.5]),
        (1000, [0.2, 0.1, 0.4, 0.1, 0.2]),
        (1000, [0.96, 0, 0.03, 0, 0.01]),
    ],
)
def test_the_interval_is_the_means_whose_bets_stay_below_forty(deals, chances):
    x = np.random.default_rng(deals).choice(5, deals, p=chances) / 4
    candidates = np.linspace(0, 1, 4001)
    off = x[:, None] - candidates
    bets = 2.0 ** -np.arange(1, 15)
    psi = -np.log(1 - bets) - bets
    kept = np.ones(candidates.shape, bool)
    for side in (1, -1):
        # deal by deal, as a player would see his wealth grow
        logs = np.stack(
            [(b * side * off - p * off**2).sum(axis=0) for b, p in zip(bets, psi, strict=True)]
        )
        kept &= np.exp(logs).mean(axis=0) < 40
    (value, low, high), kind = _interval(x * 4)
    assert kind == "anytime"
    assert value == pytest.approx(x.mean())
    assert low == pytest.approx(candidates[kept].min(), abs=1 / 4000)
    assert high == pytest.approx(candidates[kept].max(), abs=1 / 4000)


@pytest.mark.parametrize("variance", [0.25, 0.1, 0.02, 0.001])
def test_it_is_narrower_than_maurer_and_pontils_with_the_error_spent_over_looks(variance):
    look = np.arange(24)
    deals = 1000.0 * 2**look
    error = 0.05 / ((look + 1) * (look + 2))
    logs = np.log(4 / error)  # two sides
    sample_variance = variance * deals / (deals - 1)
    theirs = np.sqrt(2 * sample_variance * logs / deals) + 7 * logs / (3 * (deals - 1))
    assert (_radius(np.full(24, variance), deals) < theirs).all()


@pytest.mark.parametrize("variance", [0.25, 0.1, 0.02])
def test_it_is_less_than_twice_as_wide_as_for_a_fixed_number_of_deals(variance):
    deals = 1000.0 * 2 ** np.arange(2, 22)
    fixed = stats.norm.isf(0.025) * np.sqrt(variance / deals)
    wider = _radius(np.full(20, variance), deals) / fixed
    assert (wider > 1.5).all()
    assert (wider < 2.1).all()


def test_more_deals_never_widen_it():
    deals = 1000.0 * 2 ** np.arange(50)
    for variance in (0.25, 0.01, 0.0):
        assert (np.diff(_radius(np.full(50, variance), deals)) <= 0).all()


@pytest.mark.parametrize("number", [0, 2, 4])
@pytest.mark.parametrize("deals", [1, 2, 10, 1000, 10**6])
def test_deals_all_alike_have_an_interval_within_the_range(deals, number):
    (value, low, high), kind = _interval(np.full(deals, number))
    assert kind == "anytime"
    assert value == number / 4
    assert 0 <= low <= value <= high <= 1
    assert high - low > 0


def test_one_deal_says_nothing():
    assert _interval([2])[0] == (0.5, 0, 1)


def test_nothing_played_is_undefined():
    found = anytime.interval([0, 8], [0, 32], [0, 4], 4, 0.0, 1.0)
    assert list(found.kind) == ["undefined", "anytime"]
    assert np.isnan([part[0] for part in found[:3]]).all()
    assert np.isfinite([part[1] for part in found[:3]]).all()


def test_the_unit_does_not_matter():
    numbers = np.random.default_rng(8).choice(5, 4000)
    share = np.array(_interval(numbers)[0])
    votes = np.array(_interval(numbers * 5, most=5.0)[0])
    from_below = np.array(_interval(numbers * 2 - 4, least=-1.0)[0])
    assert votes == pytest.approx(5 * share)
    assert from_below == pytest.approx(2 * share - 1)


def test_it_contains_the_interval_for_a_fixed_number_of_deals():
    numbers = np.random.default_rng(9).choice(5, 4000)
    (_, low, high), _ = _interval(numbers)
    fixed = intervals.share([numbers.sum()], [(numbers**2).sum()], [4000], [4])
    assert low < fixed.low[0] < fixed.high[0] < high


def test_p_values_and_intervals_say_the_same() -> None:
    """An interval lies beyond a band's edge just where the test of that edge has p <= 1/40."""
    rng = np.random.default_rng(4)
    deals = rng.integers(100, 60_000, 400)
    wins = rng.binomial(deals, rng.uniform(0.4, 0.6, 400))
    found = anytime.interval(wins, wins, deals, 1, 0, 1)
    inside, outside = anytime.p_values(wins, wins, deals, 1, 0, 1, 0.5, 0.03)
    sure_inside = (found.low > 0.47) & (found.high < 0.53)
    sure_outside = (found.low > 0.53) | (found.high < 0.47)
    assert sure_inside.any()
    assert sure_outside.any()
    assert np.array_equal(inside <= 0.025, sure_inside)
    assert np.array_equal(outside <= 0.05, sure_outside)
    assert ((inside >= 0) & (inside <= 1) & (outside >= 0) & (outside <= 1)).all()
    nothing = anytime.p_values([0], [0], [0], 1, 0, 1, 0.5, 0.03)
    assert (nothing[0][0], nothing[1][0]) == (1, 1)


@pytest.mark.parametrize("edge", [0.47, 0.53])
def test_verdicts_keep_their_level_however_often_one_looks(edge: float) -> None:
    """At an edge of the band neither claim is true: whoever stops at the first success errs."""
    rng = np.random.default_rng(5)
    looks = np.array([250 * 2**k for k in range(9)])
    steps = np.diff(looks, prepend=0)
    wins = rng.binomial(steps, edge, size=(4000, len(steps))).cumsum(axis=1)
    inside, outside = anytime.p_values(wins, wins, looks, 1, 0, 1, 0.5, 0.03)
    assert (inside <= 0.05).any(axis=1).mean() <= 0.05
    assert (outside <= 0.05).any(axis=1).mean() <= 0.05
