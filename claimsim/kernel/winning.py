"""Who wins a trick, and by which rule (rules, 4)."""

from __future__ import annotations

import numpy as np
from numba import njit
from numba.extending import register_jitable

from claimsim import cardsets, tricks
from claimsim.kernel.state import ONE, ZERO
from claimsim.rules.deck import MAX_FACTIONS
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


for _name in (
    "beats",
    "captures",
    "card_bonus",
    "follower_wins",
    "legal_follows",
    "outdone",
    "trick_winner",
):
    register_jitable(getattr(tricks, _name))


@njit(forceinline=True)
def note_bonuses(state, table, views):
    """Fill in what a card of each faction gains in this trick, by seat (rules, 4)."""
    for seat in range(2):
        me, other = np.uint64(seat), np.uint64(1 - seat)
        base = table.ice_bonus * state.lost[me]
        if table.strong > 0 and state.phase == 2:
            state.strong_sum[me] = note_strength(state, table, me)
            base += state.strong_sum[me]
        own, their = views.of[me].bonus, views.of[other].their_bonus
        for f in range(MAX_FACTIONS):  # a constant: two or three vectors, and no loop
            bonus = (base + state.armed[me, f] - state.strength[me, f]) * table.present[f]
            state.bonus[me, f] = bonus
            own[f] = bonus
            their[f] = bonus
    state.stale_bonus = 0


@njit(forceinline=True)
def note_strength(state, table, seat):
    """Fill in what the scored cards of each faction add to others; return the sum of it."""
    total = 0
    for index in range(table.strong):
        f = np.uint64(table.strong_ones[index])
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
    state.stale_bonus += changed + table.strong_moves + scored * (state.phase - 1)


@njit(forceinline=True)
def decide(state, table, led_card, follow_card):
    """Decide a trick (rules, 4), and count what had a part in it.

    Here and below sums, products and differences of 0 and 1 stand for "or", "and" and "not":
    every part is worth computing, and none of them can be predicted.

    Returns
    -------
    tuple of int64
        1 if the follower wins, else 0; and 1 if he captures.
    """
    led, follow = np.uint64(led_card), np.uint64(follow_card)  # indices that cannot be negative
    faction = table.faction_of[led]
    named = np.int64(cardsets.contains(table.beaten_by[faction], follow))
    ranked = np.int64(cardsets.contains(table.ranks_with[faction], follow))
    outside = ONE - np.int64(cardsets.contains(table.faction_cards[faction], follow))
    if table.plain_tricks == 1:
        state.fired[_BEATS] += named
        state.fired[_WILD] += ranked * outside
        return named + ranked * np.int64(table.rank_of[follow] > table.rank_of[led]), ZERO
    led_bonus, follow_bonus = ZERO, ZERO
    if table.gains == 1:
        led_bonus, follow_bonus = note_gains(state, table, faction, table.faction_of[follow])
    captured, reached = ZERO, ZERO
    if not cardsets.empty(table.captors):
        captured = note_capture(state, table, led, follow, led_bonus, follow_bonus)
        named *= ONE - captured
        ranked *= ONE - captured
    if not cardsets.empty(table.beaten_from):
        asked = ONE - captured - named - ranked
        reached = note_threshold(state, table, faction, follow, follow_bonus, asked)
    state.fired[_BEATS] += named
    state.fired[_WILD] += ranked * outside
    if table.renumbers == 1:
        note_numbers(state, table, led, follow, ranked)
    led_rank = np.int64(table.rank_of[led]) + led_bonus
    higher = np.int64(np.int64(table.rank_of[follow]) + follow_bonus > led_rank)
    return captured + named + reached + ranked * higher, captured


@njit(forceinline=True)
def note_gains(state, table, led_faction, faction):
    """Return what the led card and the follower's gain in this trick; count by what."""
    leader, follower = np.uint64(state.leader), np.uint64(ONE - state.leader)
    if table.strong > 0:
        strength = state.strong_sum[leader] - state.strength[leader, led_faction]
        other = state.strong_sum[follower] - state.strength[follower, faction]
        state.fired[_STRENGTHENS] += np.int64(strength > 0) + np.int64(other > 0)
    if table.ice_bonus > 0:  # both players play one card, so that it matters not which
        state.fired[_ICE] += state.lost[0] + state.lost[1]
    led_bonus = state.bonus[leader, led_faction] + state.boost[leader]
    return led_bonus, state.bonus[follower, faction] + state.boost[follower]


@njit(forceinline=True)
def note_capture(state, table, led, follow, led_bonus, follow_bonus):
    """Return 1 if the follower captures (rules, 4.1), and count it; in Phase 1, if he might."""
    able = np.int64(cardsets.contains(table.captors, follow))
    able *= ONE - np.int64(cardsets.contains(table.captors, led))
    led_value = np.int64(table.value_of[led]) + led_bonus
    able *= np.int64(np.int64(table.value_of[follow]) + follow_bonus == led_value)
    acting = table.captures[np.uint64(state.phase - 1)]
    captured = able * np.int64(cardsets.contains(acting, follow))
    state.fired[_CAPTURES] += captured
    state.fired[_PHASES] += able * (2 - state.phase)
    return captured


@njit(forceinline=True)
def note_threshold(state, table, led_faction, follow, follow_bonus, asked):
    """Return 1 if a card from outside is high enough (rules, 4.3); count it if `asked` is 1."""
    threshold = table.threshold[led_faction]
    by_value = np.int64(np.int64(table.value_of[follow]) + follow_bonus >= threshold)
    by_number = np.int64(table.printed_of[follow] >= threshold)
    by_printed = table.by_printed[led_faction]
    reached = asked * (by_number * by_printed + by_value * (ONE - by_printed))
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
