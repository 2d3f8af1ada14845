"""The game's course: how safe a lead is, when games are settled, and what decides who wins."""

from __future__ import annotations

import pandas as pd
import pytest

import reports
from reports import course
from tests.reports.made_runs import MadeRun, ladder
from tests.reports.reading import Page, plain, rows_of
from tests.statistics.made_tallies import info, made_cell, stack

AHEAD = (0.5, 0.6, 0.7, 1.0)
SETTLED = (0.1, 0.3, 0.55, 1.0)


def _tricks():
    rows = []
    for place, (ahead, settled) in enumerate(zip(AHEAD, SETTLED, strict=True)):
        row = {"cell": 0, "phase": 1 + place // 2, "trick": 1 + place % 2, "games": 40}
        for name, value in (("ahead_wins", ahead), ("settled", settled)):
            row |= {
                name: value,
                f"{name}_low": max(value - 0.1, 0),
                f"{name}_high": min(value + 0.1, 1),
            }
        rows.append(row | {"interval": "exact"})
    return rows


@pytest.fixture(scope="module")
def text():
    run = MadeRun([info(0, "greedy", "duck", 2)], stack([made_cell(30, 2, 1)]))
    run.made["tricks"] = pd.DataFrame(_tricks())
    return reports.to_html(run)


def test_tricks_are_listed_with_intervals(text):
    rows = rows_of(text, "tricks")
    assert rows[0] == ["After trick", "Games watched", "Ahead wins", "Settled", "Interval"]
    assert rows[3] == [
        "Phase 2, trick 1",
        "40",
        "70.0 % (60.0 to 80.0)",
        "55.0 % (45.0 to 65.0)",
        "exact",
    ]


def test_the_figure_reads_out_every_trick(text):
    assert "figure-course-title" in text
    (words,) = [part for part in Page(text).texts if part.startswith("1.1: ahead wins")]
    assert "2.1: ahead wins 70.0 %, settled 55.0 %" in plain(words)


def test_the_turning_point_and_come_backs_are_told_in_words():
    first, second = map(plain, course.told(_tricks(), {"seat_share": None}))
    assert first == (
        "From Phase 2, trick 1 on, half of the games are settled: in 55.0 % (45.0 to 65.0) the "
        "later winner stays ahead to the end."
    )
    assert second.endswith(
        "the first trick of Phase 2 still wins 30.0 % (20.0 to 40.0) of the games."
    )


def test_skill_and_luck_are_shared_out_where_seats_are_exchanged():
    made = ladder(30)  # of strategies without dice: against itself, none has any part
    cells, text = made.table("cells"), reports.to_html(made)
    rows = rows_of(text, "shares")
    assert rows[0] == ["Cell", "Seat", "Skill", "Luck of the deal", "Rest"]
    assert len(rows) == 1 + len(cells)


def test_a_run_of_few_deals_says_that_no_trick_was_watched():
    text = reports.to_html(ladder(3))
    assert "No deal of this run was watched trick by trick" in text
    assert "figure-course" not in text
