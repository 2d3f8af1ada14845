"""What every strategy must do, whatever its idea: play legally, everywhere, by what it sees.

Strategies are compiled for the kernel and run as plain Python under the reference engine. A wrong
index is an error in neither: compiled code reads what lies there, and Python takes a negative one
from the end. Here both are refused.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from claimsim import cardsets, registry
from claimsim.errors import StrategyError
from claimsim.experiment.tally import TALLY
from claimsim.kernel.engine import CellEngine, compiled
from claimsim.kernel.grid import MAX_CELLS, GridEngine
from claimsim.rules.deck import legal_decks, make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.seated import Seated
from claimsim.strategy_kit import Strategy, lowest
from claimsim.view import DECISIONS, DECLINABLE, DECLINE, VIEW
from tests.kernel.test_faults import named
from tests.redealing import changes
from tests.strategies.careful import Careful
from tests.strategies.shown import (
    NAMES,
    changed_rules,
    compiled_answer,
    legal_rules,
    plain_answer,
    record,
    sample,
    weights_of,
)
from tests.test_redeal import pairs

#: Decisions of which each test looks at some: cells, and Views of each.
CELLS, VIEWS = 30, 6


def play(strategy: Strategy, cells: list[Ruleset], deals: int) -> np.ndarray:
    """Play a strategy against a random player and itself; an answer that is no option raises."""
    player = Seated(strategy, {})
    tallies = np.zeros(len(cells), TALLY)
    for other in (registry.find("random"), strategy):
        engine = GridEngine(player, Seated(other, {}), "seats")
        for first in range(0, len(cells), MAX_CELLS):
            rows = range(first, min(first + MAX_CELLS, len(cells)))
            keyed = [(cells[row], cells[row].deck.key(5)) for row in rows]
            engine.play(keyed, (0, deals), tallies, rows)
    return tallies


@pytest.mark.parametrize("name", NAMES)
def test_plays_legally_everywhere(name: str):
    """Every setting with every building, legal decks of every kind, and changed ones."""
    cells = legal_rules(f"legal {name}", 200)
    assert {len(rules.deck.factions) for rules in cells} == {5}
    assert len({(rules.setting, rules.building) for rules in cells}) == 100
    cells += changed_rules(NAMES.index(name) * 100, 100)
    tallies = play(registry.find(name), cells, 2)
    assert (tallies["games"] == 8).all()


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_plays_legally_with_every_legal_deck(name: str):
    """All 3,718, and a thousand changed ones."""
    places = [(rules.setting, rules.building) for rules in legal_rules("places", 100)]
    cells = [
        Ruleset(deck, {}, {}, *places[number % 100]) for number, deck in enumerate(legal_decks())
    ]
    assert len(cells) == 3_718
    cells += changed_rules(1_000_000, 1_000)
    assert (play(registry.find(name), cells, 2)["games"] == 8).all()


def test_an_illegal_answer_is_noticed():
    def choose(view, weights):
        return 63 if view.phase == 2 else lowest(view.options)

    with pytest.raises(StrategyError, match="option"):
        play(named(choose), legal_rules("bad", 3), 1)


@pytest.mark.parametrize("name", NAMES)
def test_is_deterministic_given_its_dice(name: str):
    """The same deals in another order, in other company, give the same games."""
    player = Seated(registry.find(name), {})
    for rules in legal_rules(f"again {name}", 4) + changed_rules(NAMES.index(name), 4):
        one = CellEngine(rules, (1, 2), player, player, "seats")
        whole = one.play(0, 12)
        parts = one.play(7, 12)
        for first, stop in ((3, 7), (0, 3)):
            one.play(first, stop, parts)
        assert whole.tobytes() == parts.tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_compiled_and_plain_answers_are_the_same(name: str):
    shown = sample(name, "answers", CELLS, VIEWS)
    assert len(shown) > CELLS
    for rules, view in shown:
        answer = plain_answer(name, view)
        assert answer == compiled_answer(name, view), rules.deck.label
        if answer == DECLINE:
            assert view["decision"] in DECLINABLE
        else:
            assert int(view["options"]) >> answer & 1


@pytest.mark.parametrize("name", NAMES)
def test_never_writes_its_view_or_weights(name: str):
    strategy = registry.find(name)
    for choose in (strategy.choose, compiled(strategy)):
        assert writes(choose, name) == []


def writes(choose, name: str) -> list[str]:
    """Return what a function has written, by the bytes before and after."""
    weights = weights_of(registry.find(name))
    found = []
    for _, view in sample(name, "writes", CELLS, VIEWS)[::3]:
        shown = record(view)
        before, numbers = shown.tobytes(), weights.tobytes()
        choose(shown, weights)
        if shown.tobytes() != before:
            found.append("view")
        if weights.tobytes() != numbers:
            found.append("weights")
    return found


def test_a_written_view_is_noticed():
    def choose(view, weights):
        view.hand = view.options
        weights[3] += 1.0
        return lowest(view.options)

    assert {"view", "weights"} == set(writes(choose, "low"))


@pytest.mark.parametrize("name", NAMES)
def test_reads_within_bounds(name: str):
    """As plain Python, where an index below 0 is refused too."""
    strategy = registry.find(name)
    weights = weights_of(strategy)
    for _, view in sample(name, "bounds", CELLS, VIEWS):
        assert int(strategy.choose(Careful(view), weights)) == plain_answer(name, view)


def test_reads_out_of_bounds_are_noticed():
    view = sample("low", "bounds", 2, 1)[0][1]
    for place in (-1, 900):
        with pytest.raises(IndexError):
            Careful(view).rules.beats[place]
        with pytest.raises(IndexError):
            Careful(view).bonus[place]


def test_compiled_code_reads_within_bounds(tmp_path: Path):
    """Of two strategies that read most; `make verify` does it with all."""
    assert checked_answers(["stormcaller", "surveyor"], tmp_path) > 100


@pytest.mark.slow
def test_compiled_code_of_all_reads_within_bounds(tmp_path: Path):
    assert checked_answers(NAMES, tmp_path) > 50 * len(NAMES)


def checked_answers(names: Sequence[str], cache: Path) -> int:
    """Return how many Views were answered by code that checks every index."""
    shown = {}
    for name in names:
        views = [view for _, view in sample(name, "bounds", CELLS, VIEWS)]
        shown[name] = np.array(views, VIEW)
        shown[f"{name} answers"] = np.array([plain_answer(name, view) for view in views])
    file = str(cache / "views.npz")
    np.savez(file, **shown)
    done = subprocess.run(
        [sys.executable, "-m", "tests.strategies.checked", file, *names],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "CLAIMSIM_CACHE": str(cache)},
        cwd=Path(__file__).parents[2],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


#: Decks in which much is hidden, and cards look alike.
HIDDEN = (
    Ruleset(make_deck(("goblins", "knights", "dwarves", "undead", "doppelgangers"))),
    Ruleset(make_deck(("goblins", "knights", "phoenix", "sea_monsters", "seers")), {}, {}, "swamp"),
    Ruleset(make_deck(("gnomes", "giants", "dragons", "phoenix", "seers")), {}, {}, "islands"),
    Ruleset(
        make_deck(("gnomes", "giants", "phoenix", "seers", "eagles"), allow_what_if=True),
        {},
        {},
        "windy_peaks",
    ),
)


def test_nothing_hidden_changes_an_answer():
    """Deals that look the same to a player, who then plays a card of the same name."""
    dice = random.Random("strategies")  # noqa: S311
    found = 0
    for number, rules in enumerate(HIDDEN):
        for game, other in pairs(rules, f"strategies {number}", 10, 4):
            one, two = game.own_views()[-1], other.own_views()[-1]
            assert changes(game, other)
            for name in dice.sample(NAMES, 12):
                strategy = registry.find(name)
                if strategy.stochastic or DECISIONS[one["decision"]] not in strategy.decisions:
                    continue
                found += 1
                assert card(rules, plain_answer(name, one)) == card(rules, plain_answer(name, two))
    assert found > 300


def test_an_answer_that_tells_cards_apart_by_number_is_noticed():
    """Two that look the same are told apart: by names the answers differ, and so it is found."""

    def choose(view, weights):
        odd = sum(cardsets.members(view.unseen)) % 2
        return cardsets.highest(view.options) if odd else cardsets.lowest(view.options)

    found = 0
    for number, rules in enumerate(HIDDEN):
        for game, other in pairs(rules, f"strategies {number}", 10, 4):
            one, two = (choose(record(each.own_views()[-1]), None) for each in (game, other))
            found += card(rules, one) != card(rules, two)
    assert found > 0


def card(rules: Ruleset, answer: int) -> str:
    """Return the name of an answer."""
    return "declines" if answer == DECLINE else rules.by_bit[answer].name
