"""What is surely so, of one cell and of many: leading, strategies, votes, short cells."""

from __future__ import annotations

import pandas as pd
import pytest
from scipy import stats

import reports
from reports import alerts, answers, overall
from reports.labels import Labels
from tests.reports.made_rows import (
    TARGET,
    cell_row,
    decks,
    faction_row,
    texts,
    verdict,
)
from tests.reports.made_runs import grid, ladder
from tests.reports.reading import plain
from tests.statistics.made_tallies import BASE


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


def test_a_grid_of_short_cells_is_told_as_a_whole_with_the_deck_as_the_unit():
    rates = [(0.0, 1.0), (1.0, 1.0), (0.0, 0.0), (0.5, 1.0)] * 5
    cells = decks(rates)
    assert overall.is_short(cells, cells[0])
    means = [sum(row) / 2 for row in rates]
    interval = stats.ttest_1samp(means, 0.5).confidence_interval(0.95)
    found = overall.average(cells)
    assert found["rate"] == pytest.approx(0.5625)
    assert [found["rate_low"], found["rate_high"]] == pytest.approx(list(interval))
    expected = f"56.2 % ({100 * interval.low:.1f} to {100 * interval.high:.1f})"
    assert expected in plain(overall.leader(cells))


def test_of_few_decks_the_mean_has_no_interval():
    cells = decks([(0.4, 0.6)] * 10)
    assert overall.average(cells)["rate_low"] is None
    assert plain(overall.leader(cells)).startswith(
        "On average over all 20 cells the first leader wins 50.0 %. Single cells are short"
    )


def test_of_many_cells_it_is_said_how_many_chance_alone_would_put_apart():
    cells = decks([(0.4, 0.6)] * 50)
    chance = "below in none (chance alone would put about 5 of them apart)."
    assert overall.leader(cells).endswith(chance)
    assert answers.leader(cells).endswith(chance)
    assert "chance" not in answers.leader(cells[:9])


def test_cells_too_short_to_leave_out_one_half_are_not_counted_as_chance():
    cells = decks([(0.0, 1.0)] * 990)
    for deals, bounds in ((1, (0.025, 0.975)), (5, (0.478, 0.522))):
        short = [{**cell, "deals": deals} for cell in cells]
        low, high = stats.binomtest(deals, deals).proportion_ci(0.95, method="exact")
        assert low == pytest.approx(bounds[0], abs=1e-3)
        assert low < 0.5 < high
        assert "chance" not in overall.leader(short)
        assert "chance" not in answers.leader(short)
    for deals in (6, 9, 20):  # as often as a fair coin's interval leaves out one half
        apart = [
            won for won in range(deals + 1)
            if not (ends := stats.binomtest(won, deals).proportion_ci(0.95, method="exact")).low
            <= 0.5 <= ends.high
        ]  # fmt: skip
        expected = round(1980 * stats.binom.pmf(apart, deals, 0.5).sum())
        assert f"about {expected} of them" in overall.leader([{**c, "deals": deals} for c in cells])


def test_of_several_cells_the_verdict_holds_for_all_of_them_at_once():
    # 1 of 12 seems ahead and 1 behind, taken alone: so many do by chance
    rates = [0.5105, 0.4895, *[0.5] * 10]
    cells = [cell_row(n, "a", "a", 0.5, rate) for n, rate in enumerate(rates)]
    text = plain(answers.leader(cells))
    assert text == (
        "No edge can be told: the first leader wins 51.05 % (50.05 to 52.05) when a meets a. Of "
        "all 12 cells taken together he is surely ahead or behind in none. Taken alone, their "
        "interval lies above 50 % in 1, below in 1 (chance alone would put about 1 of them apart)."
    )
    assert texts(cells=cells, home=cells[0]) == [], "the alerts say the same"


HELPS, HURTS = "Leading the first trick helps", "Leading the first trick hurts"


@pytest.mark.parametrize(
    ("rates", "opening", "ahead", "behind"),
    [
        ((0.5, 0.53), f"{HELPS} in some cells: ", "1", "none"),
        ((0.5, 0.47), f"{HURTS} in some cells: ", "none", "1"),
        ((0.53, 0.47), f"{HELPS} in some cells and hurts in others: ", "1", "1"),
    ],
)
def test_leading_helps_or_hurts_if_it_surely_does_in_some_cell(rates, opening, ahead, behind):
    cells = [cell_row(n, "a", "a", 0.5, rate) for n, rate in enumerate((0.5, *rates))]
    text = answers.leader(cells)
    assert text.startswith(opening)
    assert "when a meets a, where no edge can be told. Of all 3 cells" in text
    assert f"he is surely ahead in {ahead} and behind in {behind}." in text
    sure = answers.leader([cell_row(0, "a", "a", 0.5, 0.53), cells[1]])
    assert sure.startswith(f"{HELPS}: the first leader wins 53.0")
    assert "no edge" not in sure


def test_a_bound_beside_one_half_does_not_look_like_it():
    one = {**cell_row(0, "a", "a", 0.5, 0.521), "leader_low": 0.5004, "leader_high": 0.5416}
    assert "52.10 % (50.04 to 54.16)" in plain(answers.leader([one]))
    just = {**one, "leader_low": 0.50004}
    assert "(50.004 to 54.160)" in plain(answers.leader([just]))
    even = {**one, "leader_low": 0.5}
    assert "52.1 % (50.0 to 54.2)" in plain(answers.leader([even]))


