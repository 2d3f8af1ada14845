"""Which engine plays: the kernel, or the reference for who is played as plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from claimsim.experiment.tally import Tallies
from claimsim.kernel.grid import GridEngine
from claimsim.reference.tallying import TallyingEngine
from claimsim.rules.ruleset import Ruleset
from claimsim.seated import Seated


class Engine(Protocol):
    """Plays cells of one matchup: see :meth:`claimsim.kernel.grid.GridEngine.play`."""

    def play(
        self,
        cells: Sequence[tuple[Ruleset, tuple[int, int]]],
        deals: tuple[int, int],
        tallies: Tallies,
        rows: Sequence[int],
        numbers: npt.NDArray[np.int16] | None = None,
    ) -> None:
        """Play some deals of each cell."""


def engine_for(a: Seated, b: Seated, mirror: str) -> Engine:
    """Return the engine that plays a matchup.

    If one of the two is played as plain Python, so is the other: a game has one engine.
    """
    if a.strategy.interpreted or b.strategy.interpreted:
        return TallyingEngine(a, b, mirror)
    return GridEngine(a, b, mirror)
