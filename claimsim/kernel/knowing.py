"""What a player learns of his opponent's cards, and forgets (rules, 9)."""

from __future__ import annotations

import numpy as np
from numba import njit

from claimsim import cardsets
from claimsim.rules.deck import MAX_FACTIONS

_ONE = np.uint64(1)


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


@njit(forceinline=True)
def lay_plain_card(state, table, seat, card):
    """Lay a card of a hand on the table; the opponent crosses it off."""
    me = np.uint64(seat)
    other = np.uint64(1) - me
    state.hand[me] = cardsets.remove(state.hand[me], card)
    state.unseen[other] = cardsets.remove(state.unseen[other], card)
    if not cardsets.empty(state.known_hand[me]):
        cross_off_plain(state, table, seat, card)


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
def show_boosts(state, views):
    """Write what boosts add in this trick."""
    for seat in range(2):
        views.of[seat].boost = state.boost[seat]
        views.of[seat].their_boost = state.boost[1 - seat]


@njit
def end_bonuses(state, views):
    """Let no card have a bonus, as at the beginning of a phase."""
    for seat in range(2):
        state.boost[seat] = 0
        for f in range(MAX_FACTIONS):
            state.bonus[seat, f] = 0
            views.of[seat].bonus[f] = 0
            views.of[seat].their_bonus[f] = 0
    show_boosts(state, views)


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
