"""Effects against planted truths, statsmodels, plain means, and by their coverage."""

import itertools
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from scipy.linalg import null_space
from threadpoolctl import threadpool_info, threadpool_limits

from claimsim.errors import InputError
from claimsim.experiment.results import CellInfos
from claimsim.experiment.tally import TALLY
from claimsim.rules.catalogue import NAMED_DECKS
from claimsim.rules.deck import legal_decks
from claimsim.scenario import parse_scenario
from claimsim.statistics import effect_tables
from claimsim.statistics.counts import cell_counts
from claimsim.statistics.effects import CellFactors, _intervals, effects_table
from claimsim.statistics.effects_deals import Sample
from claimsim.statistics.effects_fit import fit

SETTINGS = ("none", "swamp", "shore")
BUILDINGS = ("none", "castle")
#: 175 decks: one pair and four specials, seven singles.
DECKS = [deck.names for deck in legal_decks(("claim", "maps", "sky"))]
PAIR = "goblins+knights"
HEADS = (PAIR, "angels", "eagles", "pterosaurs", "lightning_elementals")
SINGLES = (
    "dwarves",
    "undead",
    "doppelgangers",
    "phoenix",
    "unicorns",
    "basilisks",
    "vulturekin",
)
UNITS = (*HEADS, *SINGLES)
NAME_OF = {"goblins": PAIR, "knights": PAIR}


def grid(decks=DECKS, settings=SETTINGS, buildings=BUILDINGS, matchups=("greedy",)):
    return CellFactors.crossed(decks, settings, buildings, matchups)


def has_unit(cells, unit):
    """Say of every cell whether its deck has a unit, by the unit's first faction."""
    first = cells.factions.index(unit.split("+")[0])
    return cells.present[cells.deck, first].astype(float)


def dummies(cells, names):
    """Return a 0/1 column for a term: units, or ``setting=...`` and ``building=...``."""
    column = np.ones(len(cells.deck))
    for name in names:
        sort, _, level = name.rpartition("=")
        if sort == "setting":
            column *= cells.setting == cells.settings.index(level)
        elif sort == "building":
            column *= cells.building == cells.buildings.index(level)
        else:
            column *= has_unit(cells, level)
    return column


def terms():
    """Return the model's terms by kind, written out."""
    settings = [f"setting={name}" for name in SETTINGS]
    buildings = [f"building={name}" for name in BUILDINGS]
    return {
        "unit": [(u,) for u in UNITS],
        "setting": [(s,) for s in settings],
        "building": [(b,) for b in buildings],
        "unit x unit": [
            pair for pair in itertools.combinations(UNITS, 2) if not set(pair) <= set(HEADS)
        ],
        "unit x setting": list(itertools.product(UNITS, settings)),
        "unit x building": list(itertools.product(UNITS, buildings)),
        "setting x building": list(itertools.product(settings, buildings)),
    }


def conditions(cells, columns):
    """Return the sum-to-zero conditions: in every kind, over each factor, the others fixed."""
    sort_of = dict.fromkeys(HEADS, "head") | dict.fromkeys(SINGLES, "single")
    rows = {}
    for i, (kind, names) in enumerate(columns):
        for name in names:
            sort = sort_of.get(name, name.partition("=")[0])
            rest = tuple(other for other in names if other != name)
            row = rows.setdefault((kind, sort, rest), np.zeros(len(columns)))
            row[i] = dummies(cells, (name,)).sum()
    return np.array(list(rows.values()))


def planted(cells, seed=0):
    """Return columns (kind, names), and coefficients that meet the conditions."""
    columns = [(kind, names) for kind, every in terms().items() for names in every]
    free = null_space(conditions(cells, columns))
    rng = np.random.default_rng(seed)
    return columns, free @ rng.normal(0.0, 0.02, free.shape[1])


def values_of(cells, columns, coefficients):
    return 0.5 + sum(
        b * dummies(cells, names) for (_, names), b in zip(columns, coefficients, strict=True)
    )


def label(names):
    return " x ".join(name.rpartition("=")[2] for name in names)


def lookup(table, matchup=None):
    chosen = table if matchup is None else table[table.matchup == matchup]
    return chosen.set_index(["kind", "term"])


