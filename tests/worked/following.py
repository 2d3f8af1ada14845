"""Decisions that bring about given events: what each player must answer, question by question."""

from __future__ import annotations

from collections.abc import Sequence

from claimsim.rules.ruleset import Card
from claimsim.view import (
    ANSWER,
    BOOST,
    DISCARD,
    DRAW,
    EXCHANGE,
    FOLLOW,
    LEAD,
    PASS,
    PICK,
    SMASH,
)
from tests.worked.notation import Event
from tests.worked.situation import Asked

_GIVING = {PASS: "pass", EXCHANGE: "exchange", DISCARD: "discard"}
_NOT_WANTED = (BOOST, ANSWER)


class Following:
    """Answers so that the given events come about, as far as the rules let them.

    Parameters
    ----------
    events
        What is to happen.
    more
        Whether more may happen behind them: the first option then, and no boosts.

    Attributes
    ----------
    asked : list of Asked
        Every question so far.
    answers : list of Card or None
        What was answered.
    """

    def __init__(self, events: Sequence[Event], *, more: bool = False) -> None:
        self._events = events
        self._more = more
        self.asked: list[Asked] = []
        self.answers: list[Card | None] = []

    def __call__(self, asked: Asked) -> Card | None:
        """Return the answer to a question."""
        answer = self._answer(asked)
        self.asked.append(asked)
        self.answers.append(answer)
        return answer

    def _answer(self, asked: Asked) -> Card | None:  # noqa: PLR0911  # one a decision
        coming = self._events[asked.events :]
        if not coming:
            return asked.options[0] if self._more and asked.decision not in _NOT_WANTED else None
        event = coming[0]
        if asked.decision in (LEAD, FOLLOW):
            return self._named(asked, event["card"])
        if asked.decision in (BOOST, ANSWER):
            wanted = "play" if asked.decision == BOOST else "answer"
            boost = event.get("boost", []) if event["event"] == wanted else []
            return self._next_of(asked, boost)
        if asked.decision in _GIVING:
            given = next(
                other
                for other in coming
                if other["event"] == _GIVING[asked.decision] and other["player"] == asked.seat
            )
            return self._next_of(asked, given["cards"])
        if asked.decision == PICK:
            from_pile = event.get("from") == "pile"
            options = [card for card in asked.options if (card in asked.face_up) != from_pile]
            return next(card for card in options if card.name == event["card"])
        if asked.decision == DRAW:
            wanted = event["event"] == "fire" and event["player"] == asked.seat
            return asked.options[0] if wanted else None
        assert asked.decision == SMASH
        wanted = (event["event"], event.get("card")) == ("smash", asked.options[0].name)
        return asked.options[0] if wanted else None

    @staticmethod
    def _named(asked: Asked, name: str) -> Card:
        """Return the option of a name; where there is none, what `name` would be elsewhere."""
        return next((card for card in asked.options if card.name == name), None) or _nowhere(name)

    @staticmethod
    def _next_of(asked: Asked, wanted: Sequence[str]) -> Card | None:
        """Return the option that is wanted and not chosen yet."""
        left = list(wanted)
        for card in asked.chosen:
            left.remove(card.name)
        return next((card for card in asked.options if card.name in left[:1]), None)


def _nowhere(name: str) -> Card:
    faction, printed = name.split(":")
    return Card(63, faction, int(printed), -1, name, 0, 0, 0, side=False)
