"""``claimsim merge`` and extensions, as the command line has them."""

from __future__ import annotations

import json

import pytest

from claimsim.cli import app
from claimsim.experiment.results import Run
from tests.experiment.test_merge import SCENARIO


@pytest.fixture
def claimsim(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(SCENARIO)

    def run(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = app._run(list(arguments))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def test_merge_prints_what_a_run_prints(claimsim) -> None:
    claimsim("run", "small.toml", "--deals", "20", "--out", "a")
    claimsim("run", "small.toml", "--deals", "10", "--first-deal", "20", "--out", "b")
    code, out, err = claimsim("merge", "a", "b", "--out", "both")
    assert (code, err) == (0, "merging 2 runs, 30 deals a cell …\n")
    assert out.splitlines()[-1] == "both"
    assert out.startswith("Small: win rates in %")
    merged = Run.open("both")
    assert merged.manifest["command"] == "claimsim merge a b --out both"
    code, out, err = claimsim("merge", "a", "b", "--out", "again", "--json", "--quiet")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert (found["run"], found["digest"]) == ("again", merged.digest)
    assert (found["deals"], found["games"]) == (30, merged.manifest["games"])


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["a", "a"], "a cannot be merged with a: deals 0 to 19 are in both"),
        (["a", "nowhere"], "nowhere is not a run directory"),
        (["a"], "merging needs two runs at least"),
        ([], "merging needs two runs at least"),
    ],
)
def test_a_refused_merge_ends_with_2_and_one_line(claimsim, arguments, what) -> None:
    claimsim("run", "small.toml", "--deals", "20", "--out", "a", "--quiet")
    code, out, err = claimsim("merge", *arguments, "--out", "merged")
    assert (code, out) == (2, "")
    assert err.startswith("claimsim: error: ")
    assert err.count("\n") == 1
    assert what in err


def test_more_deals_extend_a_run_and_fewer_are_refused(claimsim) -> None:
    claimsim("run", "small.toml", "--deals", "20", "--out", "a", "--quiet")
    code, out, err = claimsim("run", "small.toml", "--deals", "50", "--out", "a", "--resume")
    assert code == 0
    assert "extended from 20 to 50 deals a cell\n" in err
    assert Run.open("a").extended
    code, out, err = claimsim("run", "small.toml", "--deals", "49", "--out", "a", "--resume")
    assert (code, out) == (2, "")
    assert "plans 50 deals a cell, and 49 are fewer" in err


def test_an_adaptive_run_is_gone_on_with_without_a_number_of_deals(claimsim, tmp_path) -> None:
    precision = 'precision = { metric = "draw_rate", half_width = 0.2, max_deals = 2000 }'
    (tmp_path / "adaptive.toml").write_text(SCENARIO.replace("deals = 90", precision))
    code, out, _ = claimsim("run", "adaptive.toml", "--out", "a", "--json")
    assert (code, json.loads(out)["deals"]) == (0, 1000)
    run = Run.open("a")
    assert run.manifest["command"] == "claimsim run adaptive.toml --seed 5 --out a --resume"
    code, _, err = claimsim("run", "adaptive.toml", "--out", "a", "--resume")
    assert (code, err.splitlines()[0]) == (0, "a is finished already")
    code, _, err = claimsim("run", "adaptive.toml", "--out", "a", "--resume", "--deals", "3000")
    assert code == 2
    assert "adaptive runs are not extended" in err


def test_merge_tells_of_targets_as_a_run_does(claimsim, tmp_path) -> None:
    target = '[[targets]]\nmetric = "leader_win_rate"\nvalue = 0.9\ntolerance = 0.01\n'
    (tmp_path / "aim.toml").write_text(SCENARIO + target)
    claimsim("run", "aim.toml", "--deals", "20", "--out", "a")
    claimsim("run", "aim.toml", "--deals", "70", "--first-deal", "20", "--out", "b")
    code, merged, _ = claimsim("merge", "a", "b", "--out", "both")
    again, whole, _ = claimsim("run", "aim.toml", "--deals", "90", "--out", "whole")
    assert code == again == 3
    assert "leader_win_rate 0.9 +- 0.01: 0 balanced, 0 undecided, 4 unbalanced" in merged
    assert merged.replace("both", "whole") == whole
