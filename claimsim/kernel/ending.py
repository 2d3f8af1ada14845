"""The end of a game: what happens to the score piles (rules, 7.1 to 7.6)."""

from __future__ import annotations

import numpy as np
from numba import njit

from claimsim import cardsets
from claimsim.kernel.asking import emit
from claimsim.kernel.scoring import (
    count_piles,
    decide_vote,
    faction_cards,
    note_pivotal,
    score_votes,
)
from claimsim.kernel.state import (
    ARREST,
    BY_BRIDGE,
    BY_CASTLE,
    BY_EXTINCTION,
    BY_FORTRESS,
    BY_MONASTERY,
    BY_PYRAMID,
    BY_RUINS,
    DRAWN,
    DROP,
    EMPTY,
    NOBODY,
)
from claimsim.kernel.streams import draw_card
from claimsim.rules.deck import MAX_PRINTED
from claimsim.rules.firings import PLACE
from claimsim.rules.table import BUILDING_CODES
from claimsim.view import NO_CARD

_MONASTERY = BUILDING_CODES["monastery"]
_RUINS = BUILDING_CODES["ruins"]
_FORTRESS = BUILDING_CODES["fortress"]
_BRIDGE = BUILDING_CODES["bridge"]
_CASTLE = BUILDING_CODES["castle"]
_MONASTERY_FIRED = PLACE["monastery"]
_PYRAMID_FIRED = PLACE["pyramid"]
_RUINS_FIRED = PLACE["ruins"]
_FORTRESS_FIRED = PLACE["fortress"]
_BRIDGE_FIRED = PLACE["bridge"]
_CASTLE_FIRED = PLACE["castle"]
_CASTLE_COUNTS = PLACE["castle_counts"]
_DRAWS = PLACE["draws_discard"]
_EXTINCT = PLACE["extinct"]
_ARRESTS = PLACE["arrested_by"]
_END_ORDER = PLACE["end_order"]
_VOTE_COUNTERS = (
    PLACE["unique_counts"],
    PLACE["tower"],
    PLACE["lighthouse"],
    PLACE["tiebreak_depth"],
)


@njit
def end_game(state, table, log):
    """Bring a game to its end (rules, 7), from the last trick to the winner."""
    for seat in range(2):
        state.score[seat] = cardsets.union(state.score[seat], state.in_front[seat])
        state.in_front[seat] = 0
    if table.building == _MONASTERY and unbalanced(state, table):
        return
    change_piles(state, table, log)
    if table.building == _BRIDGE and most_sets(state, table):
        return
    if table.building == _CASTLE and most_cards(state, table):
        return
    score_votes(state, table)
    note_pivotal(state, table)


@njit
def change_piles(state, table, log):
    """Let buildings and powers change the score piles, in the order of the ruling (rules, 7.5)."""
    state.building_drops = 0
    state.end_powers = 0
    if table.powers_first == 0:
        empty_piles(state, table, log)
    if table.scavenges == 1:
        draw_from_discard(state, table, log)
    die_out(state, table, log)
    if table.arrests == 1:
        arrest(state, table, log)
    if table.powers_first == 1:
        empty_piles(state, table, log)
    state.fired[_END_ORDER] += np.int64(state.building_drops > 0 and state.end_powers > 0)


@njit
def most_sets(state, table):
    """Bridge: more sets win the game (rules, 7.6); say whether somebody has."""
    sets_0, sets_1 = count_sets(state, table, 0), count_sets(state, table, 1)
    if sets_0 == sets_1:
        return False
    state.fired[_BRIDGE_FIRED] += 1
    win_at_once(state, table, 0 if sets_0 > sets_1 else 1, BY_BRIDGE)
    return True


@njit
def most_cards(state, table):
    """Castle: more cards win the game (rules, 7.6); say whether somebody has."""
    cards_0, cards_1 = count_castle(state, table, 0), count_castle(state, table, 1)
    if cards_0 == cards_1:
        return False
    state.fired[_CASTLE_FIRED] += 1
    state.fired[_CASTLE_COUNTS] += 1
    win_at_once(state, table, 0 if cards_0 > cards_1 else 1, BY_CASTLE)
    return True


@njit
def win_at_once(state, table, winner, reason):
    """Decide a game before any vote is counted."""
    count_piles(state, table)
    for f in range(table.factions):
        state.votes[f] = NOBODY
        state.by_tiebreak[f] = 0
        state.pivotal[f] = 0
    for seat in range(2):
        state.vote_totals[seat] = 0
        state.extra_votes[seat] = 0
    state.winner = winner
    state.decided_by = reason


@njit
def unbalanced(state, table):
    """Monastery: too many more cards lose at once (rules, 7.2); say whether somebody has."""
    for seat in range(2):
        own, other = cardsets.size(state.score[seat]), cardsets.size(state.score[1 - seat])
        if own > table.monastery_ratio * other:
            state.fired[_MONASTERY_FIRED] += 1
            win_at_once(state, table, 1 - seat, BY_MONASTERY)
            return True
    return False


@njit
def drop(state, seat, cards, why, log):
    """Let cards leave a score pile."""
    if not cardsets.empty(cards):
        state.score[seat] = cardsets.without(state.score[seat], cards)
        emit(state, log, DROP, seat, NO_CARD, cards, why)


