"""What each power does: one class a power, with the questions that the rules ask of it.

:mod:`claimsim.rules.powers` says which powers there are and with which numbers; here stands
what each of them changes. Nothing here, and nothing that asks, knows the name of a faction.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from claimsim.rules import powers as told
from claimsim.rules.ruleset import Card

if TYPE_CHECKING:
    from claimsim.reference.piles import Player


class Behaviour:
    """A power of one faction.

    Parameters
    ----------
    faction
        The faction that has it.
    numbers
        The power's arguments.
    """

    def __init__(self, faction: str, numbers: Any) -> None:
        self.faction = faction
        self.numbers = numbers


class Beats(Behaviour):
    """``beats`` (rules, 4.2): played second on a target faction, the card wins."""

    numbers: told.Beats

    def wins_against(self, led: Card) -> bool:
        """Say whether the card, played second on `led`, wins whatever the numbers."""
        return led.faction in self.numbers.target


class ScoredWhenPlayed(Behaviour):
    """``scored_when_played`` (rules, 5 and 12): it goes to the trick winner's score pile."""

    numbers: told.ScoredWhenPlayed

    def acts(self, phase: int) -> bool:
        """Say whether a card played in this phase is scored."""
        return phase in self.numbers.phases


class LoserScores(Behaviour):
    """``loser_scores`` (rules, 5 and 12): the card goes to the trick loser's score pile."""

    numbers: told.LoserScores

    def acts(self, phase: int) -> bool:
        """Say whether a card played in this phase goes to the loser."""
        return phase in self.numbers.phases


class Wild(Behaviour):
    """``wild`` (rules, 3, 4 and 12): may follow any lead, then ranks as of the led faction."""

    numbers: told.Wild


class Redraws(Behaviour):
    """``redraws`` (rules, 5): lost in Phase 2, its player may draw from the side deck."""

    numbers: told.Redraws

    def draws(self, left: int) -> int:
        """Return how many cards are drawn when so many are left: all or none of the number."""
        return min(self.numbers.draws or 0, left)

    @property
    def may(self) -> bool:
        """Whether its player may decline."""
        return self.numbers.draw == "may"


class Strengthens(Behaviour):
    """``strengthens`` (rules, 4 and 12): those scored add to all cards of other factions."""

    numbers: told.Strengthens

    def acts(self, phase: int) -> bool:
        """Say whether it raises cards in this phase."""
        return phase == 2

    def gain(self, player: Player) -> int:
        """Return what those in a player's score pile add to each card that they raise."""
        scored = [card for card in player.score.cards if card.faction == self.faction]
        return (self.numbers.bonus or 0) * len(scored)

    def raises(self, faction: str) -> bool:
        """Say whether they raise the cards of a faction."""
        return faction != self.faction


class CapturesEqual(Behaviour):
    """``captures_equal`` (rules, 4.1 and 5): following an equal card, it wins and captures it."""

    numbers: told.CapturesEqual

    def acts(self, phase: int) -> bool:
        """Say whether it captures in this phase."""
        return phase in (self.numbers.phases or ())


class UniqueCounts(Behaviour):
    """``unique_counts`` (rules, 7.7): alone of its value in a score pile, it counts more."""

    numbers: told.UniqueCounts

    def counts(self, card: Card, pile: Iterable[Card]) -> int:
        """Return how often a card of a score pile counts for its faction's majority."""
        alike = [other for other in pile if other.value == card.value]
        return (self.numbers.weight or 1) if len(alike) == 1 else 1


class NoRepeatLead(Behaviour):
    """``no_repeat_lead`` (rules, 3): may not be led when it led the previous trick."""

    numbers: told.NoRepeatLead

    def bars(self, leader: int, last_leader: int) -> bool:
        """Say whether a seat is barred, after the previous trick was led with such a card."""
        return self.numbers.rule == "any_leader" or leader == last_leader


class Extinct(Behaviour):
    """``extinct`` (rules, 7.5): high values leave the score piles at the end."""

    numbers: told.Extinct

    def leaves(self, card: Card) -> bool:
        """Say whether a card of the faction leaves."""
        return card.value >= (self.numbers.extinct_from or 0)


class Boosts(Behaviour):
    """``boosts`` (rules, 4): in Phase 2 discarded from one's score pile to raise a card."""

    numbers: told.Boosts

    @property
    def bonus(self) -> int:
        """What each discarded card adds."""
        return self.numbers.bonus or 0