def noise(cells, rng, deviation, correlation):
    """Return noise that cells of one deck share in part."""
    shared = rng.normal(size=len(cells.present))[cells.deck]
    own = rng.normal(size=len(cells.deck))
    return deviation * (np.sqrt(correlation) * shared + np.sqrt(1.0 - correlation) * own)


def alike(cells, variance, deals=1000):
    count = len(cells.deck)
    return np.full(count, variance), np.full(count, deals)


@pytest.fixture(scope="module")
def cells():
    return grid()


def test_planted_effects_of_every_kind_come_back(cells):
    columns, truth = planted(cells)
    found = effects_table(cells, values_of(cells, columns, truth), *alike(cells, 1e-12), "m")
    rows = lookup(found)
    expected = {(kind, label(names)): b for (kind, names), b in zip(columns, truth, strict=True)}
    named = rows[(rows.index.get_level_values("term") != "all") & rows.estimate.notna()]
    assert set(named.index) == set(expected)
    for where, b in expected.items():
        assert rows.loc[where].estimate == pytest.approx(b, abs=1e-10), where
    for kind, names in columns:
        assert rows.loc[(kind, label(names))].cells == dummies(cells, names).sum()


def test_an_effect_is_the_difference_in_an_otherwise_average_deck(cells):
    values = np.random.default_rng(1).normal(0.5, 0.1, len(cells.deck))  # no model holds
    rows = lookup(effects_table(cells, values, *alike(cells, 1e-4), "m"))
    for head in HEADS:
        expected = values[has_unit(cells, head) > 0].mean() - values.mean()
        assert rows.loc[("unit", head)].estimate == pytest.approx(expected)
    for s, setting in enumerate(SETTINGS):
        expected = values[cells.setting == s].mean() - values.mean()
        assert rows.loc[("setting", setting)].estimate == pytest.approx(expected)
        for b, building in enumerate(BUILDINGS):
            both = values[(cells.setting == s) & (cells.building == b)].mean()
            alone = values[cells.building == b].mean() - values.mean()
            found = rows.loc[("setting x building", f"{setting} x {building}")].estimate
            assert found == pytest.approx(both - values.mean() - expected - alone)
    for single in SINGLES:
        # with k of n singles, one that is in takes from each of the others (k - 1) / (n - 1)
        expected = 0.0
        for head in HEADS:
            here, k = has_unit(cells, head) > 0, 3 if head == PAIR else 4
            gain = values[here & (has_unit(cells, single) > 0)].mean() - values[here].mean()
            expected += here.mean() * gain / (1.0 - (k - 1) / (len(SINGLES) - 1))
        assert rows.loc[("unit", single)].estimate == pytest.approx(expected)


@pytest.mark.parametrize("deals", ["equal", "unequal"])
def test_estimates_and_errors_are_those_of_statsmodels(cells, deals):
    sm = pytest.importorskip("statsmodels.api")
    rng = np.random.default_rng(2)
    columns, truth = planted(cells)
    count = len(cells.deck)
    n = np.full(count, 400) if deals == "equal" else rng.choice([100, 400, 6400], count)
    variance = 0.25 / n
    y = values_of(cells, columns, truth) + noise(cells, rng, np.sqrt(variance), 0.4)
    y += rng.normal(0.0, 0.01, count)
    exog = np.stack([np.ones(count), *(dummies(cells, names) for _, names in columns)], axis=1)
    free = null_space(np.pad(conditions(cells, columns), ((0, 0), (1, 0))))
    plain = sm.OLS(y, exog @ free).fit()
    if deals == "equal":
        weights = np.ones(count)
    else:
        unexplained = plain.ssr / plain.df_resid - variance.mean()
        weights = 1.0 / (unexplained + 0.25 / n)
    fitted = sm.WLS(y, exog @ free, weights=weights).fit(
        cov_type="cluster", cov_kwds={"groups": cells.deck}
    )
    estimate = free @ fitted.params
    error = np.sqrt(np.diag(free @ fitted.cov_params() @ free.T))
    rows = lookup(effects_table(cells, y, variance, n, "m"))
    decks = len(cells.present)
    theirs = decks / (decks - 1) * (count - 1) / fitted.df_resid
    features = exog[:: len(SETTINGS) * len(BUILDINGS)]
    of_deck = [i for i, (kind, _) in enumerate(columns, 1) if kind in ("unit", "unit x unit")]
    rank = np.linalg.matrix_rank(features[:, [0, *of_deck]])
    of_units = np.linalg.matrix_rank(features[:, : 1 + len(UNITS)])
    for i, (kind, names) in enumerate(columns, 1):
        used = rank if kind in ("unit", "unit x unit") else of_units
        used = 1 if kind == "setting x building" else used
        row = rows.loc[(kind, label(names))]
        assert row.estimate == pytest.approx(estimate[i], abs=1e-9)
        expected = error[i] * np.sqrt(decks / (decks - used) / theirs)
        assert row.std_error == pytest.approx(expected, rel=1e-6), names


