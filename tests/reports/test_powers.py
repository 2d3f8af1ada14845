"""Powers and locations: how often they act, and what changes without them."""

from __future__ import annotations

import pytest

import reports
from reports import ablation
from reports.ablation import Ablation
from reports.labels import Labels
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


def test_the_mean_over_cells_stands_apart_from_the_lowest_and_the_highest(text):
    rows = rows_of(text, "ablation-over")
    leader, a = ("Leader, with minus without", "a, with minus without")
    ends = ("mean", "lowest", "highest")
    assert rows[0] == [
        "Power",
        "Of",
        "Cells",
        *(f"{m}: {end}" for m in (leader, a) for end in ends),
    ]
    numbers = ["+4.0", "0.0", "+8.0", "+54.0", "+50.0", "+58.0"]
    assert rows[1] == ["wild", "Doppelgangers", "9", *numbers]
    heads = rows_of(text, "powers")[0]
    assert heads[3:6] == [f"Fired a game: {end}" for end in ends]


def test_what_is_drawn_stands_in_its_table_with_intervals(text):
    rows = rows_of(text, "ablation")
    assert rows[0][-3:] == ["Leader, with minus without", "a, with minus without", "Interval"]
    (wild,) = [row for row in rows if row[0] == "wild"]
    assert wild[1:5] == [
        "Doppelgangers",
        "no location",
        "0.0 (−0.5 to +0.5)",
        "+50.0 (+49.5 to +50.5)",
    ]
    assert '<figure data-table="ablation">' in text
    (words,) = [part for part in Page(text).texts if "Doppelgangers: wild: " in part]
    drawn = plain(words).split("; ")
    assert [part.rpartition(": ")[2] for part in drawn] == [row[3] for row in rows[1:]]


def test_what_is_not_in_play_in_the_answers_cell_is_drawn_of_another(text):
    rows = rows_of(text, "ablation")[1:]
    assert [row[0] for row in rows] == ["Plateau", "Windy Peaks", "Castle", "Dungeon", "wild"]
    assert [row[2] for row in rows] == [
        "Plateau",
        "Windy Peaks",
        "Castle",
        "Dungeon",
        "no location",
    ]
    assert rows[0][3] == "+6.0 (+5.5 to +6.5)"  # cell 6 is the first with the Plateau
    every = rows_of(text, "ablation-cells")[1:]
    assert len(every) == 9 + 6 + 6


@pytest.fixture(scope="module")
def golems():
    """Two decks, and a power that another faction has in the second."""
    kinds = {"one": {"wild": ["dwarves"]}, "two": {"wild": ["dwarves", "golems"]}}
    every = [
        {"cell": n, "deck": deck, "setting": "none", "building": "none", "strategy_a": a,
         "strategy_b": "greedy"}
        for n, (deck, a) in enumerate(
            (("one", "greedy"), ("one", "planner"), ("two", "planner"), ("two", "greedy"))
        )
    ]  # fmt: skip
    rows = [
        {"cell": n, "power": "wild", "interval": "normal; exact: games_fired"}
        | {
            f"{name}_ablation{end}": n / 10
            for name in ("leader", "a")
            for end in ("", "_low", "_high")
        }
        for n in range(4)
    ]
    return Ablation(rows, None, kinds), every


def test_holders_are_those_of_the_deck_of_the_cell(golems):
    made, every = golems
    drawn = made.drawn(every, every[0])
    # cell 3, not 2: there the players of the answer meet
    assert [(row["cell"], row["of"]) for row in drawn] == [
        (3, "Dwarves and Golems"),
        (0, "Dwarves"),
    ]
    text = str(ablation.figure(drawn, every, every[0], Labels(every)).svg)
    assert "Dwarves and Golems: wild, two: +30.0" in plain(text)
    assert "Dwarves: wild: 0.0" in plain(text)


def test_the_answers_cell_is_drawn_rather_than_one_before_it(golems):
    made, every = golems
    assert [row["cell"] for row in made.drawn(every, every[1])] == [2, 1]


@pytest.mark.parametrize(
    ("kinds", "told"),
    [
        ("normal", "normal"),
        ("normal; exact: games_fired", "normal"),
        ("normal; by definition: a_ablation", "Leader: normal; a: by definition"),
        (
            "exact; normal: fired_per_game, leader_ablation, a_ablation, extended after looking",
            "normal, extended after looking",
        ),
    ],
)
def test_kinds_are_those_of_what_changes(golems, kinds, told):
    rows = [{**golems[0].rows[0], "of": "", "interval": kinds}]
    assert ablation.intervals("x", "", rows, str).rows[0][-1] == told


def test_of_a_deck_without_powers_nothing_is_listed():
    made = grid({"claim": BASE}, deals=3)
    made.made["powers"] = made.table("powers").iloc[:0]
    text = reports.to_html(made)
    assert 'data-name="powers"' not in text
    assert "No faction of this run has a power" in text


def test_without_ablation_the_page_says_how_to_have_it():
    text = reports.to_html(grid({"claim": BASE}, deals=3))
    assert "ablation = true" in text
    assert "figure-ablation" not in text
