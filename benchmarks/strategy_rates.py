"""Print what a game of each shipped strategy costs in base Claim, as multiples of random's.

Usage: strategy_rates.py [NAME ...]

A strategy plays against itself, one game a deal. Random and the strategy are played in turn in this
one process, by the thread's own time, and the median of several pairs is taken, so that a machine
that slows down slows down both.
"""

from __future__ import annotations

import json
import sys
import time
from statistics import median

from claimsim import registry
from claimsim.kernel.engine import CellEngine
from claimsim.rules.catalogue import NAMED_DECKS
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.seated import Seated

PAIRS = 7
GAMES = 10_000
RULES = Ruleset(make_deck(NAMED_DECKS["claim"]))


def engine(name: str) -> CellEngine:
    """Return base Claim with a strategy against itself."""
    player = Seated(registry.find(name), {})
    return CellEngine(RULES, (1, 2), player, player, "none")


def seconds(cell: CellEngine) -> float:
    """Return what some games take of this thread's own time."""
    begun = time.thread_time()
    cell.play(0, GAMES)
    return time.thread_time() - begun


def main() -> None:
    """Print one JSON object."""
    base = engine("random")
    base.play(0, 1000)
    found = {}
    for name in sys.argv[1:] or registry.shipped():
        cell = engine(name)
        cell.play(0, 1000)
        found[name] = median(seconds(cell) / seconds(base) for _ in range(PAIRS))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
