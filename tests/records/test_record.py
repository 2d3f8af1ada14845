"""Making records: the keys that they have, and in which order."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from claimsim.errors import InputError
from claimsim.record import make_record
from claimsim.record_reading import read_record
from claimsim.rules.catalogue import FACTIONS
from claimsim.rules.deck import Deck, make_deck
from claimsim.rules.ruleset import Ruleset
from tests.records.made import by_hand, record_of
from tests.reference.dealing import Deal, deals

CLAIM = make_deck(["goblins", "knights", "dwarves", "undead", "doppelgangers"])
KEYS = [
    "format", "scenario", "deal", "seed", "engine", "strategies", "deck", "setting", "building",
    "switches", "parameters", "start", "events", "result",
]  # fmt: skip


def test_keys_stand_in_order():
    record = record_of(Deal(Ruleset(CLAIM), list(range(52)), 3))
    assert list(record) == KEYS
    assert record["format"] == "claimsim-game/1"
    assert list(record["start"]) == ["hands", "pile", "aside", "fire_phoenix"]
    assert list(record["result"]) == [
        "score_piles", "votes", "extra_votes", "vote_totals", "winner", "decided_by",
    ]  # fmt: skip
    assert record["deck"]["goblins"] == [0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert (record["setting"], record["building"]) == (None, None)
    assert (record["switches"], record["parameters"]) == ({}, {})


def test_a_what_if_deck_says_so_and_sets_cards_aside():
    rules = Ruleset(
        make_deck(["knights", "dwarves"], allow_what_if=True),
        {"victory": "three_votes", "tiebreak_depth": "all"},
    )
    order = [4, 3, 2, 1, 9, 8, 7, 6, 10, 12, 11, 13, 14, 15, 16, 5, 17, 0]
    record = record_of(Deal(rules, order, 3))
    assert list(record) == [*KEYS[:9], "what_if", *KEYS[9:]]
    assert record["what_if"] is True
    assert record["switches"] == {"victory": "three_votes"}, "only what differs"
    assert record["start"] == {
        "hands": [
            ["knights:3", "knights:4", "knights:5", "knights:6"],
            ["knights:8", "knights:9", "dwarves:0", "dwarves:1"],
        ],
        "pile": [
            "dwarves:2", "dwarves:4", "dwarves:3", "dwarves:5", "dwarves:6", "dwarves:7",
            "dwarves:8", "knights:7",
        ],
        "aside": ["knights:2", "dwarves:9"],
        "fire_phoenix": [],
    }  # fmt: skip


@given(deals())
def test_reading_gives_back_what_was_written(deal: Deal):
    record = record_of(deal)
    read = read_record(record)
    assert read.rules.deck == deal.rules.deck
    assert read.rules.changed_switches() == deal.rules.changed_switches()
    h = deal.rules.deck.hand_size
    names = [str(card) for card in deal.rules.deck.cards]
    mine, theirs = ([names[number] for number in order] for order in (read.order, deal.order))
    assert mine[2 * h : 4 * h] == theirs[2 * h : 4 * h]
    for part in (slice(0, h), slice(h, 2 * h), slice(4 * h, None)):
        assert sorted(mine[part]) == sorted(theirs[part])
    assert sorted(read.order) == list(range(len(names)))
    assert read.events == record["events"]


def test_a_changed_faction_cannot_be_recorded():
    deck = Deck((replace(FACTIONS["knights"], printed=tuple(range(10))), FACTIONS["dwarves"]))
    hand_written = by_hand()
    with pytest.raises(InputError, match="faction 'knights' is not the published one"):
        make_record(
            scenario_name="x",
            deal=0,
            seed=0,
            engine="reference",
            strategies=["a", "b"],
            rules=Ruleset(deck),
            order=range(20),
            events=hand_written["events"],
            result=hand_written["result"],
        )
