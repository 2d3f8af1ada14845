"""Piles of cards, and the place in front of a player (rules, 2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from claimsim.errors import RuleGapError
from claimsim.reference.knowledge import Knowledge
from claimsim.reference.rulebook import rulebook
from claimsim.rules.ruleset import Card, Ruleset


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
        self.bits = sum([card.alone for card in self.cards])

    def add(self, card: Card) -> None:
        """Lay a card down."""
        self.cards.append(card)
        self.bits += card.alone  # the card was not there: the sum is the union

    def remove(self, card: Card) -> None:
        """Take a card away; it must lie there."""
        self.cards.remove(card)
        self.bits -= card.alone

    def take_top(self) -> Card:
        """Take away and return the first card.

        Raises
        ------
        RuleGapError
            No card is left: a state that the rules do not lead to.
        """
        if not self.cards:
            raise RuleGapError("a card is to be taken from a pile that is empty")
        card = self.cards.pop(0)
        self.bits -= card.alone
        return card

    def replace(self, card: Card, other: Card) -> None:
        """Put `other` in the place of `card`, which must lie there."""
        self.cards[self.cards.index(card)] = other
        self.bits += other.alone - card.alone

    def empty_into(self, other: Pile) -> None:
        """Move all cards to another pile."""
        other.cards += self.cards
        other.bits += self.bits
        self.cards, self.bits = [], 0

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, card: Card) -> bool:
        return card in self.cards


class Player:
    """One player: his cards, and all that is counted for him.

    Parameters
    ----------
    seat
        0 or 1; seat 0 leads the first trick.
    hand
        The cards that he is dealt.
    knows
        What he knows of the cards that he does not see.

    Attributes
    ----------
    hand : Pile
    followers : Pile
        Cards won in Phase 1; they become the hand of Phase 2.
    score : Pile
    in_front : Pile
        Cards that lie open before him until the end (``lies_in_front``).
    discarded : Pile
        Cards that he laid away face down (Swamp) or could not play.
    tridents : int
        Tridents that he holds (``arms``).
    bonus : dict
        What his cards of each faction gain in this trick; settled before it begins.
    strengthened : set of str
        The factions that his scored cards raise in this trick (``strengthens``).
    boost : int
        What his boosts add in this trick (``boosts``).
    lost : int
        1 if he lost the previous trick (Ice Fields).
    row : int
        Tricks in a row that he has won, or led (Plateau).
    came : dict
        Cards of each faction that came to him in Phase 2 (Lighthouse).
    """

    __slots__ = (
        "bonus",
        "boost",
        "came",
        "discarded",
        "followers",
        "hand",
        "in_front",
        "knows",
        "lost",
        "row",
        "score",
        "seat",
        "strengthened",
        "tridents",
    )  # fmt: skip

    def __init__(self, seat: int, hand: Pile, knows: Knowledge) -> None:
        self.seat = seat
        self.hand = hand
        self.knows = knows
        self.followers = Pile()
        self.score = Pile()
        self.in_front = Pile()
        self.discarded = Pile()
        self.tridents = 0
        self.bonus: dict[str, int] = {}
        self.strengthened: set[str] = set()
        self.boost = 0
        self.lost = 0
        self.row = 0
        self.came: dict[str, int] = {}


def names(rules: Ruleset, cards: Collection[Card]) -> list[str]:
    """Return the names of cards in record order; see :meth:`Rulebook.names_of`."""
    return rulebook(rules).names_of(cards)
