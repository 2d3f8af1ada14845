"""Where everything lies while a game is told: the board, moved on by the record's events.

It knows no rule beyond where an event puts a card; whether the events are right has been
checked before (:mod:`claimsim.replay`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from claimsim.record_reading import GameRecord
from claimsim.rules import powers as told
from claimsim.rules.ruleset import Card

Event = dict[str, Any]


class Board:
    """The state of a game that is being told.

    Parameters
    ----------
    record
        The game.

    Attributes
    ----------
    phase, trick
        1 or 2, and the number of the trick in it, from 1; 0 before the first.
    hands, followers, score, in_front
        Cards by seat.
    pile, face_up, waiting
        Cards that belong to nobody; the pile from its top.
    played
        The cards played to the trick, the leader's first; of the last one until the next begins.
    table
        Of those, and of the cards that waited, what nobody has got yet.
    seats
        Who played them.
    boosts
        By seat: the cards discarded for their bonus in this trick.
    raised
        By seat and faction: what the cards of a faction gain in this trick by scored cards,
        tridents and Ice Fields, as words and numbers.
    winner, captured
        Who won the last trick, and whether by a capture.
    tridents, supply
        Tridents by seat, and those that are left.
    came, secured
        Lighthouse: cards of each faction that came to each seat, and whose a vote is.
    last_winner
        Who won the last trick of each phase so far.
    """

    def __init__(self, record: GameRecord) -> None:
        rules, h = record.rules, record.rules.deck.hand_size
        dealt = [rules.cards[number] for number in record.order]
        self.rules = rules
        self.names = {card.name: card for card in reversed(rules.cards)}
        self.phase = 1
        self.trick = 0
        self.hands = [dealt[:h], dealt[h : 2 * h]]
        self.followers: list[list[Card]] = [[], []]
        self.score: list[list[Card]] = [[], []]
        self.in_front: list[list[Card]] = [[], []]
        self.pile = dealt[2 * h : 4 * h]
        self.face_up: list[Card] = []
        self.waiting: list[Card] = []
        self.played: list[Card] = []
        self.table: list[Card] = []
        self.seats: list[int] = []
        self.boosts: list[list[Card]] = [[], []]
        self.raised: list[dict[str, list[tuple[str, int]]]] = [{}, {}]
        self.winner = 0
        self.captured = False
        self.lost: int | None = None
        self.tridents = [0, 0]
        self.supply = sum(power.supply or 0 for power in self._all(told.Arms))
        self.came: list[Counter[str]] = [Counter(), Counter()]
        self.secured: dict[str, int] = {}
        self.last_winner: dict[int, int] = {}
        self._given: list[Card] | None = None

    def cards(self, event: Event) -> list[Card]:
        """Return the cards that an event names."""
        return [self.names[name] for name in event.get("cards", ())]

    def has(self, card: Card, kind: type[told.Power]) -> bool:
        """Say whether a card has a power."""
        return self.rules.has(card, kind)

    def begins(self) -> bool:
        """Say whether the next play leads a trick."""
        return len(self.played) != 1

    def apply(self, event: Event) -> None:
        """Move what an event moves."""
        move: dict[str, Callable[[Event], None]] = {
            "pass": self._swap,
            "exchange": self._swap,
            "reveal": self._reveal,
            "play": self._play,
            "answer": self._boost,
            "trick": self._won,
            "take": self._take,
            "score": self._score,
            "wait": self._wait,
            "smash": lambda e: _move(self.in_front[1 - e["player"]], [self.names[e["card"]]]),
            "trident": self._trident,
            "fire": lambda e: self.hands[e["player"]].append(self.names[e["card"]]),
            "phase": self._change_phase,
            "discard": lambda e: _move(self.hands[e["player"]], self.cards(e)),
            "draw": lambda e: self.score[e["player"]].extend(self.cards(e)),
            "drop": lambda e: _move(self.score[e["player"]], self.cards(e)),
        }
        if event["event"] in move:
            move[event["event"]](event)

    def end(self) -> None:
        """Rules, 7.1: what lies in front of a player joins his score pile."""
        for seat in (0, 1):
            self.score[seat] += self.in_front[seat]
            self.in_front[seat] = []

    def is_hidden(self, event: Event) -> bool:
        """Say whether a card is taken from the pile, and not among those that lie face up."""
        if event["player"] == self.winner:
            return "from" in event or (self.rules.setting == "shore" and self.picks() is None)
        if self.rules.setting == "islands":
            return bool(self.pile)
        return not self.face_up

    def picks(self) -> int | None:
        """Return how many cards of the pile the trick's winner looks at, None for no such power.

        Rules, 5 and 12: the looks of his own card, or the larger of the two cards' looks where
        any of them is enough.
        """
        looks = []
        for card, seat in zip(self.played, self.seats, strict=True):
            power = self.rules.power(card.faction, told.PicksReward)
            if power is not None and (seat == self.winner or power.trigger == "any_seer_in_trick"):
                looks.append(power.looks or 0)
        return max(looks, default=None)

    def is_last_score(self) -> bool:
        """Say whether a score of the winner is that of the cards which waited to the end."""
        return not self.table and bool(self.waiting)

    def lies_in_front(self, card: Card) -> bool:
        """Say whether a card that somebody gets now lies in front of him (rules, 12)."""
        if self.phase == 1 or not self.has(card, told.LiesInFront):
            return False
        at_once = self.rules.power(card.faction, told.ScoredWhenPlayed)
        return self.captured or at_once is None or 2 not in at_once.phases

    def _all(self, kind: type[Any]) -> list[Any]:
        found = [self.rules.power(name, kind) for name in self.rules.deck.names]
        return [power for power in found if power is not None]

    def _swap(self, event: Event) -> None:
        """Both give before either gets."""
        cards = self.cards(event)
        _move(self.hands[event["player"]], cards)
        if self._given is None:
            self._given = cards
            return
        self.hands[1 - event["player"]] += cards
        self.hands[event["player"]] += self._given
        self._given = None

    def _reveal(self, event: Event) -> None:
        for card in self.cards(event):
            _move(self.pile, [card])
            self.face_up.append(card)

    def _play(self, event: Event) -> None:
        seat, card = event["player"], self.names[event["card"]]
        if self.begins():
            self.trick += 1
            self.played, self.seats, self.boosts = [], [], [[], []]
            self.raised = [self._gains(0), self._gains(1)]
        self._boost(event)
        _move(self.hands[seat], [card])
        self.played.append(card)
        self.seats.append(seat)

    def _gains(self, seat: int) -> dict[str, list[tuple[str, int]]]:
        """Rules, 4: what each faction's cards of a player gain in the trick that begins."""
        rules, gains = self.rules, {}
        for name in rules.deck.names:
            parts = []
            for other in rules.deck.names if self.phase == 2 else ():
                power = rules.power(other, told.Strengthens)
                count = sum(card.faction == other for card in self.score[seat])
                if power is not None and other != name and count:
                    parts.append((f"scored {other}", (power.bonus or 0) * count))
            arms = rules.power(name, told.Arms)
            if arms is not None and self.tridents[seat]:
                parts.append(("tridents", (arms.bonus or 0) * self.tridents[seat]))
            if rules.setting == "ice_fields" and self.lost == seat:
                parts.append(("ice_fields", rules.number("ice_fields.bonus")))
            gains[name] = parts
        return gains

    def _boost(self, event: Event) -> None:
        cards = [self.names[name] for name in event.get("boost", ())]
        _move(self.score[event["player"]], cards)
        self.boosts[event["player"]] += cards

    def _won(self, event: Event) -> None:
        self.winner, self.captured = event["winner"], "captured" in event
        self.lost = 1 - self.winner
        self.last_winner[self.phase] = self.winner
        self.table = list(self.played)
        if self.phase == 2:
            self.table += self.waiting
            self.waiting = []

    def _take(self, event: Event) -> None:
        card = self.names[event["card"]]
        _move(self.pile if self.is_hidden(event) else self.face_up, [card])
        self.followers[event["player"]].append(card)

    def _score(self, event: Event) -> None:
        cards, seat = self.cards(event), event["player"]
        _move(self.waiting if self.is_last_score() else self.table, cards)
        for card in cards:
            place = self.in_front if self.lies_in_front(card) else self.score
            place[seat].append(card)
            if self.phase == 2:
                self._came(seat, card.faction)

    def _came(self, seat: int, faction: str) -> None:
        """Rules, 7.7: Lighthouse counts what comes to a player in Phase 2."""
        self.came[seat][faction] += 1
        enough = self.came[seat][faction] >= self.rules.number("lighthouse.cards")
        if self.rules.building == "lighthouse" and enough:
            self.secured.setdefault(faction, seat)

    def _wait(self, event: Event) -> None:
        self.waiting = self.cards(event)
        _move(self.table, self.waiting)

    def _trident(self, event: Event) -> None:
        self.tridents[event["player"]] += 1
        if event["from"] == "supply":
            self.supply -= 1
        else:
            self.tridents[event["from"]] -= 1

    def _change_phase(self, _event: Event) -> None:
        self.phase, self.trick = 2, 0
        self.hands, self.followers = self.followers, [[], []]


def _move(place: list[Card], cards: Iterable[Card]) -> None:
    """Take cards out of a place, each as its name says: identical cards are one and the same."""
    for card in cards:
        place.remove(next(other for other in place if other.name == card.name))
