"""Who wins a trick, and by which rule (rules, 4)."""

from __future__ import annotations

import numpy as np
from numba import njit

from claimsim import cardsets
from claimsim.kernel.state import ONE, ZERO
from claimsim.rules.firings import PLACE

_BEATS = PLACE["beats"]
_WILD = PLACE["wild"]
_CAPTURES = PLACE["captures_equal"]
_PHASES = PLACE["basilisk_phases"]
_OUTDONE = PLACE["beaten_from"]
_THRESHOLD_ON = PLACE["octipi_threshold_on"]
_STRENGTHENS = PLACE["strengthens"]
_ICE = PLACE["ice_fields"]
_UNDERWORLD = PLACE["underworld"]
_FARMLANDS = PLACE["farmlands"]


@njit
def note_bonuses(state, table, views):
    """Fill in what a card of each faction gains in this trick, by seat (rules, 4)."""
    for seat in range(2):
        base = table.ice_bonus * state.lost[seat]
        strong = table.strong * (state.phase - 1)
        if strong > 0:
            state.strong_sum[seat] = note_strength(state, table, seat)
            base += state.strong_sum[seat]
        own, their = views.of[seat].bonus, views.of[1 - seat].their_bonus
        for f in range(table.factions):
            bonus = base + state.armed[seat, f] - state.strength[seat, f]
            state.bonus[seat, f] = bonus
            own[f] = bonus
            their[f] = bonus
    state.stale_bonus = 0


@njit(forceinline=True)
def note_strength(state, table, seat):
    """Fill in what the scored cards of each faction add to others; return the sum of it."""
    total = 0
    for index in range(table.strong):
        f = table.strong_ones[index]
        cards = cardsets.common(state.score[seat], table.faction_cards[f])
        strength = table.strengthens[f] * cardsets.size(cards)
        state.strength[seat, f] = strength
        total += strength
    return total


@njit(forceinline=True)
def note_changes(state, table, winner, led, follow):
    """See whether the bonuses must be found anew: Ice Fields, and what was or can be scored."""
    changed = np.int64(state.last_winner != winner) * np.int64(table.ice_bonus > 0)
    scored = np.int64(cardsets.contains(table.strong_cards, led))
    scored += np.int64(cardsets.contains(table.strong_cards, follow))
    state.stale_bonus += changed + table.strong_moves + scored


@njit(forceinline=True)
def decide(state, table, led_card, follow_card):
    """Decide a trick (rules, 4), and count what had a part in it.

    Sums and products of 0 and 1 stand for "or" and "and": every part is worth computing, and
    none of them can be predicted.

    Returns
    -------
    tuple of int64
        1 if the follower wins, else 0; and 1 if he captures.
    """
    led, follow = np.uint64(led_card), np.uint64(follow_card)  # indices that cannot be negative
    led_faction, faction = table.faction_of[led], table.faction_of[follow]
    led_bonus, follow_bonus = ZERO, ZERO
    if table.gains == 1:
        leader, follower = np.uint64(state.leader), np.uint64(ONE - state.leader)
        led_bonus = state.bonus[leader, led_faction] + state.boost[leader]
        follow_bonus = state.bonus[follower, faction] + state.boost[follower]
        if table.strong > 0:
            strength = state.strong_sum[leader] - state.strength[leader, led_faction]
            other = state.strong_sum[follower] - state.strength[follower, faction]
            state.fired[_STRENGTHENS] += np.int64(strength > 0) + np.int64(other > 0)
        if table.ice_bonus > 0:  # both players play one card, so that it matters not which
            state.fired[_ICE] += state.lost[0] + state.lost[1]
    named = np.int64(cardsets.contains(table.beats[faction], led))
    same = np.int64(led_faction == faction)
    wild = np.int64(cardsets.contains(table.wild, follow))
    led_rank = np.int64(table.rank_of[led]) + led_bonus
    higher = np.int64(np.int64(table.rank_of[follow]) + follow_bonus > led_rank)
    captured = ZERO
    reached = ZERO
    if not cardsets.empty(table.captors):
        captured = note_capture(state, table, led, follow, led_bonus, follow_bonus)
        named *= ONE - captured
    if cardsets.contains(table.beaten_from, led):
        asked = (ONE - captured) * (ONE - named) * (ONE - same) * (ONE - wild)
        reached = note_threshold(state, table, led_faction, follow, follow_bonus, asked)
    ranked = (same + (ONE - same) * wild) * (ONE - captured) * (ONE - named)
    state.fired[_BEATS] += named
    state.fired[_WILD] += (ONE - same) * ranked
    if table.renumbers == 1:
        note_numbers(state, table, led, follow, ranked)
    return captured + named + reached + ranked * higher, captured


@njit(forceinline=True)
def note_capture(state, table, led, follow, led_bonus, follow_bonus):
    """Return 1 if the follower captures (rules, 4.1), and count it; in Phase 1, if he might."""
    able = np.int64(cardsets.contains(table.captors, follow))
    able *= ONE - np.int64(cardsets.contains(table.captors, led))
    led_value = np.int64(table.value_of[led]) + led_bonus
    able *= np.int64(np.int64(table.value_of[follow]) + follow_bonus == led_value)
    captured = able * np.int64(cardsets.contains(table.captures[state.phase - 1], follow))
    state.fired[_CAPTURES] += captured
    state.fired[_PHASES] += able * (2 - state.phase)
    return captured


@njit
def note_threshold(state, table, led_faction, follow, follow_bonus, asked):
    """Return 1 if a card from outside is high enough (rules, 4.3); count it if `asked` is 1."""
    threshold = table.threshold[led_faction]
    by_value = np.int64(np.int64(table.value_of[follow]) + follow_bonus >= threshold)
    by_number = np.int64(table.printed_of[follow] >= threshold)
    reached = asked * (by_number if table.by_printed[led_faction] == 1 else by_value)
    state.fired[_OUTDONE] += reached
    state.fired[_THRESHOLD_ON] += asked * np.int64(by_value != by_number)
    return reached


@njit(forceinline=True)
def note_numbers(state, table, led, follow, ranked):
    """Count what Underworld and Farmlands change."""
    state.fired[_UNDERWORLD] += np.int64(cardsets.contains(table.revalued, led))
    state.fired[_UNDERWORLD] += np.int64(cardsets.contains(table.revalued, follow))
    above = np.int64(cardsets.contains(table.above, led))
    above += np.int64(cardsets.contains(table.above, follow))
    state.fired[_FARMLANDS] += ranked * np.int64(above == 1)
