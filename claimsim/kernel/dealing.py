"""Setting a game up in compiled code: the deal, and both Views of it (rules, 2)."""

from __future__ import annotations

from numba import njit

from claimsim import cardsets
from claimsim.kernel.asking import show_phase
from claimsim.kernel.knowing import end_bonuses, show_removed
from claimsim.kernel.state import EMPTY, NO_GAP, NOBODY
from claimsim.rules.deck import MAX_FACTIONS
from claimsim.rules.firings import FIRINGS
from claimsim.view import NO_CARD

_COUNTERS = len(FIRINGS)


@njit
def deal_cards(state, table):
    """Set a fresh game up from ``state.order`` (rules, 2): hands, pile, and nothing done yet."""
    hand_size = table.hand_size
    dealt = cardsets.without(table.all_cards, table.in_side)
    for seat in range(2):
        hand = EMPTY
        for place in range(seat * hand_size, (seat + 1) * hand_size):
            hand = cardsets.add(hand, state.order[place])
        state.hand[seat] = hand
        state.dealt[seat] = hand
        state.phase_1_tricks[seat] = 0
        state.unseen[seat] = cardsets.without(dealt, hand)
        state.followers[seat] = 0
        state.score[seat] = 0
        state.known_hand[seat] = 0
        state.known_followers[seat] = 0
        state.lost[seat] = 0
    state.discard = 0
    state.phase = 1
    state.trick = 0
    state.turn = 0
    state.leader = 0
    state.led = NO_CARD
    state.prize = NO_CARD
    state.phase_1_winner = NOBODY
    state.last_winner = NOBODY
    state.next = 2 * hand_size
    state.pile_end = 4 * hand_size
    state.decisions = 0
    state.options = 0
    state.forced = 0
    for place in range(_COUNTERS):
        state.fired[place] = 0
    state.stopped = 0
    state.gap = NO_GAP
    state.error_seat = NOBODY
    state.events = 0
    state.views = 0


@njit
def deal_powers(state, table):
    """Set up what powers and locations need to know."""
    for seat in range(2):
        state.in_front[seat] = 0
        state.gone[seat] = 0
        state.doubtful[seat] = 0
        state.in_side[seat] = table.in_side
        state.tridents[seat] = 0
        state.row[seat] = 0
        state.strong_sum[seat] = 0
        state.boost[seat] = 0
        for f in range(MAX_FACTIONS):
            state.bonus[seat, f] = 0
            state.armed[seat, f] = 0
            state.strength[seat, f] = 0
            state.came[seat, f] = 0
            state.secured[seat, f] = 0
        state.known_until[seat] = 0
    for f in range(MAX_FACTIONS):
        state.counts_as[f] = table.faction_cards[f]
        state.side_next[f] = table.side_start[f]
        state.side_left[f] = table.side_stop[f] - table.side_start[f]
    if not cardsets.empty(table.pickers):
        for seat in range(2):
            for place in range(table.cards):
                state.known_at[seat, place] = NO_CARD
    state.waiting = 0
    state.removed = 0
    state.followed = NO_CARD
    state.prize_2 = NO_CARD
    state.supply = table.tridents
    state.previous_lead = NO_CARD
    state.previous_leader = NOBODY
    state.exchanges = 0
    state.smash_questions = 0
    state.stale_bonus = 0


@njit
def deal_views(state, table, views):
    """Write into both Views what a new game begins with and only tells of when it changes.

    What the rules leave alone stands there since the game before, or since all was zero.
    """
    show_phase(state, table, views)
    if table.removes == 1:
        show_removed(state, views)
    if table.gains == 1:
        end_bonuses(state, views)
    for seat in range(2):
        view = views.of[seat]
        view.their_doubtful = 0
        view.in_side = table.in_side
        view.in_front = 0
        view.their_in_front = 0
        view.waiting = 0
        view.tridents = 0
        view.their_tridents = 0
        view.trident_supply = table.tridents
        view.row = 0
        view.their_row = 0
    if table.lighthouse > 0 or table.side_cards > 0:
        for seat in range(2):
            view = views.of[seat]
            for f in range(table.factions):
                view.came[f] = 0
                view.their_came[f] = 0
                view.secured[f] = 0
                view.side_left[f] = state.side_left[f]


@njit
def swap_hands(state, table):
    """Exchange the hands of a deal, so that the other hand leads first."""
    for place in range(table.hand_size):
        other = place + table.hand_size
        state.order[place], state.order[other] = state.order[other], state.order[place]
