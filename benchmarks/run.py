"""Speed and memory, printed as ratios of things measured in this one run.

Usage: python benchmarks/run.py [SECTION ...]   (kernel, cells, compile, reference, start, memory,
storing, grids, whatif, tournament, strategies)

Every line says what was measured, what is wanted, and whether it holds. Absolute figures are
this machine's; the ratios are what counts. Sections that need a C compiler say so and are left
out where there is none.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimsim.rules.ruleset import Ruleset

HERE = Path(__file__).parent
SCENARIO = HERE / "random.toml"
CLAIMSIM = [sys.executable, "-m", "claimsim"]
MILLION = 1_000_000


def line(what: str, figure: str, wanted: str = "", *, holds: bool | None = None) -> None:
    """Print one row of the result."""
    mark = {None: " ", True: "ok", False: "NO"}[holds]
    print(f"{what:<46} {figure:>14}  {wanted:<12} {mark}", flush=True)


def output(command: list[str], environment: dict[str, str] | None = None) -> str:
    """Run a command and return what it prints."""
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return done.stdout


def timed(command: list[str]) -> tuple[float, float, float]:
    """Run a command; return wall seconds, CPU seconds and peak memory in MB of it alone."""
    begun = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(command)} ended with exit code {child.returncode}")
    wall = time.perf_counter() - begun
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def best(times: int, measure: Callable[[], float]) -> float:
    """Return the smallest of several measurements."""
    return min(measure() for _ in range(times))


def kernel_rate(*arguments: str) -> float:
    """Return games per second of the kernel (benchmarks/kernel_rate.py)."""
    command = [sys.executable, "-W", "ignore", str(HERE / "kernel_rate.py"), *arguments]
    return float(json.loads(output(command))["games_per_second"])


def c_rate(folder: Path, name: str) -> float:
    """Build a C program and return its games per second, the fastest of five runs."""
    program = folder / name
    flags = ["-O3", "-march=native", "-o", str(program)]
    subprocess.run(["gcc", *flags, str(HERE / f"{name}.c")], check=True)
    runs = [json.loads(output([str(program), str(MILLION), "1", "2"])) for _ in range(5)]
    return max(float(run["games_per_second"]) for run in runs)


def kernel() -> None:
    """Kernel against C, and what its parts cost; one core, random against random."""
    whole = kernel_rate("whole")
    line("kernel, Views and tallies, 1 thread", f"{whole / MILLION:.3f} M/s")
    if shutil.which("gcc"):
        with tempfile.TemporaryDirectory() as folder:
            plain = c_rate(Path(folder), "limit")
            effort = c_rate(Path(folder), "limit_side_by_side")
        line("limit.c, gcc -O3 -march=native", f"{plain / MILLION:.3f} M/s")
        line("limit_side_by_side.c", f"{effort / MILLION:.3f} M/s")
        line("kernel / limit.c", f"{whole / plain:.2f}", ">= 0.60", holds=whole / plain >= 0.6)
        line("kernel / limit_side_by_side.c", f"{whole / effort:.2f}")
    else:
        line("limit.c", "no gcc here")
    views, tallies = kernel_rate("no-views"), kernel_rate("no-tallies")
    line("Views cost, of a game", f"{1 - whole / views:.1%}")
    line("base tallies cost, of a game", f"{1 - whole / tallies:.1%}")
    if (os.cpu_count() or 1) > 1:
        single, double = kernel_rate("whole", "1"), kernel_rate("whole", "2")
        line("two threads / one", f"{double / single:.2f}", ">= 1.80", holds=double / single >= 1.8)
    else:
        line("two threads / one", "one core here")


def cells() -> None:
    """Cells of the whole game against base Claim, random against random."""
    found = json.loads(output([sys.executable, "-W", "ignore", str(HERE / "cell_rates.py")]))
    middle, slowest = found["median"], found["slowest"]
    what = f"of {found['cells']} random cells, games/s over base"
    line(f"median {what}", f"{middle:.2f}", ">= 0.60", holds=middle >= 0.6)
    line(f"slowest {what}", f"{slowest:.2f}", ">= 0.35", holds=slowest >= 0.35)
    print(f"  the slowest: {found['slowest_cell']}")


def compiling() -> None:
    """First compile of the kernel's entry points, and a start with a warm cache."""
    entries = ("deals", "cells", "trace")
    for names in (*([name] for name in entries), [*entries, "strategy"]):
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "CLAIMSIM_CACHE": folder}
            command = [sys.executable, "-W", "ignore", str(HERE / "compiling.py"), *names]
            seconds = json.loads(output(command, environment))["processor"]
        together = len(names) > 1
        what = "all, and a strategy" if together else f"entry {names[0]}"
        wanted = {"wanted": "< 60 s", "holds": seconds < 60} if together else {}
        line(f"first compile, {what}, CPU", f"{seconds:.1f} s", **wanted)
    for name, building in (("base Claim", "none"), ("with a building", "tower")):
        timed(kernel_once(building))
        first = best(3, lambda building=building: timed(kernel_once(building))[0])
        what = f"warm start, prompt to first game, {name}"
        line(what, f"{first:.2f} s", "< 1.5 s", holds=first < 1.5)


