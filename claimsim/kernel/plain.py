"""A trick where nothing beyond the first box is in play: no locations, four powers, no bonus.

:mod:`claimsim.kernel.game` plays every game. This module plays the same games, where that is
all they need, in less than half of the time; a test holds the two against each other.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numba.extending import register_jitable

from claimsim import cardsets, tricks
from claimsim.kernel.asking import complain, fill_plain_view
from claimsim.kernel.knowing import cross_off_plain
from claimsim.rules.firings import PLACE
from claimsim.view import FOLLOW, LEAD, NO_CARD

for _name in (
    "beats",
    "captures",
    "card_bonus",
    "follower_wins",
    "legal_follows",
    "outdone",
    "trick_winner",
):
    register_jitable(getattr(tricks, _name))
legal_follows = tricks.legal_follows

_LEAD = np.int64(LEAD)
_FOLLOW = np.int64(FOLLOW)
_BEATS = PLACE["beats"]
_WILD = PLACE["wild"]
_LOSER_SCORES = PLACE["loser_scores"]
_SCORED = PLACE["scored_when_played"]


@njit(forceinline=True)
def play_card(state, table, views, seat, decision, options, choose):
    """Ask the player at `seat` for a card and play it; return it, or NO_CARD if it is no option."""
    view = views.of[seat]
    fill_plain_view(state, view, seat, decision, options)
    count = cardsets.size(options)
    state.decisions += 1
    state.options += count
    state.forced += count == 1
    card = choose(view, state.weights[seat])
    if card < 0 or card > 63 or not cardsets.contains(options, card):
        complain(state, seat, card)
        return NO_CARD
    lay_plain_card(state, table, seat, card)
    return card


@njit(forceinline=True)
def lay_plain_card(state, table, seat, card):
    """Lay a card of a hand on the table; the opponent crosses it off."""
    me = np.uint64(seat)
    other = np.uint64(1) - me
    state.hand[me] = cardsets.remove(state.hand[me], card)
    state.unseen[other] = cardsets.remove(state.unseen[other], card)
    if not cardsets.empty(state.known_hand[me]):
        cross_off_plain(state, table, seat, card)


@njit(forceinline=True)
def follower_wins(state, table, led, follow):
    """Return 1 if the card `follow` beats the card `led`, else 0 (rules, 4), and count firings.

    Sums and products of 0 and 1 stand for "or" and "and": every part is worth computing, and
    none of them can be predicted.
    """
    faction = table.faction_of[follow]
    beats = np.int64(cardsets.contains(table.beats[faction], led))
    same = np.int64(table.faction_of[led] == faction)
    wild = np.int64(cardsets.contains(table.wild, follow))
    higher = np.int64(table.value_of[follow] > table.value_of[led])
    state.fired[_BEATS] += beats
    state.fired[_WILD] += wild * (1 - same) * (1 - beats)
    return np.int64(beats + (same + wild) * higher > 0)


@njit(forceinline=True)
def destinations(table, phase, led, follow):
    """Say where a trick's two cards go (rules, 5 and 12).

    Returns
    -------
    tuple of uint64
        The cards for the loser's score pile, for the winner's by ``scored_when_played``, and
        for the winner's in Phase 2 or the discard in Phase 1.
    """
    played = cardsets.add(cardsets.single(led), follow)
    to_loser = cardsets.common(played, table.loser_scores[phase - 1])
    rest = cardsets.without(played, to_loser)
    scored = cardsets.common(rest, table.scored_when_played[phase - 1])
    return to_loser, scored, cardsets.without(rest, scored)


@njit(forceinline=True)
def turn_up_prize(state):
    """Turn up the top of the pile (rules, 2.1)."""
    prize = state.order[state.next]
    state.next += 1
    state.prize = prize
    for seat in range(2):
        state.unseen[seat] = cardsets.remove(state.unseen[seat], prize)


@njit(forceinline=True)
def give_followers(state, winner):
    """Give the prize to the winner and the next card of the pile to the loser (rules, 2.4)."""
    loser = 1 - winner
    prize = state.prize
    state.followers[winner] = cardsets.add(state.followers[winner], prize)
    state.known_followers[winner] = cardsets.add(state.known_followers[winner], prize)
    hidden = state.order[state.next]
    state.next += 1
    state.followers[loser] = cardsets.add(state.followers[loser], hidden)
    state.unseen[loser] = cardsets.remove(state.unseen[loser], hidden)
    state.prize = NO_CARD


@njit(forceinline=True)
def play_plain_trick(state, table, views, choose_0, choose_1):
    """Play one trick; ``state.stopped`` is 1 if a player answered with no option."""
    leader = state.leader
    if state.phase == 1:
        turn_up_prize(state)
    options = state.hand[leader]
    choose = choose_0 if leader == 0 else choose_1
    led = play_card(state, table, views, leader, _LEAD, options, choose)
    if led == NO_CARD:
        return
    state.led = led
    other = 1 - leader
    options = legal_follows(table, state.hand[other], led)
    choose = choose_1 if leader == 0 else choose_0
    follow = play_card(state, table, views, other, _FOLLOW, options, choose)
    if follow == NO_CARD:
        return
    winner = leader + follower_wins(state, table, led, follow) * (1 - 2 * leader)
    loser = 1 - winner
    to_loser, scored, rest = destinations(table, state.phase, led, follow)
    state.fired[_LOSER_SCORES] += cardsets.size(to_loser)
    state.fired[_SCORED] += cardsets.size(scored)
    if state.phase == 1:
        give_followers(state, winner)
        state.discard = cardsets.union(state.discard, rest)
        rest = scored
    else:
        rest = cardsets.union(rest, scored)
    state.score[loser] = cardsets.union(state.score[loser], to_loser)
    state.score[winner] = cardsets.union(state.score[winner], rest)
    state.led = NO_CARD
    state.leader = winner
    state.last_winner = winner
    state.lost[winner] = 0
    state.lost[loser] = 1
    state.trick += 1
