"""One whole game in compiled code (rules, 2).

The order of what happens, and so of events, is that of the reference engine; only the form
differs. ``log`` is a LOG record for whoever listens, or None: numba then compiles what it would
get away.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from claimsim import cardsets
from claimsim.experiment.tally import PHASE_2
from claimsim.kernel.apart import keep_apart
from claimsim.kernel.asking import choose_cards, emit, show_phase
from claimsim.kernel.dealing import deal_cards, deal_powers, deal_views
from claimsim.kernel.details import watch
from claimsim.kernel.ending import end_game
from claimsim.kernel.knowing import end_bonuses, show_removed
from claimsim.kernel.recruiting import fewest, open_islands, pass_cards
from claimsim.kernel.state import DISCARDED, EMPTY, NOBODY, ONE, PHASE, ZERO
from claimsim.kernel.trick import fighting, play_trick
from claimsim.rules.firings import PLACE
from claimsim.view import DISCARD, NO_CARD

_DISCARD = np.int64(DISCARD)
_SANDS = PLACE["endless_sands"]
_PEAKS = PLACE["windy_peaks"]
_SWAMP = PLACE["swamp"]


@njit
def begin_fight(state, table, views, choose_a, choose_b, log):
    """Make followers hands, then let Windy Peaks and Swamp act on them (rules, 2, Between)."""
    keep_apart()
    for seat in range(2):
        state.hand[seat] = state.followers[seat]
        state.recruited[seat] = state.followers[seat]
        state.followers[seat] = 0
        state.known_hand[seat] = state.known_followers[seat]
        state.known_followers[seat] = 0
    state.phase = 2
    state.trick = 0
    state.turn = PHASE_2
    state.phase_1_winner = state.last_winner
    emit(state, log, PHASE, state.leader, 2, EMPTY, 0)
    state.previous_lead = NO_CARD
    state.stale_bonus = table.raises
    show_phase(state, table, views)
    if table.gains == 1:
        end_bonuses(state, views)
    if table.peaks > 0:
        pass_cards(state, table, views, table.peaks, _PEAKS, choose_a, choose_b, log)
    if table.swamp > 0:
        sink(state, table, views, choose_a, choose_b, log)


@njit
def sink(state, table, views, choose_a, choose_b, log):
    """Swamp: both players discard cards face down, at the same time (rules, 2)."""
    count = fewest(state, table.swamp)
    if count == 0:
        return
    gone_0 = choose_cards(state, table, views, ZERO, _DISCARD, count, ZERO, choose_a, choose_b, log)
    gone_1 = choose_cards(state, table, views, ONE, _DISCARD, count, ZERO, choose_a, choose_b, log)
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
def begin_game(state, table, views, choose_a, choose_b, log):
    """Deal, and what comes before the first trick (rules, 2)."""
    keep_apart()
    deal_cards(state, table)
    deal_powers(state, table)
    deal_views(state, table, views)
    if table.sands > 0:
        pass_cards(state, table, views, table.sands, _SANDS, choose_a, choose_b, log)
    if table.islands == 1:
        open_islands(state, table, views, choose_a, choose_b, log)


@njit(forceinline=True)
def goes_on(state, table, views, choose_a, choose_b, log):
    """Say whether there is a trick to play; after the last of Phase 1 turn to Phase 2."""
    if state.stopped == 1:
        return False
    if state.phase == 1 and not fighting(state):
        begin_fight(state, table, views, choose_a, choose_b, log)
    return fighting(state) and state.stopped == 0


@njit
def finish_game(state, table, log):
    """Score the game (rules, 7), its leftover hands thrown away."""
    keep_apart()
    for seat in range(2):
        hand = state.hand[seat]
        if not cardsets.empty(hand):
            emit(state, log, DISCARDED, seat, NO_CARD, hand, 0)
            state.hand[seat] = 0
    end_game(state, table, log)


@njit
def play_game(state, table, views, choose_a, choose_b, log):
    """Play the game whose deal stands in ``state.order``, and score it.

    Parameters
    ----------
    state : STATE record, written
        Deal, players, dice, weights and all else that says whose game it is must be filled.
    table : TABLE record
    views : VIEWS record, written
        What stays the same in all games of a cell must be filled.
    choose_a, choose_b
        The compiled strategies of players a and b.
    log : LOG record, written, or None

    Returns
    -------
    bool
        False if the game stopped: a strategy answered with no option (``state.error_seat``),
        or no rule covers what came about (``state.gap``).
    """
    begin_game(state, table, views, choose_a, choose_b, log)
    while goes_on(state, table, views, choose_a, choose_b, log):
        play_trick(state, table, views, choose_a, choose_b, log)
    if state.stopped == 1:
        return False
    finish_game(state, table, log)
    return state.stopped == 0


@njit
def play_games(work, count, table, choose_a, choose_b):
    """Play the first `count` games of `work` side by side, as :func:`play_game` does each.

    Within a game every decision waits for the one before; several games taken forward trick
    by trick keep the processor busy meanwhile.

    Returns
    -------
    int64
        The first game that stopped (see :func:`play_game`), or NOBODY.
    """
    for lane in range(count):
        begin_game(work.states[lane], table, work.views[lane], choose_a, choose_b, None)
    playing = True
    while playing:
        playing = False
        for lane in range(count):
            state, views = work.states[lane], work.views[lane]
            if goes_on(state, table, views, choose_a, choose_b, None):
                play_trick(state, table, views, choose_a, choose_b, None)
                if state.watched == 1:
                    watch(state, table)
                playing = True
    for lane in range(count):
        finish_game(work.states[lane], table, None)
        if work.states[lane].stopped == 1:
            return lane
    return NOBODY