def test_settings_have_the_errors_of_a_regression_of_deck_differences(cells):
    sm = pytest.importorskip("statsmodels.api")
    y = 0.5 + noise(cells, np.random.default_rng(3), 0.02, 0.3)
    rows = lookup(effects_table(cells, y, *alike(cells, 4e-4), "m"))
    by_deck = y.reshape(len(DECKS), len(SETTINGS), len(BUILDINGS)).mean(axis=2)
    differences = by_deck - by_deck.mean(axis=1, keepdims=True)
    first = slice(None, None, len(SETTINGS) * len(BUILDINGS))
    units = np.stack([has_unit(cells, unit)[first] for unit in UNITS], axis=1)
    units -= units.mean(axis=0)
    exog = sm.add_constant(units @ np.linalg.svd(units)[2][:10].T)  # two of twelve are free
    for s, setting in enumerate(SETTINGS):
        row = rows.loc[("setting", setting)]
        fitted = sm.OLS(differences[:, s], exog).fit(cov_type="HC1", use_t=True)
        assert row.estimate == pytest.approx(fitted.params[0])
        assert row.std_error == pytest.approx(fitted.bse[0])
        assert (row.low, row.high) == pytest.approx(tuple(fitted.conf_int()[0]))
        assert row.p_value == pytest.approx(fitted.pvalues[0])


def test_units_alone_have_the_errors_of_a_regression_of_deck_means():
    sm = pytest.importorskip("statsmodels.api")
    decks = [("eagles", *rest) for rest in itertools.combinations(SINGLES, 4)] * 2
    cells = grid(decks, ("none",), ("none",))
    y = np.random.default_rng(4).normal(0.5, 0.05, len(decks))
    rows = lookup(effects_table(cells, y, *alike(cells, 2.5e-4), "m"))
    names = [*((s,) for s in SINGLES), *itertools.combinations(SINGLES, 2)]
    kinds = ["unit" if len(name) == 1 else "unit x unit" for name in names]
    exog = np.stack([np.ones(len(y)), *(dummies(cells, name) for name in names)], axis=1)
    square = np.zeros((1 + len(SINGLES), len(names) + 1))
    square[0, 1 : 1 + len(SINGLES)] = 1.0
    for i, name in enumerate(names[len(SINGLES) :], 1 + len(SINGLES)):
        for single in name:
            square[1 + SINGLES.index(single), i] = 1.0
    free = null_space(square)
    fitted = sm.OLS(y, exog @ free).fit(cov_type="HC1", use_t=True)
    error = np.sqrt(np.diag(free @ fitted.cov_params() @ free.T))
    for i, (kind, name) in enumerate(zip(kinds, names, strict=True), 1):
        row = rows.loc[(kind, label(name))]
        assert row.estimate == pytest.approx((free @ fitted.params)[i], abs=1e-12)
        assert row.std_error == pytest.approx(error[i])
        # 70 decks, 21 numbers; 40 have a single and 30 lack it, 20 have two
        freedom = 30 - 1 if kind == "unit" else 20 - 1
        half = stats.t.ppf(0.975, freedom) * error[i]
        assert row.high - row.estimate == pytest.approx(half)
        assert row.p_value == pytest.approx(2 * stats.t.sf(abs(row.estimate) / error[i], freedom))


def test_what_rounding_leaves_of_no_effect_is_none():
    found = SimpleNamespace(
        estimate=np.array([3e-15, 0.02, 1e-10]),
        std_error=np.array([1e-17, 1e-4, 0.1]),
        freedom=np.full(3, 50.0),
    )
    *_, p = _intervals(found)
    assert p[0] == 1
    assert p[1] < 1e-10
    assert p[2] == pytest.approx(1)


