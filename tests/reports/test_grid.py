"""The grid of a report: heat map of places, effects, and a table of cells."""

from __future__ import annotations

import pandas as pd
import pytest

import reports
from reports import grid as grid_part
from reports.effect_tables import EffectTables
from reports.labels import Labels
from tests.reports.made_runs import grid, ladder
from tests.reports.reading import plain, rows_of
from tests.statistics.made_tallies import BASE

DECKS = {"claim": BASE, "sea": ("pirates", "royal_navy", "sea_monsters", "octipi", "fish_people")}


@pytest.fixture(scope="module")
def made():
    return grid(DECKS, deals=40)


@pytest.fixture(scope="module")
def text(made):
    return reports.to_html(made)


def test_a_field_is_the_mean_of_the_cells_of_its_place(made, text):
    cells = made.table("cells")
    rows = rows_of(text, "places-all")
    assert rows[0] == ["Setting", "No building", "Dungeon", "Castle"]
    assert [row[0] for row in rows[1:]] == ["No setting", "Windy Peaks", "Plateau"]
    own = cells[(cells["setting"] == "plateau") & (cells["building"] == "dungeon")]
    assert len(own) == 2
    assert rows[3][2] == f"{100 * own['leader_win_rate'].mean():.1f}"
    assert "Each field is the mean of up to 2 cells" in text


def _means(decks, low, high, spread=0.0):
    """Return the fields of a map of two places each way, the mean over some decks each."""
    cells = [
        {"cell": n, "deck": deck, "setting": s, "building": b, "strategy_a": "a",
         "strategy_b": "b", "leader_win_rate": 0.56 + spread * (-1) ** n, "leader_low": low,
         "leader_high": high}
        for s in ("none", "shore") for b in ("none", "tower")
        for n, deck in enumerate(f"deck {n}" for n in range(decks))
    ]  # fmt: skip
    ((_, found),) = grid_part.maps(cells, Labels(cells))
    return [field for _, row in found.rows for field in row]


@pytest.mark.parametrize(("low", "sure"), [(0.51, True), (0.49, False)])
def test_the_mean_of_few_decks_is_bold_where_the_mean_of_their_bounds_leaves_out_half(low, sure):
    fields = _means(4, low, 0.6)
    assert [field.data for field in fields] == [f"0.56 {low:g} 0.6"] * 4
    assert [field.tone.endswith(" sure") for field in fields] == [sure] * 4


@pytest.mark.parametrize(("spread", "sure"), [(0.02, True), (0.3, False)])
def test_the_mean_of_many_decks_is_bold_by_how_much_they_differ(spread, sure):
    fields = _means(30, 0.0, 1.0, spread)  # each cell by itself tells nothing
    assert [field.tone.endswith(" sure") for field in fields] == [sure] * 4


def test_cells_without_a_location_are_named_alike_everywhere(text):
    assert "None" not in {part for row in rows_of(text, "grid") for part in row}
    assert rows_of(text, "grid")[1][2:4] == ["No setting", "No building"]
    assert "No setting" in rows_of(text, "played")[1]


def test_places_have_a_map_for_each_matchup_and_one_for_all(text):
    cells = [
        {"cell": n, "deck": "d", "setting": s, "building": b, "strategy_a": a, "strategy_b": "x",
         "leader_win_rate": 0.5 + n / 100, "leader_low": 0.4, "leader_high": 0.6}
        for n, (s, b, a) in enumerate(
            (s, b, a) for s in ("none", "shore") for b in ("none", "tower") for a in "pqrst"
        )
    ]  # fmt: skip
    found = grid_part.maps(cells, Labels(cells))
    assert [name for name, _ in found] == ["all matchups", "p – x", "q – x", "r – x"]
    (_, fields) = found[1][1].rows[1]
    assert [field.text for field in fields] == ["60.0", "65.0"]


def test_a_run_with_one_axis_has_no_map():
    assert grid_part.maps(ladder(2).table("cells").to_dict("records"), _labels(ladder(2))) == []


