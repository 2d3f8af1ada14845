"""Each strategy in a situation made by hand, in which the card follows from its idea.

Beside it stands what it does where the idea does not apply, or what a plainer player does there.
"""

from __future__ import annotations

import pytest

from claimsim.rules.catalogue import FACTIONS
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from tests.strategies.shown import Situation, plain_answer, sample

CLAIM = ("goblins", "knights", "dwarves", "undead", "doppelgangers")
BASE = Ruleset(make_deck(CLAIM))


def rules(*names: str, setting: str = "none", building: str = "none") -> Ruleset:
    return Ruleset(make_deck(names or CLAIM), {}, {}, setting, building)


def won(faction: str, *numbers: int) -> str:
    return " ".join(f"{faction}:{number}" for number in numbers)


def recruiting(hand: str, led: str = "", prize: str = "goblins:9", of: Ruleset = BASE, **fields):
    return Situation(of, 1, hand, led, prize, **fields)


def fighting(hand: str, led: str = "", of: Ruleset = BASE, **fields):
    return Situation(of, 2, hand, led, **fields)


def test_greedy_and_duck() -> None:
    at = recruiting("dwarves:2 dwarves:6 dwarves:8", "dwarves:5")
    assert at.answer("greedy") == "dwarves:6"
    assert at.answer("duck") == "dwarves:2"
    at = recruiting("undead:2 undead:6", "dwarves:5")
    assert at.answer("greedy") == "undead:2"
    assert at.answer("duck") == "undead:6"


def test_high_and_low() -> None:
    at = recruiting("dwarves:2 dwarves:6 dwarves:8", "dwarves:5")
    assert [at.answer(name) for name in ("high", "low")] == ["dwarves:8", "dwarves:2"]


def test_steady_wins_good_prizes_alone() -> None:
    hand = "undead:2 undead:6 undead:8"
    assert recruiting(hand, "undead:5", "goblins:9").answer("steady") == "undead:6"
    assert recruiting(hand, "undead:5", "goblins:1").answer("steady") == "undead:2"
    assert recruiting(hand, "undead:5", "doppelgangers:1").answer("steady") == "undead:6"
    shore = rules(setting="shore")  # the loser takes the prize
    assert recruiting(hand, "undead:5", "goblins:9", shore).answer("steady") == "undead:2"


def test_voter_throws_away_what_is_decided() -> None:
    """Six of eight Knights are won: nobody can get them back."""
    hand = "knights:7 knights:9 undead:1"
    decided = fighting(hand, "knights:8", score=won("knights", 2, 3, 4, 5, 6))
    assert decided.answer("greedy") == "knights:9"
    assert decided.answer("voter") == "knights:7"
    undecided = fighting(hand, "knights:8", score=won("knights", 2, 3), their_score="knights:4")
    assert undecided.answer("voter") == "knights:9"


def test_prize_knows_what_powers_are_worth() -> None:
    """A Dwarf is worth less than its number says, a Doppelganger more."""
    hand = "undead:2 undead:6 undead:8"
    assert recruiting(hand, "undead:5", "dwarves:7").answer("prize") == "undead:2"
    assert recruiting(hand, "undead:5", "goblins:7").answer("prize") == "undead:6"
    assert recruiting(hand, "undead:5", "doppelgangers:3").answer("prize") == "undead:6"


def test_counter_knows_that_nothing_beats_its_lead() -> None:
    """He holds no Goblin and nothing wild: a Goblin 1 is as sure a lead as a Knight 9."""
    hand = "goblins:1 undead:8 knights:9"
    sure = fighting(hand, theirs="undead:9 undead:1 dwarves:3")
    assert sure.answer("counter", ahead=0.0) == "goblins:1"
    met = fighting(hand, theirs="undead:9 undead:1 goblins:2")
    assert met.answer("counter", ahead=0.0) == "knights:9"


@pytest.mark.parametrize("name", ["counter", "master"])
def test_looking_ahead_keeps_the_knight_for_the_goblin(name: str) -> None:
    """The trick is lost, and decided; then he leads his last card, which only a Knight can win."""
    at = fighting(
        "knights:2 goblins:5", "undead:5", theirs="goblins:9", score=won("undead", 0, 1, 2, 3, 4, 6)
    )
    assert at.answer(name) == "goblins:5"
    assert at.answer(name, ahead=0.0) == "knights:2"


def test_dumper_loses_what_the_loser_scores() -> None:
    hand = "dwarves:3 dwarves:8 undead:9"
    assert fighting(hand).answer("dumper") == "dwarves:3"
    assert fighting(hand).answer("steady") == "undead:9"
    assert fighting("dwarves:2 dwarves:5 dwarves:9", "dwarves:6").answer("dumper") == "dwarves:5"
    without = rules("goblins", "knights", "undead", "doppelgangers", "dragons")
    hand = "goblins:1 undead:9"
    assert fighting(hand, of=without).answer("dumper") == "undead:9"


