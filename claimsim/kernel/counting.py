"""What the kernel counts: from finished games to a deal's numbers, and on to the tally."""

from __future__ import annotations

from numba import njit

from claimsim.experiment.tally import CELL_METRICS, FACTION_METRICS, FIRED, NUMBERS, VOTES
from claimsim.kernel.state import (
    BY_BRIDGE,
    BY_CARDS,
    BY_CASTLE,
    BY_MONASTERY,
    BY_VOTES,
    NOBODY,
)

#: Known to the compiler, which then makes vectors of them.
_CELL_METRICS = len(CELL_METRICS)
_FACTION_METRICS = len(FACTION_METRICS)
_FIRED = len(FIRED)
_NUMBERS = len(NUMBERS)

#: Where the votes of a deal's games stand among its numbers.
_SPLITS = NUMBERS.index(("split", 0))

_CELL = {name: index for index, name in enumerate(CELL_METRICS)}
_LEADER_POINTS = _CELL["leader_points"]
_A_POINTS = _CELL["a_points"]
_DRAWS = _CELL["draws"]
_BY_VOTES = _CELL["by_votes"]
_BY_CARDS = _CELL["by_cards"]
_BY_MONASTERY = _CELL["by_monastery"]
_BY_BRIDGE = _CELL["by_bridge"]
_BY_CASTLE = _CELL["by_castle"]
_MARGIN = _CELL["margin"]
_DECISIONS = _CELL["decisions"]
_OPTIONS = _CELL["options"]
_FORCED = _CELL["forced"]
_FACTION = {name: index for index, name in enumerate(FACTION_METRICS)}
_AWARDED = _FACTION["awarded"]
_TO_WINNER = _FACTION["to_winner"]
_TO_LOSER = _FACTION["to_loser"]
_TO_LEADER = _FACTION["to_leader"]
_TO_A = _FACTION["to_a"]
_TIEBREAK = _FACTION["by_tiebreak"]
_CARDS_WINNER = _FACTION["cards_winner"]
_CARDS_LOSER = _FACTION["cards_loser"]
_DECIDED = _FACTION["decided"]
_PIVOTAL = _FACTION["pivotal"]


@njit
def note_game(state, table, seat_a, cell, factions, firings):
    """Add one finished game to its deal's numbers."""
    winner = state.winner
    cell[_DECISIONS] += state.decisions
    cell[_OPTIONS] += state.options
    cell[_FORCED] += state.forced
    cell[_MARGIN] += abs(state.vote_totals[0] - state.vote_totals[1])
    if winner == NOBODY:
        cell[_DRAWS] += 1
        cell[_LEADER_POINTS] += 1
        cell[_A_POINTS] += 1
    else:
        cell[_LEADER_POINTS] += 2 * (winner == 0)
        cell[_A_POINTS] += 2 * (winner == seat_a)
        cell[_BY_VOTES] += state.decided_by == BY_VOTES
        cell[_BY_CARDS] += state.decided_by == BY_CARDS
        cell[_BY_MONASTERY] += state.decided_by == BY_MONASTERY
        cell[_BY_BRIDGE] += state.decided_by == BY_BRIDGE
        cell[_BY_CASTLE] += state.decided_by == BY_CASTLE
    for f in range(table.factions):
        row = factions[f]
        holder = state.votes[f]
        row[_TIEBREAK] += state.by_tiebreak[f]
        row[_AWARDED] += holder != NOBODY
        row[_TO_LEADER] += holder == 0
        row[_TO_A] += holder == seat_a
        row[_PIVOTAL] += state.pivotal[f]
        if winner != NOBODY:
            row[_DECIDED] += 1
            row[_TO_WINNER] += holder == winner
            row[_TO_LOSER] += holder == 1 - winner
            row[_CARDS_WINNER] += state.piles[winner, f]
            row[_CARDS_LOSER] += state.piles[1 - winner, f]
    for index in range(table.counters):
        place = table.counter[index]
        firings[0, place] += state.fired[place]
        firings[1, place] += state.fired[place] > 0


