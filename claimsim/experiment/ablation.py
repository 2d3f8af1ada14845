"""Ablation: the same deals once more with each power and location off.

The difference that this makes is taken deal by deal, so that the luck of the deal cancels out as
far as it can: common random numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from claimsim.experiment.tally import ABLATED, FIRED, NUMBERS, TALLY, Tallies
from claimsim.kernel.grid import MAX_CELLS
from claimsim.rules.ablation import without
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.table import counted

if TYPE_CHECKING:
    from claimsim.experiment.engines import Engine

#: Where the numbers of ABLATED stand, and how many the kernel must tell for that.
_PLACES = [NUMBERS.index(name) for name in ABLATED]
_WANTED = max(_PLACES) + 1

#: A cell's rules, and the two words of its deck's key.
Played = tuple[Ruleset, tuple[int, int]]


def play_ablated(
    engine: Engine,
    cells: Sequence[Played],
    deals: tuple[int, int],
    tallies: Tallies,
    rows: Sequence[int],
) -> None:
    """Play some deals of each cell, and again with each power and location off.

    Parameters
    ----------
    engine, cells, deals, tallies, rows
        As :meth:`claimsim.kernel.grid.GridEngine.play` takes them. A game with a power off has
        the deals of the whole game: the key of the deck as it is.

    Raises
    ------
    StrategyError
        As :meth:`claimsim.kernel.grid.GridEngine.play`.
    """
    count = deals[1] - deals[0]
    whole = np.zeros((len(cells), count, _WANTED), np.int16)
    engine.play(cells, deals, tallies, rows, whole)
    tasks = ((place, name) for place, (rules, _) in enumerate(cells) for name in counted(rules))
    while some := list(islice(tasks, MAX_CELLS)):
        points = np.zeros((len(some), count, _WANTED), np.int16)
        ablated = [(without(cells[place][0], name), cells[place][1]) for place, name in some]
        engine.play(ablated, deals, np.zeros(len(some), TALLY), range(len(some)), points)
        for (place, name), off in zip(some, points, strict=True):
            difference = (whole[place] - off)[:, _PLACES]
            _note(tallies[rows[place]], name, difference.astype(np.int64))


def _note(tally: np.void, name: str, difference: npt.NDArray[np.int64]) -> None:
    """Add what a power or location changed in each deal to the tally of a cell."""
    place = FIRED.index(name)
    tally["ablation_sum"][:, place] += difference.sum(axis=0)
    tally["ablation_squares"][:, place] += (difference**2).sum(axis=0)
    tally["ablation_deals"][:, place] += (difference != 0).sum(axis=0)
