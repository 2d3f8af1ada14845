"""Phase 1: what is turned up, swapped, picked and taken (rules, 2 and 5)."""

from __future__ import annotations

import numpy as np
from numba import njit

from claimsim import cardsets
from claimsim.kernel.apart import keep_apart
from claimsim.kernel.asking import ask, choose_cards, emit, show_pile
from claimsim.kernel.knowing import swap_cards
from claimsim.kernel.state import (
    EMPTY,
    EXCHANGED,
    NOBODY,
    ONE,
    PASSED,
    REVEAL,
    TAKE,
    ZERO,
)
from claimsim.rules.firings import PLACE
from claimsim.view import EXCHANGE, NO_CARD, PASS, PICK

_PASS = np.int64(PASS)
_EXCHANGE = np.int64(EXCHANGE)
_PICK = np.int64(PICK)
_EXCHANGES = PLACE["exchanges"]
_PICKS = PLACE["picks_reward"]
_TRIGGER = PLACE["seer_trigger"]
_SHORE = PLACE["shore"]
_ISLANDS = PLACE["islands"]

#: Numbers of dice that one exchange can use up at most.
_STRIDE = 64


@njit
def fewest(state, count):
    """Return `count`, or the size of the smaller hand if that is less."""
    return min(count, cardsets.size(state.hand[0]), cardsets.size(state.hand[1]))


@njit
def swap(state, table, views, decision, code, count, k, choose_a, choose_b, log):
    """Let both players choose cards and swap them, neither seeing the other's choice."""
    given_0 = choose_cards(state, table, views, ZERO, decision, count, k, choose_a, choose_b, log)
    given_1 = choose_cards(state, table, views, ONE, decision, count, k, choose_a, choose_b, log)
    emit(state, log, code, ZERO, NO_CARD, given_0, 0)
    emit(state, log, code, ONE, NO_CARD, given_1, 0)
    swap_cards(state, table, views, given_0, given_1)


@njit
def pass_cards(state, table, views, count, firing, choose_a, choose_b, log):
    """Endless Sands and Windy Peaks: both players pass cards (rules, 2)."""
    count = fewest(state, count)
    if count > 0:
        swap(state, table, views, _PASS, PASSED, count, ZERO, choose_a, choose_b, log)
        state.fired[firing] += 1


@njit
def turn_up(state):
    """Turn the top of the pile up beside whatever lies there; return the card."""
    card = np.int64(state.order[np.uint64(state.next)])
    state.next += 1
    if state.prize == NO_CARD:
        state.prize = card
    else:
        state.prize_2 = card
    for seat in range(2):
        state.unseen[seat] = cardsets.remove(state.unseen[seat], card)
    return card


@njit(forceinline=True)
def exchange_for(state, table, views, card, choose_a, choose_b, log):
    """Rules, 2, Phase 1, 2: a card that was turned up may make both players swap cards."""
    count = table.exchange[table.faction_of[np.uint64(card)]]
    if count > 0:
        exchange_some(state, table, views, fewest(state, count), choose_a, choose_b, log)


@njit
def exchange_some(state, table, views, count, choose_a, choose_b, log):
    """Let both players swap so many cards of their hands."""
    if count > 0:
        k = _STRIDE * state.exchanges
        swap(state, table, views, _EXCHANGE, EXCHANGED, count, k, choose_a, choose_b, log)
        state.exchanges += 1
        state.fired[_EXCHANGES] += 1


@njit(forceinline=True)
def reveal(state, table, views, choose_a, choose_b, log):
    """Turn up one card (rules, 2, Phase 1, 1 and 2)."""
    card = turn_up(state)
    show_pile(state, table, views)
    emit(state, log, REVEAL, NOBODY, card, cardsets.single(card), 0)
    exchange_for(state, table, views, card, choose_a, choose_b, log)


@njit
def open_islands(state, table, views, choose_a, choose_b, log):
    """Islands: two cards lie face up from the start (rules, 2)."""
    keep_apart()
    first = turn_up(state)
    second = turn_up(state)
    emit(state, log, REVEAL, NOBODY, first, cardsets.add(cardsets.single(first), second), 0)
    exchange_for(state, table, views, first, choose_a, choose_b, log)
    exchange_for(state, table, views, second, choose_a, choose_b, log)


@njit
def picking(state, table, winner):
    """Return how many cards of the pile the winner may look at, or -1 if he does not pick.

    Rules, 5 and 12: he picks if he won with such a card, or if its loser's says so.
    """
    led_by_winner = winner == state.leader
    own = state.led if led_by_winner else state.followed
    lost = state.followed if led_by_winner else state.led
    looks = -1
    if cardsets.contains(table.pickers, own):
        looks = table.looks[table.faction_of[own]]
    if cardsets.contains(table.pickers, lost):
        f = table.faction_of[lost]
        if looks < 0:
            state.fired[_TRIGGER] += 1
        if table.picks_lost[f] == 1:
            looks = max(looks, table.looks[f])
    return looks


