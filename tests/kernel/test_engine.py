"""The kernel against independent computations, and against itself in another order."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from claimsim import registry
from claimsim.errors import InputError, RuleGapError, StrategyError
from claimsim.experiment.tally import CELL_METRICS, FIRED, TALLY, add
from claimsim.kernel.engine import CellEngine
from claimsim.kernel.state import DECIDED_BY, GAPS, LOG, NOBODY, STATE
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.seated import Seated
from claimsim.strategy_kit import FOLLOW, LEAD, Strategy, lowest

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


@pytest.mark.parametrize("mirror", ["none", "seats"])
def test_no_card_is_lost_in_a_long_call(mirror: str) -> None:
    """Cards are counted in a few binary digits before they are tallied."""
    tally = engine("random", "random", mirror).play(0, 1003)
    games = int(tally["games"][0])
    dealt, recruited, scored = tally["cards"][0].sum(axis=1)
    assert (dealt.sum(), recruited.sum()) == (26 * games, 26 * games)
    assert (scored[:52] <= games).all()
    assert dealt[52:].sum() == 0
    won_or_lost, drawn = tally["cards"][0][0, :2].sum(), tally["cards"][0][0, 2].sum()
    assert drawn == 26 * metric(tally, "draws")
    assert won_or_lost == 26 * (games - metric(tally, "draws"))
    shares = dealt[:52] / games  # a card is dealt to somebody in half of the games
    assert np.abs(shares - 0.5).max() < 0.09


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


#: Cells in which every kind of decision comes up, and most powers and locations.
FULL = (
    ("gnomes+giants+trolls+seers+dragons", "islands", "lighthouse", {"giant_smash": "may"}),
    ("lightning_elementals+phoenix+fish_people+undead+dwarves", "swamp", "tower",
     {"lightning_timing": "leader_may_answer"}),
    ("pirates+royal_navy+sea_monsters+octipi+vulturekin", "windy_peaks", "fortress", {}),
    ("eagles+unicorns+basilisks+doppelgangers+sea_monsters", "endless_sands", "bridge",
     {"basilisk_phases": (1, 2)}),
    ("angels+phoenix+trolls+seers+unicorns", "plateau", "dungeon", {}),
)  # fmt: skip


def full_rules(deck: str, setting: str, building: str, switches: dict[str, Any]) -> Ruleset:
    factions = make_deck(deck.split("+"))
    return Ruleset(factions, switches, setting=setting, building=building)


@pytest.mark.parametrize("cell", FULL, ids=lambda cell: cell[1])
@pytest.mark.parametrize("mirror", ["none", "seats"])
def test_full_games_side_by_side_are_the_games_one_by_one(cell, mirror: str) -> None:
    rules = full_rules(*cell)
    players = [Seated(registry.find(name), {}) for name in ("random", "greedy")]
    kernel = CellEngine(rules, (1, 2), *players, mirror)
    tally = kernel.play(5, 48)[0]
    totals = np.zeros(len(FIRED), int)
    games_fired = np.zeros(len(FIRED), int)
    ends = dict.fromkeys(DECIDED_BY, 0)
    points = 0
    for deal in range(5, 48):
        for game in range(kernel.games_per_deal):
            traced = kernel.trace(deal, game)
            fired = np.array([traced.fired.get(name, 0) for name in FIRED])
            totals += fired
            games_fired += fired > 0
            ends[traced.result["decided_by"]] += 1
            winner = traced.result["winner"]
            points += 1 if winner is None else 2 * (winner == game)
    assert metric([tally], "a_points") == points
    for name, count in (("monastery", "by_monastery"), ("bridge", "by_bridge")):
        assert metric([tally], count) == ends[name]
    in_play = rules.table["counter"][: rules.table["counters"]]
    assert tally["fired_sum"][in_play].tolist() == totals[in_play].tolist()
    assert tally["games_fired_sum"][in_play].tolist() == games_fired[in_play].tolist()
    assert in_play.size >= 6


@pytest.mark.parametrize(
    "part",
    ["plain_hands", "plain_tricks", "plain_takes", "plain_piles", "plain_ends", "plain_votes"],
)
@pytest.mark.parametrize("a", ["random", "greedy", "planner"])
@pytest.mark.parametrize("mirror", ["none", "seats", "lead"])
def test_short_forms_of_a_trick_play_the_same_games(part: str, a: str, mirror: str) -> None:
    """Where nothing changes it a part of a trick has a short form; the whole one must agree."""
    whole = Ruleset(make_deck(CLAIM))
    assert whole.table[part] == 1
    whole.table[part] = 0
    tallies = []
    for rules in (RULES, whole):
        players = [Seated(registry.find(name), {}) for name in (a, "random")]
        tallies.append(CellEngine(rules, (3, 4), *players, mirror).play(0, 2000))
    assert tallies[0].tobytes() == tallies[1].tobytes()


def _strategy(name: str, choose: object, decisions: tuple[str, ...] = ()) -> Strategy:
    made = frozenset(("lead", "follow", *decisions))
    return Strategy(name, 1, "", "", {}, False, made, choose)  # type: ignore[arg-type]


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
    with pytest.raises(
        StrategyError, match=r"'bad' at seat 1 answered .* in deal 7, phase 1, "
    ) as e:
        cell.play(7, 20)
    assert "none of its options: " in str(e.value)


def _bad_but_in_plays(view, weights):
    return lowest(view.options) if view.decision in (LEAD, FOLLOW) else -2


@pytest.mark.parametrize(
    "decision", ["boost", "answer", "pick", "pass", "exchange", "discard", "draw", "smash"]
)
def test_a_bad_answer_to_any_decision_is_an_error(decision: str) -> None:
    """Never a silent replacement; and who is not asked about a decision cannot answer it badly."""
    bad = Seated(_strategy("bad", _bad_but_in_plays, (decision,)), {})
    raised = 0
    for cell in FULL:
        engine = CellEngine(full_rules(*cell), (1, 2), bad, bad, "none")
        message = ""
        try:
            engine.play(0, 60)
        except StrategyError as error:
            message = str(error)
        if message:
            raised += 1
            assert re.match(r"strategy 'bad' at seat [01] answered -2 in deal", message)
            assert f" ({decision}) of {cell[0]}, setting {cell[1]}, building {cell[2]}" in message
            assert ", which is none of its options: " in message
    assert raised >= 1
    silent = Seated(_strategy("bad", _bad_but_in_plays), {})
    for cell in FULL:
        CellEngine(full_rules(*cell), (1, 2), silent, silent, "none").play(0, 60)


@pytest.mark.parametrize("gap", GAPS)
def test_what_no_rule_covers_raises_a_named_error(gap: int) -> None:
    end, log = np.zeros(1, STATE)[0], np.zeros(1, LOG)[0]
    end["error_seat"], end["gap"] = NOBODY, gap
    cell = engine("low", "high")
    error = cell._stopped(17, 1, end, log)
    assert isinstance(error, RuleGapError)
    assert str(error) == f"deal 17, game 1 of claim: {GAPS[gap]}"


def test_unknown_weights_are_refused() -> None:
    with pytest.raises(InputError, match=r"has no weight 'speed'; it has: wild, scored"):
        Seated(registry.find("planner"), {"speed": 1.0}).row()


def test_weights_change_play() -> None:
    timid = Seated(registry.find("planner"), {"recruit_price": 50.0})
    usual = Seated(registry.find("planner"), {})
    tally = CellEngine(RULES, (1, 2), timid, usual, "seats").play(0, 2000)
    assert metric(tally, "a_points") < 0.45 * 2 * int(tally[0]["games"])
