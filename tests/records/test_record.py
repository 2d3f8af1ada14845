"""Making records: the keys that they have, and in which order."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from claimsim.record_reading import read_record
from claimsim.rules.catalogue import FACTIONS
from claimsim.rules.deck import Deck, check_deck, make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.spec import parse_faction
from tests.records.made import Dealt, dealt, dealt_games, game, record_of

CLAIM = make_deck(["goblins", "knights", "dwarves", "undead", "doppelgangers"])
KEYS = [
    "format", "scenario", "deal", "seed", "engine", "strategies", "deck", "setting", "building",
    "switches", "parameters", "start", "events", "result",
]  # fmt: skip
START = ["hands", "pile", "aside", "fire_phoenix"]


def test_keys_stand_in_order():
    record = record_of(Dealt(Ruleset(CLAIM), list(range(52)), 3))
    assert list(record) == KEYS
    assert record["format"] == "claimsim-game/1"
    assert list(record["start"]) == START
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
    record = record_of(Dealt(rules, order, 3))
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


def test_places_rulings_and_numbers_that_differ_are_written():
    record = game(
        "sea_monsters octipi",
        setting="ice_fields",
        building="monastery",
        switches={"basilisk_phases": (1, 2), "victory": "most_votes"},
        parameters={"monastery.ratio": 2.5, "octipi.threshold": 8, "trolls.limit": 2},
    )
    assert (record["setting"], record["building"]) == ("ice_fields", "monastery")
    assert record["switches"] == {"basilisk_phases": [1, 2]}
    # Numbers of factions that do not play are written all the same.
    assert record["parameters"] == {"trolls.limit": 2, "monastery.ratio": 2.5}


def deck_with_golems() -> Deck:
    spec: dict[str, Any] = {"printed": "1-4,4", "powers": [{"power": "redraws", "printed": "0-2"}]}
    knights = parse_faction("knights", {"printed": "0-3"})
    golems = parse_faction("golems", spec)
    return check_deck([FACTIONS["phoenix"], golems, knights], allow_what_if=True)


def test_side_decks_and_factions_that_no_box_holds_are_written():
    rules = Ruleset(deck_with_golems())
    # 19 cards: two hands of 4, a pile of 8 and 3 cards aside; then 10 Fire Phoenixes, 3 others.
    order = [*range(19), 28, *range(19, 28), 30, 31, 29]
    record = record_of(Dealt(rules, order, 1))
    assert list(record) == [*KEYS[:7], "factions", *KEYS[7:9], "what_if", *KEYS[9:]]
    assert list(record["start"]) == [*START, "side_decks"]
    assert record["start"]["fire_phoenix"] == [
        f"phoenix:{n}" for n in (9, 0, 1, 2, 3, 4, 5, 6, 7, 8)
    ]
    assert record["start"]["side_decks"] == {"golems": ["golems:1", "golems:2", "golems:0"]}
    assert record["factions"] == {
        "golems": {
            "printed": [1, 2, 3, 4, 4],
            "powers": [{"power": "redraws", "printed": [0, 1, 2]}],
        },
        "knights": {"printed": [0, 1, 2, 3], "powers": [{"power": "beats", "target": ["goblins"]}]},
    }


@given(dealt_games())
def test_reading_gives_back_what_was_written(made: Dealt):
    record = record_of(made)
    read = read_record(record)
    assert read.rules.digest == made.rules.digest
    h, size = made.rules.deck.hand_size, made.rules.deck.size
    names = [card.name for card in made.rules.cards]
    mine, theirs = ([names[number] for number in order] for order in (read.order, made.order))
    for part in (slice(2 * h, 4 * h), slice(size, None)):  # the pile and the side decks
        assert mine[part] == theirs[part]
    for part in (slice(0, h), slice(h, 2 * h), slice(4 * h, size)):
        assert sorted(mine[part]) == sorted(theirs[part])
    assert sorted(read.order) == list(range(len(names)))
    assert read.events == record["events"]
    assert read.result == record["result"]


@pytest.mark.parametrize("ratio", [3, 3.0])
def test_whole_numbers_are_one_number_however_they_are_written(ratio: float):
    record = game("dwarves undead", building="monastery", parameters={"monastery.ratio": 3})
    record["parameters"] = {"monastery.ratio": ratio}
    assert (
        read_record(record).rules.digest
        == Ruleset(
            make_deck(["dwarves", "undead"], allow_what_if=True),
            parameters={"monastery.ratio": 3},
            building="monastery",
        ).digest
    )


def test_a_deal_is_written_as_it_was_dealt():
    made = dealt(Ruleset(CLAIM), 5)
    record = record_of(made)
    names = [card.name for card in made.rules.cards]
    assert record["start"]["pile"] == [names[number] for number in made.order[26:]]
