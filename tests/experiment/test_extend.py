"""Extensions: a run with deals added is the run that had them from the beginning."""

from __future__ import annotations

import json

import pytest

from claimsim.errors import RunDirectoryError, SystemRefused
from claimsim.experiment import store
from claimsim.experiment.merging import merge
from claimsim.experiment.progress import Silent
from claimsim.experiment.results import Run, tables_of
from claimsim.experiment.runner import run
from claimsim.experiment.table_files import EXTENDED, KINDS, RETARGETED
from claimsim.scenario import parse_scenario

SCENARIO = """
schema = 1
name = "Small"
[grid]
decks = ["claim"]
matchups = [["random", "random"], ["greedy", "greedy"], ["greedy", "random"]]
[run]
deals = 300
seed = 5
"""
TARGET = """
[[targets]]
metric = "leader_win_rate"
value = 0.5
tolerance = 0.01
"""


@pytest.fixture
def scenario():
    return parse_scenario(SCENARIO, "small.toml")


@pytest.fixture
def whole(scenario, tmp_path) -> Run:
    return run(scenario, out=tmp_path / "whole")


def same_numbers(one: Run, other: Run) -> None:
    for name in tables_of(one.scenario):
        left, right = one.table(name), other.table(name)
        kinds = [column for column in left if "interval" in column]
        assert left.drop(columns=kinds).equals(right.drop(columns=kinds))


@pytest.mark.parametrize("steps", [(1, 300), (100, 300), (100, 101, 250, 300)])
def test_an_extended_run_has_the_digest_of_the_whole(steps, scenario, whole, tmp_path) -> None:
    out = tmp_path / "run"
    for number, deals in enumerate(steps):
        games = 50 * (number + 1)
        done = run(scenario, deals=deals, out=out, resume=number > 0, batch_games=games)
        assert done.manifest["deals"] == deals
        assert done.extended is (number > 0)
    assert done.digest == whole.digest
    assert done.manifest["games"] == whole.manifest["games"]
    assert done.manifest["ranges"] == [[0, 300]]
    assert done.scenario.deals == 300
    same_numbers(done, whole)


def test_intervals_say_that_the_run_was_extended(scenario, whole, tmp_path) -> None:
    out = tmp_path / "run"
    run(scenario, deals=100, out=out)
    done = run(scenario, out=out, resume=True)
    assert list(done.cells["interval"]) == [
        f"{kind}, {EXTENDED}" for kind in whole.cells["interval"]
    ]
    assert list(done.cells["a_interval"]) == list(whole.cells["a_interval"])
    for name in tables_of(scenario):
        table = done.table(name)
        for column in table.columns.intersection(list(KINDS)):
            assert table[column].str.endswith(EXTENDED).all(), (name, column)


def test_what_was_finished_is_not_played_again(scenario, tmp_path) -> None:
    out = tmp_path / "run"
    run(scenario, deals=100, out=out)
    kept = store.batch_path(out, 0).stat().st_mtime_ns
    run(scenario, out=out, resume=True)
    assert store.batch_path(out, 0).stat().st_mtime_ns == kept


def test_fewer_deals_are_refused(scenario, whole) -> None:
    with pytest.raises(RunDirectoryError, match=r"plans 300 deals a cell, and 299 are fewer"):
        run(scenario, deals=299, out=whole.directory, resume=True)
    assert Run.open(whole.directory).digest == whole.digest


def test_a_run_from_a_later_deal_is_extended_at_its_end(scenario, tmp_path) -> None:
    run(scenario, deals=100, first_deal=50, out=tmp_path / "run")
    with pytest.raises(RunDirectoryError, match="begins at deal 50, not 0"):
        run(scenario, deals=150, out=tmp_path / "run", resume=True)
    done = run(scenario, deals=150, first_deal=50, out=tmp_path / "run", resume=True)
    assert done.manifest["ranges"] == [[50, 200]]
    other = run(scenario, deals=150, first_deal=50, out=tmp_path / "other")
    assert done.digest == other.digest


