"""The first screen: verdicts in plain words, and what is worth a look."""

from __future__ import annotations

import pandas as pd
import pytest
from scipy import stats

import reports
from reports import alerts, answers, judged, overall
from tests.reports.made_runs import MadeRun, grid, ladder
from tests.reports.reading import Page, plain
from tests.statistics.made_tallies import BASE, info, made_cell, stack

TARGET = '[[targets]]\nmetric = "leader_win_rate"\nvalue = 0.5\ntolerance = 0.02\n'


def verdict(cell, value, kind, *, half=0.005, needed=None, worst=False):
    return {
        "cell": cell,
        "target": 1,
        "metric": "leader_win_rate",
        "wanted": 0.5,
        "tolerance": 0.02,
        "value": value,
        "low": value - half,
        "high": value + half,
        "verdict": kind,
        "deals_needed": needed,
        "most_unbalanced": worst,
        "second_half": value + 0.001,
        "second_half_low": value - 0.009,
        "second_half_high": value + 0.011,
    }


def told(*rows, home=0):
    frame = pd.DataFrame(rows)
    return [plain(text) for text in judged.sentences(frame, home, lambda cell: f"cell {cell}")]


def test_one_cell_is_told_with_its_interval_and_the_band():
    assert told(verdict(0, 0.521, "unbalanced", half=0.0005)) == [
        "The first leader wins 52.10 % (52.05 to 52.15) when cell 0: surely outside 50 ± 2 %."
    ]


def test_an_undecided_cell_says_how_many_deals_would_tell():
    (text,) = told(verdict(0, 0.519, "undecided", needed=12_345.0))
    assert text.endswith(
        "not yet surely inside or outside 50 ± 2 % (about 12,000 deals would tell)."
    )


def test_cells_outside_are_named_the_farthest_first():
    (text,) = told(
        verdict(0, 0.501, "balanced"),
        verdict(1, 0.53, "unbalanced"),
        verdict(2, 0.44, "unbalanced"),
        verdict(3, 0.499, "balanced"),
    )
    assert text == (
        "The first leader wins 50.1 % (49.6 to 50.6) when cell 0: surely inside 50 ± 2 %. Of all 4 "
        "cells, 2 are surely outside (cell 2: 44.0 % (43.5 to 44.5); cell 1: 53.0 % (52.5 to "
        "53.5)), all others surely inside."
    )


def test_cells_that_agree_are_said_to():
    (text,) = told(verdict(0, 0.5, "balanced"), verdict(1, 0.5, "balanced"))
    assert text.endswith("So it is in all 2 cells.")


def test_undecided_cells_are_counted():
    rows = [verdict(0, 0.5, "balanced"), *(verdict(n, 0.52, "undecided") for n in (1, 2))]
    (text,) = told(*rows)
    assert text.endswith(
        "Of all 3 cells, none is surely outside, 1 is surely inside, 2 are undecided."
    )


def test_the_page_begins_with_the_verdict_and_links_its_evidence():
    made = ladder(20, more={"scenario": TARGET})
    made.made["verdicts"] = pd.DataFrame(
        [verdict(n, 0.5 + 0.01 * n, "undecided", worst=n == 5) for n in range(6)]
    )
    text = reports.to_html(made)
    first = plain(text[text.index('<ul class="answers">') :][:400])
    assert "The first leader wins 50.0 % (49.5 to 50.5) when planner meets planner" in first
    assert "random meets random. The other half, which had no part in the choice, says" in plain(
        text
    )
    assert "55.1 % (54.1 to 56.1)" in plain(text)
    assert '<a href="#verdicts">' in text
    assert "verdicts" in {attrs.get("id") for _, attrs in Page(text).tags}
    assert "Worth a look first:" in reports.to_markdown(made)


def test_what_is_picked_from_many_must_be_surer():
    row = {"x": 0.53, "x_low": 0.53 - 0.0196, "x_high": 0.53 + 0.0196}  # a standard error of 1 %
    assert alerts.sure(row, "x", 0.5, 1) == pytest.approx(0.53 - 0.0196 - 0.5, abs=1e-4)
    needed = stats.norm.isf(0.025 / 10) * 0.01
    assert alerts.sure(row, "x", 0.5, 10) == pytest.approx(0.03 - needed, abs=1e-4)
    assert alerts.sure(row, "x", 0.5, 1000) == 0
    assert alerts.sure({"x": 0.47, "x_low": 0.46, "x_high": 0.48}, "x", 0.5, 1) == pytest.approx(
        -0.02
    )
    assert alerts.sure({"x": None, "x_low": None, "x_high": None}, "x", 0.5, 1) == 0


def looked(**changed):
    cells = [_cell(0, "a", "b", 0.5), _cell(1, "a", "c", 0.5), _cell(2, "b", "c", 0.5)]
    known = {
        "cells": cells,
        "shown": cells,
        "factions": [],
        "cards": [],
        "powers": pd.DataFrame(columns=["cell", "power", "games_fired"]),
        "verdicts": None,
        "home": cells[0],
        "name": lambda cell: f"cell {cell}",
    }
    return alerts.Looked(**{**known, **changed})


def _cell(number, a, b, rate, leader=0.5):
    return {
        "cell": number,
        "deck": "claim",
        "setting": "none",
        "building": "none",
        "strategy_a": a,
        "strategy_b": b,
        "games": 1000,
        "a_win_rate": rate,
        "a_low": rate - 0.01,
        "a_high": rate + 0.01,
        "leader_win_rate": leader,
        "leader_low": leader - 0.01,
        "leader_high": leader + 0.01,
    }


