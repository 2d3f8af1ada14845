"""The first screen: verdicts in plain words, and what is worth a look."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd

import reports
from claimsim import registry
from tests.reports.made_rows import (
    TARGET,
    cell_row,
    faction_row,
    texts,
    told,
    verdict,
)
from tests.reports.made_runs import MadeRun, grid, ladder
from tests.reports.reading import Page, plain
from tests.statistics.made_tallies import BASE, info, made_cell, stack


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


def test_an_even_run_has_no_alerts():
    assert texts() == []


def test_cells_whose_leader_surely_wins_more_or_less_are_told_the_surest_first():
    cells = [
        cell_row(0, "a", "b", 0.5, 0.54),
        cell_row(1, "a", "c", 0.5, 0.44),
        cell_row(2, "b", "c", 0.5),
    ]
    found = texts(cells=cells)
    assert found[0] == "Unbalanced: the first leader wins 44.0 % (43.0 to 45.0) when cell 1."
    assert [text[-7:] for text in found] == ["cell 1.", "cell 0."]


def test_a_faction_dominates_whose_vote_tells_more_than_that_of_others():
    rows = [faction_row("undead", 0.35), *(faction_row(name, 0.2) for name in BASE[:3])]
    (text,) = texts(factions=rows)
    assert text == (
        "One faction dominates, Undead: who gets its vote wins 85.0 % (84.0 to 86.0); of the "
        "other factions, 70.0 % on average."
    )
    assert texts(factions=[faction_row(name, 0.2) for name in BASE]) == []


def test_powers_that_never_or_hardly_ever_act_are_told():
    rows = [(0, "wild", 0.9), (0, "beats", 0.0), (1, "beats", 0.0), (0, "plateau", 0.004)]
    frame = pd.DataFrame(rows, columns=["cell", "power", "games_fired"])
    assert texts(powers=frame) == [
        "One power, beats, never acts: in none of 2,000 games.",
        "One location, Plateau, hardly ever acts: in 0.40 % of the games.",
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
    cells = [cell_row(0, "a", "b", 0.7), cell_row(1, "a", "c", 0.8), cell_row(2, "b", "c", 0.9)]
    assert texts(cells=cells) == [
        "a wins too much: 70.0 % (69.0 to 71.0) against b, and more against 1 other."
    ]
    turned = [cell_row(0, "b", "a", 0.3), *cells[1:]]
    assert texts(cells=turned, home=turned[0]) == texts(cells=cells)


def test_a_run_in_which_nothing_stands_out_says_so():
    made = MadeRun([info(0, "greedy", "greedy", 1, same=True)], stack([made_cell(5, 1, 1)]))
    assert "Nothing stands out" in reports.to_html(made)
    assert "Worth a look first" not in reports.to_markdown(made)


def test_alerts_of_a_grid_link_to_what_the_page_has():
    text = reports.to_html(grid({"claim": BASE}, deals=400))
    assert '<ul class="alerts">' in text
    Page(text)


def _alerts_of(**changed):
    row = verdict(0, 0.53, "undecided", worst=True)
    return texts(verdicts=pd.DataFrame([{**row, **changed}]))


def test_the_cell_farthest_off_is_told_with_its_metric_if_there_is_something_to_tell():
    (text,) = _alerts_of()
    assert text == (
        "Leader wins, farthest off in half of the deals: cell 0. The other half, which had no part "
        "in the choice, says 53.1 % (52.1 to 54.1) against 50 ± 2 % wanted."
    )
    assert _alerts_of(metric="draw_rate")[0].startswith("Drawn, farthest off")
    nothing = {f"second_half{end}": None for end in ("", "_low", "_high")}
    assert _alerts_of(**nothing) == []
    assert _alerts_of(verdict="balanced") == []
    inside = {"second_half": 0.5, "second_half_low": 0.49, "second_half_high": 0.51}
    assert _alerts_of(**inside) == []


def test_if_all_cells_are_outside_there_are_no_others():
    (text,) = told(*(verdict(n, 0.6 + 0.01 * n, "unbalanced") for n in range(4)))
    assert text.endswith(
        "All 4 cells are surely outside (farthest: cell 3: 63.0 % (62.5 to 63.5); cell 2: 62.0 % "
        "(61.5 to 62.5); cell 1: 61.0 % (60.5 to 61.5))."
    )
    (text,) = told(verdict(0, 0.6, "unbalanced"), verdict(1, 0.52, "undecided"))
    assert text.endswith("60.0 % (59.5 to 60.5)), none is surely inside, 1 is undecided.")


def test_a_strategy_of_ones_own_that_is_known_is_told_by_its_own_summary(monkeypatch):
    known = registry.known()
    mine = replace(known["greedy"], name="mine", summary="Plays as I would.")
    made = ladder(3, ("greedy", "mine(wild=2)", "yours"))
    assert "Plays as I would." not in reports.to_html(made)
    monkeypatch.setitem(known, "mine", mine)
    page = Page(reports.to_html(made))
    assert "Plays as I would." in page.texts
    assert page.texts.count("A strategy of one's own, whose file is not at hand.") == 1
