"""Playing the same deals in both engines, and finding where they differ.

Each engine shuffles, rolls and plays for itself; nothing passes from one to the other.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from claimsim import chance, registry
from claimsim.kernel.engine import CellEngine
from claimsim.reference import play
from claimsim.rules.deck import Deck
from claimsim.rules.ruleset import Ruleset
from claimsim.seated import Seated
from tests.differential.luck import PlainLuck, deal_orders

STRATEGIES = ("random", "high", "low", "greedy", "duck", "planner")
PAIRS = tuple(itertools.product(STRATEGIES, repeat=2))
SEED = 20


@dataclass(frozen=True)
class Cell:
    """What is played, and by whom."""

    rules: Ruleset
    a: str = "random"
    b: str = "random"
    mirror: str = "none"

    def __str__(self) -> str:
        rules = self.rules
        return (
            f"{rules.deck.label} {rules.setting} {rules.building} {rules.changed_switches()} "
            f"{rules.changed_parameters()} {self.a}-{self.b} {self.mirror}"
        )


@dataclass(frozen=True)
class Difference:
    """Where the engines differ first, in one game."""

    cell: str
    deal: int
    game: int
    what: str
    kernel: Any
    reference: Any


@dataclass(frozen=True)
class Deals:
    """Consecutive deals of a deck, with their dice."""

    key: tuple[int, int]
    first: int
    orders: list[list[int]]
    dice: np.ndarray

    @classmethod
    def of(cls, deck: Deck, first: int, count: int) -> Deals:
        """Deal and roll them all at once, which takes hardly longer than one."""
        key = deck.key(SEED)
        orders = deal_orders(deck, key, first, count).tolist()
        return cls(key, first, orders, chance.dice(key, np.arange(first, first + count)))

    def order(self, deck: Deck, deal: int, *, swap: bool) -> list[int]:
        """Return a deal, the hands exchanged or not."""
        h, order = deck.hand_size, self.orders[deal - self.first]
        return order[h : 2 * h] + order[:h] + order[2 * h :] if swap else order


@cache
def seated(name: str) -> Seated:
    """Return a shipped strategy with its own numbers."""
    return Seated(registry.find(name), {})


def play_both(cell: Cell, deals: Deals, deal: int, game: int = 0) -> tuple[Any, Any]:
    """Play one game in both engines; return what each has to tell."""
    players = [seated(name) for name in (cell.a, cell.b)]
    kernel = CellEngine(cell.rules, deals.key, players[0], players[1], cell.mirror)
    return kernel.trace(deal, game), play_reference(cell, deals, deal, game)


def play_reference(cell: Cell, deals: Deals, deal: int, game: int = 0) -> Any:
    """Play one game in the reference engine."""
    seats = [seated(name) for name in (cell.a, cell.b)][:: -1 if game else 1]
    at = [1, 0] if game else [0, 1]
    players = [
        player if one.strategy.stochastic else None for player, one in zip(at, seats, strict=True)
    ]
    swap = game == 1 and cell.mirror == "lead"
    return play(
        cell.rules,
        deals.order(cell.rules.deck, deal, swap=swap),
        seats[0].chooser(),
        seats[1].chooser(),
        PlainLuck(deals.key, deal, (players[0], players[1]), deals.dice[deal - deals.first]),
        keep_views=True,
        decisions=(seats[0].strategy.decisions, seats[1].strategy.decisions),
    )


def compare(
    cell: Cell, games: Iterable[int], deals: Deals | None = None
) -> Iterator[tuple[Any, Difference | None]]:
    """Play games of a cell in both engines; yield each as the kernel saw it, and what differs.

    Games are numbered as a run numbers them: of two games of a deal the first is even.
    """
    numbers = list(games)
    players = [seated(name) for name in (cell.a, cell.b)]
    kernel = CellEngine(cell.rules, cell.rules.deck.key(SEED), players[0], players[1], cell.mirror)
    each = kernel.games_per_deal
    if deals is None:
        first = min(numbers) // each
        deals = Deals.of(cell.rules.deck, first, max(numbers) // each - first + 1)
    for number in numbers:
        deal, game = divmod(number, each)
        traced = kernel.trace(deal, game)
        slow = play_reference(cell, deals, deal, game)
        swap = game == 1 and cell.mirror == "lead"
        dealt = deals.order(cell.rules.deck, deal, swap=swap)
        found = difference(traced, slow, dealt)
        yield traced, None if found is None else Difference(str(cell), deal, game, *found)


def difference(traced: Any, slow: Any, dealt: list[int]) -> tuple[str, Any, Any] | None:
    """Return what differs first between one game of the kernel and one of the reference."""
    if traced.order != dealt:
        return "deal", traced.order, dealt
    if traced.events != slow.events:
        pairs = itertools.zip_longest(traced.events, slow.events)
        place, (fast, obvious) = next((n, p) for n, p in enumerate(pairs) if p[0] != p[1])
        return f"event {place}", fast, obvious
    if traced.views.tobytes() != slow.views.tobytes():
        return ("view", *_first_view(traced.views, slow.views))
    if traced.result != slow.result:
        return "result", traced.result, slow.result
    fired = {name: int(count) for name, count in slow.fired.items() if count}
    if dict(traced.fired) != fired:
        keys = sorted({*traced.fired, *fired})
        odd = [name for name in keys if traced.fired.get(name) != fired.get(name)]
        return (
            "fired",
            {name: traced.fired.get(name, 0) for name in odd},
            {name: fired.get(name, 0) for name in odd},
        )
    return None


def _first_view(fast: Any, obvious: Any) -> tuple[Any, Any]:
    for number, (one, other) in enumerate(zip(fast, obvious, strict=False)):
        for name in one.dtype.names:
            if one[name].tobytes() != other[name].tobytes():
                return (number, name, one[name]), (number, name, other[name])
    return len(fast), len(obvious)
