"""One whole game in compiled code (rules, 2).

The order of what happens, and so of events, is that of the reference engine; only the form
differs. ``log`` is a LOG record for whoever listens, or None; ``extras`` is True, or None where
nothing beyond the first box is in play (``table.plain``). numba compiles what a None rules out
away.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from claimsim import cardsets
from claimsim.chance import MAX_TRICKS
from claimsim.kernel.asking import (
    ask,
    ask_play,
    choose_cards,
    cross_off,
    emit,
    show_phase,
    show_removed,
    stop,
    unmask,
)
from claimsim.kernel.ending import end_game
from claimsim.kernel.plain import follower_wins, lay_plain_card, legal_follows, play_plain_trick
from claimsim.kernel.receiving import (
    arm,
    clear_phase_1,
    clear_phase_2,
    clear_plainly,
    redraw_lost,
    take_waiting,
)
from claimsim.kernel.recruiting import (
    fewest,
    open_islands,
    pass_cards,
    reveal,
    take_followers,
)
from claimsim.kernel.scoring import score_plain_game
from claimsim.kernel.state import (
    ANSWERED,
    DISCARDED,
    EMPTY,
    LEADS,
    NO_GAP,
    NOBODY,
    ONE,
    PHASE,
    PLAY,
    TOO_MANY_TRICKS,
    TRICK,
    ZERO,
)
from claimsim.kernel.winning import decide, note_bonuses, note_changes
from claimsim.rules.deck import MAX_FACTIONS
from claimsim.rules.firings import FIRINGS, PLACE
from claimsim.view import ANSWER, BOOST, DECLINE, DISCARD, FOLLOW, LEAD, NO_CARD

_LEAD = np.int64(LEAD)
_FOLLOW = np.int64(FOLLOW)
_BOOST = np.int64(BOOST)
_ANSWER = np.int64(ANSWER)
_DISCARD = np.int64(DISCARD)
_SANDS = PLACE["endless_sands"]
_PEAKS = PLACE["windy_peaks"]
_SWAMP = PLACE["swamp"]
_BOOSTS = PLACE["boosts"]
_ANSWERS = PLACE["lightning_timing"]
_NO_REPEAT = PLACE["no_repeat_lead"]
_EAGLE_RULE = PLACE["eagle_rule"]
_LEADS_NEXT = PLACE["leads_next"]
_PLATEAU = PLACE["plateau"]
_PLATEAU_RULE = PLACE["plateau_rule"]
_COUNTERS = len(FIRINGS)


@njit
def deal_hands(state, table):
    """Set a fresh game up from ``state.order`` (rules, 2): hands, pile, nothing else."""
    hand_size = table.hand_size
    dealt = cardsets.without(table.all_cards, table.in_side)
    for seat in range(2):
        hand = EMPTY
        for place in range(seat * hand_size, (seat + 1) * hand_size):
            hand = cardsets.add(hand, state.order[place])
        state.hand[seat] = hand
        state.unseen[seat] = cardsets.without(dealt, hand)
        state.followers[seat] = 0
        state.score[seat] = 0
        state.known_hand[seat] = 0
        state.known_followers[seat] = 0
        state.lost[seat] = 0
    state.discard = 0
    state.phase = 1
    state.trick = 0
    state.leader = 0
    state.led = NO_CARD
    state.prize = NO_CARD
    state.phase_1_winner = NOBODY
    state.last_winner = NOBODY
    state.next = 2 * hand_size
    state.pile_end = 4 * hand_size
    state.decisions = 0
    state.options = 0
    state.forced = 0
    for place in range(_COUNTERS):
        state.fired[place] = 0
    state.stopped = 0
    state.gap = NO_GAP
    state.error_seat = NOBODY
    state.events = 0
    state.views = 0


@njit
def deal_extras(state, table):
    """Set up what only games beyond the first box need."""
    for seat in range(2):
        state.in_front[seat] = 0
        state.gone[seat] = 0
        state.doubtful[seat] = 0
        state.in_side[seat] = table.in_side
        state.tridents[seat] = 0
        state.row[seat] = 0
        state.strong_sum[seat] = 0
        state.boost[seat] = 0
        for f in range(MAX_FACTIONS):
            state.bonus[seat, f] = 0
            state.armed[seat, f] = 0
            state.strength[seat, f] = 0
            state.came[seat, f] = 0
            state.secured[seat, f] = 0
        state.known_until[seat] = 0
    for f in range(MAX_FACTIONS):
        state.side_next[f] = table.side_start[f]
        state.side_left[f] = table.side_stop[f] - table.side_start[f]
    if not cardsets.empty(table.pickers):
        for seat in range(2):
            for place in range(table.cards):
                state.known_at[seat, place] = NO_CARD
    state.waiting = 0
    state.removed = 0
    state.followed = NO_CARD
    state.prize_2 = NO_CARD
    state.supply = table.tridents
    state.previous_lead = NO_CARD
    state.previous_leader = NOBODY
    state.exchanges = 0
    state.smash_questions = 0
    state.stale_bonus = 0


@njit
def deal_views(state, table, views):
    """Write into both Views what they show, and will only be told to change, in a new game."""
    show_phase(state, views)
    show_removed(state, views)
    show_boosts(state, views)
    for seat in range(2):
        view = views.of[seat]
        view.their_doubtful = 0
        view.in_side = table.in_side
        view.in_front = 0
        view.their_in_front = 0
        view.waiting = 0
        view.tridents = 0
        view.their_tridents = 0
        view.trident_supply = table.tridents
        view.row = 0
        view.their_row = 0
        for f in range(table.factions):
            view.bonus[f] = 0
            view.their_bonus[f] = 0
            view.came[f] = 0
            view.their_came[f] = 0
            view.secured[f] = 0
            view.side_left[f] = state.side_left[f]


@njit
def swap_hands(state, table):
    """Exchange the hands of a deal, so that the other hand leads first."""
    for place in range(table.hand_size):
        other = place + table.hand_size
        state.order[place], state.order[other] = state.order[other], state.order[place]


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
def play_card(state, table, views, seat, decision, options, choose, log):
    """Let the player at `seat` play a card, with boosts where he can (rules, 3 and 4).

    Returns
    -------
    int64
        The card; NO_CARD if the game has stopped.
    """
    count = cardsets.size(options)
    state.decisions += 1
    state.options += count
    state.forced += count == 1
    card = ask_play(state, table, views, seat, decision, options, choose, log)
    if state.stopped == 1:
        return NO_CARD
    if table.plain_hands == 1:
        lay_plain_card(state, table, seat, card)
        emit(state, log, PLAY, seat, card, EMPTY, 0)
        return card
    return lay_card(state, table, views, seat, decision, card, choose, log)


@njit
def lay_card(state, table, views, seat, decision, card, choose, log):
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
        boosters = choose_boosts(state, table, views, seat, _BOOST, choose, log)
    emit(state, log, PLAY, seat, card, boosters, 0)
    if not cardsets.empty(boosters):
        discard_boosters(state, table, views, seat, boosters)
    return card


@njit
def choose_boosts(state, table, views, seat, decision, choose, log):
    """Let a player choose cards of his score pile that raise the card he plays (rules, 4)."""
    chosen = EMPTY
    done = ZERO
    while True:
        options = cardsets.without(cardsets.common(state.score[seat], table.boosters), chosen)
        if cardsets.empty(options):
            return chosen
        card = ask(state, table, views, seat, decision, options, ZERO, chosen, done, choose, log)
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
def show_boosts(state, views):
    """Write what boosts add in this trick."""
    for seat in range(2):
        views.of[seat].boost = state.boost[seat]
        views.of[seat].their_boost = state.boost[1 - seat]


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


@njit
def play_trick(state, table, views, choose_0, choose_1, log):
    """Play one trick with all that any box adds; sets ``state.stopped`` where it cannot go on.

    Each part of a trick has a short form for tables in which nothing changes it.
    """
    leader = state.leader
    begin_trick(state, table, views)
    if state.phase == 1 and table.islands == 0:
        reveal(state, table, views, choose_0, choose_1, log)
    led, follow = play_cards(state, table, views, leader, choose_0, choose_1, log)
    if follow == NO_CARD:
        return
    captured = ZERO
    if table.plain_tricks == 1:
        won = follower_wins(state, table, led, follow)
    else:
        won, captured = decide(state, table, led, follow)
    winner = leader + won * (1 - 2 * leader)
    emit(state, log, TRICK, winner, NO_CARD, EMPTY, captured)
    if table.varies == 1:
        note_changes(state, table, winner, led, follow)
    state.last_winner = winner
    if state.phase == 1:
        take_followers(state, table, views, winner, choose_0, choose_1, log)
        clear_phase_1(state, table, winner, captured, led, follow, log)
    elif table.plain_piles == 1:
        clear_plainly(state, table, winner, led, follow, log)
    else:
        clear_phase_2(state, table, views, winner, captured, choose_0, choose_1, log)
    if table.plain_ends == 1:
        state.leader = winner
    else:
        end_trick(state, table, views, winner, led, follow, choose_0, choose_1, log)
    state.lost[np.uint64(winner)] = 0
    state.lost[np.uint64(1 - winner)] = 1
    state.trick += 1


@njit(forceinline=True)
def play_cards(state, table, views, leader, choose_0, choose_1, log):
    """Let the leader play, then the follower (rules, 3); return both cards, or NO_CARD twice."""
    choose, choose_other = choose_0, choose_1
    if leader == 1:
        choose, choose_other = choose_1, choose_0
    options = state.hand[np.uint64(leader)]
    if not cardsets.empty(table.no_repeat):
        options = lead_options(state, table, leader)
    led = play_card(state, table, views, leader, _LEAD, options, choose, log)
    if led == NO_CARD:
        return NO_CARD, NO_CARD
    state.led = led
    other = 1 - leader
    options = legal_follows(table, state.hand[np.uint64(other)], led)
    follow = play_card(state, table, views, other, _FOLLOW, options, choose_other, log)
    if follow == NO_CARD:
        return NO_CARD, NO_CARD
    state.followed = follow
    if state.phase == 2 and not cardsets.empty(table.boosters):
        answer(state, table, views, leader, choose, log)
    return led, follow


@njit
def end_trick(state, table, views, winner, led, follow, choose_0, choose_1, log):
    """Let a trick end: draws, tridents, what has waited, and who leads next (rules, 5 and 6)."""
    leader, loser = state.leader, 1 - winner
    lost_card = led + (follow - led) * np.int64(winner == leader)  # no branch on a coin
    if state.phase == 2 and cardsets.contains(table.redrawn, lost_card):
        redraw_lost(state, table, views, loser, lost_card, choose_0, choose_1, log)
    if cardsets.contains(table.arms, lost_card):
        arm(state, table, views, loser, log)
    last = state.phase == 2 and not fighting(state)
    if last:
        take_waiting(state, table, views, winner, choose_0, choose_1, log)
    else:
        next_leader(state, table, views, leader, winner, led, follow, log)
    state.previous_lead = led
    state.previous_leader = leader
    state.smash_questions = 0
    if state.trick == MAX_TRICKS - 1 and not last:
        stop(state, TOO_MANY_TRICKS)


@njit
def answer(state, table, views, leader, choose, log):
    """Let the leader add boosts after the follower, where that is the ruling (rules, 4)."""
    if cardsets.empty(cardsets.common(state.score[leader], table.boosters)):
        return
    state.fired[_ANSWERS] += 1
    if table.answers == 0:
        return
    boosters = choose_boosts(state, table, views, leader, _ANSWER, choose, log)
    if not cardsets.empty(boosters):
        emit(state, log, ANSWERED, leader, NO_CARD, boosters, 0)
        discard_boosters(state, table, views, leader, boosters)


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


@njit
def begin_phase_2(state, log):
    """Make followers hands (rules, 2)."""
    for seat in range(2):
        state.hand[seat] = state.followers[seat]
        state.followers[seat] = 0
        state.known_hand[seat] = state.known_followers[seat]
        state.known_followers[seat] = 0
    state.phase = 2
    state.trick = 0
    state.phase_1_winner = state.last_winner
    emit(state, log, PHASE, state.leader, 2, EMPTY, 0)


@njit
def between_phases(state, table, views, choose_0, choose_1, log):
    """Windy Peaks and Swamp act on the hands as they stand (rules, 2)."""
    state.previous_lead = NO_CARD
    state.stale_bonus = table.raises
    show_phase(state, views)
    state.boost[0] = 0
    state.boost[1] = 0
    show_boosts(state, views)
    for seat in range(2):
        for f in range(table.factions):
            state.bonus[seat, f] = 0
            views.of[seat].bonus[f] = 0
            views.of[seat].their_bonus[f] = 0
    if table.peaks > 0:
        pass_cards(state, table, views, table.peaks, _PEAKS, choose_0, choose_1, log)
    if table.swamp > 0:
        sink(state, table, views, choose_0, choose_1, log)


@njit
def sink(state, table, views, choose_0, choose_1, log):
    """Swamp: both players discard cards face down, at the same time (rules, 2)."""
    count = fewest(state, table.swamp)
    if count == 0:
        return
    gone_0 = choose_cards(state, table, views, ZERO, _DISCARD, count, ZERO, choose_0, log)
    gone_1 = choose_cards(state, table, views, ONE, _DISCARD, count, ZERO, choose_1, log)
    for seat in range(2):
        gone = gone_0 if seat == 0 else gone_1
        state.hand[seat] = cardsets.without(state.hand[seat], gone)
        state.gone[seat] = gone
        state.doubtful[seat] = state.known_hand[seat]
        state.known_hand[seat] = 0
        views.of[1 - seat].their_doubtful = state.doubtful[seat]
        state.fired[_SWAMP] += cardsets.size(gone)
        emit(state, log, DISCARDED, seat, NO_CARD, gone, 0)
    show_removed(state, views)


@njit
def begin_game(state, table, views, choose_0, choose_1, extras, log):
    """Deal, and what comes before the first trick (rules, 2)."""
    deal_hands(state, table)
    if extras is not None:
        deal_extras(state, table)
        deal_views(state, table, views)
        if table.sands > 0:
            pass_cards(state, table, views, table.sands, _SANDS, choose_0, choose_1, log)
        if table.islands == 1:
            open_islands(state, table, views, choose_0, choose_1, log)


@njit
def begin_fight(state, table, views, choose_0, choose_1, extras, log):
    """Turn to Phase 2 (rules, 2, Between)."""
    begin_phase_2(state, log)
    if extras is not None:
        between_phases(state, table, views, choose_0, choose_1, log)


@njit
def finish_game(state, table, extras, log):
    """Score the game (rules, 7), its leftover hands thrown away."""
    if extras is None:
        score_plain_game(state, table)
        return
    for seat in range(2):
        hand = state.hand[seat]
        if not cardsets.empty(hand):
            emit(state, log, DISCARDED, seat, NO_CARD, hand, 0)
            state.hand[seat] = 0
    end_game(state, table, log)


@njit
def fighting(state):
    """Say whether both players have a card for another trick (rules, 2, Phase 2)."""
    return not (cardsets.empty(state.hand[0]) or cardsets.empty(state.hand[1]))


@njit
def play_game(state, table, views, choose_0, choose_1, extras, log):
    """Play the game whose deal stands in ``state.order``, and score it.

    Parameters
    ----------
    state : STATE record, written
        Deal, dice, weights and all else that says whose game it is must be filled.
    table : TABLE record
    views : VIEWS record, written
        ``seat`` and ``rules`` of each must be filled.
    choose_0, choose_1
        The compiled strategies at seats 0 and 1.
    extras
        None where ``table.plain`` is 1, else True.
    log : LOG record, written, or None

    Returns
    -------
    bool
        False if the game stopped: a strategy answered with no option (``state.error_seat``),
        or no rule covers what came about (``state.gap``).
    """
    begin_game(state, table, views, choose_0, choose_1, extras, log)
    for _ in range(table.hand_size):
        one_trick(state, table, views, choose_0, choose_1, extras, log)
        if state.stopped == 1:
            return False
    begin_fight(state, table, views, choose_0, choose_1, extras, log)
    while fighting(state):
        one_trick(state, table, views, choose_0, choose_1, extras, log)
        if state.stopped == 1:
            return False
    finish_game(state, table, extras, log)
    return state.stopped == 0


@njit
def one_trick(state, table, views, choose_0, choose_1, extras, log):
    """Play one trick of either kind of game."""
    if extras is None:
        play_plain_trick(state, table, views, choose_0, choose_1)
    else:
        play_trick(state, table, views, choose_0, choose_1, log)


@njit(forceinline=True)
def views_of(work, lane, extras):
    """Return the Views of a lane; games of the first box fill in all at every decision."""
    if extras is None:
        return work.views[0]
    return work.views[lane]


@njit
def next_trick(work, count, table, choose_a, choose_b, extras):
    """Play one trick of each game that has one left; return how many had."""
    played = 0
    for lane in range(count):
        state = work.states[lane]
        if state.stopped == 1 or not fighting(state):
            continue
        choose_0, choose_1 = choose_a, choose_b
        if work.seat_a[lane] == 1:
            choose_0, choose_1 = choose_b, choose_a
        one_trick(state, table, views_of(work, lane, extras), choose_0, choose_1, extras, None)
        played += 1
    return played


@njit
def play_games(work, count, table, choose_a, choose_b, extras):
    """Play the first `count` games of `work` side by side, as :func:`play_game` does each.

    Within a game every decision waits for the one before; several games taken forward trick
    by trick keep the processor busy meanwhile.

    Returns
    -------
    int64
        The first game that stopped (see :func:`play_game`), or NOBODY.
    """
    for lane in range(count):
        choose_0, choose_1 = choose_a, choose_b
        if work.seat_a[lane] == 1:
            choose_0, choose_1 = choose_b, choose_a
        views = views_of(work, lane, extras)
        begin_game(work.states[lane], table, views, choose_0, choose_1, extras, None)
    for _ in range(table.hand_size):
        next_trick(work, count, table, choose_a, choose_b, extras)
    for lane in range(count):
        choose_0, choose_1 = choose_a, choose_b
        if work.seat_a[lane] == 1:
            choose_0, choose_1 = choose_b, choose_a
        views = views_of(work, lane, extras)
        begin_fight(work.states[lane], table, views, choose_0, choose_1, extras, None)
    while next_trick(work, count, table, choose_a, choose_b, extras) > 0:
        pass
    for lane in range(count):
        finish_game(work.states[lane], table, extras, None)
        if work.states[lane].stopped == 1:
            return lane
    return NOBODY
