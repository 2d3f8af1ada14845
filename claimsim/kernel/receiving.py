"""Where the cards of a trick go, and what comes of it (rules, 5)."""

from __future__ import annotations

import numpy as np
from numba import njit

from claimsim import cardsets
from claimsim.kernel.apart import keep_apart
from claimsim.kernel.asking import ask, emit
from claimsim.kernel.knowing import show_removed
from claimsim.kernel.state import (
    EMPTY,
    NOBODY,
    SCORE,
    SMASHED,
    WAIT,
    ZERO,
)
from claimsim.rules.firings import PLACE
from claimsim.view import DECLINE, NO_CARD, SMASH

_ONE = np.uint64(1)
_SMASH = np.int64(SMASH)
_LOSER_SCORES = PLACE["loser_scores"]
_SCORED = PLACE["scored_when_played"]
_LIMITED = PLACE["limited"]
_IN_FRONT = PLACE["lies_in_front"]
_SMASHES = PLACE["smashes"]
_MAY_SMASH = PLACE["giant_smash"]


@njit(forceinline=True)
def score_cards(state, seat, cards, log):
    """Lay cards on a score pile (rules, 5)."""
    me = np.uint64(seat)
    state.score[me] = cardsets.union(state.score[me], cards)
    if log is not None and not cardsets.empty(cards):
        emit(state, log, SCORE, seat, NO_CARD, cards, 0)


@njit(forceinline=True)
def clear_phase_1(state, table, winner, captured, led, follow, log):
    """Rules, 5 and 12, Phase 1: a capture, the loser's cards, the winner's, the discard."""
    to_winner = EMPTY
    played = cardsets.add(cardsets.single(led), follow)
    if captured == 1:
        to_winner = cardsets.single(led)
        played = cardsets.single(follow)
    to_loser = cardsets.common(played, table.loser_scores[0])
    played = cardsets.without(played, to_loser)
    scored = cardsets.common(played, table.scored_when_played[0])
    state.fired[_LOSER_SCORES] += cardsets.size(to_loser)
    state.fired[_SCORED] += cardsets.size(scored)
    score_cards(state, 1 - winner, to_loser, log)
    score_cards(state, winner, cardsets.union(to_winner, scored), log)
    state.discard = cardsets.union(state.discard, cardsets.without(played, scored))
    state.led = NO_CARD
    state.followed = NO_CARD


@njit(forceinline=True)
def clear_plainly(state, table, winner, led, follow, log):
    """Rules, 5, Phase 2, where each card goes to the loser's score pile or to the winner's."""
    played = cardsets.add(cardsets.single(led), follow)
    to_loser = cardsets.common(played, table.loser_scores[1])
    rest = cardsets.without(played, to_loser)
    state.fired[_LOSER_SCORES] += cardsets.size(to_loser)
    state.fired[_SCORED] += cardsets.size(cardsets.common(rest, table.scored_when_played[1]))
    score_cards(state, 1 - winner, to_loser, log)
    score_cards(state, winner, rest, log)
    state.led = NO_CARD
    state.followed = NO_CARD


@njit(forceinline=True)
def lay_down(state, table, views, seat, cards, straight):
    """Let a player get cards in Phase 2: in front of him, or on his score pile.

    Parameters
    ----------
    cards
        What he gets.
    straight
        Those of it that go to the score pile whatever they are.
    """
    me = np.uint64(seat)
    if not cardsets.empty(table.in_front):
        front = cardsets.without(cardsets.common(cards, table.in_front), straight)
        state.in_front[seat] = cardsets.union(state.in_front[seat], front)
        state.score[seat] = cardsets.union(state.score[seat], cardsets.without(cards, front))
        state.fired[_IN_FRONT] += cardsets.size(front)
        views.of[seat].in_front = state.in_front[seat]
        views.of[1 - seat].their_in_front = state.in_front[seat]
    else:
        state.score[me] = cardsets.union(state.score[me], cards)
    if table.lighthouse > 0:
        rest = cards
        while not cardsets.empty(rest):
            card = cardsets.lowest(rest)
            rest = cardsets.remove(rest, card)
            f = table.faction_of[np.uint64(card)]
            count_arrival(state, table, views, me, np.uint64(f))


@njit(forceinline=True)
def count_arrival(state, table, views, me, f):
    """Lighthouse: who first gets so many cards of a faction secures its vote (rules, 7.7)."""
    other = _ONE - me
    came = state.came[me, f] + 1
    state.came[me, f] = came
    views.of[me].came[f] = came
    views.of[other].their_came[f] = came
    secures = np.int64(came == table.lighthouse) * np.int64(state.secured[me, f] == 0)
    state.secured[me, f] += secures
    state.secured[other, f] -= secures
    views.of[me].secured[f] = state.secured[me, f]
    views.of[other].secured[f] = state.secured[other, f]


