"""The Markdown report: its text for a worked run, escaping, and the wording of numbers."""

from __future__ import annotations

import dataclasses

import pytest
from scipy import stats

import reports
from claimsim.rules.catalogue import FACTIONS
from claimsim.rules.powers import POWER_SUMMARIES, Redraws
from reports import described, wording
from reports.answers import headline, leader, strategy
from tests.reports.made_runs import MadeRun, grid
from tests.statistics.made_tallies import BASE, Game, count, info, stack

WON = Game(0, (0, 0, 0, 1, 1), cards=((5, 2), (3, 1), (4, 4), (1, 2), (2, 3)), ties=(0, 0, 1, 0, 0))
LOST = Game(1, (0, 1, 1, 1, -1), cards=((6, 2), (3, 4), (4, 5), (1, 2), (0, 0)))


def worked() -> MadeRun:
    """Twelve deals of which the leader wins nine."""
    infos = [info(0, "greedy", "greedy", 1, same=True)]
    return MadeRun(infos, stack([count([[WON]] * 9 + [[LOST]] * 3)]))


def test_the_answer_and_the_tables_of_a_worked_run():
    bounds = stats.binomtest(9, 12).proportion_ci(0.95, method="exact")
    rate = f"75.0\N{NO-BREAK SPACE}% ({100 * bounds.low:.1f} to {100 * bounds.high:.1f})"
    lines = reports.to_markdown(worked()).split("\n")
    assert lines[:5] == [
        "# Claim, first leader",
        "",
        "Does the first leader have an edge?",
        "",
        f"- No edge can be told: the first leader wins {rate} when greedy meets greedy.",
    ]
    assert f"| greedy – greedy | {rate} | includes 50 % | exact | 1.00 |" in lines
    headings = [line for line in lines if line.startswith("## ")]
    assert headings == ["## Leader advantage", "## Factions"], "a player meets only himself"
    assert sum(line.startswith("| greedy – greedy | Knights |") for line in lines) == 2
    assert "claimsim run scenarios/base.toml --deals 400 --seed 1" in lines


def test_every_row_of_a_table_has_the_columns_of_its_head():
    lines = reports.to_markdown(worked()).split("\n")
    width = 0
    for line in lines:
        bars = line.replace("\\|", "").count("|")
        if bars and width:
            assert bars == width, line
        width = bars


def test_a_large_run_is_still_a_text_that_can_be_pasted():
    """Where people paste it, 65,536 characters are the most that is taken."""
    made = grid({f"deck {number}": BASE for number in range(40)}, deals=30)
    assert len(made.cells_info) == 360
    assert len(reports.to_markdown(made)) < 16_000


def test_names_cannot_break_out_of_a_table_or_a_fence():
    made = MadeRun(
        [info(0, "a|b", "<c>", 1)],
        stack([count([[WON]])]),
        name="# <b>*x*",
        more={"scenario": 'name = "```"\n'},
    )
    text = reports.to_markdown(made)
    assert text.startswith("# \\# \\<b\\>\\*x\\*\n")
    assert "| a\\|b – \\<c\\> |" in text
    assert '````toml\nname = "```"\n````' in text


@pytest.mark.parametrize(
    ("value", "low", "high", "expected"),
    [
        (0.509, 0.507, 0.511, "50.9 % (50.7 to 51.1)"),
        (0.50912, 0.50905, 0.50919, "50.91 % (50.91 to 50.92)"),
        (0.46, 0.33, 0.59, "46.0 % (33.0 to 59.0)"),
        (0.5, 0.5, 0.5, "50 %"),
        (0.0, 0.0, 0.0004, "0.00 % (0.00 to 0.04)"),
        (None, None, None, "–"),
    ],
)
def test_shares_have_sensible_decimals(value, low, high, expected):
    row = {"x": value, "x_low": low, "x_high": high}
    assert wording.percent_between(row, "x").replace("\N{NO-BREAK SPACE}", " ") == expected


def test_differences_have_signs_and_zero_has_none():
    row = {"x": -0.00001, "x_low": -0.02, "x_high": 0.02}
    assert wording.points_between(row, "x") == "0.0 (−2.0 to +2.0)"


def _cell(number, a, b, a_rate, lead):
    return {
        "cell": number,
        "deck": "claim",
        "setting": "none",
        "building": "none",
        "strategy_a": a,
        "strategy_b": b,
        "a_win_rate": a_rate,
        "a_low": a_rate - 0.02,
        "a_high": a_rate + 0.02,
        "deals": 1000,
        "leader_win_rate": lead,
        "leader_low": lead - 0.01,
        "leader_high": lead + 0.01,
    }


CELLS = [
    _cell(0, "low", "low", 0.5, 0.45),
    _cell(1, "low", "planner", 0.2, 0.55),
    _cell(2, "planner", "planner", 0.5, 0.505),
    _cell(3, "greedy", "planner", 0.4, 0.53),
    _cell(4, "low", "greedy", 0.3, 0.5),
]


def test_the_headline_is_the_strongest_strategy_against_itself():
    assert headline(CELLS)["cell"] == 2
    assert leader(CELLS).replace("\N{NO-BREAK SPACE}", " ") == (
        "Leading the first trick helps in some cells and hurts in others: the first leader wins "
        "50.5 % (49.5 to 51.5) when planner meets planner, where no edge can be told. Of all 5 "
        "cells taken together he is surely ahead in 2 and behind in 1. Taken alone, their interval "
        "lies above 50 % in 2, below in 1."
    )


def test_the_strongest_strategy_is_seen_from_its_own_side():
    assert strategy(CELLS).replace("\N{NO-BREAK SPACE}", " ") == (
        "The strongest strategy is planner: it wins 60.0 % (58.0 to 62.0) against greedy and "
        "80.0 % (78.0 to 82.0) against low."
    )


def test_strategies_that_met_only_themselves_are_not_ranked():
    assert strategy(CELLS[:1]).startswith("Each strategy met only itself")


def test_changed_factions_are_described_by_the_powers_that_they_have():
    changed = dataclasses.replace(FACTIONS["dwarves"], printed=(1, 2, 2), powers=(Redraws(),))
    mute = dataclasses.replace(FACTIONS["undead"], powers=())
    published = FACTIONS["doppelgangers"]
    info_of = {"deck": "ours", "kinds": (changed, mute, published)}
    ((heading, rows),) = described.decks([info_of])
    assert heading == "Deck ours"
    drawing = POWER_SUMMARIES["redraws"]
    assert rows[0] == ["Dwarves", "3", "1, 2 (2 times); side deck 0 to 9", drawing]
    assert rows[1][3] == "No power."
    assert rows[2][3] == published.summary
