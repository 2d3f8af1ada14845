"""The kernel's records: the State of one game, and what it writes when somebody listens.

A *seat's* cards are told apart from what its *viewer* knows: arrays of two are indexed by seat,
and where a comment says "by viewer" by the seat of the player whose knowledge it is.
"""

from __future__ import annotations

import numpy as np

from claimsim.chance import MAX_TRICKS
from claimsim.experiment.tally import COURSE, HELD, OUTCOMES
from claimsim.rules.deck import MAX_CARDS, MAX_FACTIONS
from claimsim.rules.firings import FIRINGS
from claimsim.strategy_kit import MAX_WEIGHTS
from claimsim.view import VIEW

#: How a game was decided: the values of ``state.decided_by`` and their names in records.
BY_VOTES = 0
BY_CARDS = 1
BY_NOTHING = 2
BY_MONASTERY = 3
BY_BRIDGE = 4
BY_CASTLE = 5
DECIDED_BY = ("votes", "cards_in_factions", "draw", "monastery", "bridge", "castle")

#: ``state.winner`` of a draw, and ``state.votes`` of a vote that nobody won.
NOBODY = -1

#: Gaps: states that no rule covers, by the value of ``state.gap``; 0 is none.
NO_GAP = 0
NO_OPTION = 1
TOO_MANY_TRICKS = 2
LOG_FULL = 3
GAPS = {
    NO_OPTION: "a player who is to choose has nothing to choose from",
    TOO_MANY_TRICKS: f"Phase 2 goes on after {MAX_TRICKS} tricks",
    LOG_FULL: "a game has more events or decisions than the log has room for",
}

_SET = np.uint64
_INT = np.int64
_BY_SEAT = (2,)
_BY_FACTION = (MAX_FACTIONS,)

#: One game in play.
STATE = np.dtype(
    [
        ("hand", _SET, _BY_SEAT),
        ("followers", _SET, _BY_SEAT),
        ("score", _SET, _BY_SEAT),
        ("known_hand", _SET, _BY_SEAT),  # cards in a seat's hand that its opponent knows of
        ("known_followers", _SET, _BY_SEAT),  # likewise of its followers
        ("unseen", _SET, _BY_SEAT),  # cards that a viewer cannot place
        ("discard", _SET),
        ("phase", _INT),
        ("trick", _INT),
        ("turn", _INT),  # the same through both phases: tricks of Phase 2 begin at PHASE_2
        ("leader", _INT),
        ("led", _INT),
        ("followed", _INT),
        ("prize", _INT),  # the card that lies face up the longest
        ("next", _INT),  # place in the order of the top of the pile
        ("pile_end", _INT),
        ("votes", _INT, _BY_FACTION),
        ("by_tiebreak", _INT, _BY_FACTION),  # 1 where equal counts were compared further
        ("vote_totals", _INT, _BY_SEAT),  # extra votes included
        ("won_cards", _INT, _BY_SEAT),  # cards in the factions whose votes a seat won
        ("winner", _INT),
        ("decided_by", _INT),
        ("decisions", _INT),  # leads and follows
        ("options", _INT),  # summed over them
        ("forced", _INT),  # those with one option
        ("fired", _INT, (len(FIRINGS),)),
        ("piles", _INT, (2, MAX_FACTIONS)),  # cards of each faction in each score pile, at the end
        ("pivotal", _INT, _BY_FACTION),  # 1 where the result hangs on the vote
        ("dealt", _SET, _BY_SEAT),
        ("recruited", _SET, _BY_SEAT),
        ("phase_1_tricks", _INT, _BY_SEAT),  # won by each seat
        ("watched", _INT),  # 1 if the course of the game is noted
        ("ahead", np.int8, (COURSE,)),  # who was after each trick, or NOBODY
        ("seen", _SET, _BY_SEAT),  # the score piles when that was last looked at
        ("stopped", _INT),  # 1 after an answer that was no option, or a gap
        ("gap", _INT),
        ("error_seat", _INT),  # who gave that answer, or NOBODY
        ("error_card", _INT),  # and the answer
        ("error_view", _INT),  # number of the View that he had
        # what only some powers and locations need
        ("in_front", _SET, _BY_SEAT),
        ("waiting", _SET),
        ("removed", _SET),  # out of the game, face up
        ("gone", _SET, _BY_SEAT),  # discarded face down by a seat
        ("doubtful", _SET, _BY_SEAT),  # cards of a seat, known until it discarded face down
        ("in_side", _SET, _BY_SEAT),  # by viewer: cards surely in a side deck
        ("known_at", np.int8, (2, MAX_CARDS)),  # by viewer and place in the order, or NO_CARD
        ("known_until", _INT, _BY_SEAT),  # by viewer: from this place on he knows no card
        ("prize_2", _INT),  # Islands: the other card that lies face up
        ("phase_1_winner", _INT),  # the winner of the last Phase 1 trick, or NOBODY
        ("last_winner", _INT),  # the winner of the last trick played, or NOBODY
        ("tridents", _INT, _BY_SEAT),
        ("supply", _INT),
        ("lost", _INT, _BY_SEAT),  # 1 for who lost the previous trick
        ("row", _INT, _BY_SEAT),
        ("bonus", _INT, (2, MAX_FACTIONS)),
        ("stale_bonus", _INT),  # 1 if it must be found anew
        ("armed", _INT, (2, MAX_FACTIONS)),  # what tridents add to a faction's cards
        ("strong_sum", _INT, _BY_SEAT),  # what all of them add to a card of none of them
        ("strength", _INT, (2, MAX_FACTIONS)),  # what scored cards of a faction add to others
        ("boost", _INT, _BY_SEAT),
        ("came", _INT, (2, MAX_FACTIONS)),
        ("secured", _INT, (2, MAX_FACTIONS)),  # by viewer: 1 his vote, -1 the opponent's, 0 open
        ("side_next", _INT, _BY_FACTION),  # place in the order of a side deck's top
        ("side_left", _INT, _BY_FACTION),
        ("previous_lead", _INT),  # the card that led the previous trick of this phase
        ("previous_leader", _INT),
        ("exchanges", _INT),  # made in this trick
        ("smash_questions", _INT),  # asked in this trick
        ("counts_as", _SET, _BY_FACTION),  # cards that count as of a faction at the end
        ("building_drops", _INT),
        ("end_powers", _INT),  # cards that powers moved at the end
        ("extra_votes", _INT, _BY_SEAT),
        # whose game it is
        ("order", np.uint8, (MAX_CARDS,)),  # the deal: card at each place
        ("key", _SET, _BY_SEAT),  # two words of the Philox key
        ("deal", _SET),
        ("player", _INT, _BY_SEAT),  # of the matchup, at each seat
        ("has_dice", _INT, _BY_SEAT),
        ("makes", _INT, (2, 16)),  # 1 for each decision that the strategy at a seat makes
        ("dice", _SET, (2, COURSE)),  # by seat and turn
        ("weights", np.float64, (2, MAX_WEIGHTS)),  # of the strategy at each seat
        ("events", _INT),  # rows written to the event buffer
        ("views", _INT),  # rows written to the view buffer
    ],
    align=True,
)

