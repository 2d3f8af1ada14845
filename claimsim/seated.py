"""A strategy with its numbers: one of the two players of a cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from claimsim.errors import InputError
from claimsim.strategy_kit import MAX_WEIGHTS, Strategy


@dataclass(frozen=True)
class Seated:
    """A strategy with its numbers.

    Parameters
    ----------
    strategy
        How he plays.
    weights
        The numbers that differ from the strategy's own.
    """

    strategy: Strategy
    weights: Mapping[str, float]

    def row(self) -> npt.NDArray[np.float64]:
        """Return the numbers in the order of the strategy's names, padded with zeros.

        Raises
        ------
        InputError
            A weight that the strategy does not have, or more than MAX_WEIGHTS.
        """
        known = self.strategy.weights
        for name in self.weights:
            if name not in known:
                allowed = ", ".join(known) or "none"
                raise InputError(
                    f"strategy {self.strategy.name!r} has no weight {name!r}; it has: {allowed}"
                )
        if len(known) > MAX_WEIGHTS:
            raise InputError(f"strategy {self.strategy.name!r} has more than {MAX_WEIGHTS} weights")
        row = np.zeros(MAX_WEIGHTS)
        row[: len(known)] = [self.weights.get(name, value) for name, value in known.items()]
        return row

    def chooser(self) -> Any:
        """Return the strategy as plain Python: a function of a View alone."""
        weights = self.row()[: len(self.strategy.weights)]
        weights.flags.writeable = False  # as Views are
        choose = self.strategy.choose
        return lambda view: choose(view, weights)
