"""The View: all that a player may know when he decides, and nothing else (rules, 9).

Both engines fill the same record, field by field, so that a strategy cannot tell which of
them is asking. :data:`FIELDS` says for every field why the player may know it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from claimsim.rules.ruleset import TABLE

#: Kinds of decision, the values of ``view.decision``.
LEAD = 0
FOLLOW = 1

#: ``view.prize`` and ``view.led`` where there is no such card.
NO_CARD = -1


class Field(NamedTuple):
    """One field of the View: its type, its meaning, and who could know it."""

    name: str
    dtype: npt.DTypeLike
    meaning: str
    known: str


FIELDS: tuple[Field, ...] = (
    Field("decision", np.int64, "LEAD or FOLLOW", "what he is asked"),
    Field("phase", np.int64, "1 or 2", "public"),
    Field("trick", np.int64, "number of the trick in this phase, from 0", "public"),
    Field("seat", np.int64, "his seat; seat 0 led the first trick", "public"),
    Field("led", np.int64, "the card that was led, or NO_CARD", "lies face up"),
    Field("prize", np.int64, "Phase 1: the face-up card, or NO_CARD", "lies face up"),
    Field("pile_count", np.int64, "cards left in the draw pile", "public"),
    Field("options", np.uint64, "the cards he may play now", "follows from his hand and the lead"),
    Field("hand", np.uint64, "his hand", "his own cards"),
    Field("followers", np.uint64, "Phase 1: cards he has won for Phase 2", "he took them"),
    Field("their_followers", np.uint64, "Phase 1: prizes the opponent took", "were face up"),
    Field("their_hand", np.uint64, "cards certainly in the opponent's hand", "were prizes"),
    Field("score", np.uint64, "his score pile", "lies face up"),
    Field("their_score", np.uint64, "the opponent's score pile", "lies face up"),
    Field("discard", np.uint64, "the Phase 1 discard", "lies face up"),
    Field("unseen", np.uint64, "cards he cannot place", "the rest of the deck"),
    Field("dice", np.uint64, "his random number; 0 unless the strategy is stochastic", "his own"),
    Field("rules", TABLE, "the table of the rules in force", "public"),
)

#: Record type of a View; in plain Python a View is an ``np.record`` of it.
VIEW = np.dtype([(field.name, field.dtype) for field in FIELDS], align=True)
