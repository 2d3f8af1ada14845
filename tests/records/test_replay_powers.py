"""Checking records of every power and place: whatever is wrong with an event is noticed."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

import pytest

from claimsim.errors import InputError, RuleViolation
from claimsim.record_fields import EVENTS as FORMS
from claimsim.replay import replay
from tests.records.corrupting import corrupted
from tests.records.made import game

Record = dict[str, Any]

#: Games in which together every kind of event occurs.
GAMES = {
    "sky": ("lightning_elementals phoenix unicorns fish_people dragons", 0, {
        "setting": "windy_peaks",
        "building": "ruins",
        "switches": {"lightning_timing": "leader_may_answer"},
        "parameters": {"phoenix.draws": 2},
    }),
    "claim 2": ("gnomes giants basilisks trolls seers", 3, {
        "setting": "swamp",
        "building": "fortress",
        "switches": {"basilisk_phases": (1, 2), "giant_smash": "may"},
        "parameters": {"seers.looks": 2},
    }),
    "sea": ("pirates royal_navy sea_monsters octipi vulturekin", 1, {
        "setting": "islands",
        "building": "pyramid",
    }),
    "three wins": ("pterosaurs eagles seers vulturekin dwarves", 0, {
        "setting": "plateau",
        "building": "dungeon",
        "switches": {"end_order": "powers_first", "seer_trigger": "any_seer_in_trick"},
    }),
    "passed": ("goblins knights undead doppelgangers sea_monsters", 0, {
        "setting": "endless_sands",
        "building": "tower",
        "parameters": {"sea_monsters.cards": 3},
    }),
}  # fmt: skip


@pytest.mark.parametrize(("names", "seed", "rules"), GAMES.values(), ids=GAMES)
def test_whatever_is_wrong_with_an_event_is_noticed(names: str, seed: int, rules: Any):
    record = game(names, seed, **rules)
    replay(record)
    for what, index, wrong in corrupted(record):
        with pytest.raises((RuleViolation, InputError)) as caught:
            replay(wrong)
        assert "\n" not in str(caught.value)
        if isinstance(caught.value, RuleViolation) and caught.value.where.startswith("event"):
            assert int(caught.value.where.split()[1]) >= index, (what, index)


def test_those_games_have_every_kind_of_event():
    events = [
        event
        for names, seed, rules in GAMES.values()
        for event in game(names, seed, **rules)["events"]
    ]
    assert {event["event"] for event in events} == set(FORMS)
    for key, kinds in {
        "from": {"take", "trident"},
        "captured": {"trick"},
        "boost": {"play", "answer"},
    }.items():
        assert {event["event"] for event in events if key in event} == kinds


MESSAGES = [
    r"breaks rule 3: eagles:\d+ may not be led, right would be (?!eagles)",
    r"breaks rule 3: \S+ does not follow \S+, right would be ",
    r"breaks rule 3: seat . does not hold \S+, right would be one of ",
    r"\(pass\): breaks rule 2: \S+ is not in seat .'s hand, right would be ",
    r"\(exchange\): breaks rule 2: \S+ is not in seat .'s hand, right would be ",
    r"\(discard\): breaks rule 2: \S+ is not in seat .'s hand, right would be ",
    r"\(pass\): breaks rule 2: found 4 cards, right would be 5",
    r"\(exchange\): breaks rule 2: found 2 cards, right would be 3",
    r"\(discard\): breaks rule 2: found 3 cards, right would be 2",
    r"\(pass\): breaks rule 2: found seat 1, right would be seat 0",
    r"\(\S+\): breaks rule 2: found \{.*\} where seat 1 chooses cards to exchange",
    r"\(play\): breaks rule 4: \S+ cannot be discarded by seat ., right would be ",
    r"\(play\): breaks rule 4: found \{.*boost.*\}, right would be ",
    r"\(answer\): breaks rule 4: found seat ., right would be seat .",
    r"\(trick\): breaks rule 4: found ",
    r"\(take\): breaks rule 5: \S+ is no choice in the pile, right would be ",
    r"\(take\): breaks rule 5: \S+ is no choice face up, right would be ",
    r"\(\S+\): breaks rule 5: found \{.*\} where comes \{\"event\": \"wait\"",
    r"\(fire\): breaks rule 5: found .*, right would be ",
    r"\(smash\): breaks rule 5: found ",
    r"\(trident\): breaks rule 5: found .*, right would be .*\"supply\"",
    r"\(lead\): breaks rule 6: found ",
    r"\(\S+\): breaks rule 6: found \{.*\} where comes \{\"event\": \"lead\"",
    r"\(drop\): breaks rule 7.3: found ",
    r"\(drop\): breaks rule 7.5: found ",
    r"\(draw\): breaks rule 7.4: \S+ is not in the Phase 1 discard, right would be ",
    r"\(draw\): breaks rule 7.4: 1 cards; at least 2 are drawn",
    r"\(draw\): breaks rule 7.4: found ",
    r"\(arrest\): breaks rule 7.5: found ",
]


@pytest.fixture(scope="module")
def refusals() -> list[str]:
    """Return what is said of all that can be wrong with the events of those games."""
    said = []
    for names, seed, rules in GAMES.values():
        record = game(names, seed, **rules)
        for _, _, wrong in [*corrupted(record), *eagles_led(record)]:
            with contextlib.suppress(InputError):
                try:
                    replay(wrong)
                except RuleViolation as violation:
                    said.append(str(violation))
    return said


def eagles_led(record: Record) -> Iterator[tuple[str, int, Record]]:
    """Yield the record with another Eagle led in each place where one is."""
    for index, event in enumerate(record["events"]):
        for number in range(12) if event["event"] == "play" else ():
            changed = {**event, "card": f"eagles:{number}"}
            events = [*record["events"][:index], changed, *record["events"][index + 1 :]]
            yield "an Eagle", index, {**record, "events": events}


@pytest.mark.parametrize("message", MESSAGES)
def test_every_rule_has_its_message(refusals: list[str], message: str):
    assert any(re.search(message, said) for said in refusals)
