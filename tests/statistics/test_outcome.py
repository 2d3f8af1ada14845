"""Luck, skill and seat: against plain numpy on lists of games, and covered by their intervals."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from claimsim.experiment.tally import CELL_METRICS, TALLY
from claimsim.statistics import outcome
from claimsim.statistics.counts import CellCounts, cell_counts
from tests.statistics.made_tallies import info

ESTIMATES = {
    "seat": outcome.squared_edge("leader_points"),
    "skill": outcome.squared_edge("a_points"),
    "deal": outcome.deal_share,
    "rest": outcome.rest_share,
}
RESULTS = list(itertools.product((0, 1, 2), repeat=2))

#: Chances of the outcomes of a deal, points of seat 0 in both games.
WORLDS = {
    "cards decide": {(2, 2): 0.42, (0, 0): 0.38, (2, 0): 0.1, (0, 2): 0.1},
    "players decide": {(2, 0): 0.8, (0, 2): 0.1, (2, 2): 0.05, (0, 0): 0.05},
    "seats decide": {(2, 2): 0.85, (2, 0): 0.07, (0, 2): 0.07, (0, 0): 0.01},
    "nothing does": {(2, 2): 0.25, (0, 0): 0.25, (2, 0): 0.25, (0, 2): 0.25},
    "many draws": {(1, 1): 0.2, (1, 2): 0.15, (0, 1): 0.15, (2, 2): 0.2, (0, 0): 0.2, (2, 0): 0.1},
}


def counts_of(numbers: np.ndarray) -> CellCounts:
    """Return counts of cells whose deals had each outcome so often, shape (cells, 9)."""
    tallies = np.zeros(len(numbers), TALLY)
    tallies["outcomes"] = numbers.reshape(-1, 3, 3)
    tallies["deals"] = numbers.sum(axis=1)
    tallies["games"] = 2 * tallies["deals"]
    for name, of in (
        ("leader_points", [y1 + y2 for y1, y2 in RESULTS]),
        ("a_points", [y1 + 2 - y2 for y1, y2 in RESULTS]),
        ("draws", [(y1 == 1) + (y2 == 1) for y1, y2 in RESULTS]),
    ):
        place = CELL_METRICS.index(name)
        tallies["sum"][:, place] = numbers @ np.array(of)
        tallies["squares"][:, place] = numbers @ np.array(of) ** 2
    return cell_counts([info(i, "x", "y", 2) for i in range(len(numbers))], tallies)


def truth_of(chances: np.ndarray) -> dict[str, float]:
    """Return the parts, from what they are for a game drawn at random."""
    y1, y2 = (np.array(side) / 2 for side in zip(*RESULTS, strict=True))
    expected = lambda of: float(chances @ of)  # noqa: E731
    whole = expected(((y1 - 0.5) ** 2 + (y2 - 0.5) ** 2) / 2)
    seat = (expected((y1 + y2) / 2) - 0.5) ** 2 / whole
    skill = (expected((y1 + 1 - y2) / 2) - 0.5) ** 2 / whole
    deal = (expected(y1 * y2) - expected(y1) * expected(y2)) / whole
    return {"seat": seat, "skill": skill, "deal": deal, "rest": 1 - seat - skill - deal}


def vector(world: str) -> np.ndarray:
    return np.array([WORLDS[world].get(result, 0.0) for result in RESULTS])


@pytest.mark.parametrize("world", WORLDS)
def test_parts_are_those_of_plain_numpy(world: str) -> None:
    rng = np.random.default_rng(5)
    numbers = rng.multinomial(200, vector(world))
    games = np.repeat(np.array(RESULTS), numbers, axis=0) / 2
    first, second = games.T
    whole = np.mean((games - 0.5) ** 2)
    leader, a = games.mean(axis=1), (first + 1 - second) / 2
    expected = {
        "seat": ((leader.mean() - 0.5) ** 2 - leader.var(ddof=1) / 200) / whole,
        "skill": ((a.mean() - 0.5) ** 2 - a.var(ddof=1) / 200) / whole,
        "deal": np.cov(first, second)[0, 1] / whole,
    }
    expected["rest"] = 1 - sum(expected.values())
    counts = counts_of(numbers[None, :])
    for name, estimate in ESTIMATES.items():
        assert estimate(counts).value[0] == pytest.approx(expected[name]), name


def test_intervals_cover_the_truth() -> None:
    rng = np.random.default_rng(6)
    repeats = 2000
    lines, found = [], []
    for world, deals in itertools.product(WORLDS, (100, 1000)):
        counts = counts_of(rng.multinomial(deals, vector(world), size=repeats))
        truth = truth_of(vector(world))
        for name, estimate in ESTIMATES.items():
            got = estimate(counts)
            assert (got.high > got.low).all()
            assert ((got.low <= got.value) & (got.value <= got.high)).all()
            covered = np.mean((got.low <= truth[name]) & (truth[name] <= got.high))
            found.append(covered)
            lines.append(f"{world}, {deals} deals, {name}: {covered:.3f}")
    table = "\n".join(lines)
    print(table)  # noqa: T201  # shown by pytest -s
    assert np.mean(found) >= 0.945, table
    assert min(found) >= 0.92, table


def test_what_has_no_parts_has_none() -> None:
    draws = np.zeros((1, 9), int)
    draws[0, 4] = 50
    one = np.zeros((1, 9), int)
    one[0, 2] = 1
    for numbers in (draws, one):
        for estimate in ESTIMATES.values():
            got = estimate(counts_of(numbers))
            assert np.isnan([got.value[0], got.low[0], got.high[0]]).all()
            assert got.kind[0] == "undefined"
    same = np.zeros((1, 9), int)
    same[0, 2] = 400  # seat 0 wins no deal twice, and every deal alike
    got = ESTIMATES["deal"](counts_of(same))
    assert (got.value[0], got.low[0], got.high[0], got.kind[0]) == (0, -1, 1, "exact")


def test_one_player_in_both_seats_would_play_the_same_game_again() -> None:
    """Deals played once, by one strategy without dice: as if each had two games that end alike."""
    lost, drawn, won = 60, 15, 125
    twice = np.zeros((1, 9), int)
    twice[0, [0, 4, 8]] = lost, drawn, won
    once = np.zeros(1, TALLY)
    once["deals"] = once["games"] = lost + drawn + won
    for name, points in (("leader_points", (0, 1, 2)), ("draws", (0, 1, 0))):
        place = CELL_METRICS.index(name)
        numbers = np.repeat(points, (lost, drawn, won))
        once["sum"][:, place], once["squares"][:, place] = numbers.sum(), (numbers**2).sum()
    counts = cell_counts([info(0, "x", "x", 1, same=True)], once)
    expected = counts_of(twice)
    seat, both = ESTIMATES["seat"](counts), ESTIMATES["seat"](expected)
    for got, wanted in zip(seat[:3], both[:3], strict=True):
        assert got[0] == pytest.approx(wanted[0])
    deal = ESTIMATES["deal"](counts)
    assert deal.value[0] == pytest.approx(ESTIMATES["deal"](expected).value[0], abs=1e-15)
    assert (deal.low[0], deal.high[0], deal.kind[0]) == (
        1 - seat.high[0],
        1 - seat.low[0],
        seat.kind[0],
    )
    for name in ("skill", "rest"):
        got = ESTIMATES[name](counts)
        assert (got.value[0], got.low[0], got.high[0], got.kind[0]) == (0, 0, 0, "by definition")
    assert seat.value[0] + deal.value[0] == pytest.approx(1)
    another = cell_counts([info(0, "x", "y", 1)], once)
    assert np.isnan(ESTIMATES["seat"](another).value[0]), "the other seating is not known"
