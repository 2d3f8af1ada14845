"""Many deals in one call: the loop around whole games."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import from_dtype, njit, types

from claimsim.experiment.tally import TALLY, WATCHED
from claimsim.kernel import cardsets, jit  # noqa: F401  # teaches numba the card sets
from claimsim.kernel.counting import (
    note_deal,
    note_game,
    note_numbers,
    note_outcome,
    note_split,
    note_splits,
)
from claimsim.kernel.dealing import swap_hands
from claimsim.kernel.details import (
    begin_watching,
    note_cards,
    note_course,
    note_phase_1,
    tally_cards,
)
from claimsim.kernel.game import play_game, play_games
from claimsim.kernel.state import DIGITS, EMPTY, LANES, LOG, NOBODY, STATE, VIEWS, WORK
from claimsim.kernel.streams import shuffle, throw_dice
from claimsim.rules.table import TABLE
from claimsim.strategy_kit import MAX_WEIGHTS
from claimsim.view import DECISIONS, VIEW

#: How a deal is played: once; with each seating; with each hand leading.
MIRROR_NONE = 0
MIRROR_SEATS = 1
MIRROR_LEAD = 2

#: Signature of every strategy: View by reference, weights, answer.
CHOOSE = types.int64(from_dtype(VIEW), types.float64[::1])


@njit
def copy_order(source, target, table):
    """Give a second game the deal of the first."""
    for place in range(table.cards + table.side_cards):
        target.order[place] = source.order[place]


@njit
def seat_players(state, game, weights, stochastic, makes, key0, key1):
    """Say whose game it is: who sits where, with which numbers, decisions and dice."""
    for player in range(2):
        seat = player if game == 0 else 1 - player
        state.player[seat] = player
        state.has_dice[seat] = stochastic[player]
        for place in range(MAX_WEIGHTS):
            state.weights[seat, place] = weights[player, place]
        for decision in range(len(DECISIONS)):
            state.makes[seat, decision] = makes[player, decision]
    state.key[0] = key0
    state.key[1] = key1


@njit
def roll_dice(state, table, deal):
    """Throw the dice of the players who have any.

    A player keeps his dice when he changes seats: the two games of a stochastic strategy
    against itself would else be one and the same.
    """
    state.deal = deal
    longest = table.hand_size + (table.side_cards + 1) // 2
    for seat in range(2):
        if state.has_dice[seat] == 1:
            player = state.player[seat]
            dice, key = state.dice[seat], state.key
            throw_dice(dice, player, longest, deal, key[0], key[1])


@njit
def deal_lanes(work, start, end, games, mirror, table, places, key0, key1):
    """Deal the games of deals `start` to `end` - 1 to the first lanes."""
    for deal in range(start, end):
        lane = (deal - start) * games
        first = work.states[lane]
        shuffle(first.order, places, table, np.uint64(deal), key0, key1)
        if games == 2:
            copy_order(first, work.states[lane + 1], table)
            if mirror == MIRROR_LEAD:
                swap_hands(work.states[lane + 1], table)
        for game in range(games):
            state = work.states[lane + game]
            roll_dice(state, table, np.uint64(deal))
            state.watched = np.int64(deal % WATCHED == 0)
            if state.watched == 1:
                begin_watching(state)


@njit
def count_lanes(work, start, end, games, table, tally, cell, factions, firings, numbers, place):
    """Add the finished games of deals `start` to `end` - 1 to a tally.

    The numbers of the first of them go to `place`.
    """
    for number in range(end - start):
        for game in range(games):
            state = work.states[number * games + game]
            tally.games += 1
            note_split(state, table, tally)
            note_game(state, table, game, cell, factions, firings)
            note_cards(state, work.counted)
            note_phase_1(state, tally)
            if state.watched == 1:
                note_course(state, tally)
        outcome = note_outcome(work, number * games, games, tally)
        if numbers.shape[0] > 0:
            note_numbers(numbers[place + number], outcome, cell, factions, firings)
            note_splits(numbers[place + number], work, number * games, games, table)
        note_deal(start + number, tally, table, cell, factions, firings)


def _play_deals(
    work, table, choose_a, choose_b, weights, stochastic, makes, mirror, key0, key1, first, stop,
    tally, places, cell, factions, firings, numbers,
):  # fmt: skip
    """Play deals `first` to `stop` - 1 of one cell into `tally`.

    Parameters
    ----------
    work : WORK record, written
        ``rules`` and ``seat`` of its Views must be filled.
    table : TABLE record
    choose_a, choose_b
        The compiled strategies of players a and b.
    weights : float64 array, shape (2, MAX_WEIGHTS)
        Their numbers.
    stochastic : int64 array, shape (2,)
        1 for who gets dice.
    makes : int64 array, shape (2, 16)
        1 for each decision that a player makes himself.
    mirror : int64
        MIRROR_NONE, MIRROR_SEATS or MIRROR_LEAD.
    key0, key1 : uint64 below 2**32
    first, stop : int64
    tally : TALLY record, added to
    places, cell, factions, firings
        Scratch; the last three all zero.
    numbers : int16 array, shape (deals, wanted), written, or shape (0, 0)
        The first so many of :data:`claimsim.experiment.tally.NUMBERS` in each deal, for whoever
        wants them.

    Returns
    -------
    int64
        -1, or the number of the game (deal times games per deal, plus game) that stopped
        because a strategy answered with no option.
    """
    games = 1 if mirror == MIRROR_NONE else 2
    deals = LANES // games
    room = 2**DIGITS - 1  # games whose cards can be counted until they must be tallied
    work.counted[:] = EMPTY
    for lane in range(LANES):
        game = lane % games
        seat_players(work.states[lane], game, weights, stochastic, makes, key0, key1)
    for start in range(first, stop, deals):
        end = min(start + deals, stop)
        deal_lanes(work, start, end, games, mirror, table, places, key0, key1)
        stopped = play_games(work, (end - start) * games, table, choose_a, choose_b)
        if stopped != NOBODY:
            return start * games + stopped
        count_lanes(
            work, start, end, games, table, tally, cell, factions, firings, numbers, start - first
        )
        room -= LANES
        if room < LANES:
            tally_cards(work.counted, tally)
            room = 2**DIGITS - 1
    tally_cards(work.counted, tally)
    return -1


def _trace_game(
    state, table, views, choose_a, choose_b, weights, stochastic, makes, game, swap, key0, key1,
    deal, places, log,
):  # fmt: skip
    """Deal and play one game with somebody listening.

    Parameters
    ----------
    state : STATE record, written
    table, views, choose_a, choose_b, log
        See :func:`claimsim.kernel.game.play_game`.
    weights, stochastic, makes, key0, key1, places
        See :func:`_play_deals`.
    game : int64
        The seat of player a.
    swap : bool
        Whether the hands are exchanged.
    deal : uint64 below 2**32
    """
    seat_players(state, game, weights, stochastic, makes, key0, key1)
    shuffle(state.order, places, table, deal, key0, key1)
    if swap:
        swap_hands(state, table)
    for place in range(table.cards + table.side_cards):
        log.dealt[place] = state.order[place]
    roll_dice(state, table, deal)
    return play_game(state, table, views, choose_a, choose_b, log)


STRATEGY = types.FunctionType(CHOOSE)

_INTS = types.int64[::1]
_TABLES = types.int64[:, ::1]
_WORD = types.uint64


DEALS = types.int64(
    from_dtype(WORK), from_dtype(TABLE), STRATEGY, STRATEGY, types.float64[:, ::1], _INTS,
    _TABLES, types.int64, _WORD, _WORD, types.int64, types.int64, from_dtype(TALLY),
    types.uint64[::1], _INTS, _TABLES, _TABLES, types.int16[:, ::1],
)  # fmt: skip

_TRACE = types.boolean(
    from_dtype(STATE), from_dtype(TABLE), from_dtype(VIEWS), STRATEGY, STRATEGY,
    types.float64[:, ::1], _INTS, _TABLES, types.int64, types.boolean, _WORD, _WORD, _WORD,
    types.uint64[::1], from_dtype(LOG),
)  # fmt: skip


@cache
def deals_entry() -> Any:
    """Return the compiled loop over deals, from the cache where it is there."""
    return jit.compile_entry(DEALS, _play_deals)


@cache
def trace_entry() -> Any:
    """Return the compiled single game that writes a LOG, from the cache where it is there."""
    return jit.compile_entry(_TRACE, _trace_game)
