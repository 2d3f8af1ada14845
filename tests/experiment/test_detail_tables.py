"""The tables cards, tricks and phase_1: from tallies, as files or when asked for."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import claimsim
from claimsim.errors import InputError
from claimsim.experiment import results, table_files
from claimsim.experiment.results import DETAILS, Run
from claimsim.experiment.runner import run
from claimsim.scenario import parse_scenario

SCENARIO = """
schema = 1
name = "Details"
[grid]
decks = ["claim", "sea"]
settings = ["none", "shore"]
matchups = [["greedy", "random"]]
[run]
deals = 110
"""


@pytest.fixture
def scenario():
    return parse_scenario(SCENARIO, "details.toml")


@pytest.fixture
def small(scenario, tmp_path) -> Run:
    return run(scenario, out=tmp_path / "small")


@pytest.mark.parametrize("name", DETAILS)
def test_runs_of_many_cells_make_them_when_asked(
    name: str, scenario, small, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(results, "DETAILED", 2)
    monkeypatch.setattr(table_files, "DETAILED", 2)
    large = run(scenario, out=tmp_path / "large", batch_games=100)
    assert large.digest == small.digest
    assert not (large.directory / f"{name}.parquet").exists()
    with pytest.raises(InputError, match="made for the cells that are asked for, 2 at most"):
        large.table(name)
    with pytest.raises(InputError, match="has no cell 4"):
        large.table(name, cells=[4])
    monkeypatch.undo()
    whole = small.table(name)
    monkeypatch.setattr(results, "DETAILED", 2)
    for cells in ([2], [3, 1]):
        wanted = whole[whole["cell"].isin(cells)].reset_index(drop=True)
        pd.testing.assert_frame_equal(large.table(name, cells=cells), wanted)


def test_every_card_of_a_deck_has_its_row(small) -> None:
    cards = small.table("cards")
    games = small.cells.set_index("cell")["games"]
    for cell, rows in cards.groupby("cell"):
        assert rows["copies"].sum() == 52
        assert rows["card"].is_unique
        for column in ("win_rate_dealt", "win_rate_recruited", "win_rate_scored"):
            known = rows[rows[column].notna()]
            assert (known[f"{column}_low"] < known[f"{column}_high"]).all()
            assert known[column].between(known[f"{column}_low"], known[f"{column}_high"]).all()
        assert games[cell] == 220
    # Both hands of every game are dealt: half of what they come to is one half.
    tally = small.tallies[0]["cards"][0]
    assert tally.sum() == 26 * 220
    assert tally[0].sum() == tally[1].sum()


def test_watched_games_end_with_their_winner_ahead(small) -> None:
    tricks = small.table("tricks")
    base = tricks[tricks["cell"] == 0]
    assert list(base["phase"]) == [1] * 13 + [2] * 13
    assert list(base["trick"]) == [*range(1, 14)] * 2
    assert (base["games"] == 4).all(), "deals 0 and 100, each with both seatings"
    drawn = int(small.tallies[0]["course_games"][28] - small.tallies[0]["course_ahead"][28])
    last = base.iloc[-1]
    assert last["ahead_wins"] == 1
    assert last["settled"] == (4 - drawn) / 4
    assert (np.diff(base["settled"]) >= 0).all()


def test_phase_1_is_won_by_one_player_or_the_other(small) -> None:
    table = small.table("phase_1")
    base = table[table["cell"] == 0].set_index("tricks")
    assert base["games"].sum() == 2 * 220
    for tricks, row in base.iterrows():
        other = base.loc[13 - tricks]
        assert row["games"] == other["games"]
        total = row["win_rate_by_phase1_tricks"] + other["win_rate_by_phase1_tricks"]
        assert total == pytest.approx(1)


def test_shares_of_the_variance_make_one(small, scenario, tmp_path) -> None:
    cells = small.cells
    parts = cells[["seat_share", "skill_share", "deal_share", "rest_share"]]
    assert np.allclose(parts.sum(axis=1), 1)
    # Greedy beats random by far: skill is what a quarter of the squared edge comes to.
    row = cells.iloc[0]
    whole = (1 - row["draw_rate"]) / 4
    assert row["skill_share"] == pytest.approx((row["a_win_rate"] - 0.5) ** 2 / whole, abs=0.02)
    once = parse_scenario(SCENARIO + 'mirror = "none"\n', "once.toml")
    alone = claimsim.run(once, out=tmp_path / "once").cells
    assert alone["seat_share"].isna().all()


def test_intervals_of_adaptive_runs_say_that_they_are_valid_at_any_time(tmp_path) -> None:
    text = SCENARIO.replace(
        "deals = 110",
        'precision = { metric = "leader_win_rate", half_width = 0.01, max_deals = 4000 }',
    )
    adaptive = run(parse_scenario(text, "adaptive.toml"), out=tmp_path / "adaptive")
    cells = adaptive.cells
    assert (cells["leader_interval"] == "anytime").all()
    fixed = parse_scenario(SCENARIO.replace("deals = 110", "deals = 4000"), "fixed.toml")
    same = run(fixed, out=tmp_path / "fixed").cells
    there = cells["deals"] == 4000
    assert there.any()
    wider = (cells["leader_high"] - cells["leader_low"])[there]
    assert (wider > 1.5 * (same["leader_high"] - same["leader_low"])[there]).all()


def test_effects_are_told_of_what_differs(small, tmp_path) -> None:
    effects = small.table("effects")
    settings = effects[(effects["kind"] == "setting") & (effects["metric"] == "leader_win_rate")]
    assert {"none", "shore"} <= set(settings["term"])
    known = settings[settings["estimate"].notna()]
    assert known["estimate"].sum() == pytest.approx(0), "set against the average"
    # With one matchup, two decks and two settings it is half of the difference of their means.
    cells = small.cells
    rates = cells.groupby("setting")["leader_win_rate"].mean()
    shore = known[known["term"] == "shore"]["estimate"].iloc[0]
    assert shore == pytest.approx((rates["shore"] - rates["none"]) / 2)
    alone = parse_scenario(
        SCENARIO.replace('["claim", "sea"]', '["claim"]').replace('["none", "shore"]', '["none"]'),
        "alone.toml",
    )
    one = run(alone, out=tmp_path / "one")
    with pytest.raises(InputError, match="has no table effects: it takes two decks"):
        one.table("effects")