@njit
def empty_piles(state, table, log):
    """Pyramid, Ruins and Fortress (rules, 7.3)."""
    for seat in range(2):
        pile = state.score[seat]
        cards = cardsets.common(pile, table.dropped)
        why, firing = BY_PYRAMID, _PYRAMID_FIRED
        if table.building == _RUINS:
            why, firing = BY_RUINS, _RUINS_FIRED
        elif table.building == _FORTRESS:
            why, firing = BY_FORTRESS, _FORTRESS_FIRED
            for f in range(table.factions):
                own = cardsets.common(pile, faction_cards(state, table, f))
                if cardsets.size(own) > table.fortress_limit:
                    cards = cardsets.union(cards, lowest_values(table, own, table.fortress_drop))
        state.fired[firing] += cardsets.size(cards)
        state.building_drops += cardsets.size(cards)
        drop(state, seat, cards, why, log)


@njit
def lowest_values(table, cards, count):
    """Return so many cards of the lowest values, of equal ones the first in record order."""
    found = EMPTY
    while count > 0 and not cardsets.empty(cards):
        for value in range(MAX_PRINTED + 1):
            same = cardsets.common(cards, table.value_cards[value])
            if not cardsets.empty(same):
                card = cardsets.lowest(same)
                found = cardsets.add(found, card)
                cards = cardsets.remove(cards, card)
                break
        count -= 1
    return found


@njit
def draw_from_discard(state, table, log):
    """Vulturekin: who wins their vote now draws from the Phase 1 discard (rules, 7.4)."""
    for f in range(table.factions):
        if table.discard_draws[f] == 0:
            continue
        before_0, before_1 = state.fired[_VOTE_COUNTERS[0]], state.fired[_VOTE_COUNTERS[1]]
        before_2, before_3 = state.fired[_VOTE_COUNTERS[2]], state.fired[_VOTE_COUNTERS[3]]
        holder, _ = decide_vote(state, table, f)
        # This look at the vote is not the count of it.
        state.fired[_VOTE_COUNTERS[0]], state.fired[_VOTE_COUNTERS[1]] = before_0, before_1
        state.fired[_VOTE_COUNTERS[2]], state.fired[_VOTE_COUNTERS[3]] = before_2, before_3
        count = min(table.discard_draws[f], cardsets.size(state.discard))
        if holder == NOBODY or count == 0:
            continue
        drawn = EMPTY
        for k in range(count):
            index = draw_card(state, f, k, cardsets.size(state.discard))
            card = cardsets.nth(state.discard, index)
            state.discard = cardsets.remove(state.discard, card)
            drawn = cardsets.add(drawn, card)
        state.score[holder] = cardsets.union(state.score[holder], drawn)
        state.fired[_DRAWS] += count
        state.end_powers += count
        emit(state, log, DRAWN, holder, NO_CARD, drawn, 0)


@njit
def die_out(state, table, log):
    """Pterosaurs: high values leave the score piles (rules, 7.5)."""
    for seat in range(2):
        cards = cardsets.common(state.score[seat], table.extinct)
        state.fired[_EXTINCT] += cardsets.size(cards)
        state.end_powers += cardsets.size(cards)
        drop(state, seat, cards, BY_EXTINCTION, log)


@njit
def arrest(state, table, log):
    """Pirates: beside an equal card of the arresting faction they count as one (rules, 7.5)."""
    for seat in range(2):
        pile = state.score[seat]
        arrested = EMPTY
        for f in range(table.factions):
            rest = cardsets.common(pile, table.faction_cards[f])
            if table.arresters[f, 0] < 0:
                continue
            while not cardsets.empty(rest):
                card = cardsets.lowest(rest)
                rest = cardsets.remove(rest, card)
                equal = cardsets.common(pile, table.value_cards[table.value_of[card]])
                for place in range(table.factions):
                    by = table.arresters[f, place]
                    if by < 0:
                        break
                    if not cardsets.empty(cardsets.common(equal, table.faction_cards[by])):
                        arrested = cardsets.add(arrested, card)
                        state.counts_as[f] = cardsets.remove(state.counts_as[f], card)
                        state.counts_as[by] = cardsets.add(state.counts_as[by], card)
                        break
        if not cardsets.empty(arrested):
            state.fired[_ARRESTS] += cardsets.size(arrested)
            state.end_powers += cardsets.size(arrested)
            emit(state, log, ARREST, seat, NO_CARD, arrested, 0)


@njit
def count_sets(state, table, seat):
    """Return the sets of one card of each faction in a score pile (rules, 7.6)."""
    fewest = table.cards
    for f in range(table.factions):
        own = cardsets.common(state.score[seat], faction_cards(state, table, f))
        fewest = min(fewest, cardsets.size(own))
    return fewest


@njit
def count_castle(state, table, seat):
    """Return what Castle counts in a score pile (rules, 7.6)."""
    if table.castle_largest == 0:
        return cardsets.size(state.score[seat])
    largest = 0
    for f in range(table.factions):
        own = cardsets.common(state.score[seat], faction_cards(state, table, f))
        largest = max(largest, cardsets.size(own))
    return largest
