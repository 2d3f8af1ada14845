"""Filling Views: what a player knows when he decides (rules, 9)."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from claimsim.chance import Luck
from claimsim.reference.game import Game, Question
from claimsim.reference.knowledge import Knowledge
from claimsim.reference.piles import Player
from claimsim.reference.rulebook import rulebook
from claimsim.reference.view_record import ARRAYS, NUMBERS, SHOWN
from claimsim.rules.deck import MAX_FACTIONS
from claimsim.rules.ruleset import Card, Ruleset
from claimsim.view import FOLLOW, LEAD, MAX_PILE, NO_CARD, VIEW

_BY_FACTION = struct.Struct(f"@{MAX_FACTIONS}{np.dtype(np.int64).char}")
_ZEROS = (0,) * MAX_FACTIONS
_NOTHING = bytes(_BY_FACTION.size)
_PILE = struct.Struct(f"@{MAX_PILE}{np.dtype(np.int8).char}")
_NO_PILE = _PILE.pack(*[NO_CARD] * MAX_PILE)
_NO_ARRAYS = b"".join([_NO_PILE if name == "pile_at" else _NOTHING for name in ARRAYS])

#: All fields before ``rules``, written in one go: one by one they would take longer than the
#: rest of a trick. Those of several numbers follow each other and are one run of bytes.
_LAYOUT = struct.Struct(
    f"@{''.join(VIEW[name].char for name in NUMBERS)}{len(_NO_ARRAYS)}s{VIEW['dice'].char}"
)

#: Bytes of a View.
_SIZE = VIEW.itemsize

#: Decisions for which a card is played.
_FROM_HAND = (LEAD, FOLLOW)


class Views:
    """The Views of one game, one for each seat, filled anew for each decision.

    Parameters
    ----------
    rules
        What every View shows in ``rules``.
    luck
        The players' random numbers; None: all 0.
    keep
        Whether to keep a copy of every View.
    """

    def __init__(self, rules: Ruleset, luck: Luck | None, *, keep: bool) -> None:
        book = rulebook(rules)
        self._memory = bytearray(book.blank_views)
        # Strategies see the same memory, but cannot write to it.
        shown = np.frombuffer(memoryview(self._memory).toreadonly(), SHOWN)
        self._shown = (shown[0], shown[1])
        self._beside = (vars(self._shown[0]), vars(self._shown[1]))
        for beside in self._beside:
            beside["rules"] = book.record
        self._factions = rules.deck.names
        self._fills_arrays = book.fills_arrays
        self._luck = luck
        self._kept: list[bytes] | None = [] if keep else None

    def show(self, game: Game, player: Player, question: Question) -> np.record:
        """Fill and return the View of a player who is asked something.

        Parameters
        ----------
        game
            The game as it stands.
        player
            Who is asked.
        question
            What he is asked.

        Returns
        -------
        np.record of VIEW
            Read only, and the same record at each of the player's decisions.
        """
        seat = player.seat
        opponent = game.players[1 - seat]
        knows = player.knows
        face_up = game.face_up.cards
        options, hand = question.options, player.hand
        from_hand = question.decision in _FROM_HAND
        numbers = (
            question.decision,
            game.phase,
            game.trick,
            seat,
            NO_CARD if game.led is None else game.led.bit,
            NO_CARD if game.followed is None else game.followed.bit,
            face_up[0].bit if face_up else NO_CARD,
            len(game.pile.cards),
            len(opponent.hand.cards),
            question.need,
            hand.bits if from_hand and len(options) == len(hand.cards) else card_set(options),
            card_set(question.chosen) if question.chosen else 0,
            hand.bits,
            game.face_up.bits,
            player.followers.bits,
            knows.their_followers,
            knows.their_hand,
            knows.their_doubtful,
            knows.in_pile,
            knows.in_side,
            player.score.bits,
            opponent.score.bits,
            player.in_front.bits,
            opponent.in_front.bits,
            game.waiting.bits,
            game.discard.bits,
            game.removed.bits + player.discarded.bits,
            knows.unseen,
            player.tridents,
            opponent.tridents,
            game.supply,
            player.boost,
            opponent.boost,
            player.lost,
            player.row,
            opponent.row,
            int(game.phase == 2 and game.last_winners[0] == seat),
        )
        if self._luck is None:
            dice = 0
        elif from_hand:
            dice = self._luck.play(seat, game.phase, game.trick)
        else:
            decision, k = question.decision, question.k
            dice = self._luck.other(seat, decision, game.phase, game.trick, k)
        beside = self._beside[seat]
        beside["numbers"], beside["dice"] = numbers, dice
        _LAYOUT.pack_into(
            self._memory,
            seat * _SIZE,
            *numbers,
            self._arrays(game, player, opponent) if self._fills_arrays else _NO_ARRAYS,
            dice,
        )
        if self._kept is not None:
            self._kept.append(bytes(self._memory[seat * _SIZE : (seat + 1) * _SIZE]))
        shown: np.record = self._shown[seat]
        return shown

    def kept(self) -> npt.NDArray[np.void]:
        """Return the Views kept, one row a decision in order; none if they were not kept."""
        return np.frombuffer(b"".join(self._kept or ()), VIEW)

    def _arrays(self, game: Game, player: Player, opponent: Player) -> bytes:
        """Return the fields of several numbers, one after the other."""
        return b"".join(
            (
                _packed(tuple(player.bonus.values())),  # of all factions or none
                _packed(tuple(opponent.bonus.values())),
                self._by_faction(player.came) if player.came else _NOTHING,
                self._by_faction(opponent.came) if opponent.came else _NOTHING,
                self._secured(game, player.seat) if game.secured else _NOTHING,
                self._side_left(game) if game.sides else _NOTHING,
                _known_pile(player.knows) if player.knows.pile_at else _NO_PILE,
            )
        )

    def _secured(self, game: Game, seat: int) -> bytes:
        """Return whose each vote is already, as a player sees it."""
        return self._by_faction({f: 1 if s == seat else -1 for f, s in game.secured.items()})

    def _side_left(self, game: Game) -> bytes:
        """Return how many cards each side deck has left."""
        return self._by_faction({faction: len(side) for faction, side in game.sides.items()})

    def _by_faction(self, numbers: Mapping[str, int]) -> bytes:
        """Return numbers of some factions as a field has them, by the factions' places."""
        return _packed(tuple([numbers.get(faction, 0) for faction in self._factions]))


@lru_cache(maxsize=4096)
def _packed(numbers: tuple[int, ...]) -> bytes:
    """Return numbers of the factions in order, then zeros, as a field has them."""
    return _BY_FACTION.pack(*numbers, *_ZEROS[len(numbers) :])


def card_set(cards: Iterable[Card]) -> int:
    """Return cards, each there once, as a card set."""
    return sum([card.alone for card in cards])


def _known_pile(knows: Knowledge) -> bytes:
    """Return what a player knows of the places of the pile as a field has it."""
    places = [NO_CARD] * MAX_PILE
    for place, card in knows.pile_at.items():
        places[place] = card.bit
    return _PILE.pack(*places)
