"""Grids from start to finished tables: print one JSON object.

Usage: grids.py run NAME FOLDER | grids.py kernel NAME | grids.py look FOLDER

``run`` plays a grid on one thread into a run directory and gives the seconds that it took, tables
and manifest written, without imports and compilation: a small run comes first. ``kernel`` gives
the kernel's own rate on the same cells, or on a sample of them; ``look`` gives the slowest of the
questions that a run is asked. Random players, each deal with both seatings.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from claimsim import registry
from claimsim.experiment.results import TABLES, Run
from claimsim.experiment.runner import run
from claimsim.kernel.engine import CellEngine
from claimsim.rules.deck import legal_decks
from claimsim.scenario import Scenario, parse_scenario

SEED = 7

#: Boxes, decks drawn from theirs (0: all), and deals of each cell.
GRIDS = {
    "5000": (("claim", "maps", "sky", "sea"), 50, 1_000),
    "108000": (("claim", "maps", "sky", "sea"), 0, 100),
    "371800": (("claim", "claim_2", "maps", "sky", "sea"), 0, 10),
}

#: Cells on which the kernel's own rate is taken, and games that each of them plays at least.
SAMPLE = 400
LEAST = 2_000

#: A run that needs all that the grids need.
SMALL = """
schema = 1
name = "Small"
[grid]
decks = ["claim"]
settings = ["none", "shore"]
matchups = [["random", "random"]]
[run]
deals = 10
"""


def scenario_of(name: str) -> Scenario:
    """Return a grid of decks with every setting and building."""
    boxes, count, deals = GRIDS[name]
    decks = legal_decks(boxes)
    drawn = random.Random(SEED).sample(decks, count) if count else decks  # noqa: S311  # no secret
    text = f"""
schema = 1
name = "Grid of {name}"
[grid]
decks = {json.dumps([list(deck.names) for deck in drawn])}
settings = "all"
buildings = "all"
matchups = [["random", "random"]]
[run]
deals = {deals}
"""
    scenario = parse_scenario(text, "grids.py")
    if len(scenario.cells) != int(name):
        raise SystemExit(f"the grid {name} has {len(scenario.cells)} cells")
    return scenario


def warm_up() -> None:
    """Import, compile or load what a run needs, by making one."""
    with tempfile.TemporaryDirectory() as folder:
        run(parse_scenario(SMALL, "grids.py"), jobs=1, out=Path(folder) / "run")


def played(name: str, folder: str) -> dict[str, float]:
    """Play a grid from start to finished tables."""
    scenario = scenario_of(name)
    warm_up()
    begun = time.perf_counter()
    done = run(scenario, jobs=1, out=folder)
    seconds = time.perf_counter() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        "seconds": seconds,
        "games": done.manifest["games"],
        "playing": done.manifest["seconds"],
        "peak_mb": peak,
    }


def kernel(name: str) -> dict[str, float]:
    """Return the kernel's own games per second: calls of one cell each, nothing stored."""
    scenario = scenario_of(name)
    cells = scenario.cells[:: max(1, len(scenario.cells) // SAMPLE)]
    deals = max(scenario.deals, LEAST // 2)
    games, seconds = 0, 0.0
    for cell in cells:
        players = registry.seat(cell.a), registry.seat(cell.b)
        engine = CellEngine(cell.rules, cell.deck.key(scenario.seed), *players, scenario.mirror)
        engine.play(0, 8)
        begun = time.perf_counter()
        tally = engine.play(0, deals)
        seconds += time.perf_counter() - begun
        games += int(tally["games"][0])
    return {"games_per_second": games / seconds}


def look(folder: str) -> dict[str, float]:
    """Return the seconds of the slowest look at one cell's rows, and of a group-by over cells."""
    import polars as pl

    done = Run.open(Path(folder))
    middle = done.manifest["cells"] // 2

    def grouped() -> None:
        grouping = done.scan("cells").group_by("setting", "building")
        grouping.agg(pl.col("leader_win_rate").mean(), pl.len()).collect()

    rows = {}
    for name in TABLES:
        if name not in ("effects", "verdicts"):
            rows[name] = timed(lambda name=name: done.table(name, cells=[middle]))
    return {"row": max(rows.values()), "group_by": timed(grouped)}


def timed(what: Callable[[], object]) -> float:
    """Return the seconds of a call, the median of three; the first one opens the files."""
    times = []
    for _ in range(3):
        begun = time.perf_counter()
        what()
        times.append(time.perf_counter() - begun)
    return sorted(times)[1]


def main() -> None:
    """Print one JSON object."""
    asked = {"run": played, "kernel": kernel, "look": look}[sys.argv[1]]
    print(json.dumps(asked(*sys.argv[2:])))


if __name__ == "__main__":
    main()
