"""The kernel's records: the State of one game, and what it writes when somebody listens."""

from __future__ import annotations

import numpy as np

from claimsim.chance import MAX_TRICKS
from claimsim.rules.deck import MAX_CARDS, MAX_FACTIONS
from claimsim.strategy_kit import MAX_WEIGHTS
from claimsim.view import VIEW

#: How a game was decided: the values of ``state.decided_by`` and their names in records.
BY_VOTES = 0
BY_CARDS = 1
BY_NOTHING = 2
DECIDED_BY = ("votes", "cards_in_factions", "draw")

#: ``state.winner`` of a draw, and ``state.votes`` of a vote that nobody won.
NOBODY = -1

#: One game in play. Arrays of two are indexed by seat.
STATE = np.dtype(
    [
        ("hand", np.uint64, (2,)),
        ("followers", np.uint64, (2,)),
        ("score", np.uint64, (2,)),
        ("prizes_taken", np.uint64, (2,)),  # cards held by a seat that its opponent saw it take
        ("unseen", np.uint64, (2,)),  # cards that a seat cannot place
        ("discard", np.uint64),
        ("phase", np.int64),
        ("trick", np.int64),
        ("leader", np.int64),
        ("led", np.int64),
        ("prize", np.int64),
        ("next", np.int64),  # place in the order of the top of the pile
        ("pile_end", np.int64),
        ("votes", np.int64, (MAX_FACTIONS,)),
        ("by_tiebreak", np.int64, (MAX_FACTIONS,)),  # 1 where equal counts were compared further
        ("vote_totals", np.int64, (2,)),
        ("winner", np.int64),
        ("decided_by", np.int64),
        ("decisions", np.int64),
        ("options", np.int64),  # summed over decisions
        ("forced", np.int64),  # decisions with one option
        ("events", np.int64),  # rows written to the event buffer
        ("views", np.int64),  # rows written to the view buffer
        ("error_seat", np.int64),  # who answered with no option, or NOBODY
        ("error_card", np.int64),  # and his answer
        ("order", np.uint8, (MAX_CARDS,)),  # the deal: card at each place
        ("dice", np.uint64, (2, 2, MAX_TRICKS)),  # by seat, phase - 1 and trick
        ("weights", np.float64, (2, MAX_WEIGHTS)),  # of the strategy at each seat
    ],
    align=True,
)

#: Codes of events.
REVEAL = 0
PLAY = 1
TRICK = 2
TAKE = 3
SCORE = 4
PHASE = 5

#: One row of the event buffer; what a column means depends on the code
#: (:mod:`claimsim.kernel.decode`).
EVENT = np.dtype(
    [("code", np.int64), ("player", np.int64), ("card", np.int64), ("cards", np.uint64)],
    align=True,
)

#: Rows that one game can fill at most: nine a trick in two phases, and the change of phase.
MAX_EVENTS = 9 * MAX_CARDS // 2 + 1
MAX_VIEWS = MAX_CARDS

#: The Views of both seats, kept from decision to decision.
VIEWS = np.dtype([("of", VIEW, (2,))], align=True)

#: Games that are played side by side.
LANES = 4

#: What a batch plays in.
WORK = np.dtype(
    [
        ("states", STATE, (LANES,)),
        ("views", VIEWS, (LANES,)),
        ("seat_a", np.int64, (LANES,)),  # the seat of player a
    ],
    align=True,
)

#: What a listener gets of one game.
LOG = np.dtype(
    [("events", EVENT, (MAX_EVENTS,)), ("views", VIEW, (MAX_VIEWS,))],
    align=True,
)
