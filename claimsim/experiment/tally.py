"""Tallies: all that is counted of a cell, as integers that add.

For every deal the kernel sums each metric over the deal's games; a tally holds the sum and the
sum of squares of these per-deal numbers over all deals, so that intervals can treat the deal
as the unit. Adding two tallies of disjoint deals is the only way to combine them, and it is
exact and free of order.

What is a share of something that varies from deal to deal (the games in which a vote was
awarded, the games that were not drawn) needs the products with that number as well.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from claimsim.chance import MAX_TRICKS
from claimsim.rules.deck import MAX_CARDS, MAX_FACTIONS, MAX_HAND
from claimsim.rules.firings import LOCATION_FIRINGS, POWER_FIRINGS

#: Per-deal numbers of a cell, each summed over the deal's games. Points are half wins: a win 2,
#: a draw 1. The leader is seat 0, who leads the first trick; `a` is the matchup's first player.
CELL_METRICS = (
    "leader_points",
    "a_points",
    "draws",
    "by_votes",  # games decided by the number of votes
    "by_cards",  # games decided by the cards in the factions won
    "by_monastery",  # games decided by Monastery
    "by_bridge",  # games decided by Bridge
    "by_castle",  # games decided by Castle
    "margin",  # votes of the player with more, minus votes of the other, extra votes included
    "decisions",  # leads and follows asked for
    "options",  # options, summed over decisions
    "forced",  # decisions with a single option
)

#: Per-deal numbers of a faction in a cell, each summed over the deal's games.
FACTION_METRICS = (
    "awarded",  # games in which somebody won its vote
    "to_winner",  # games whose winner held its vote
    "to_loser",  # games whose loser held its vote
    "to_leader",  # games in which seat 0 held its vote
    "to_a",  # games in which player a held its vote
    "by_tiebreak",  # games in which its counts were equal and not zero
    "cards_winner",  # cards of it in the winner's score pile (games not drawn)
    "cards_loser",  # cards of it in the loser's score pile (games not drawn)
    "decided",  # games not drawn, the same for every faction
    "pivotal",  # games whose result would change if the vote went to the other player
)

#: Of which of them the products with `awarded`, and with `decided`, are kept.
BY_AWARDED = ("to_winner", "to_loser", "pivotal")
BY_DECIDED = ("cards_winner", "cards_loser")

#: How a player can have had a card: dealt to him, among his followers, scored at the end.
HELD = ("dealt", "recruited", "scored")

#: How the game ended for who had a card.
OUTCOMES = ("won", "lost", "drawn")

#: The course of the game is followed in one deal of so many: it takes time.
WATCHED = 100

#: Tricks of a game, of which the course is told: 16 at most of Phase 1, then those of Phase 2.
PHASE_2 = MAX_HAND
COURSE = PHASE_2 + MAX_TRICKS

#: Powers and locations whose firings are counted, in the order of the kernel's counters.
FIRED = (*POWER_FIRINGS, *LOCATION_FIRINGS)

#: What the kernel says of each deal to whoever compares deals: who won its games (three times the
#: points of seat 0 in the first, and those in the second), the deal's CELL_METRICS, the
#: FACTION_METRICS of each faction, the firings of FIRED, the games with any, and the votes of the
#: factions in either game: those of seat 0 times VOTES, plus those of seat 1 (0 without a game).
NUMBERS = (
    "outcome",
    *CELL_METRICS,
    *((place, name) for place in range(MAX_FACTIONS) for name in FACTION_METRICS),
    *(("fired", name) for name in FIRED),
    *(("games_fired", name) for name in FIRED),
    *(("split", game) for game in range(2)),
)

#: Of which of them ablation tells the difference.
ABLATED = ("leader_points", "a_points")

#: Most factions' votes that one player can have, plus one.
VOTES = MAX_FACTIONS + 1

TALLY = np.dtype(
    [
        ("deals", np.int64),
        ("games", np.int64),
        ("sum", np.int64, (len(CELL_METRICS),)),
        ("squares", np.int64, (len(CELL_METRICS),)),
        # the same of the deals with odd numbers: a second half, fresh for what the first chose,
        # and the same one however a run was cut into parts, extended or merged
        ("odd_deals", np.int64),
        ("odd_sum", np.int64, (len(CELL_METRICS),)),
        ("odd_squares", np.int64, (len(CELL_METRICS),)),
        ("faction_sum", np.int64, (MAX_FACTIONS, len(FACTION_METRICS))),
        ("faction_squares", np.int64, (MAX_FACTIONS, len(FACTION_METRICS))),
        # products with `awarded` and with `decided` of the same deal: of those metrics that are
        # shares of them (BY_AWARDED, BY_DECIDED), elsewhere 0
        ("faction_by_awarded", np.int64, (MAX_FACTIONS, len(FACTION_METRICS))),
        ("faction_by_decided", np.int64, (MAX_FACTIONS, len(FACTION_METRICS))),
        # deals by the points of seat 0 in their first game, and in the second (0 without one)
        ("outcomes", np.int64, (3, 3)),
        # games by the factions' votes of seat 0 and of seat 1; extra votes are left out
        ("votes", np.int64, (VOTES, VOTES)),
        # games by the card that a player had, and how they ended for him
        ("cards", np.int64, (len(HELD), len(OUTCOMES), MAX_CARDS)),
        # games, and points of seat 0, by the Phase 1 tricks that seat 0 won
        ("phase_1_games", np.int64, (MAX_HAND + 1,)),
        ("phase_1_points", np.int64, (MAX_HAND + 1,)),
        # of watched deals, by trick: games that had it; games in which somebody was ahead after
        # it, and his points; games whose winner was ahead from there to the end
        ("course_games", np.int64, (COURSE,)),
        ("course_ahead", np.int64, (COURSE,)),
        ("course_points", np.int64, (COURSE,)),
        ("course_settled", np.int64, (COURSE,)),
        # per-deal numbers of firings, and of games with at least one
        ("fired_sum", np.int64, (len(FIRED),)),
        ("fired_squares", np.int64, (len(FIRED),)),
        ("games_fired_sum", np.int64, (len(FIRED),)),
        ("games_fired_squares", np.int64, (len(FIRED),)),
        # per-deal differences of ABLATED that each power and location makes, if that was asked,
        # and deals in which there is one
        ("ablation_sum", np.int64, (len(ABLATED), len(FIRED))),
        ("ablation_squares", np.int64, (len(ABLATED), len(FIRED))),
        ("ablation_deals", np.int64, (len(ABLATED), len(FIRED))),
    ],
    align=True,
)

Tallies = npt.NDArray[np.void]


def splits_of(most: int) -> list[tuple[int, int]]:
    """Return every split of at most so many votes, the clearest first."""
    pairs = [(h, low) for h in range(most + 1) for low in range(h + 1) if h + low <= most]
    return sorted(pairs, key=lambda pair: (pair[0] + pair[1], pair[0]), reverse=True)


def add(total: Tallies, part: Tallies) -> None:
    """Add tallies to others of the same cells, in place.

    Parameters
    ----------
    total, part
        Arrays of :data:`TALLY` of one shape; `total` is changed.
    """
    for name in TALLY.names or ():
        total[name] += part[name]