def test_an_unfinished_run_is_extended_without_anybody_having_looked(
    scenario, whole, tmp_path, monkeypatch
) -> None:
    out = tmp_path / "run"
    right, written = store.write_batch, []

    def full(*arguments) -> None:
        if len(written) == 2:
            raise OSError(28, "No space left on device")
        written.append(right(*arguments))

    monkeypatch.setattr(store, "write_batch", full)
    with pytest.raises(SystemRefused, match="No space left"):
        run(scenario, deals=200, out=out, jobs=1, batch_games=100)
    monkeypatch.undo()
    done = run(scenario, out=out, resume=True)
    assert done.digest == whole.digest
    assert not done.extended
    assert list(done.cells["interval"]) == list(whole.cells["interval"])


def test_a_stopped_extension_is_marked_and_gone_on_with(
    scenario, whole, tmp_path, monkeypatch
) -> None:
    out = tmp_path / "run"
    run(scenario, deals=100, out=out)

    def full(*arguments) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store, "write_batch", full)
    with pytest.raises(SystemRefused, match="1 of 2 batches are kept"):
        run(scenario, deals=200, out=out, resume=True)
    monkeypatch.undo()
    with pytest.raises(RunDirectoryError, match="is not a finished run"):
        Run.open(out)
    with pytest.raises(RunDirectoryError, match="plans 200 deals a cell, and 100 are fewer"):
        run(scenario, deals=100, out=out, resume=True)
    done = run(scenario, out=out, resume=True)
    assert done.extended
    assert done.digest == whole.digest


def test_results_that_were_there_once_count_as_looked_at(scenario, tmp_path, monkeypatch) -> None:
    """Another description replaces a finished run's tables; a stop then hides no look."""
    out = tmp_path / "run"
    run(scenario, deals=100, out=out)
    other = parse_scenario(SCENARIO.replace('name = "Small"', 'name = "Other"'), "x")
    with monkeypatch.context() as patch:
        patch.setattr(store, "tidy", lambda _: (_ for _ in ()).throw(OSError(28, "full")))
        with pytest.raises(SystemRefused, match="No space left on device"):
            run(other, deals=100, out=out, resume=True)
    assert not (out / "manifest.json").exists()
    assert run(scenario, out=out, resume=True).extended


def test_verdicts_and_the_cell_farthest_off_do_not_depend_on_the_parts(tmp_path) -> None:
    scenario = parse_scenario(SCENARIO + TARGET, "small.toml")
    whole = run(scenario, deals=301, out=tmp_path / "whole")
    out = tmp_path / "extended"
    run(scenario, deals=101, out=out)
    extended = run(scenario, deals=301, out=out, resume=True)
    run(scenario, deals=200, first_deal=101, out=tmp_path / "rest")
    run(scenario, deals=101, out=tmp_path / "begun")
    merged = merge([tmp_path / "rest", tmp_path / "begun"], out=tmp_path / "merged")
    assert whole.table("verdicts")["most_unbalanced"].any()
    for other in (extended, merged):
        assert other.digest == whole.digest
        same_numbers(other, whole)


def test_targets_that_change_after_looking_are_marked(tmp_path) -> None:
    out = tmp_path / "run"
    before = parse_scenario(SCENARIO + TARGET, "small.toml")
    after = parse_scenario(SCENARIO + TARGET.replace("0.01", "0.2"), "small.toml")
    run(before, deals=100, out=out)
    again = run(before.replace(deals=200), out=out, resume=True)
    assert RETARGETED not in again.table("verdicts")["interval"].str.cat()
    changed = run(after.replace(deals=200), out=out, resume=True)
    assert changed.digest == again.digest
    assert changed.table("verdicts")["interval"].str.endswith(RETARGETED).all()
    assert RETARGETED not in changed.cells["interval"].str.cat()
    back = run(before.replace(deals=200), out=out, resume=True)  # what was seen stays seen
    assert back.table("verdicts")["interval"].str.endswith(RETARGETED).all()


