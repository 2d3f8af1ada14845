"""What is said of a strategy that cannot go on: who, where in which game, and what was right.

Both engines speak with these words.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass

from claimsim.errors import StrategyError
from claimsim.rules.locations import NONE
from claimsim.rules.ruleset import Card, Ruleset
from claimsim.view import DECISIONS, DECLINABLE, DECLINE

_SHOWN = 60


@dataclass(frozen=True)
class Asked:
    """A decision that a strategy was asked for.

    Parameters
    ----------
    strategy
        Its name, None where it has none.
    seat
        Where it sits.
    rules
        Deck, locations and rulings of the game.
    deal
        The deal's number, None where it has none.
    phase, trick
        1 or 2, and the trick in it, from 0.
    decision
        Its kind: LEAD, FOLLOW, ... of :mod:`claimsim.view`.
    options
        The cards to choose from.
    """

    strategy: str | None
    seat: int
    rules: Ruleset
    deal: int | None
    phase: int
    trick: int
    decision: int
    options: tuple[Card, ...]

    def no_option(self, answer: object) -> StrategyError:
        """Return the error for an answer that is none of the options."""
        cards, number = self.rules.by_bit, whole_number(answer)
        if number is None:
            return self._answered(
                repr(answer)[:_SHOWN],
                f"which is no whole number; right would be that of one of its options: {self}",
            )
        if not 0 <= number < len(cards):
            return self._answered(str(number), f"which is none of its options: {self}")
        card = cards[number]
        equals = [f"{option.bit}" for option in self.options if option.name == card.name]
        if equals:  # identical cards: a name alone would be one of the options
            return self._answered(
                f"{card} (card {number})",
                f"where the {card} among its options is card {' or '.join(equals)}: {self}",
            )
        return self._answered(str(card), f"which is none of its options: {self}")

    def raised(self, error: Exception) -> StrategyError:
        """Return the error for an exception that ended the strategy's call."""
        what = " ".join(str(error).split())
        shown = f"{type(error).__name__}: {what}" if what else type(error).__name__
        return StrategyError(f"{self._who()} raised {shown} in {self._where()}")

    def __str__(self) -> str:
        """Return the options in record order, as words."""
        names = in_record_order(self.rules, self.options)
        if self.decision in DECLINABLE:
            names.append(f"{DECLINE} (decline)")
        return ", ".join(names)

    def _answered(self, what: str, wrong: str) -> StrategyError:
        return StrategyError(f"{self._who()} answered {what} in {self._where()}, {wrong}")

    def _who(self) -> str:
        who = "the strategy" if self.strategy is None else f"strategy {self.strategy!r}"
        return f"{who} at seat {self.seat}"

    def _where(self) -> str:
        deal = "" if self.deal is None else f"deal {self.deal}, "
        kind = DECISIONS[self.decision]
        return f"{deal}phase {self.phase}, trick {self.trick + 1} ({kind}) of {_cell(self.rules)}"


def whole_number(answer: object) -> int | None:
    """Return an answer as a whole number; None where it is none, as True and 1.0 are not."""
    if isinstance(answer, bool):
        return None
    try:
        return operator.index(answer)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        return None


def in_record_order(rules: Ruleset, cards: Iterable[Card]) -> list[str]:
    """Return the names of cards in record order (rules, 1), each once."""
    place = rules.deck.names.index
    ordered = sorted(cards, key=lambda card: (place(card.faction), card.printed))
    return list(dict.fromkeys(card.name for card in ordered))


def _cell(rules: Ruleset) -> str:
    """Return deck, setting and building."""
    places = [
        f"{what} {name}"
        for what, name in (("setting", rules.setting), ("building", rules.building))
        if name != NONE
    ]
    return ", ".join([rules.deck.label, *places])
