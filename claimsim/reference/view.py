"""Filling Views: what a player knows when he decides (rules, 9)."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import numpy.typing as npt

from claimsim.cardsets import common, union, without
from claimsim.reference.game import Game
from claimsim.reference.piles import Player
from claimsim.rules.deck import Card
from claimsim.rules.ruleset import TABLE, Ruleset
from claimsim.view import FIELDS, FOLLOW, LEAD, NO_CARD, VIEW

Dice = npt.NDArray[np.uint64]

#: All fields before ``rules``, written in one go: one by one they would take longer than the
#: rest of a trick.
_LAYOUT = struct.Struct("@" + "".join(np.dtype(field.dtype).char for field in FIELDS[:-1]))


class ViewRecord(np.record):  # type: ignore[misc]  # final for type checkers, not for Python
    """An ``np.record`` that finds its fields in one step, which strategies do all the time."""

    __slots__ = ()
    __getattribute__ = np.void.__getattribute__
    __getitem__ = np.void.__getitem__  # type: ignore[assignment]  # the same, without detours

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            raise AttributeError(f"a View has no field {name!r}") from None


#: VIEW with both its records of that type, at the same places.
_SHOWN = np.dtype(
    (
        ViewRecord,
        np.dtype(
            [
                (field.name, (ViewRecord, TABLE) if field.dtype is TABLE else field.dtype)
                for field in FIELDS
            ],
            align=True,
        ),
    )
)


class Views:
    """The Views of one game, one for each seat, filled anew for each decision.

    Parameters
    ----------
    rules
        What every View shows in ``rules``.
    dice
        Random numbers by seat, phase - 1 and trick, shape (2, 2, MAX_TRICKS); None: all 0.
    keep
        Whether to keep a copy of every View.
    """

    def __init__(self, rules: Ruleset, dice: Dice | None, *, keep: bool) -> None:
        records = np.zeros(2, VIEW)
        records["rules"] = rules.table
        self._memory = records.view(np.uint8).data
        # Strategies see the same memory, but cannot write to it.
        shown = records.view(_SHOWN)
        shown.flags.writeable = False
        self._shown = (shown[0], shown[1])
        self._dice = None if dice is None else dice.tolist()
        self._kept: list[bytes] | None = [] if keep else None

    def show(self, game: Game, player: Player, options: int) -> np.record:
        """Fill and return the View of a player who is to play.

        Parameters
        ----------
        game
            The game as it stands.
        player
            Who is to play.
        options
            The cards that he may play, as a card set.

        Returns
        -------
        np.record of VIEW
            Read only, and the same record at each of the player's decisions.
        """
        seat, opponent = player.seat, game.players[1 - player.seat]
        hand, followers = opponent.hand.bits, opponent.followers.bits
        hidden = union(union(hand, followers), union(game.pile.bits, game.aside.bits))
        # What the opponent won as a prize is a follower in Phase 1, then a card of his hand.
        known = opponent.prizes.bits
        _LAYOUT.pack_into(
            self._memory,
            seat * VIEW.itemsize,
            FOLLOW if game.table else LEAD,
            game.phase,
            game.trick,
            seat,
            _number(game.table),
            _number(game.prizes),
            len(game.pile),
            options,
            player.hand.bits,
            player.followers.bits,
            common(followers, known),
            common(hand, known),
            player.score.bits,
            opponent.score.bits,
            game.discard.bits,
            without(hidden, known),
            self._dice[seat][game.phase - 1][game.trick] if self._dice else 0,
        )
        if self._kept is not None:
            self._kept.append(self._memory[seat * VIEW.itemsize :][: VIEW.itemsize].tobytes())
        shown: np.record = self._shown[seat]
        return shown

    def kept(self) -> npt.NDArray[np.void]:
        """Return the Views kept, one row a decision in order; none if they were not kept."""
        return np.frombuffer(b"".join(self._kept or ()), VIEW)


def _number(cards: list[Card]) -> int:
    """Return the number of the first of these cards, or NO_CARD."""
    return cards[0].number if cards else NO_CARD
