"""``claimsim plan``: deals for a precision, held against a run of so many."""

from __future__ import annotations

import json

import pytest

from claimsim.cli.plan_command import span
from claimsim.experiment import planning
from claimsim.experiment.planning import deals_for


@pytest.fixture(autouse=True)
def short(monkeypatch) -> None:
    monkeypatch.setattr(planning, "PILOT_GAMES", 6000)


def test_a_run_of_the_planned_deals_is_as_narrow_as_planned(claimsim) -> None:
    done = claimsim("plan", "small.toml", "--half-width", "0.04", "--json")
    assert done.code == 0
    plan = json.loads(done.out)
    (need,) = plan["needs"]
    assert plan["metric"] == "leader_win_rate"
    assert need["deals"] <= need["worst_deals"]
    assert need["games"] == need["worst_deals"] * (2 + 1 + 2), "greedy against itself plays once"
    assert need["seconds"] == pytest.approx(need["games"] / plan["games_per_second"])
    deals = str(need["worst_deals"])
    assert claimsim("run", "small.toml", "--deals", deals, "--out", "x", "--quiet").code == 0
    cells = json.loads(claimsim("show", "x", "--format", "json").out)
    widest = max((cell["leader_high"] - cell["leader_low"]) / 2 for cell in cells)
    assert widest == pytest.approx(0.04, rel=0.1)


def test_deals_go_by_the_normal_interval_or_the_exact_one() -> None:
    # 1.96**2 / 4 / 0.01**2: the textbook's 9,604 trials for a percentage point either way
    assert deals_for(0.25, 0.01) == 9604
    # Clopper-Pearson of 0 in n: 1 - 0.025**(1/n), of width 0.02 at n = 183
    assert deals_for(0.0, 0.01) == pytest.approx(183, abs=2)


def test_the_table_tells_of_every_width(claimsim) -> None:
    done = claimsim("plan", "small.toml", "--metric", "mean_margin", "--half-width", "0.1",
                    "--half-width", "0.2")  # fmt: skip
    assert done.code == 0
    assert "deals for an interval of mean_margin" in done.out
    lines = [line.split()[0] for line in done.out.splitlines() if line.strip().startswith("0.")]
    assert lines == ["0.2", "0.1"]


def test_what_a_scenario_asks_for_is_planned(claimsim, tmp_path) -> None:
    text = (tmp_path / "small.toml").read_text().replace(
        "deals = 20", 'precision = { metric = "draw_rate", half_width = 0.03, max_deals = 9000 }'
    )  # fmt: skip
    (tmp_path / "narrow.toml").write_text(text)
    plan = json.loads(claimsim("plan", "narrow.toml", "--json").out)
    assert plan["metric"] == "draw_rate"
    assert [need["half_width"] for need in plan["needs"]] == [0.03]


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["--metric", "win_rate"], "--metric: found 'win_rate'"),
        (["--half-width", "0"], "0"),
        (["--half-width", "x"], "'x' is not a valid float"),
    ],
)
def test_wrong_wishes_are_refused(claimsim, arguments, what: str) -> None:
    done = claimsim("plan", "small.toml", *arguments)
    assert (done.code, done.out) == (2, "")
    assert what in done.err


def test_times_are_told_in_words() -> None:
    assert [span(s) for s in (2.34, 89, 120, 3600 * 5)] == ["2.3 s", "89.0 s", "2 min", "5.0 h"]


@pytest.mark.parametrize("width", ["nan", "inf", "0", "-1", "1e-12", "11"])
def test_a_width_that_nobody_wants_is_refused(width: str, claimsim) -> None:
    done = claimsim("plan", "base", "--half-width", width)
    assert done.code == 2
    assert "a number from 1e-05 to 10" in done.err
