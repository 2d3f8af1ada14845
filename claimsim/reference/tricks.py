"""One trick: what may be played, who wins it and why (rules, 3 and 4)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from claimsim.reference.powers import Powers
from claimsim.rules.ruleset import Card


def legal_leads(
    powers: Powers, hand: Sequence[Card], leader: int, last_lead: tuple[Card, int] | None
) -> list[Card]:
    """Return the cards of `hand` that may be led (rules, 3).

    Any; but ``no_repeat_lead`` bars its faction after a trick of this phase that was led with
    it, unless the leader holds nothing else.

    Parameters
    ----------
    powers
        The powers of the deck.
    hand
        The leader's cards.
    leader
        His seat.
    last_lead
        The card that led the previous trick of this phase, and the seat that led it.
    """
    if last_lead is None or "no_repeat_lead" not in powers.held:
        return list(hand)
    card, last_leader = last_lead
    power = powers.of[card.faction].no_repeat_lead
    if power is None or not power.bars(leader, last_leader):
        return list(hand)
    return [other for other in hand if other.faction != card.faction] or list(hand)


def legal_follows(powers: Powers, hand: Sequence[Card], led: Card) -> list[Card]:
    """Return the cards of `hand` that may follow `led` (rules, 3).

    Whoever holds a card of the led faction plays one of them or a wild card; whoever holds
    none plays anything.
    """
    same = [card for card in hand if card.faction == led.faction]
    if not same:
        return list(hand)
    if not powers.wild:
        return same
    return [card for card in hand if card.faction == led.faction or card.faction in powers.wild]


class Why(Enum):
    """The line of rules, 4, that decided a trick."""

    CAPTURES = "4.1: the follower's card captures an equal card", True, "captures_equal"
    BEATS = "4.2: the follower's card beats the led faction", True, "beats"
    OUTDOES = "4.3: the follower's card is high enough from outside", True, "beaten_from"
    HIGHER = "4.4: the follower's card is higher", True, ""
    EQUAL = "4.4: equal, so the leader", False, ""
    LOWER = "4.4: the follower's card is lower", False, ""
    OFF_FACTION = "4.5: the follower's card is of another faction", False, ""

    def __init__(self, line: str, follower_wins: bool, power: str) -> None:  # noqa: FBT001  # above
        self.line = line
        self.follower_wins = follower_wins  # else the leader does
        self.power = power  # that gave the trick to him, if one did
        self.compared = line.startswith("4.4")


class Outcome(NamedTuple):
    """How a trick was decided.

    Parameters
    ----------
    why
        The line of the rules that applied.
    led, follow
        The cards.
    led_value, follow_value
        Their effective values: with all bonuses, and in Farmlands a 2 is a 2.
    """

    why: Why
    led: Card
    follow: Card
    led_value: int
    follow_value: int

    @property
    def captured(self) -> bool:
        """Whether the follower captures the led card (rules, 5)."""
        return self.why is Why.CAPTURES


def decide(
    powers: Powers,
    phase: int,
    led: Card,
    follow: Card,
    led_bonus: int = 0,
    follow_bonus: int = 0,
) -> Outcome:
    """Say who wins a trick and why (rules, 4): the first line that applies.

    Parameters
    ----------
    powers
        The powers of the deck.
    phase
        1 or 2.
    led, follow
        The cards.
    led_bonus, follow_bonus
        What each gains above its value in this trick.
    """
    able = powers.of[follow.faction]
    follow_value = follow.value + follow_bonus
    if (
        able.captures_equal
        and able.captures_equal.acts(phase)
        and would_capture(powers, led, follow, led_bonus, follow_bonus)
    ):
        why = Why.CAPTURES
    elif able.beats and able.beats.wins_against(led):
        why = Why.BEATS
    elif follow.faction == led.faction or able.wild:
        why = _compare(led.rank + led_bonus, follow.rank + follow_bonus)
    else:
        outsider = powers.of[led.faction].beaten_from
        outdoes = outsider and outsider.reached(follow, follow_value)
        why = Why.OUTDOES if outdoes else Why.OFF_FACTION
    return Outcome(why, led, follow, led.value + led_bonus, follow_value)


def _compare(led: int, follow: int) -> Why:
    """Rules, 4.4: the higher card wins, of equals the leader's."""
    if led == follow:
        return Why.EQUAL
    return Why.HIGHER if follow > led else Why.LOWER


def would_capture(
    powers: Powers, led: Card, follow: Card, led_bonus: int, follow_bonus: int
) -> bool:
    """Say whether the follower captures the led card if this phase has captures (rules, 4.1)."""
    return (
        powers.of[follow.faction].captures_equal is not None
        and powers.of[led.faction].captures_equal is None
        and led.value + led_bonus == follow.value + follow_bonus
    )
