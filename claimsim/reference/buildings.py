"""What buildings do: one class a building, with hooks for the rules to call.

A hook does nothing unless a building says otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from claimsim.rules.locations import NONE
from claimsim.rules.ruleset import Card, Ruleset

if TYPE_CHECKING:
    from claimsim.reference.game import Game
    from claimsim.reference.piles import Player


class Building:
    """A game without a building, and what every building may change.

    Parameters
    ----------
    rules
        Where its numbers stand.
    """

    name = NONE

    #: Whether sums of values decide the votes before counts do.
    sums_decide = False

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def receives(self, game: Game, player: Player, cards: Iterable[Card]) -> None:
        """Take note of cards that come to a player in Phase 2."""

    # What a building does not change has no use for its arguments: hence ARG002.

    def ends_at_once(self, piles: Sequence[Sequence[Card]]) -> int | None:  # noqa: ARG002
        """Return the winner of a game that ends before anything else, if it does."""
        return None

    def leaving(self, pile: Sequence[Card]) -> list[Card]:  # noqa: ARG002
        """Return the cards that leave a score pile."""
        return []

    def decides(self, piles: Sequence[Sequence[Card]]) -> int | None:
        """Return the winner of a game that ends before the votes are counted, if it does."""
        counts = [self.counts(pile) for pile in piles]
        return None if counts[0] == counts[1] else int(counts[1] > counts[0])

    def counts(self, pile: Sequence[Card]) -> int:  # noqa: ARG002
        """Return what decides the game before the votes, of one score pile."""
        return 0

    def extra_votes(self, last_winners: Sequence[int]) -> tuple[int, int]:  # noqa: ARG002
        """Return each seat's extra votes, given who won the last trick of each phase."""
        return 0, 0


class Dungeon(Building):
    """Dungeon (rules, 7.7): the last trick of each phase is worth votes."""

    name = "dungeon"

    def extra_votes(self, last_winners: Sequence[int]) -> tuple[int, int]:
        """Return the votes of both winners."""
        votes = self.rules.number("dungeon.votes")
        return votes * last_winners.count(0), votes * last_winners.count(1)


class Lighthouse(Building):
    """Lighthouse (rules, 7.7): the first to get three cards of a faction has its vote."""

    name = "lighthouse"

    def receives(self, game: Game, player: Player, cards: Iterable[Card]) -> None:
        """Count what came by printed factions, whatever becomes of it later."""
        needed = self.rules.number("lighthouse.cards")
        for card in cards:
            player.came[card.faction] = player.came.get(card.faction, 0) + 1
            if player.came[card.faction] >= needed:
                game.secured.setdefault(card.faction, player.seat)


class Pyramid(Building):
    """Pyramid (rules, 7.3): low values leave the score piles."""

    name = "pyramid"

    def leaving(self, pile: Sequence[Card]) -> list[Card]:
        """Return the cards of value 3 or less."""
        most = self.rules.number("pyramid.max_value")
        return [card for card in pile if card.value <= most]


class Monastery(Building):
    """Monastery (rules, 7.2): more than twice the opponent's cards loses at once."""

    name = "monastery"

    def ends_at_once(self, piles: Sequence[Sequence[Card]]) -> int | None:
        """Return the opponent of a player with too many cards."""
        ratio = self.rules.ratio("monastery.ratio")
        for seat in (0, 1):
            if len(piles[seat]) > ratio * len(piles[1 - seat]):
                return 1 - seat
        return None


class Bridge(Building):
    """Bridge (rules, 7.6): more sets of one card of each faction win the game."""

    name = "bridge"

    def counts(self, pile: Sequence[Card]) -> int:
        """Return the sets in a score pile."""
        cards = Counter(card.faction for card in pile)
        return min(cards[faction] for faction in self.rules.deck.names)


class Fortress(Building):
    """Fortress (rules, 7.3): whoever has many cards of a faction drops its lowest."""

    name = "fortress"

    def leaving(self, pile: Sequence[Card]) -> list[Card]:
        """Return the lowest four of each faction of which there are more than five.

        Among equal values the first in record order, which for cards of equal value is the
        order of card sets.
        """
        limit, drop = self.rules.number("fortress.limit"), self.rules.number("fortress.drop")
        dropped: list[Card] = []
        for faction in self.rules.deck.names:
            cards = [card for card in pile if card.faction == faction]
            if len(cards) > limit:
                dropped += sorted(cards, key=lambda card: (card.value, card.bit))[:drop]
        return dropped


class Tower(Building):
    """Tower (rules, 7.7): sums of values decide the votes before counts do."""

    name = "tower"
    sums_decide = True


class Ruins(Building):
    """Ruins (rules, 7.3): odd values leave the score piles."""

    name = "ruins"

    def leaving(self, pile: Sequence[Card]) -> list[Card]:
        """Return the cards of odd value."""
        return [card for card in pile if card.value % 2 == 1]


class Castle(Building):
    """Castle (rules, 7.6): more cards in the score pile win the game."""

    name = "castle"

    def counts(self, pile: Sequence[Card]) -> int:
        """Return the cards of a score pile, or of its largest faction."""
        if self.rules.switch("castle_counts") == "all_cards":
            return len(pile)
        return max(Counter(card.faction for card in pile).values(), default=0)


#: Every building with its behaviour.
BUILDINGS: dict[str, type[Building]] = {
    kind.name: kind
    for kind in (
        Building,
        Dungeon,
        Lighthouse,
        Pyramid,
        Monastery,
        Bridge,
        Fortress,
        Tower,
        Ruins,
        Castle,
    )
}
