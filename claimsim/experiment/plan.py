"""The plan of a run: which deals of which cells make which batch.

A plan depends on the scenario and the range of deals alone, so that an interrupted run knows
what is missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimsim.errors import InputError
from claimsim.registry import find

if TYPE_CHECKING:
    from claimsim.scenario import Cell, Scenario

#: Games that a batch holds at most, unless one deal of one cell is more: a second or two of work.
BATCH_GAMES = 500_000

#: A cell is as much work as so many games, however few it plays.
CELL_GAMES = 500

#: Deals are numbered by one 32-bit word of the random counter.
MAX_DEALS = 2**32


@dataclass(frozen=True)
class Batch:
    """Deals `first` to `stop` - 1 of the cells `cell_start` to `cell_stop` - 1.

    Parameters
    ----------
    index
        Number of the batch in its plan, from 0.
    """

    index: int
    cell_start: int
    cell_stop: int
    first: int
    stop: int


def same_game_twice(cell: Cell, mirror: str) -> bool:
    """Say whether the two seatings of a deal would be one and the same game.

    They are where both players are the same and roll no dice; one game a deal is then played,
    and the strategy share is one half by definition.
    """
    return mirror == "seats" and cell.a == cell.b and not find(cell.a.strategy).stochastic


def games_per_deal(cell: Cell, mirror: str) -> int:
    """Return how many games of each deal a cell plays: 1 or 2."""
    return 1 if mirror == "none" or same_game_twice(cell, mirror) else 2


def per_matchup(scenario: Scenario) -> list[int]:
    """Return the games of each deal for every matchup: cell i plays matchup i modulo their number.

    What a cell plays depends on its players alone, and a scenario may have a cell for each of
    hundreds of thousands of decks and locations.
    """
    first = scenario.cells[: len(scenario.matchups)]
    return [games_per_deal(cell, scenario.mirror) for cell in first]


def strategies_of(scenario: Scenario) -> list[str]:
    """Return the names of the strategies that play, in alphabetical order."""
    return sorted({player.strategy for pair in scenario.matchups for player in pair})


def total_games(scenario: Scenario, deals: int) -> int:
    """Return how many games `deals` deals of every cell are."""
    games = per_matchup(scenario)
    return deals * sum(games) * (len(scenario.cells) // len(games))


def make_batches(
    scenario: Scenario, first_deal: int, deals: int, batch_games: int = BATCH_GAMES
) -> list[Batch]:
    """Cut a run into batches: a large cell into several, several small cells into one.

    Parameters
    ----------
    scenario
        What to play.
    first_deal, deals
        The range of deals of every cell.
    batch_games
        Games that a batch holds at most.

    Raises
    ------
    InputError
        A range that does not fit the 2**32 deals that a deck has.
    """
    if deals < 1 or first_deal < 0 or first_deal + deals > MAX_DEALS:
        raise InputError(
            f"deals {first_deal} to {first_deal + deals - 1}: a range of at least one deal "
            f"within 0 to {MAX_DEALS - 1} would be right"
        )
    batches: list[Batch] = []
    stop = first_deal + deals
    each = per_matchup(scenario)
    waiting, weight = 0, 0  # first cell of the batch of whole cells in the making, and its work
    for index in range(len(scenario.cells)):
        per_deal = each[index % len(each)]
        games = deals * per_deal
        cost = max(games, CELL_GAMES)
        if weight and weight + cost > batch_games:
            batches.append(Batch(len(batches), waiting, index, first_deal, stop))
            weight = 0
        if games <= batch_games:
            waiting = waiting if weight else index
            weight += cost
            continue
        step = max(1, batch_games // per_deal)
        for first in range(first_deal, stop, step):
            end = min(first + step, stop)
            batches.append(Batch(len(batches), index, index + 1, first, end))
    if weight:
        batches.append(Batch(len(batches), waiting, len(scenario.cells), first_deal, stop))
    return batches
