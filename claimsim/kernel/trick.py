"""One trick in compiled code, with all that any box adds (rules, 3 to 6)."""

from __future__ import annotations

import numpy as np
from numba import njit

from claimsim import cardsets
from claimsim.chance import MAX_TRICKS
from claimsim.kernel.apart import keep_apart
from claimsim.kernel.asking import ask_play, emit, stop
from claimsim.kernel.boosting import answer, choose_boosts, discard_boosters
from claimsim.kernel.knowing import cross_off, lay_plain_card, show_boosts, unmask
from claimsim.kernel.losing import arm, redraw_lost
from claimsim.kernel.receiving import (
    clear_phase_1,
    clear_phase_2,
    clear_plainly,
    take_waiting,
)
from claimsim.kernel.recruiting import reveal, take_followers
from claimsim.kernel.state import (
    EMPTY,
    LEADS,
    PLAY,
    TOO_MANY_TRICKS,
    TRICK,
)
from claimsim.kernel.winning import decide, note_bonuses, note_changes
from claimsim.rules.firings import PLACE
from claimsim.tricks import legal_follows
from claimsim.view import BOOST, FOLLOW, LEAD, NO_CARD

_LEAD = np.int64(LEAD)
_FOLLOW = np.int64(FOLLOW)
_BOOST = np.int64(BOOST)
_NO_REPEAT = PLACE["no_repeat_lead"]
_EAGLE_RULE = PLACE["eagle_rule"]
_LEADS_NEXT = PLACE["leads_next"]
_PLATEAU = PLACE["plateau"]
_PLATEAU_RULE = PLACE["plateau_rule"]


@njit
def lead_options(state, table, leader):
    """Return the cards that may be led (rules, 3)."""
    hand = state.hand[leader]
    previous = state.previous_lead
    if previous == NO_CARD or not cardsets.contains(table.no_repeat, previous):
        return hand
    f = table.faction_of[previous]
    barred = cardsets.common(hand, table.faction_cards[f])
    rest = cardsets.without(hand, barred)
    if cardsets.empty(barred) or cardsets.empty(rest):
        return hand
    if state.previous_leader != leader:
        state.fired[_EAGLE_RULE] += 1
        if table.same_leader[f] == 1:
            return hand
    state.fired[_NO_REPEAT] += 1
    return rest


@njit(forceinline=True)
def play_card(state, table, views, seat, decision, options, choose_a, choose_b, log):
    """Let the player at `seat` play a card, with boosts where he can (rules, 3 and 4).

    Returns
    -------
    int64
        The card; NO_CARD if the game has stopped.
    """
    count = cardsets.size(options)
    state.decisions += 1
    state.options += count
    state.forced += np.int64(count == 1)
    card = ask_play(state, table, views, seat, decision, options, choose_a, choose_b, log)
    if card == NO_CARD:
        return NO_CARD
    if table.plain_hands == 1:
        lay_plain_card(state, table, seat, card)
        emit(state, log, PLAY, seat, card, EMPTY, 0)
        return card
    return lay_card(state, table, views, seat, decision, card, choose_a, choose_b, log)


@njit
def lay_card(state, table, views, seat, decision, card, choose_a, choose_b, log):
    """Lay a card on the table where side decks, boosts or Swamp make more of it."""
    if cardsets.contains(table.in_side, card):
        card = unmask(state, table, views, seat, card)
    state.hand[seat] = cardsets.remove(state.hand[seat], card)
    cross_off(state, table, views, seat, card)
    boosters = EMPTY
    if state.phase == 2 and not cardsets.empty(table.boosters):
        if decision == LEAD:
            state.led = card
        else:
            state.followed = card
        boosters = choose_boosts(state, table, views, seat, _BOOST, choose_a, choose_b, log)
    emit(state, log, PLAY, seat, card, boosters, 0)
    if not cardsets.empty(boosters):
        discard_boosters(state, table, views, seat, boosters)
    return card


@njit(forceinline=True)
def begin_trick(state, table, views):
    """Fix what every faction's cards gain in this trick (rules, 4)."""
    if table.gains == 1:
        if not cardsets.empty(table.boosters):
            state.boost[0] = 0
            state.boost[1] = 0
            show_boosts(state, views)
        if state.stale_bonus > 0:
            note_bonuses(state, table, views)


