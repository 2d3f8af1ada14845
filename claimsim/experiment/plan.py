"""The plan of a run: which deals of which cells make which batch.

A run is a list of parts: the deals that it began with, those that an extension or a merged run
added, the rounds of an adaptive run. A plan depends on the scenario and the parts alone, so that
an interrupted run knows what is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from claimsim.errors import InputError
from claimsim.experiment.parts import Part, Ranges
from claimsim.registry import find

if TYPE_CHECKING:
    from claimsim.scenario import Cell, Player, Scenario

#: Games that a batch holds at most, unless one deal of one cell is more: a second or two of work.
#: Of games as plain Python it holds fewer.
BATCH_GAMES = 500_000

#: A cell is as much work as so many games, however few it plays.
CELL_GAMES = 500

#: A game that is played as plain Python is as much work as so many compiled ones, or more.
PLAIN_GAMES = 500

#: Deals are numbered by one 32-bit word of the random counter.
MAX_DEALS = 2**32


@dataclass(frozen=True)
class Batch:
    """Deals `first` to `stop` - 1 of some cells of a part.

    Parameters
    ----------
    index
        Number of the batch in its run, from 0.
    cell_start, cell_stop
        The first of its cells, and the one after its last, as places in the part's list of
        cells: the cells' own numbers where the part has all of them.
    first, stop
        The range of deals.
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


def work_of(cell: Cell) -> int:
    """Return how much work a game of a cell is: 1, or PLAIN_GAMES as plain Python."""
    return PLAIN_GAMES if interpreted((cell.a, cell.b)) else 1


def interpreted(players: Iterable[Player]) -> list[str]:
    """Return the strategies of some players that are played as plain Python.

    If one of the two players of a cell is, so is the other: a game has one engine.
    """
    names = dict.fromkeys(player.strategy for player in players)
    return [name for name in names if find(name).interpreted]


def strategies_of(scenario: Scenario) -> list[str]:
    """Return the names of the strategies that play, in alphabetical order."""
    return sorted({player.strategy for pair in scenario.matchups for player in pair})


def total_games(scenario: Scenario, deals: int) -> int:
    """Return how many games `deals` deals of every cell are."""
    games = per_matchup(scenario)
    return deals * sum(games) * (len(scenario.cells) // len(games))


def games_of(scenario: Scenario, parts: Iterable[Part]) -> int:
    """Return how many games the parts of a run are."""
    each = np.array(per_matchup(scenario), np.int64)
    games = 0
    for part in parts:
        if part.cells is None:
            games += total_games(scenario, part.deals)
        else:
            numbers = part.numbers(len(scenario.cells))
            games += part.deals * int(each[numbers % len(each)].sum())
    return games


def check_range(first_deal: int, deals: int) -> None:
    """Make sure that a range of deals is there.

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


def make_batches(
    scenario: Scenario,
    first_deal: int,
    deals: int,
    batch_games: int = BATCH_GAMES,
    *,
    cells: Ranges | None = None,
    index: int = 0,
) -> list[Batch]:
    """Cut a part into batches: a large cell into several, several small cells into one.

    Parameters
    ----------
    scenario
        What to play.
    first_deal, deals, batch_games, cells
        As in :class:`Part`.
    index
        Number of the first batch.

    Raises
    ------
    InputError
        A range that does not fit the 2**32 deals that a deck has.
    """
    check_range(first_deal, deals)
    part = Part(first_deal, deals, batch_games, cells)
    batches: list[Batch] = []

    def cut(start: int, end: int, first: int, stop: int) -> None:
        batches.append(Batch(index + len(batches), start, end, first, stop))

    each = per_matchup(scenario)
    works = [work_of(cell) for cell in scenario.cells[: len(each)]]
    numbers = range(len(scenario.cells)) if cells is None else part.numbers(len(scenario.cells))
    waiting, weight = 0, 0  # first cell of the batch of whole cells in the making, and its work
    for place, cell in enumerate(numbers):
        per_deal = each[cell % len(each)] * works[cell % len(each)]
        games = deals * per_deal
        cost = max(games, CELL_GAMES)
        if weight and weight + cost > batch_games:
            cut(waiting, place, first_deal, part.stop)
            weight = 0
        if games <= batch_games:
            waiting = waiting if weight else place
            weight += cost
            continue
        step = max(1, batch_games // per_deal)
        for first in range(first_deal, part.stop, step):
            cut(place, place + 1, first, min(first + step, part.stop))
    if weight:
        cut(waiting, len(numbers), first_deal, part.stop)
    return batches


def batches_of(scenario: Scenario, parts: Sequence[Part]) -> list[list[Batch]]:
    """Return the batches of each part of a run, numbered through; errors as make_batches."""
    found: list[list[Batch]] = []
    index = 0
    for part in parts:
        made = make_batches(
            scenario, part.first_deal, part.deals, part.batch_games, cells=part.cells, index=index
        )
        index += len(made)
        found.append(made)
    return found
