"""Command lines, run in this process as the installed program runs them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from claimsim.cli import app

SCENARIO = """\
schema = 1
name = "Small"
description = "A small scenario of the tests."
[grid]
decks = ["claim"]
matchups = [["random", "random"], ["greedy", "greedy"], ["greedy", "random"]]
[run]
deals = 20
seed = 5
"""


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str


@pytest.fixture
def claimsim(capsys, tmp_path: Path, monkeypatch) -> Callable[..., Done]:
    """Run a command line in a folder of its own; ``small.toml`` lies there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(SCENARIO)

    def run(*arguments: object) -> Done:
        capsys.readouterr()
        code = app._run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Done(code, captured.out, captured.err)

    return run


@pytest.fixture
def made(claimsim) -> Path:
    """Return the directory of a finished run of the small scenario."""
    assert claimsim("run", "small.toml", "--out", "made", "--quiet").code == 0
    return Path("made")
