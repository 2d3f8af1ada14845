"""What strategies declare of themselves is what their code reads, and what their answers need."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from claimsim import cardsets, registry
from claimsim.errors import StrategyError
from claimsim.rules.locations import BUILDINGS, SETTINGS
from claimsim.rules.powers import POWERS
from claimsim.rules.table import TABLE
from claimsim.strategy_facts import (
    LOCATION_FIELDS,
    MEMORY,
    POWER_FIELDS,
    PRIZE,
    VIEW_FIELDS,
    Reads,
    reads,
)
from claimsim.strategy_kit import CASTLE, TRICK_POWERS, Strategy, helper, lowest, strategy
from claimsim.view import NO_CARD, VIEW
from tests.strategies.careful import Careful
from tests.strategies.shown import NAMES, sample, weights_of

CELLS, VIEWS = 40, 5


@pytest.mark.parametrize("name", NAMES)
def test_declared_facts_are_those_of_the_code(name: str) -> None:
    entry = registry.find(name)
    assert declared(entry) == found(reads(entry))


def declared(entry: Strategy) -> dict[str, Any]:
    return {
        "stochastic": entry.stochastic,
        "memory": entry.memory,
        "prize": entry.prize,
        "locations": sorted(entry.locations),
        "powers": sorted(entry.powers),
    }


def found(of: Reads) -> dict[str, Any]:
    return {
        "stochastic": of.stochastic,
        "memory": of.memory,
        "prize": of.prize,
        "locations": sorted(of.locations),
        "powers": sorted(of.powers),
    }


@pytest.mark.parametrize("name", NAMES)
def test_what_is_read_in_play_was_found_in_the_code(name: str) -> None:
    entry = registry.find(name)
    code = reads(entry)
    view, rules = set(), set()
    for _, shown in sample(name, "facts", CELLS, VIEWS):
        careful = Careful(shown)
        entry.choose(careful, weights_of(entry))
        view |= careful.read
        rules |= careful.rules.read
    assert {"options"} <= view <= code.view
    assert rules <= code.rules
    assert len(code.view) - len(view) <= 4  # and little was found that is not read


#: Views without what one must remember: to who looks at none of it they are the same.
FORGOTTEN = dict.fromkeys(MEMORY - {"pile_at"}, 0)


@pytest.mark.parametrize("name", NAMES)
def test_memory_changes_answers_of_those_who_have_one(name: str) -> None:
    entry = registry.find(name)
    changed = 0
    for _, shown in sample(name, "facts", CELLS, VIEWS):
        gone = {**FORGOTTEN, "pile_at": np.full_like(shown["pile_at"], NO_CARD)}
        changed += differs(entry, shown, **gone)
    assert (changed > 0) == entry.memory


@pytest.mark.parametrize("name", NAMES)
def test_the_prize_changes_answers_of_those_who_look_at_it(name: str) -> None:
    entry = registry.find(name)
    changed = 0
    for rules, shown in sample(name, "facts", CELLS, VIEWS):
        if shown["prize"] == NO_CARD:
            continue
        cards = sorted(cardsets.members(shown["unseen"]), key=lambda bit: rules.by_bit[bit].value)
        for bit in (*cards[:1], *cards[-1:]):
            changed += differs(entry, shown, prize=np.int64(bit), face_up=cardsets.single(bit))
    assert (changed > 0) == entry.prize


def differs(entry: Strategy, shown: Any, **replaced: Any) -> bool:
    weights = weights_of(entry)
    one, two = Careful(shown), Careful(shown, **replaced)
    return int(entry.choose(one, weights)) != int(entry.choose(two, weights))


@helper
def _remembers(view):
    return cardsets.size(view.unseen)


@helper
def _looks(view):
    rules = view.rules
    return rules.building == CASTLE and cardsets.contains(rules.arms, view.prize)


def test_facts_are_found_in_helpers() -> None:
    @strategy(name="made", version=1, summary="", source="")
    def choose(view, weights):
        if _remembers(view) > 5 and _looks(view):
            return lowest(view.options)
        return lowest(view.hand)

    entry = choose.claimsim_strategy
    assert found(reads(entry)) == {
        "stochastic": False,
        "memory": True,
        "prize": True,
        "locations": ["castle"],
        "powers": ["arms"],
    }
    assert declared(entry) != found(reads(entry))


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"powers": ["flies"]}, "names the power 'flies'; there are: beats, "),
        ({"locations": ["moon"]}, "names the location 'moon'; there are: underworld, "),
    ],
)
def test_facts_must_exist(facts: dict[str, Any], message: str) -> None:
    def choose(view, weights):
        return lowest(view.options)

    with pytest.raises(StrategyError, match=message):
        strategy(name="made", version=1, summary="", source="", **facts)(choose)


def test_every_field_and_fact_exists() -> None:
    places = {*SETTINGS, *BUILDINGS}
    assert set(POWER_FIELDS) | set(LOCATION_FIELDS) <= set(TABLE.names)
    assert set(POWER_FIELDS.values()) <= set(POWERS)
    assert {name for names in LOCATION_FIELDS.values() for name in names} <= places
    assert set(VIEW_FIELDS) | MEMORY | PRIZE <= set(VIEW.names)
    assert set(VIEW_FIELDS.values()) <= places | set(POWERS)
    assert set(TRICK_POWERS) <= set(POWERS)
