"""One trick: what may be played, what it is worth, and who wins (rules, 3 and 4).

Plain functions of card numbers, card sets and the rules' flat table, compiled into the kernel
and open to strategies, which may want to know what a card would do. The reference engine does
not use them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from claimsim import cardsets
from claimsim.cardsets import CardSet


def legal_follows(table: Any, hand: CardSet, led: int) -> int:
    """Return the cards of `hand` that may follow the card `led` (rules, 3)."""
    # An unsigned index, since compiled code would look whether a signed one is negative.
    faction = table.faction_cards[table.faction_of[np.uint64(led)]]
    same = cardsets.common(hand, faction)
    bound = cardsets.union(same, cardsets.common(hand, table.wild))
    return cardsets.either(cardsets.empty(same), hand, bound)


def follower_wins(table: Any, led: int, follow: int) -> int:
    """Return 1 if the card `follow` beats the card `led`, else 0, where no card has a bonus.

    This is rules, 4.2, 4.4 and 4.5; for 4.1 and 4.3 see :func:`captures` and :func:`outdone`.
    Sums and products of 0 and 1 stand for "or" and "and": every part is worth computing, and
    none of them can be predicted.
    """
    return beats(table, led, follow, 0, 0)


def beats(table: Any, led: int, follow: int, led_bonus: int, follow_bonus: int) -> int:
    """Return 1 if the follower wins by rules, 4.2 or 4.4, else 0.

    Parameters
    ----------
    table
        The rules' table.
    led, follow
        The cards.
    led_bonus, follow_bonus
        What each gains above its value in this trick.
    """
    faction = table.faction_of[follow]
    named = np.int64(cardsets.contains(table.beats[faction], led))
    ranked = np.int64(table.faction_of[led] == faction)
    ranked += np.int64(cardsets.contains(table.wild, follow))
    led_rank = np.int64(table.rank_of[led]) + led_bonus
    higher = np.int64(table.rank_of[follow] + follow_bonus > led_rank)
    return np.int64(named + ranked * higher > 0)  # type: ignore[return-value]  # int in Python


def captures(
    table: Any, phase: int, led: int, follow: int, led_bonus: int, follow_bonus: int
) -> int:
    """Return 1 if the follower captures the led card (rules, 4.1), else 0; as :func:`beats`."""
    able = np.int64(cardsets.contains(table.captures[phase - 1], follow))
    open_to = np.int64(not cardsets.contains(table.captors, led))
    led_value = np.int64(table.value_of[led]) + led_bonus
    equal = np.int64(table.value_of[follow] + follow_bonus == led_value)
    return np.int64(able * open_to * equal)  # type: ignore[return-value]  # int in Python


def outdone(table: Any, led: int, follow: int, follow_bonus: int) -> int:
    """Return 1 if a card from outside is high enough to win (rules, 4.3), else 0."""
    faction = table.faction_of[led]
    outside = np.int64(table.faction_of[follow] != faction)
    outside *= np.int64(not cardsets.contains(table.wild, follow))
    reached = np.int64(table.value_of[follow]) + follow_bonus
    if table.by_printed[faction] == 1:
        reached = np.int64(table.printed_of[follow])
    return np.int64(outside * (reached >= table.threshold[faction]))  # type: ignore[return-value]


def trick_winner(
    table: Any, phase: int, led: int, follow: int, led_bonus: int, follow_bonus: int
) -> int:
    """Return 1 if the follower wins a trick, else 0 (rules, 4, the first that applies).

    All of 4.1 to 4.4 give the trick to the follower, so their order matters to nothing but
    the capture.
    """
    won = captures(table, phase, led, follow, led_bonus, follow_bonus)
    won += beats(table, led, follow, led_bonus, follow_bonus)
    won += outdone(table, led, follow, follow_bonus)
    return np.int64(won > 0)  # type: ignore[return-value]  # int in Python


def card_bonus(table: Any, bonus: Any, card: int) -> int:
    """Return what a card gains, given the gains of each faction (``view.bonus``)."""
    return np.int64(bonus[table.faction_of[card]])  # type: ignore[return-value]  # int in Python
