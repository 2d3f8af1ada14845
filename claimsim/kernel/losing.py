"""What a player gets for losing a trick with a card (rules, 5): draws and tridents."""

from __future__ import annotations

import numpy as np
from numba import njit

from claimsim import cardsets
from claimsim.kernel.asking import ask, emit
from claimsim.kernel.state import EMPTY, FIRE, FROM_SUPPLY, TRIDENT, ZERO
from claimsim.rules.deck import MAX_FACTIONS
from claimsim.rules.firings import PLACE
from claimsim.view import DECLINE, DRAW, NO_CARD

_DRAW = np.int64(DRAW)
_REDRAWS = PLACE["redraws"]
_MAY_DRAW = PLACE["phoenix_draw"]
_ARMS = PLACE["arms"]


@njit
def redraw_lost(state, table, views, loser, card, choose_a, choose_b, log):
    """Let the loser of a Phase 2 trick draw from the side deck of his card (rules, 5)."""
    f = table.faction_of[card]
    left = table.side_stop[f] - state.side_next[f]
    state.fired[_MAY_DRAW] += left > 0
    count = min(table.draws[f], left)
    if count == 0:
        return
    if table.must_draw[f] == 0:
        options = cardsets.single(card)
        answer = ask(
            state, table, views, loser, _DRAW, options, ZERO, EMPTY, ZERO, choose_a, choose_b, log
        )
        if answer == DECLINE:
            return
    other = 1 - loser
    hidden = cardsets.common(state.in_side[other], table.faction_cards[f])
    state.in_side[other] = cardsets.without(state.in_side[other], hidden)
    state.unseen[other] = cardsets.union(state.unseen[other], hidden)
    for _ in range(count):
        drawn = np.int64(state.order[state.side_next[f]])
        state.side_next[f] += 1
        state.side_left[f] -= 1
        state.hand[loser] = cardsets.add(state.hand[loser], drawn)
        state.in_side[loser] = cardsets.remove(state.in_side[loser], drawn)
        state.unseen[loser] = cardsets.remove(state.unseen[loser], drawn)
        emit(state, log, FIRE, loser, drawn, EMPTY, 0)
    state.fired[_REDRAWS] += count
    for seat in range(2):
        views.of[seat].in_side = state.in_side[seat]
        views.of[seat].side_left[f] = state.side_left[f]


@njit
def arm(state, table, views, loser, log):
    """Let the loser of a trick take a trident (rules, 5)."""
    if state.supply > 0:
        state.supply -= 1
        source = FROM_SUPPLY
    elif state.tridents[1 - loser] > 0:
        state.tridents[1 - loser] -= 1
        source = 1 - loser
        for f in range(MAX_FACTIONS):
            state.armed[1 - loser, f] -= table.trident_bonus[f]
    else:
        return
    state.tridents[loser] += 1
    for f in range(MAX_FACTIONS):
        state.armed[loser, f] += table.trident_bonus[f]
    for seat in range(2):
        views.of[seat].tridents = state.tridents[seat]
        views.of[seat].their_tridents = state.tridents[1 - seat]
        views.of[seat].trident_supply = state.supply
    state.stale_bonus = 1
    state.fired[_ARMS] += 1
    emit(state, log, TRIDENT, loser, NO_CARD, EMPTY, source)
