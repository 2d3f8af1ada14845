"""What players see: neither more nor less than the rules let them know (rules, 9)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from claimsim import cardsets, chance
from claimsim.errors import StrategyError
from claimsim.reference import play
from claimsim.reference.view import _LAYOUT, _SHOWN
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.view import FIELDS, FOLLOW, LEAD, NO_CARD, VIEW
from tests.reference.dealing import Deal, at_random, deals

CARD_SETS = (
    "hand", "followers", "their_followers", "their_hand", "score", "their_score", "discard",
    "unseen",
)  # fmt: skip


def cards_of(view: np.void, name: str) -> list[int]:
    return list(cardsets.members(view[name]))


@given(deals())
def test_every_card_is_in_one_place_of_a_view(deal: Deal):
    for view in deal.play(keep_views=True).views:
        places = [card for name in CARD_SETS for card in cards_of(view, name)]
        places += [int(view[name]) for name in ("led", "prize") if view[name] != NO_CARD]
        assert sorted(places) == list(range(len(deal.rules.deck.cards)))
        assert cardsets.without(view["options"], view["hand"]) == 0


class Onlooker:
    """Knows what one player sees: his hand, his own takings, and what lies face up."""

    def __init__(self, deal: Deal, seat: int) -> None:
        h = deal.rules.deck.hand_size
        names = [str(card) for card in deal.rules.deck.cards]
        dealt = [names[number] for number in deal.order]
        self.seat, self.h = seat, h
        self.sets = {name: Counter[str]() for name in CARD_SETS}
        self.sets["hand"] = Counter(dealt[seat * h : (seat + 1) * h])
        self.sets["unseen"] = Counter(names) - self.sets["hand"]
        self.phase, self.trick = 1, 0
        self.led = self.prize = ""
        self.pile = 2 * h
        self.table: list[str] = []

    def see(self, event: dict[str, Any]) -> None:
        mine = event.get("player", event.get("winner")) == self.seat
        getattr(self, f"see_{event['event']}")(event, mine)

    def see_reveal(self, event: dict[str, Any], mine: bool) -> None:  # own
        self.clear()
        [self.prize] = event["cards"]
        self.sets["unseen"][self.prize] -= 1
        self.pile -= 1

    def see_play(self, event: dict[str, Any], mine: bool) -> None:  # own
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

    def see_trick(self, event: dict[str, Any], mine: bool) -> None:  # own
        self.led = ""
        self.trick += 1

    def see_take(self, event: dict[str, Any], mine: bool) -> None:  # own
        card, was_prize = event["card"], self.prize != ""
        if was_prize:
            self.prize = ""
        else:
            self.pile -= 1
        if mine:
            self.sets["followers"][card] += 1
            if not was_prize:
                self.sets["unseen"][card] -= 1
        elif was_prize:
            self.sets["their_followers"][card] += 1

    def see_score(self, event: dict[str, Any], mine: bool) -> None:  # own
        for card in event["cards"]:
            self.sets["score" if mine else "their_score"][card] += 1
            self.table[self.table.index(card)] = ""

    def see_phase(self, event: dict[str, Any], mine: bool) -> None:  # own
        self.clear()
        self.phase, self.trick = 2, 0
        sets = self.sets
        sets["hand"], sets["followers"] = sets["followers"], Counter()
        sets["their_hand"], sets["their_followers"] = sets["their_followers"], Counter()

    def clear(self) -> None:
        self.sets["discard"].update(card for card in self.table if card)
        self.table = []


@given(deals())
def test_a_view_is_what_an_onlooker_has_seen(deal: Deal):
    playout = deal.play(keep_views=True)
    names = [str(card) for card in deal.rules.deck.cards]
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
            shown = {
                name: Counter(names[card] for card in cards_of(view, name)) for name in CARD_SETS
            }
            seen = {name: +cards for name, cards in looker.sets.items()}
            assert shown == seen, event
        for looker in lookers:
            looker.see(event)
    assert next(views, None) is None


def replayed(deal: Deal, order: list[int], plays: list[list[int]], stop: int) -> list[bytes]:
    """Play the same cards from another deal; return the Views up to decision `stop`."""
    views: list[bytes] = []
    left = [iter(cards) for cards in plays]

    class Stop(Exception):
        pass

    def choose(view: Any) -> int:
        views.append(view.tobytes())
        if len(views) > stop:
            raise Stop
        return next(left[int(view.seat)])

    with pytest.raises(Stop):
        play(deal.rules, order, choose, choose)
    return views


@given(deals(), st.data())
def test_a_view_does_not_change_with_what_is_hidden(deal: Deal, data: st.DataObject):
    plays: list[list[int]] = [[], []]

    def noted(seat: int) -> Any:
        choose = at_random(deal.seed + seat)

        def choose_and_note(view: Any) -> int:
            plays[seat].append(choose(view))
            return plays[seat][-1]

        return choose_and_note

    views = play(deal.rules, deal.order, noted(0), noted(1), keep_views=True).views
    stop = data.draw(st.integers(0, len(views) - 1), label="decision")
    hidden = cards_of(views[stop], "unseen")
    places = [place for place, card in enumerate(deal.order) if card in hidden]
    generator = random.Random(data.draw(st.integers(0, 1000), label="redeal"))  # noqa: S311
    other = None
    for _ in range(50):
        # A redeal counts if the opponent could have played as he did.
        generator.shuffle(hidden)
        order = list(deal.order)
        for place, card in zip(places, hidden, strict=True):
            order[place] = card
        if order == deal.order:
            continue
        try:
            other = replayed(deal, order, plays, stop)
            break
        except StrategyError:
            continue
    assume(other is not None)
    assert other is not None
    seat = views[stop]["seat"]
    same = [index for index in range(stop + 1) if views[index]["seat"] == seat]
    for index in same:
        assert other[index] == views[index].tobytes()


def test_a_view_changes_with_what_is_known():
    rules = Ruleset(make_deck(["knights", "dwarves"], allow_what_if=True))
    order = list(range(18))
    # Seat 0's hand is the places 0 to 3, the first prize the place 8.
    for one, other, seen in ((0, 4, True), (8, 9, True), (4, 9, False), (16, 10, False)):
        changed = list(order)
        changed[one], changed[other] = changed[other], changed[one]
        views = [
            play(rules, deal, at_random(1), at_random(1), keep_views=True).views[0].tobytes()
            for deal in (order, changed)
        ]
        assert (views[0] != views[1]) is seen


def test_dice_reach_the_right_decision():
    rules = Ruleset(make_deck(["knights", "dwarves"], allow_what_if=True))
    dice = chance.dice(rules.deck.key(1), 0)
    views = play(rules, range(18), at_random(1), at_random(2), dice, keep_views=True).views
    assert len(views) == 16
    for view in views:
        assert view["dice"] == dice[view["seat"], view["phase"] - 1, view["trick"]]


def test_a_strategy_cannot_write_to_its_view():
    rules = Ruleset(make_deck(["knights", "dwarves"], allow_what_if=True))

    def scribbler(view: Any) -> int:
        view.hand = 0
        return 0

    with pytest.raises(ValueError, match="read-only"):
        play(rules, range(18), scribbler, scribbler)


def test_a_view_reads_like_a_record():
    rules = Ruleset(make_deck(["knights", "dwarves"], allow_what_if=True))
    asked: list[str] = []

    def choose(view: Any) -> int:
        assert isinstance(view, np.record)
        for field in FIELDS[:-1]:
            assert getattr(view, field.name) == view[field.name]
        assert view.rules.value_of[view.hand.item().bit_length() - 1] > 0
        assert view.rules.tobytes() == rules.table.tobytes()
        with pytest.raises(AttributeError, match="'hnad'"):
            _ = view.hnad
        asked.append("seen")
        return cardsets.lowest(view.options)

    play(rules, range(18), choose, choose)
    assert len(asked) == 16


def test_the_packed_fields_lie_where_the_view_has_them():
    assert VIEW.fields is not None
    assert _SHOWN.fields is not None
    assert _LAYOUT.size == VIEW.fields["rules"][1]
    assert _SHOWN.itemsize == VIEW.itemsize
    for field in FIELDS:
        assert _SHOWN.fields[field.name][1] == VIEW.fields[field.name][1]
