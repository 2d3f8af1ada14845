"""What a record answers when the game that it tells is played again.

A decision stands in an event that comes after it: a boost in the event of the play, a passed
card in that of the pass. So each question looks at the event where its answer belongs, takes
what it finds there, and says which rule is broken where that cannot be.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from claimsim import view
from claimsim.errors import RuleViolation
from claimsim.record_fields import foreign

if TYPE_CHECKING:
    from claimsim.reference.game import Game, Question
    from claimsim.reference.piles import Player
    from claimsim.rules.ruleset import Card

Event = dict[str, Any]

#: The section of the rules that is broken where an event is wrong in itself, missing, or there
#: though nothing calls for it.
_RULES = {
    "pass": "2",
    "exchange": "2",
    "discard": "2",
    "answer": "4",
    "score": "5",
    "wait": "5",
    "smash": "5",
    "fire": "5",
    "trident": "5",
    "lead": "6",
    "draw": "7.4",
    "arrest": "7.5",
    "drop": "7.3",
}

#: Events that every trick and game has: where one of them stands too early or too late, it is
#: the order of play that is broken, or whatever should have come first.
_FRAME = {"reveal": "2", "play": "4", "trick": "4", "take": "2", "phase": "2"}

#: Decisions over several cards, and the events in which both players' choices stand.
_GIVEN = {view.PASS: "pass", view.EXCHANGE: "exchange", view.DISCARD: "discard"}


def rule_of(event: Event) -> str:
    """Return the section of the rules that says what an event must be."""
    if event.get("why") == "pterosaurs":
        return "7.5"
    return (_RULES | _FRAME)[event["event"]]


class Answers:
    """Goes through the events of a record beside the game that should produce them.

    Parameters
    ----------
    events
        The record's events, their form checked.
    factions
        The factions of the deck.
    """

    def __init__(self, events: Sequence[Event], factions: Sequence[str]) -> None:
        self._events = list(events)
        self._places = list(range(len(events)))  # where each stands in the record
        self._factions = factions
        self._next = 0

    def answer(self, game: Game, player: Player, question: Question) -> Card | None:
        """Return what the record answers to a question, None where it declines."""
        kind = question.decision
        if kind in (view.LEAD, view.FOLLOW):
            return self._played(game, player, question)
        if kind in (view.BOOST, view.ANSWER):
            return self._boosted(player, question)
        if kind == view.PICK:
            return self._picked(game, player, question)
        if kind in _GIVEN:
            return self._gave(_GIVEN[kind], player, question)
        name = "smash" if kind == view.SMASH else "fire"
        return self._did(name, player, question)

    def draw(self, _game: Game, faction: str, cards: Sequence[Card], k: int) -> Card:
        """Return the k-th card that the record draws from the discard (rules, 7.4)."""
        found = self._expect("draw", f"cards are drawn for {faction}")
        names = found["cards"]
        if k >= len(names):
            raise self._broken("7.4", f"{len(names)} cards; at least {k + 1} are drawn")
        return self._card(names[k], cards, "7.4", "is not in the Phase 1 discard")

    def compare(self, happened: Event) -> None:
        """Compare the record's next event with what happens by the rules, and move on."""
        if happened["event"] == "smash":
            self._bring_forward(happened)
        found = self._expect(happened["event"], f"comes {_told(happened)}", rule_of(happened))
        if found != happened:
            raise self._broken(
                rule_of(happened), f"found {_told(found)}, right would be {_told(happened)}"
            )
        self._next += 1

    def finish(self) -> None:
        """Check that the record ends with the game (rules, 2)."""
        if self._next < len(self._events):
            rule = _RULES.get(self._events[self._next]["event"], "2")
            raise self._broken(rule, "the game is over before this event")

    def _played(self, game: Game, player: Player, question: Question) -> Card:
        """Rules, 3: the card that is led or follows."""
        event = self._expect("play", f"seat {player.seat} plays")
        self._check_player(event, player, "2")
        for card in question.options:
            if card.name == event["card"]:
                return card
        right = _names(question.options)
        if any(card.name == event["card"] for card in player.hand):
            what = f"{event['card']} may not be led"
            if question.decision == view.FOLLOW:
                what = f"{event['card']} does not follow {game.led}"
            raise self._broken("3", f"{what}, right would be {right}")
        raise self._broken(
            "3",
            f"seat {player.seat} does not hold {event['card']}, right would be one of {right}",
        )

    def _boosted(self, player: Player, question: Question) -> Card | None:
        """Rules, 4: the next card discarded for its bonus, None where there are no more.

        Those of a play stand in its event, which has been found right but for them; an answer
        is an event of its own.
        """
        event = self._events[self._next] if self._next < len(self._events) else {}
        if question.decision == view.ANSWER:
            if event.get("event") != "answer":
                return None
            self._check_player(event, player, "4")
            self._check_cards(event)
        rest = Counter[str](event.get("boost", ()))
        rest.subtract(card.name for card in question.chosen)
        wanted = [name for name, count in rest.items() if count > 0]
        if not wanted:
            return None
        return self._card(
            wanted[0], question.options, "4", f"cannot be discarded by seat {player.seat}"
        )

    def _picked(self, game: Game, player: Player, question: Question) -> Card:
        """Rules, 2 and 5: the winner's choice among face-up cards and cards of the pile."""
        event = self._expect("take", f"seat {player.seat} takes a card")
        self._check_player(event, player, "2")
        face_up = [card for card in question.options if card in game.face_up]
        hidden = [card for card in question.options if card not in game.face_up]
        options, what = (hidden, "in the pile") if "from" in event else (face_up, "face up")
        return self._card(event["card"], options, "5", f"is no choice {what}")

    def _gave(self, name: str, player: Player, question: Question) -> Card:
        """Rules, 2: the next card that is passed, exchanged or discarded.

        Both players choose before either event stands, so seat 1's is the one after the next.
        """
        ahead = player.seat
        right_one = f"seat {player.seat} chooses cards to {name}"
        event = self._expect(name, right_one, _RULES[name], ahead)
        self._check_player(event, player, "2", ahead)
        right = len(question.chosen) + question.need
        if len(event["cards"]) != right:
            raise self._broken(
                "2", f"found {len(event['cards'])} cards, right would be {right}", ahead
            )
        wanted = event["cards"][len(question.chosen)]
        return self._card(
            wanted, question.options, "2", f"is not in seat {player.seat}'s hand", ahead
        )

    def _did(self, name: str, player: Player, question: Question) -> Card | None:
        """Rules, 5: what the player did or declined: its event stands there, or does not."""
        (card,) = question.options
        if name == "smash":
            happened = {"event": name, "player": player.seat, "card": card.name}
            return card if self._bring_forward(happened) else None
        event = self._events[self._next] if self._next < len(self._events) else {}
        return card if (event.get("event"), event.get("player")) == (name, player.seat) else None

    def _bring_forward(self, smash: Event) -> bool:
        """Make a ``smash`` the next event, if it is one of those that this player does now.

        A trick may have several, and nothing says in which order they stand in the record.
        """
        for place in range(self._next, len(self._events)):
            found = self._events[place]
            if (found["event"], found.get("player")) != ("smash", smash["player"]):
                return False
            if found == smash:
                self._events.insert(self._next, self._events.pop(place))
                self._places.insert(self._next, self._places.pop(place))
                return True
        return False

    def _card(
        self, name: str, options: Sequence[Card], rule: str, wrong: str, ahead: int = 0
    ) -> Card:
        """Return the option of this name."""
        for card in options:
            if card.name == name:
                return card
        right = _names(options) or "none"
        raise self._broken(rule, f"{name} {wrong}, right would be {right}", ahead)

    def _check_player(self, event: Event, player: Player, rule: str, ahead: int = 0) -> None:
        if event["player"] != player.seat:
            raise self._broken(
                rule, f"found seat {event['player']}, right would be seat {player.seat}", ahead
            )

    def _expect(self, name: str, right: str, rule: str = "2", ahead: int = 0) -> Event:
        """Return the next event, or one of those after it, if it has this name.

        Where it has another, the broken rule is that of an event which nothing calls for, or
        that of the one which is missing.
        """
        place = self._next + ahead
        rule = "2" if name in _FRAME else rule
        if place >= len(self._events):
            raise self._broken(rule, f"the record ends where {right}", ahead)
        found = self._events[place]
        if found["event"] != name:
            if name in _FRAME:
                rule = _RULES.get(found["event"], "2")
            raise self._broken(rule, f"found {_told(found)} where {right}", ahead)
        self._check_cards(found, ahead)
        return found

    def _check_cards(self, event: Event, ahead: int = 0) -> None:
        """Check that an event's cards are of the deck's factions (rules, 1)."""
        single = [event["card"]] if "card" in event else []
        for name in (*single, *event.get("cards", ()), *event.get("boost", ())):
            what = foreign(name, self._factions)
            if what:
                raise self._broken("1", what, ahead)

    def _broken(self, rule: str, message: str, ahead: int = 0) -> RuleViolation:
        """Return the error for the next event, or for its lack."""
        place = min(self._next + ahead, len(self._events))
        if place == len(self._events):
            return RuleViolation(f"event {place} (missing)", rule, message)
        name = self._events[place]["event"]
        return RuleViolation(f"event {self._places[place]} ({name})", rule, message)


def _names(cards: Sequence[Card]) -> str:
    return ", ".join(dict.fromkeys(card.name for card in cards))


def _told(event: Event) -> str:
    return json.dumps(event)
