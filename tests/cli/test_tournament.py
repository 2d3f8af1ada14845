"""What ``claimsim tournament`` prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from claimsim.experiment.results import Run
from claimsim.experiment.tournament import TABLES
from claimsim.registry import shipped

WEIGHTS = """\
schema = 1
name = "Weights"
[grid]
decks = ["claim"]
matchups = "round_robin"
strategies = [{players}]
[run]
deals = 20
"""


def test_everything_fits_80_columns(claimsim) -> None:
    done = claimsim("tournament", "small.toml", "--deals", "60")
    assert done.code == 0
    lines = done.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0] == "Small: a tournament of 2 players"
    assert lines[-1] == "runs/small-tournament-5"
    assert [line.split()[:2] for line in lines[4:6]] == [["1", "greedy"], ["2", "random"]]
    assert "No three players surely beat each other in a ring." in lines
    assert "The leader's edge is surely" in done.out
    assert all((Path(lines[-1]) / f"{name}.parquet").exists() for name in TABLES)
    assert "\x1b" not in done.out


def test_json_has_all_and_the_text_is_taken_from_it(claimsim) -> None:
    call = ["tournament", "small.toml", "--strategy", "high", "--strategy", "greedy"]
    call += ["--strategy", "random", "--deals", "40", "--seed", "9", "--first-deal", "3", "--quiet"]
    done = claimsim(*call, "--json")
    assert (done.code, done.err) == (0, "")
    assert done.out.count("\n") == 1
    found = json.loads(done.out)
    assert found["players"] == ["high", "greedy", "random"]
    assert (found["deals"], found["places"], found["errors"]) == (40, 1, "deals")
    manifest = Run.open(found["run"]).manifest
    assert (manifest["seed"], manifest["first_deal"]) == (9, 3)
    assert found["digest"] == manifest["digest"]
    for name in TABLES:
        table = pd.read_parquet(Path(found["run"]) / f"{name}.parquet")
        assert [set(row) for row in found[name]] == [set(table.columns)] * len(table)
    assert sum(row["weight"] for row in found["equilibrium"]) == pytest.approx(1)
    text = claimsim(*call, "--resume").out
    for row in found["ratings"]:
        line = next(
            n for n in text.splitlines() if n.split()[:2] == [str(row["rank"]), row["player"]]
        )
        assert f"{row['elo']:+.0f}" in line.split()
    shown = [line.split() for line in text.splitlines() if line.startswith("  1 ")]
    best = next(row["player"] for row in found["ratings"] if row["rank"] == 1)
    rates = {r["opponent"]: r["a_win_rate"] for r in found["payoffs"] if r["player"] == best}
    assert shown[0][2:] == ["–", *(
        f"{100 * rates[row['player']]:.1f}"
        for row in sorted(found["ratings"], key=lambda r: r["rank"])[1:]
    )]  # fmt: skip
    p = found["transitivity"]["p"]
    assert (f"p = {p:.4f}" if p >= 1e-4 else "p < 0.0001") in " ".join(text.split())


def test_a_finished_run_is_analysed_and_nothing_is_played(claimsim) -> None:
    done = claimsim("tournament", "small.toml", "--out", "here", "--quiet")
    before = {p: p.stat().st_mtime_ns for p in Path("here/tallies").iterdir()}
    Path("here/ratings.parquet").unlink()
    again = claimsim("tournament", "here")
    assert (again.code, again.err) == (0, "")
    assert again.out == done.out
    assert {p: p.stat().st_mtime_ns for p in Path("here/tallies").iterdir()} == before
    assert Path("here/ratings.parquet").exists()


def test_a_stopped_tournament_goes_on(claimsim, monkeypatch) -> None:
    """The run's own resume: what was finished is kept, and the command says how to go on."""
    from claimsim.experiment.contents import Contents

    write, written = Contents.write, []

    def stop(self, batch, tallies) -> None:
        if len(written) == 7:
            raise KeyboardInterrupt
        written.append(batch.index)
        write(self, batch, tallies)

    call = ["tournament", "small.toml", "--out", "here", "--jobs", "1"]
    with monkeypatch.context() as patched:
        patched.setattr(Contents, "write", stop)
        stopped = claimsim(*call)
    assert stopped.code == 130
    command = next(line for line in stopped.err.splitlines() if "--resume" in line)
    assert "claimsim tournament small.toml --deals 20 --seed 5 --jobs 1 --out here --resume" in (
        command
    )
    kept = {p: p.stat().st_mtime_ns for p in Path("here/tallies").iterdir()}
    assert len(kept) == 7
    assert claimsim("tournament", "here").code == 2
    done = claimsim(*call, "--resume", "--json")
    assert {p: p.stat().st_mtime_ns for p in kept} == kept
    whole = claimsim("tournament", "small.toml", "--out", "whole", "--json")
    assert json.loads(done.out) | {"run": ""} == json.loads(whole.out) | {"run": ""}


def test_all_are_all_shipped_strategies(claimsim) -> None:
    done = claimsim("tournament", "small.toml", "--all", "--deals", "2", "--json", "--quiet")
    found = json.loads(done.out)
    assert found["players"] == list(shipped())
    assert found["errors"] == "unknown"
    command = Run.open(found["run"]).manifest["command"]
    assert command.startswith("claimsim tournament small.toml --all --deals 2 --seed 5 --out ")


def test_many_players_with_long_names_fit_too(claimsim) -> None:
    named = ", ".join(
        f'{{ strategy = "planner", weights = {{ wild = {n}.5, scored = 1.25 }} }}'
        for n in range(13)
    )
    Path("weights.toml").write_text(WEIGHTS.format(players=named))
    done = claimsim("tournament", "weights.toml", "--quiet")
    lines = done.out.splitlines()
    assert done.code == 0
    assert max(map(len, lines)) <= 80
    numbered = [line for line in lines if line.startswith("#") and "planner(wild=" in line]
    assert len({line.split(": ")[1] for line in numbered}) == 13
    heads = [line.split() for line in lines if line.strip() and set(line) <= set(" 0123456789")]
    assert [int(n) for head in heads for n in head] == list(range(1, 14))


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["small.toml", "--all", "--strategy", "high"], "leave one out"),
        (["small.toml", "--strategy", "high"], "two or more"),
        (["small.toml", "--strategy", "hig", "--strategy", "low"], "did you mean 'high'"),
        (["nowhere"], "there is no scenario file nowhere"),
        (["small.toml", "--jobs", "0"], "number of workers"),
    ],
)
def test_wrong_usage_is_one_line(claimsim, arguments: list[str], what: str) -> None:
    done = claimsim("tournament", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert what in done.err


def test_runs_of_something_else_are_refused(claimsim, made: Path) -> None:
    done = claimsim("tournament", made, "--deals", "3")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "--deals says what to play" in done.err
    text = Path("small.toml").read_text().replace('["greedy", "random"]', '["greedy", "high"]')
    Path("other.toml").write_text(text)
    assert claimsim("run", "other.toml", "--out", "other", "--quiet").code == 0
    done = claimsim("tournament", "other")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "has no cells of random against greedy" in done.err
    there = claimsim("tournament", "small.toml", "--out", made)
    assert "exists already" in there.err