class DrawsDiscard(Behaviour):
    """``draws_discard`` (rules, 7.4): who wins its vote draws from the Phase 1 discard."""

    numbers: told.DrawsDiscard

    def draws(self, discarded: int) -> int:
        """Return how many cards are drawn when so many were discarded."""
        return min(self.numbers.draws or 0, discarded)


class ArrestedBy(Behaviour):
    """``arrested_by`` (rules, 7.5): beside an equal card of another faction it is one of those."""

    numbers: told.ArrestedBy

    def arrester(self, card: Card, pile: Iterable[Card]) -> str | None:
        """Return the first named faction of which the pile holds an equal card, if any."""
        equal = {other.faction for other in pile if other.value == card.value}
        return next((faction for faction in self.numbers.by if faction in equal), None)


class Exchanges(Behaviour):
    """``exchanges`` (rules, 2): turned up in Phase 1, both players swap hand cards."""

    numbers: told.Exchanges

    @property
    def cards(self) -> int:
        """How many cards each gives, if he has them."""
        return self.numbers.cards or 0


class BeatenFrom(Behaviour):
    """``beaten_from`` (rules, 4.3): led, it loses to a high enough card of another faction."""

    numbers: told.BeatenFrom

    def reached(self, card: Card, effective: int) -> bool:
        """Say whether a card from outside is high enough, by what the ruling looks at."""
        return self.by_printed(card) if self.numbers.on == "printed" else self.by_value(effective)

    def by_printed(self, card: Card) -> bool:
        """Say whether the printed number is high enough."""
        return card.printed >= (self.numbers.threshold or 0)

    def by_value(self, effective: int) -> bool:
        """Say whether the effective value is high enough."""
        return effective >= (self.numbers.threshold or 0)


class Arms(Behaviour):
    """``arms`` (rules, 4 and 5): losing with one earns a trident; tridents raise them."""

    numbers: told.Arms

    def acts(self, phase: int) -> bool:  # noqa: ARG002  # as other powers that raise cards
        """Say whether it raises cards in this phase."""
        return True

    @property
    def supply(self) -> int:
        """Tridents that it adds to the supply."""
        return self.numbers.supply or 0

    def gain(self, player: Player) -> int:
        """Return what a player's tridents add to each card that they raise."""
        return (self.numbers.bonus or 0) * player.tridents

    def raises(self, faction: str) -> bool:
        """Say whether they raise the cards of a faction."""
        return faction == self.faction


class LiesInFront(Behaviour):
    """``lies_in_front`` (rules, 5): won in Phase 2, it lies before its winner to the end."""

    numbers: told.LiesInFront


class Smashes(Behaviour):
    """``smashes`` (rules, 5): received in Phase 2, it removes an equal target card."""

    numbers: told.Smashes

    @property
    def may(self) -> bool:
        """Whether its receiver may decline."""
        return self.numbers.smash == "may"

    def target(self, card: Card, in_front: Iterable[Card]) -> Card | None:
        """Return the card that `card` removes of those that lie in front of the opponent.

        Among several the first in record order. For cards of equal value that is the order of
        card sets, too.
        """
        targets = [
            other
            for other in in_front
            if other.value == card.value and other.faction in self.numbers.target
        ]
        return min(targets, default=None, key=lambda other: other.bit)


class LeadsNext(Behaviour):
    """``leads_next`` (rules, 6): the player of the last one in a trick leads the next."""

    numbers: told.LeadsNext


class Limited(Behaviour):
    """``limited`` (rules, 5): in Phase 2 a trick's winner takes so many, the others wait."""

    numbers: told.Limited

    def goes(self, cards: Iterable[Card], captured: int) -> list[Card]:
        """Return those of the faction's cards on the table that go to the winner.

        The highest by value, among equals the first in record order, which for cards of equal
        value is the order of card sets. Captured cards have gone already, and count.
        """
        highest = sorted(cards, key=lambda card: (-card.value, card.bit))
        return highest[: max((self.numbers.limit or 0) - captured, 0)]


class PicksReward(Behaviour):
    """``picks_reward`` (rules, 5): winning with it, one looks at the pile and chooses."""

    numbers: told.PicksReward

    @property
    def looks(self) -> int:
        """How many cards from the top of the pile the winner sees."""
        return self.numbers.looks or 0

    @property
    def also_lost(self) -> bool:
        """Whether it acts also for a winner against whom it was played."""
        return self.numbers.trigger == "any_seer_in_trick"
