"""One whole game in compiled code (rules, 2).

The order of what happens, and so of events, is that of the reference engine; only the form
differs. ``log`` is a LOG record for whoever listens, or None: numba then compiles the writing
of events and Views away.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numba.extending import register_jitable

from claimsim import cardsets
from claimsim.kernel.scoring import score_game
from claimsim.kernel.state import NOBODY, PHASE, PLAY, REVEAL, SCORE, TAKE, TRICK
from claimsim.tricks import destinations, follower_wins, legal_follows
from claimsim.view import FOLLOW, LEAD, NO_CARD

for _function in (destinations, follower_wins, legal_follows):
    register_jitable(_function)


@njit
def emit(state, log, code, player, card, cards):
    """Write one row of the event buffer, if somebody listens."""
    if log is not None:
        row = log.events[state.events]
        row.code = code
        row.player = player
        row.card = card
        row.cards = cards
        state.events += 1


@njit
def deal_hands(state, table):
    """Set a fresh game up from ``state.order`` (rules, 2): hands, pile, nothing else."""
    hand_size = table.hand_size
    for seat in range(2):
        hand = cardsets.common(table.all_cards, 0)
        for place in range(seat * hand_size, (seat + 1) * hand_size):
            hand = cardsets.add(hand, state.order[place])
        state.hand[seat] = hand
        state.unseen[seat] = cardsets.without(table.all_cards, hand)
        state.followers[seat] = 0
        state.score[seat] = 0
        state.prizes_taken[seat] = 0
    state.discard = 0
    state.phase = 1
    state.trick = 0
    state.leader = 0
    state.led = NO_CARD
    state.prize = NO_CARD
    state.next = 2 * hand_size
    state.pile_end = 4 * hand_size
    state.decisions = 0
    state.options = 0
    state.forced = 0
    state.events = 0
    state.views = 0
    state.error_seat = NOBODY
    state.error_card = NO_CARD


@njit
def swap_hands(state, table):
    """Exchange the hands of a deal, so that the other hand leads first."""
    for place in range(table.hand_size):
        other = place + table.hand_size
        state.order[place], state.order[other] = state.order[other], state.order[place]


@njit
def fill_view(state, view, seat, decision, options):
    """Write what the player at `seat` may know (rules, 9); ``view.rules`` and ``seat`` stand."""
    other = 1 - seat
    view.decision = decision
    view.phase = state.phase
    view.trick = state.trick
    view.led = state.led
    view.prize = state.prize
    view.pile_count = state.pile_end - state.next
    view.options = options
    view.hand = state.hand[seat]
    view.score = state.score[seat]
    view.their_score = state.score[other]
    view.discard = state.discard
    view.unseen = state.unseen[seat]
    view.followers = state.followers[seat]
    if state.phase == 1:
        view.their_followers = state.prizes_taken[other]
        view.their_hand = 0
    else:
        view.their_followers = 0
        view.their_hand = state.prizes_taken[other]
    view.dice = state.dice[seat, state.phase - 1, state.trick]


@njit
def play_card(state, table, views, seat, options, choose, log):
    """Ask the player at `seat` for a card and play it; return it, or NO_CARD if it is no option."""
    view = views.of[seat]
    decision = LEAD if state.led == NO_CARD else FOLLOW
    fill_view(state, view, seat, decision, options)
    if log is not None:
        log.views[state.views] = view
        state.views += 1
    count = cardsets.size(options)
    state.decisions += 1
    state.options += count
    state.forced += count == 1
    card = choose(view, state.weights[seat])
    if card < 0 or card > 63 or not cardsets.contains(options, card):
        state.error_seat = seat
        state.error_card = card
        return NO_CARD
    state.hand[seat] = cardsets.remove(state.hand[seat], card)
    other = 1 - seat
    state.unseen[other] = cardsets.remove(state.unseen[other], card)
    if state.phase == 2:  # in Phase 1 the prizes are followers, not hand
        cross_off(state, table, seat, card)
    emit(state, log, PLAY, seat, card, options)
    return card


@njit
def cross_off(state, table, seat, card):
    """Cross a played card off what the opponent knows of a hand (rules, 9).

    He cannot tell a card from one that looks the same: if he knows of such a one, it is that
    one that he crosses off, and where it lies he no longer knows.
    """
    taken = state.prizes_taken[seat]
    known = cardsets.common(taken, table.identical[card])
    state.prizes_taken[seat] = cardsets.remove(taken, card)
    # A sum of 0 and 1 for "or": whether the card was known is a coin, its having a known twin
    # without being known itself is rare, and only the rare thing is worth a branch.
    if np.int64(cardsets.contains(known, card)) + np.int64(cardsets.empty(known)) == 0:
        twin = cardsets.lowest(known)
        state.prizes_taken[seat] = cardsets.remove(taken, twin)
        state.unseen[1 - seat] = cardsets.add(state.unseen[1 - seat], twin)


@njit
def take_followers(state, winner, log):
    """Give the prize to the winner and the next card of the pile to the loser (rules, 2.4)."""
    loser = 1 - winner
    prize = state.prize
    state.followers[winner] = cardsets.add(state.followers[winner], prize)
    state.prizes_taken[winner] = cardsets.add(state.prizes_taken[winner], prize)
    emit(state, log, TAKE, winner, prize, cardsets.single(prize))
    hidden = state.order[state.next]
    state.next += 1
    state.followers[loser] = cardsets.add(state.followers[loser], hidden)
    state.unseen[loser] = cardsets.remove(state.unseen[loser], hidden)
    emit(state, log, TAKE, loser, hidden, cardsets.single(hidden))


@njit
def score_cards(state, seat, cards, log):
    """Lay cards on a score pile (rules, 5)."""
    state.score[seat] = cardsets.union(state.score[seat], cards)
    if log is not None and not cardsets.empty(cards):
        emit(state, log, SCORE, seat, NO_CARD, cards)


@njit
def reveal_prize(state, log):
    """Turn up the top of the pile (rules, 2.1)."""
    prize = state.order[state.next]
    state.next += 1
    state.prize = prize
    for seat in range(2):
        state.unseen[seat] = cardsets.remove(state.unseen[seat], prize)
    emit(state, log, REVEAL, NOBODY, prize, cardsets.single(prize))


@njit
def play_trick(state, table, views, choose_0, choose_1, log):
    """Play one trick; return False if a player answered with no option."""
    leader = state.leader
    if state.phase == 1:
        reveal_prize(state, log)
    options = state.hand[leader]
    led = play_card(
        state, table, views, leader, options, choose_0 if leader == 0 else choose_1, log
    )
    if led == NO_CARD:
        return False
    state.led = led
    other = 1 - leader
    options = legal_follows(table, state.hand[other], led)
    follow = play_card(
        state, table, views, other, options, choose_1 if leader == 0 else choose_0, log
    )
    if follow == NO_CARD:
        return False
    winner = leader + follower_wins(table, led, follow) * (1 - 2 * leader)
    emit(state, log, TRICK, winner, NO_CARD, 0)
    if state.phase == 1:
        take_followers(state, winner, log)
    to_loser, to_winner, to_discard = destinations(table, state.phase, led, follow)
    score_cards(state, 1 - winner, to_loser, log)
    score_cards(state, winner, to_winner, log)
    state.discard = cardsets.union(state.discard, to_discard)
    state.led = NO_CARD
    state.prize = NO_CARD
    state.leader = winner
    state.trick += 1
    return True


@njit
def begin_phase_2(state, log):
    """Make followers hands (rules, 2)."""
    for seat in range(2):
        state.hand[seat] = state.followers[seat]
        state.followers[seat] = 0
    state.phase = 2
    state.trick = 0
    emit(state, log, PHASE, state.leader, 2, 0)


@njit
def play_game(state, table, views, choose_0, choose_1, log):
    """Play the game whose deal stands in ``state.order``, and score it.

    Parameters
    ----------
    state : STATE record, written
        ``order``, ``dice`` and ``weights`` must be filled.
    table : TABLE record
    views : VIEWS record, written
        ``seat`` and ``rules`` of each must be filled.
    choose_0, choose_1
        The compiled strategies at seats 0 and 1.
    log : LOG record, written, or None

    Returns
    -------
    bool
        False if a strategy answered with no option (``state.error_seat``); the game then stops.
    """
    deal_hands(state, table)
    for _ in range(table.hand_size):
        if not play_trick(state, table, views, choose_0, choose_1, log):
            return False
    begin_phase_2(state, log)
    for _ in range(table.hand_size):
        if not play_trick(state, table, views, choose_0, choose_1, log):
            return False
    score_game(state, table)
    return True


@njit
def _next_trick(work, count, table, choose_a, choose_b):
    """Play one trick of each game; return the game that must stop, or NOBODY."""
    for lane in range(count):
        choose_0, choose_1 = choose_a, choose_b
        if work.seat_a[lane] == 1:
            choose_0, choose_1 = choose_b, choose_a
        if not play_trick(work.states[lane], table, work.views[lane], choose_0, choose_1, None):
            return lane
    return NOBODY


@njit
def play_games(work, count, table, choose_a, choose_b):
    """Play the first `count` games of `work` side by side, as :func:`play_game` does each.

    Within a game every decision waits for the one before; several games taken forward trick
    by trick keep the processor busy meanwhile.

    Returns
    -------
    int64
        The first game in which a strategy answered with no option, or NOBODY.
    """
    for lane in range(count):
        deal_hands(work.states[lane], table)
    for _ in range(table.hand_size):
        stopped = _next_trick(work, count, table, choose_a, choose_b)
        if stopped != NOBODY:
            return stopped
    for lane in range(count):
        begin_phase_2(work.states[lane], None)
    for _ in range(table.hand_size):
        stopped = _next_trick(work, count, table, choose_a, choose_b)
        if stopped != NOBODY:
            return stopped
    for lane in range(count):
        score_game(work.states[lane], table)
    return NOBODY
