"""What else is counted of a game: its cards, its Phase 1 tricks, and its course."""

from __future__ import annotations

import numpy as np
from numba import njit

from claimsim import cardsets
from claimsim.experiment.tally import COURSE, HELD, OUTCOMES
from claimsim.kernel.apart import keep_apart
from claimsim.kernel.scoring import score_votes
from claimsim.kernel.state import DIGITS, EMPTY, NOBODY
from claimsim.rules.deck import MAX_CARDS
from claimsim.rules.firings import PLACE

_DEALT, _RECRUITED, _SCORED = (HELD.index(name) for name in ("dealt", "recruited", "scored"))
_WON, _LOST, _DRAWN = (OUTCOMES.index(name) for name in ("won", "lost", "drawn"))

#: ``state.ahead`` after a trick that the game did not have.
_NOT_PLAYED = -2

_VOTE_COUNTERS = tuple(
    PLACE[name]
    for name in ("unique_counts", "tower", "lighthouse", "tiebreak_depth", "dungeon", "victory")
)


@njit(forceinline=True)
def count_up(digits, cards):
    """Add one to the number of each card of a set, all cards at once.

    ``digits[k]`` holds the k-th binary digit of every card's number.
    """
    for place in range(DIGITS):
        digit = digits[place]
        only_one = cardsets.union(cardsets.without(digit, cards), cardsets.without(cards, digit))
        digits[place] = only_one
        cards = cardsets.common(digit, cards)


@njit
def note_cards(state, counted):
    """Count the cards that both players had, by how the game ended for them.

    A card is counted once a game at most: :func:`tally_cards` must be called in time.
    """
    for seat in range(2):
        outcome = _DRAWN
        if state.winner != NOBODY:
            outcome = _WON if state.winner == seat else _LOST
        count_up(counted[_DEALT, outcome], state.dealt[seat])
        count_up(counted[_RECRUITED, outcome], state.recruited[seat])
        count_up(counted[_SCORED, outcome], state.score[seat])


@njit
def tally_cards(counted, tally):
    """Add the cards that were counted to the tally, and begin at zero again."""
    keep_apart()
    for held in range(len(HELD)):
        for outcome in range(len(OUTCOMES)):
            digits, counts = counted[held, outcome], tally.cards[held, outcome]
            worth = 1
            for place in range(DIGITS):
                digit = digits[place]
                for card in range(MAX_CARDS):
                    counts[card] += worth * np.int64(cardsets.contains(digit, card))
                digits[place] = EMPTY
                worth *= 2


@njit
def note_phase_1(state, tally):
    """Count the game by the Phase 1 tricks that seat 0 won, with its points."""
    tricks = state.phase_1_tricks[0]
    tally.phase_1_games[tricks] += 1
    if state.winner == NOBODY:
        tally.phase_1_points[tricks] += 1
    elif state.winner == 0:
        tally.phase_1_points[tricks] += 2


@njit
def begin_watching(state):
    """Forget the course of the game before."""
    for place in range(COURSE):
        state.ahead[place] = _NOT_PLAYED


@njit
def watch(state, table):
    """Note who would win if the piles were scored now (rules, 7.7 and 7.8).

    What lies in front counts as it will in the end. Nothing of this is a firing.
    """
    keep_apart()
    place = state.turn - 1
    same = state.score[0] == state.seen[0] and state.score[1] == state.seen[1]
    if state.phase == 1 and state.trick > 1 and same:  # few tricks of Phase 1 score a card
        state.ahead[place] = state.ahead[place - 1]
        return
    state.seen[0], state.seen[1] = state.score[0], state.score[1]
    score_0, score_1 = state.score[0], state.score[1]
    for seat in range(2):
        state.score[seat] = cardsets.union(state.score[seat], state.in_front[seat])
    fired = (
        state.fired[_VOTE_COUNTERS[0]],
        state.fired[_VOTE_COUNTERS[1]],
        state.fired[_VOTE_COUNTERS[2]],
        state.fired[_VOTE_COUNTERS[3]],
        state.fired[_VOTE_COUNTERS[4]],
        state.fired[_VOTE_COUNTERS[5]],
    )
    score_votes(state, table)
    state.ahead[place] = state.winner
    for index in range(len(fired)):
        state.fired[_VOTE_COUNTERS[index]] = fired[index]
    state.score[0], state.score[1] = score_0, score_1


@njit
def note_course(state, tally):
    """Count after each trick whether somebody was ahead, and whether it stayed so."""
    keep_apart()
    settled = state.winner != NOBODY
    for index in range(COURSE):
        place = COURSE - 1 - index
        ahead = state.ahead[place]
        if ahead == _NOT_PLAYED:
            continue
        tally.course_games[place] += 1
        if ahead != NOBODY:
            tally.course_ahead[place] += 1
            if state.winner == NOBODY:
                tally.course_points[place] += 1
            elif ahead == state.winner:
                tally.course_points[place] += 2
        settled = settled and ahead == state.winner
        tally.course_settled[place] += np.int64(settled)
