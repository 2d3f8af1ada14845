"""A game between two strategies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from claimsim.chance import Luck
from claimsim.complaints import Asked, whole_number
from claimsim.defaults import default_answer
from claimsim.errors import ClaimsimError
from claimsim.reference.game import Event, Game, Question
from claimsim.reference.piles import Player
from claimsim.reference.view import Views
from claimsim.rules.ruleset import Card, Ruleset
from claimsim.view import DECISIONS, DECLINE

#: Asked with a View; the answer is the bit of a card, or DECLINE.
Choose = Callable[[np.record], int]

#: Told of every question before it is answered: the game as it then is, and what is asked.
Watch = Callable[[Game, Question], None]

#: Every decision, by name.
ALL = frozenset(DECISIONS)


@dataclass(frozen=True)
class Playout:
    """A finished game.

    Parameters
    ----------
    events
        What happened, as a game record has it.
    views
        The View of every decision, one row each in order; shape (decisions,), dtype
        :data:`claimsim.view.VIEW`. No rows if they were not kept.
    result
        The end, as a game record has it.
    game
        The game as it is in the end.
    """

    events: list[Event]
    views: npt.NDArray[np.void]
    result: dict[str, Any]
    game: Game

    @property
    def fired(self) -> Counter[str]:
        """How often each power, location and ruling acted."""
        return self.game.fired

    @property
    def winner(self) -> int | None:
        """The seat that won, or None for a draw."""
        winner: int | None = self.result["winner"]
        return winner

    @property
    def decided_by(self) -> str:
        """What decided the game: ``"votes"``, ``"cards_in_factions"``, ``"draw"``, ..."""
        return str(self.result["decided_by"])


def play(
    rules: Ruleset,
    order: Sequence[int],
    choose_0: Choose,
    choose_1: Choose,
    luck: Luck | None = None,
    *,
    keep_views: bool = False,
    names: tuple[str, str] | None = None,
    deal: int | None = None,
    decisions: tuple[frozenset[str], frozenset[str]] = (ALL, ALL),
    watch: Watch = lambda _game, _question: None,
) -> Playout:
    """Play one game between two strategies.

    Parameters
    ----------
    rules
        Deck, rulings and locations.
    order
        The deal: every card number once, as :class:`claimsim.reference.game.Game` reads it.
    choose_0, choose_1
        Who plays at seats 0 and 1. They are called with a View and return the bit of a card, or
        -1 to decline.
    luck
        All chance after the deal. None: dice are 0, and the first card is drawn.
    keep_views
        Whether to keep a copy of every View.
    names, deal
        The strategies' names and the deal's number, for error messages only.
    decisions
        The names of the decisions that each seat's strategy makes;
        :mod:`claimsim.defaults` makes the others.
    watch
        Who watches the game.

    Raises
    ------
    InputError
        An order that does not hold every card once.
    StrategyError
        A strategy answered with something that is none of its options, or raised an exception.
    """
    choose = (choose_0, choose_1)
    made = [[name in of_seat for name in DECISIONS] for of_seat in decisions]
    views = Views(rules, luck, keep=keep_views)
    events: list[Event] = []
    cards = rules.by_bit

    def ask(game: Game, player: Player, question: Question) -> Card | None:
        seat = player.seat
        watch(game, question)
        view = views.show(game, player, question)
        if not made[seat][question.decision]:
            answer = default_answer(view)
        else:
            try:
                answer = choose[seat](view)
            except ClaimsimError:
                raise
            except Exception as error:
                raise asked(game, seat, question).raised(error) from error
        bit = answer if type(answer) is int else whole_number(answer)
        if bit is not None and 0 <= bit < len(cards) and cards[bit] in question.options:
            return cards[bit]
        if bit == DECLINE and question.may_decline:
            return None
        raise asked(game, seat, question).no_option(answer)

    def asked(game: Game, seat: int, question: Question) -> Asked:
        return Asked(
            strategy=names[seat] if names else None,
            seat=seat,
            rules=rules,
            deal=deal,
            phase=game.phase,
            trick=game.trick,
            decision=question.decision,
            options=tuple(question.options),
        )

    def draw(_game: Game, faction: str, discard: list[Card], k: int) -> Card:
        if luck is None:
            return discard[0]
        return discard[luck.draw(rules.deck.names.index(faction), k, len(discard))]

    game = Game(rules, order, ask, events.append, draw)
    result = game.play()
    return Playout(events, views.kept(), result, game)
