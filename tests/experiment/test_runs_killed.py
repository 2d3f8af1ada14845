"""Real processes killed with SIGKILL: what they leave goes on to the very same digest."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from claimsim.experiment.results import Run
from claimsim.experiment.runner import run
from claimsim.scenario import parse_scenario

SCENARIO = """
schema = 1
name = "Killed"
[grid]
decks = ["claim"]
matchups = [["random", "random"], ["greedy", "greedy"]]
[run]
deals = 40
seed = 5
"""

ADAPTIVE = SCENARIO.replace(
    "deals = 40",
    'precision = { metric = "leader_win_rate", half_width = 0.05, max_deals = 2500 }',
)

ROOT = Path(__file__).parent.parent.parent


#: Every moment takes a second; all of them are tried by `make verify`.
STEPS = [pytest.param(1, marks=pytest.mark.slow), 3]


def killed(folder: Path, text: str, first, then, step: int) -> list[dict]:
    command = [
        sys.executable,
        "-m",
        "tests.experiment.killing",
        str(folder),
        text,
        json.dumps(first),
    ]
    command += [json.dumps(then), str(step)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["killed"] for line in lines[:-1]] == [signal.SIGKILL] * (len(lines) - 1)
    assert lines[-1]["killed"] == 0
    assert not any(line["left"] for line in lines)
    return lines


@pytest.mark.parametrize("step", STEPS)
def test_a_run_killed_at_any_moment_is_resumed(step, tmp_path) -> None:
    lines = killed(tmp_path / "a", SCENARIO, None, {"batch_games": 50}, step)
    whole = run(parse_scenario(SCENARIO, "x"), out=tmp_path / "whole")
    assert {line["digest"] for line in lines} == {whole.digest}
    assert not any(line["extended"] for line in lines)
    there = [line["there"] for line in lines]
    assert [] in there  # before the plan
    if step == 1:
        assert any(any(name.startswith(".plan.json") for name in names) for names in there)
    assert ["plan.json", "tallies"] in there  # between batches
    assert any(any(name.startswith(".cells.parquet") for name in names) for names in there)
    assert any("powers.parquet" in names and "manifest.json" not in names for names in there)


@pytest.mark.parametrize("step", STEPS)
def test_an_extension_killed_at_any_moment_is_resumed(step, tmp_path) -> None:
    first, then = {"deals": 10}, {"deals": 40}
    lines = killed(tmp_path / "a", SCENARIO, first, then, step)
    whole = run(parse_scenario(SCENARIO, "x"), out=tmp_path / "whole")
    assert {line["digest"] for line in lines} == {whole.digest}
    assert all(line["extended"] for line in lines)


@pytest.mark.parametrize("step", STEPS)
def test_an_adaptive_run_killed_at_any_moment_is_resumed(step, tmp_path) -> None:
    lines = killed(tmp_path / "a", ADAPTIVE, None, {}, step)
    whole = run(parse_scenario(ADAPTIVE, "x"), out=tmp_path / "whole", batch_games=900)
    assert len(set(whole.cells["deals"])) == 2
    assert {line["digest"] for line in lines} == {whole.digest}


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_the_program_killed_between_batches_goes_on(tmp_path, backend) -> None:
    """The installed program, killed from outside when some of its batches are there."""
    path, out = tmp_path / "killed.toml", tmp_path / "run"
    path.write_text(SCENARIO.replace("deals = 40", "deals = 1_500_000"))
    command = [sys.executable, "-m", "claimsim", "run", str(path), "--out", str(out), "--quiet"]
    with subprocess.Popen([*command, "--backend", backend]) as child:
        deadline = time.monotonic() + 90
        while len(list(out.glob("tallies/batch-*"))) < 2 and time.monotonic() < deadline:
            time.sleep(0.02)
        child.kill()
        child.wait()
    kept = {path: path.stat().st_mtime_ns for path in out.glob("tallies/batch-*")}
    assert len(kept) >= 2
    assert not (out / "manifest.json").exists()
    subprocess.run([*command, "--resume"], check=True, capture_output=True)
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    done = Run.open(out)
    whole = run(done.scenario, out=tmp_path / "whole", batch_games=900_000)
    assert done.digest == whole.digest