def test_hunter_takes_the_undead_that_is_led() -> None:
    """The prize is not quite good enough, and the Undead tips the scale."""
    at = recruiting("undead:7 undead:2 goblins:1", "undead:5", "goblins:4")
    assert at.answer("hunter") == "undead:7"
    assert at.answer("steady") == "undead:2"
    at = recruiting("undead:2 goblins:3", "knights:5", "goblins:1")
    assert at.answer("hunter") == "goblins:3"  # and gives none away
    assert at.answer("steady") == "undead:2"


def test_voider_empties_its_shortest_suit() -> None:
    hand = "goblins:1 goblins:5 goblins:6 undead:2"
    at = recruiting(hand, prize="goblins:0")
    assert at.answer("voider") == "undead:2"
    assert at.answer("steady") == "goblins:1"
    at = recruiting(hand.replace("undead:2", "undead:8"), prize="goblins:0")
    assert at.answer("voider") == "goblins:1"  # an 8 is too dear to throw


PHOENIX = rules("goblins", "knights", "phoenix", "undead", "dwarves")


def test_firebird_loses_a_phoenix_while_there_is_another() -> None:
    place = PHOENIX.deck.names.index("phoenix")
    for left, card in ((3, "phoenix:2"), (0, "undead:9")):
        at = fighting("phoenix:2 undead:9", of=PHOENIX)
        at.view.side_left[place] = left
        assert at.answer("firebird") == card


OCTIPI = rules("goblins", "knights", "octipi", "undead", "dwarves")


def test_kraken_leads_no_octopus_against_an_eight() -> None:
    hand = "octipi:9 undead:7 goblins:1"
    assert recruiting(hand, of=OCTIPI).answer("kraken") == "undead:7"
    assert recruiting(hand, of=OCTIPI).answer("steady") == "octipi:9"
    safe = recruiting(hand, of=OCTIPI, theirs="undead:2 goblins:3 dwarves:5")
    assert safe.answer("kraken") == "octipi:9"


FISH = rules("goblins", "knights", "fish_people", "undead", "dwarves")


def test_trident_loses_a_fish_until_it_is_armed() -> None:
    hand = "fish_people:2 undead:1 goblins:3"
    place = FISH.deck.names.index("fish_people")
    bare = recruiting(hand, "knights:9", "goblins:1", FISH, trident_supply=6)
    assert bare.answer("trident") == "fish_people:2"
    assert bare.answer("steady") == "undead:1"
    armed = fighting("fish_people:8 undead:9", of=FISH, trident_supply=4, tridents=2)
    armed.view.bonus[place] = 2
    assert armed.answer("trident") == "fish_people:8"
    assert armed.answer("steady") == "undead:9"


ANGELS = rules("angels", "dwarves", "undead", "doppelgangers", "dragons")


def test_guardian_leaves_a_card_that_spoils_an_angel() -> None:
    hand = "undead:1 undead:9"
    alone = fighting(hand, "undead:6", ANGELS, score="angels:6")
    assert alone.answer("guardian") == "undead:1"
    assert alone.answer("steady") == "undead:9"
    assert fighting(hand, "undead:6", ANGELS, score="angels:5").answer("guardian") == "undead:9"


def test_guardian_gives_away_what_spoils_an_angel_of_the_opponent() -> None:
    """The trick is lost and the vote of the Undead decided: a 6 ends the Angel 6 as a double."""
    decided = {"score": won("undead", 0, 1, 2, 3, 5, 7), "their_score": "angels:6"}
    at = fighting("undead:4 undead:6", "undead:8", ANGELS, **decided)
    assert at.answer("guardian") == "undead:6"
    assert at.answer("steady") == "undead:4"


STORM = rules("lightning_elementals", "dwarves", "undead", "doppelgangers", "dragons")


@pytest.mark.parametrize("name", ["stormcaller", "master"])
@pytest.mark.parametrize(("led", "raises"), [(7, True), (9, False)])
def test_a_card_is_raised_by_as_few_as_turn_the_trick(name: str, led: int, *, raises: bool) -> None:
    """A 6 beats a 7 with two more; a 9 would take four, and it spends three at most."""
    own = won("lightning_elementals", 3, 5, 8, 9)
    at = fighting("dragons:1", f"undead:{led}", STORM, score=own)
    view = at.view
    view.followed = at.card("undead:6")
    view.decision, view.need, view.options = 2, 0, view.score
    assert at.answer(name) == ("lightning_elementals:3" if raises else "declines")
    if raises:  # two are enough
        view.chosen = at.cards("lightning_elementals:3 lightning_elementals:5")
        view.options = at.cards("lightning_elementals:8 lightning_elementals:9")
        assert at.answer(name) == "declines"


