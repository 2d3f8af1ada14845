"""What a run counted of every pair of its players, from its batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from claimsim.errors import InputError, RunDirectoryError
from claimsim.experiment import store
from claimsim.experiment.contents import Contents
from claimsim.experiment.tally import CELL_METRICS
from claimsim.statistics.counts import TALLIED
from claimsim.statistics.pair_means import PairCounts, pairs_of

if TYPE_CHECKING:
    from claimsim.experiment.results import Run
    from claimsim.scenario.cells import Player

#: The metrics that are tallied, as sums of each deal.
_NUMBERS = [CELL_METRICS.index(name) for name, _ in TALLIED.values()]


def count_pairs(run: Run, players: Sequence[Player]) -> PairCounts:
    """Return the counts of a run's pairs of players.

    Parameters
    ----------
    run
        A finished run, each deal played with each seating, the same deals in every cell.
    players
        Its players.

    Raises
    ------
    InputError
        A run of something else, or one without every pair of its players.
    RunDirectoryError
        A batch that is gone or damaged.
    """
    scenario = run.scenario
    if len(players) < 2:
        raise InputError(f"{run.directory}: one player alone is no tournament")
    if scenario.mirror != "seats":
        raise InputError(
            f'{run.directory} was played with mirror = "{scenario.mirror}"; a tournament needs '
            'mirror = "seats"'
        )
    if run.adaptive:
        raise InputError(f"{run.directory} is adaptive (precision): its pairs play other deals")
    columns, turned = matchups_of(run, players)
    places = len(scenario.cells) // len(scenario.matchups)
    infos = run.cells_info[: len(scenario.matchups)]
    games = np.array([infos[column]["games_per_deal"] for column in columns], np.int64)
    factions = np.array(
        [
            len(info["factions"]) + info["extra_votes"]
            for info in (run.cells_info[n * len(infos)] for n in range(places))
        ],
        np.int64,
    )
    block_deals, odd_deals, sums, squares, odd = _read(run, places, columns)
    scale = {name: games * points for name, (_, points) in TALLIED.items()}
    totals = dict(zip(TALLIED, np.moveaxis(sums, -1, 0), strict=True))
    squared = dict(zip(TALLIED, np.moveaxis(squares, -1, 0), strict=True))
    odds = dict(zip(TALLIED, np.moveaxis(odd, -1, 0), strict=True))
    # seen from the other player, a deal with x points of f has f - x
    name, full = "a_win_rate", scale["a_win_rate"]
    deals = int(block_deals.sum())
    seen = totals[name].sum(axis=0)
    squared[name] = np.where(
        turned, deals * full**2 - 2 * full * seen + squared[name], squared[name]
    )
    totals[name] = np.where(turned, block_deals[:, None, None] * full - totals[name], totals[name])
    odds[name] = np.where(turned, odd_deals * full - odds[name], odds[name])
    ones = np.ones(places, np.int64)
    return PairCounts(
        players=len(players),
        deck=np.arange(places) // (len(scenario.settings) * len(scenario.buildings)),
        block_deals=block_deals,
        odd_deals=odd_deals,
        totals=totals,
        squares=squared,
        odd_totals=odds,
        scale=scale,
        most={metric: factions if metric == "mean_margin" else ones for metric in TALLIED},
    )


def matchups_of(run: Run, players: Sequence[Player]) -> tuple[list[int], np.ndarray]:
    """Return the matchup of each pair, and whether it has the players in the other order."""
    place = {pair: number for number, pair in enumerate(run.scenario.matchups)}
    columns, turned = [], []
    for i, j in pairs_of(len(players)):
        a, b = players[i], players[j]
        number = place.get((a, b), place.get((b, a)))
        if number is None:
            raise InputError(
                f"{run.directory} has no cells of {a.label} against {b.label}: a tournament needs "
                "every pair of its players, each with itself too"
            )
        columns.append(number)
        turned.append((a, b) not in place)
    return columns, np.array(turned)


def _read(
    run: Run, places: int, columns: Sequence[int]
) -> tuple[np.ndarray, int, np.ndarray, np.ndarray, np.ndarray]:
    """Return deals of each block, odd deals, sums, squares and odd sums; the last axis: metrics."""
    plan = store.read_json(run.directory / store.PLAN, "a run directory")
    contents = Contents(run.directory, run.scenario, plan)
    cells = len(run.scenario.cells)
    sums = np.zeros((len(contents.parts), cells, len(_NUMBERS)), np.int64)
    squares, odd = np.zeros((2, cells, len(_NUMBERS)), np.int64)
    odd_deals = 0
    for place, part in enumerate(contents.parts):
        numbers = contents.numbers(part)
        for batch in contents.batches[place]:
            tallies = contents.read(batch)
            if tallies is None:
                path = store.batch_path(run.directory, batch.index)
                raise RunDirectoryError(f"{path} is gone; run again with --resume")
            here = numbers[batch.cell_start : batch.cell_stop]
            sums[place, here] += tallies["sum"][:, _NUMBERS]
            squares[here] += tallies["squares"][:, _NUMBERS]
            odd[here] += tallies["odd_sum"][:, _NUMBERS]
            if here[0] == 0:
                odd_deals += int(tallies["odd_deals"][0])

    def by_pair(numbers: np.ndarray) -> np.ndarray:
        shape = (*numbers.shape[:-2], places, cells // places, len(_NUMBERS))
        return numbers.reshape(shape)[..., columns, :]

    deals = np.array([part.deals for part in contents.parts], np.int64)
    return deals, odd_deals, by_pair(sums), by_pair(squares), by_pair(odd)