def texts(**changed):
    return [plain(alert.text) for alert in alerts.find(looked(**changed))]


def test_an_even_run_has_no_alerts():
    assert texts() == []


def test_cells_whose_leader_surely_wins_more_or_less_are_told_the_surest_first():
    cells = [_cell(0, "a", "b", 0.5, 0.54), _cell(1, "a", "c", 0.5, 0.44), _cell(2, "b", "c", 0.5)]
    found = texts(cells=cells)
    assert found[0] == "Unbalanced: the first leader wins 44.0 % (43.0 to 45.0) when cell 1."
    assert [text[-7:] for text in found] == ["cell 1.", "cell 0."]


def _faction(name, swing):
    ends = {"swing": swing, "swing_low": swing - 0.01, "swing_high": swing + 0.01}
    return {"cell": 0, "faction": name, **ends}


def test_a_faction_dominates_whose_vote_tells_more_than_that_of_others():
    rows = [_faction("undead", 0.35), *(_faction(name, 0.2) for name in BASE[:3])]
    (text,) = texts(factions=rows)
    assert text == (
        "Undead dominate: who gets their vote wins 85.0 % (84.0 to 86.0); of the other "
        "factions, 70.0 % on average."
    )
    assert texts(factions=[_faction(name, 0.2) for name in BASE]) == []


def test_powers_that_never_or_hardly_ever_act_are_told():
    rows = [(0, "wild", 0.9), (0, "beats", 0.0), (1, "beats", 0.0), (0, "plateau", 0.004)]
    frame = pd.DataFrame(rows, columns=["cell", "power", "games_fired"])
    assert texts(powers=frame) == [
        "The power beats never acts: in none of 2,000 games.",
        "Plateau hardly ever acts: in 0.40 % of the games.",
    ]


def _card(name, rate):
    ends = {
        f"win_rate_recruited{end}": rate + by
        for end, by in (("", 0), ("_low", -0.01), ("_high", 0.01))
    }
    return {"cell": 0, "faction": name.split(":")[0], "card": name, **ends}


def test_cards_that_nobody_should_want_are_told_the_worst_first():
    cards = [_card("dwarves:9", 0.40), _card("royal_navy:0", 0.36), _card("dwarves:8", 0.48)]
    (text,) = texts(cards=cards)
    assert text.endswith(
        "less than half: Royal Navy 0 with 36.0 % (35.0 to 37.0) and Dwarves 9 with "
        "40.0 % (39.0 to 41.0)."
    )


def test_a_strategy_wins_too_much_if_it_does_against_everybody():
    cells = [_cell(0, "a", "b", 0.7), _cell(1, "a", "c", 0.8), _cell(2, "b", "c", 0.9)]
    assert texts(cells=cells) == [
        "a wins too much: 70.0 % (69.0 to 71.0) against b, and more against 1 other."
    ]
    turned = [_cell(0, "b", "a", 0.3), *cells[1:]]
    assert texts(cells=turned, home=turned[0]) == texts(cells=cells)


def test_a_run_in_which_nothing_stands_out_says_so():
    made = MadeRun([info(0, "greedy", "greedy", 1, same=True)], stack([made_cell(5, 1, 1)]))
    assert "Nothing stands out" in reports.to_html(made)
    assert "Worth a look first" not in reports.to_markdown(made)


def test_alerts_of_a_grid_link_to_what_the_page_has():
    text = reports.to_html(grid({"claim": BASE}, deals=400))
    assert '<ul class="alerts">' in text
    Page(text)


def _decks(rates):
    rows = []
    for deck, row in enumerate(rates):
        for rate in row:
            number = len(rows)
            rows.append({**_cell(number, "a", "a", 0.5, rate), "deck": str(deck)})
            rows[-1] |= {"leader_low": 0.0, "leader_high": 0.98}
    return rows


def test_a_grid_of_short_cells_is_told_as_a_whole_with_the_deck_as_the_unit():
    rates = [(0.0, 1.0), (1.0, 1.0), (0.0, 0.0), (0.5, 1.0)] * 5
    cells = _decks(rates)
    assert overall.is_short(cells, cells[0])
    means = [sum(row) / 2 for row in rates]
    interval = stats.ttest_1samp(means, 0.5).confidence_interval(0.95)
    found = overall.average(cells)
    assert found["rate"] == pytest.approx(0.5625)
    assert [found["rate_low"], found["rate_high"]] == pytest.approx(list(interval))
    expected = f"56.2 % ({100 * interval.low:.1f} to {100 * interval.high:.1f})"
    assert expected in plain(overall.leader(cells))


def test_of_few_decks_the_mean_has_no_interval():
    cells = _decks([(0.4, 0.6)] * 10)
    assert overall.average(cells)["rate_low"] is None
    assert plain(overall.leader(cells)).startswith(
        "On average over all 20 cells the first leader wins 50.0 %. Single cells are short"
    )


def test_of_many_cells_it_is_said_how_many_chance_alone_would_put_apart():
    cells = _decks([(0.4, 0.6)] * 50)
    assert overall.leader(cells).endswith("of 0 (chance alone would put 5 of them apart).")
    assert answers.leader(cells).endswith("in 100 (chance alone would put 5 of them apart).")
    assert "chance" not in answers.leader(cells[:9])


def test_long_cells_are_told_one_by_one():
    cells = [_cell(n, "a", "a", 0.5, 0.5) for n in range(20)]
    assert not overall.is_short(cells, cells[0])
    assert not overall.is_short(_decks([(0.5,)] * 12), cells[0])
