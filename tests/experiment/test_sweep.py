"""Sweeps: what may be varied, and figures that a run of the changed scenario has as well."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pandas as pd
import pytest

from claimsim import run
from claimsim.errors import InputError, RunDirectoryError, ScenarioError
from claimsim.experiment import pairing
from claimsim.experiment.progress import Silent
from claimsim.experiment.results import CellInfos
from claimsim.experiment.sweep import question_of, sweep, variants_of
from claimsim.experiment.sweep_tables import nearest, within
from claimsim.experiment.whatif import compare
from claimsim.scenario import parse_scenario
from claimsim.scenario.varied import MAX_POINTS, read_varied, split_values

TEXT = """
schema = 1
name = "Sweep"
[grid]
decks = ["sea"]
settings = ["none", "ice_fields"]
matchups = [["greedy", "random"], ["greedy", "greedy"]]
[run]
deals = 200
seed = 4
"""
TARGET = """
[[targets]]
metric = "draw_rate"
value = 0.25
tolerance = 0.125
where = { setting = "ice_fields" }
[[targets]]
metric = "leader_win_rate"
value = 0.5
tolerance = 0.02
"""
SCENARIO = parse_scenario(TEXT, "the test")
THRESHOLDS = "parameters.octipi.threshold=4,12,8"


class Counting(Silent):
    """Progress that counts."""

    def __init__(self) -> None:
        self.announced: list[int] = []
        self.played: list[int] = []

    def start(self, games: int, before: int = 0) -> None:
        self.announced.append(games)

    def advance(self, games: int) -> None:
        self.played.append(games)


@pytest.fixture(scope="module")
def found():
    return sweep(SCENARIO, [THRESHOLDS])


# What may be varied


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("1,2", ["1", "2"]),
        (" a , [1, 2],{x = 1, y = 2} ", ["a", "[1, 2]", "{x = 1, y = 2}"]),
        ('"a,b",c', ['"a,b"', "c"]),
        (r'"a\",b",c', [r'"a\",b"', "c"]),
        (r'"a\\",b', [r'"a\\"', "b"]),
        (r"'a\',b", [r"'a\'", "b"]),
        ('["a]", "b,"],c', ['["a]", "b,"]', "c"]),
        ("[[1,2],[3]],4", ["[[1,2],[3]]", "4"]),
        ("1,,2", ["1", "", "2"]),
    ],
)
def test_commas_in_brackets_and_quotes_do_not_part(text: str, parts: list[str]) -> None:
    assert list(split_values(text)) == parts


@pytest.mark.parametrize(
    ("text", "path", "values"),
    [
        ("parameters.octipi.threshold=7,9", ("parameters", "octipi", "threshold"), [7, 9]),
        ("a.b = 5..8", ("a", "b"), [5, 6, 7, 8]),
        ("a=5..10..2", ("a",), [5, 7, 9]),
        ("a=1..2..0.25", ("a",), [1.0, 1.25, 1.5, 1.75, 2.0]),
        ("a=0..0.3..0.1", ("a",), [0.0, 0.1, 0.2, 0.3]),
        ("a=-2..0, 7, 1.5", ("a",), [-2, -1, 0, 7, 1.5]),
        ("switches.victory=three_votes,most_votes", ("switches", "victory"), None),
        ("a.'b c'=\"x, y\",z", ("a", "b c"), ["x, y", "z"]),
        ("a=[2],[1,2]", ("a",), [[2], [1, 2]]),
        ("a={ x = 1, y = 2 },{}", ("a",), [{"x": 1, "y": 2}, {}]),
        ("a=true,1", ("a",), [True, 1]),
    ],
)
def test_values_are_read(text: str, path: tuple[str, ...], values) -> None:
    (one,) = read_varied([text])
    wanted = ["three_votes", "most_votes"] if values is None else values
    assert one.path == path
    assert list(one.values) == wanted  # no pandas
    assert list(map(type, one.values)) == list(map(type, wanted))


@pytest.mark.parametrize(
    ("texts", "what"),
    [
        ([], "found 0 things"),
        (["a=1,2"] * 3, "found 3 things"),
        (["a"], "'a': PATH=V1,V2"),
        (["=1,2"], "PATH=V1,V2"),
        (["a="], "PATH=V1,V2"),
        (["a b=1,2"], "'a b' is no path"),
        (["a.=1,2"], "'a.' is no path"),
        (["a=1"], "two values"),
        (["a=1,,2"], "a: a value is missing"),
        (["a=1,2,"], "a: a value is missing"),
        (["a=1,2,1"], "a = 1 stands there twice"),
        (["a=2,2.0"], "a = 2.0 stands there twice"),
        (["a=1..3,2"], "a = 2 stands there twice"),
        (["a=3..1"], "a = 3..1: .* goes up"),
        (["a=1..1"], "goes up"),
        (["a=1..2..0"], "goes up"),
        (["a=1..2..-1"], "goes up"),
        (["a=1..1000000000"], f"{MAX_POINTS} values at most"),
        (["a=1..2..0.0000000001"], f"{MAX_POINTS} values at most"),
        (["a=1..300,301..600"], f"600 values: {MAX_POINTS} at most"),
        (["a=1..21", "b=1..20"], f"420 pairs of values: {MAX_POINTS} at most"),
        (["a=[1,2"], "is not TOML|two values"),
        (["a=1;2,3"], "is not TOML"),
        (["a=1,2", "a=3,4"], "a and a: two things"),
        (["a={x=1},{x=2}", "a.x=3,4"], "a and a.x: two things"),
    ],
)
def test_what_cannot_be_varied_is_refused(texts: list[str], what: str) -> None:
    with pytest.raises(InputError, match=what):
        read_varied(texts)


def test_mistakes_in_writing_are_told_at_once() -> None:
    with pytest.raises(ScenarioError) as error:
        read_varied(["a=1,1,3..2,1;2", "b"])
    told = str(error.value)
    assert [part in told for part in ("a = 1 ", "a = 3..2", "1;2", "'b'")] == [True] * 4
    assert len(error.value.problems) == 4


def test_wrong_values_are_told_at_once_each_mistake_once() -> None:
    texts = ["parameters.octipi.threshold=-1,8,many", "switches.victory=none,three_votes"]
    with pytest.raises(ScenarioError) as error:
        variants_of(SCENARIO, read_varied(texts))
    problems = error.value.problems
    assert problems == (
        "parameters.octipi.threshold: found -1, 'many'; allowed: an integer from 0 to 10000",
        "switches.victory: found 'none'; allowed: 'most_votes', 'three_votes'",
    )


def test_unknown_things_are_told_with_the_nearest() -> None:
    with pytest.raises(ScenarioError) as error:
        variants_of(SCENARIO, read_varied(["parameters.octopi.threshold=1,2"]))
    (line,) = error.value.problems
    assert line.startswith("parameters.octopi: unknown parameter; ")
    assert "octipi" in line
    with pytest.raises(ScenarioError, match=r"^run: cannot be changed"):
        variants_of(SCENARIO, read_varied(["run.deals=5,6"]))


def test_what_a_pair_breaks_names_both_values() -> None:
    illegal = '["goblins","dwarves","undead"]'
    texts = [f'grid.decks=["claim"],[{illegal}]', "grid.allow_what_if=true,false"]
    with pytest.raises(ScenarioError) as error:
        variants_of(SCENARIO, read_varied(texts))
    # by itself the deck is wrong as well, since the scenario allows no such decks
    assert all(line.startswith("grid.decks = [[") for line in error.value.problems)
    allowed = SCENARIO.with_changes({"grid.allow_what_if": True})
    with pytest.raises(ScenarioError) as error:
        variants_of(allowed, read_varied(texts))
    (line,) = error.value.problems
    assert "grid.allow_what_if = false: " in line
    assert line.startswith("grid.decks = [[")


# What is asked


def test_the_first_target_is_what_is_asked() -> None:
    asked = question_of(parse_scenario(TEXT + TARGET, "the test"), None, None)
    assert dataclasses.astuple(asked) == ("draw_rate", 0.25, 0.125, (2, 3))
    moved = question_of(parse_scenario(TEXT + TARGET, "the test"), None, 0.3)
    assert dataclasses.astuple(moved) == ("draw_rate", 0.3, 0.125, (2, 3))


def test_without_targets_it_is_whether_the_leader_wins_half() -> None:
    assert dataclasses.astuple(question_of(SCENARIO, None, None)) == (
        "leader_win_rate", 0.5, None, (0, 1, 2, 3),
    )  # fmt: skip


def test_a_metric_that_is_named_is_asked_of_every_cell() -> None:
    targeted = parse_scenario(TEXT + TARGET, "the test")
    assert question_of(targeted, "a_win_rate", None).target == 0.5
    asked = question_of(targeted, "mean_margin", 2)
    assert dataclasses.astuple(asked) == ("mean_margin", 2, None, (0, 1, 2, 3))


@pytest.mark.parametrize(
    ("metric", "target", "what"),
    [
        ("draw_rates", 0.1, "did you mean 'draw_rate'"),
        ("draw_rate", None, "needs a --target"),
        ("leader_win_rate", 1.5, "from 0 to 1"),
        (None, -0.1, "from 0 to 1"),
        (None, float("nan"), "from 0 to 1"),
        ("mean_margin", 5.5, "from 0 to 5"),
    ],
)
def test_questions_without_sense_are_refused(metric, target, what: str) -> None:
    with pytest.raises(InputError, match=what):
        question_of(SCENARIO, metric, target)


# What is found


def test_the_games_of_the_scenario_as_it_is_are_played_once(monkeypatch) -> None:
    played = []
    really = pairing._played

    def watched(way, key, first, stop):
        played.append((way.rules.number("octipi.threshold"), first, stop))
        return really(way, key, first, stop)

    monkeypatch.setattr(pairing, "_played", watched)
    counting = Counting()
    values = [4, 12, 9, 10]  # not the scenario's own, so that its games can be told from theirs
    found = sweep(
        SCENARIO,
        ["parameters.octipi.threshold=" + ",".join(map(str, values))],
        deals=50,
        first_deal=7,
        progress=counting,
    )
    cells = len(SCENARIO.cells)
    a_way = 50 * (2 + 1) * 2  # greedy against itself plays a deal once; two settings
    again = len(found.fresh)
    assert counting.announced == [a_way * (1 + len(values)), a_way * (1 + again)]
    assert sum(counting.played) == sum(counting.announced)
    own = [ranges for threshold, *ranges in played if threshold == 8]
    assert own.count([7, 57]) == cells
    assert own.count([57, 107]) == cells
    assert len(own) == 2 * cells
    for value in values:
        assert sum(one == (value, 7, 57) for one in played) == cells


@pytest.mark.parametrize("metric", ["leader_win_rate", "a_win_rate", "mean_margin"])
def test_figures_are_those_of_a_run_of_the_changed_scenario(metric: str, tmp_path) -> None:
    found = sweep(SCENARIO, [THRESHOLDS], metric=metric, target=0.5)
    name = {"leader_win_rate": "leader", "a_win_rate": "a", "mean_margin": "mean_margin"}[metric]
    table = found.by_value
    for point, value in enumerate([4, 12, 8]):
        variant = SCENARIO.with_changes({"parameters.octipi.threshold": value})
        for first, rows in ((0, table[table["point"] == point]), (200, _fresh(found, point))):
            out = tmp_path / f"{value}-{first}"
            cells = run(variant, first_deal=first, out=out).cells
            for row in rows.to_dict("records"):
                here = cells.loc[row["cell"]]
                assert row["estimate"] == pytest.approx(here[metric], abs=1e-12)
                assert row["low"] == pytest.approx(here[f"{name}_low"], abs=1e-12)
                assert row["high"] == pytest.approx(here[f"{name}_high"], abs=1e-12)
    as_it_is = run(SCENARIO, out=tmp_path / "base").cells
    assert found.cells["estimate"].to_numpy() == pytest.approx(as_it_is[metric].to_numpy())
    assert found.cells["low"].to_numpy() == pytest.approx(as_it_is[f"{name}_low"].to_numpy())


def _fresh(found, point: int) -> pd.DataFrame:
    best = found.best[found.best["point"] == point]
    fresh = best.filter(like="fresh_").rename(columns=lambda name: name.removeprefix("fresh_"))
    return fresh.assign(cell=best["cell"])


def test_differences_are_those_of_a_what_if(found) -> None:
    variant = SCENARIO.with_changes({"parameters.octipi.threshold": 4})
    table = compare(SCENARIO, variant).differences
    table = table[table["metric"] == "leader_win_rate"]
    mine = found.by_value[found.by_value["point"] == 0]
    for name in ("difference", "low", "high", "baseline"):
        of_mine = mine[name if name in ("difference", "baseline") else f"difference_{name}"]
        assert of_mine.to_list() == table[name].to_list()
    own = found.by_value[found.by_value["value"] == "8"]
    assert (own["difference"] == 0).all()
    assert (own["unlike_deals"] == 0).all()
    assert (mine["unlike_deals"] > 0).all()


def test_the_nearest_value_is_shown_on_its_own_and_on_fresh_deals(found) -> None:
    table = found.by_value
    assert len(found.best) == len(SCENARIO.cells)
    for row in found.best.to_dict("records"):
        rows = table[table["cell"] == row["cell"]].set_index("point")
        off = (rows["estimate"] - 0.5).abs()
        assert off[row["point"]] == off.min()
        assert row["picked_estimate"] == rows["estimate"][row["point"]]
        assert (row["fresh_first_deal"], row["fresh_deals"]) == (200, 200)
    assert (found.best["picked_estimate"] != found.best["fresh_estimate"]).any()


def test_of_equally_near_values_the_first_is_taken() -> None:
    table = pd.DataFrame(
        {
            "cell": [3, 3, 3, 5, 5, 5],
            "point": [0, 1, 2, 0, 1, 2],
            "estimate": [0.25, 0.75, 0.25, 0.9, 0.1, 0.51],
            "interval": "normal",
            "unlike_deals": 1,
        }
    )
    assert nearest(table, 0.5) == {3: 0, 5: 2}


def test_the_curve_meets_the_target_where_lines_do(found) -> None:
    cell = found.by_value[found.by_value["cell"] == 1].sort_values("number")
    middle = float(cell["estimate"].iloc[:2].mean())  # so that there is a crossing
    again = sweep(SCENARIO, [THRESHOLDS], target=middle)
    rows = again.crossings[again.crossings["cell"] == 1]
    number, estimate = cell["number"].to_numpy(), cell["estimate"].to_numpy()
    assert len(rows) >= 1
    for row in rows.to_dict("records"):
        assert np.interp(row["at"], number, estimate) == pytest.approx(middle)
        assert row["first"] <= row["at"] <= row["last"]
        for end, edge, bound in (("first", "from_edge", 4), ("last", "to_edge", 12)):
            if row[edge]:
                assert row[end] == bound
            else:  # there one of the bounds meets the target
                bounds = [np.interp(row[end], number, cell[b]) for b in ("low", "high")]
                assert min(abs(one - middle) for one in bounds) < 1e-9


def test_words_and_pairs_have_no_curve() -> None:
    words = sweep(SCENARIO, ["switches.victory=three_votes,most_votes"], deals=40)
    pairs = sweep(
        SCENARIO,
        ["parameters.octipi.threshold=4,8", "parameters.fish_people.tridents=0..2"],
        deals=40,
    )
    assert len(words.crossings) == len(pairs.crossings) == 0
    assert pairs.points == ((4, 0), (4, 1), (4, 2), (8, 0), (8, 1), (8, 2))
    row = pairs.by_value.iloc[4].to_dict()
    assert (row["value"], row["number_2"], row["cell"]) == ("8", 1.0, 0)
    changed = pairs.comparisons[4].variant.parameters
    assert changed == {"fish_people.tridents": 1}
    assert words.by_value["value"][0] == '"three_votes"'
    assert np.isnan(words.by_value["number"][0])


def test_targets_say_which_cells_and_what_is_within() -> None:
    found = sweep(parse_scenario(TEXT + TARGET, "the test"), [THRESHOLDS], deals=40)
    assert set(found.by_value["cell"]) == {2, 3}
    assert set(found.cells["setting"]) == {"ice_fields"}
    asked = found.question
    assert [within(low, high, asked) for low, high in ((0.125, 0.375), (0.2, 0.4), (0.4, 0.5))] == [
        "yes", "unsure", "no",
    ]  # fmt: skip
    assert within(0.0, 0.1, asked) == "no"
    assert within(0.0, 1.0, dataclasses.replace(asked, tolerance=None)) is None


def test_cells_that_nothing_changes_have_no_nearest_value() -> None:
    inert = sweep(SCENARIO, ["parameters.unicorns.bonus=2,3"], deals=40)
    assert len(inert.best) == len(inert.crossings) == len(inert.fresh) == 0
    by_definition = sweep(SCENARIO, [THRESHOLDS], metric="a_win_rate", deals=40)
    same = [c["cell"] for c in CellInfos(SCENARIO) if c["deterministic_pair"]]
    rows = by_definition.by_value[by_definition.by_value["cell"].isin(same)]
    assert len(same) == 2
    assert set(rows["interval"]) == {"by definition"}
    assert (rows[["estimate", "low", "high"]] == 0.5).all(axis=None)
    assert set(by_definition.best["cell"]) == set(range(4)) - set(same)


def test_results_do_not_depend_on_jobs(found) -> None:
    alone = sweep(SCENARIO, [THRESHOLDS], jobs=1)
    for name in ("cells", "by_value", "crossings", "best"):
        pd.testing.assert_frame_equal(getattr(alone, name), getattr(found, name))


def test_deals_without_room_for_fresh_ones_are_refused() -> None:
    with pytest.raises(InputError, match="at most 5 would be right"):
        sweep(SCENARIO, [THRESHOLDS], deals=6, first_deal=2**32 - 11)


# What is written


def test_a_directory_holds_the_tables_and_the_manifest(tmp_path, monkeypatch) -> None:
    out = tmp_path / "sweep"
    found = sweep(SCENARIO, [THRESHOLDS], deals=40, out=out)
    for name in ("cells", "by_value", "crossings", "best"):
        pd.testing.assert_frame_equal(
            pd.read_parquet(out / f"{name}.parquet"), getattr(found, name)
        )
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["kind"] == "sweep"
    assert manifest["vary"] == ["parameters.octipi.threshold"]
    assert (manifest["first_deal"], manifest["deals"], manifest["fresh_first_deal"]) == (0, 40, 40)
    again = [parse_scenario(one["scenario"], "the manifest") for one in manifest["variants"]]
    assert [one.parameters.get("octipi.threshold", 8) for one in again] == [4, 12, 8]
    monkeypatch.setattr(pairing, "_played", None)  # refused before anything is played
    with pytest.raises(RunDirectoryError, match="exists already"):
        sweep(SCENARIO, [THRESHOLDS], deals=40, out=out)


def test_tables_without_rows_are_written_too(tmp_path) -> None:
    out = tmp_path / "inert"
    sweep(SCENARIO, ["parameters.unicorns.bonus=2,3"], deals=20, out=out)
    assert len(pd.read_parquet(out / "best.parquet")) == 0
    assert "at" in pd.read_parquet(out / "crossings.parquet")


def test_mistakes_leave_no_directory(tmp_path) -> None:
    with pytest.raises(ScenarioError):
        sweep(SCENARIO, ["parameters.octipi.threshold=-1,8"], out=tmp_path / "none")
    assert not (tmp_path / "none").exists()