def _labels(made):
    return Labels(made.table("cells").to_dict("records"))


def test_all_cells_of_a_small_grid_can_be_filtered(made, text):
    rows = rows_of(text, "grid")
    assert rows[0] == ["Cell", "Deck", "Setting", "Building", "Games", "Leader wins", "a wins"]
    assert len(rows) == 1 + 18
    assert rows[-1][1:4] == ["sea", "Plateau", "Castle"]
    assert 'class="data filter" data-name="grid"' in text
    assert "cells.parquet" in text


def test_of_a_large_grid_both_ends_are_shown():
    cells = [
        {"cell": n, "deck": "d", "setting": "none", "building": "none", "strategy_a": "a",
         "strategy_b": "b", "games": 2, "verdict": None, "leader_win_rate": n / 1000,
         "leader_low": n / 1000 - 0.01, "leader_high": n / 1000 + 0.01, "a_win_rate": 0.5,
         "a_low": 0.4, "a_high": 0.6}
        for n in range(1000)
    ]  # fmt: skip
    found = grid_part.table(cells, Labels(cells))
    shown = [int(row[0]) for row in found.rows]
    assert shown == [*range(100), *range(900, 1000)]
    assert "200" not in found.caption
    assert found.caption == "The 100 cells at either end of 1,000"


def _effect(kind, term, estimate, q, metric="leader_win_rate", matchup="all", share=None):
    known = estimate is not None
    return {
        "metric": metric,
        "matchup": matchup,
        "kind": kind,
        "term": term,
        "estimate": estimate,
        "low": estimate - 0.01 if known else None,
        "high": estimate + 0.01 if known else None,
        "std_error": 0.005 if known else None,
        "p_value": q,
        "q_value": q,
        "share_of_variance": share,
        "interval": "clustered by deck" if known else "",
        "cells": 9,
        "note": "",
    }


EFFECTS = [
    _effect("unit", "all", None, None, share=0.25),
    _effect("unit", "undead", 0.03, 0.001),
    _effect("unit", "angels+phoenix", -0.02, 0.2),
    _effect("unit", "octipi", None, None),
    _effect("setting", "none", 0.004, 0.5),
    _effect("unit x setting", "undead x none", 0.015, 0.01),
    _effect("unit x setting", "undead x shore", -0.012, 0.3),
    _effect("unit x setting", "octipi x shore", 1e-16, 1.0),
    _effect("unexplained", "unexplained", None, None, share=0.75),
    _effect("unit", "undead", 0.9, 0.0, matchup="a against b"),
]


def test_effects_of_all_matchups_are_told_with_intervals():
    found = EffectTables(pd.DataFrame(EFFECTS))
    rows = found.main().rows
    assert rows[0] == ["Undead", "Faction", "+3.0 (+2.0 to +4.0)"]
    assert [row[0] for row in rows] == ["Undead", "Angels and Phoenix", "No setting"]
    assert found.shares().rows == [
        ["Leader wins", "25.0\N{NO-BREAK SPACE}%", "75.0\N{NO-BREAK SPACE}%"]
    ]


def test_only_sure_interactions_are_shown():
    found = EffectTables(pd.DataFrame(EFFECTS))
    assert [row[0] for row in found.pairs().rows] == ["Undead × no setting"]


def test_the_largest_sure_effect_and_what_cannot_be_told_stand_in_words():
    first, second = map(plain, EffectTables(pd.DataFrame(EFFECTS)).told()[:2])
    assert first.endswith("in points: Undead +3.0 (+2.0 to +4.0).")
    assert second == "The decks of this grid do not tell what these do: Octipi."


def test_effects_are_drawn_and_read_out(text):
    assert "figure-effects-title" in text
    assert rows_of(text, "effects")[0][:2] == ["What", "Kind"]
    assert "figure-effects" not in reports.to_html(ladder(2))