def test_targets_may_change_before_anybody_looked(tmp_path, monkeypatch) -> None:
    out = tmp_path / "run"
    with monkeypatch.context() as patch:
        patch.setattr(store, "tidy", lambda _: (_ for _ in ()).throw(OSError(28, "full")))
        with pytest.raises(SystemRefused, match="No space left on device"):
            run(parse_scenario(SCENARIO, "small.toml"), deals=100, out=out)
    done = run(parse_scenario(SCENARIO + TARGET, "small.toml"), deals=100, out=out, resume=True)
    assert RETARGETED not in done.table("verdicts")["interval"].str.cat()


def test_the_plan_says_what_the_parts_are(scenario, tmp_path) -> None:
    out = tmp_path / "run"
    run(scenario, deals=100, out=out, batch_games=70)
    run(scenario, deals=300, out=out, resume=True)
    plan = json.loads((out / "plan.json").read_text())
    assert plan["parts"] == [
        {"first_deal": 0, "deals": 100, "batch_games": 70},
        {"first_deal": 100, "deals": 200, "batch_games": 70},
    ]
    names = sorted(path.name for path in (out / "tallies").iterdir())
    assert names == [f"batch-{number:06d}.tally" for number in range(len(names))]


class Listener(Silent):
    """Progress that keeps what it is told."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def message(self, text: str) -> None:
        self.said.append(text)


def damage(directory, number: int) -> None:
    path = store.batch_path(directory, number)
    path.write_bytes(path.read_bytes()[:-3])


def test_a_failing_extension_leaves_the_finished_run_as_it_was(scenario, tmp_path) -> None:
    """A damaged batch is found before the plan is rewritten and the manifest is gone."""
    out = tmp_path / "run"
    run(scenario, deals=200, out=out, batch_games=100)
    damage(out, 1)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    for more in ({"deals": 300}, {}):
        other = scenario if more else parse_scenario(SCENARIO.replace("Small", "Other"), "x")
        with pytest.raises(RunDirectoryError, match=r"batch-000001.* is damaged.*delete it and"):
            run(other, **{"deals": 200, **more}, out=out, resume=True)
        assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    assert Run.open(out).manifest["deals"] == 200
    assert len(Run.open(out).cells) == len(scenario.cells)


def test_what_was_deleted_is_played_again_in_an_extension(scenario, whole, tmp_path) -> None:
    out = tmp_path / "run"
    run(scenario, deals=200, out=out, batch_games=100)
    store.batch_path(out, 1).unlink()
    heard = Listener()
    assert run(scenario, out=out, resume=True, progress=heard).digest == whole.digest
    assert heard.said[0].startswith("1 batch is gone of ")
    assert "extended from 200 to 300 deals a cell" in heard.said[0]


def test_the_same_deals_again_notice_a_damaged_batch(scenario, tmp_path) -> None:
    out = tmp_path / "run"
    done = run(scenario, deals=200, out=out, batch_games=100)
    damage(out, 2)
    with pytest.raises(RunDirectoryError, match=r"batch-000002.* is damaged"):
        run(scenario, deals=200, out=out, resume=True)
    assert Run.open(out).digest == done.digest


def test_the_same_deals_again_play_deleted_batches(scenario, tmp_path) -> None:
    out = tmp_path / "run"
    done = run(scenario, deals=200, out=out, batch_games=100)
    held = {path: path.read_bytes() for path in (out / "tallies").iterdir()}
    gone = [store.batch_path(out, number) for number in (0, 3)]
    for path in gone:
        path.unlink()
    heard = Listener()
    again = run(scenario, deals=200, out=out, resume=True, progress=heard)
    assert heard.said[0] == f"2 batches are gone of {len(held)} in {out / 'tallies'}: played again"
    assert {path: path.read_bytes() for path in (out / "tallies").iterdir()} == held
    assert (again.digest, again.extended) == (done.digest, False)
    same_numbers(again, done)
