"""Checking game records: the game is played again, and must come out as recorded.

The readable engine plays from the record's deal; whatever it asks, the record's next events
answer (:mod:`claimsim.record_answers`). So a record is right if, and only if, its events and
its result are those that the rules bring about.
"""

from __future__ import annotations

import json
from typing import Any

from claimsim.errors import RuleViolation
from claimsim.record_answers import Answers
from claimsim.record_lines import parse_line, read_lines
from claimsim.record_reading import GameRecord, read_record
from claimsim.reference.game import Game

__all__ = ["check", "parse_line", "read_lines", "replay"]

#: The section of the rules that a wrong part of the result breaks, in the order in which they
#: follow from each other.
_RESULT_RULES = {
    "score_piles": "7.1",
    "votes": "7.7",
    "extra_votes": "7.7",
    "vote_totals": "7.7",
    "winner": "7.8",
    "decided_by": "7.8",
}

#: Where the game ends otherwise than by votes.
_ENDINGS = {"monastery": "7.2", "bridge": "7.6", "castle": "7.6"}


def replay(record: Any) -> None:
    """Check that a game record obeys the rules.

    Parameters
    ----------
    record
        A record as ``json.loads`` returns it.

    Raises
    ------
    InputError
        What is no record.
    RuleViolation
        The first thing that breaks a rule. Events are counted from 0, as ``events[0]``.
    """
    check(read_record(record))


def check(record: GameRecord) -> Game:
    """Check a record that has been read, as :func:`replay` does; return the game played again."""
    answers = Answers(record.events, record.rules.deck.names)
    game = Game(record.rules, record.order, answers.answer, answers.compare, answers.draw)
    result = game.play()
    answers.finish()
    for key, rule in _RESULT_RULES.items():
        if record.result[key] != result[key]:
            raise RuleViolation(
                f"result.{key}",
                _ENDINGS.get(result["decided_by"], rule) if key != "score_piles" else rule,
                f"found {json.dumps(record.result[key])}, right would be {json.dumps(result[key])}",
            )
    return game
