"""Speed and memory, printed as ratios of things measured in this one run.

Usage: python benchmarks/run.py [SECTION ...]   (kernel, reference, start, memory, storing)

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

HERE = Path(__file__).parent
SCENARIO = HERE / "random.toml"
CLAIMSIM = [sys.executable, "-m", "claimsim"]
MILLION = 1_000_000


def line(what: str, figure: str, wanted: str = "", *, holds: bool | None = None) -> None:
    """Print one row of the result."""
    mark = {None: " ", True: "ok", False: "NO"}[holds]
    print(f"{what:<46} {figure:>14}  {wanted:<12} {mark}", flush=True)


def output(command: list[str]) -> str:
    """Run a command and return what it prints."""
    done = subprocess.run(command, check=True, capture_output=True, text=True)
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


def reference() -> None:
    """Rate of the reference engine, random against random, without its log of Views."""
    from claimsim import chance, registry
    from claimsim.reference import play
    from claimsim.rules.catalogue import NAMED_DECKS
    from claimsim.rules.deck import make_deck
    from claimsim.rules.ruleset import Ruleset
    from claimsim.seated import Seated

    rules = Ruleset(make_deck(NAMED_DECKS["claim"]))
    player = Seated(registry.find("random"), {}).chooser()
    games = 1000
    orders = chance.shuffles((1, 2), 0, games, len(rules.deck.cards)).tolist()
    dice = [chance.dice((1, 2), deal) for deal in range(games)]

    def measure() -> float:
        begun = time.perf_counter()
        for order, thrown in zip(orders, dice, strict=True):
            play(rules, order, player, player, thrown)
        return time.perf_counter() - begun

    rate = games / best(3, measure)
    line("reference engine", f"{rate:,.0f} /s", ">= 2,000", holds=rate >= 2000)


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
        first = best(3, lambda: timed(kernel_once())[0])
        line("warm start, prompt to first game", f"{first:.2f} s", "< 2 s", holds=first < 2)
        report = [*CLAIMSIM, "report", str(Path(folder) / "warm-up")]
        wait = best(3, lambda: timed(report)[0])
        line("report", f"{wait:.2f} s", "< 5 s", holds=wait < 5)


def kernel_once() -> list[str]:
    """Return a command that plays one game in the kernel and ends."""
    code = (
        "import sys, warnings; warnings.simplefilter('ignore');"
        f"sys.path.insert(0, {str(HERE)!r}); import kernel_rate; kernel_rate.engine().play(0, 1)"
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


SECTIONS = {
    "kernel": kernel,
    "reference": reference,
    "start": start,
    "memory": memory,
    "storing": storing,
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
