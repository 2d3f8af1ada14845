"""Playing the same deals in both engines, and finding where they differ.

Each engine shuffles, rolls and plays for itself; nothing passes from one to the other.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from claimsim import chance, registry
from claimsim.kernel.engine import CellEngine
from claimsim.reference import play
from claimsim.rules.deck import Deck
from claimsim.rules.ruleset import Ruleset
from claimsim.seated import Seated

CLAIM = ("goblins", "knights", "dwarves", "undead", "doppelgangers")
STRATEGIES = ("random", "high", "low", "greedy", "duck", "planner")
PAIRS = tuple(itertools.product(STRATEGIES, repeat=2))
SEED = 20


@dataclass(frozen=True)
class Difference:
    """Where the engines differ first, in one deal."""

    deal: int
    what: str
    kernel: Any
    reference: Any


def compare(
    rules: Ruleset, a: str, b: str, mirror: str, first: int, count: int
) -> Iterator[Difference]:
    """Play both games of each deal in both engines and yield what differs."""
    deck: Deck = rules.deck
    key = deck.key(SEED)
    players = [Seated(registry.find(name), {}) for name in (a, b)]
    kernel = CellEngine(rules, key, players[0], players[1], mirror)
    orders = chance.shuffles(key, first, count, len(deck.cards)).tolist()
    dice = chance.dice(key, np.arange(first, first + count))
    for player, seated in enumerate(players):
        if not seated.strategy.stochastic:
            dice[:, player] = 0
    for row, order in enumerate(orders):
        for game in range(kernel.games_per_deal):
            traced = kernel.trace(first + row, game)
            seats = players if game == 0 else players[::-1]
            thrown = dice[row] if game == 0 else dice[row, ::-1]
            h = deck.hand_size
            dealt = order
            if game == 1 and mirror == "lead":
                dealt = order[h : 2 * h] + order[:h] + order[2 * h :]
            slow = play(
                rules, dealt, seats[0].chooser(), seats[1].chooser(), thrown, keep_views=True
            )
            yield from differences(first + row, traced, slow)


def differences(deal: int, traced: Any, slow: Any) -> Iterator[Difference]:
    """Yield what differs between one game of the kernel and one of the reference."""
    for fast, obvious in itertools.zip_longest(traced.events, slow.events):
        if fast != obvious:
            yield Difference(deal, "event", fast, obvious)
            break
    if traced.views.tobytes() != slow.views.tobytes():
        yield Difference(deal, "views", *_first_view(traced.views, slow.views))
    if traced.result != slow.result:
        yield Difference(deal, "result", traced.result, slow.result)


def _first_view(fast: Any, obvious: Any) -> tuple[Any, Any]:
    for one, other in zip(fast, obvious, strict=False):
        for name in one.dtype.names:
            if one[name].tobytes() != other[name].tobytes():
                return (name, one[name]), (name, other[name])
    return len(fast), len(obvious)
