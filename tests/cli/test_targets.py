"""Targets on the command line: verdict counts, the worst cell on fresh deals, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import SCENARIO

#: Random players: their deals vary, and over 400 of them nobody leads by more than a few points.
GRID = SCENARIO.replace("deals = 20", "deals = 400").replace(
    '[["random", "random"], ["greedy", "greedy"], ["greedy", "random"]]', '[["random", "random"]]'
)


def target(value: float, tolerance: float) -> str:
    return f'\n[[targets]]\nmetric = "leader_win_rate"\nvalue = {value}\ntolerance = {tolerance}\n'


@pytest.mark.parametrize(
    ("targets", "code", "verdicts"),
    [
        (target(0.5, 0.3), 0, {"balanced": 1, "undecided": 0, "unbalanced": 0}),
        (target(0.9, 0.01), 3, {"balanced": 0, "undecided": 0, "unbalanced": 1}),
        (target(0.5, 0.001), 4, {"balanced": 0, "undecided": 1, "unbalanced": 0}),
        (
            target(0.5, 0.3) + target(0.5, 0.001),
            4,
            {"balanced": 1, "undecided": 1, "unbalanced": 0},
        ),
        (
            target(0.5, 0.001) + target(0.9, 0.01),
            3,
            {"balanced": 0, "undecided": 1, "unbalanced": 1},
        ),
    ],
)
def test_the_exit_code_tells_of_the_targets(claimsim, targets: str, code: int, verdicts) -> None:
    Path("aim.toml").write_text(GRID + targets)
    done = claimsim("run", "aim.toml", "--out", "aim", "--json", "--quiet")
    assert (done.code, json.loads(done.out)["verdicts"]) == (code, verdicts)
    again = claimsim("run", "aim.toml", "--out", "aim", "--resume", "--quiet")
    assert again.code == code
    rows = json.loads(claimsim("show", "aim", "--table", "verdicts", "--format", "json").out)
    assert [row["verdict"] for row in rows].count("unbalanced") == verdicts["unbalanced"]
    (cell,) = json.loads(claimsim("show", "aim", "--format", "json").out)
    worst = next(name for name in ("unbalanced", "undecided", "balanced") if verdicts[name])
    assert cell["verdict"] == worst


def test_the_worst_cell_of_a_grid_is_told_on_fresh_deals(claimsim) -> None:
    grid = GRID.replace("[run]", 'settings = ["none", "plateau", "shore"]\n[run]')
    Path("aim.toml").write_text(grid + target(0.5, 0.3))
    done = claimsim("run", "aim.toml", "--out", "aim", "--quiet")
    rows = json.loads(claimsim("show", "aim", "--table", "verdicts", "--format", "json").out)
    (worst,) = [row for row in rows if row["most_unbalanced"]]
    assert worst == max(rows, key=lambda row: abs(row["first_half"] - 0.5))
    assert "leader_win_rate 0.5 +- 0.3: 3 balanced, 0 undecided, 0 unbalanced" in done.out
    assert f"farthest off: cell {worst['cell']}, {worst['first_half']:.3f} in its even" in done.out
    assert worst["second_half_low"] < worst["second_half"] < worst["second_half_high"]
    # Halves of as many deals: their mean is that of all.
    both = (worst["first_half"] + worst["second_half"]) / 2
    whole = json.loads(claimsim("show", "aim", "--format", "json").out)
    assert whole[worst["cell"]]["leader_win_rate"] == pytest.approx(both)


def test_a_run_without_targets_has_no_verdicts(claimsim, made) -> None:
    done = claimsim("show", made, "--table", "verdicts")
    assert (done.code, done.out) == (2, "")
    assert "has no table verdicts: the scenario has no [[targets]]" in done.err
