"""One whole game, event by event (rules, 2).

A :class:`Game` knows the rules and nothing else: it *asks* whoever decides for each card that
is played, and *tells* whoever listens every event, as a game record has it. Strategies with
their Views (:mod:`claimsim.reference.playout`) and the checking of records
(:mod:`claimsim.replay`) are two ways to answer and to listen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from claimsim.errors import InputError
from claimsim.reference.piles import Pile, Player
from claimsim.reference.powers import Powers
from claimsim.reference.scoring import names, result_of
from claimsim.reference.tricks import LOSER, WINNER, decide, legal_follows, legal_leads, scored_by
from claimsim.rules.deck import Card
from claimsim.rules.ruleset import Ruleset

Event = dict[str, Any]

#: Called with the game, the player who is to play, and his options; returns one of them.
Ask = Callable[["Game", Player, list[Card]], Card]

#: Called with every event, once its effect has taken place.
Tell = Callable[[Event], None]


class Game:
    """A game of two players, from the deal to the result.

    Parameters
    ----------
    rules
        Deck and rulings.
    order
        The deal: every card number once. The first h cards are seat 0's hand, the next h
        seat 1's, the next 2h the pile from its top, and the rest is set aside (rules, 1 and 2).
    ask
        Who decides.
    tell
        Who listens.

    Attributes
    ----------
    players : list of Player
        By seat.
    pile, aside : Pile
        The draw pile, top first, and the cards that nobody sees.
    discard : Pile
        The Phase 1 discard.
    phase, trick : int
        1 or 2, and the number of the trick in it, from 0.
    leader : int
        The seat that leads the trick.
    prizes : list of Card
        The face-up card of a Phase 1 trick, until somebody takes it.
    table : list of Card
        The cards played to the trick so far, the leader's first.

    Raises
    ------
    InputError
        An order that does not hold every card of the deck once.
    """

    def __init__(self, rules: Ruleset, order: Sequence[int], ask: Ask, tell: Tell) -> None:
        deck, h = rules.deck, rules.deck.hand_size
        if sorted(order) != list(range(len(deck.cards))):
            raise InputError(
                f"a deal of this deck is an order of the card numbers 0 to "
                f"{len(deck.cards) - 1}, each once; found {list(order)}"
            )
        cards = [deck.cards[number] for number in order]
        self.rules = rules
        self.powers = Powers(rules)
        self.players = [Player(0, cards[:h]), Player(1, cards[h : 2 * h])]
        self.pile = Pile(cards[2 * h : 4 * h])
        self.aside = Pile(cards[4 * h :])
        self.discard = Pile()
        self.phase = 1
        self.trick = 0
        self.leader = 0
        self.prizes: list[Card] = []
        self.table: list[Card] = []
        self._ask = ask
        self._tell = tell

    def play(self) -> dict[str, Any]:
        """Play the game from the deal to its end, and return the record's result."""
        tricks = range(self.rules.deck.hand_size)
        for number in tricks:
            self._reveal_prize()
            self._play_trick(number)
        self._begin_phase_2()
        for number in tricks:
            self._play_trick(number)
        return result_of(self.rules, [player.score for player in self.players])

    def _reveal_prize(self) -> None:
        """Rules, 2, Phase 1, 1: the top card of the pile is turned up."""
        card = self.pile.take_top()
        self.prizes.append(card)
        self._tell({"event": "reveal", "cards": [str(card)]})

    def _play_trick(self, number: int) -> None:
        """Rules, 2: leader and follower play, the trick is resolved, its winner leads next."""
        self.trick = number
        leader, follower = self.players[self.leader], self.players[1 - self.leader]
        led = self._play_card(leader, legal_leads(leader.hand))
        follow = self._play_card(follower, legal_follows(self.powers, follower.hand, led))
        if decide(self.powers, led, follow).follower_wins:
            winner, loser = follower, leader
        else:
            winner, loser = leader, follower
        self._tell({"event": "trick", "winner": winner.seat})
        if self.phase == 1:
            self._take_followers(winner, loser)
        self._clear_table(winner, loser)
        self.leader = winner.seat

    def _play_card(self, player: Player, options: list[Card]) -> Card:
        """Rules, 3: the player lays one of his options on the table."""
        card = self._ask(self, player, options)
        player.hand.remove(card)
        if self.phase == 2:  # in Phase 1 the prizes are followers, not hand
            player.cross_off(card)
        self.table.append(card)
        self._tell({"event": "play", "player": player.seat, "card": str(card)})
        return card

    def _take_followers(self, winner: Player, loser: Player) -> None:
        """Rules, 2, Phase 1, 4: the winner takes the prize, the loser the next card, unseen."""
        prize = self.prizes.pop()
        winner.followers.add(prize)
        winner.prizes.add(prize)
        self._tell({"event": "take", "player": winner.seat, "card": str(prize)})
        hidden = self.pile.take_top()
        loser.followers.add(hidden)
        self._tell({"event": "take", "player": loser.seat, "card": str(hidden)})

    def _clear_table(self, winner: Player, loser: Player) -> None:
        """Rules, 5: the loser's cards, then the winner's; what nobody scores is discarded."""
        gets = [(card, scored_by(self.powers, self.phase, card)) for card in self.table]
        for receiver, player in ((LOSER, loser), (WINNER, winner)):
            scored = [card for card, who in gets if who == receiver]
            for card in scored:
                self.table.remove(card)
                player.score.add(card)
            if scored:
                self._tell({"event": "score", "player": player.seat, "cards": names(scored)})
        for card in self.table:
            self.discard.add(card)
        self.table.clear()

    def _begin_phase_2(self) -> None:
        """Rules, 2, Between: followers become hands; the last trick's winner leads."""
        for player in self.players:
            player.hand, player.followers = player.followers, Pile()
        self.phase = 2
        self._tell({"event": "phase", "phase": 2, "leader": self.leader})
