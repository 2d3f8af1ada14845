"""Where a curve meets a target: by hand, by brute force, and how often the range is right."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimsim.errors import InputError
from claimsim.statistics.crossing import Meeting, meetings

NOMINAL = 0.95
ALLOWED = 0.02


def around(values: list[float], half: float) -> tuple[list[float], list[float], list[float]]:
    return values, [v - half for v in values], [v + half for v in values]


def test_one_crossing_by_hand() -> None:
    # the line 0.4 + x / 10 meets 0.55 at 1.5, its bounds 0.05 away meet it 0.5 before and after
    found = meetings([0, 1, 2, 3], *around([0.4, 0.5, 0.6, 0.7], 0.05), 0.55)
    (one,) = found
    assert one.at == pytest.approx(1.5)
    assert (one.first, one.last) == (pytest.approx(1.0), pytest.approx(2.0))
    assert not one.from_edge
    assert not one.to_edge


def test_bounds_of_their_own_width_by_hand() -> None:
    # from 2 to 4: lower bounds 0.1 and 0.5 meet 0.4 at 3.5, upper ones 0.3 and 0.8 at 2.4
    (one,) = meetings([2, 4], [0.2, 0.7], [0.1, 0.5], [0.3, 0.8], 0.4)
    assert one.at == pytest.approx(2.8)
    assert (one.first, one.last) == (pytest.approx(2.4), pytest.approx(3.5))


def test_a_falling_curve_and_uneven_places() -> None:
    (one,) = meetings([0, 10, 11], *around([0.9, 0.6, 0.2], 0.04), 0.4)
    assert one.at == pytest.approx(10.5)
    assert (one.first, one.last) == (pytest.approx(10.4), pytest.approx(10.6))


def test_several_crossings_have_ranges_of_their_own() -> None:
    found = meetings([0, 1, 2], *around([0.0, 1.0, 0.0], 0.1), 0.5)
    assert [one.at for one in found] == [pytest.approx(0.5), pytest.approx(1.5)]
    assert [one.first for one in found] == [pytest.approx(0.4), pytest.approx(1.4)]
    assert [one.last for one in found] == [pytest.approx(0.6), pytest.approx(1.6)]


def test_crossings_in_one_range_share_it() -> None:
    found = meetings([0, 1, 2], *around([0.0, 1.0, 0.0], 0.6), 0.5)
    assert [one.at for one in found] == [pytest.approx(0.5), pytest.approx(1.5)]
    assert {(one.first, one.last, one.from_edge, one.to_edge) for one in found} == {
        (0.0, 2.0, True, True)
    }


def test_no_crossing_and_out_of_reach() -> None:
    assert meetings([1, 2], *around([0.6, 0.7], 0.05), 0.5) == []


def test_no_crossing_but_within_the_intervals() -> None:
    found = meetings([1, 2, 3], *around([0.55, 0.75, 0.95], 0.1), 0.5)
    assert found == [Meeting(None, 1.0, pytest.approx(1.25), from_edge=True, to_edge=False)]


def test_a_curve_on_the_target_meets_it() -> None:
    touching = meetings([0, 1, 2], *around([0.7, 0.5, 0.7], 0.1), 0.5)
    assert [(one.at, one.first, one.last) for one in touching] == [
        (1.0, pytest.approx(0.5), pytest.approx(1.5))
    ]
    crossing = meetings([0, 1, 2], *around([0.3, 0.5, 0.7], 0.1), 0.5)
    assert [one.at for one in crossing] == [1.0]


def test_intervals_of_no_width() -> None:
    (one,) = meetings([0, 3], *around([0.2, 0.5], 0.0), 0.3)
    assert one.at == one.first == one.last == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("curve", "what"),
    [
        (([1], [0.5], [0.4], [0.6]), "two places"),
        (([1, 2], [0.5], [0.4], [0.6]), "two places"),
        (([2, 1], [0.5, 0.5], [0.4, 0.4], [0.6, 0.6]), "ascend"),
        (([1, 1], [0.5, 0.5], [0.4, 0.4], [0.6, 0.6]), "ascend"),
        (([1, 2], [0.5, 0.7], [0.4, 0.4], [0.6, 0.6]), "outside its interval"),
        (([1, 2], [0.5, np.nan], [0.4, 0.4], [0.6, 0.6]), "outside its interval"),
    ],
)
def test_what_is_no_curve_is_refused(curve, what: str) -> None:
    with pytest.raises(InputError, match=what):
        meetings(*curve, 0.5)


# of a grid, so that two crossings are not one by rounding
height = st.integers(0, 640).map(lambda number: number / 640)
heights = st.lists(st.tuples(height, height, height), min_size=2, max_size=6)


@given(heights, height)
def test_ranges_are_where_the_target_lies_between_the_lines(curve, target: float) -> None:
    """Compare with looking at many places one by one, those aside that rounding decides."""
    low, value, high = zip(*map(sorted, curve), strict=True)
    places = np.arange(len(curve), dtype=float)
    found = meetings(places, value, low, high, target)
    for place in np.linspace(0, len(curve) - 1, 97):
        below, above = np.interp(place, places, low), np.interp(place, places, high)
        inside = any(one.first <= place <= one.last for one in found)
        if below + 1e-9 < target < above - 1e-9:
            assert inside
        near = any(min(abs(place - one.first), abs(place - one.last)) < 1e-9 for one in found)
        if inside and not near:
            assert below - 1e-9 <= target <= above + 1e-9
    for one in found:
        if one.at is not None:
            assert one.first <= one.at <= one.last
            assert np.interp(one.at, places, value) == pytest.approx(target, abs=1e-9)
    signs = np.sign(np.array(value) - target)
    spots = {one.at for one in found if one.at is not None}
    assert len(spots) == (signs == 0).sum() + (signs[1:] * signs[:-1] < 0).sum()


# The true curve is straight between the places, as the ranges suppose; TRUE meets one half once.
PLACES = np.array([5.0, 6.0, 7.0, 8.0, 9.0, 10.0])
CURVES = {
    "steep": np.array([0.30, 0.40, 0.47, 0.55, 0.60, 0.70]),
    "flat": np.array([0.470, 0.480, 0.492, 0.504, 0.512, 0.530]),
    "bent at a place": np.array([0.30, 0.45, 0.50, 0.52, 0.53, 0.54]),
}
DEALS = 2_000
REPEATS = 4_000


@pytest.mark.parametrize("shared", [0.0, 0.9], ids=["luck of their own", "shared luck"])
@pytest.mark.parametrize("curve", CURVES, ids=str)
def test_the_true_crossing_is_covered(curve: str, shared: float) -> None:
    """Simulate estimates with normal intervals, as shares of many deals have them."""
    truth = CURVES[curve]
    where = float(np.interp(0.5, truth, PLACES))
    rng = np.random.default_rng([7, int(100 * shared), len(curve)])
    luck = rng.standard_normal((REPEATS, 1)) * np.sqrt(shared)
    luck = luck + rng.standard_normal((REPEATS, len(PLACES))) * np.sqrt(1 - shared)
    error = np.sqrt(truth * (1 - truth) / DEALS)
    estimates = truth + error * luck
    covered = crossed = around_it = 0
    for values in estimates:
        found = meetings(PLACES, values, values - 1.96 * error, values + 1.96 * error, 0.5)
        hit = [one for one in found if one.first <= where <= one.last]
        covered += bool(hit)
        with_crossing = [one for one in found if one.at is not None]
        crossed += bool(with_crossing)
        around_it += any(one in hit for one in with_crossing)
    share, given_crossing = covered / REPEATS, around_it / crossed
    assert share >= NOMINAL - ALLOWED, given_crossing
    assert given_crossing >= NOMINAL - ALLOWED
    assert crossed > 0.9 * REPEATS
