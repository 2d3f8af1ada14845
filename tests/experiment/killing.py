"""Run a scenario again and again, killed at one moment after the other; for test_runs_killed.

A process of its own, of a single thread: each run is a fork of it, which kills itself with
SIGKILL when it is about to touch the disk for the n-th time. It prints one line for each: the
moment, what the directory held then, and the digest of the run that was resumed.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from pathlib import Path

import pandas as pd
from pyarrow import Table
from pyarrow.parquet import ParquetWriter

from claimsim.experiment import store
from claimsim.experiment.play import prepare
from claimsim.experiment.runner import run
from claimsim.scenario import parse_scenario

#: What touches the disk: where each of these begins is a moment to be killed at.
MOMENTS = ((os, "fsync"), (Path, "replace"), (Path, "mkdir"), (ParquetWriter, "write_table"))


def forked(work) -> int:
    """Do something in a process of its own; return how it ended."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1]


def die_at(moment: int) -> None:
    """Have this process killed when it touches the disk for the n-th time."""
    count = 0

    def watch(right):
        def watched(*arguments, **options):
            nonlocal count
            count += 1
            if count == moment:
                os.kill(os.getpid(), signal.SIGKILL)
            return right(*arguments, **options)

        return watched

    for owner, name in MOMENTS:
        setattr(owner, name, watch(getattr(owner, name)))


def main(folder: str, text: str, first: str, then: str, step: str) -> None:
    """Kill `run` with the options `then` at every n-th moment, after a run with `first`."""
    Table.from_pandas(pd.DataFrame({"loaded": ["once, before the forks"]}))
    scenario = parse_scenario(text, "killed.toml")
    before, options = json.loads(first), json.loads(then)
    prepare(scenario)
    base, out = Path(folder) / "base", Path(folder) / "run"
    if before is not None:
        assert forked(lambda: run(scenario, out=base, jobs=1, **before)) == 0
    moment, killed = 1 - int(step), 1
    while killed:
        moment += int(step)
        shutil.rmtree(out, ignore_errors=True)
        if before is not None:
            shutil.copytree(base, out)

        def once(moment: int = moment) -> None:
            die_at(moment)
            run(scenario, out=out, jobs=1, resume=True, **options)

        killed = forked(once)
        there = sorted(path.name for path in out.glob("*")) if out.exists() else []

        def again() -> None:
            done = run(scenario, out=out, jobs=1, resume=True, **options)
            (Path(folder) / "digest").write_text(f"{done.digest} {done.extended}")

        assert forked(again) == 0, f"not resumed after moment {moment}: {there}"
        left = [path.name for path in out.glob("**/*") if store.is_temporary(path)]
        digest, extended = (Path(folder) / "digest").read_text().split()
        line = {"there": there, "left": left, "digest": digest, "extended": extended == "True"}
        sys.stdout.write(json.dumps({"moment": moment, "killed": killed, **line}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
