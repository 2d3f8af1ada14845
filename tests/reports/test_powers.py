"""Powers and locations: how often they act, and what changes without them."""

from __future__ import annotations

import pytest

import reports
from tests.reports.made_runs import grid
from tests.reports.reading import Page, plain, rows_of
from tests.statistics.made_tallies import BASE


@pytest.fixture(scope="module")
def text():
    made = grid({"claim": BASE}, deals=20)
    frame = made.table("powers").copy()
    for name, shift in (("leader_ablation", 0.0), ("a_ablation", 0.5)):
        frame[name] = shift + frame["cell"] / 100
        frame[f"{name}_low"] = frame[name] - 0.005
        frame[f"{name}_high"] = frame[name] + 0.005
    made.made["powers"] = frame
    return reports.to_html(made)


def test_the_mean_over_cells_stands_with_its_range(text):
    rows = rows_of(text, "ablation")
    assert rows[0] == [
        "Power",
        "Of",
        "Cells",
        "Leader, with minus without",
        "a, with minus without",
    ]
    assert rows[1] == ["wild", "Doppelgangers", "9", "+4.0 (0.0 to +8.0)", "+54.0 (+50.0 to +58.0)"]


def test_one_cell_is_drawn_with_intervals(text):
    page = Page(text)
    (words,) = [part for part in page.texts if part.startswith("Doppelgangers: wild: ")]
    assert plain(words) == "Doppelgangers: wild: 0.0 (−0.5 to +0.5)"


def test_without_ablation_the_page_says_how_to_have_it():
    text = reports.to_html(grid({"claim": BASE}, deals=3))
    assert "ablation = true" in text
    assert "figure-ablation" not in text
