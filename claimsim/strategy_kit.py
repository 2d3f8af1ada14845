"""What a strategy may use: the decorator that registers it, constants, and card helpers.

A strategy is one function ``choose(view, weights)`` in one file. It is compiled by numba for
the kernel and runs as plain Python under the reference engine, from the same source. It sees a
View (:mod:`claimsim.view`) and must not write to it; ``weights`` is a float64 array in the
order of the decorator's names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from claimsim.cardsets import (
    above,
    add,
    common,
    contains,
    empty,
    highest,
    lowest,
    nth,
    remove,
    single,
    size,
    union,
    without,
)
from claimsim.chance import roll
from claimsim.errors import StrategyError
from claimsim.tricks import follower_wins, legal_follows
from claimsim.view import FOLLOW, LEAD, NO_CARD

__all__ = [
    "FOLLOW",
    "LEAD",
    "NO_CARD",
    "Strategy",
    "above",
    "add",
    "common",
    "contains",
    "empty",
    "faction",
    "follower_wins",
    "helper",
    "highest",
    "legal_follows",
    "lowest",
    "nth",
    "remove",
    "roll",
    "single",
    "size",
    "strategy",
    "union",
    "value",
    "without",
]

#: Most numbers that one strategy can have.
MAX_WEIGHTS = 32

_R = TypeVar("_R")

Choose = Callable[[Any, Any], int]


@dataclass(frozen=True, eq=False)
class Strategy:
    """A registered strategy.

    Parameters
    ----------
    name
        As scenario files write it.
    version
        Raised only when its behaviour changes.
    summary
        One line on how it plays.
    source
        Where the idea comes from.
    weights
        Names and default values of its numbers.
    stochastic
        Whether it reads ``view.dice``; elsewhere they are 0.
    choose
        The function, as plain Python.
    """

    name: str
    version: int
    summary: str
    source: str
    weights: Mapping[str, float]
    stochastic: bool
    choose: Choose

    @property
    def file(self) -> str:
        """The file that it is written in."""
        return self.choose.__code__.co_filename


#: Functions that strategies share; the kernel compiles them when it first needs one.
HELPERS: list[Callable[..., Any]] = []


def helper(function: Callable[..., _R]) -> Callable[..., _R]:
    """Register a function that strategies call, so that it can be compiled into them."""
    HELPERS.append(function)
    return function


@helper
def value(view: Any, card: int) -> int:
    """Return the value of a card (0 to 15), as a signed number that can be subtracted."""
    return np.int64(view.rules.value_of[card])  # type: ignore[return-value]  # an int


@helper
def faction(view: Any, card: int) -> int:
    """Return the number of a card's faction, from 0 in the order of the deck."""
    return np.int64(view.rules.faction_of[card])  # type: ignore[return-value]  # an int


#: Attribute under which the decorator leaves the registration on the function.
REGISTERED = "claimsim_strategy"


def strategy(
    *,
    name: str,
    version: int,
    summary: str,
    source: str,
    weights: Mapping[str, float] | None = None,
    stochastic: bool = False,
) -> Callable[[Choose], Choose]:
    """Register a function as a strategy; it is compiled only when a run names it.

    Parameters
    ----------
    name, version, summary, source, weights, stochastic
        See :class:`Strategy`.

    Raises
    ------
    StrategyError
        A function that reads its dice without saying that it is stochastic.
    """

    def register(choose: Choose) -> Choose:
        if "dice" in choose.__code__.co_names and not stochastic:
            raise StrategyError(
                f"strategy {name!r} reads view.dice: say stochastic=True in its decorator"
            )
        entry = Strategy(name, version, summary, source, dict(weights or {}), stochastic, choose)
        setattr(choose, REGISTERED, entry)
        return choose

    return register
