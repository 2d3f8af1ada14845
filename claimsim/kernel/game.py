"""One whole game in compiled code (rules, 2).

The order of what happens, and so of events, is that of the reference engine; only the form
differs. ``log`` is a LOG record for whoever listens, or None; ``extras`` is True, or None where
nothing beyond the first box is in play (``table.plain``). numba compiles what a None rules out
away.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from claimsim import cardsets
from claimsim.kernel.asking import choose_cards, emit, show_phase
from claimsim.kernel.dealing import deal_extras, deal_hands, deal_views
from claimsim.kernel.ending import end_game
from claimsim.kernel.knowing import show_boosts, show_removed
from claimsim.kernel.plain import play_plain_trick
from claimsim.kernel.recruiting import fewest, open_islands, pass_cards
from claimsim.kernel.scoring import score_plain_game
from claimsim.kernel.state import DISCARDED, EMPTY, NOBODY, ONE, PHASE, ZERO
from claimsim.kernel.trick import fighting, play_trick
from claimsim.rules.firings import PLACE
from claimsim.view import DISCARD, NO_CARD

_DISCARD = np.int64(DISCARD)
_SANDS = PLACE["endless_sands"]
_PEAKS = PLACE["windy_peaks"]
_SWAMP = PLACE["swamp"]


@njit
def begin_phase_2(state, log):
    """Make followers hands (rules, 2)."""
    for seat in range(2):
        state.hand[seat] = state.followers[seat]
        state.followers[seat] = 0
        state.known_hand[seat] = state.known_followers[seat]
        state.known_followers[seat] = 0
    state.phase = 2
    state.trick = 0
    state.phase_1_winner = state.last_winner
    emit(state, log, PHASE, state.leader, 2, EMPTY, 0)


@njit
def between_phases(state, table, views, choose_0, choose_1, log):
    """Windy Peaks and Swamp act on the hands as they stand (rules, 2)."""
    state.previous_lead = NO_CARD
    state.stale_bonus = table.raises
    show_phase(state, views)
    state.boost[0] = 0
    state.boost[1] = 0
    show_boosts(state, views)
    for seat in range(2):
        for f in range(table.factions):
            state.bonus[seat, f] = 0
            views.of[seat].bonus[f] = 0
            views.of[seat].their_bonus[f] = 0
    if table.peaks > 0:
        pass_cards(state, table, views, table.peaks, _PEAKS, choose_0, choose_1, log)
    if table.swamp > 0:
        sink(state, table, views, choose_0, choose_1, log)


@njit
def sink(state, table, views, choose_0, choose_1, log):
    """Swamp: both players discard cards face down, at the same time (rules, 2)."""
    count = fewest(state, table.swamp)
    if count == 0:
        return
    gone_0 = choose_cards(state, table, views, ZERO, _DISCARD, count, ZERO, choose_0, log)
    gone_1 = choose_cards(state, table, views, ONE, _DISCARD, count, ZERO, choose_1, log)
    for seat in range(2):
        gone = gone_0 if seat == 0 else gone_1
        state.hand[seat] = cardsets.without(state.hand[seat], gone)
        state.gone[seat] = gone
        state.doubtful[seat] = state.known_hand[seat]
        state.known_hand[seat] = 0
        views.of[1 - seat].their_doubtful = state.doubtful[seat]
        state.fired[_SWAMP] += cardsets.size(gone)
        emit(state, log, DISCARDED, seat, NO_CARD, gone, 0)
    show_removed(state, views)


@njit
def begin_game(state, table, views, choose_0, choose_1, extras, log):
    """Deal, and what comes before the first trick (rules, 2)."""
    deal_hands(state, table)
    if extras is not None:
        deal_extras(state, table)
        deal_views(state, table, views)
        if table.sands > 0:
            pass_cards(state, table, views, table.sands, _SANDS, choose_0, choose_1, log)
        if table.islands == 1:
            open_islands(state, table, views, choose_0, choose_1, log)


@njit
def begin_fight(state, table, views, choose_0, choose_1, extras, log):
    """Turn to Phase 2 (rules, 2, Between)."""
    begin_phase_2(state, log)
    if extras is not None:
        between_phases(state, table, views, choose_0, choose_1, log)


@njit
def finish_game(state, table, extras, log):
    """Score the game (rules, 7), its leftover hands thrown away."""
    if extras is None:
        score_plain_game(state, table)
        return
    for seat in range(2):
        hand = state.hand[seat]
        if not cardsets.empty(hand):
            emit(state, log, DISCARDED, seat, NO_CARD, hand, 0)
            state.hand[seat] = 0
    end_game(state, table, log)


@njit
def play_game(state, table, views, choose_0, choose_1, extras, log):
    """Play the game whose deal stands in ``state.order``, and score it.

    Parameters
    ----------
    state : STATE record, written
        Deal, dice, weights and all else that says whose game it is must be filled.
    table : TABLE record
    views : VIEWS record, written
        ``seat`` and ``rules`` of each must be filled.
    choose_0, choose_1
        The compiled strategies at seats 0 and 1.
    extras
        None where ``table.plain`` is 1, else True.
    log : LOG record, written, or None

    Returns
    -------
    bool
        False if the game stopped: a strategy answered with no option (``state.error_seat``),
        or no rule covers what came about (``state.gap``).
    """
    begin_game(state, table, views, choose_0, choose_1, extras, log)
    for _ in range(table.hand_size):
        one_trick(state, table, views, choose_0, choose_1, extras, log)
        if state.stopped == 1:
            return False
    begin_fight(state, table, views, choose_0, choose_1, extras, log)
    while fighting(state):
        one_trick(state, table, views, choose_0, choose_1, extras, log)
        if state.stopped == 1:
            return False
    finish_game(state, table, extras, log)
    return state.stopped == 0


@njit
def one_trick(state, table, views, choose_0, choose_1, extras, log):
    """Play one trick of either kind of game."""
    if extras is None:
        play_plain_trick(state, table, views, choose_0, choose_1)
    else:
        play_trick(state, table, views, choose_0, choose_1, log)


@njit(forceinline=True)
def views_of(work, lane, extras):
    """Return the Views of a lane; games of the first box fill in all at every decision."""
    if extras is None:
        return work.views[0]
    return work.views[lane]


@njit
def next_trick(work, count, table, choose_a, choose_b, extras):
    """Play one trick of each game that has one left; return how many had."""
    played = 0
    for lane in range(count):
        state = work.states[lane]
        if state.stopped == 1 or not fighting(state):
            continue
        choose_0, choose_1 = choose_a, choose_b
        if work.seat_a[lane] == 1:
            choose_0, choose_1 = choose_b, choose_a
        one_trick(state, table, views_of(work, lane, extras), choose_0, choose_1, extras, None)
        played += 1
    return played


@njit
def play_games(work, count, table, choose_a, choose_b, extras):
    """Play the first `count` games of `work` side by side, as :func:`play_game` does each.

    Within a game every decision waits for the one before; several games taken forward trick
    by trick keep the processor busy meanwhile.

    Returns
    -------
    int64
        The first game that stopped (see :func:`play_game`), or NOBODY.
    """
    for lane in range(count):
        choose_0, choose_1 = choose_a, choose_b
        if work.seat_a[lane] == 1:
            choose_0, choose_1 = choose_b, choose_a
        views = views_of(work, lane, extras)
        begin_game(work.states[lane], table, views, choose_0, choose_1, extras, None)
    for _ in range(table.hand_size):
        next_trick(work, count, table, choose_a, choose_b, extras)
    for lane in range(count):
        choose_0, choose_1 = choose_a, choose_b
        if work.seat_a[lane] == 1:
            choose_0, choose_1 = choose_b, choose_a
        views = views_of(work, lane, extras)
        begin_fight(work.states[lane], table, views, choose_0, choose_1, extras, None)
    while next_trick(work, count, table, choose_a, choose_b, extras) > 0:
        pass
    for lane in range(count):
        finish_game(work.states[lane], table, extras, None)
        if work.states[lane].stopped == 1:
            return lane
    return NOBODY
