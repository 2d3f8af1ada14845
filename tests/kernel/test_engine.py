"""The kernel against independent computations, and against itself in another order."""

from __future__ import annotations

import numpy as np
import pytest

from claimsim import registry
from claimsim.errors import InputError, StrategyError
from claimsim.experiment.tally import CELL_METRICS, TALLY, add
from claimsim.kernel.engine import CellEngine
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.seated import Seated
from claimsim.strategy_kit import Strategy

CLAIM = ("goblins", "knights", "dwarves", "undead", "doppelgangers")
RULES = Ruleset(make_deck(CLAIM))


def engine(a: str, b: str, mirror: str = "seats", key: tuple[int, int] = (1, 2)) -> CellEngine:
    return CellEngine(
        RULES, key, Seated(registry.find(a), {}), Seated(registry.find(b), {}), mirror
    )


def metric(tally: np.ndarray, name: str) -> int:
    return int(tally[0]["sum"][CELL_METRICS.index(name)])


def test_random_games_are_those_of_two_other_programs() -> None:
    """Counts of benchmarks/limit.c, and of a list-based Python program, on the same deals."""
    tally = engine("random", "random", "none").play(0, 100_000)
    assert metric(tally, "draws") == 10
    assert metric(tally, "leader_points") == 2 * 50_730 + 10
    assert tally[0]["votes"][:6, :6].tolist() == [
        [0, 0, 0, 0, 26, 3128],
        [0, 0, 0, 70, 17604, 0],
        [0, 0, 102, 28383, 0, 0],
        [0, 84, 28921, 0, 0, 0],
        [23, 18390, 0, 0, 0, 0],
        [3269, 0, 0, 0, 0, 0],
    ]


@pytest.mark.parametrize("mirror", ["none", "seats", "lead"])
@pytest.mark.parametrize(("a", "b"), [("random", "planner"), ("greedy", "duck")])
def test_games_side_by_side_are_the_games_one_by_one(mirror: str, a: str, b: str) -> None:
    cell = engine(a, b, mirror)
    tally = cell.play(5, 48)
    leader = a_points = draws = 0
    votes = np.zeros((9, 9), int)
    for deal in range(5, 48):
        for game in range(cell.games_per_deal):
            result = cell.trace(deal, game).result
            winner = result["winner"]
            draws += winner is None
            leader += 1 if winner is None else 2 * (winner == 0)
            a_points += 1 if winner is None else 2 * (winner == game)
            votes[tuple(result["vote_totals"])] += 1
    assert metric(tally, "leader_points") == leader
    assert metric(tally, "a_points") == a_points
    assert metric(tally, "draws") == draws
    assert tally[0]["votes"].tolist() == votes.tolist()


@pytest.mark.parametrize("a", ["random", "greedy", "planner"])
def test_tallies_add_up_whatever_the_cut(a: str) -> None:
    whole = engine(a, "low").play(0, 301)
    parts = np.zeros(1, TALLY)
    for first, stop in ((200, 301), (0, 1), (1, 200)):
        add(parts, engine(a, "low").play(first, stop))
    assert parts.tobytes() == whole.tobytes()


@pytest.mark.parametrize("name", ["high", "low", "greedy", "duck", "planner"])
def test_a_deterministic_mirrored_pair_gives_exactly_one_half(name: str) -> None:
    tally = engine(name, name).play(0, 500)
    assert metric(tally, "a_points") * 2 == int(tally[0]["games"]) * 2
    squares = int(tally[0]["squares"][CELL_METRICS.index("a_points")])
    assert squares == 500 * 2**2  # two points of four in every single deal


def test_a_stochastic_pair_plays_two_different_games() -> None:
    cell = engine("random", "random")
    games = [cell.trace(deal, game).events for deal in range(20) for game in range(2)]
    assert all(games[i] != games[i + 1] for i in range(0, 40, 2))


def test_mirror_lead_gives_the_other_hand_the_lead() -> None:
    cell = engine("high", "high", "lead")
    plain, swapped = cell.trace(3, 0), cell.trace(3, 1)
    assert swapped.order[:13] == plain.order[13:26]


def _strategy(name: str, choose: object) -> Strategy:
    return Strategy(name, 1, "", "", {}, False, choose)  # type: ignore[arg-type]


def _card_63(view, weights):
    return 63


def _minus_one(view, weights):
    return -1


def _too_large(view, weights):
    return 2**40


@pytest.mark.parametrize("choose", [_card_63, _minus_one, _too_large])
def test_an_answer_that_is_no_option_names_strategy_deal_and_decision(choose) -> None:
    bad = Seated(_strategy("bad", choose), {})
    cell = CellEngine(RULES, (1, 2), Seated(registry.find("low"), {}), bad, "none")
    with pytest.raises(StrategyError, match=r"'bad' answered .* in deal 7, game 0, phase 1") as e:
        cell.play(7, 20)
    assert "none of its options: " in str(e.value)


def test_unknown_weights_are_refused() -> None:
    with pytest.raises(InputError, match=r"has no weight 'speed'; it has: wild, scored"):
        Seated(registry.find("planner"), {"speed": 1.0}).row()


def test_weights_change_play() -> None:
    timid = Seated(registry.find("planner"), {"recruit_price": 50.0})
    usual = Seated(registry.find("planner"), {})
    tally = CellEngine(RULES, (1, 2), timid, usual, "seats").play(0, 2000)
    assert metric(tally, "a_points") < 0.45 * 2 * int(tally[0]["games"])
