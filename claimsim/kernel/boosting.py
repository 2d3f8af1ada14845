"""Raising a played card with cards of one's score pile (rules, 4)."""

from __future__ import annotations

import numpy as np
from numba import njit

from claimsim import cardsets
from claimsim.kernel.asking import ask, emit
from claimsim.kernel.knowing import show_boosts, show_removed
from claimsim.kernel.state import ANSWERED, EMPTY, ZERO
from claimsim.rules.firings import PLACE
from claimsim.view import ANSWER, DECLINE, NO_CARD

_ANSWER = np.int64(ANSWER)
_BOOSTS = PLACE["boosts"]
_ANSWERS = PLACE["lightning_timing"]


@njit
def choose_boosts(state, table, views, seat, decision, choose_a, choose_b, log):
    """Let a player choose cards of his score pile that raise the card he plays (rules, 4)."""
    chosen = EMPTY
    done = ZERO
    while True:
        options = cardsets.without(cardsets.common(state.score[seat], table.boosters), chosen)
        if cardsets.empty(options):
            return chosen
        card = ask(
            state,
            table,
            views,
            seat,
            decision,
            options,
            ZERO,
            chosen,
            done,
            choose_a,
            choose_b,
            log,
        )
        if card == DECLINE:
            return chosen
        chosen = cardsets.add(chosen, card)
        done += 1


@njit
def discard_boosters(state, table, views, seat, boosters):
    """Take boosters out of the game, for what each adds."""
    state.score[seat] = cardsets.without(state.score[seat], boosters)
    state.removed = cardsets.union(state.removed, boosters)
    state.fired[_BOOSTS] += cardsets.size(boosters)
    rest = boosters
    while not cardsets.empty(rest):
        card = cardsets.lowest(rest)
        rest = cardsets.remove(rest, card)
        state.boost[seat] += table.boost[table.faction_of[card]]
    show_removed(state, views)
    show_boosts(state, views)


@njit
def answer(state, table, views, leader, choose_a, choose_b, log):
    """Let the leader add boosts after the follower, where that is the ruling (rules, 4)."""
    if cardsets.empty(cardsets.common(state.score[leader], table.boosters)):
        return
    state.fired[_ANSWERS] += 1
    if table.answers == 0:
        return
    boosters = choose_boosts(state, table, views, leader, _ANSWER, choose_a, choose_b, log)
    if not cardsets.empty(boosters):
        emit(state, log, ANSWERED, leader, NO_CARD, boosters, 0)
        discard_boosters(state, table, views, leader, boosters)
