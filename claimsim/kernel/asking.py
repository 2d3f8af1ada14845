"""Asking a player: what he sees, his answer, and what his opponent learns (rules, 9)."""

from __future__ import annotations

import numpy as np
from numba import njit
from numba.extending import register_jitable

from claimsim import cardsets, defaults
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
    if state.stopped == 0:
        state.stopped = 1
        state.gap = gap


@njit(forceinline=True)
def fill_plain_view(state, view, seat, decision, options):
    """Write what the player at `seat` may know where only the first box is in play.

    All other fields of the View stand at what they are in such a game.
    """
    me = np.uint64(seat)  # an index that cannot be negative
    other = _ONE - me
    view.decision = decision
    view.phase = state.phase
    view.trick = state.trick
    view.led = state.led
    view.prize = state.prize
    view.pile_count = state.pile_end - state.next
    view.hand_count = cardsets.size(state.hand[other])
    view.options = options
    view.hand = state.hand[me]
    view.score = state.score[me]
    view.their_score = state.score[other]
    view.discard = state.discard
    view.unseen = state.unseen[me]
    view.followers = state.followers[me]
    view.their_followers = state.known_followers[other]
    view.their_hand = state.known_hand[other]
    face_up = EMPTY
    if state.prize != NO_CARD:
        face_up = cardsets.single(state.prize)
    view.face_up = face_up
    view.lost = state.lost[me]
    view.last_of_phase_1 = state.phase_1_winner == seat
    view.dice = state.dice[me, np.uint64(state.phase - 1), np.uint64(state.trick)]


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
    view.dice = state.dice[me, np.uint64(state.phase - 1), np.uint64(state.trick)]
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
    if state.known_until[me] > state.next or views.shown[me] > 0:
        show_pile(state, views, np.int64(me))


@njit
def show_phase(state, views):
    """Write what a phase leaves as it is at its beginning, or has no more."""
    for seat in range(2):
        me = np.uint64(seat)
        view = views.of[me]
        view.phase = state.phase
        view.last_of_phase_1 = np.int64(state.phase_1_winner == seat)
        fill_recruiting_view(state, views, me, _ONE - me)


@njit
def show_pile(state, views, seat):
    """Write which cards of the pile the player knows, and where they are."""
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
def ask_play(state, table, views, seat, decision, options, choose, log):
    """Ask the player at `seat` for a lead or a follow; see :func:`ask`."""
    if cardsets.empty(options):
        stop(state, NO_OPTION)
        return NO_CARD
    view = views.of[np.uint64(seat)]
    fill_view(state, views, seat, decision, options, ONE, EMPTY)
    log_view(state, view, log)
    answer = choose(view, state.weights[np.uint64(seat)])
    if answer < 0 or answer > 63 or not cardsets.contains(options, answer):
        complain(state, seat, answer)
        return cardsets.lowest(options)
    return answer


@njit
def ask(state, table, views, seat, decision, options, need, chosen, k, choose, log):
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
    choose
        The strategy at this seat.

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
    view.dice = 0
    if state.has_dice[np.uint64(seat)] == 1:
        view.dice = throw_die(state, seat, decision, k)
    log_view(state, view, log)
    if state.makes[np.uint64(seat), np.uint64(decision)] == 1:
        answer = choose(view, state.weights[np.uint64(seat)])
    else:
        answer = default_answer(view)
    if answer == DECLINE and need == 0:  # as it is where one may decline, and only there
        return DECLINE
    if answer < 0 or answer > 63 or not cardsets.contains(options, answer):
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
    if state.stopped == 0:
        stop(state, NO_GAP)
        state.error_seat = seat
        state.error_card = answer
        state.error_view = state.views - 1


@njit(forceinline=True)
def choose_cards(state, table, views, seat, decision, count, k, choose, log):
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
            choose,
            log,
        )
        chosen = cardsets.add(chosen, card)
    return chosen


