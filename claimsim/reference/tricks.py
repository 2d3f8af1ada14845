"""One trick: what may be played, who wins it and why, and who scores its cards (rules, 3 to 5)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from claimsim.reference.powers import LOSER, WINNER, Powers
from claimsim.rules.deck import Card


def legal_leads(hand: Iterable[Card]) -> list[Card]:
    """Return the cards of `hand` that may be led (rules, 3): any."""
    return list(hand)


def legal_follows(powers: Powers, hand: Iterable[Card], led: Card) -> list[Card]:
    """Return the cards of `hand` that may follow `led` (rules, 3).

    Whoever holds a card of the led faction plays one of them or a wild card; whoever holds
    none plays anything.
    """
    cards = list(hand)
    faction = led.faction
    same = [card for card in cards if card.faction == faction]
    if not same:
        return cards
    return same + [c for c in cards if c.faction != faction and powers.follows_any_lead(c)]


class Why(Enum):
    """The line of rules, 4, that decided a trick."""

    BEATS = "4.2: the follower's card beats the led faction"
    HIGHER = "4.4: the follower's card is higher"
    EQUAL = "4.4: equal, so the leader"
    LOWER = "4.4: the follower's card is lower"
    OFF_FACTION = "4.5: the follower's card does not count as of the led faction"

    @property
    def follower_wins(self) -> bool:
        """Whether the follower wins the trick; else the leader does."""
        return self in (Why.BEATS, Why.HIGHER)


def decide(powers: Powers, led: Card, follow: Card) -> Why:
    """Say why a trick goes to its leader or its follower (rules, 4): the first that applies."""
    if powers.beats(follow, led):
        return Why.BEATS
    if follow.faction == led.faction or powers.follows_any_lead(follow):
        if follow.printed == led.printed:
            return Why.EQUAL
        return Why.HIGHER if follow.printed > led.printed else Why.LOWER
    return Why.OFF_FACTION


def scored_by(powers: Powers, phase: int, card: Card) -> str | None:
    """Say who scores a card of a finished trick (rules, 5 and 12).

    Returns
    -------
    str or None
        WINNER or LOSER of the trick; None in Phase 1 for a card that is discarded.
    """
    return powers.scored_by(card, phase) or (WINNER if phase == 2 else None)


__all__ = ["LOSER", "WINNER", "Why", "decide", "legal_follows", "legal_leads", "scored_by"]