#: Constants of the types that they have in compiled code. numba compiles a function anew for
#: each plain integer that stands in a call, but not for these.
EMPTY = np.uint64(0)
ZERO = np.int64(0)
ONE = np.int64(1)

#: Codes of events.
REVEAL = 0
PLAY = 1
TRICK = 2
TAKE = 3
SCORE = 4
PHASE = 5
PASSED = 6
EXCHANGED = 7
ANSWERED = 8
WAIT = 9
SMASHED = 10
TRIDENT = 11
FIRE = 12
LEADS = 13
DISCARDED = 14
DROP = 15
DRAWN = 16
ARREST = 17

#: Why cards drop at the end, and what records call it.
BY_PYRAMID = 0
BY_RUINS = 1
BY_FORTRESS = 2
BY_EXTINCTION = 3
WHY = ("pyramid", "ruins", "fortress", "pterosaurs")

#: ``extra`` of a TRIDENT that came from the supply.
FROM_SUPPLY = 2

#: One row of the event buffer; what a column means depends on the code
#: (:mod:`claimsim.kernel.decode`).
EVENT = np.dtype(
    [("code", _INT), ("player", _INT), ("card", _INT), ("cards", _SET), ("extra", _INT)],
    align=True,
)

#: Room for one game: far more than any deck can fill.
MAX_EVENTS = 1024
MAX_VIEWS = 2048

#: The Views of both seats, kept from decision to decision, and for how many places of the pile
#: each of them says something.
VIEWS = np.dtype([("of", VIEW, (2,)), ("shown", _INT, (2,))], align=True)

#: Games that are played side by side.
LANES = 4

#: Binary digits in which cards are counted, before they are added to the tally.
DIGITS = 8

#: What a batch plays in.
WORK = np.dtype(
    [
        ("states", STATE, (LANES,)),
        ("views", VIEWS, (LANES,)),
        ("counted", _SET, (len(HELD), len(OUTCOMES), DIGITS)),
    ],
    align=True,
)

#: What a listener gets of one game.
LOG = np.dtype(
    [
        ("dealt", np.uint8, (MAX_CARDS,)),
        ("events", EVENT, (MAX_EVENTS,)),
        ("views", VIEW, (MAX_VIEWS,)),
    ],
    align=True,
)