def test_q_values_are_taken_within_a_kind(cells):
    y = 0.5 + np.random.default_rng(5).normal(0.0, 0.02, len(cells.deck))
    found = effects_table(cells, y, *alike(cells, 4e-4), "m")
    for kind in terms():
        rows = found[(found.kind == kind) & found.p_value.notna()]
        expected = stats.false_discovery_control(rows.p_value.to_numpy(float))
        assert rows.q_value.to_numpy(float) == pytest.approx(expected)


def coverage(cells, repeats, *, correlation, scatter, seed):
    """Return how often the intervals of each kind hold the planted effect."""
    columns, truth = planted(cells)
    mean = values_of(cells, columns, truth)
    rng = np.random.default_rng(seed)
    hits = {}
    for _ in range(repeats):
        y = mean + noise(cells, rng, 0.016, correlation)
        y += scatter * rng.normal(size=len(cells.present))[cells.deck]
        rows = lookup(effects_table(cells, y, *alike(cells, 0.016**2), "m"))
        for (kind, names), b in zip(columns, truth, strict=True):
            row = rows.loc[(kind, label(names))]
            hits.setdefault(kind, []).append(row.low <= b <= row.high)
    return {kind: float(np.mean(hit)) for kind, hit in hits.items()}


def test_intervals_hold_the_truth_under_shared_deals(cells):
    found = coverage(cells, 40, correlation=0.5, scatter=0.01, seed=6)
    assert np.mean(list(found.values())) == pytest.approx(0.95, abs=0.01)


@pytest.mark.slow
@pytest.mark.parametrize(("correlation", "scatter"), [(0.0, 0.0), (0.3, 0.0), (0.8, 0.01)])
def test_intervals_of_every_kind_hold_the_truth(cells, correlation, scatter):
    found = coverage(cells, 400, correlation=correlation, scatter=scatter, seed=7)
    for kind, share in found.items():
        assert share == pytest.approx(0.95, abs=0.012), kind


def true_shares(cells, columns, truth, rest):
    """Return each kind's share of the variance of a grid whose parts are orthogonal."""
    parts = {}
    for (kind, names), b in zip(columns, truth, strict=True):
        parts[kind] = parts.get(kind, 0.0) + b * dummies(cells, names)
    parts["unexplained"] = rest
    whole = np.var(sum(parts.values()))
    return {kind: np.var(part) / whole for kind, part in parts.items()}, whole


def test_shares_are_those_of_the_truth_without_noise(cells):
    rng = np.random.default_rng(9)
    columns, truth = planted(cells)
    weight = {"unit": 1.5, "setting": 2.0, "unit x building": 0.5}
    truth = np.array(
        [b * weight.get(kind, 1.0) for (kind, _), b in zip(columns, truth, strict=True)]
    )
    rest = rng.normal(0.0, 0.05, len(cells.deck))
    expected, whole = true_shares(cells, columns, truth, rest)
    variance = 1.5 * whole
    shares = {kind: [] for kind in (*expected, "noise")}
    for _ in range(60):
        y = values_of(cells, columns, truth) + rest + noise(cells, rng, np.sqrt(variance), 0.05)
        rows = lookup(effects_table(cells, y, *alike(cells, variance), "m"))
        found = {kind: rows.loc[(kind, "all")].share_of_variance for kind in terms()}
        found["unexplained"] = rows.loc[("unexplained", "unexplained")].share_of_variance
        assert sum(found.values()) == pytest.approx(1.0)
        assert all(0.0 <= share <= 1.0 for share in found.values())
        found["noise"] = rows.loc[("noise", "noise")].share_of_variance
        for kind, share in found.items():
            shares[kind].append(share)
    expected["noise"] = 0.6
    for kind, share in expected.items():
        assert np.mean(shares[kind]) == pytest.approx(share, abs=0.035), kind


def test_cells_that_differ_by_chance_alone_have_no_shares(cells):
    y = 0.5 + noise(cells, np.random.default_rng(10), 0.016, 0.3)
    rows = lookup(effects_table(cells, y, *alike(cells, 0.016**2), "m"))
    assert rows.loc[[*((kind, "all") for kind in terms())]].share_of_variance.isna().all()
    row = rows.loc[("noise", "noise")]
    assert row.share_of_variance > 0.9
    assert "no more than their deals" in row.note