@njit(forceinline=True)
def cross_off_plain(state, table, seat, card):
    """Cross a played card off what the opponent knows of a hand (rules, 9).

    He cannot tell a card from one that looks the same: if he knows of such a one, it is that
    one that he crosses off, and where it lies he no longer knows.
    """
    me = np.uint64(seat)
    other = _ONE - me
    known_hand = state.known_hand[me]
    known = cardsets.common(known_hand, table.identical[np.uint64(card)])
    state.known_hand[me] = cardsets.remove(known_hand, card)
    # A sum of 0 and 1 for "or": whether the card was known is a coin, its having a known twin
    # without being known itself is rare, and only the rare thing is worth a branch.
    if np.int64(cardsets.contains(known, card)) + np.int64(cardsets.empty(known)) == 0:
        twin = cardsets.lowest(known)
        state.known_hand[me] = cardsets.remove(known_hand, twin)
        state.unseen[other] = cardsets.add(state.unseen[other], twin)


@njit(forceinline=True)
def cross_off(state, table, views, seat, card):
    """As :func:`cross_off_plain`, where cards may have been discarded face down as well."""
    other = 1 - seat
    state.unseen[other] = cardsets.remove(state.unseen[other], card)
    if table.swamp == 0:
        cross_off_plain(state, table, seat, card)
        return
    if cardsets.contains(state.known_hand[seat], card):
        state.known_hand[seat] = cardsets.remove(state.known_hand[seat], card)
        return
    if cardsets.contains(state.doubtful[seat], card):
        state.doubtful[seat] = cardsets.remove(state.doubtful[seat], card)
        views.of[other].their_doubtful = state.doubtful[seat]
        return
    twins = cardsets.common(table.identical[card], state.known_hand[seat])
    if not cardsets.empty(twins):
        twin = cardsets.lowest(twins)
        state.known_hand[seat] = cardsets.remove(state.known_hand[seat], twin)
        state.unseen[other] = cardsets.add(state.unseen[other], twin)
        return
    twins = cardsets.common(table.identical[card], state.doubtful[seat])
    if not cardsets.empty(twins):
        twin = cardsets.lowest(twins)
        state.doubtful[seat] = cardsets.remove(state.doubtful[seat], twin)
        views.of[other].their_doubtful = state.doubtful[seat]
        state.unseen[other] = cardsets.add(state.unseen[other], twin)


@njit
def unmask(state, table, views, seat, card):
    """Return the card as which a card from a side deck is played.

    The opponent cannot tell it from a card of the deck that looks the same. If such a one is,
    or may be, in the hand too, the two change places, lest he learn from the number of the card
    what its face does not say.
    """
    alike = cardsets.without(table.identical[card], table.in_side)
    twins = cardsets.common(alike, state.known_hand[seat])
    if cardsets.empty(twins):
        twins = cardsets.common(alike, state.doubtful[seat])
    if cardsets.empty(twins):
        twins = cardsets.common(alike, state.unseen[1 - seat])
    if cardsets.empty(twins):
        return card
    twin = cardsets.lowest(twins)
    state.hand[seat] = exchanged(state.hand[seat], card, twin)
    state.gone[seat] = exchanged(state.gone[seat], card, twin)
    show_removed(state, views)
    state.unseen[seat] = exchanged(state.unseen[seat], card, twin)
    return twin


@njit
def show_removed(state, views):
    """Write which cards are out of the game: those face up, and one's own that are not."""
    for seat in range(2):
        views.of[seat].removed = cardsets.union(state.removed, state.gone[seat])


@njit
def exchanged(cards, one, other):
    """Return a set in which one card stands where the other did."""
    has_one, has_other = cardsets.contains(cards, one), cardsets.contains(cards, other)
    if has_one == has_other:
        return cards
    if has_one:
        return cardsets.add(cardsets.remove(cards, one), other)
    return cardsets.add(cardsets.remove(cards, other), one)


@njit
def swap_cards(state, table, views, given_0, given_1):
    """Let both players give each other cards, at the same time (rules, 2)."""
    for seat in range(2):
        rest = given_0 if seat == 0 else given_1
        while not cardsets.empty(rest):
            card = cardsets.lowest(rest)
            rest = cardsets.remove(rest, card)
            cross_off(state, table, views, seat, card)
    state.hand[0] = cardsets.union(cardsets.without(state.hand[0], given_0), given_1)
    state.hand[1] = cardsets.union(cardsets.without(state.hand[1], given_1), given_0)
    state.known_hand[0] = cardsets.union(state.known_hand[0], given_1)
    state.known_hand[1] = cardsets.union(state.known_hand[1], given_0)
