"""What an engine under test must offer: to play a game, one trick, or the end of a game.

An engine plays what it is given and asks a plain function for every decision, so that worked
cases and recorded games need no strategies. A :class:`Situation` says where everything lies;
each engine builds its own state from it, plays one trick, and says where everything lies then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from claimsim.rules.ruleset import Card, Ruleset
from tests.worked.notation import Event, record_order

Cards = list[Card]


@dataclass(frozen=True)
class Asked:
    """One decision.

    Parameters
    ----------
    decision
        Its kind (:mod:`claimsim.view`).
    seat
        Who decides.
    options
        The cards to choose from.
    chosen
        Cards already chosen in this decision.
    face_up
        The prizes that lie face up.
    events
        How many events stand already.
    """

    decision: int
    seat: int
    options: Cards
    chosen: Cards
    face_up: Cards
    events: int


#: Who decides: returns a card, or None to decline.
Decide = Callable[[Asked], Card | None]


@dataclass
class Situation:
    """Where everything lies before or after a trick. Pairs are by seat."""

    phase: int
    leader: int
    trick: int = 3
    hands: list[Cards] = field(default_factory=lambda: [[], []])
    score: list[Cards] = field(default_factory=lambda: [[], []])
    in_front: list[Cards] = field(default_factory=lambda: [[], []])
    followers: list[Cards] = field(default_factory=lambda: [[], []])
    tridents: list[int] = field(default_factory=lambda: [0, 0])
    row: list[int] = field(default_factory=lambda: [0, 0])
    came: list[dict[str, int]] = field(default_factory=lambda: [{}, {}])
    supply: int = 0
    pile: Cards = field(default_factory=list)
    face_up: Cards = field(default_factory=list)
    discard: Cards = field(default_factory=list)
    waiting: Cards = field(default_factory=list)
    removed: Cards = field(default_factory=list)
    side: dict[str, Cards] = field(default_factory=dict)
    lost: int | None = None
    previous_lead: tuple[int, Card] | None = None
    secured: dict[str, int] = field(default_factory=dict)

    def placed(self) -> set[Card]:
        """Return every card that lies somewhere."""
        pairs = (self.hands, self.score, self.in_front, self.followers)
        piles = [pile for pair in pairs for pile in pair]
        piles += [self.pile, self.face_up, self.discard, self.waiting, self.removed]
        piles += self.side.values()
        return {card for pile in piles for card in pile}

    def hidden_from(self, seat: int, rules: Ruleset) -> Cards:
        """Return the cards that a player cannot place; he knows of nothing that he cannot see."""
        seen = self.placed() - set(self.hands[1 - seat]) - set(self.followers[1 - seat])
        seen -= set(self.pile)
        return [card for card in rules.cards if card not in seen]


@dataclass(frozen=True)
class Ended:
    """A finished game, or its end: events, result, what was counted, and Views if kept."""

    events: list[Event]
    result: dict[str, Any]
    fired: Mapping[str, int]
    views: Any = None


@dataclass(frozen=True)
class TrickPlayed:
    """A trick: its events, and where everything lies after it."""

    events: list[Event]
    after: Situation
    fired: Mapping[str, int]


@dataclass(frozen=True)
class Piles:
    """What there is after the last trick (rules, 7.1)."""

    score: list[Cards]
    in_front: list[Cards]
    discard: Cards
    last_winners: tuple[int | None, int | None]
    secured: Mapping[str, int]


class Engine(Protocol):
    """An engine under test.

    What chance draws from the discard is given as `drawn`, card by card (rules, 7.4). A decision
    that is no option raises StrategyError.
    """

    name: str

    def game(
        self, rules: Ruleset, order: Sequence[int], decide: Decide, drawn: Sequence[str]
    ) -> Ended:
        """Play a whole game of a deal, given as card numbers."""
        ...

    def trick(self, rules: Ruleset, before: Situation, decide: Decide) -> TrickPlayed:
        """Play one trick."""
        ...

    def end(self, rules: Ruleset, piles: Piles, drawn: Sequence[str]) -> Ended:
        """Bring a game to its end (rules, 7)."""
        ...


def named(rules: Ruleset, cards: Iterable[Card]) -> list[str]:
    """Return the names of cards, sorted as records sort them."""
    return record_order(rules, [card.name for card in cards])


class Picker:
    """Hands out the cards of some rules by their names, each once.

    A ``!`` behind a name asks for a card of a side deck; else one of the deck comes first.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.left = list(rules.cards)

    def take(self, name: str) -> Card:
        """Return a card of this name."""
        side = name.endswith("!")
        alike = [card for card in self.left if card.name == name.rstrip("!")]
        card = next((card for card in alike if card.side == side), None) or alike[0]
        self.left.remove(card)
        return card

    def take_all(self, names: Iterable[str]) -> Cards:
        """Return a card for each name."""
        return [self.take(name) for name in names]
