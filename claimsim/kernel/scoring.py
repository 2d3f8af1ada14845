"""The end of a game: votes, and who has won (rules, 7.7 and 7.8)."""

from __future__ import annotations

from numba import njit

from claimsim import cardsets
from claimsim.kernel.state import BY_CARDS, BY_NOTHING, BY_VOTES, NOBODY


@njit
def compare_highest(table, mine, theirs):
    """Compare equally many cards of one faction from the highest down (rules, 7.7).

    Returns
    -------
    int64
        0 if the first set wins, 1 if the second does, NOBODY if all compared values are equal.
    """
    while not cardsets.empty(mine):
        high, other = cardsets.highest(mine), cardsets.highest(theirs)
        value, other_value = table.value_of[high], table.value_of[other]
        if value > other_value:
            return 0
        if value < other_value:
            return 1
        if table.tiebreak_highest == 1:
            return NOBODY
        mine, theirs = cardsets.remove(mine, high), cardsets.remove(theirs, other)
    return NOBODY


@njit
def count_votes(state, table):
    """Fill ``votes``, ``by_tiebreak`` and ``vote_totals``; return the cards that break a tie.

    Returns
    -------
    tuple of int64
        For each seat, its cards in the factions whose vote it holds.
    """
    cards_0, cards_1 = 0, 0
    votes_0, votes_1 = 0, 0
    for f in range(table.factions):
        mine = cardsets.common(state.score[0], table.faction_cards[f])
        theirs = cardsets.common(state.score[1], table.faction_cards[f])
        count, other = cardsets.size(mine), cardsets.size(theirs)
        holder = NOBODY
        tied = 0
        if count > other:
            holder = 0
        elif count < other:
            holder = 1
        elif count > 0:
            tied = 1
            holder = compare_highest(table, mine, theirs)
        state.votes[f] = holder
        state.by_tiebreak[f] = tied
        if holder == 0:
            votes_0 += 1
            cards_0 += count
        elif holder == 1:
            votes_1 += 1
            cards_1 += other
    state.vote_totals[0] = votes_0
    state.vote_totals[1] = votes_1
    return cards_0, cards_1


@njit
def score_game(state, table):
    """Decide the game from the score piles: fill ``winner`` and ``decided_by``."""
    cards_0, cards_1 = count_votes(state, table)
    votes_0, votes_1 = state.vote_totals[0], state.vote_totals[1]
    state.winner = NOBODY
    state.decided_by = BY_NOTHING
    if table.three_votes == 1 and votes_0 < 3 and votes_1 < 3:
        return
    if votes_0 != votes_1:
        state.decided_by = BY_VOTES
        state.winner = 0 if votes_0 > votes_1 else 1
    elif cards_0 != cards_1:
        state.decided_by = BY_CARDS
        state.winner = 0 if cards_0 > cards_1 else 1
