"""What is answered for a strategy that is not asked about a decision.

Strategies say which decisions they make (:class:`claimsim.strategy_kit.Strategy`); the others
are answered here, in both engines alike: give and discard the lowest values, take the highest
reward, draw and smash whenever possible, never spend a boost.
"""

from __future__ import annotations

from typing import Any

from claimsim import cardsets
from claimsim.view import ANSWER, BOOST, DECLINE, PICK


def default_answer(view: Any) -> int:
    """Return the answer to a decision that is neither a lead nor a follow.

    Of equal values the first card in card-set order is taken.
    """
    if view.decision in (BOOST, ANSWER):
        return DECLINE
    best = cardsets.lowest(view.options)
    rest = cardsets.remove(view.options, best)
    while not cardsets.empty(rest):
        card = cardsets.lowest(rest)
        rest = cardsets.remove(rest, card)
        value, best_value = view.rules.value_of[card], view.rules.value_of[best]
        better = value > best_value if view.decision == PICK else value < best_value
        if better:
            best = card
    return best
