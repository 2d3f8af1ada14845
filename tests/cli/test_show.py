"""``claimsim show``: the tables of tournaments."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from claimsim.cli.show_command import TOURNAMENT
from claimsim.experiment.tournament import TABLES


@pytest.fixture
def played(claimsim) -> str:
    assert claimsim("tournament", "small.toml", "--out", "played", "--quiet").code == 0
    return "played"


def test_every_table_of_a_tournament_can_be_shown(claimsim, played: str) -> None:
    assert TOURNAMENT == TABLES
    for name in TABLES:
        stored = pd.read_parquet(f"{played}/{name}.parquet")
        rows = json.loads(claimsim("show", played, "--table", name, "--format", "json").out)
        csv = claimsim("show", played, "--table", name, "--format", "csv").out.splitlines()
        text = claimsim("show", played, "--table", name)
        assert len(rows) == len(stored) == len(csv) - 1
        assert csv[0].split(",") == list(stored.columns)
        assert max(map(len, [*text.out.splitlines(), ""])) <= 80
        assert text.err == ("" if len(rows) else f"{name} has no rows\n")


def test_players_head_the_blocks(claimsim, played: str) -> None:
    stored = pd.read_parquet(f"{played}/payoffs.parquet")
    row = stored.iloc[1]
    lines = claimsim("show", played, "--table", "payoffs", "--format", "blocks").out.splitlines()
    start = lines.index(f"player {row['player']}, opponent {row['opponent']}")
    value, low, high = (f"{row[name]:.4f}" for name in ("a_win_rate", "a_low", "a_high"))
    assert lines[start + 1].split() == ["a_win_rate", value, low, "to", high]


def test_a_run_without_them_says_what_makes_them(claimsim, made: Path) -> None:
    done = claimsim("show", made, "--table", "ratings")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "claimsim: error: made has no table ratings: claimsim tournament made makes it, of a run "
        "with every pair of its players\n"
    )
    cell = claimsim("show", made, "--table", "ratings", "--cell", "0")
    assert cell.code == 2
    assert "--cell: the table ratings has no cells" in cell.err


def test_tables_of_fewer_deals_are_refused(claimsim, played: str) -> None:
    """`claimsim run --resume` extends a tournament's run and leaves its tables as they were."""
    from claimsim.experiment.results import Run
    from claimsim.experiment.runner import run

    run(Run.open(played).scenario, deals=40, out=played, resume=True)
    done = claimsim("show", played, "--table", "payoffs")
    assert (done.code, done.out) == (2, "")
    assert "is not of the run as it is now: claimsim tournament played writes it anew" in done.err
    assert claimsim("tournament", played, "--quiet").code == 0
    assert claimsim("show", played, "--table", "payoffs").code == 0


def test_a_damaged_table_is_named(claimsim, played: str) -> None:
    Path(played, "edges.parquet").write_bytes(b"PAR1")
    done = claimsim("show", played, "--table", "edges")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "played/edges.parquet cannot be read: " in done.err
