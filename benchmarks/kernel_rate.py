"""Print the kernel's rate on one core: base Claim, random against random, one game a deal.

Usage: kernel_rate.py [whole|no-views|no-tallies] [THREADS] [GAMES]

``no-views`` gives the strategy the two fields that it reads and no more; ``no-tallies`` counts
nothing. Both are compiled for this measurement alone and never cached.
"""

from __future__ import annotations

import json
import sys
import threading
import time

import numba
import numpy as np

from claimsim import registry
from claimsim.kernel import asking, batch
from claimsim.kernel.engine import CellEngine
from claimsim.rules.catalogue import NAMED_DECKS
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.seated import Seated

KEY = (1, 2)
REPEATS = 5


@numba.njit
def bare_view(state, views, seat, decision, options, need, chosen):  # noqa: ARG001  # as fill_view
    """Write only what a random player reads."""
    view = views.of[np.uint64(seat)]
    view.options = options
    view.dice = state.dice[np.uint64(seat), np.uint64(state.turn)]


@numba.njit
def no_game(state, table, seat_a, cell, factions, firings):
    """Count nothing of a game."""


@numba.njit
def no_split(state, table, tally):
    """Count no votes."""


@numba.njit
def no_cards(state, counted):
    """Count no cards."""


@numba.njit
def no_phase_1(state, tally):
    """Count no Phase 1 tricks."""


@numba.njit
def no_deal(tally, table, cell, factions, firings):
    """Count nothing of a deal."""


def engine(rules: Ruleset | None = None) -> CellEngine:
    """Return a cell, by default that of base Claim, random against random."""
    rules = rules or Ruleset(make_deck(NAMED_DECKS["claim"]))
    player = Seated(registry.find("random"), {})
    return CellEngine(rules, KEY, player, player, "none")


def compile_without(what: str) -> None:
    """Replace a part of the kernel by nothing, before anything is compiled."""
    if what == "no-views":
        asking.fill_view = bare_view
    elif what == "no-tallies":
        batch.note_game, batch.note_split, batch.note_deal = no_game, no_split, no_deal
        batch.note_cards, batch.note_phase_1 = no_cards, no_phase_1
    loop = numba.njit(batch.DEALS, nogil=True)(batch._play_deals)
    batch.deals_entry = lambda: loop


def rate(threads: int, games: int) -> float:
    """Return games per second of the fastest of several runs."""
    engines = [engine() for _ in range(threads)]
    for one in engines:
        one.play(0, 1000)
    best = 0.0
    for _ in range(REPEATS):
        workers = [
            threading.Thread(target=one.play, args=(i * games, (i + 1) * games))
            for i, one in enumerate(engines)
        ]
        begun = time.perf_counter()
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        best = max(best, threads * games / (time.perf_counter() - begun))
    return best


def main() -> None:
    """Print one JSON object."""
    what = sys.argv[1] if len(sys.argv) > 1 else "whole"
    threads = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    games = int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000
    if what != "whole":
        compile_without(what)
    print(json.dumps({"what": what, "threads": threads, "games_per_second": rate(threads, games)}))


if __name__ == "__main__":
    main()
