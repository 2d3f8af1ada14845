"""How commands end: exit codes, one line for each problem, and nothing else."""

from __future__ import annotations

import io
import shlex
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from claimsim import errors, scenario
from claimsim.cli import app
from claimsim.cli.app import COMMANDS

ROOT = Path(__file__).parent.parent.parent
PROGRAM = [sys.executable, "-m", "claimsim"]


def test_help_names_every_command(claimsim) -> None:
    done = claimsim("--help")
    assert (done.code, done.err) == (0, "")
    for name, what in COMMANDS.items():
        assert f"  {name} " in done.out
        assert what.split()[0] in done.out
    assert max(map(len, done.out.splitlines())) <= 80


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(claimsim, name: str) -> None:
    done = claimsim(name, "--help")
    assert done.code == 0
    assert done.out.startswith(f"Usage: claimsim {name} ")
    assert max(map(len, done.out.splitlines())) <= 80


def test_version(claimsim) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert claimsim("--version").out == f"claimsim, version {project['version']}\n"


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["rum"], "unknown command 'rum'; known: run, plan, whatif, "),
        (["--what"], "No such option"),
        (["run"], "Missing argument 'SCENARIO'"),
        (["run", "nowhere"], "there is no scenario file nowhere"),
        (["run", "small.toml", "--deals", "0"], "0 is not in the range"),
        (["run", "small.toml", "--deals", "-5"], "-5 is not in the range"),
        (["run", "small.toml", "--deals", "4294967297"], "not in the range"),
        (["run", "small.toml", "--deals", "1.5"], "'1.5' is not a valid integer"),
        (["run", "small.toml", "--first-deal", "-1"], "-1 is not in the range"),
        (["run", "small.toml", "--first-deal", "4294967295"], "would be right"),
        (["run", "small.toml", "--seed", "-1"], "-1 is not in the range"),
        (["run", "small.toml", "--seed", "9223372036854775808"], "not in the range"),
        (["run", "small.toml", "--jobs", "0"], "a number of workers from 1, or -1"),
        (["run", "small.toml", "--jobs", "-2"], "a number of workers from 1, or -1"),
        (["run", "small.toml", "--backend", "ray"], "'ray' is not one of 'threads', "),
        (["run", "small.toml", "--out", "small.toml"], "small.toml is a file"),
        (["run", "small.toml", "--backend", "dask", "--scheduler", "nonsense"], "is no address"),
        (["list"], "Missing argument 'WHAT'. Choose from: factions, settings, "),
        (["show", "nowhere"], "nowhere is not a run directory"),
        (["show", "nowhere", "--table", "dogs"], "'dogs' is not one of 'cells', 'verdicts'"),
        (["report", "small.toml"], "small.toml"),
        (["report", "."], "is not a run directory"),
        (["list", "dogs"], "'dogs' is not one of 'factions', "),
        (["check"], "Missing argument"),
        (["trace", "small.toml", "--games", "0"], "0 is not in the range"),
        (["trace", "small.toml", "--cells", "4"], "the scenario has 3"),
        (["trace", "small.toml", "--deal", "4294967295", "--games", "3"], "would be right"),
        (["trace", "small.toml", "--engine", "both"], "not one of 'kernel', 'reference'"),
        (["replay", "nowhere.jsonl"], "nowhere.jsonl"),
        (["replay", "."], "."),
    ],
)
def test_wrong_usage_and_input_end_with_2_and_one_line(claimsim, arguments, what: str) -> None:
    done = claimsim(*arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("claimsim: error: ")
    assert done.err.count("\n") == 1
    assert what in done.err


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (errors.InputError("wrong"), 2, "wrong"),
        (errors.StrategyError("no option"), 2, "no option"),
        (errors.SystemRefused("disk"), 5, "disk"),
        (errors.RuleGapError("gap"), 70, "gap"),
        (errors.Interrupted("stopped"), 130, "stopped"),
        (OSError(28, "No space left on device", "file"), 5, "file: No space left on device"),
        (PermissionError(13, "Permission denied"), 5, "Permission denied"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (ZeroDivisionError("1\n2"), 70, "internal error: ZeroDivisionError: 1 (CLAIMSIM_DEBUG=1"),
    ],
)
def test_every_kind_of_ending(claimsim, monkeypatch, error, code: int, text: str) -> None:
    def fail(_path: str) -> None:
        raise error

    monkeypatch.setattr(scenario, "load_scenario", fail)
    done = claimsim("run", "small.toml")
    assert (done.code, done.out) == (code, "")
    assert done.err.strip().startswith(f"claimsim: error: {text}")
    assert done.err.strip().count("\n") == 0


def test_debugging_shows_where(claimsim, monkeypatch) -> None:
    def fail(_path: str) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(scenario, "load_scenario", fail)
    monkeypatch.setenv("CLAIMSIM_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        claimsim("check", "small.toml")


def test_every_mistake_of_every_file_has_its_line(claimsim, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("schema = 2\n[grid]\n")
    (tmp_path / "b.toml").write_text("x = \n")
    done = claimsim("check", "a.toml", "small.toml", "b.toml", "c.toml")
    assert done.code == 2
    assert done.out == "small.toml: right; 3 cells, 20 deals, 100 games\n"
    lines = done.err.splitlines()
    assert all(line.startswith("claimsim: error: ") for line in lines)
    files = [line.removeprefix("claimsim: error: ").split(":")[0] for line in lines]
    assert files == ["a.toml"] * 4 + [
        "b.toml",
        "there is no scenario file c.toml; shipped scenarios",
    ]


@pytest.mark.parametrize("arguments", [["list", "metrics", "--json"], ["check", "base"]])
def test_a_closed_pipe_is_nothing_to_talk_about(arguments: list[str]) -> None:
    with subprocess.Popen(
        [*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        errors = child.stderr.read()
        assert (child.wait(timeout=60), errors) == (0, b"")


class Full(io.StringIO):
    def flush(self) -> None:
        raise OSError(28, "No space left on device")

    def fileno(self) -> int:
        return self.number


def test_output_that_cannot_be_written_is_the_systems_refusal(tmp_path: Path, monkeypatch, capsys):
    full = Full()
    with (tmp_path / "output").open("w") as file:
        full.number = file.fileno()
        monkeypatch.setattr(sys, "stdout", full)
        assert app._flushed(0) == 5
        assert app._flushed(2) == 2
    assert capsys.readouterr().err == (
        "claimsim: error: cannot write the output: No space left on device\n"
    )


def test_a_closed_output_is_the_callers_wish() -> None:
    command = shlex.join([*PROGRAM, "check", "base"])
    done = subprocess.run(
        ["/bin/sh", "-c", f"{command} >&-"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_being_terminated_is_being_interrupted(tmp_path: Path) -> None:
    command = [*PROGRAM, "run", "base", "--deals", "50000000", "--out", str(tmp_path / "run")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as child:
        deadline = time.monotonic() + 90
        while not list(tmp_path.glob("run/tallies/batch-*")) and time.monotonic() < deadline:
            time.sleep(0.05)
        child.send_signal(signal.SIGTERM)
        _, said = child.communicate(timeout=20)
    assert child.returncode == 130
    assert said.splitlines()[-1].startswith("claimsim: error: stopped; ")
    assert "--resume" in said
