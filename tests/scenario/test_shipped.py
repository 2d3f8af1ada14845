"""Shipped scenarios: each says what it asks, and runs; the commands in its comments work."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from claimsim.cli import app
from claimsim.scenario import load_scenario, parse_scenario
from claimsim.scenario.loading import shipped_scenarios
from claimsim.scenario.text import plain

FOLDER = Path(__file__).parents[2] / "scenarios"
NAMES = shipped_scenarios()

#: Grids of which a test plays a part.
LARGE = {"all_decks": 3_718, "whole_space": 371_800}


def comment(name: str) -> list[str]:
    """Return the lines of the comment that a file begins with."""
    head = re.match(r"(?:#.*\n)*", (FOLDER / f"{name}.toml").read_text())
    return head[0].splitlines() if head else []


def commands(name: str) -> list[list[str]]:
    """Return the commands in the comment of a file, or that which plays it."""
    found = [shlex.split(line[4:])[1:] for line in comment(name) if line.startswith("#   claimsim")]
    return found or [["run", name]]


@pytest.fixture
def claimsim(tmp_path: Path, monkeypatch, capsys):
    """Run a command line in a folder of its own; return what it prints."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> str:
        capsys.readouterr()
        code = app._run(list(arguments))
        captured = capsys.readouterr()
        # Few deals leave the targets of some undecided.
        assert code in (0, 3, 4), captured.err
        return captured.out

    return run


@pytest.mark.parametrize("name", NAMES)
def test_every_scenario_says_what_it_asks(name: str) -> None:
    scenario = load_scenario(name)
    assert scenario.description.endswith("?")
    assert len(comment(name)) >= 2
    assert all(
        name in command for command in commands(name) if command[0] not in ("show", "report")
    )
    lines = (FOLDER / f"{name}.toml").read_text().splitlines()
    assert max(map(len, lines)) <= 120
    assert (len(scenario.cells) > 1_000) == (name in LARGE)


def test_no_two_runs_have_the_same_directory() -> None:
    assert len({load_scenario(name).name.lower() for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in LARGE])
def test_it_runs_and_so_do_its_commands(claimsim, name: str) -> None:
    for command in commands(name):
        few = ["--deals", "20", "--quiet"] if command[0] in ("run", "whatif", "sweep") else []
        assert claimsim(*command, *few)


@pytest.mark.parametrize("name", LARGE)
def test_a_part_of_a_large_one_runs(claimsim, name: str) -> None:
    raw = tomllib.loads((FOLDER / f"{name}.toml").read_text())
    assert len(load_scenario(name).cells) == LARGE[name]
    assert raw["run"]["deals"] <= 100
    raw["grid"]["boxes"] = ["claim", "sky"]
    text = "".join(f"{key} = {plain(value)}\n" for key, value in raw.items())
    cells = len(parse_scenario(text, "part").cells)
    assert cells in (8, 800)
    Path("part.toml").write_text(text)
    for command in commands(name):
        told = ["part.toml", "--deals", "1", "--quiet"]
        given = [command[0], *told] if command[0] == "run" else command
        assert claimsim(*given)
    run = next(Path("runs").iterdir())
    assert json.loads((run / "manifest.json").read_text())["games"] == cells


def test_every_ruling_changes_who_wins_somewhere_in_ruling_sensitivity(claimsim) -> None:
    options = ["--rulings", "--deals", "200", "--quiet", "--json"]
    found = json.loads(claimsim("whatif", "ruling_sensitivity", *options))["rulings"]
    assert len(found) == 12
    for ruling in found:
        assert sum(cell["changed_deals"] for cell in ruling["cells"]) > 0, ruling["change"]