def reference() -> None:
    """Rate of the reference engine, random against random, without its log of Views."""
    from cell_rates import random_rules

    from claimsim.rules.catalogue import NAMED_DECKS
    from claimsim.rules.deck import make_deck
    from claimsim.rules.ruleset import Ruleset

    base = reference_rate([Ruleset(make_deck(NAMED_DECKS["claim"]))], 1000)
    line("reference engine", f"{base:,.0f} /s", ">= 2,000", holds=base >= 2000)
    everywhere = reference_rate(random_rules(100), 10)
    what = "reference engine, 100 random cells"
    line(what, f"{everywhere:,.0f} /s", ">= 1,200", holds=everywhere >= 1200)


def reference_rate(cells: list[Ruleset], games: int) -> float:
    """Return the games per second of the reference engine over cells, so many games of each."""
    from claimsim import chance, registry
    from claimsim.reference import play
    from claimsim.seated import Seated

    player = Seated(registry.find("random"), {}).chooser()
    key = (1, 2)
    dealt = [chance.deal_orders(rules.deck, key, 0, games).tolist() for rules in cells]
    luck = [chance.Luck(key, deal, (0, 1)) for deal in range(games)]

    def measure() -> float:
        begun = time.perf_counter()
        for rules, orders in zip(cells, dealt, strict=True):
            for order, thrown in zip(orders, luck, strict=True):
                play(rules, order, player, player, thrown)
        return time.perf_counter() - begun

    return len(cells) * games / best(3, measure)


def start() -> None:
    """How long a user waits: help, a small run, a report."""
    with tempfile.TemporaryDirectory() as folder:

        def small(name: str, *more: str) -> list[str]:
            out = ["--out", str(Path(folder) / name), "--quiet"]
            return [*CLAIMSIM, "run", str(SCENARIO), "--deals", "1000", *out, *more]

        timed(small("warm-up"))
        numbers = iter(range(1000))
        help_cpu = best(5, lambda: timed([*CLAIMSIM, "--help"])[1])
        line("claimsim --help, CPU", f"{help_cpu:.2f} s", "< 0.2 s", holds=help_cpu < 0.2)
        prompt = best(3, lambda: timed(small(f"run-{next(numbers)}"))[0])
        line("warm run of 1,000 games", f"{prompt:.2f} s", "< 3 s", holds=prompt < 3)
        report = [*CLAIMSIM, "report", str(Path(folder) / "warm-up")]
        wait = best(3, lambda: timed(report)[0])
        line("report", f"{wait:.2f} s", "< 5 s", holds=wait < 5)


