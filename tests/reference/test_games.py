"""Whole games of the readable engine: what must hold in every one of them."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from claimsim import cardsets, chance, registry
from claimsim.errors import InputError, RuleGapError, StrategyError
from claimsim.reference import Game, Question, play
from claimsim.reference.buildings import BUILDINGS as BUILDING_CLASSES
from claimsim.reference.piles import Pile
from claimsim.reference.powers import BEHAVIOURS, Abilities
from claimsim.reference.settings import SETTINGS as SETTING_CLASSES
from claimsim.rules import powers as told
from claimsim.rules.catalogue import Faction
from claimsim.rules.deck import Deck, make_deck
from claimsim.rules.firings import FIRINGS, LOCATION_FIRINGS, POWER_FIRINGS
from claimsim.rules.locations import BUILDINGS, NONE, SETTINGS
from claimsim.rules.powers import POWER_NAMES, LoserScores, ScoredWhenPlayed, Wild
from claimsim.rules.ruleset import Card, Ruleset
from claimsim.rules.table import TABLE
from claimsim.view import DECISIONS, DECLINE
from tests.reference.dealing import CLAIM as BOX
from tests.reference.dealing import Deal, claim_deals, deals, dealt

CLAIM = Ruleset(make_deck(BOX))


def lowest(view: Any) -> int:
    return cardsets.lowest(view.options)


def first(_game: Game, _faction: str, cards: list[Card], _k: int) -> Card:
    return cards[0]


@given(deals())
def test_cards_are_conserved_at_every_event(deal: Deal):
    everything = sorted(deal.rules.cards)
    generator = random.Random(deal.seed)  # noqa: S311  # no secret

    def ask(_game: Game, _player: Any, question: Question) -> Card | None:
        return generator.choice([*question.options, *([None] if question.may_decline else [])])

    def conserved(event: dict[str, Any]) -> None:
        if event["event"] in ("drop", "draw", "arrest"):
            return  # the end has piles of its own
        shared = (game.pile, game.aside, game.discard, game.removed, game.waiting, game.face_up)
        piles = [*shared, *game.sides.values()]
        for player in game.players:
            piles += [player.hand, player.followers, player.score, player.in_front]
            piles.append(player.discarded)
        for pile in piles:
            assert pile.bits == sum(card.alone for card in pile)
        lie = [card for pile in piles for card in pile]
        lie += [card for card in (game.led, game.followed) if card]
        assert sorted(lie) == everything, event

    game = Game(deal.rules, deal.order, ask, conserved, first)
    game.play()


class Referee:
    """Follows a game by its events and the rules of the first box, in its own words."""

    def __init__(self, deal: Deal) -> None:
        names = [str(deal.rules.cards[number]) for number in deal.order]
        h = deal.rules.deck.hand_size
        self.hands = [names[:h], names[h : 2 * h]]
        self.pile = names[2 * h : 4 * h]
        self.followers: list[list[str]] = [[], []]
        self.scored: list[list[str]] = [[], []]
        self.leader = 0
        self.phase = 1
        self.h = h

    def trick(self, events: list[dict[str, Any]]) -> None:
        """Check one trick, given the events left, and take its events away."""
        if self.phase == 1:
            prize = self.pile.pop(0)
            assert events.pop(0) == {"event": "reveal", "cards": [prize]}
        lead, follow = events.pop(0), events.pop(0)
        assert (lead["event"], follow["event"]) == ("play", "play")
        assert (lead["player"], follow["player"]) == (self.leader, 1 - self.leader)
        self.hands[self.leader].remove(lead["card"])
        suit, number = lead["card"].split(":")
        hand = self.hands[1 - self.leader]
        if any(card.startswith(suit) for card in hand):
            assert follow["card"].split(":")[0] in (suit, "doppelgangers")
        hand.remove(follow["card"])
        other, higher = follow["card"].split(":")
        follows = other in (suit, "doppelgangers") and int(higher) > int(number)
        wins = follows or (suit, other) == ("goblins", "knights")
        winner = 1 - self.leader if wins else self.leader
        assert events.pop(0) == {"event": "trick", "winner": winner}
        if self.phase == 1:
            for player, card in ((winner, prize), (1 - winner, self.pile.pop(0))):
                self.followers[player].append(card)
                assert events.pop(0) == {"event": "take", "player": player, "card": card}
        self.score(events, winner, [lead["card"], follow["card"]])
        self.leader = winner

    def score(self, events: list[dict[str, Any]], winner: int, cards: list[str]) -> None:
        if self.phase == 1:
            shares = [(winner, [card for card in cards if card.startswith("undead")])]
        else:
            dwarves = [card for card in cards if card.startswith("dwarves")]
            rest = [card for card in cards if not card.startswith("dwarves")]
            shares = [(1 - winner, dwarves), (winner, rest)]
        for player, share in shares:
            if share:
                event = events.pop(0)
                assert (event["event"], event["player"]) == ("score", player)
                assert sorted(event["cards"]) == sorted(share)
                self.scored[player] += share


@given(claim_deals())
def test_every_game_of_the_first_box_obeys_the_rules(deal: Deal):
    playout = deal.play()
    events, referee = list(playout.events), Referee(deal)
    for _ in range(referee.h):
        referee.trick(events)
    assert events.pop(0) == {"event": "phase", "phase": 2, "leader": referee.leader}
    referee.phase = 2
    referee.hands = referee.followers
    for _ in range(referee.h):
        referee.trick(events)
    assert events == []
    assert referee.hands == [[], []]
    piles = playout.result["score_piles"]
    assert [Counter(pile) for pile in piles] == [Counter(pile) for pile in referee.scored]


@given(deals())
def test_lists_of_cards_are_in_record_order(deal: Deal):
    factions = deal.rules.deck.names

    def place(name: str) -> tuple[int, int]:
        faction, printed = name.split(":")
        return factions.index(faction), int(printed)

    playout = deal.play()
    lists = [event[key] for event in playout.events for key in ("cards", "boost") if key in event]
    for cards in [*lists, *playout.result["score_piles"]]:
        assert cards == sorted(cards, key=place)


@given(deals())
def test_only_what_is_in_play_acts_and_nothing_makes_an_empty_event(deal: Deal):
    playout = deal.play()
    assert set(playout.fired) <= set(FIRINGS)
    held = {POWER_NAMES[type(p)] for powers in deal.rules.powers.values() for p in powers}
    for name in POWER_FIRINGS:
        assert playout.fired[name] == 0 or name in held
    for name in LOCATION_FIRINGS:
        assert playout.fired[name] == 0 or name in (deal.rules.setting, deal.rules.building)
    for event in playout.events:
        assert event.get("cards", ["one"])
        assert event.get("boost", ["one"])


#: A letter for every event, and how they may follow each other.
LETTERS = {
    "pass": "g", "reveal": "r", "exchange": "x", "play": "p", "answer": "a", "trick": "t",
    "take": "k", "score": "s", "wait": "w", "smash": "m", "fire": "f", "trident": "n",
    "lead": "l", "phase": "H", "discard": "d", "drop": "o", "draw": "v", "arrest": "j",
}  # fmt: skip
TURNED_UP = "(r(xx)*)?"
PHASE_1 = f"({TURNED_UP}pptkk{TURNED_UP}s?s?n?l?)+"
PHASE_2 = "(ppa?ts?w?m*s?f*n?l?)*(m*s)?d?"
GAME = re.compile(f"(gg)?{PHASE_1}H(gg|dd)?{PHASE_2}(o?o?v*o?o?j?j?|v*o?o?j?j?o?o?)")


@given(deals())
def test_the_order_of_events_is_fixed(deal: Deal):
    letters = "".join(LETTERS[event["event"]] for event in deal.play().events)
    assert GAME.fullmatch(letters), letters


def test_what_if_deck_sets_cards_aside():
    rules = Ruleset(make_deck(["knights", "dwarves"], allow_what_if=True))  # 18 cards
    events = play(rules, range(18), lowest, lowest).events
    assert [event["event"] for event in events].count("trick") == 8
    told = {event["card"] for event in events if "card" in event}
    assert not told & {str(card) for card in rules.cards[16:]}


def test_shipped_strategies_play_the_same_game_twice():
    choose = registry.find("random").choose
    key = CLAIM.deck.key(5)
    games = [
        play(
            CLAIM,
            dealt(CLAIM, 3).order,
            lambda view: choose(view, np.zeros(0)),
            lambda view: choose(view, np.zeros(0)),
            chance.Luck(key, 3, (0, 1)),
        )
        for _ in range(2)
    ]
    assert games[0].events == games[1].events
    assert games[0].winner == games[0].result["winner"]
    assert games[0].decided_by == games[0].result["decided_by"]
    assert len(games[0].views) == 0, "Views are kept only if asked for"


def test_without_luck_a_view_has_no_dice():
    rolled: list[int] = []

    def choose(view: Any) -> int:
        rolled.append(int(view.dice))
        return lowest(view)

    play(CLAIM, range(52), choose, choose)
    assert rolled == [0] * 52


def test_a_strategy_is_asked_about_its_own_decisions_alone():
    rules = Ruleset(CLAIM.deck, setting="endless_sands")
    asked: list[set[str]] = [set(), set()]

    def note(seat: int) -> Any:
        def choose(view: Any) -> int:
            asked[seat].add(DECISIONS[view.decision])
            return lowest(view)

        return choose

    decisions = (frozenset(("lead", "follow")), frozenset(("lead", "follow", "pass")))
    events = play(rules, range(52), note(0), note(1), decisions=decisions).events
    assert asked == [{"lead", "follow"}, {"lead", "follow", "pass"}]
    # Who is not asked gives the lowest values: seat 0 holds goblins 0 (five of them) to 9.
    assert events[0] == {"event": "pass", "player": 0, "cards": ["goblins:0"] * 5}


@pytest.mark.parametrize("answer", [-1, 52, 64, 51, 2.5, None, "goblins:0"])
def test_an_answer_that_is_no_option_is_refused(answer: Any):
    # Seat 0 is dealt the cards 0 to 12 of record order, so 51 is somebody else's card.
    with pytest.raises(StrategyError) as caught:
        play(CLAIM, range(52), lambda _view: answer, lowest, names=("bad", "good"), deal=7)
    message = str(caught.value)
    told = {51: "doppelgangers:9"}.get(answer, repr(answer))
    assert message.startswith(f"strategy 'bad' at seat 0 answered {told} in deal 7, phase 1, tri")
    assert "trick 1 (lead) of claim, which is no" in message
    assert "options: goblins:0, goblins:1, " in message
    assert message.count("\n") == 0


def test_an_offer_may_be_declined_but_not_answered_with_another_card():
    rules = Ruleset(make_deck(["lightning_elementals", "knights"], allow_what_if=True))

    def play_with(answer: int) -> None:
        def choose(view: Any) -> int:
            return answer if DECISIONS[view.decision] == "boost" else lowest(view)

        play(rules, range(20), choose, choose)

    play_with(DECLINE)
    with pytest.raises(StrategyError, match=r"\(boost\) of .*, which is none .*-1 \(decline\)"):
        play_with(19)


def test_revoking_is_refused_with_the_cards_that_would_be_right():
    # Seat 0 leads goblins:0; seat 1 holds goblins:9 and tries a Dwarf.
    order = [*range(13), 13, *range(22, 34), *range(14, 22), *range(34, 52)]
    with pytest.raises(StrategyError) as caught:
        play(CLAIM, order, lowest, lambda _view: 22)
    assert str(caught.value) == (
        "the strategy at seat 1 answered dwarves:0 in phase 1, trick 1 (follow) of claim, which is "
        "none of its options: goblins:9"
    )


@pytest.mark.parametrize("order", [range(51), [0, *range(51)], range(1, 53)])
def test_a_deal_that_is_no_order_of_the_deck_is_refused(order: Any):
    with pytest.raises(InputError, match="the card numbers 0 to 51, each once"):
        play(CLAIM, order, lowest, lowest)


def test_an_empty_pile_is_a_gap_of_the_rules():
    with pytest.raises(RuleGapError):
        Pile().take_top()


def test_powers_go_by_arguments_not_by_names():
    # Both powers at once, in the phases that no published faction has them in.
    monks = Faction(
        name="monks",
        printed=tuple(range(10)),
        powers=(ScoredWhenPlayed(phases=(1, 2)), LoserScores(phases=(1,))),
        box="test",
        group="single",
        summary="Scored by the loser in Phase 1, by the winner in Phase 2.",
    )
    ghosts = Faction("ghosts", tuple(range(10)), (Wild(),), "test", "single", "Wild.")
    rules = Ruleset(Deck((monks, ghosts)))
    events = play(rules, range(20), lowest, lowest).events
    # Seat 0 leads monks:0, seat 1 follows with monks:5, wins, and takes; seat 0 scores.
    assert events[3:7] == [
        {"event": "trick", "winner": 1},
        {"event": "take", "player": 1, "card": "ghosts:0"},
        {"event": "take", "player": 0, "card": "ghosts:1"},
        {"event": "score", "player": 0, "cards": ["monks:0", "monks:5"]},
    ]


def test_every_power_has_a_behaviour():
    assert set(BEHAVIOURS) == set(POWER_NAMES)
    for kind, behaviour in BEHAVIOURS.items():
        assert POWER_NAMES[kind] in Abilities.__annotations__
        assert f"``{POWER_NAMES[kind]}`` (rules, " in (behaviour.__doc__ or "")
        assert kind is getattr(told, behaviour.__name__)


def test_every_location_has_a_class():
    assert set(SETTING_CLASSES) == {NONE, *SETTINGS}
    assert set(BUILDING_CLASSES) == {NONE, *BUILDINGS}
    for name, kind in (SETTING_CLASSES | BUILDING_CLASSES).items():
        assert name == NONE or "(rules, " in (kind.__doc__ or "")


@given(deals())
def test_the_flat_table_decides_nothing(deal: Deal):
    rules = deal.rules
    empty = Ruleset(rules.deck, rules.switches, rules.parameters, rules.setting, rules.building)
    empty.__dict__["table"] = np.zeros(1, TABLE)[0]
    seeing = deal.play()
    blind = Deal(empty, deal.order, deal.seed).play()
    assert (blind.events, blind.result) == (seeing.events, seeing.result)


def test_it_imports_no_kernel():
    code = (
        "import sys, claimsim.reference, claimsim.replay, claimsim.trace\n"
        "print([m for m in sys.modules if m == 'numba' or m.startswith('claimsim.kernel')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
