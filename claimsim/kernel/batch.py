"""Many deals in one call: the loop around whole games."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import from_dtype, njit, types

from claimsim.experiment.tally import TALLY
from claimsim.kernel import cardsets, jit  # noqa: F401  # teaches numba the card sets
from claimsim.kernel.counting import note_deal, note_game
from claimsim.kernel.game import play_game, play_games, swap_hands
from claimsim.kernel.state import LANES, LOG, NOBODY, STATE, VIEWS, WORK
from claimsim.kernel.streams import shuffle, throw_dice
from claimsim.rules.ruleset import TABLE
from claimsim.view import VIEW

#: How a deal is played: once; with each seating; with each hand leading.
MIRROR_NONE = 0
MIRROR_SEATS = 1
MIRROR_LEAD = 2

#: Signature of every strategy: View by reference, weights, answer.
CHOOSE = types.int64(from_dtype(VIEW), types.float64[::1])


@njit
def copy_order(source, target, table):
    """Give a second game the deal of the first."""
    for place in range(table.cards):
        target.order[place] = source.order[place]


@njit
def roll_dice(state, stochastic, game, deal, key0, key1):
    """Throw the dice of the players who have any.

    A player keeps his dice when he changes seats: the two games of a stochastic strategy
    against itself would else be one and the same.
    """
    for player in range(2):
        if stochastic[player]:
            seat = player if game == 0 else 1 - player
            throw_dice(state.dice[seat], player, deal, key0, key1)


def _play_deals(
    work, table, choose_a, choose_b, weights, stochastic, mirror, key0, key1, first, stop, tally,
    places, cell, factions,
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
    stochastic : bool array, shape (2,)
        Who gets dice.
    mirror : int64
        MIRROR_NONE, MIRROR_SEATS or MIRROR_LEAD.
    key0, key1 : uint64 below 2**32
    first, stop : int64
    tally : TALLY record, added to
    places, cell, factions
        Scratch; the latter two all zero.

    Returns
    -------
    int64
        -1, or the number of the game (deal times games per deal, plus game) that stopped
        because a strategy answered with no option.
    """
    games = 1 if mirror == MIRROR_NONE else 2
    deals = LANES // games
    for lane in range(LANES):
        seat_a = lane % games
        work.seat_a[lane] = seat_a
        work.states[lane].weights[seat_a] = weights[0]
        work.states[lane].weights[1 - seat_a] = weights[1]
    for start in range(first, stop, deals):
        end = min(start + deals, stop)
        for deal in range(start, end):
            lane = (deal - start) * games
            first_state = work.states[lane]
            shuffle(first_state.order, places, table.cards, np.uint64(deal), key0, key1)
            if games == 2:
                copy_order(first_state, work.states[lane + 1], table)
                if mirror == MIRROR_LEAD:
                    swap_hands(work.states[lane + 1], table)
            for game in range(games):
                roll_dice(work.states[lane + game], stochastic, game, np.uint64(deal), key0, key1)
        stopped = play_games(work, (end - start) * games, table, choose_a, choose_b)
        if stopped != NOBODY:
            return start * games + stopped
        for deal in range(start, end):
            for game in range(games):
                state = work.states[(deal - start) * games + game]
                tally.games += 1
                tally.votes[state.vote_totals[0], state.vote_totals[1]] += 1
                note_game(state, table, game, cell, factions)
            note_deal(tally, table, cell, factions)
    return -1


def _trace_game(
    state, table, views, choose_0, choose_1, stochastic, game, swap, key0, key1, deal, places, log
):
    """Deal and play one game with somebody listening.

    Parameters
    ----------
    state : STATE record, written
        ``weights`` must be filled.
    table, views, choose_0, choose_1, log
        See :func:`claimsim.kernel.game.play_game`.
    stochastic : bool array, shape (2,)
        Which of the matchup's players gets dice.
    game : int64
        The seat of player a.
    swap : bool
        Whether the hands are exchanged.
    key0, key1, deal : uint64 below 2**32
    places
        Scratch.
    """
    shuffle(state.order, places, table.cards, deal, key0, key1)
    if swap:
        swap_hands(state, table)
    roll_dice(state, stochastic, game, deal, key0, key1)
    return play_game(state, table, views, choose_0, choose_1, log)


_STRATEGY = types.FunctionType(CHOOSE)

_DEALS = types.int64(
    from_dtype(WORK),
    from_dtype(TABLE),
    _STRATEGY,
    _STRATEGY,
    types.float64[:, ::1],
    types.boolean[::1],
    types.int64,
    types.uint64,
    types.uint64,
    types.int64,
    types.int64,
    from_dtype(TALLY),
    types.uint64[::1],
    types.int64[::1],
    types.int64[:, ::1],
)

_TRACE = types.boolean(
    from_dtype(STATE),
    from_dtype(TABLE),
    from_dtype(VIEWS),
    _STRATEGY,
    _STRATEGY,
    types.boolean[::1],
    types.int64,
    types.boolean,
    types.uint64,
    types.uint64,
    types.uint64,
    types.uint64[::1],
    from_dtype(LOG),
)


@cache
def deals_entry() -> Any:
    """Return the compiled loop over deals, from the cache where it is there."""
    return jit.compile_entry(_DEALS, _play_deals)


@cache
def trace_entry() -> Any:
    """Return the compiled single game that writes a LOG, from the cache where it is there."""
    return jit.compile_entry(_TRACE, _trace_game)
