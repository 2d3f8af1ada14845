"""What settings and buildings do: one class a location, with hooks for the rules to call.

A hook does nothing unless a location says otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from claimsim.rules.locations import NONE
from claimsim.rules.ruleset import Card, Ruleset
from claimsim.view import DISCARD, PASS

if TYPE_CHECKING:
    from claimsim.reference.game import Game
    from claimsim.reference.piles import Player
    from claimsim.reference.tricks import Outcome


class Setting:
    """A game without a setting, and what every setting may change.

    Parameters
    ----------
    rules
        Where its numbers stand.
    """

    #: Cards that lie face up when a Phase 1 trick begins.
    open_cards = 1

    #: Whether a card is turned up for one that was taken, in the same trick.
    fills_gap = False

    #: Whether the loser of a Phase 1 trick takes the prize, and the winner the hidden card.
    loser_takes_prize = False

    #: Whether it raises cards.
    raises_cards = False

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def before_phase_1(self, game: Game) -> None:
        """Act on the hands as they are dealt."""

    def before_phase_2(self, game: Game) -> None:
        """Act on the hands that the followers have become."""

    def raises(self, player: Player) -> int:  # noqa: ARG002  # for those that look at it
        """Return what every card of a player gains in the next trick."""
        return 0

    def decided(self, game: Game, outcome: Outcome) -> None:
        """Take note of how a trick was decided."""

    def next_leader(self, game: Game, seat: int, winner: int) -> int:  # noqa: ARG002  # likewise
        """Return who leads after a trick that `winner` won, where `seat` would lead."""
        return seat


class Underworld(Setting):
    """Underworld (rules, 4): a printed 0 has the value 10, as its :class:`Card` has it."""

    def decided(self, game: Game, outcome: Outcome) -> None:
        """Count the 0s that are played."""
        game.fired["underworld"] += [outcome.led.printed, outcome.follow.printed].count(0)


class Farmlands(Setting):
    """Farmlands (rules, 4): in comparisons a printed 2 ranks highest, as its card has it."""

    def decided(self, game: Game, outcome: Outcome) -> None:
        """Count the tricks in which a 2 was compared with another number."""
        twos = [outcome.led.printed, outcome.follow.printed].count(2)
        if outcome.why.compared and twos == 1:
            game.fired["farmlands"] += 1


class Shore(Setting):
    """Shore (rules, 2): the winner takes the hidden card, the loser the prize."""

    loser_takes_prize = True


class WindyPeaks(Setting):
    """Windy Peaks (rules, 2): before Phase 2 both players swap cards."""

    def before_phase_2(self, game: Game) -> None:
        """Let both choose cards from their new hands, and swap them."""
        if game.swap(PASS, "pass", self.rules.number("windy_peaks.cards")):
            game.fired["windy_peaks"] += 1


class EndlessSands(Setting):
    """Endless Sands (rules, 2): before Phase 1 both players swap cards."""

    def before_phase_1(self, game: Game) -> None:
        """Let both choose cards from the hands that they were dealt, and swap them."""
        if game.swap(PASS, "pass", self.rules.number("endless_sands.cards")):
            game.fired["endless_sands"] += 1


class Islands(Setting):
    """Islands (rules, 2): two cards lie face up, and a trick's winner takes either."""

    open_cards = 2
    fills_gap = True


class Plateau(Setting):
    """Plateau (rules, 6): after tricks in a row the lead changes."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self._most = rules.number("plateau.wins")
        self._by_leads = rules.switch("plateau_rule") == "three_leads"

    def next_leader(self, game: Game, seat: int, winner: int) -> int:
        """Count the row of tricks won (or led), and give the lead away where it is long enough."""
        leads = self._by_leads
        counted = game.players[game.leader if leads else winner]
        other = game.players[1 - counted.seat]
        counted.row += 1
        other.row = 0
        if leads:
            return 1 - seat if game.players[seat].row >= self._most else seat
        if counted.row >= self._most:
            counted.row = 0
            return other.seat
        return seat


class Swamp(Setting):
    """Swamp (rules, 2): before Phase 2 both players lay cards away, face down."""

    def before_phase_2(self, game: Game) -> None:
        """Let both choose cards, then take them out of the game."""
        count = min(self.rules.number("swamp.cards"), *(len(p.hand) for p in game.players))
        chosen = [game.choose_cards(player, DISCARD, count) for player in game.players]
        if count == 0:
            return
        for player, cards in zip(game.players, chosen, strict=True):
            for card in cards:
                player.hand.remove(card)
                player.discarded.add(card)
            game.opponent(player).knows.they_discard()
            game.tell({"event": "discard", "player": player.seat, "cards": game.names(cards)})
        game.fired["swamp"] += 2 * count


class IceFields(Setting):
    """Ice Fields (rules, 4): whoever lost the previous trick adds to his card."""

    raises_cards = True

    def raises(self, player: Player) -> int:
        """Return the bonus of a player who lost the previous trick."""
        return self.rules.number("ice_fields.bonus") if player.lost else 0

    def decided(self, game: Game, outcome: Outcome) -> None:  # noqa: ARG002
        """Count the cards that are raised."""
        game.fired["ice_fields"] += sum(self.raises(player) > 0 for player in game.players)


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


#: Every setting with its behaviour.
SETTINGS: dict[str, type[Setting]] = {
    NONE: Setting,
    "underworld": Underworld,
    "farmlands": Farmlands,
    "shore": Shore,
    "windy_peaks": WindyPeaks,
    "endless_sands": EndlessSands,
    "islands": Islands,
    "plateau": Plateau,
    "swamp": Swamp,
    "ice_fields": IceFields,
}

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

__all__ = ["BUILDINGS", "SETTINGS", "Building", "Setting"]