@njit
def look(state, table, winner, count):
    """Let the winner look at the top cards of the pile; return those that he may choose.

    Of identical cards he takes the one nearest the top (rules, 11).
    """
    options = EMPTY
    for place in range(state.next, state.next + count):
        card = state.order[place]
        state.known_at[winner, place] = card
        state.known_until[winner] = max(state.known_until[winner], place + 1)
        state.unseen[winner] = cardsets.remove(state.unseen[winner], card)
        if cardsets.empty(cardsets.common(options, table.identical[card])):
            options = cardsets.add(options, card)
    return options


@njit(forceinline=True)
def take_face_up(state, seat, card, log):
    """Let a player take a card that lies face up."""
    me = np.uint64(seat)
    state.followers[me] = cardsets.add(state.followers[me], card)
    state.known_followers[me] = cardsets.add(state.known_followers[me], card)
    if state.prize == card:
        state.prize = state.prize_2
    state.prize_2 = NO_CARD
    emit(state, log, TAKE, seat, card, EMPTY, 0)


@njit(forceinline=True)
def take_top(state, table, seat, log):
    """Let a player take the top card of the pile, which only he sees (rules, 2, Phase 1, 4)."""
    me = np.uint64(seat)
    card = np.int64(state.order[np.uint64(state.next)])
    if not cardsets.empty(table.pickers) and state.known_at[1 - seat, state.next] == card:
        state.known_followers[seat] = cardsets.add(state.known_followers[seat], card)
    state.next += 1
    state.followers[me] = cardsets.add(state.followers[me], card)
    state.unseen[me] = cardsets.remove(state.unseen[me], card)
    emit(state, log, TAKE, seat, card, EMPTY, 0)


@njit
def take_from_pile(state, seat, card, looks, log):
    """Let a player take a card that he looked at out of the pile.

    The opponent knows which it was only if there was no other to choose from; else what he
    knew of the cards among which it was is knowledge no longer.
    """
    other = 1 - seat
    top = state.next
    if looks == 1:
        if state.known_at[other, top] == card:
            state.known_followers[seat] = cardsets.add(state.known_followers[seat], card)
    else:
        for place in range(top, top + looks):
            known = state.known_at[other, place]
            if known != NO_CARD:
                state.unseen[other] = cardsets.add(state.unseen[other], known)
                state.known_at[other, place] = NO_CARD
    place = top
    while state.order[place] != card:
        place += 1
    while place > top:
        state.order[place] = state.order[place - 1]
        state.known_at[seat, place] = state.known_at[seat, place - 1]
        place -= 1
    state.next += 1
    state.followers[seat] = cardsets.add(state.followers[seat], card)
    emit(state, log, TAKE, seat, card, EMPTY, 1)


@njit(forceinline=True)
def take_followers(state, table, views, winner, choose_a, choose_b, log):
    """Winner and loser take a card each (rules, 2, Phase 1, 4; Shore, Islands and Seers)."""
    if table.plain_takes == 1:
        take_face_up(state, winner, state.prize, log)
        take_top(state, table, 1 - winner, log)
    else:
        take_otherwise(state, table, views, winner, choose_a, choose_b, log)
        if table.islands == 1:
            show_pile(state, table, views)  # no card may be left to be turned up
            fill_gap(state, table, views, choose_a, choose_b, log)
    state.exchanges = 0


@njit
def take_otherwise(state, table, views, winner, choose_a, choose_b, log):
    """Take cards where there may be a choice, or the loser gets the prize."""
    loser = 1 - winner
    looks = -1
    if not cardsets.empty(table.pickers):
        looks = picking(state, table, winner)
    if looks < 0 and table.shore == 1:
        take_top(state, table, winner, log)
        take_face_up(state, loser, state.prize, log)
        state.fired[_SHORE] += 1
        return
    if looks < 0 and table.islands == 0:
        take_face_up(state, winner, state.prize, log)
        take_top(state, table, loser, log)
        return
    face_up = cardsets.single(state.prize)
    if state.prize_2 != NO_CARD:
        face_up = cardsets.add(face_up, state.prize_2)
    looked = min(looks, state.pile_end - state.next)
    options = face_up
    if looked > 0:
        options = cardsets.union(face_up, look(state, table, winner, looked))
        show_pile(state, table, views)
    card = cardsets.lowest(options)
    if cardsets.size(options) > 1:
        card = ask(
            state, table, views, winner, _PICK, options, ONE, EMPTY, ZERO, choose_a, choose_b, log
        )
        state.fired[_PICKS] += np.int64(looked > 0)
        state.fired[_ISLANDS] += table.islands
    if cardsets.contains(face_up, card):
        take_face_up(state, winner, card, log)
    else:
        take_from_pile(state, winner, card, looked, log)
        if table.islands == 0:
            take_face_up(state, loser, state.prize, log)
            return
    if state.next < state.pile_end:
        take_top(state, table, loser, log)
    else:
        take_face_up(state, loser, state.prize, log)


@njit
def fill_gap(state, table, views, choose_a, choose_b, log):
    """Islands: once both have taken, the next card fills the gap (rules, 2)."""
    if state.prize_2 == NO_CARD and state.prize != NO_CARD and state.next < state.pile_end:
        reveal(state, table, views, choose_a, choose_b, log)
