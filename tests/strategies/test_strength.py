"""The strong strategies are strong, on deals and cells on which no weight was chosen."""

from __future__ import annotations

import itertools
import math
from functools import cache

import numpy as np
import pytest

from claimsim import registry
from claimsim.experiment.tally import CELL_METRICS, TALLY
from claimsim.kernel.grid import GridEngine
from claimsim.rules.catalogue import NAMED_DECKS
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.seated import Seated
from tests.strategies.shown import legal_rules

#: Those that surely beat greedy in base Claim and in most other cells.
STRONG = ("master", "counter", "planner", "prize", "steady")

#: From the strongest: each beats the next.
LADDER = ("master", "counter", "steady", "greedy", "random")

BASE = Ruleset(make_deck(NAMED_DECKS["claim"]))
SEED = 20_260


@cache
def cells(count: int) -> tuple[Ruleset, ...]:
    return tuple(legal_rules("strength", count))


def lower_bounds(a: str, b: str, rules: tuple[Ruleset, ...], deals: int) -> np.ndarray:
    """Return the lower ends of the 95 % intervals of how often `a` beats `b`.

    Every deal is played with either seating; the deal is the unit.
    """
    players = [Seated(registry.find(name), {}) for name in (a, b)]
    tallies = np.zeros(len(rules), TALLY)
    keyed = [(one, one.deck.key(SEED)) for one in rules]
    GridEngine(*players, "seats").play(keyed, (0, deals), tallies, range(len(rules)))
    column = CELL_METRICS.index("a_points")
    mean = tallies["sum"][:, column] / (4 * deals)
    square = tallies["squares"][:, column] / (16 * deals)
    return mean - 1.96 * np.sqrt((square - mean**2) / (deals - 1))


@pytest.mark.parametrize("name", STRONG)
def test_strong_ones_beat_greedy(name: str) -> None:
    assert lower_bounds(name, "greedy", (BASE,), 1_000)[0] > 0.5
    assert (lower_bounds(name, "greedy", cells(40), 100) > 0.5).mean() > 0.5


@pytest.mark.slow
@pytest.mark.parametrize("name", STRONG)
def test_strong_ones_beat_greedy_in_most_of_a_hundred_cells(name: str) -> None:
    assert lower_bounds(name, "greedy", (BASE,), 20_000)[0] > 0.5
    assert (lower_bounds(name, "greedy", cells(100), 1_000) > 0.5).mean() > 0.5


@pytest.mark.parametrize(("a", "b"), list(itertools.pairwise(LADDER)))
def test_each_beats_the_next(a: str, b: str) -> None:
    assert lower_bounds(a, b, (BASE,), 4_000)[0] > 0.5


def test_a_player_does_not_beat_itself() -> None:
    assert lower_bounds("greedy", "greedy", (BASE,), 500)[0] == 0.5
    assert not math.isnan(lower_bounds("random", "random", (BASE,), 500)[0])
    assert lower_bounds("random", "random", (BASE,), 500)[0] < 0.5
