"""The cards of a report: heat maps to choose from, and their numbers."""

from __future__ import annotations

import pandas as pd
import pytest

import reports
from tests.reports.made_runs import MadeRun
from tests.reports.reading import Page, rows_of
from tests.statistics.made_tallies import info, made_cell, stack

WAYS = ("recruited", "dealt", "scored")


def _row(owner, number, base, cell=0):
    row = {"cell": cell, "faction": owner, "card": f"{owner}:{number}", "copies": 1}
    for place, way in enumerate(("dealt", "recruited", "scored")):
        value = base + 0.1 * place
        row |= {
            f"win_rate_{way}": value,
            f"win_rate_{way}_low": value - 0.05,
            f"win_rate_{way}_high": value + 0.05,
        }
    return row | {"interval": "wilson"}


@pytest.fixture(scope="module")
def text():
    made = MadeRun([info(0, "greedy", "duck", 2)], stack([made_cell(30, 2, 1)]))
    rows = [_row("goblins", 0, 0.3), _row("goblins", 10, 0.4), _row("knights", 2, 0.5)]
    rows[2] |= dict.fromkeys(f"win_rate_dealt{end}" for end in ("", "_low", "_high"))
    made.made["cards"] = pd.DataFrame(rows)
    return reports.to_html(made)


def test_a_faction_is_a_row_and_a_number_a_column(text):
    assert rows_of(text, "cards-0-recruited") == [
        ["Faction", "0", "2", "10"],
        ["Goblins", "40.0", "", "50.0"],
        ["Knights", "", "60.0", ""],
    ]
    assert rows_of(text, "cards-0-dealt")[1:] == [
        ["Goblins", "30.0", "", "40.0"],
        ["Knights", "", "–", ""],
    ]


def test_one_of_three_maps_is_chosen_without_a_script(text):
    page = Page(text)
    radios = [a for a in page.all("input") if a.get("name") == "cards-of-0"]
    assert [a["type"] for a in radios] == ["radio"] * 3
    assert ["checked" in a for a in radios] == [True, False, False]
    labels = [a["for"] for a in page.all("label")]
    assert all(a["id"] in labels for a in radios)
    assert {f"cards-0-{way}" for way in WAYS} <= {a.get("data-name") for a in page.all("table")}


def test_their_numbers_stand_in_a_table_with_intervals(text):
    heads, *rows = rows_of(text, "cards-0")
    assert heads[:2] == ["Card", "Copies"]
    assert heads[2:5] == [f"Win rate, {way}" for way in ("dealt", "recruited", "scored")]
    assert rows[0][:3] == ["Goblins 0", "1", "30.0 % (25.0 to 35.0)"]
    assert rows[0][3:] == ["40.0 % (35.0 to 45.0)", "50.0 % (45.0 to 55.0)", "wilson"]
    assert rows[2][2] == "–"
    assert 'data-v="0.3 0.25 0.35"' in text


def test_the_maps_say_that_an_association_is_no_cause(text):
    assert "not to say that it brings it" in text