def test_a_single_setting_and_what_every_deck_has_are_said_to_be_so():
    decks = [(*NAMED_DECKS["claim"][:4], single) for single in ("unicorns", "phoenix", "golems")]
    cells = grid(decks, ("swamp",), ("none", "castle"))
    rows = lookup(effects_table(cells, [0.5, 0.5, 0.5, 0.6, 0.56, 0.6], *alike(cells, 1e-4), "m"))
    assert "only setting" in rows.loc[("setting", "swamp")].note
    assert "in every deck" in rows.loc[("unit", PAIR)].note
    assert rows.loc[("unit", "golems")].estimate == pytest.approx(0.58 - 0.5433333333)
    assert rows.loc[("unit x building", "phoenix x castle")].estimate == pytest.approx(
        0.6 - 0.55 - (0.5666666667 - 0.5433333333)
    )
    assert set(rows.loc["unit x unit"].index) == {"all"}
    assert "what two units do" in rows.loc[("unit x unit", "all")].note
    kinds = {kind for kind, _ in rows.index}
    assert "unit x setting" not in kinds
    assert "setting x building" not in kinds


def test_one_cell_has_no_effects():
    cells = grid([NAMED_DECKS["claim"]], ("none",), ("none",))
    found = effects_table(cells, [0.52], [1e-4], [1000], "m")
    named = found[~found.kind.isin(["unexplained", "noise"])]
    assert named.estimate.isna().all()
    assert (named.note != "").all()


def test_a_published_pair_is_one_unit_and_said_to_be_so(cells):
    y = 0.5 + noise(cells, np.random.default_rng(13), 0.01, 0.3)
    rows = lookup(effects_table(cells, y, *alike(cells, 1e-4), "m"))
    wanted = "goblins and knights always come together"
    assert wanted in rows.loc[("unit", PAIR)].note
    assert wanted in rows.loc[("unit x unit", f"{PAIR} x dwarves")].note
    assert rows.loc[("unit", "dwarves")].note == ""


def test_decks_without_a_common_faction_are_units_themselves():
    cells = grid([NAMED_DECKS[name] for name in ("claim", "claim_2", "sea")])
    y = np.repeat([0.5, 0.6, 0.55], 6)
    rows = lookup(effects_table(cells, y, *alike(cells, 1e-4), "m"))
    claim = rows.loc[("unit", "+".join(NAMED_DECKS["claim"]))]
    assert claim.estimate == pytest.approx(-0.05)
    assert "always come together" in claim.note


def test_what_decks_do_not_tell_apart_has_no_number():
    decks = [
        (*NAMED_DECKS["claim"][:2], *singles)
        for singles in (SINGLES[:3], SINGLES[1:4], SINGLES[2:5], (SINGLES[0], *SINGLES[3:5]))
    ]
    rows = lookup(
        effects_table(grid(decks), np.linspace(0.4, 0.6, 24), *alike(grid(decks), 1e-4), "m")
    )
    units = rows.loc["unit"].drop(index=["all", PAIR])
    unknown = units.estimate.isna()
    assert unknown.any()
    assert list(units.note.str.contains("do not tell it apart")) == list(unknown)
    assert rows.loc["setting"].drop(index="all").estimate.notna().all()


@pytest.mark.parametrize("deals", [1, 1000])
def test_no_interval_is_a_point(cells, deals):
    """Nothing ever happens: every cell is 0, without variance."""
    variance, n = alike(cells, np.nan if deals == 1 else 0.0, deals)
    found = effects_table(cells, np.zeros(len(cells.deck)), variance, n, "draw_rate")
    rows = found[found.estimate.notna()]
    assert len(rows) == sum(map(len, terms().values()))
    assert (rows.estimate.to_numpy(float) == 0).all()
    assert (rows.low.to_numpy(float) < 0).all()
    assert (rows.high.to_numpy(float) > 0).all()
    assert (rows.p_value.to_numpy(float) == 1).all()
    assert rows.note.str.contains("no scatter among the decks").all()


