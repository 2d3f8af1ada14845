"""What a player knows of the cards that he does not see (rules, 9).

All of it follows from what lay open, what he took, gave or looked at, and what was played
since. Nobody can tell identical cards apart, so a card that was played counts as the one that
its player was known to hold, whichever of the two it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from claimsim.cardsets import common, contains, lowest, single, without
from claimsim.rules.ruleset import Card


class Knowledge:
    """One player's knowledge. Card sets, since Views show them as they are.

    Parameters
    ----------
    unseen
        The cards that he cannot place at first.
    sides
        The cards of each side deck, by its faction.
    alike
        The cards of each name.

    Attributes
    ----------
    unseen : int
        Cards that he cannot place.
    their_hand, their_followers : int
        Cards that are surely in the opponent's hand, or among his followers.
    their_doubtful : int
        Cards that were surely in the opponent's hand, until he laid some away unseen.
    in_side : int
        Cards that are surely in a side deck.
    in_pile : int
        Cards that are surely in the pile.
    pile_at : dict
        Which card of those lies at which place of the pile, 0 being the top.
    """

    __slots__ = (
        "_alike", "_sides", "in_pile", "in_side", "pile_at", "their_doubtful", "their_followers",
        "their_hand", "unseen",
    )  # fmt: skip

    def __init__(self, unseen: int, sides: Mapping[str, int], alike: Mapping[str, int]) -> None:
        self._sides = sides
        self._alike = alike
        self.unseen = unseen
        self.their_hand = 0
        self.their_followers = 0
        self.their_doubtful = 0
        self.in_side = sum(sides.values())
        self.in_pile = 0
        self.pile_at: dict[int, Card] = {}

    def sees_top(self, card: Card) -> None:
        """Note that the top card of the pile is turned up, or that he takes it himself."""
        if not self.pile_at or self._loses_top() is None:
            self.unseen -= card.alone

    def they_take_open(self, card: Card) -> None:
        """Note that the opponent takes a card that lies face up."""
        self.their_followers += card.alone

    def they_take_top(self) -> None:
        """Note that the opponent takes the top card of the pile, as he was bound to."""
        if self.pile_at:
            card = self._loses_top()
            if card is not None:
                self.their_followers += card.alone

    def looks_at(self, cards: Sequence[Card]) -> None:
        """Note the cards from the top of the pile, which he may look at (``picks_reward``)."""
        for place, card in enumerate(cards):
            if place not in self.pile_at:
                self.pile_at[place] = card
                self.in_pile += card.alone
                self.unseen -= card.alone

    def takes_looked_at(self, place: int) -> None:
        """Note that he takes the card at a place of the pile that he has looked at."""
        self.in_pile -= self.pile_at.pop(place).alone
        self.pile_at = {at - (at > place): card for at, card in self.pile_at.items()}

    def they_take_looked_at(self, looked: int) -> None:
        """Note that the opponent takes one of the cards from the top that he looked at.

        If there were several, nobody else knows which: none of them has a known place any more.
        """
        if looked == 1:
            self.they_take_top()
            return
        for place in range(looked):
            card = self.pile_at.pop(place, None)
            if card is not None:
                self.in_pile -= card.alone
                self.unseen += card.alone
        self.pile_at = {at - 1: card for at, card in self.pile_at.items()}

    def _loses_top(self) -> Card | None:
        """Return the top card if it is known, and move what is known of the pile up by one."""
        top = self.pile_at.pop(0, None)
        if top is not None:
            self.in_pile -= top.alone
        self.pile_at = {at - 1: card for at, card in self.pile_at.items()}
        return top

    def cross_off(self, card: Card) -> None:
        """Strike a card that the opponent plays or gives off what he was known to hold."""
        alone = card.alone
        if self.their_hand or self.their_doubtful:
            if contains(self.their_hand, card.bit):
                self.their_hand -= alone
                return
            if contains(self.their_doubtful, card.bit):
                self.their_doubtful -= alone
                return
            self._cross_off_twin(card)
        self.unseen -= alone

    def _cross_off_twin(self, card: Card) -> None:
        """Strike an identical card that he was known to hold; where it is, is now unknown."""
        alike = self._alike[card.name]
        if twins := common(alike, self.their_hand):
            twin = single(lowest(twins))
            self.their_hand -= twin
            self.unseen += twin
        elif twins := common(alike, self.their_doubtful):
            twin = single(lowest(twins))
            self.their_doubtful -= twin
            self.unseen += twin

    def gave(self, card: Card) -> None:
        """Note that the opponent has a card that he gave him."""
        self.their_hand += card.alone

    def begins_phase_2(self) -> None:
        """Note that followers are hands now (rules, 2)."""
        self.their_hand, self.their_followers = self.their_followers, 0

    def they_discard(self) -> None:
        """Note that the opponent laid cards away unseen: he may have kept any or none (Swamp)."""
        self.their_doubtful, self.their_hand = self.their_hand, 0

    def they_draw(self, faction: str) -> None:
        """Note that the opponent drew from a side deck: any of its cards may be in his hand."""
        drawn = common(self.in_side, self._sides[faction])
        self.in_side = without(self.in_side, drawn)
        self.unseen += drawn

    def draws(self, card: Card) -> None:
        """Note the card that he drew from a side deck himself."""
        if contains(self.in_side, card.bit):
            self.in_side -= card.alone
        else:
            self.unseen -= card.alone
