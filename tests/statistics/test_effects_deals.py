"""Errors of effects over few decks: however the deals of the cells err together, intervals hold."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from claimsim.rules.catalogue import NAMED_DECKS
from claimsim.scenario import parse_scenario
from claimsim.statistics.effects import CellFactors, effects_table
from tests.statistics.test_effects import DECKS, PAIR, alike, grid, lookup, noise


@pytest.mark.parametrize("correlation", [0.0, 0.5, 0.95])
@pytest.mark.parametrize("decks", [1, 6])
def test_few_decks_are_judged_by_their_own_deals_on_the_safe_side(decks, correlation):
    some = [NAMED_DECKS["claim"], *DECKS[40:175:30]][:decks]
    cells = grid(some)
    rng = np.random.default_rng(8)
    truth = rng.normal(0.5, 0.05, len(cells.deck))
    expected = lookup(effects_table(cells, truth, *alike(cells, 1e-12), "m"))
    judged = expected[expected.estimate.notna()].index
    assert len(judged) >= 11
    hits = []
    for _ in range(60):
        y = truth + noise(cells, rng, 0.016, correlation)
        rows = lookup(effects_table(cells, y, *alike(cells, 0.016**2), "m"))
        for where in judged:
            row = rows.loc[where]
            hits.append(row.low <= expected.loc[where].estimate <= row.high)
            assert ("one deck" if decks == 1 else "few decks") in row.note
    assert np.mean(hits) >= 0.94


def test_one_deck_compares_locations_by_the_cells_own_deals():
    cells = grid([NAMED_DECKS["claim"]])
    y = np.array([0.50, 0.52, 0.55, 0.53, 0.47, 0.49])
    variance = np.array([1.0, 2.0, 1.5, 1.0, 2.5, 1.0]) * 1e-4
    rows = lookup(effects_table(cells, y, variance, np.full(6, 900), "m"))
    row = rows.loc[("building", "castle")]
    deviation = np.sqrt(variance)
    # the worst that common deals can do: all cells with the castle err alike, and all without
    error = np.hypot(deviation[1::2].sum(), deviation[::2].sum()) / 6
    assert row.interval == "widest"
    assert row.estimate == pytest.approx((y[1::2].mean() - y[::2].mean()) / 2)
    assert row.std_error == pytest.approx(error)
    half = stats.t.ppf(0.975, 899) * error
    assert (row.low, row.high) == pytest.approx((row.estimate - half, row.estimate + half))
    for unit in (PAIR, "dwarves", "undead", "doppelgangers"):
        assert "in every deck" in rows.loc[("unit", unit)].note
        assert rows.loc[("unit", unit)].isna()[["estimate", "p_value"]].all()
    assert not any(
        "x unit" in kind or "unit x" in kind for kind, term in rows.index if term != "all"
    )


#: How the cells of a deck err together: which of setting and building a part of it goes by.
TOGETHER = {
    "apart": {(True, True): 1.0},
    "by setting": {(True, False): 0.98, (True, True): 0.02},
    "by building": {(False, True): 0.98, (True, True): 0.02},
    "all alike": {(False, False): 0.98, (True, True): 0.02},
    "play is shared": {(False, False): 0.3, (True, False): 0.6, (True, True): 0.1},
}


def common(cells, rng, deviation, parts):
    """Return noise made of parts that cells of one deck share; all matchups share all of them."""
    total = np.zeros(len(cells.deck))
    shape = (len(cells.present), len(cells.settings), len(cells.buildings))
    for (setting, building), share in parts.items():
        drawn = rng.normal(size=shape)
        where = (
            cells.deck,
            cells.setting if setting else np.zeros_like(cells.setting),
            cells.building if building else np.zeros_like(cells.building),
        )
        total += np.sqrt(share) * drawn[where]
    return deviation * total


@pytest.mark.parametrize("parts", TOGETHER)
@pytest.mark.parametrize("halves", [True, False])
@pytest.mark.parametrize("decks", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_intervals_of_few_decks_hold_however_their_deals_err_together(decks, halves, parts):
    some = [NAMED_DECKS["claim"], *DECKS[40:175:30]][:decks]
    places = [f"place {n}" for n in range(6)]
    cells = CellFactors.crossed(
        [tuple(deck) for deck in some], places, places[:5], ["x v x", "x v y"]
    )
    rng = np.random.default_rng(15)
    hits, sure = {}, {}
    for _ in range(120):
        y, half = (common(cells, rng, 0.016, TOGETHER[parts]) for _ in range(2))
        found = effects_table(
            cells, 0.5 + y, *alike(cells, 0.016**2), "m", halves=half if halves else None
        )
        found = found[(found.matchup == "all") & found.estimate.notna()]
        for kind, rows in found.groupby("kind"):
            hits.setdefault(kind, []).append(((rows.low <= 0) & (rows.high >= 0)).mean())
            sure.setdefault(kind, []).append((rows.q_value <= 0.05).any())
    # terms of one kind share an error, and so do their misses: of 120 draws, 95 % +- 2 %
    assert {kind: np.mean(of) for kind, of in hits.items() if np.mean(of) < 0.925} == {}
    assert {kind: np.mean(of) for kind, of in sure.items() if np.mean(of) > 0.11} == {}


def test_halves_make_surer_what_the_worst_correlation_leaves_open():
    """Buildings that leave the play as it is: their effects are known far better than settings'."""
    cells = CellFactors.crossed(
        [NAMED_DECKS["claim"]], [str(n) for n in range(8)], "abcdefgh", ["m"]
    )
    rng = np.random.default_rng(16)
    parts = {(True, False): 0.99, (True, True): 0.01}
    errors = {"setting": [], "building": []}
    for _ in range(30):
        y, half = (common(cells, rng, 0.016, parts) for _ in range(2))
        rows = effects_table(cells, 0.5 + y, *alike(cells, 0.016**2), "m", halves=half)
        for kind, found in errors.items():
            of = rows[(rows.kind == kind) & rows.estimate.notna()]
            assert set(of.interval) == {"between halves"}
            found.append((of.std_error**2).mean())
    # by hand: 7 / 8 of a setting's variance; 7 / 8 of a hundredth over 8 settings
    assert np.sqrt(np.mean(errors["setting"])) == pytest.approx(0.016 * np.sqrt(7 / 8), rel=0.15)
    assert np.sqrt(np.mean(errors["building"])) == pytest.approx(
        0.016 * np.sqrt(0.01 * 7 / 8 / 8), rel=0.15
    )


