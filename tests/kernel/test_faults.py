"""Strategies that cannot be used, or that fail in play: one line says which, and where."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import strategies
from claimsim import chance, registry
from claimsim.errors import StrategyError
from claimsim.kernel.engine import CellEngine, compiled
from claimsim.reference import play
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.seated import Seated
from claimsim.strategy_kit import FOLLOW, LEAD, Strategy, lowest

RULES = Ruleset(
    make_deck(["angels", "octipi", "dwarves", "seers", "trolls"]),
    setting="ice_fields",
    building="castle",
)
CELL = "angels+octipi+dwarves+seers+trolls, setting ice_fields, building castle"
KEY = (1, 2)

Choose = Callable[[Any, Any], Any]


def named(choose: Choose) -> Strategy:
    return Strategy("bad", 1, "", "", {}, False, frozenset(("lead", "follow")), choose)


def by_kernel(choose: Choose, deal: int, mirror: str = "none", rules: Ruleset = RULES) -> None:
    players = Seated(registry.find("low"), {}), Seated(named(choose), {})
    CellEngine(rules, KEY, *players, mirror).play(deal, deal + 1)


def by_reference(choose: Choose, deal: int, rules: Ruleset = RULES) -> None:
    low, bad = Seated(registry.find("low"), {}), Seated(named(choose), {})
    play(
        rules,
        chance.deal_order(rules.deck, KEY, deal),
        low.chooser(),
        bad.chooser(),
        names=("low", "bad"),
        deal=deal,
        decisions=(low.strategy.decisions, bad.strategy.decisions),
    )


ENGINES = pytest.mark.parametrize("play_deal", [by_kernel, by_reference])


def message(call: Callable[[], Any]) -> str:
    with pytest.raises(StrategyError) as caught:
        call()
    text = str(caught.value)
    assert "\n" not in text
    assert len(text) < 500
    return text


def _nothing(view, weights):
    pass


def _some_nothing(view, weights):
    if view.phase == 2:
        return None
    return lowest(view.options)


def _text(view, weights):
    return "goblins:3"


def _pair(view, weights):
    return lowest(view.options), 1


def _half(view, weights):
    return 1.5


def _truth(view, weights):
    return view.phase == 1


def _half_at_times(view, weights):
    if view.phase == 2:
        return lowest(view.options) + 0.5
    return lowest(view.options)


def _perhaps(view, weights):
    answer = None
    if view.phase == 1:
        answer = lowest(view.options)
    return answer


RETURNS = [
    (_nothing, "None"),
    (_some_nothing, "None"),
    (_text, "goblins:3"),
    (_pair, "Tuple"),
    (_half, "float64"),
    (_half_at_times, "float64"),
    (_truth, "bool"),
    (_perhaps, "OptionalType"),
]


@pytest.mark.parametrize(("choose", "kind"), RETURNS)
def test_what_returns_no_whole_number_is_refused(choose: Choose, kind: str) -> None:
    for _ in range(2):  # the cache does not let it through either
        compiled.cache_clear()
        found = message(lambda: compiled(named(choose)))
        assert re.match(r"strategy 'bad' \(test_faults.py(:\d+)?\) cannot be used: ", found)
        right = "; the number of a card, a whole number, would be right"
        assert f"choose returns {kind}" in found
        assert found.endswith(right)


@pytest.mark.parametrize(
    ("choose", "shown"),
    [(_half, "1.5"), (_nothing, "None"), (_text, "'goblins:3'"), (_truth, "True")],
)
def test_the_reference_engine_refuses_it_too(choose: Choose, shown: str) -> None:
    found = message(lambda: by_reference(choose, 4))
    assert f"strategy 'bad' at seat 1 answered {shown} in deal 4, phase 1, trick 1 " in found
    assert "which is no whole number; right would be that of one of its options: " in found


def _unsigned_or_not(view, weights):
    if view.followed == 99:
        return -1
    return np.uint8(lowest(view.options))


def test_every_kind_of_whole_number_is_taken() -> None:
    by_kernel(_unsigned_or_not, 4)
    by_reference(_unsigned_or_not, 4)


def _no_field(view, weights):
    return lowest(view.option)


def _no_name(view, weights):
    return no_such_function(view)  # noqa: F821  # that is the fault


def _no_attribute(view, weights):
    return lowest(view.options).index


def _no_weights(view):
    return 1


def _opens(view, weights):
    with open("file") as file:  # noqa: PTH123  # numba compiles neither
        return len(file)


NOT_COMPILED = [
    (_no_field, "a View has no field 'option'; did you mean 'options'?"),
    (_no_name, "it does not compile: name 'no_such_function' is not defined (interpreted=True"),
    (_no_attribute, "it does not compile: numbers have no .index in compiled code"),
    (_no_weights, "it does not compile: Signature mismatch: 2 argument types given, but"),
    (_opens, "it does not compile: "),
]


@pytest.mark.parametrize(("choose", "reason"), NOT_COMPILED)
def test_what_does_not_compile_is_refused_with_numbas_reason(choose: Choose, reason: str) -> None:
    found = message(lambda: compiled(named(choose)))
    assert found.startswith("strategy 'bad' (test_faults.py")
    assert f" cannot be used: {reason}" in found


def _divides(view, weights):
    if view.phase == 2 and view.trick == 3:
        return 1 // (view.seat - view.seat)
    return lowest(view.options)


def _raises(view, weights):
    if view.phase == 2 and view.trick == 3:
        raise ValueError("no idea")
    return lowest(view.options)


FAILS = [(_divides, "ZeroDivisionError"), (_raises, "ValueError: no idea")]


@ENGINES
@pytest.mark.parametrize(("choose", "what"), FAILS)
def test_what_raises_is_named_with_its_decision(play_deal, choose: Choose, what: str) -> None:
    found = message(lambda: play_deal(choose, 4))
    assert found.startswith(f"strategy 'bad' at seat 1 raised {what}")
    where = r" in deal 4, phase 2, trick 4 \((lead|follow)\) of "
    assert re.search(where + re.escape(CELL), found)


@ENGINES
def test_an_unknown_field_ends_the_reference_engine_in_the_same_way(play_deal) -> None:
    assert "option" in message(lambda: play_deal(_no_field, 4))


def _raises_rarely(view, weights):
    if view.phase == 1 and view.trick == 0 and view.prize == lowest(view.hand) + 1:
        raise ValueError
    return lowest(view.options)


@pytest.mark.parametrize("mirror", ["none", "seats", "lead"])
def test_the_first_deal_that_raises_is_found_among_many(mirror: str) -> None:
    players = Seated(registry.find("low"), {}), Seated(named(_raises_rarely), {})
    cell = CellEngine(RULES, KEY, *players, mirror)
    fails = []
    for deal in range(300):
        try:
            for game in range(cell.games_per_deal):
                cell.trace(deal, game)
        except StrategyError as error:
            fails.append((deal, str(error)))
    assert 2 <= len(fails) < 250
    first, told = fails[0]
    assert f"in deal {first}, phase 1, trick 1 " in told
    assert message(lambda: cell.play(0, 300)) == told
    assert message(lambda: cell.play(first, first + 1)) == told
    second = fails[1]
    assert message(lambda: cell.play(first + 1, 300)) == second[1]


@ENGINES
def test_both_engines_name_cards_alike(play_deal) -> None:
    found = message(lambda: play_deal(_card_5, 4))
    assert found == message(lambda: by_reference(_card_5, 4))
    head, _, options = found.partition(", which is none of its options: ")
    name = RULES.by_bit[5].name
    who = re.escape(f"strategy 'bad' at seat 1 answered {name} in deal 4, phase 1, trick ")
    assert re.fullmatch(who + r"\d+ \((lead|follow)\) of " + re.escape(CELL), head)
    names = options.split(", ")
    assert names == sorted(names, key=[card.name for card in RULES.cards].index)
    assert name not in names


def _card_5(view, weights):
    return 5


@ENGINES
def test_no_card_is_named_by_its_number(play_deal) -> None:
    assert "answered 63 in deal 4, " in message(lambda: play_deal(_card_63, 4))


def _card_63(view, weights):
    return 63


#: Forty cards, all alike.
ALIKE = Ruleset(make_deck(["gnomes", "giants", "dwarves"], allow_what_if=True))


def _another_of_its_name(view, weights):
    if view.decision not in (LEAD, FOLLOW):
        return lowest(view.options)
    for card in range(1, 3):
        if lowest(view.options) == card:
            return card - 1
    return lowest(view.options)


@ENGINES
def test_of_identical_cards_the_message_says_which_is_which(play_deal) -> None:
    """The first three cards are all gnomes:1: the name alone is no answer to what was wrong."""
    assert [card.name for card in ALIKE.by_bit[:3]] == ["gnomes:1"] * 3
    for deal in range(50):
        try:
            play_deal(_another_of_its_name, deal, rules=ALIKE)
        except StrategyError as error:
            found = str(error)
            break
    assert re.search(
        r"answered gnomes:1 \(card (0|1)\) in .*, where the gnomes:1 among its options is card "
        r"[12]( or [12])*: gnomes:1(, |$)",
        found,
    )
    assert "none of its options" not in found


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("def choose(view:\n", "SyntaxError: "),
        ("import no_such_module_of_claimsim\n", "ModuleNotFoundError: No module named "),
        ("1 // 0\n", "ZeroDivisionError: "),
    ],
)
def test_a_file_that_cannot_be_imported_is_named(tmp_path: Path, monkeypatch, text, what) -> None:
    (tmp_path / "broken.py").write_text(text)
    monkeypatch.setattr(strategies, "__path__", [str(tmp_path)])
    importlib.invalidate_caches()
    found = message(registry.shipped.__wrapped__)
    assert found.startswith(f"strategies/broken.py cannot be imported: {what}")
