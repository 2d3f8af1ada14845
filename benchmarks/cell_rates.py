"""Print how fast random cells of the whole game are played, as ratios to base Claim.

Usage: cell_rates.py [CELLS]

Legal decks, settings and buildings are drawn by a fixed seed, random against random, one game a
deal. Base Claim and the cell are played in turn in this one process, by the thread's own time, and
the median of several pairs is taken, so that a machine that slows down slows down both.
"""

from __future__ import annotations

import json
import random
import sys
import time
from statistics import median

import kernel_rate

from claimsim.kernel.engine import CellEngine
from claimsim.rules.deck import legal_decks
from claimsim.rules.locations import BUILDINGS, NONE, SETTINGS
from claimsim.rules.ruleset import Ruleset

SEED = 5
PAIRS = 5
GAMES = 8_000


def random_rules(count: int) -> list[Ruleset]:
    """Draw cells: a legal deck with a setting and a building, each of them perhaps none."""
    drawn = random.Random(SEED)  # noqa: S311  # no secret
    decks, settings, buildings = legal_decks(), [NONE, *SETTINGS], [NONE, *BUILDINGS]
    return [
        Ruleset(
            drawn.choice(decks),
            setting=drawn.choice(settings),
            building=drawn.choice(buildings),
        )
        for _ in range(count)
    ]


def rate(engine: CellEngine) -> float:
    """Return games per second of this thread's own time."""
    begun = time.thread_time()
    engine.play(0, GAMES)
    return GAMES / (time.thread_time() - begun)


def main() -> None:
    """Print one JSON object."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    base = kernel_rate.engine()
    base.play(0, 1000)
    found = []
    for rules in random_rules(count):
        engine = kernel_rate.engine(rules)
        engine.play(0, 500)
        bases, cells = zip(*((rate(base), rate(engine)) for _ in range(PAIRS)), strict=True)
        ratio = median(cell / one for one, cell in zip(bases, cells, strict=True))
        found.append((ratio, f"{rules.deck.label}, {rules.setting}, {rules.building}"))
    slowest, where = min(found)
    result = {
        "cells": count,
        "median": median(ratio for ratio, _ in found),
        "slowest": slowest,
        "slowest_cell": where,
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
