"""What players see: neither more nor less than the rules let them know (rules, 9)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from claimsim import cardsets, chance
from claimsim.errors import StrategyError
from claimsim.reference import play
from claimsim.reference.view import _LAYOUT
from claimsim.reference.view_record import ARRAYS, NUMBERS, SHOWN
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.table import TABLE
from claimsim.view import (
    ANSWER,
    BOOST,
    DISCARD,
    DRAW,
    EXCHANGE,
    FIELDS,
    FOLLOW,
    LEAD,
    NO_CARD,
    PASS,
    PICK,
    PLACES,
    SMASH,
    VIEW,
)
from tests.reference.dealing import Deal, at_random, claim_deals, deals

TWO = Ruleset(make_deck(["knights", "dwarves"], allow_what_if=True))

#: The cards that each decision may be about.
CHOSEN_FROM = {
    LEAD: ("hand",),
    FOLLOW: ("hand",),
    BOOST: ("score",),
    ANSWER: ("score",),
    PICK: ("face_up", "in_pile"),
    PASS: ("hand",),
    EXCHANGE: ("hand",),
    DISCARD: ("hand",),
    SMASH: ("their_in_front",),
}

#: Numbers of decisions of one kind in one trick: the places of an exchange, and more exchanges.
K = [64 * exchange + chosen for exchange in range(4) for chosen in range(20)]


def cards_of(view: Any, name: str) -> list[int]:
    return list(cardsets.members(view[name]))


@given(deals())
def test_every_card_is_in_one_place_of_a_view(deal: Deal):
    for view in deal.play(keep_views=True).views:
        places = [card for name in PLACES for card in cards_of(view, name)]
        places += [int(view[name]) for name in ("led", "followed") if view[name] != NO_CARD]
        assert sorted(places) == list(range(len(deal.rules.cards)))
        known = {int(card) for card in view["pile_at"] if card != NO_CARD}
        assert known == set(cards_of(view, "in_pile"))
        assert all(card == NO_CARD for card in view["pile_at"][int(view["pile_count"]) :])


@given(deals())
def test_a_player_chooses_from_what_the_decision_is_about(deal: Deal):
    for view in deal.play(keep_views=True).views:
        options, chosen, decision = view["options"], view["chosen"], int(view["decision"])
        assert not cardsets.empty(options)
        assert cardsets.empty(cardsets.common(options, chosen))
        if decision == DRAW:
            assert cardsets.size(options) == 1
            continue
        allowed = 0
        for name in CHOSEN_FROM[decision]:
            allowed = cardsets.union(allowed, view[name])
        assert cardsets.empty(cardsets.without(options, allowed))
        if decision in (PASS, EXCHANGE, DISCARD):
            assert cardsets.union(options, chosen) == view["hand"]
            assert 1 <= view["need"] <= cardsets.size(options)
        elif decision == PICK:
            assert cardsets.size(options) > 1
        elif decision == SMASH:
            assert cardsets.size(options) == 1
        assert (view["need"] == 0) == (decision in (BOOST, ANSWER, SMASH, DRAW))


class Onlooker:
    """Knows what one player sees: his hand, his own takings, and what lies face up."""

    def __init__(self, deal: Deal, seat: int) -> None:
        h = deal.rules.deck.hand_size
        names = [str(card) for card in deal.rules.cards]
        dealt = [names[number] for number in deal.order]
        self.seat, self.h = seat, h
        self.sets = {name: Counter[str]() for name in PLACES}
        self.sets["hand"] = Counter(dealt[seat * h : (seat + 1) * h])
        self.sets["unseen"] = Counter(names) - self.sets["hand"]
        self.phase, self.trick, self.lost = 1, 0, 0
        self.led = self.prize = ""
        self.pile = 2 * h
        self.table: list[str] = []

    def see(self, event: dict[str, Any]) -> None:
        mine = event.get("player", event.get("winner")) == self.seat
        getattr(self, f"see_{event['event']}")(event, mine)

    def see_reveal(self, event: dict[str, Any], mine: bool) -> None:
        self.clear()
        [self.prize] = event["cards"]
        self.sets["face_up"][self.prize] += 1
        self.sets["unseen"][self.prize] -= 1
        self.pile -= 1

    def see_play(self, event: dict[str, Any], mine: bool) -> None:
        if len(self.table) == 2 or (self.phase == 2 and not self.table):
            self.clear()
        card = event["card"]
        if mine:
            self.sets["hand"][card] -= 1
        elif self.sets["their_hand"][card]:
            self.sets["their_hand"][card] -= 1
        else:
            self.sets["unseen"][card] -= 1
        self.table.append(card)
        self.led = self.table[0]

    def see_trick(self, event: dict[str, Any], mine: bool) -> None:
        self.led = ""
        self.trick += 1
        self.lost = int(not mine)

    def see_take(self, event: dict[str, Any], mine: bool) -> None:
        card, was_prize = event["card"], self.prize != ""
        if was_prize:
            self.prize = ""
            self.sets["face_up"][card] -= 1
        else:
            self.pile -= 1
        if mine:
            self.sets["followers"][card] += 1
            if not was_prize:
                self.sets["unseen"][card] -= 1
        elif was_prize:
            self.sets["their_followers"][card] += 1

    def see_score(self, event: dict[str, Any], mine: bool) -> None:
        for card in event["cards"]:
            self.sets["score" if mine else "their_score"][card] += 1
            self.table[self.table.index(card)] = ""

    def see_phase(self, event: dict[str, Any], mine: bool) -> None:
        self.clear()
        self.phase, self.trick = 2, 0
        sets = self.sets
        sets["hand"], sets["followers"] = sets["followers"], Counter()
        sets["their_hand"], sets["their_followers"] = sets["their_followers"], Counter()

    def clear(self) -> None:
        self.sets["discard"].update(card for card in self.table if card)
        self.table = []


@given(claim_deals())
def test_a_view_of_the_first_box_is_what_an_onlooker_has_seen(deal: Deal):
    playout = deal.play(keep_views=True)
    names = [str(card) for card in deal.rules.by_bit]
    lookers = [Onlooker(deal, seat) for seat in (0, 1)]
    views = iter(playout.views)
    for event in playout.events:
        if event["event"] == "play":
            view, looker = next(views), lookers[event["player"]]
            if len(looker.table) == 2:  # the trick before is over
                looker.clear()
            assert view["seat"] == looker.seat
            assert (view["phase"], view["trick"]) == (looker.phase, looker.trick)
            assert view["decision"] == (FOLLOW if looker.led else LEAD)
            assert (names[view["led"]] if view["led"] != NO_CARD else "") == looker.led
            assert (names[view["prize"]] if view["prize"] != NO_CARD else "") == looker.prize
            assert view["pile_count"] == looker.pile
            assert view["lost"] == looker.lost
            shown = {name: Counter(names[card] for card in cards_of(view, name)) for name in PLACES}
            seen = {name: +cards for name, cards in looker.sets.items()}
            assert shown == seen, event
        for looker in lookers:
            looker.see(event)
    assert next(views, None) is None


def test_a_view_changes_with_what_is_known():
    order = list(range(18))
    # Seat 0's hand is the places 0 to 3, the first prize the place 8.
    for one, other, seen in ((0, 4, True), (8, 9, True), (4, 9, False), (16, 10, False)):
        changed = list(order)
        changed[one], changed[other] = changed[other], changed[one]
        views = [
            play(TWO, deal, at_random(1), at_random(1), keep_views=True).views[0].tobytes()
            for deal in (order, changed)
        ]
        assert (views[0] != views[1]) is seen


@given(deals())
def test_dice_reach_the_right_decision(deal: Deal):
    key = deal.rules.deck.key(deal.seed)
    luck = chance.Luck(key, deal.seed, (1, 0))
    one, other = at_random(1), at_random(2)
    plays = chance.dice(key, deal.seed)
    seen: set[tuple[int, ...]] = set()
    for view in play(deal.rules, deal.order, one, other, luck, keep_views=True).views:
        seat, phase, trick = int(view["seat"]), int(view["phase"]), int(view["trick"])
        decision = int(view["decision"])
        player = 1 - seat
        if decision in (LEAD, FOLLOW):
            assert view["dice"] == plays[player, phase - 1, trick]
            continue
        # No two decisions of a player in a trick share their number.
        number = int(plays[player, phase - 1, trick])
        numbered = [chance.die(number, decision, k) for k in K]
        place = (seat, decision, phase, trick, numbered.index(int(view["dice"])))
        assert place not in seen
        seen.add(place)


def test_a_strategy_cannot_write_to_its_view():
    def scribbler(view: Any) -> int:
        view["hand"] = 0
        return 0

    def setter(view: Any) -> int:
        view.hand = 0
        return 0

    def changer(view: Any) -> int:
        view.rules.value_of[0] = 0
        return 0

    for choose in (scribbler, setter, changer):
        with pytest.raises(StrategyError, match=r"at seat 0 raised .*(read-only|no setter)"):
            play(TWO, range(18), choose, choose)


@given(deals())
def test_a_view_reads_like_a_record(deal: Deal):
    player = at_random(deal.seed)

    def choose(view: Any) -> int:
        assert isinstance(view, np.record)
        for field in FIELDS[:-1]:
            assert np.array_equal(getattr(view, field.name), view[field.name])
        for name in TABLE.names or ():
            assert np.array_equal(getattr(view.rules, name), deal.rules.table[name])
        assert view["rules"].tobytes() == deal.rules.table.tobytes()
        with pytest.raises(AttributeError, match="'hnad'"):
            _ = view.hnad
        with pytest.raises(AttributeError, match="'vlaue'"):
            _ = view.rules.vlaue
        return player(view)

    play(deal.rules, deal.order, choose, choose)


def test_the_packed_fields_lie_where_the_view_has_them():
    assert VIEW.fields is not None
    assert SHOWN.fields is not None
    assert _LAYOUT.size == VIEW.fields["rules"][1]
    assert SHOWN.itemsize == VIEW.itemsize
    assert {*NUMBERS, *ARRAYS, "dice", "rules"} == {field.name for field in FIELDS}
    for field in FIELDS:
        assert SHOWN.fields[field.name][1] == VIEW.fields[field.name][1]
