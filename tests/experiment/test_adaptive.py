"""Adaptive runs: rounds end at the looks, whatever the batches."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import claimsim
from claimsim.errors import RunDirectoryError, SystemRefused
from claimsim.experiment import store
from claimsim.experiment.parts import Part
from claimsim.experiment.results import Run
from claimsim.experiment.runner import run
from claimsim.experiment.tally import CELL_METRICS
from claimsim.scenario import parse_scenario
from claimsim.scenario.model import Precision
from claimsim.statistics import anytime
from claimsim.statistics.intervals import Estimate

SCENARIO = """
schema = 1
name = "Adaptive"
[grid]
decks = ["claim", "sea"]
settings = ["none", "swamp"]
matchups = [["random", "random"], ["greedy", "greedy"], ["greedy", "random"]]
[run]
seed = 5
precision = { metric = "leader_win_rate", half_width = 0.03, max_deals = 7000 }
"""


def asking(metric: str = "leader_win_rate", half_width: float = 0.03, max_deals: int = 7000):
    scenario = parse_scenario(SCENARIO, "adaptive.toml")
    precision = Precision(metric, half_width, max_deals)
    return dataclasses.replace(scenario, deals=max_deals, precision=precision)


def normal(total, squares, deals, scale, least, most) -> Estimate:
    """Return estimates plus and minus two standard errors: an interval easy to compute again."""
    value = total / deals / scale
    error = 2 * np.sqrt((squares / deals - (total / deals) ** 2) / deals) / scale
    return Estimate(value, value - error, value + error, np.full(value.shape, "normal", object))


@pytest.fixture
def fixed(tmp_path_factory) -> dict[int, Run]:
    """Runs of all cells that end at each look, and at the most deals."""
    folder = tmp_path_factory.mktemp("fixed")
    ends = (1000, 2000, 4000, 7000)
    return {deals: run(asking(), deals=deals, out=folder / str(deals)) for deals in ends}


def test_cells_are_played_until_their_intervals_are_narrow(fixed, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(anytime, "interval", normal)
    half_width = 0.02
    done = run(asking(half_width=half_width), out=tmp_path / "run")
    place = CELL_METRICS.index("leader_points")
    expected = np.full(12, 7000)
    for deals in (4000, 2000, 1000):
        tallies = fixed[deals].tallies
        points = 2.0 * tallies["games"] / deals
        mean = tallies["sum"][:, place] / deals
        spread = np.sqrt(tallies["squares"][:, place] / deals - mean**2)
        expected[2 * spread / np.sqrt(deals) / points <= half_width] = deals
    assert set(expected) == {1000, 2000, 4000}  # the example asks something
    assert list(done.cells["deals"]) == list(expected)
    for cell, deals in enumerate(expected):
        for name in done.tallies.dtype.names:
            assert np.all(done.tallies[name][cell] == fixed[deals].tallies[name][cell])
    assert done.adaptive
    assert done.manifest["deals"] == 4000
    assert done.manifest["games"] == done.tallies["games"].sum()
    assert done.manifest["precision"]["half_width"] == half_width


def test_the_intervals_are_those_that_hold_at_all_looks(fixed, tmp_path) -> None:
    done = run(asking(half_width=0.036), out=tmp_path / "run")
    place = CELL_METRICS.index("leader_points")

    def half(cell: int, deals: int) -> float:
        tally = fixed[deals].tallies[cell]
        points = 2 * tally["games"] // deals
        sums = tally["sum"][place], tally["squares"][place], deals
        found = anytime.interval(*sums, points, 0, 1)
        return float(found.high - found.low) / 2

    ends = list(done.cells["deals"])
    assert len(set(ends)) > 1
    looks = (1000, 2000, 4000, 7000)
    for cell, deals in enumerate(ends):
        assert deals == 7000 or half(cell, deals) <= 0.036
        assert all(half(cell, look) > 0.036 for look in looks if look < deals)


@pytest.mark.parametrize(
    "how",
    [
        {"jobs": 1, "batch_games": 300},
        {"jobs": 3, "batch_games": 5000},
        {"jobs": 2, "batch_games": 20_000, "backend": "processes"},
    ],
)
def test_batches_and_workers_change_nothing(how, tmp_path) -> None:
    plain = run(asking(half_width=0.036), out=tmp_path / "plain")
    other = run(asking(half_width=0.036), out=tmp_path / "other", **how)
    assert other.digest == plain.digest
    assert other.tallies.tobytes() == plain.tallies.tobytes()
    assert other.path("cells").read_bytes() == plain.path("cells").read_bytes()


def test_rounds_end_at_the_looks_and_the_last_one_at_the_most_deals(tmp_path) -> None:
    done = run(asking(half_width=1e-6, max_deals=5000), out=tmp_path / "run")
    plan = store.read_json(done.directory / "plan.json", "a run directory")
    parts = [Part.read(part) for part in plan["parts"]]
    assert [part.stop for part in parts] == [1000, 2000, 4000, 5000]
    assert all(part.cells is None for part in parts[:1])
    # One strategy without dice against itself wins half of its games by definition, and the
    # leader's win rate is known no better for it.
    assert list(done.cells["deals"]) == [5000] * 12
    assert done.digest == run(asking(), deals=5000, out=tmp_path / "fixed").digest


def test_a_wide_precision_ends_at_the_first_look(tmp_path) -> None:
    done = run(asking(half_width=0.5), out=tmp_path / "run")
    assert list(done.cells["deals"]) == [1000] * 12
    assert done.manifest["deals"] == 1000


def test_ranges_may_begin_later(tmp_path) -> None:
    precise = asking(half_width=1e-6, max_deals=1500)
    done = run(precise, first_deal=300, out=tmp_path / "run")
    other = run(asking(), deals=1500, first_deal=300, out=tmp_path / "fixed")
    assert done.digest == other.digest
    assert done.manifest["deals"] == 1500


@pytest.mark.parametrize(
    ("metric", "half_width"), [("a_win_rate", 0.036), ("draw_rate", 0.0034), ("mean_margin", 0.13)]
)
def test_other_metrics_decide_too(metric, half_width, tmp_path) -> None:
    done = run(asking(metric, half_width, max_deals=4000), out=tmp_path / "run")
    cells = done.cells
    if metric == "a_win_rate":  # one half by definition
        same = (cells["strategy_a"] == "greedy") & (cells["strategy_b"] == "greedy")
        assert set(cells["deals"][same]) == {1000}
    assert set(cells["deals"]) <= {1000, 2000, 4000}
    assert len(set(cells["deals"])) > 1


def test_a_stopped_run_goes_on_with_the_very_rounds(tmp_path, monkeypatch) -> None:
    whole = run(asking(half_width=0.036), out=tmp_path / "whole", batch_games=2000)
    right = store.write_batch
    out = tmp_path / "run"
    for stop in (1, 3, 8, 2, 5):
        written = []

        def full(*arguments, written=written, stop=stop) -> None:
            if len(written) == stop:
                raise OSError(28, "No space left on device")
            written.append(right(*arguments))

        monkeypatch.setattr(store, "write_batch", full)
        with pytest.raises(SystemRefused, match=r"\d+ of \d+ batches are kept"):
            run(asking(half_width=0.036), out=out, resume=True, batch_games=2000, jobs=1)
    monkeypatch.undo()
    done = run(asking(half_width=0.036), out=out, resume=True)
    assert done.digest == whole.digest
    assert (out / "plan.json").read_text() == (whole.directory / "plan.json").read_text()


def test_adaptive_runs_are_neither_extended_nor_merged(tmp_path) -> None:
    adaptive = run(asking(half_width=0.5), out=tmp_path / "run")
    with pytest.raises(RunDirectoryError, match=r"it is adaptive .*, and .* are not extended"):
        run(asking(), deals=8000, out=adaptive.directory, resume=True)
    with pytest.raises(
        RunDirectoryError, match=r"precision .*half_width = 0\.5.*half_width = 0\.4"
    ):
        run(asking(half_width=0.4), out=adaptive.directory, resume=True)
    fixed = run(asking(), deals=100, first_deal=7000, out=tmp_path / "fixed")
    with pytest.raises(RunDirectoryError, match="is not made adaptive"):
        run(asking(), first_deal=7000, out=fixed.directory, resume=True)
    for runs in ([fixed, adaptive], [adaptive, fixed]):
        with pytest.raises(RunDirectoryError, match="/run cannot be merged: it is adaptive"):
            claimsim.merge(runs, out=tmp_path / "merged")


def test_verdicts_of_adaptive_runs_go_by_intervals_that_hold_at_any_time(tmp_path) -> None:
    text = SCENARIO + '[[targets]]\nmetric = "leader_win_rate"\nvalue = 0.5\ntolerance = 0.1\n'
    done = run(parse_scenario(text, "x"), out=tmp_path / "run")
    verdicts, cells = done.table("verdicts"), done.cells
    merged = verdicts.merge(cells, on="cell")
    assert (merged["low"] == merged["leader_low"]).all()
    assert (merged["high"] == merged["leader_high"]).all()
    assert verdicts["interval"].str.startswith("anytime").all()
    balanced = verdicts[verdicts["verdict"] == "balanced"]
    assert ((balanced["low"] > 0.4) & (balanced["high"] < 0.6)).all()
    assert len(balanced) > 0
