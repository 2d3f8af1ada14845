"""Votes, and who has won (rules, 7.7 and 7.8)."""

from __future__ import annotations

from numba import njit

from claimsim import cardsets
from claimsim.kernel.state import BY_CARDS, BY_NOTHING, BY_VOTES, NOBODY
from claimsim.rules.deck import MAX_PRINTED
from claimsim.rules.firings import PLACE
from claimsim.rules.table import BUILDING_CODES, RANKS

_TOWER = BUILDING_CODES["tower"]
_TOWER_FIRED = PLACE["tower"]
_LIGHTHOUSE_FIRED = PLACE["lighthouse"]
_DUNGEON_FIRED = PLACE["dungeon"]
_UNIQUE_FIRED = PLACE["unique_counts"]
_DEPTH_FIRED = PLACE["tiebreak_depth"]
_VICTORY_FIRED = PLACE["victory"]


@njit
def faction_cards(state, table, f):
    """Return the cards that count as of a faction: arrested ones have changed theirs."""
    if table.arrests == 1:
        return state.counts_as[f]
    return table.faction_cards[f]


@njit
def compare_highest(state, table, mine, theirs):
    """Compare cards of one faction from the highest down (rules, 7.7).

    Returns
    -------
    int64
        0 if the first set wins, 1 if the second does, NOBODY if all compared values are equal.
    """
    first = True
    while not cardsets.empty(mine) and not cardsets.empty(theirs):
        high, other = highest_rank(table, mine), highest_rank(table, theirs)
        rank, other_rank = table.rank_of[high], table.rank_of[other]
        if rank > other_rank:
            return 0
        if rank < other_rank:
            return 1
        if first:
            state.fired[_DEPTH_FIRED] += 1
            first = False
        if table.tiebreak_highest == 1:
            return NOBODY
        mine, theirs = cardsets.remove(mine, high), cardsets.remove(theirs, other)
    if not cardsets.empty(mine):
        return 0
    return NOBODY if cardsets.empty(theirs) else 1


@njit
def highest_rank(table, cards):
    """Return a card of the highest rank; within one faction it is the highest card."""
    if table.arrests == 0:
        return cardsets.highest(cards)
    for place in range(RANKS):
        same = cardsets.common(cards, table.rank_cards[RANKS - 1 - place])
        if not cardsets.empty(same):
            return cardsets.lowest(same)
    return cardsets.highest(cards)


@njit
def sum_values(table, cards):
    """Return the sum of the values of some cards."""
    total = 0
    for value in range(MAX_PRINTED + 1):
        total += value * cardsets.size(cardsets.common(cards, table.value_cards[value]))
    return total


@njit
def weighed(state, table, f, pile, cards):
    """Return how much some cards of a faction count in a pile (rules, 7.7, Angels)."""
    count = cardsets.size(cards)
    if table.weight[f] == 1:
        return count
    rest = cards
    while not cardsets.empty(rest):
        card = cardsets.lowest(rest)
        rest = cardsets.remove(rest, card)
        same = cardsets.common(pile, table.value_cards[table.value_of[card]])
        if cardsets.size(same) == 1:
            count += table.weight[f] - 1
            state.fired[_UNIQUE_FIRED] += 1
    return count


@njit
def decide_vote(state, table, f):
    """Decide one faction's vote (rules, 7.7).

    Returns
    -------
    tuple of int64
        Who holds it, or NOBODY, and 1 if equal numbers of cards were compared further.
    """
    cards = faction_cards(state, table, f)
    mine = cardsets.common(state.score[0], cards)
    theirs = cardsets.common(state.score[1], cards)
    if table.lighthouse > 0 and state.secured[0, f] != 0:
        state.fired[_LIGHTHOUSE_FIRED] += 1
        return (0 if state.secured[0, f] == 1 else 1), 0
    if table.building == _TOWER:
        total, other_total = sum_values(table, mine), sum_values(table, theirs)
        if total != other_total:
            state.fired[_TOWER_FIRED] += 1
            return (0 if total > other_total else 1), 0
        count, other = cardsets.size(mine), cardsets.size(theirs)
    else:
        count = weighed(state, table, f, state.score[0], mine)
        other = weighed(state, table, f, state.score[1], theirs)
    if count > other:
        return 0, 0
    if count < other:
        return 1, 0
    if count == 0:
        return NOBODY, 0
    return compare_highest(state, table, mine, theirs), 1


@njit
def judge(state, table, cards_0, cards_1):
    """Decide the game on votes and cards in the factions won (rules, 7.8)."""
    votes_0, votes_1 = state.vote_totals[0], state.vote_totals[1]
    state.winner = NOBODY
    state.decided_by = BY_NOTHING
    if votes_0 < 3 and votes_1 < 3:
        state.fired[_VICTORY_FIRED] += 1
        if table.three_votes == 1:
            return
    if votes_0 != votes_1:
        state.decided_by = BY_VOTES
        state.winner = 0 if votes_0 > votes_1 else 1
    elif cards_0 != cards_1:
        state.decided_by = BY_CARDS
        state.winner = 0 if cards_0 > cards_1 else 1


@njit
def score_votes(state, table):
    """Count every vote, and decide the game by them (rules, 7.7 and 7.8)."""
    cards_0, cards_1 = 0, 0
    votes_0, votes_1 = 0, 0
    for f in range(table.factions):
        holder, tied = decide_vote(state, table, f)
        state.votes[f] = holder
        state.by_tiebreak[f] = tied
        if holder != NOBODY:
            cards = cardsets.common(state.score[holder], faction_cards(state, table, f))
            if holder == 0:
                votes_0 += 1
                cards_0 += cardsets.size(cards)
            else:
                votes_1 += 1
                cards_1 += cardsets.size(cards)
    state.extra_votes[0] = 0
    state.extra_votes[1] = 0
    if table.dungeon > 0:
        state.extra_votes[state.phase_1_winner] += table.dungeon
        if state.phase == 2 and state.trick > 0:
            state.extra_votes[state.last_winner] += table.dungeon
        state.fired[_DUNGEON_FIRED] += state.extra_votes[0] + state.extra_votes[1]
    state.vote_totals[0] = votes_0 + state.extra_votes[0]
    state.vote_totals[1] = votes_1 + state.extra_votes[1]
    judge(state, table, cards_0, cards_1)
