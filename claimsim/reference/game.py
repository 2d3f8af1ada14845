"""One whole game, event by event (rules, 2).

A :class:`Game` knows the rules and nothing else: it *asks* whoever decides, and *tells* whoever
listens every event, as a game record has it. Strategies with their Views
(:mod:`claimsim.reference.playout`) and the checking of records (:mod:`claimsim.replay`) are two
ways to answer and to listen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from claimsim.errors import InputError
from claimsim.reference import phase1, phase2
from claimsim.reference.ending import Ending
from claimsim.reference.knowledge import Knowledge
from claimsim.reference.piles import Pile, Player
from claimsim.reference.rulebook import rulebook
from claimsim.reference.scoring import Verdict
from claimsim.reference.tricks import Outcome
from claimsim.rules.ruleset import Card, Ruleset
from claimsim.view import DECLINABLE

Event = dict[str, Any]


@dataclass(slots=True)
class Question:
    """What a player is asked.

    Parameters
    ----------
    decision
        Its kind: LEAD, FOLLOW, ... of :mod:`claimsim.view`.
    options
        The cards to choose from.
    need
        Cards still to be chosen, this one included; 0 where he may decline.
    chosen
        Cards already chosen in this decision.
    k
        Tells decisions of one kind and trick apart (:func:`claimsim.chance.die`).
    """

    decision: int
    options: list[Card]
    need: int
    chosen: list[Card]
    k: int

    @property
    def may_decline(self) -> bool:
        """Whether None is an answer."""
        return self.decision in DECLINABLE


#: Called with the game, the player and the question; returns an option, or None to decline.
Ask: TypeAlias = "Callable[[Game, Player, Question], Card | None]"

#: Called with every event, once its effect has taken place.
Tell = Callable[[Event], None]

#: Called with the game, a faction, the cards of the discard and the number of those drawn
#: before; returns the card that is drawn by chance (rules, 7.4).
Draw = Callable[["Game", str, list[Card], int], Card]


class Game:
    """A game of two players, from the deal to the result.

    Parameters
    ----------
    rules
        Deck, rulings and locations.
    order
        The deal: every card number once. The first h cards are seat 0's hand, the next h
        seat 1's, the next 2h the pile from its top, then what is set aside, and then each side
        deck from its top (rules, 1 and 2).
    ask
        Who decides.
    tell
        Who listens.
    draw
        Who draws by chance.

    Attributes
    ----------
    players : list of Player
        By seat.
    pile, aside : Pile
        The draw pile, top first, and the cards that nobody sees.
    sides : dict
        The side deck of each faction that has one, top first.
    face_up : Pile
        Prizes that lie face up, the oldest first.
    discard, removed, waiting : Pile
        The Phase 1 discard; cards out of the game that lie open; cards that wait.
    supply : int
        Tridents that nobody holds.
    phase, trick, leader : int
        1 or 2, the number of the trick in it, from 0, and the seat that leads it.
    led, followed : Card or None
        The cards on the table.
    last_lead : tuple or None
        The card that led the previous trick of the phase, and the seat that led it.
    outcome : Outcome or None
        How the last trick was decided.
    last_winners : list of int
        Who won the last trick of each phase, as far as it has been played.
    secured : dict
        The seat of each vote that is decided before the end (Lighthouse).
    verdict : Verdict or None
        How the game was decided; None before, and where no votes were counted.
    ending : Ending or None
        The end of the game, with the score piles as they then are; None before.
    fired : Counter
        How often each power, location and ruling acted (:mod:`claimsim.rules.firings`).

    Raises
    ------
    InputError
        An order that does not hold every card once.
    """

    __slots__ = (
        "_ask",
        "_draw",
        "aside",
        "building",
        "discard",
        "ending",
        "exchanges",
        "face_up",
        "fired",
        "followed",
        "last_lead",
        "last_winners",
        "leader",
        "led",
        "names",
        "outcome",
        "phase",
        "pile",
        "players",
        "powers",
        "raises_cards",
        "removed",
        "rules",
        "secured",
        "setting",
        "sides",
        "smashes",
        "supply",
        "tell",
        "trick",
        "verdict",
        "waiting",
    )

    def __init__(
        self, rules: Ruleset, order: Sequence[int], ask: Ask, tell: Tell, draw: Draw
    ) -> None:
        count, h = len(rules.cards), rules.deck.hand_size
        if sorted(order) != list(range(count)):
            raise InputError(
                f"a deal of this deck is an order of the card numbers 0 to "
                f"{count - 1}, each once; found {list(order)}"
            )
        self.rules = rules
        book = rulebook(rules)
        self.powers = book.powers
        self.names = book.names_of
        self.setting = book.setting
        self.building = book.building
        self.raises_cards = book.raises_cards
        self.fired: Counter[str] = Counter()
        self.tell = tell
        self._ask = ask
        self._draw = draw
        self.phase = 1
        self.trick = 0
        self.leader = 0
        self._deal([rules.cards[number] for number in order], h, book.alike)
        self.face_up, self.discard, self.removed, self.waiting = Pile(), Pile(), Pile(), Pile()
        self.supply = book.supply
        self.led: Card | None = None
        self.followed: Card | None = None
        self.last_lead: tuple[Card, int] | None = None
        self.outcome: Outcome | None = None
        self.last_winners: list[int] = []
        self.secured: dict[str, int] = {}
        self.verdict: Verdict | None = None
        self.ending: Ending | None = None
        self.exchanges = 0  # in this trick
        self.smashes = 0  # asked about in this trick

    def _deal(self, cards: list[Card], h: int, alike: dict[str, int]) -> None:
        """Rules, 1 and 2: lay out hands, pile, cards aside and side decks."""
        size = self.rules.deck.size
        hands = Pile(cards[:h]), Pile(cards[h : 2 * h])
        self.pile = Pile(cards[2 * h : 4 * h])
        self.aside = Pile(cards[4 * h : size])
        self.sides: dict[str, Pile] = {}
        for faction, printed in self.rules.deck.side_decks.items():
            self.sides[faction] = Pile(cards[size : size + len(printed)])
            size += len(printed)
        sides = {faction: side.bits for faction, side in self.sides.items()}
        hidden = self.pile.bits + self.aside.bits
        self.players = [
            Player(0, hands[0], Knowledge(hands[1].bits + hidden, sides, alike)),
            Player(1, hands[1], Knowledge(hands[0].bits + hidden, sides, alike)),
        ]

    def play(self) -> dict[str, Any]:
        """Play the game from the deal to its end, and return the record's result."""
        self.setting.before_phase_1(self)
        for _ in range(self.rules.deck.hand_size):
            phase1.play_trick(self)
        phase2.begin(self)
        one, other = self.players
        while one.hand.cards and other.hand.cards:
            phase2.play_trick(self)
        phase2.end(self)
        self.ending = ending = Ending(
            self.rules,
            [player.score.cards for player in self.players],
            discard=self.discard.cards,
            last_winners=self.last_winners,
            secured=self.secured,
            draw=lambda faction, cards, k: self._draw(self, faction, cards, k),
            tell=self.tell,
            fired=self.fired,
        )
        result = ending.play()
        self.verdict = ending.verdict
        return result

    def opponent(self, player: Player) -> Player:
        """Return the other player."""
        return self.players[1 - player.seat]

    def ask(self, player: Player, decision: int, options: list[Card], k: int = 0) -> Card:
        """Return the card that a player chooses of his options, where he cannot decline."""
        card = self._ask(self, player, Question(decision, options, 1, [], k))
        assert card is not None
        return card

    def offer(
        self,
        player: Player,
        decision: int,
        options: list[Card],
        k: int = 0,
        chosen: Iterable[Card] = (),
    ) -> Card | None:
        """Return the card that a player chooses of his options, or None if he declines."""
        return self._ask(self, player, Question(decision, options, 0, list(chosen), k))

    def choose_cards(self, player: Player, decision: int, count: int, k: int = 0) -> list[Card]:
        """Return cards of his hand that a player chooses one by one, as many as he must."""
        chosen: list[Card] = []
        for number in range(count):
            options = [card for card in player.hand if card not in chosen]
            question = Question(decision, options, count - number, list(chosen), k + number)
            card = self._ask(self, player, question)
            assert card is not None
            chosen.append(card)
        return chosen

    def swap(self, decision: int, event: str, cards: int, k: int = 0) -> bool:
        """Let both players choose hand cards at the same time, and swap them (rules, 2).

        Parameters
        ----------
        decision
            PASS or EXCHANGE.
        event
            What a record calls it.
        cards
            How many each gives; at most the smaller hand.
        k
            Number of the first choice.

        Returns
        -------
        bool
            Whether anything was given.
        """
        count = min(cards, *(len(player.hand) for player in self.players))
        gifts = [self.choose_cards(player, decision, count, k) for player in self.players]
        if count == 0:
            return False
        for player, gift in zip(self.players, gifts, strict=True):
            self.tell({"event": event, "player": player.seat, "cards": self.names(gift)})
        for player, gift in zip(self.players, gifts, strict=True):
            for card in sorted(gift):
                self.opponent(player).knows.cross_off(card)
        for player, gift in zip(self.players, gifts, strict=True):
            for card in gift:
                player.hand.remove(card)
                player.knows.gave(card)
                self.opponent(player).hand.add(card)
        return True