@njit(forceinline=True)
def play_trick(state, table, views, choose_a, choose_b, log):
    """Play one trick with all that any box adds; sets ``state.stopped`` where it cannot go on.

    Each part of a trick has a short form for tables in which nothing changes it.
    """
    leader = state.leader
    begin_trick(state, table, views)
    if state.phase == 1 and table.islands == 0:
        reveal(state, table, views, choose_a, choose_b, log)
    led, follow = play_cards(state, table, views, leader, choose_a, choose_b, log)
    if follow == NO_CARD:
        return
    won, captured = decide(state, table, led, follow)
    winner = np.int64(won != leader)
    emit(state, log, TRICK, winner, NO_CARD, EMPTY, captured)
    if table.varies == 1:
        note_changes(state, table, winner, led, follow)
    state.last_winner = winner
    if state.phase == 1:
        state.phase_1_tricks[np.uint64(winner)] += 1
        take_followers(state, table, views, winner, choose_a, choose_b, log)
        clear_phase_1(state, table, winner, captured, led, follow, log)
    elif table.plain_piles == 1:
        clear_plainly(state, table, winner, led, follow, log)
    else:
        clear_phase_2(state, table, views, winner, captured, choose_a, choose_b, log)
    if table.plain_ends == 1:
        state.leader = winner
    else:
        end_trick(state, table, views, winner, led, follow, choose_a, choose_b, log)
    state.lost[np.uint64(winner)] = 0
    state.lost[np.uint64(1 - winner)] = 1
    state.trick += 1
    state.turn += 1


@njit(forceinline=True)
def play_cards(state, table, views, leader, choose_a, choose_b, log):
    """Let the leader play, then the follower (rules, 3); return both cards, or NO_CARD twice."""
    other = 1 - leader
    options = state.hand[np.uint64(leader)]
    if not cardsets.empty(table.no_repeat):
        options = lead_options(state, table, leader)
    led = play_card(state, table, views, leader, _LEAD, options, choose_a, choose_b, log)
    if led == NO_CARD:
        return NO_CARD, NO_CARD
    state.led = led
    options = legal_follows(table, state.hand[np.uint64(other)], led)
    follow = play_card(state, table, views, other, _FOLLOW, options, choose_a, choose_b, log)
    if follow == NO_CARD:
        return NO_CARD, NO_CARD
    state.followed = follow
    if state.phase == 2 and not cardsets.empty(table.boosters):
        answer(state, table, views, leader, choose_a, choose_b, log)
    return led, follow


@njit
def fighting(state):
    """Say whether both players have a card for another trick (rules, 2, Phase 2)."""
    return not (cardsets.empty(state.hand[0]) or cardsets.empty(state.hand[1]))


@njit(forceinline=True)
def end_trick(state, table, views, winner, led, follow, choose_a, choose_b, log):
    """Let a trick end: draws, tridents, what has waited, and who leads next (rules, 5 and 6)."""
    leader, loser = state.leader, 1 - winner
    lost_card = led + (follow - led) * np.int64(winner == leader)  # no branch on a coin
    if state.phase == 2 and cardsets.contains(table.redrawn, lost_card):
        redraw_lost(state, table, views, loser, lost_card, choose_a, choose_b, log)
    if cardsets.contains(table.arms, lost_card):
        arm(state, table, views, loser, log)
    last = state.phase == 2 and not fighting(state)
    if last:
        take_waiting(state, table, views, winner, choose_a, choose_b, log)
    else:
        next_leader(state, table, views, leader, winner, led, follow, log)
    state.previous_lead = led
    state.previous_leader = leader
    state.smash_questions = 0
    if state.trick == MAX_TRICKS - 1 and not last:
        stop(state, TOO_MANY_TRICKS)


@njit(forceinline=True)
def next_leader(state, table, views, leader, winner, led, follow, log):
    """Say who leads next: the winner, unless a card or Plateau says otherwise (rules, 6)."""
    chosen = winner
    if not cardsets.empty(table.leads_next):
        second = np.int64(cardsets.contains(table.leads_next, follow))
        first = (1 - second) * np.int64(cardsets.contains(table.leads_next, led))
        chosen = second * (1 - leader) + first * leader + (1 - first - second) * winner
        state.fired[_LEADS_NEXT] += np.int64(chosen != winner)
    if table.plateau > 0:
        chosen = keep_off(state, table, views, leader, winner, chosen)
    state.leader = chosen
    if chosen != winner:
        emit(state, log, LEADS, chosen, NO_CARD, EMPTY, 0)


@njit
def keep_off(state, table, views, leader, winner, chosen):
    """Plateau: nobody wins, or leads, more than so many tricks in a row and leads on."""
    keep_apart()
    who = leader if table.plateau_leads == 1 else winner
    state.row[who] += 1
    state.row[1 - who] = 0
    now = chosen
    if table.plateau_leads == 1:
        if state.row[chosen] >= table.plateau:
            now = 1 - chosen
    elif state.row[winner] >= table.plateau:
        now = 1 - winner
        state.row[0] = 0
        state.row[1] = 0
    for seat in range(2):
        views.of[seat].row = state.row[seat]
        views.of[seat].their_row = state.row[1 - seat]
    changed = np.int64(now != chosen)
    state.fired[_PLATEAU] += changed
    state.fired[_PLATEAU_RULE] += changed
    return now