def _rated(*rates, half=0.03):
    """Return the cells of three players: a against b, a against c, b against c."""
    pairs = (("a", "b"), ("a", "c"), ("b", "c"))
    return [
        {**cell_row(n, *pair, rate), "a_low": rate - half, "a_high": rate + half}
        for n, (pair, rate) in enumerate(zip(pairs, rates, strict=True))
    ]


def test_the_strongest_is_named_only_if_it_surely_beats_every_other():
    sure = plain(answers.strategy(_rated(0.56, 0.7, 0.7)))
    assert sure.startswith("The strongest strategy is a: it wins 56.0 % (53.0 to 59.0) against b")
    unsure = plain(answers.strategy(_rated(0.52, 0.7, 0.7)))
    assert unsure == (
        "None can be told the strongest strategy. Ahead on average is a: it wins 52.0 % (49.0 to "
        "55.0) against b and 70.0 % (67.0 to 73.0) against c."
    )
    # leaves out 50 % alone, but not if both opponents are looked at
    assert answers.strategy(_rated(0.531, 0.7, 0.7)).startswith("None can be told the strongest")
    assert answers.strategy(_rated(0.531, 0.7, 0.7)[:1]).startswith("The strongest strategy is a")
    # a and c never met
    parted = [row for row in _rated(0.7, 0.7, 0.7) if row["cell"] != 1]
    assert answers.strategy(parted).startswith("Surely ahead of all that it met is ")


def test_the_method_says_what_surely_means_in_the_answer():
    assert "In the answer, too, surely means that" in reports.to_html(ladder(5))


def test_one_deal_makes_no_strongest_strategy():
    text = reports.to_markdown(ladder(1))
    assert "None can be told the strongest strategy" in text
    assert "strongest strategy is" not in text


def test_if_all_games_are_drawn_no_vote_goes_with_winning():
    cell = {**cell_row(0, "a", "a", 0.5), "draw_rate": 1.0}
    rows = [faction_row(name, 0.0) for name in BASE]
    labels = Labels([cell])
    assert answers.captures(cell, rows, labels) == (
        "When a meets a, every game is drawn, whoever has which vote."
    )
    cell["draw_rate"] = 0.4
    text = plain(answers.captures(cell, rows, labels))
    assert text.startswith("When a meets a, no vote can be told to go with winning; first comes")
    assert text.endswith(": who has it wins 50.0 % (49.0 to 51.0).")
    rows = [faction_row("undead", 0.2), *(faction_row(name, 0.1) for name in BASE[:2])]
    text = plain(answers.captures(cell, rows, labels))
    assert "winning goes most with the vote of Undead: who has it wins 70.0 %" in text


def _verdicts(rates, kind="undecided", **changed):
    rows = [verdict(n, rate, kind, half=0.4) for n, rate in enumerate(rates)]
    return pd.DataFrame([{**row, **changed} for row in rows])


def test_short_cells_with_a_target_are_told_on_average():
    cells = decks([(0.0, 1.0), (1.0, 1.0), (0.0, 0.0), (0.5, 1.0)] * 5)
    frame = _verdicts([cell["leader_win_rate"] for cell in cells])
    frame.loc[:2, "verdict"] = "unbalanced"
    (text,) = overall.verdicts(frame, cells)
    mean = overall.average(cells)
    ends = " to ".join(f"{100 * mean[key]:.1f}" for key in ("rate_low", "rate_high"))
    assert plain(text) == (
        f"The first leader wins 56.2 % ({ends}) on average over all 40 cells, against 50 ± 2 % "
        "wanted of each. Single cells are short: 3 are surely outside, none is surely inside, 37 "
        "are undecided."
    )
    (text,) = overall.verdicts(_verdicts([1.2, 1.4], metric="mean_margin"), cells)
    assert text.startswith("Margin: 1.30 on average over all 2 cells, against 0.5 ± 0.02 wanted")


def test_a_page_of_short_cells_with_a_target_begins_with_their_mean():
    made = grid({f"deck {n}": BASE for n in range(3)}, deals=1, more={"scenario": TARGET})
    rates = made.table("cells")["leader_win_rate"]
    made.made["verdicts"] = _verdicts(list(rates), deals_needed=13.0)
    text = plain(reports.to_markdown(made))
    assert f"wins {100 * rates.mean():.1f} % on average over all 27 cells" in text
    assert "would tell" not in text


def test_few_deals_of_many_cells_are_not_sure_for_their_exact_intervals_are_lopsided():
    """Of 10,000 fair cells of 16 deals, 0.3 are won wholly: that is no rarity."""
    low = stats.binomtest(16, 16).proportion_ci(0.95, method="exact").low
    row = {"x": 1.0, "x_low": low, "x_high": 1.0}
    assert alerts.sure(row, "x", 0.5, 10_000) == 0
    assert alerts.sure(row, "x", 0.5, 10) > 0


def test_long_cells_are_told_one_by_one():
    cells = [cell_row(n, "a", "a", 0.5, 0.5) for n in range(20)]
    assert not overall.is_short(cells, cells[0])
    assert not overall.is_short(decks([(0.5,)] * 12), cells[0])
