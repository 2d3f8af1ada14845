"""One trick: what may be played, who wins it, and where its cards go (rules, 3 to 5).

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
    faction = table.faction_cards[table.faction_of[led]]
    same = cardsets.common(hand, faction)
    bound = cardsets.union(same, cardsets.common(hand, table.wild))
    return cardsets.either(cardsets.empty(same), hand, bound)


def follower_wins(table: Any, led: int, follow: int) -> int:
    """Return 1 if the card `follow` beats the card `led`, else 0 (rules, 4).

    Sums and products of 0 and 1 stand for "or" and "and": every part is worth computing, and
    none of them can be predicted.
    """
    faction = table.faction_of[follow]
    beats = np.int64(cardsets.contains(table.beats[faction], led))
    ranked = np.int64(table.faction_of[led] == faction)
    ranked += np.int64(cardsets.contains(table.wild, follow))
    higher = np.int64(table.value_of[follow] > table.value_of[led])
    return np.int64(beats + ranked * higher > 0)  # type: ignore[return-value]  # int in Python


def destinations(table: Any, phase: int, led: int, follow: int) -> tuple[int, int, int]:
    """Say where a trick's two cards go (rules, 5 and 12).

    Returns
    -------
    tuple of uint64
        The cards for the loser's score pile, for the winner's, and for the discard.
    """
    played = cardsets.add(cardsets.single(led), follow)
    to_loser = cardsets.common(played, table.loser_scores[phase - 1])
    rest = cardsets.without(played, to_loser)
    if phase == 1:
        to_winner = cardsets.common(rest, table.scored_when_played[0])
        return to_loser, to_winner, cardsets.without(rest, to_winner)
    return to_loser, rest, cardsets.common(rest, 0)