def test_surveyor_gives_all_away_under_monastery() -> None:
    hand = "undead:1 undead:7 undead:9"
    monastery = rules(building="monastery")
    few = {"their_score": won("goblins", 4, 5, 6, 7), "hand_count": 3}
    assert fighting(hand, "undead:6", monastery, **few).answer("surveyor") == "undead:1"
    assert fighting(hand, "undead:6", **few).answer("surveyor") == "undead:7"


def test_surveyor_fights_for_every_card_at_the_castle() -> None:
    decided = {"score": won("knights", 2, 3, 4, 5, 6)}
    hand = "knights:7 knights:9 undead:1"
    castle = rules(building="castle")
    assert fighting(hand, "knights:8", castle, **decided).answer("surveyor") == "knights:9"
    assert fighting(hand, "knights:8", **decided).answer("surveyor") == "knights:7"


def test_surveyor_leaves_a_secured_vote_alone() -> None:
    lighthouse = rules(building="lighthouse")
    hand = "undead:7 undead:9 undead:1"
    at = fighting(hand, "undead:6", lighthouse)
    assert at.answer("surveyor") == "undead:7"
    at.view.secured[lighthouse.deck.names.index("undead")] = -1
    assert at.answer("surveyor") == "undead:1"


def test_master_knows_powers_votes_and_places() -> None:
    hand = "knights:2 knights:6 knights:8"
    assert recruiting(hand, "knights:5", "dwarves:7").answer("master") == "knights:2"
    assert recruiting(hand, "knights:5", "doppelgangers:7").answer("master") == "knights:6"
    hand = "knights:7 knights:9 undead:1"
    decided = fighting(hand, "knights:8", score=won("knights", 2, 3, 4, 5, 6), hand_count=3)
    assert decided.answer("master", ahead=0.0) == "knights:7"
    undecided = fighting(hand, "knights:8", score=won("knights", 2), their_score="knights:3")
    assert undecided.answer("master", ahead=0.0) == "knights:9"


def test_recruiter_pays_any_price() -> None:
    at = recruiting("undead:6 undead:9 undead:1", "undead:5", "goblins:0")
    assert at.answer("recruiter") == "undead:9"


def test_hoarder_collects_one_faction() -> None:
    hand = "undead:2 undead:8 dwarves:1 dwarves:9"
    place = {"faction": float(CLAIM.index("dwarves"))}
    for prize, card in (("dwarves:0", "undead:8"), ("knights:9", "undead:2")):
        at = recruiting(hand, "undead:5", prize)
        assert at.answer("hoarder", **place) == card
    # Left to itself it collects what it has most of, and keeps it.
    own = recruiting("goblins:1 goblins:2 goblins:3 undead:9", prize="knights:9")
    assert own.answer("hoarder") == "undead:9"


def test_spoiler_fights_where_the_opponent_is_ahead() -> None:
    hand = "undead:7 undead:9 undead:1"
    behind = fighting(hand, "undead:6", their_score=won("undead", 2, 3))
    assert behind.answer("spoiler") == "undead:7"
    ahead = fighting(hand, "undead:6", score=won("undead", 2, 3), their_score="goblins:4")
    assert ahead.answer("spoiler") == "undead:1"


def test_minimalist_wants_three_votes() -> None:
    own = " ".join((won("goblins", 4, 5, 6), won("knights", 2, 3), won("dwarves", 4, 5, 6)))
    hand = "undead:7 undead:9 undead:1"
    at = fighting(hand, "undead:6", score=own)
    assert at.answer("minimalist") == "undead:1"
    assert at.answer("minimalist", votes=5.0) == "undead:7"
    assert recruiting(hand, "undead:6").answer("minimalist") == "undead:1"


def test_planner_fights_for_open_votes() -> None:
    hand = "knights:7 knights:9 undead:1"
    decided = fighting(hand, "knights:8", score=won("knights", 2, 3, 4, 5, 6))
    assert decided.answer("planner") == "knights:7"


@pytest.mark.parametrize(
    ("name", "specialty"),
    [
        ("firebird", "phoenix"),
        ("kraken", "octipi"),
        ("trident", "fish_people"),
        ("guardian", "angels"),
        ("stormcaller", "lightning_elementals"),
        ("hunter", "undead"),
    ],
)
def test_specialists_without_their_specialty_are_steady(name: str, specialty: str) -> None:
    seen = 0
    for cell, view in sample("steady", "specialists", 120, 4):
        known = all(FACTIONS.get(one.name) == one for one in cell.deck.factions)
        if known and specialty not in cell.deck.names:
            seen += 1
            assert plain_answer(name, view) == plain_answer("steady", view)
    assert seen > 50