@njit
def votes_of(state, table):
    """Return how many factions' votes seat 0 has, and seat 1."""
    held_0, held_1 = 0, 0
    for f in range(table.factions):
        held_0 += state.votes[f] == 0
        held_1 += state.votes[f] == 1
    return held_0, held_1


@njit
def note_split(state, table, tally):
    """Count a game by the factions' votes of both seats."""
    tally.votes[votes_of(state, table)] += 1


@njit
def points_of(state):
    """Return the points of seat 0: a win 2, a draw 1."""
    return 1 if state.winner == NOBODY else 2 * (state.winner == 0)


@njit
def note_outcome(work, lane, games, tally):
    """Count a deal, whose games begin at a lane, by who won each of them.

    Returns
    -------
    int64
        Three times the points of seat 0 in the first game, and those in the second.
    """
    first = points_of(work.states[lane])
    second = points_of(work.states[lane + 1]) if games == 2 else 0
    tally.outcomes[first, second] += 1
    return 3 * first + second


@njit
def note_numbers(numbers, outcome, cell, factions, firings):
    """Note as many of a deal's numbers as there is room for (``tally.NUMBERS``)."""
    numbers[0] = outcome
    place = 1
    for m in range(min(_CELL_METRICS, numbers.size - place)):
        numbers[place + m] = cell[m]
    place += _CELL_METRICS
    for f in range(factions.shape[0]):
        for m in range(min(_FACTION_METRICS, numbers.size - place)):
            numbers[place + m] = factions[f, m]
        place += _FACTION_METRICS
    for row in range(firings.shape[0]):
        for m in range(min(_FIRED, numbers.size - place)):
            numbers[place + m] = firings[row, m]
        place += _FIRED


@njit
def note_splits(numbers, work, lane, games, table):
    """Note the votes of a deal's games, whose lanes are known, where there is room for them."""
    if numbers.size == _NUMBERS:
        for game in range(games):
            held_0, held_1 = votes_of(work.states[lane + game], table)
            numbers[_SPLITS + game] = held_0 * VOTES + held_1


@njit
def note_deal(deal, tally, table, cell, factions, firings):
    """Add a deal's numbers, their squares and products to the tally, and clear them."""
    odd = deal % 2
    tally.deals += 1
    tally.odd_deals += odd
    total, squares = tally.sum, tally.squares
    odd_total, odd_squares = tally.odd_sum, tally.odd_squares
    for m in range(_CELL_METRICS):
        square = cell[m] * cell[m]
        total[m] += cell[m]
        squares[m] += square
        odd_total[m] += odd * cell[m]
        odd_squares[m] += odd * square
        cell[m] = 0
    for f in range(table.factions):
        row = factions[f]
        awarded, decided = row[_AWARDED], row[_DECIDED]
        f_sum, f_squares = tally.faction_sum[f], tally.faction_squares[f]
        f_awarded, f_decided = tally.faction_by_awarded[f], tally.faction_by_decided[f]
        for m in range(_FACTION_METRICS):
            f_sum[m] += row[m]
            f_squares[m] += row[m] * row[m]
        f_awarded[_TO_WINNER] += row[_TO_WINNER] * awarded
        f_awarded[_TO_LOSER] += row[_TO_LOSER] * awarded
        f_awarded[_PIVOTAL] += row[_PIVOTAL] * awarded
        f_decided[_CARDS_WINNER] += row[_CARDS_WINNER] * decided
        f_decided[_CARDS_LOSER] += row[_CARDS_LOSER] * decided
        for m in range(_FACTION_METRICS):
            row[m] = 0
    for index in range(table.counters):
        place = table.counter[index]
        fired, games = firings[0, place], firings[1, place]
        tally.fired_sum[place] += fired
        tally.fired_squares[place] += fired * fired
        tally.games_fired_sum[place] += games
        tally.games_fired_squares[place] += games * games
        firings[0, place] = 0
        firings[1, place] = 0
