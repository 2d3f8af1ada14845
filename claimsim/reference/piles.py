"""Piles of cards, and the place in front of a player (rules, 2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from claimsim import cardsets
from claimsim.rules.deck import Card


class Pile:
    """Cards that lie together, in the order in which they came.

    Parameters
    ----------
    cards
        What lies there at first.

    Attributes
    ----------
    cards : list of Card
    bits : int
        The same cards as a card set (:mod:`claimsim.cardsets`), for Views and for nothing else.
    """

    __slots__ = ("bits", "cards")

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        self.cards = list(cards)
        self.bits = cardsets.of([card.number for card in self.cards])

    def add(self, card: Card) -> None:
        """Lay a card down."""
        self.cards.append(card)
        self.bits += card.alone  # the card was not there: the sum is the union

    def remove(self, card: Card) -> None:
        """Take a card away; it must lie there."""
        self.cards.remove(card)
        self.bits -= card.alone

    def take_top(self) -> Card:
        """Take away and return the first card; there must be one."""
        card = self.cards.pop(0)
        self.bits -= card.alone
        return card

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)


class Player:
    """One player's cards.

    Parameters
    ----------
    seat
        0 or 1; seat 0 leads the first trick.
    hand
        The cards that he is dealt.

    Attributes
    ----------
    hand : Pile
    followers : Pile
        Cards won in Phase 1; they become the hand of Phase 2.
    prizes : Pile
        Those of them that he won as prizes. Everybody saw them (rules, 9), so this is a
        memory of cards, not a place where they lie.
    score : Pile
    """

    __slots__ = ("followers", "hand", "prizes", "score", "seat")

    def __init__(self, seat: int, hand: Iterable[Card]) -> None:
        self.seat = seat
        self.hand = Pile(hand)
        self.followers = Pile()
        self.prizes = Pile()
        self.score = Pile()

    def cross_off(self, card: Card) -> None:
        """Let the opponent strike a card that was played off those he knows of (rules, 9).

        Nobody can tell a card from one that looks the same: if the card itself was no prize,
        the opponent strikes its twin, and no longer knows where that lies.
        """
        alike = [known for known in self.prizes.cards if known.name == card.name]
        if alike:
            self.prizes.remove(card if card in alike else min(alike, key=lambda c: c.number))
