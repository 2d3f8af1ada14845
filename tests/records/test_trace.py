"""Games told in words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from claimsim import chance
from claimsim.errors import RuleViolation
from claimsim.record import make_record
from claimsim.record_reading import read_record
from claimsim.reference import play
from claimsim.reference.scoring import Vote
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.trace import WIDTH, _Story, narrate
from tests.records.made import DATA, by_hand, record_of
from tests.reference.dealing import Deal, deals
from tests.vectors import TRICKS, scripted, stage


def test_the_game_by_hand_is_told_word_for_word():
    text = (DATA / "game_by_hand.txt").read_text(encoding="utf-8")
    assert narrate(by_hand()) == text.splitlines()


@given(deals())
def test_every_game_can_be_told(deal: Deal):
    record = record_of(deal)
    lines = narrate(record)
    assert max(map(len, lines)) <= WIDTH
    assert not any(line != line.rstrip() for line in lines)
    tricks = sum(line.startswith("Trick ") for line in lines)
    assert tricks == 2 * deal.rules.deck.hand_size
    winner = record["result"]["winner"]
    ending = "\n".join(lines[lines.index("Votes") :])
    assert ("A draw: " if winner is None else f"Seat {winner} (random) wins") in ending


def test_a_wrong_game_is_not_told():
    record = by_hand()
    record["events"][3]["winner"] = 0
    with pytest.raises(RuleViolation):
        narrate(record)


def told(case_id: str, phase: int) -> str:
    """Return the line that says who won the trick of a worked case."""
    case = next(case for case in TRICKS if case.id == case_id)
    staged = stage(case, phase)
    players = [scripted(staged.rules, script) for script in staged.scripts]
    played = play(staged.rules, staged.order, players[0], players[1])
    record = make_record(
        scenario_name=case.id,
        deal=0,
        seed=0,
        engine="reference",
        strategies=["one", "two"],
        rules=staged.rules,
        order=staged.order,
        events=played.events,
        result=played.result,
    )
    lines = [line for line in narrate(record) if " wins: " in line]
    line = lines[0 if phase == 1 else staged.rules.deck.hand_size]
    role = case.winner
    seat = staged.leader if role == "leader" else 1 - staged.leader
    return line.replace(f"  Seat {seat} wins", f"{role} wins")


@pytest.mark.parametrize("phase", [1, 2])
def test_every_reason_has_its_words(phase: int):
    assert told("G01", phase) == "leader wins: 9 is higher than 3."
    assert told("G03", phase) == "leader wins: 0 equals 0, so the leader wins."
    assert told("G05", phase) == (
        "follower wins: Knights beat Goblins when they follow, whatever the numbers."
    )
    assert told("G06", phase) == (
        "leader wins: Goblins 9 does not follow Knights, so the leader wins."
    )
    assert told("G07", phase) == (
        "follower wins: Doppelgangers 6 counts as Goblins 6; 6 is higher than 5."
    )
    assert told("G08", phase) == (
        "leader wins: Doppelgangers 5 counts as Goblins 5; 5 equals 5, so the leader"
    )
    assert told("G09", phase) == "follower wins: 7 is higher than 3."
    assert told("G11", phase) == (
        "leader wins: Knights 9 does not follow Doppelgangers, so the leader wins."
    )


def verdict_lines(deal: Deal) -> list[str]:
    lines = narrate(record_of(deal))
    return lines[lines.index("Votes") + 1 :]


def test_endings_and_tie_breaks_are_told():
    """Look through many small games until every kind of ending has been told."""
    deck = make_deck(["knights", "dwarves"], allow_what_if=True)
    wanted = {
        "A draw: 1 vote each, and ",
        "A draw: seat 0 has ",
        ") wins, 2 votes to 0.",
        "; from the top, ",
        " wins: 1 vote each, but ",
    }
    found: set[str] = set()
    for seed in range(300):
        order = chance.shuffles(deck.key(seed), 0, 1, 18)[0].tolist()
        switches: dict[str, str] = {"victory": "three_votes"} if seed % 2 else {}
        text = " ".join(
            line.strip() for line in verdict_lines(Deal(Ruleset(deck, switches), order, seed))
        )
        found |= {words for words in wanted if words in text}
    assert found == wanted


@pytest.mark.parametrize(
    ("vote", "words"),
    [
        (Vote("undead", None, (0, 0)), "Undead: nobody, since nobody has any."),
        (Vote("undead", 1, (0, 1)), "Undead: seat 1, 1 card to 0."),
        (Vote("royal_navy", 0, (2, 2), (9, 8)), "Royal Navy: seat 0, 2 cards each; from the top,"),
        (Vote("undead", None, (1, 1)), "Undead: nobody, 1 card each and all equal."),
    ],
)
def test_every_vote_has_its_words(vote: Vote, words: str):
    assert _Story(read_record(by_hand()))._vote(vote).startswith(words)


def test_a_vote_equal_at_the_top_is_told_so():
    record = by_hand()
    record["switches"] = {"tiebreak_depth": "highest"}
    vote = Vote("undead", None, (2, 2))
    told = _Story(read_record(record))._vote(vote)
    assert told == "Undead: nobody, 2 cards each and equal at the top."


def test_rulings_and_cards_aside_are_told():
    deck = make_deck(["knights", "dwarves"], allow_what_if=True)
    rules = Ruleset(deck, {"victory": "three_votes"})
    lines = narrate(record_of(Deal(rules, list(range(18)), 1)))
    assert lines[1] == "Ruling: victory = three_votes"
    assert "Set aside, unseen: Dwarves 8, 9." in lines


def test_hostile_names_do_not_break_the_lines():
    record: dict[str, Any] = by_hand()
    record["scenario"] = "x" * 300
    record["strategies"] = ["y" * 200, "a  b"]
    assert max(map(len, narrate(record))) <= WIDTH