def test_effects_of_real_games_scatter_as_their_errors_say():
    """One deck under other seeds: what locations do moves by no more than it is said to."""
    text = """
schema = 1
name = "Scatter"
[grid]
decks = ["claim"]
settings = "all"
buildings = "all"
matchups = [["greedy", "greedy"]]
[run]
deals = 200
mirror = "none"
"""
    scenario = parse_scenario(text, "scatter.toml")
    estimates, errors, sure = [], [], 0
    for seed in range(12):
        run = play(scenario.replace(seed=seed))
        rows = run[(run.metric == "leader_win_rate") & run.kind.isin(["setting", "building"])]
        rows = rows[rows.estimate.notna()]
        estimates.append(rows.estimate.to_numpy(float))
        errors.append(rows.std_error.to_numpy(float))
        sure += (rows.q_value <= 0.05).sum()
        kinds = rows.kind.to_numpy()
    for kind in ("setting", "building"):
        here = kinds == kind
        scatter = np.sqrt(np.var(estimates, axis=0, ddof=1)[here].mean())
        told = np.sqrt(np.square(errors)[:, here].mean())
        assert told == pytest.approx(scatter, rel=0.35), kind
    assert sure <= 12  # of 240; with errors of independent cells it is about a hundred


def play(scenario):
    """Return the effects of a scenario, played here."""
    import tempfile

    from claimsim.experiment.runner import run

    with tempfile.TemporaryDirectory() as folder:
        return run(scenario, out=f"{folder}/run").table("effects")
