"""The tallies of one cell, and the numbers of its deals, by either engine."""

from __future__ import annotations

from typing import Any

import numpy as np

from claimsim.experiment.tally import NUMBERS, TALLY
from claimsim.kernel.grid import GridEngine
from claimsim.reference.tallying import TallyingEngine
from tests.differential.comparing import SEED, Cell, seated


def unlike_tallies(one: Any, other: Any) -> list[tuple[str, list[int], int, int]]:
    """Return where two tallies of a cell differ: field, place in it, and what each has there."""
    return [
        (name, place, int(one[name][tuple(place)]), int(other[name][tuple(place)]))
        for name in TALLY.names or ()
        for place in np.argwhere(one[name] != other[name]).tolist()
    ]


def both_engines(cell: Cell, first: int, stop: int) -> list[tuple[Any, Any]]:
    """Return tally and numbers of deals `first` to `stop` - 1, by the kernel and the reference."""
    found = []
    for kind in (GridEngine, TallyingEngine):
        engine = kind(seated(cell.a), seated(cell.b), cell.mirror)
        tallies = np.zeros(1, TALLY)
        numbers = np.zeros((1, stop - first, len(NUMBERS)), np.int16)
        key = cell.rules.deck.key(SEED)
        engine.play([(cell.rules, key)], (first, stop), tallies, [0], numbers)
        found.append((tallies[0], numbers[0]))
    return found


def differences(cell: Cell, first: int, stop: int) -> list[Any]:
    """Return where the engines differ in a cell's tally, or in which numbers of which deal."""
    (ours, mine), (theirs, their) = both_engines(cell, first, stop)
    odd = [(NUMBERS[n], deal + first) for deal, n in np.argwhere(mine != their).tolist()]
    return [*unlike_tallies(ours, theirs), *odd]
