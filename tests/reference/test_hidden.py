"""What is hidden stays hidden: Views hold nothing that a player cannot know (rules, 9)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from claimsim import cardsets
from claimsim.errors import StrategyError
from claimsim.reference import Game, Question, play
from claimsim.reference.piles import Pile, Player
from claimsim.reference.view import Views
from claimsim.rules.ruleset import Card
from claimsim.view import DECLINE, DISCARD, FIELDS, FOLLOW, NO_CARD, PICK, PLACES, VIEW
from tests.reference.dealing import Deal, at_random, deals

#: Every field that is a card or a set of cards.
CARDS = ("led", "followed", "prize")
SETS = (*PLACES, "options", "chosen")


def cards_of(view: Any, name: str) -> list[int]:
    return list(cardsets.members(view[name]))


@given(deals())
def test_what_a_player_is_sure_of_is_true(deal: Deal):
    """By name, since nobody can tell identical cards apart."""
    generator = random.Random(deal.seed)  # noqa: S311
    views = Views(deal.rules, None, keep=False)
    names = [card.name for card in deal.rules.by_bit]

    def ask(game: Game, player: Player, question: Question) -> Card | None:
        view = views.show(game, player, question)
        other = game.opponent(player)
        side = Pile(card for deck in game.sides.values() for card in deck)
        for name, pile in (
            ("their_hand", other.hand),
            ("their_followers", other.followers),
            ("in_pile", game.pile),
            ("in_side", side),
        ):
            sure = Counter(names[card] for card in cards_of(view, name))
            assert sure <= Counter(card.name for card in pile), name
        for card, known in zip(game.pile, view["pile_at"].tolist(), strict=False):
            assert known in (NO_CARD, card.bit)
        return generator.choice([*question.options, *([None] if question.may_decline else [])])

    Game(deal.rules, deal.order, ask, lambda _: None, lambda _, __, cards, ___: cards[0]).play()


@given(deals())
def test_a_card_of_a_side_deck_is_not_given_away_by_its_number(deal: Deal):
    cards = deal.rules.by_bit
    before: dict[int, Any] = {}
    for view in deal.play(keep_views=True).views:
        seat = int(view["seat"])
        if view["decision"] == FOLLOW and cards[view["led"]].side:
            name = cards[view["led"]].name
            kept = cardsets.common(view["unseen"], before[seat]["unseen"])
            for bit in cardsets.members(kept):
                assert cards[bit].side or cards[bit].name != name
        before[seat] = view


class Stop(BaseException):  # the engine takes exceptions for a strategy's faults
    pass


class Replay:
    """A game up to a decision: its Views, and what was answered."""

    def __init__(
        self, deal: Deal, order: list[int], answer: Callable[[int, Any], int], stop: int
    ) -> None:
        self.views: list[Any] = []
        self.answers: list[int] = []

        def choose(view: Any) -> int:
            self.views.append(np.frombuffer(view.tobytes(), VIEW)[0])
            if len(self.views) > stop:
                raise Stop
            self.answers.append(int(answer(len(self.answers), view)))
            return self.answers[-1]

        with pytest.raises(Stop):
            play(deal.rules, order, choose, choose)

    def seen_by(self, seat: int) -> list[Any]:
        """Return the Views of one player."""
        return [view for view in self.views if view["seat"] == seat]


def played(deal: Deal, data: st.DataObject) -> tuple[Replay, int, int]:
    """Play a random game up to a random decision; return it, the decision and its player."""
    choose = [at_random(deal.seed), at_random(deal.seed + 1)]
    count = len(play(deal.rules, deal.order, *choose, keep_views=True).views)
    stop = data.draw(st.integers(0, count - 1), label="decision")
    choose = [at_random(deal.seed), at_random(deal.seed + 1)]
    replay = Replay(deal, deal.order, lambda _, view: choose[int(view.seat)](view), stop)
    return replay, stop, int(replay.views[stop]["seat"])


def in_names(deal: Deal, view: Any) -> list[Any]:
    """Return a View with the names of cards, so that identical cards are the same."""
    names = [str(card) for card in deal.rules.by_bit]

    def name(card: Any) -> str:
        return "" if card == NO_CARD else names[card]

    return [
        [name(view[field]) for field in CARDS],
        [sorted(names[card] for card in cards_of(view, field)) for field in SETS],
        [name(card) for card in view["pile_at"]],
        [view[f.name].tolist() for f in FIELDS[:-1] if f.name not in (*CARDS, *SETS, "pile_at")],
    ]


def alike(deal: Deal, before: Any, answer: int, view: Any) -> list[int]:
    """Return the options of a View that look like what was answered to the View before."""
    if answer == DECLINE:
        return [answer]
    name = deal.rules.by_bit[answer].name
    lay_open = cardsets.contains(before["face_up"], answer)
    return [
        option
        for option in cards_of(view, "options")
        if deal.rules.by_bit[option].name == name
        and cardsets.contains(view["face_up"], option) == lay_open
    ]


@given(deals(), st.data())
def test_nobody_can_tell_identical_cards_apart(deal: Deal, data: st.DataObject):
    one, stop, seat = played(deal, data)
    generator = random.Random(data.draw(st.integers(0, 1000), label="twins"))  # noqa: S311

    def any_of_them(index: int, view: Any) -> int:
        return generator.choice(alike(deal, one.views[index], one.answers[index], view))

    other = Replay(deal, deal.order, any_of_them, stop)
    for view, same in zip(one.seen_by(seat), other.seen_by(seat), strict=True):
        assert in_names(deal, view) == in_names(deal, same)


def never_seen(deal: Deal, replay: Replay, seat: int) -> set[int]:
    """Return the cards of which a player has seen nothing, and the opponent shown nothing."""
    hidden = set(range(len(deal.rules.cards)))
    for view in replay.seen_by(seat):
        hidden &= {*cards_of(view, "unseen"), *cards_of(view, "in_side")}
    for view, answer in zip(replay.views, replay.answers, strict=False):
        secret = view["decision"] == DISCARD or (
            view["decision"] == PICK and cardsets.contains(view["in_pile"], answer)
        )
        if view["seat"] != seat and not secret:
            hidden.discard(answer)
    return hidden


def redealt(deal: Deal, hidden: set[int], generator: random.Random) -> dict[int, int]:
    """Return what becomes of the hidden cards: they change places, side decks for themselves."""
    cards = deal.rules.by_bit
    becomes: dict[int, int] = {}
    for faction in ("", *deal.rules.deck.side_decks):
        group = [
            bit
            for bit in sorted(hidden)
            if (cards[bit].faction == faction if faction else True)
            and cards[bit].side == (faction != "")
        ]
        shuffled = list(group)
        generator.shuffle(shuffled)
        becomes.update(zip(group, shuffled, strict=True))
    return becomes


@given(deals(), st.data())
def test_a_view_does_not_change_with_what_is_hidden(deal: Deal, data: st.DataObject):
    one, stop, seat = played(deal, data)
    hidden = never_seen(deal, one, seat)
    generator = random.Random(data.draw(st.integers(0, 1000), label="redeal"))  # noqa: S311
    cards = deal.rules.cards
    other = None
    for _ in range(50):
        becomes = redealt(deal, hidden, generator)
        if all(bit == changed for bit, changed in becomes.items()):
            continue
        by_bit = deal.rules.by_bit
        order = [by_bit[becomes.get(cards[n].bit, cards[n].bit)].number for n in deal.order]
        answers = [becomes.get(answer, answer) for answer in one.answers]
        try:
            # A redeal counts if the opponent could have played as he did.
            other = Replay(deal, order, lambda index, _: answers[index], stop)  # noqa: B023
            break
        except StrategyError:
            continue
    assume(other is not None)
    assert other is not None
    for view, same in zip(one.seen_by(seat), other.seen_by(seat), strict=True):
        assert view.tobytes() == same.tobytes()
