"""Checking game records: the game is played again, and must come out as recorded.

The readable engine plays from the record's deal; where it asks for a card, the record's next
event answers. So a record is right if, and only if, its events and its result are those that
the rules bring about.
"""

from __future__ import annotations

import json
from typing import Any

from claimsim.errors import RuleViolation
from claimsim.record_reading import GameRecord, read_record, read_records
from claimsim.reference.game import Event, Game
from claimsim.reference.piles import Player
from claimsim.rules.deck import Card

__all__ = ["check", "read_records", "replay"]

#: The section of the rules that an event breaks if one of its fields is wrong.
_RULES = {
    "reveal": "2",
    "play": "4",  # player and card are checked before: what is left is a boost
    "trick": "4",
    "take": "2",
    "score": "5",
    "phase": "2",
}

#: Likewise for the parts of the result, in the order in which they follow from each other.
_RESULT_RULES = {
    "score_piles": "7.1",
    "votes": "7.7",
    "extra_votes": "7.7",
    "vote_totals": "7.7",
    "winner": "7.8",
    "decided_by": "7.8",
}


def replay(record: Any) -> None:
    """Check that a game record obeys the rules.

    Parameters
    ----------
    record
        A record as ``json.loads`` returns it.

    Raises
    ------
    InputError
        What is no record, or one that this version cannot play.
    RuleViolation
        The first thing that breaks a rule. Events are counted from 0, as ``events[0]``.
    """
    check(read_record(record))


def check(record: GameRecord) -> None:
    """Check a record that has been read; see :func:`replay`."""
    reader = _Reader(record.events)
    result = Game(record.rules, record.order, reader.answer, reader.compare).play()
    reader.finish()
    for key, rule in _RESULT_RULES.items():
        if record.result[key] != result[key]:
            raise RuleViolation(
                f"result.{key}",
                rule,
                f"found {json.dumps(record.result[key])}, right would be {json.dumps(result[key])}",
            )


class _Reader:
    """Goes through the events of a record beside the game that should produce them."""

    def __init__(self, events: list[Event]) -> None:
        self._events = events
        self._next = 0

    def answer(self, game: Game, player: Player, options: list[Card]) -> Card:
        """Return the card that the record plays here (rules, 3)."""
        event = self._expect("play", f"seat {player.seat} plays")
        if event["player"] != player.seat:
            raise self._broken(
                "2", f"found seat {event['player']}, right would be seat {player.seat}"
            )
        for card in options:
            if str(card) == event["card"]:
                return card
        right = ", ".join(dict.fromkeys(str(card) for card in options))
        if any(str(card) == event["card"] for card in player.hand):
            raise self._broken(
                "3", f"{event['card']} does not follow {game.table[0]}, right would be {right}"
            )
        raise self._broken(
            "3",
            f"seat {player.seat} does not hold {event['card']}, right would be one of {right}",
        )

    def compare(self, happened: Event) -> None:
        """Compare the record's next event with what happens by the rules, and move on."""
        name = happened["event"]
        found = self._expect(name, f"comes {_told(happened)}")
        if found != happened:
            raise self._broken(
                _RULES[name], f"found {_told(found)}, right would be {_told(happened)}"
            )
        self._next += 1

    def finish(self) -> None:
        """Check that the record ends with the game (rules, 2)."""
        if self._next < len(self._events):
            raise self._broken("2", "the game is over before this event")

    def _expect(self, name: str, right: str) -> Event:
        """Return the next event, if it has this name (rules, 2)."""
        if self._next == len(self._events):
            raise self._broken("2", f"the record ends where {right}")
        found = self._events[self._next]
        if found["event"] != name:
            raise self._broken("2", f"found {_told(found)} where {right}")
        return found

    def _broken(self, rule: str, message: str) -> RuleViolation:
        """Return the error for the next event, or for its lack."""
        missing = self._next == len(self._events)
        name = "missing" if missing else self._events[self._next]["event"]
        return RuleViolation(f"event {self._next} ({name})", rule, message)


def _told(event: Event) -> str:
    return json.dumps(event)
