"""The View: all that a player may know when he decides, and nothing else (rules, 9).

Both engines fill the same record, field by field, so that a strategy cannot tell which of
them is asking. :data:`FIELDS` says for every field why the player may know it. In every View
each card is in just one of the places that :data:`PLACES` lists.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from claimsim.rules.deck import MAX_CARDS, MAX_FACTIONS
from claimsim.rules.table import TABLE

#: Kinds of decision, the values of ``view.decision``.
LEAD = 0
FOLLOW = 1
BOOST = 2
ANSWER = 3
PICK = 4
PASS = 5
EXCHANGE = 6
DISCARD = 7
DRAW = 8
SMASH = 9

#: Their names, by value.
DECISIONS = (
    "lead",
    "follow",
    "boost",
    "answer",
    "pick",
    "pass",
    "exchange",
    "discard",
    "draw",
    "smash",
)

#: Decisions in which -1 says that one does not want to (any more).
DECLINABLE = (BOOST, ANSWER, DRAW, SMASH)

#: ``view.prize``, ``view.led`` and others where there is no such card.
NO_CARD = -1

#: The answer that declines.
DECLINE = -1

#: Places of the pile for which Views have room: twice the largest hand.
MAX_PILE = MAX_CARDS // 2


class Field(NamedTuple):
    """One field of the View: its type, its meaning, and who could know it."""

    name: str
    dtype: npt.DTypeLike
    meaning: str
    known: str
    shape: tuple[int, ...] = ()


_INT = np.int64
_SET = np.uint64
_BY_FACTION = (MAX_FACTIONS,)

FIELDS: tuple[Field, ...] = (
    Field("decision", _INT, "what is asked: LEAD, FOLLOW, ...", "what he is asked"),
    Field("phase", _INT, "1 or 2", "public"),
    Field("trick", _INT, "number of the trick in this phase, from 0", "public"),
    Field("seat", _INT, "his seat; seat 0 led the first trick", "public"),
    Field("led", _INT, "the card that was led, or NO_CARD", "lies face up"),
    Field("followed", _INT, "the card that followed it, or NO_CARD", "lies face up"),
    Field("prize", _INT, "the card that lies face up the longest, or NO_CARD", "lies face up"),
    Field("pile_count", _INT, "cards left in the draw pile", "public"),
    Field("hand_count", _INT, "cards in the opponent's hand", "public"),
    Field("need", _INT, "cards still to be chosen, this one included", "what he is asked"),
    Field("options", _SET, "the cards to choose from now", "follows from what he sees"),
    Field("chosen", _SET, "cards already chosen in this decision", "his own choice"),
    Field("hand", _SET, "his hand", "his own cards"),
    Field("face_up", _SET, "Phase 1: the prizes that lie face up", "lie face up"),
    Field("followers", _SET, "Phase 1: cards he has won for Phase 2", "he took them"),
    Field("their_followers", _SET, "opponent's followers that he knows", "face up or looked at"),
    Field("their_hand", _SET, "cards surely in the opponent's hand", "prizes, looked at, passed"),
    Field("their_doubtful", _SET, "known to him till the opponent discarded to Swamp", "memory"),
    Field("in_pile", _SET, "cards that he knows to be in the pile", "looked at with a Seer"),
    Field("in_side", _SET, "cards surely in a side deck", "nobody else drew from it"),
    Field("score", _SET, "his score pile", "lies face up"),
    Field("their_score", _SET, "the opponent's score pile", "lies face up"),
    Field("in_front", _SET, "cards that lie in front of him", "lie face up"),
    Field("their_in_front", _SET, "cards that lie in front of the opponent", "lie face up"),
    Field("waiting", _SET, "cards that wait for the next trick's winner", "lie face up"),
    Field("discard", _SET, "the Phase 1 discard", "lies face up"),
    Field("removed", _SET, "cards out of the game", "face up, or he discarded them"),
    Field("unseen", _SET, "cards he cannot place", "the rest of the deck"),
    Field("tridents", _INT, "tridents that he holds", "public"),
    Field("their_tridents", _INT, "tridents that the opponent holds", "public"),
    Field("trident_supply", _INT, "tridents in the supply", "public"),
    Field("boost", _INT, "what his boosts add in this trick", "public"),
    Field("their_boost", _INT, "what the opponent's boosts add in this trick", "public"),
    Field("lost", _INT, "1 if he lost the previous trick", "public"),
    Field("row", _INT, "Plateau: tricks in a row that he has won (or led)", "public"),
    Field("their_row", _INT, "Plateau: likewise of the opponent", "public"),
    Field("last_of_phase_1", _INT, "Phase 2: 1 if he won the last trick of Phase 1", "public"),
    Field("bonus", _INT, "what a card of each faction of his gains in this trick", "public",
          _BY_FACTION),
    Field("their_bonus", _INT, "what one of the opponent's gains", "public", _BY_FACTION),
    Field("came", _INT, "Lighthouse: cards of each faction he got in Phase 2", "public",
          _BY_FACTION),
    Field("their_came", _INT, "Lighthouse: cards of each that the opponent got", "public",
          _BY_FACTION),
    Field("secured", _INT, "Lighthouse: 1 his vote, -1 the opponent's, 0 open", "public",
          _BY_FACTION),
    Field("side_left", _INT, "cards left in each faction's side deck", "public", _BY_FACTION),
    Field("pile_at", np.int8, "the card at each place of the pile, or NO_CARD", "looked at",
          (MAX_PILE,)),
    Field("dice", _SET, "his random number; 0 unless the strategy is stochastic", "his own"),
    Field("rules", TABLE, "the table of the rules in force", "public"),
)  # fmt: skip

#: Card sets that, with the cards on the table (``led``, ``followed``), hold every card once.
PLACES = (
    "hand", "face_up", "followers", "their_followers", "their_hand", "their_doubtful", "in_pile",
    "in_side", "score", "their_score", "in_front", "their_in_front", "waiting", "discard",
    "removed", "unseen",
)  # fmt: skip

#: Record type of a View; in plain Python a View is an ``np.record`` of it.
VIEW = np.dtype([(f.name, f.dtype, f.shape) for f in FIELDS], align=True)
