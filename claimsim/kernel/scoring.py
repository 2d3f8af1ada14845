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
def alone(state, table, f, pile, cards):
    """Return what cards of a faction count more for being alone of their value (Angels)."""
    more = 0
    rest = cards
    while not cardsets.empty(rest):
        card = cardsets.lowest(rest)
        rest = cardsets.remove(rest, card)
        same = cardsets.common(pile, table.value_cards[table.value_of[card]])
        if cardsets.size(same) == 1:
            more += table.weight[f] - 1
            state.fired[_UNIQUE_FIRED] += 1
    return more


@njit
def decide_vote(state, table, f):
    """Decide one faction's vote (rules, 7.7), and count what each pile holds of it.

    Returns
    -------
    tuple of int64
        Who holds it, or NOBODY, and 1 if equal numbers of cards were compared further.
    """
    cards = faction_cards(state, table, f)
    mine = cardsets.common(state.score[0], cards)
    theirs = cardsets.common(state.score[1], cards)
    count, other = cardsets.size(mine), cardsets.size(theirs)
    state.piles[0, f], state.piles[1, f] = count, other
    if table.plain_votes == 0:
        if table.lighthouse > 0 and state.secured[0, f] != 0:
            state.fired[_LIGHTHOUSE_FIRED] += 1
            return (0 if state.secured[0, f] == 1 else 1), 0
        if table.building == _TOWER:
            total, other_total = sum_values(table, mine), sum_values(table, theirs)
            if total != other_total:
                state.fired[_TOWER_FIRED] += 1
                return (0 if total > other_total else 1), 0
        elif table.weight[f] != 1:
            count += alone(state, table, f, state.score[0], mine)
            other += alone(state, table, f, state.score[1], theirs)
    if count > other:
        return 0, 0
    if count < other:
        return 1, 0
    if count == 0:
        return NOBODY, 0
    return compare_highest(state, table, mine, theirs), 1


@njit
def count_piles(state, table):
    """Count what each score pile holds of each faction, in the end."""
    for f in range(table.factions):
        cards = faction_cards(state, table, f)
        for seat in range(2):
            state.piles[seat, f] = cardsets.size(cardsets.common(state.score[seat], cards))


@njit
def judged(table, votes_0, votes_1, cards_0, cards_1):
    """Return who wins by votes, then by cards in the factions won (rules, 7.8), or NOBODY.

    Returns
    -------
    tuple of int64
        The seat, and what decided it.
    """
    if table.three_votes == 1 and votes_0 < 3 and votes_1 < 3:
        return NOBODY, BY_NOTHING
    if votes_0 != votes_1:
        return (0 if votes_0 > votes_1 else 1), BY_VOTES
    if cards_0 != cards_1:
        return (0 if cards_0 > cards_1 else 1), BY_CARDS
    return NOBODY, BY_NOTHING


@njit
def score_votes(state, table):
    """Count every vote, and decide the game by them (rules, 7.7 and 7.8)."""
    cards_0, cards_1 = 0, 0
    votes_0, votes_1 = 0, 0
    for f in range(table.factions):
        holder, tied = decide_vote(state, table, f)
        state.votes[f] = holder
        state.by_tiebreak[f] = tied
        if holder == 0:
            votes_0 += 1
            cards_0 += state.piles[0, f]
        elif holder == 1:
            votes_1 += 1
            cards_1 += state.piles[1, f]
    state.extra_votes[0] = 0
    state.extra_votes[1] = 0
    if table.dungeon > 0:
        if state.phase == 2:
            state.extra_votes[state.phase_1_winner] += table.dungeon
            over = cardsets.empty(state.hand[0]) or cardsets.empty(state.hand[1])
            if state.trick > 0 and over:
                state.extra_votes[state.last_winner] += table.dungeon
        state.fired[_DUNGEON_FIRED] += state.extra_votes[0] + state.extra_votes[1]
    state.vote_totals[0] = votes_0 + state.extra_votes[0]
    state.vote_totals[1] = votes_1 + state.extra_votes[1]
    state.won_cards[0] = cards_0
    state.won_cards[1] = cards_1
    if state.vote_totals[0] < 3 and state.vote_totals[1] < 3:
        state.fired[_VICTORY_FIRED] += 1
    state.winner, state.decided_by = judged(
        table, state.vote_totals[0], state.vote_totals[1], cards_0, cards_1
    )


@njit
def note_pivotal(state, table):
    """See on which votes the result hangs: who would win if the other player had got it."""
    for f in range(table.factions):
        state.pivotal[f] = 0
    if table.three_votes == 0 and abs(state.vote_totals[0] - state.vote_totals[1]) > 2:
        return  # one vote moves the difference by two
    for f in range(table.factions):
        holder = state.votes[f]
        if holder != NOBODY:
            sign = 1 - 2 * holder  # 1 if seat 0 loses it
            winner, _ = judged(
                table,
                state.vote_totals[0] - sign,
                state.vote_totals[1] + sign,
                state.won_cards[0] - sign * state.piles[0, f],
                state.won_cards[1] + sign * state.piles[1, f],
            )
            state.pivotal[f] = int(winner != state.winner)