def kernel_once(building: str) -> list[str]:
    """Return a command that plays one game of the first box's deck in the kernel and ends."""
    code = (
        "import sys, warnings; warnings.simplefilter('ignore');"
        f"sys.path.insert(0, {str(HERE)!r}); from kernel_rate import *;"
        f"rules = Ruleset(make_deck(NAMED_DECKS['claim']), building={building!r});"
        "engine(rules).play(0, 1)"
    )
    return [sys.executable, "-c", code]


def memory() -> None:
    """Peak memory of a run on two threads: ten million games against one million."""
    peaks = {}
    with tempfile.TemporaryDirectory() as folder:
        for games in (MILLION, 10 * MILLION):
            out = str(Path(folder) / str(games))
            command = [*CLAIMSIM, "run", str(SCENARIO), "--deals", str(games), "--out", out]
            peaks[games] = timed([*command, "--jobs", "2", "--quiet"])[2]
    one, ten = peaks.values()
    line("peak memory, 1 M games on 2 threads", f"{one:.0f} MB")
    line("peak memory, 10 M games on 2 threads", f"{ten:.0f} MB", "< 600 MB", holds=ten < 600)
    line("10 M / 1 M", f"{ten / one:.3f}", "<= 1.05", holds=ten / one <= 1.05)


def storing() -> None:
    """Compare a run of ten million games on one thread with the kernel's own time."""
    games = 10 * MILLION
    bare = kernel_rate("no-tallies", "1", str(2 * MILLION))
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder) / "run")
        command = [*CLAIMSIM, "run", str(SCENARIO), "--deals", str(games), "--out", out]
        done = json.loads(output([*command, "--jobs", "1", "--quiet", "--json"]))
    share = done["seconds"] / (games / bare) - 1
    line("tallying and storing, of playing", f"{share:.1%}", "< 10 %", holds=share < 0.1)


def grids() -> None:
    """Grids from start to finished tables, on one thread, against the kernel's own rate."""

    def asked(*arguments: str) -> dict[str, float]:
        command = [sys.executable, "-W", "ignore", str(HERE / "grids.py"), *arguments]
        return dict(json.loads(output(command)))

    for cells, wanted, most in (("5000", 0.8, 1000), ("108000", 0.5, 1000), ("371800", 0, 2000)):
        with tempfile.TemporaryDirectory() as folder:
            out = str(Path(folder) / "run")
            own = asked("kernel", cells)["games_per_second"]
            done = asked("run", cells, out)
            size = f"{int(cells):,} cells"
            share = done["games"] / done["seconds"] / own
            if wanted:
                what = f"{size}, games/s to the tables, of the kernel's"
                line(what, f"{share:.2f}", f">= {wanted:.2f}", holds=share >= wanted)
            overhead = 1000 * (done["seconds"] - done["games"] / own) / int(cells)
            line(f"{size}, overhead a cell", f"{overhead:.3f} ms", "< 0.2 ms", holds=overhead < 0.2)
            peak = done["peak_mb"]
            line(f"{size}, peak memory", f"{peak:.0f} MB", f"< {most} MB", holds=peak < most)
            looks = asked("look", out)
            for name, what in (("row", "one cell's rows, any table"), ("group_by", "a group-by")):
                seconds = looks[name]
                line(f"{size}, {what}", f"{seconds:.2f} s", "< 1 s", holds=seconds < 1)


