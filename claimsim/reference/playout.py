"""A game between two strategies."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from claimsim import cardsets
from claimsim.errors import StrategyError
from claimsim.reference.game import Event, Game
from claimsim.reference.piles import Player
from claimsim.reference.view import Dice, Views
from claimsim.rules.deck import Card
from claimsim.rules.ruleset import Ruleset

#: Asked for a card with a View; the answer is a card number.
Choose = Callable[[np.record], int]


@dataclass(frozen=True)
class Playout:
    """A finished game.

    Parameters
    ----------
    events
        What happened, as a game record has it.
    views
        Every View handed out, one row a decision in order; shape (decisions,), dtype
        :data:`claimsim.view.VIEW`. No rows if they were not kept.
    result
        The end, as a game record has it.
    """

    events: list[Event]
    views: npt.NDArray[np.void]
    result: dict[str, Any]

    @property
    def winner(self) -> int | None:
        """The seat that won, or None for a draw."""
        winner: int | None = self.result["winner"]
        return winner

    @property
    def decided_by(self) -> str:
        """``"votes"``, ``"cards_in_factions"`` or ``"draw"``."""
        return str(self.result["decided_by"])


def play(
    rules: Ruleset,
    order: Sequence[int],
    choose_0: Choose,
    choose_1: Choose,
    dice: Dice | None = None,
    *,
    keep_views: bool = False,
    names: tuple[str, str] | None = None,
    deal: int | None = None,
) -> Playout:
    """Play one game between two strategies.

    Parameters
    ----------
    rules
        Deck and rulings.
    order
        The deal: every card number once, as :class:`claimsim.reference.game.Game` reads it.
    choose_0, choose_1
        Who plays at seats 0 and 1. They are called with a View and return a card number.
    dice
        Random numbers by seat, phase - 1 and trick, shape (2, 2, MAX_TRICKS); a seat whose
        strategy is not stochastic should have zeros. None: all 0.
    keep_views
        Whether to keep a copy of every View.
    names, deal
        The strategies' names and the deal's number, for error messages only.

    Raises
    ------
    InputError
        An order that does not hold every card of the deck once.
    StrategyError
        A strategy answered with something that is none of its options.
    """
    choose = (choose_0, choose_1)
    views = Views(rules, dice, keep=keep_views)
    events: list[Event] = []
    cards = rules.deck.cards

    def ask(game: Game, player: Player, options: list[Card]) -> Card:
        hand = player.hand
        everything = len(options) == len(hand)
        allowed = hand.bits if everything else cardsets.of([card.number for card in options])
        answer = choose[player.seat](views.show(game, player, allowed))
        try:
            number = operator.index(answer)
        except TypeError:
            number = -1
        if 0 <= number < len(cards) and cardsets.contains(allowed, number):
            return cards[number]
        raise StrategyError(_complaint(game, player, options, answer, names, deal))

    result = Game(rules, order, ask, events.append).play()
    return Playout(events, views.kept(), result)


def _complaint(
    game: Game,
    player: Player,
    options: list[Card],
    answer: object,
    names: tuple[str, str] | None,
    deal: int | None,
) -> str:
    """Say who answered what, where, and what would have been right."""
    who = f"strategy {names[player.seat]!r} at seat" if names else "the strategy at seat"
    where = "" if deal is None else f"deal {deal}, "
    cards = game.rules.deck.cards
    what = str(answer)
    if isinstance(answer, (int, np.integer)) and 0 <= answer < len(cards):
        what += f" ({cards[int(answer)]})"
    return (
        f"{who} {player.seat} answered {what} in {where}phase {game.phase}, "
        f"trick {game.trick + 1} ({'follow' if game.table else 'lead'}), which is none of its "
        f"options: {', '.join(f'{card.number} ({card})' for card in options)}"
    )
