"""Checking records: right ones pass, and each kind of wrong one is named."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimsim.errors import RuleViolation
from claimsim.replay import replay
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.trace import narrate
from tests.records.made import Dealt, by_hand, dealt_games, game, record_of

Record = dict[str, Any]


def broken(record: Record) -> RuleViolation:
    with pytest.raises(RuleViolation) as caught:
        replay(record)
    assert "\n" not in str(caught.value)
    return caught.value


def test_the_game_by_hand_is_right():
    replay(by_hand())


@given(dealt_games())
def test_random_games_are_right(made: Dealt):
    record = record_of(made)
    before = copy.deepcopy(record)
    replay(record)
    assert record == before


def change(index: int, **fields: Any) -> Callable[[Record], None]:
    return lambda record: record["events"][index].update(fields)


def insert(index: int, **event: Any) -> Callable[[Record], None]:
    return lambda record: record["events"].insert(index, event)


def remove(index: int) -> Callable[[Record], None]:
    def cut(record: Record) -> None:
        del record["events"][index]

    return cut


# Places in the game by hand: 0 reveal, 1 and 2 plays, 3 trick, 4 and 5 takes; 12 a score;
# 33 the phase; 34 to 37 a trick of Phase 2; 46 to 50 one with two scores; 54 the last event.
EVENTS = {
    "another prize": (change(0, cards=["undead:0"]), "event 0 (reveal)", "2"),
    "two prizes": (change(0, cards=["dwarves:9", "undead:0"]), "event 0 (reveal)", "2"),
    "the wrong leader": (change(1, player=1, card="dwarves:8"), "event 1 (play)", "2"),
    "the leader twice": (change(2, player=0, card="undead:3"), "event 2 (play)", "2"),
    "a card of the other hand": (change(1, card="dwarves:8"), "event 1 (play)", "3"),
    "a card of the pile": (change(1, card="dwarves:9"), "event 1 (play)", "3"),
    "a card of no deck": (change(1, card="goblins:0"), "event 1 (play)", "1"),
    "a card of no number": (change(1, card="undead:15"), "event 1 (play)", "3"),
    "a prize of no deck": (change(0, cards=["EAGLES:3"]), "event 0 (reveal)", "1"),
    "a boost of no deck": (change(1, boost=["EAGLES:3"]), "event 1 (play)", "1"),
    "a card played before": (change(8, card="dwarves:7"), "event 8 (play)", "3"),
    "revoking": (change(8, card="dwarves:4"), "event 8 (play)", "3"),
    "a boost": (change(1, boost=["undead:0"]), "event 1 (play)", "4"),
    "the wrong winner": (change(3, winner=0), "event 3 (trick)", "4"),
    "the wrong winner of two factions": (change(22, winner=1), "event 22 (trick)", "4"),
    "a capture": (change(3, captured=True), "event 3 (trick)", "4"),
    "the prize to the loser": (change(4, player=0), "event 4 (take)", "2"),
    "another card for the winner": (change(4, card="undead:0"), "event 4 (take)", "2"),
    "another card for the loser": (change(5, card="undead:8"), "event 5 (take)", "2"),
    "a choice": ((lambda r: r["events"][4].update({"from": "pile"})), "event 4 (take)", "2"),
    "Undead to the loser": (change(12, player=1), "event 12 (score)", "5"),
    "one Undead too few": (change(12, cards=["undead:9"]), "event 12 (score)", "5"),
    "Dwarves to the winner": (change(37, player=1), "event 37 (score)", "5"),
    "the winner's before the loser's": (
        lambda r: r["events"].insert(49, r["events"].pop(50)),
        "event 49 (score)",
        "5",
    ),
    "the wrong leader of Phase 2": (change(33, leader=0), "event 33 (phase)", "2"),
    "no phase": (remove(33), "event 33 (play)", "2"),
    "no score": (remove(12), "event 12 (reveal)", "5"),
    "no play": (remove(2), "event 2 (trick)", "2"),
    "a play at the wrong time": (
        insert(4, event="play", player=0, card="dwarves:0"),
        "event 4 (play)",
        "2",
    ),
    "a Dwarf scored in Phase 1": (
        insert(6, event="score", player=1, cards=["dwarves:7"]),
        "event 6 (score)",
        "5",
    ),
    "a lead": (insert(6, event="lead", player=0), "event 6 (lead)", "6"),
    "an event of another deck": (
        insert(6, event="wait", cards=["dwarves:0"]),
        "event 6 (wait)",
        "5",
    ),
    "one too many": (insert(55, event="lead", player=0), "event 55 (lead)", "6"),
    "another trick": (insert(55, event="play", player=0, card="undead:0"), "event 55 (play)", "2"),
    "one too few": (remove(54), "event 54 (missing)", "5"),
    "none at all": (lambda r: r["events"].clear(), "event 0 (missing)", "2"),
    "no last trick": (
        lambda r: r["events"].__delitem__(slice(51, None)),
        "event 51 (missing)",
        "2",
    ),
}


@pytest.mark.parametrize(("corrupt", "where", "rule"), EVENTS.values(), ids=EVENTS)
def test_a_wrong_event_is_named(corrupt: Callable[[Record], None], where: str, rule: str):
    record = by_hand()
    corrupt(record)
    found = broken(record)
    assert (found.where, found.rule) == (where, rule)


RESULTS = {
    "a card moved": (
        lambda r: r["score_piles"].__setitem__(1, r["score_piles"][1][1:]),
        "score_piles",
        "7.1",
    ),
    "piles exchanged": (lambda r: r["score_piles"].reverse(), "score_piles", "7.1"),
    "a vote": (lambda r: r["votes"].update(dwarves=0), "votes", "7.7"),
    "nobody's vote": (lambda r: r["votes"].update(undead=None), "votes", "7.7"),
    "an extra vote": (lambda r: r.update(extra_votes=[1, 0]), "extra_votes", "7.7"),
    "a total": (lambda r: r.update(vote_totals=[2, 0]), "vote_totals", "7.7"),
    "the winner": (lambda r: r.update(winner=1), "winner", "7.8"),
    "a draw": (lambda r: r.update(winner=None), "winner", "7.8"),
    "the reason": (lambda r: r.update(decided_by="votes"), "decided_by", "7.8"),
    "a reason of elsewhere": (lambda r: r.update(decided_by="castle"), "decided_by", "7.8"),
}


@pytest.mark.parametrize(("corrupt", "part", "rule"), RESULTS.values(), ids=RESULTS)
def test_a_wrong_result_is_named(corrupt: Callable[[Record], None], part: str, rule: str):
    record = by_hand()
    corrupt(record["result"])
    found = broken(record)
    assert (found.where, found.rule) == (f"result.{part}", rule)


def move(cards: list[str], card: str, to: list[str]) -> None:
    cards.remove(card)
    to.append(card)


STARTS = {
    "a card twice": (
        lambda r: r["start"]["pile"].__setitem__(0, "undead:0"),
        "start",
        "found 2 of undead:0, right would be 1",
    ),
    "a card of no deck": (
        lambda r: r["start"]["pile"].__setitem__(0, "goblins:0"),
        "start",
        "goblins:0 names a faction that is not in the deck: dwarves, undead",
    ),
    "a card lost": (
        lambda r: r["start"]["pile"].pop(),
        "start",
        "found 0 of dwarves:6, right would be 1",
    ),
    "a card more": (
        lambda r: r["start"]["pile"].append("goblins:0"),
        "start",
        "goblins:0 names a faction that is not in the deck: dwarves, undead",
    ),
    "a small hand": (
        lambda r: move(r["start"]["hands"][0], "undead:9", r["start"]["pile"]),
        "start.hands[0]",
        "4 cards; of 20 cards 5 lie here",
    ),
    "a small pile": (
        lambda r: move(r["start"]["pile"], "dwarves:6", r["start"]["aside"]),
        "start.pile",
        "9 cards; of 20 cards 10 lie here",
    ),
    "a side deck": (
        lambda r: r["start"]["fire_phoenix"].append("phoenix:0"),
        "start.fire_phoenix",
        "phoenix has no side deck in this game",
    ),
    "an illegal deck": (
        lambda r: r.pop("what_if"),
        "deck",
        'the deck is not a legal one: say "what_if": true',
    ),
    "a tiny deck": (
        lambda r: r["deck"].pop("dwarves"),
        "deck",
        "the deck has 1 faction; 2 to 8 can be played",
    ),
}


@pytest.mark.parametrize(("corrupt", "where", "message"), STARTS.values(), ids=STARTS)
def test_a_wrong_start_is_named(corrupt: Callable[[Record], Any], where: str, message: str):
    record = by_hand()
    corrupt(record)
    found = broken(record)
    assert (found.where, found.rule) == (where, "1")
    assert message in found.message


def test_a_card_of_another_faction_is_told_the_nearest():
    record = by_hand()
    record["events"][1]["card"] = "UNDED:3"
    assert str(broken(record)) == (
        "event 1 (play): breaks rule 1: UNDED:3 names a faction that is not in the deck: "
        "dwarves, undead; did you mean 'undead'?"
    )


def smashes_of(record: Record) -> Iterator[list[int]]:
    """Yield where several smashes of one player stand together."""
    together: list[int] = []
    for index, event in enumerate([*record["events"], {"event": "end"}]):
        if event["event"] == "smash":
            together.append(index)
        else:
            events = [record["events"][place] for place in together]
            if len(events) > 1 and len({event["player"] for event in events}) == 1:
                yield together
            together = []


@pytest.mark.parametrize("smash", ["always", "may"])
def test_smashes_of_one_trick_may_stand_in_any_order(smash: str):
    """Rules, 5 and RECORD.md leave it open which of them stands first."""
    tried = 0
    for seed in range(400):
        record = game("gnomes giants dwarves", seed, switches={"giant_smash": smash}
                      if smash == "may" else {})  # fmt: skip
        events = record["events"]
        for places in smashes_of(record):
            first, last = places[0], places[-1]
            if events[first] == events[last]:
                continue
            events[first], events[last] = events[last], events[first]
            replay(record)
            told = copy.deepcopy(record)
            narrate(record)
            assert record == told
            # What is wrong among them is named where it stands in the record.
            right = events[first]
            events[first] = {**right, "card": "dwarves:0"}
            assert broken(record).where == f"event {first} (smash)"
            events[first] = right
            tried += 1
    assert tried >= 3


def test_a_legal_deck_is_no_what_if():
    deck = make_deck(["goblins", "knights", "dwarves", "undead", "doppelgangers"])
    record = record_of(Dealt(Ruleset(deck), list(range(52)), 3))
    record["what_if"] = True
    found = broken(record)
    assert (found.where, found.rule) == ("what_if", "1")


def test_hidden_cards_matter_too():
    # The cards that nobody sees exchanged with each other: a later `take` is then wrong.
    record = by_hand()
    pile = record["start"]["pile"]
    pile[1], pile[3] = pile[3], pile[1]
    assert broken(record).where == "event 5 (take)"


def test_a_ruling_changes_what_is_right():
    record = by_hand()
    record["switches"] = {"victory": "three_votes"}
    found = broken(record)
    assert (found.where, found.rule) == ("result.winner", "7.8")
    record["result"].update(winner=None, decided_by="draw")
    replay(record)


def test_messages_say_what_would_be_right():
    record = by_hand()
    record["events"][3]["winner"] = 0
    assert str(broken(record)) == (
        'event 3 (trick): breaks rule 4: found {"event": "trick", "winner": 0}, '
        'right would be {"event": "trick", "winner": 1}'
    )
    record = by_hand()
    record["events"][8]["card"] = "dwarves:4"
    assert str(broken(record)) == (
        "event 8 (play): breaks rule 3: dwarves:4 does not follow undead:5, "
        "right would be undead:3, undead:9"
    )
    record = by_hand()
    record["events"][1]["card"] = "undead:7"
    assert str(broken(record)) == (
        "event 1 (play): breaks rule 3: seat 0 does not hold undead:7, "
        "right would be one of dwarves:0, dwarves:4, dwarves:7, undead:3, undead:9"
    )


@given(dealt_games(), st.data())
def test_a_lost_event_is_noticed(made: Dealt, data: st.DataObject):
    record = record_of(made)
    index = data.draw(st.integers(0, len(record["events"]) - 1))
    gone = record["events"].pop(index)
    found = broken(record)
    # What a player may decline leaves a trace only later, where it makes a difference.
    if gone["event"] not in ("fire", "smash", "answer"):
        assert found.where.startswith(f"event {index} (")


@given(dealt_games(), st.data())
def test_a_doubled_event_is_noticed(made: Dealt, data: st.DataObject):
    record = record_of(made)
    events = record["events"]
    index = data.draw(st.integers(0, len(events) - 1))
    events.insert(index, copy.deepcopy(events[index]))
    assert broken(record).where.startswith(f"event {index + 1} (")


SEAT_RULES = {
    "play": "2", "trick": "4", "take": "2", "score": "5", "trident": "5", "lead": "6",
    "draw": "7.4",
}  # fmt: skip


@given(dealt_games(), st.data())
def test_another_seat_is_noticed(made: Dealt, data: st.DataObject):
    record = record_of(made)
    places = [i for i, event in enumerate(record["events"]) if event["event"] in SEAT_RULES]
    index = data.draw(st.sampled_from(places))
    event = record["events"][index]
    event["winner" if event["event"] == "trick" else "player"] ^= 1
    found = broken(record)
    assert found.where == f"event {index} ({event['event']})"
    assert found.rule == SEAT_RULES[event["event"]]