def whatif() -> None:
    """How long a designer waits for an answer, on all cores."""
    more = ["--set", "switches.tiebreak_depth=highest", "--deals", "100000", "--quiet"]
    with tempfile.TemporaryDirectory() as folder:
        one = Path(folder) / "one.toml"
        one.write_text(
            'schema = 1\nname = "Base Claim"\n[grid]\ndecks = ["claim"]\n'
            'matchups = [["planner", "greedy"]]\n'
        )
        for scenario, what, most in ((str(one), "base Claim", 3), ("base", "six matchups", None)):
            command = [*CLAIMSIM, "whatif", scenario, *more]
            timed(command)
            wait = best(3, lambda command=command: timed(command)[0])
            wanted = {} if most is None else {"wanted": f"< {most} s", "holds": wait < most}
            line(f"whatif, {what}, 100,000 deals, warm", f"{wait:.2f} s", **wanted)
        cold = Path(folder) / "cold.toml"
        cold.write_text(one.read_text().replace("matchups", 'settings = ["ice_fields"]\nmatchups'))
        path, rest = "parameters.ice_fields.bonus", ["--deals", "50000", "--quiet"]
        single = [*CLAIMSIM, "whatif", str(cold), "--set", f"{path}=2", "--examples", "0", *rest]
        twenty = [*CLAIMSIM, "sweep", str(cold), "--vary", f"{path}=1..20", *rest]
        fresh = best(3, lambda: timed(single)[0])
        share = best(3, lambda: timed(twenty)[0]) / (20 * fresh)
        what = "a sweep of 20 values and fresh deals for the best, of 20 what-ifs"
        line(what, f"{share:.2f}", "< 0.60", holds=share < 0.6)


def tournament() -> None:
    """How long sixteen players of base Claim take to meet each other, analysed; on all cores."""
    shipped = json.loads(output([*CLAIMSIM, "list", "strategies", "--json"]))
    players = [f'"{one["name"]}"' for one in shipped][:16]
    for number in range(16 - len(players)):  # players of one strategy with other weights
        weights = f"wild = {1 + number / 4}, scored = {2 - number / 8}"
        players.append(f'{{ strategy = "planner", weights = {{ {weights} }} }}')
    with tempfile.TemporaryDirectory() as folder:
        scenario = Path(folder) / "sixteen.toml"
        scenario.write_text(
            'schema = 1\nname = "Sixteen"\n[grid]\ndecks = ["claim"]\n'
            f'matchups = "round_robin"\nstrategies = [{", ".join(players)}]\n'
        )

        def call(deals: int, name: str) -> list[str]:
            out = ["--out", str(Path(folder) / name), "--quiet"]
            return [*CLAIMSIM, "tournament", str(scenario), "--deals", str(deals), *out]

        timed(call(10, "warm-up"))
        numbers = iter(range(1000))
        wait = best(2, lambda: timed(call(2000, f"run-{next(numbers)}"))[0])
        what = "16 players, 2,000 mirrored deals a pair, warm"
        line(what, f"{wait:.1f} s", "< 30 s", holds=wait < 30)
        again = [*CLAIMSIM, "tournament", str(Path(folder) / "run-0")]
        line("of which the analysis, from the prompt", f"{best(2, lambda: timed(again)[0]):.1f} s")


def strategies() -> None:
    """Compare what a game costs, each strategy against itself in base Claim, with random's."""
    found = json.loads(output([sys.executable, "-W", "ignore", str(HERE / "strategy_rates.py")]))
    for name, cost in found.items():
        line(f"{name}, time a game of random's", f"{cost:.2f}")
    middle = median(cost for name, cost in found.items() if name != "random")
    line("median, time a game of random's", f"{middle:.2f}", "<= 3.00", holds=middle <= 3)


SECTIONS = {
    "kernel": kernel,
    "cells": cells,
    "compile": compiling,
    "reference": reference,
    "start": start,
    "memory": memory,
    "storing": storing,
    "grids": grids,
    "whatif": whatif,
    "tournament": tournament,
    "strategies": strategies,
}


def main() -> None:
    """Print the sections that were asked for, or all."""
    wanted = sys.argv[1:] or list(SECTIONS)
    for name in wanted:
        if name not in SECTIONS:
            raise SystemExit(f"unknown section {name!r}; known: {', '.join(SECTIONS)}")
        SECTIONS[name]()


if __name__ == "__main__":
    main()