@njit
def clear_phase_2(state, table, views, winner, captured, choose_a, choose_b, log):
    """Rules, 5 and 12, Phase 2: where both cards go, and which waiting ones come along."""
    loser = 1 - winner
    played = cardsets.add(cardsets.single(state.led), state.followed)
    taken = EMPTY  # captured
    if captured == 1:
        taken = played
    rest = cardsets.without(played, taken)
    to_loser = cardsets.common(rest, table.loser_scores[1])
    rest = cardsets.without(rest, to_loser)
    straight = cardsets.common(rest, table.scored_when_played[1])
    rest = cardsets.without(rest, straight)
    waiting = cardsets.union(state.waiting, cardsets.common(rest, table.limited))
    to_winner = cardsets.union(taken, cardsets.without(rest, table.limited))
    if not cardsets.empty(waiting):
        chosen = highest_waiting(table, waiting, taken)
        to_winner = cardsets.union(to_winner, chosen)
        waiting = cardsets.without(waiting, chosen)
    state.fired[_LOSER_SCORES] += cardsets.size(to_loser)
    state.fired[_SCORED] += cardsets.size(straight)
    lay_down(state, table, views, loser, to_loser, EMPTY)
    if log is not None and not cardsets.empty(to_loser):
        emit(state, log, SCORE, loser, NO_CARD, to_loser, 0)
    if not cardsets.empty(waiting):
        state.fired[_LIMITED] += 1
        emit(state, log, WAIT, NOBODY, NO_CARD, waiting, 0)
    to_winner = cardsets.union(to_winner, straight)
    if not cardsets.empty(cardsets.common(table.smashers, cardsets.union(to_loser, to_winner))):
        if cardsets.contains(to_loser, state.led):
            state.led = NO_CARD
        if cardsets.contains(to_loser, state.followed):
            state.followed = NO_CARD
        smash(state, table, views, loser, to_loser, choose_a, choose_b, log)
        smash(state, table, views, winner, to_winner, choose_a, choose_b, log)
    lay_down(state, table, views, winner, to_winner, straight)
    if log is not None and not cardsets.empty(to_winner):
        emit(state, log, SCORE, winner, NO_CARD, to_winner, 0)
    if not cardsets.empty(table.limited):
        state.waiting = waiting
        views.of[0].waiting = waiting
        views.of[1].waiting = waiting
    state.led = NO_CARD
    state.followed = NO_CARD


@njit
def highest_waiting(table, waiting, captured):
    """Return which of the waiting cards a winner takes: of each faction the highest values.

    A captured card counts towards the limit (rules, 5 and 11). Of equal values the first in
    record order is taken, which is the lowest in card sets, since equal values rank alike.
    """
    taken = EMPTY
    for f in range(table.factions):
        rest = cardsets.common(waiting, table.faction_cards[f])
        if cardsets.empty(rest):
            continue
        left = table.limit[f]
        left -= cardsets.size(cardsets.common(captured, table.faction_cards[f]))
        while left > 0 and not cardsets.empty(rest):
            card = highest_value(table, rest)
            rest = cardsets.remove(rest, card)
            taken = cardsets.add(taken, card)
            left -= 1
    return taken


@njit
def highest_value(table, cards):
    """Return the card of the highest value, of equal ones the lowest in the set."""
    best = cardsets.lowest(cards)
    rest = cardsets.remove(cards, best)
    while not cardsets.empty(rest):
        card = cardsets.lowest(rest)
        rest = cardsets.remove(rest, card)
        if table.value_of[card] > table.value_of[best]:
            best = card
    return best


@njit
def first_of(table, cards):
    """Return the first card of a set in record order."""
    first = cardsets.lowest(cards)
    rest = cardsets.remove(cards, first)
    while not cardsets.empty(rest):
        card = cardsets.lowest(rest)
        rest = cardsets.remove(rest, card)
        if table.number_of[card] < table.number_of[first]:
            first = card
    return first


@njit
def smash(state, table, views, seat, received, choose_a, choose_b, log):
    """Let the cards that a player gets remove targets in front of his opponent (rules, 5)."""
    other = 1 - seat
    rest = cardsets.common(received, table.smashers)
    while not cardsets.empty(rest):
        card = first_of(table, rest)
        rest = cardsets.remove(rest, card)
        f = table.faction_of[card]
        targets = cardsets.common(table.smash_targets[f], table.value_cards[table.value_of[card]])
        targets = cardsets.common(targets, state.in_front[other])
        if cardsets.empty(targets):
            continue
        state.fired[_MAY_SMASH] += 1
        target = cardsets.lowest(targets)
        if table.may_smash[f] == 1:
            options = cardsets.single(target)
            k = state.smash_questions
            state.smash_questions += 1
            answer = ask(
                state, table, views, seat, _SMASH, options, ZERO, EMPTY, k, choose_a, choose_b, log
            )
            if answer == DECLINE:
                continue
        state.in_front[other] = cardsets.remove(state.in_front[other], target)
        state.removed = cardsets.add(state.removed, target)
        show_removed(state, views)
        views.of[seat].their_in_front = state.in_front[other]
        views.of[other].in_front = state.in_front[other]
        state.fired[_SMASHES] += 1
        emit(state, log, SMASHED, seat, target, EMPTY, 0)


@njit
def take_waiting(state, table, views, winner, choose_a, choose_b, log):
    """After the last trick its winner takes all that wait (rules, 5)."""
    keep_apart()
    cards = state.waiting
    if cardsets.empty(cards):
        return
    if not cardsets.empty(cardsets.common(table.smashers, cards)):
        smash(state, table, views, winner, cards, choose_a, choose_b, log)
    lay_down(state, table, views, winner, cards, EMPTY)
    state.waiting = 0
    emit(state, log, SCORE, winner, NO_CARD, cards, 0)
