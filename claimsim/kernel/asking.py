"""Asking a player: what he sees, his answer, and what his opponent learns (rules, 9)."""

from __future__ import annotations

import numpy as np
from numba import njit
from numba.extending import register_jitable

from claimsim import cardsets, defaults
from claimsim.kernel.apart import keep_apart
from claimsim.kernel.seating import choose_at
from claimsim.kernel.state import (
    EMPTY,
    LOG_FULL,
    MAX_EVENTS,
    MAX_VIEWS,
    NO_GAP,
    NO_OPTION,
    ONE,
)
from claimsim.kernel.streams import throw_die
from claimsim.view import (
    DECLINE,
    NO_CARD,
)

_ONE = np.uint64(1)
_LAST_CARD = np.uint64(63)  # a negative answer is far above it

default_answer = register_jitable(defaults.default_answer)


@njit
def emit(state, log, code, player, card, cards, extra):
    """Write one row of the event buffer, if somebody listens."""
    if log is not None:
        if state.events == MAX_EVENTS:
            stop(state, LOG_FULL)
            return
        row = log.events[state.events]
        row.code = code
        row.player = player
        row.card = card
        row.cards = cards
        row.extra = extra
        state.events += 1


@njit
def stop(state, gap):
    """Stop the game: no rule covers what has come about, or an answer was no option."""
    keep_apart()
    if state.stopped == 0:
        state.stopped = 1
        state.gap = gap


@njit(forceinline=True)
def fill_view(state, views, seat, decision, options, need, chosen):
    """Write what the player at `seat` may know (rules, 9) and what can change at any decision.

    All else is written where it changes, into both Views: what powers and locations add, and
    what only one of the phases knows.
    """
    me = np.uint64(seat)  # an index that cannot be negative
    other = _ONE - me
    view = views.of[me]
    view.decision = decision
    view.trick = state.trick
    view.led = state.led
    view.followed = state.followed
    view.hand_count = cardsets.size(state.hand[other])
    view.need = need
    view.options = options
    view.chosen = chosen
    view.hand = state.hand[me]
    view.their_hand = state.known_hand[other]
    view.score = state.score[me]
    view.their_score = state.score[other]
    view.unseen = state.unseen[me]
    view.lost = state.lost[me]
    view.dice = state.dice[me, np.uint64(state.turn)]
    if state.phase == 1:
        fill_recruiting_view(state, views, me, other)


@njit(forceinline=True)
def fill_recruiting_view(state, views, me, other):
    """Write what changes in Phase 1 alone: prizes, followers, pile and discard."""
    view = views.of[me]
    view.prize = state.prize
    view.pile_count = state.pile_end - state.next
    view.discard = state.discard
    view.followers = state.followers[me]
    view.their_followers = state.known_followers[other]
    face_up = EMPTY
    if state.prize != NO_CARD:
        face_up = cardsets.single(state.prize)
    if state.prize_2 != NO_CARD:
        face_up = cardsets.add(face_up, state.prize_2)
    view.face_up = face_up


@njit
def show_phase(state, table, views):
    """Write what a phase leaves as it is at its beginning, or has no more."""
    for seat in range(2):
        me = np.uint64(seat)
        view = views.of[me]
        view.phase = state.phase
        view.last_of_phase_1 = np.int64(state.phase_1_winner == seat)
        if state.phase == 2:  # in Phase 1 every decision fills it in
            fill_recruiting_view(state, views, me, _ONE - me)
    show_pile(state, table, views)


@njit(forceinline=True)
def show_pile(state, table, views):
    """Write which cards of the pile either player knows, where any can be known."""
    if not cardsets.empty(table.pickers):
        for seat in range(2):
            if state.known_until[seat] > state.next or views.shown[seat] > 0:
                write_pile(state, views, seat)


@njit
def write_pile(state, views, seat):
    """Write which cards of the pile the player knows, and where they are."""
    keep_apart()
    view = views.of[seat]
    for place in range(views.shown[seat]):
        view.pile_at[place] = NO_CARD
    known = EMPTY
    count = min(state.known_until[seat], state.pile_end) - state.next
    for place in range(count):
        card = np.int64(state.known_at[seat, state.next + place])
        view.pile_at[place] = card
        if card != NO_CARD:
            known = cardsets.add(known, card)
    views.shown[seat] = max(count, 0)
    view.in_pile = known


@njit(forceinline=True)
def ask_play(state, table, views, seat, decision, options, choose_a, choose_b, log):
    """Ask the player at `seat` for a lead or a follow; see :func:`ask`.

    Returns
    -------
    int64
        One of the options, or NO_CARD if the game has stopped.
    """
    if cardsets.empty(options):
        stop(state, NO_OPTION)
        return NO_CARD
    view = views.of[np.uint64(seat)]
    fill_view(state, views, seat, decision, options, ONE, EMPTY)
    log_view(state, view, log)
    choose = choose_at(state, seat, choose_a, choose_b)
    answer = choose(view, state.weights[np.uint64(seat)])
    if np.uint64(answer) > _LAST_CARD or not cardsets.contains(options, answer):
        complain(state, seat, answer)
        return NO_CARD
    return answer


@njit
def ask(state, table, views, seat, decision, options, need, chosen, k, choose_a, choose_b, log):
    """Ask the player at `seat` to choose among `options`; return his answer.

    After an answer that is no option the game is stopped, and the lowest option stands in for
    it until the caller notices.

    Parameters
    ----------
    decision
        Neither LEAD nor FOLLOW.
    need, chosen
        As the View has them.
    k
        Tells decisions of one kind and trick apart (:func:`claimsim.chance.die`).
    choose_a, choose_b
        The strategies of players a and b.

    Returns
    -------
    int64
        One of the options, or DECLINE where that is allowed.
    """
    if cardsets.empty(options):
        stop(state, NO_OPTION)
        return NO_CARD
    view = views.of[np.uint64(seat)]
    fill_view(state, views, seat, decision, options, need, chosen)
    dice = throw_die(view.dice, decision, k)
    view.dice = dice * np.uint64(state.has_dice[np.uint64(seat)])
    log_view(state, view, log)
    if state.makes[np.uint64(seat), np.uint64(decision)] == 1:
        choose = choose_at(state, seat, choose_a, choose_b)
        answer = choose(view, state.weights[np.uint64(seat)])
    else:
        answer = default_answer(view)
    if answer == DECLINE and need == 0:  # as it is where one may decline, and only there
        return DECLINE
    if np.uint64(answer) > _LAST_CARD or not cardsets.contains(options, answer):
        complain(state, seat, answer)
        return cardsets.lowest(options)
    return answer


@njit
def log_view(state, view, log):
    """Keep a copy of a View, if somebody listens."""
    if log is not None:
        if state.views == MAX_VIEWS:
            stop(state, LOG_FULL)
            return
        log.views[state.views] = view
        state.views += 1


@njit
def complain(state, seat, answer):
    """Stop the game because of an answer that is no option."""
    keep_apart()
    if state.stopped == 0:
        stop(state, NO_GAP)
        state.error_seat = seat
        state.error_card = answer
        state.error_view = state.views - 1


@njit(forceinline=True)
def choose_cards(state, table, views, seat, decision, count, k, choose_a, choose_b, log):
    """Let a player choose so many cards of his hand, one at a time; return them."""
    chosen = EMPTY
    for done in range(count):
        options = cardsets.without(state.hand[seat], chosen)
        card = ask(
            state,
            table,
            views,
            seat,
            decision,
            options,
            count - done,
            chosen,
            k + done,
            choose_a,
            choose_b,
            log,
        )
        chosen = cardsets.add(chosen, card)
    return chosen