def test_matchups_have_rows_of_their_own_and_rows_together():
    cells = grid(matchups=("greedy v greedy", "random v random"))
    columns, truth = planted(cells)
    base = values_of(cells, columns, truth) - 0.5
    y = np.where(cells.matchup == 0, 0.5 + base, 0.6 + 2.0 * base)
    found = effects_table(cells, y, *alike(cells, 1e-12), "m")
    assert list(found.matchup.unique()) == ["greedy v greedy", "random v random", "all"]
    for matchup, times in zip(found.matchup.unique(), (1.0, 2.0, 1.5), strict=True):
        rows = lookup(found, matchup)
        for (kind, names), b in zip(columns, truth, strict=True):
            assert rows.loc[(kind, label(names))].estimate == pytest.approx(times * b, abs=1e-9)
    # what differs between the matchups is no term's: half of the effects squared, over all
    rest = lookup(found, "all").loc[("unexplained", "unexplained")].share_of_variance
    assert rest == pytest.approx(0.5**2 / (1.5**2 + 0.5**2), abs=1e-3)


def test_cells_without_a_value_are_left_out(cells):
    columns, truth = planted(cells)
    y = values_of(cells, columns, truth)
    y[np.random.default_rng(11).choice(len(y), 150, replace=False)] = np.nan
    rows = lookup(effects_table(cells, y, *alike(cells, 1e-12), "m"))
    for (kind, names), b in zip(columns, truth, strict=True):
        assert rows.loc[(kind, label(names))].estimate == pytest.approx(b, abs=1e-9)
    assert rows.loc[("setting", "all")].cells == len(y) - 150


def test_the_same_cells_give_the_same_bits(cells):
    """Sums over kinds are taken in one order: sums in another one round otherwise."""
    design, even = cells.model
    y = np.random.default_rng(13).normal(0.5, 0.1, len(cells.deck))
    sample = Sample(np.arange(len(y)), y, np.full(len(y), 1e-6), np.full(len(y), 100.0), y)
    shares = fit(design, even, sample, 1.0).shares
    assert list(shares.kind) == list(dict.fromkeys(design.kinds))


def test_matrices_are_multiplied_on_one_thread(monkeypatch):
    """On several they round otherwise, and wait for each other where cores are taken."""
    text = """
schema = 1
name = "Threads"
[grid]
decks = ["claim"]
settings = ["none", "shore"]
matchups = [["random", "random"]]
[run]
deals = 2
"""
    seen = []

    def noted(cells, sums, halves, name):
        seen.extend(pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas")
        return pd.DataFrame({"metric": [name]})

    monkeypatch.setattr(effect_tables, "_effects", noted)
    scenario = parse_scenario(text, "threads.toml")
    effects = effect_tables.Effects(scenario)
    tallies = np.zeros(2, TALLY)
    effects.add(cell_counts(CellInfos(scenario)[:], tallies))
    with threadpool_limits(2, user_api="blas"):
        effects.table()
    assert seen
    assert set(seen) == {1}


def test_what_does_not_fit_the_cells_is_refused(cells):
    with pytest.raises(InputError, match=r"3 values.*1050 cells"):
        effects_table(cells, [0.5] * 3, *alike(cells, 1e-4), "leader_win_rate")
    with pytest.raises(InputError, match="no cell"):
        effects_table(cells, np.full(1050, np.nan), *alike(cells, 1e-4), "leader_win_rate")


@pytest.mark.slow
def test_the_whole_game_fits_in_little_memory():
    import tracemalloc

    decks = [deck.names for deck in legal_decks()]
    names = [f"place {i}" for i in range(10)]
    tracemalloc.start()
    cells = CellFactors.crossed(decks, names, names, ["greedy v greedy"])
    rng = np.random.default_rng(12)
    single = cells.present[cells.deck, cells.factions.index("seers")]
    y = 0.5 + 0.03 * single * (cells.setting == 4) + noise(cells, rng, 0.016, 0.3)
    found = effects_table(cells, y, *alike(cells, 0.016**2), "leader_win_rate")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 400e6
    assert len(cells.deck) == 371_800
    rows = lookup(found)
    assert rows.estimate.notna().sum() == 20 + 10 + 10 + 91 + 78 + 200 + 200 + 100
    # one of 13 singles and of 10 settings: their deviations from the mean multiply
    expected = 0.03 * (12 / 13) * (9 / 10)
    row = rows.loc[("unit x setting", "seers x place 4")]
    assert row.low <= expected <= row.high
    others = rows.loc["unit x building"].drop(index="all")
    assert others.p_value.gt(0.05).mean() == pytest.approx(0.95, abs=0.05)  # none has an effect
