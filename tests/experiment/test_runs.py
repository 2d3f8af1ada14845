"""Runs: the same results however they are played, and nothing finished is lost."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pandas as pd
import pytest

import claimsim
from claimsim.errors import InputError, RunDirectoryError, SystemRefused
from claimsim.experiment import play, store, table_files
from claimsim.experiment.plan import games_per_deal, make_batches, total_games
from claimsim.experiment.results import Run, tables_of
from claimsim.experiment.runner import run
from claimsim.scenario import parse_scenario

SCENARIO = """
schema = 1
name = "Small"
description = "A small scenario of the tests."
[grid]
decks = ["claim"]
matchups = [["random", "random"], ["greedy", "greedy"], ["greedy", "random"]]
[run]
deals = 300
mirror = "seats"
seed = 5
"""

GRID = """
schema = 1
name = "Everything"
[grid]
decks = "all"
settings = "all"
buildings = "all"
matchups = [["random", "random"]]
[run]
mirror = "none"
"""

PLACES = """
schema = 1
name = "Places"
[grid]
decks = ["claim", "sea"]
settings = ["none", "swamp"]
buildings = ["none", "dungeon", "castle"]
matchups = [["greedy", "random"]]
"""


@pytest.fixture
def scenario(tmp_path: Path):
    path = tmp_path / "small.toml"
    path.write_text(SCENARIO)
    return claimsim.load_scenario(path)


@pytest.fixture
def plain(scenario, tmp_path: Path) -> Run:
    return run(scenario, jobs=1, out=tmp_path / "plain")


@pytest.mark.parametrize(
    "how",
    [
        {"jobs": 2},
        {"jobs": 3, "batch_games": 100},
        {"jobs": 1, "batch_games": 7},
        {"jobs": -1, "batch_games": 1},
        {"jobs": 2, "backend": "processes", "batch_games": 200},
    ],
)
def test_results_do_not_depend_on_how_they_are_played(how, scenario, plain, tmp_path) -> None:
    other = run(scenario, out=tmp_path / "other", **how)
    assert other.digest == plain.digest
    assert other.tallies.tobytes() == plain.tallies.tobytes()
    for name in tables_of(scenario):
        assert other.path(name).read_bytes() == plain.path(name).read_bytes()


def test_results_depend_on_seed_deals_and_range(scenario, plain, tmp_path) -> None:
    digests = {
        run(scenario, out=tmp_path / str(i), **what).digest
        for i, what in enumerate([{"seed": 6}, {"deals": 301}, {"first_deal": 1}])
    }
    assert len(digests | {plain.digest}) == 4


def test_disjoint_ranges_add_up_to_the_whole(scenario, plain, tmp_path) -> None:
    first = run(scenario, out=tmp_path / "first", deals=100)
    second = run(scenario, out=tmp_path / "second", deals=200, first_deal=100)
    total = first.tallies.copy()
    from claimsim.experiment.tally import add

    add(total, second.tallies)
    for name in total.dtype.names:
        assert (total[name] == plain.tallies[name]).all(), name


def test_games_per_deal(scenario) -> None:
    assert [games_per_deal(cell, "seats") for cell in scenario.cells] == [2, 1, 2]
    assert [games_per_deal(cell, "lead") for cell in scenario.cells] == [2, 2, 2]
    assert [games_per_deal(cell, "none") for cell in scenario.cells] == [1, 1, 1]
    assert total_games(scenario, 300) == 1500


@pytest.mark.parametrize("batch_games", [1, 2, 3, 50, 601, 1201, 10**9])
def test_batches_cover_every_deal_of_every_cell_once(scenario, batch_games: int) -> None:
    covered = [
        (cell, deal)
        for batch in make_batches(scenario, 10, 300, batch_games)
        for cell in range(batch.cell_start, batch.cell_stop)
        for deal in range(batch.first, batch.stop)
    ]
    assert sorted(covered) == [(cell, deal) for cell in range(3) for deal in range(10, 310)]


def test_many_small_cells_make_batches_of_a_few_seconds(tmp_path) -> None:
    path = tmp_path / "all.toml"
    path.write_text(GRID)
    everything = claimsim.load_scenario(path)
    assert len(everything.cells) == 371_800
    assert total_games(everything, 3) == 3 * 371_800
    batches = make_batches(everything, 0, 3)
    assert len(batches) == 372
    assert max(batch.cell_stop - batch.cell_start for batch in batches) == 1000
    ends = [(batch.cell_start, batch.cell_stop) for batch in batches]
    assert ends[0][0] == 0
    assert ends[-1][1] == 371_800
    assert all(one[1] == two[0] for one, two in pairwise(ends))


def test_tables_are_the_same_however_many_cells_are_computed_together(
    tmp_path, monkeypatch
) -> None:
    path = tmp_path / "grid.toml"
    path.write_text(PLACES)
    places = claimsim.load_scenario(path)
    whole = run(places, out=tmp_path / "whole", deals=20)
    monkeypatch.setattr(table_files, "CELLS_AT_ONCE", 7)
    parts = run(places, out=tmp_path / "parts", deals=20, batch_games=1500)
    assert parts.digest == whole.digest
    for name in tables_of(places):
        pd.testing.assert_frame_equal(parts.table(name), whole.table(name))


def test_every_power_and_location_in_play_has_its_row(tmp_path) -> None:
    path = tmp_path / "grid.toml"
    path.write_text(PLACES)
    done = run(claimsim.load_scenario(path), out=tmp_path / "run", deals=200)
    cells, powers = done.cells, done.powers
    assert len(cells) == 2 * 2 * 3
    for row in cells.to_dict("records"):
        there = powers[powers["cell"] == row["cell"]].set_index("power")
        own = {
            "claim": ["beats", "scored_when_played", "loser_scores", "wild"],
            "sea": ["arrested_by", "exchanges", "beaten_from", "arms"],
        }[row["deck"]]
        places = [name for name in (row["setting"], row["building"]) if name != "none"]
        assert list(there.index) == own + places
        assert (there["fired_per_game"] >= there["games_fired"]).all()
        if "dungeon" in places:  # the last trick of either phase has a winner in every game
            assert there["fired_per_game"]["dungeon"] == 2
            assert there["games_fired"]["dungeon"] == 1
        if "castle" in places:
            assert there["games_fired"]["castle"] == row["decided_by_castle"]
        decided = [name for name in cells if name.startswith("decided_by")]
        shares = [row[name] for name in decided if not name.endswith(("_low", "_high"))]
        assert len(shares) == 6
        assert sum(shares) == pytest.approx(1)


@pytest.mark.parametrize(("first", "deals"), [(0, 0), (-1, 5), (2**32 - 3, 4), (0, 2**32 + 1)])
def test_impossible_ranges_are_refused(scenario, first: int, deals: int) -> None:
    with pytest.raises(InputError, match="would be right"):
        make_batches(scenario, first, deals)


def test_the_run_directory_is_as_described(plain) -> None:
    names = {path.name for path in plain.directory.iterdir()}
    tables = {f"{name}.parquet" for name in tables_of(plain.scenario)}
    assert names == {"plan.json", "manifest.json", "tallies", *tables}
    manifest = json.loads((plain.directory / "manifest.json").read_text())
    assert manifest["games"] == 1500
    assert manifest["digest"] == plain.digest
    assert manifest["seed"] == 5
    assert set(manifest["strategy_digests"]) == {"greedy", "random"}
    for key in ("version", "rules_digest", "kernel_digest", "scenario", "host", "command"):
        assert manifest[key]


def test_an_existing_directory_is_refused_without_resume(scenario, plain) -> None:
    with pytest.raises(RunDirectoryError, match="exists already: add --resume"):
        run(scenario, out=plain.directory)
    assert run(scenario, out=plain.directory, resume=True).digest == plain.digest


def test_resume_refuses_another_scenario_seed_or_size(scenario, plain) -> None:
    for change, reason in (({"seed": 9}, "seed"), ({"deals": 9}, "plans 300 deals")):
        with pytest.raises(RunDirectoryError, match=reason):
            run(scenario, out=plain.directory, resume=True, **change)


def test_resume_refuses_changed_rules(scenario, plain) -> None:
    plan = json.loads((plain.directory / "plan.json").read_text())
    plan["rules_digest"] = "0" * 16
    (plain.directory / "plan.json").write_text(json.dumps(plan))
    with pytest.raises(RunDirectoryError, match="the rules have changed"):
        run(scenario, out=plain.directory, resume=True)


def test_missing_batches_are_played_again(scenario, tmp_path) -> None:
    whole = run(scenario, out=tmp_path / "whole", batch_games=100)
    batches = sorted((whole.directory / "tallies").iterdir())
    for path in batches[::2]:
        path.unlink()
    (whole.directory / "manifest.json").unlink()
    kept = {path: path.stat().st_mtime_ns for path in batches[1::2]}
    again = run(scenario, out=tmp_path / "whole", resume=True)
    assert again.digest == whole.digest
    assert {path: path.stat().st_mtime_ns for path in kept} == kept


def test_a_damaged_batch_is_named(scenario, tmp_path) -> None:
    whole = run(scenario, out=tmp_path / "whole", batch_games=100)
    (whole.directory / "manifest.json").unlink()
    path = store.batch_path(whole.directory, 2)
    packed = path.read_bytes()
    other = store.batch_path(whole.directory, 3).read_bytes()
    flipped = bytearray(packed)
    flipped[len(packed) // 2] ^= 1
    for content in (packed[:-1], b"", bytes(flipped), other):
        path.write_bytes(content)
        with pytest.raises(RunDirectoryError, match=r"batch-000002.*delete it and run again"):
            run(scenario, out=tmp_path / "whole", resume=True)


def test_unfinished_and_foreign_directories_are_no_runs(scenario, plain, tmp_path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(RunDirectoryError, match=r"is not a run directory: it holds no plan\.json"):
        Run.open(tmp_path / "empty")
    with pytest.raises(RunDirectoryError, match="is not a run directory"):
        Run.open(tmp_path / "nowhere")
    (plain.directory / "manifest.json").unlink()
    with pytest.raises(RunDirectoryError, match=r"finished run .* go on with --resume"):
        Run.open(plain.directory)


def test_a_failing_disk_keeps_what_is_finished(scenario, tmp_path, monkeypatch) -> None:
    written = []
    right = store.write_batch

    def full(directory, batch, tallies, mark) -> None:
        if len(written) == 2:
            raise OSError(28, "No space left on device")
        written.append(batch)
        right(directory, batch, tallies, mark)

    monkeypatch.setattr(store, "write_batch", full)
    with pytest.raises(SystemRefused, match=r"No space left on device; 2 of \d+ batches are kept"):
        run(scenario, out=tmp_path / "full", jobs=1, batch_games=100)
    monkeypatch.undo()
    again = run(scenario, out=tmp_path / "full", resume=True)
    assert again.digest == run(scenario, out=tmp_path / "other").digest


def test_a_removed_directory_is_said_to_be_removed(scenario, tmp_path, monkeypatch) -> None:
    right = store.write_batch

    def removed(directory, batch, tallies, mark) -> None:
        shutil.rmtree(directory)
        right(directory, batch, tallies, mark)

    monkeypatch.setattr(store, "write_batch", removed)
    out = tmp_path / "gone"
    with pytest.raises(SystemRefused, match="gone was removed during the run; nothing is left"):
        run(scenario, out=out, jobs=1, batch_games=100)
    assert not out.exists()
    monkeypatch.undo()
    assert run(scenario, out=out).digest == run(scenario, out=tmp_path / "other").digest


@pytest.mark.parametrize("name", ["manifest.json", "cells.parquet", "plan.json"])
def test_a_disk_that_fills_up_at_the_end_keeps_the_batches(
    scenario, plain, tmp_path, monkeypatch, name
) -> None:
    right = Path.replace

    def full(path, target):
        if Path(target).name == name:
            raise OSError(28, "No space left on device")
        return right(path, target)

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(SystemRefused, match=r"cannot write to .*full: No space left on device"):
        run(scenario, out=tmp_path / "full", jobs=1, batch_games=100)
    assert not list((tmp_path / "full").glob("**/.*"))
    monkeypatch.undo()
    assert run(scenario, out=tmp_path / "full", resume=True).digest == plain.digest


def test_a_dead_worker_keeps_what_is_finished(scenario, plain, tmp_path, monkeypatch) -> None:
    right = play.play_all

    def dies(*arguments, **options):
        yield from itertools.islice(right(*arguments, **options), 3)
        raise SystemRefused("a worker process died")

    monkeypatch.setattr(play, "play_all", dies)
    out = tmp_path / "dead"
    with pytest.raises(SystemRefused, match=r"a worker process died; 3 of \d+ batches are kept in"):
        run(scenario, out=out, jobs=1, batch_games=100)
    monkeypatch.undo()
    assert run(scenario, out=out, resume=True).digest == plain.digest


def test_two_processes_do_not_fill_one_directory(scenario, tmp_path) -> None:
    (tmp_path / "run").mkdir()
    with (
        store.locked(tmp_path / "run"),
        pytest.raises(RunDirectoryError, match="is being filled by another process"),
    ):
        run(scenario, out=tmp_path / "run")


def test_another_description_makes_new_tables_of_the_same_games(plain, tmp_path) -> None:
    text = SCENARIO.replace("A small scenario of the tests.", "Asked otherwise.")
    kept = store.batch_path(plain.directory, 0).stat().st_mtime_ns
    again = run(parse_scenario(text, "x"), out=plain.directory, resume=True)
    assert again.digest == plain.digest
    assert again.manifest["description"] == "Asked otherwise."
    assert not again.extended
    assert store.batch_path(plain.directory, 0).stat().st_mtime_ns == kept


@pytest.mark.parametrize("parts", [[], [{}], None, [{"first_deal": "x"}], 7])
def test_an_edited_plan_is_refused(scenario, plain, parts) -> None:
    path = plain.directory / "plan.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "parts": parts}))
    with pytest.raises(RunDirectoryError, match=r"plan\.json: its parts are not what a run writes"):
        run(scenario, out=plain.directory, resume=True)
    with pytest.raises(RunDirectoryError, match="its plan was changed since"):
        Run.open(plain.directory)


def test_nothing_half_written_is_left(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "full")))
    with pytest.raises(OSError, match="full"):
        store.write_bytes(tmp_path / "file", b"x")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_an_interrupt_ends_within_two_seconds_and_can_be_resumed(tmp_path, backend) -> None:
    path = tmp_path / "long.toml"
    path.write_text(SCENARIO.replace("deals = 300", "deals = 4_000_000"))
    out = tmp_path / "run"
    command = [sys.executable, "-m", "claimsim", "run", str(path), "--out", str(out)]
    command += ["--backend", backend]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as child:
        deadline = time.monotonic() + 90
        while not list(out.glob("tallies/batch-*")) and time.monotonic() < deadline:
            time.sleep(0.05)
        asked = time.monotonic()
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=20)
        took = time.monotonic() - asked
    assert child.returncode == 130, errors
    assert took < 2
    assert "--resume" in errors
    assert "Traceback" not in errors
    assert list(out.glob("tallies/batch-*"))
    assert not (out / "manifest.json").exists()
    assert not list(out.glob("**/.*"))


@pytest.mark.parametrize("key", ["name", "digest", "deals", "games_per_second", "scenario"])
@pytest.mark.parametrize("value", [None, -7, []])
def test_an_edited_manifest_is_refused(plain, key, value) -> None:
    path = plain.directory / "manifest.json"
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps({**manifest, key: value}))
    with pytest.raises(RunDirectoryError, match=f"{key} = .* is not what a run writes"):
        Run.open(plain.directory)


@pytest.mark.parametrize("content", [b"", b"PAR1 and nothing"])
def test_a_damaged_table_is_named(plain, content) -> None:
    plain.path("cells").write_bytes(content)
    with pytest.raises(RunDirectoryError, match=r"cells\.parquet cannot be read"):
        plain.table("cells")


@pytest.mark.parametrize("key", ["digest", "games", "seconds", "command"])
def test_a_manifest_that_was_changed_to_what_it_could_be_is_refused(plain, key: str) -> None:
    path = plain.directory / store.MANIFEST
    manifest = json.loads(path.read_text())
    value = manifest[key]
    manifest[key] = value + 1 if isinstance(value, int | float) else value[::-1]
    path.write_text(json.dumps(manifest))
    with pytest.raises(RunDirectoryError, match="is not what a run wrote; the file was changed"):
        Run.open(plain.directory)


def test_a_table_that_cannot_be_read_is_written_anew(scenario, plain) -> None:
    path = plain.path("cells")
    whole = path.read_bytes()
    path.write_bytes(whole[:50])
    with pytest.raises(RunDirectoryError, match="cannot be read"):
        plain.cells  # noqa: B018  # it is read
    again = run(scenario, out=plain.directory, resume=True)
    assert again.digest == plain.digest
    assert path.read_bytes() == whole


def test_exchanged_tables_are_noticed(plain) -> None:
    plain.path("cells").write_bytes(plain.path("factions").read_bytes())
    with pytest.raises(RunDirectoryError, match="is no table of cells"):
        plain.table("cells")


def test_a_refused_range_leaves_no_directory(scenario, tmp_path) -> None:
    with pytest.raises(InputError, match="would be right"):
        run(scenario, first_deal=2**32 - 1, deals=5, out=tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_more_workers_than_batches_do_no_harm(scenario, plain, tmp_path) -> None:
    assert run(scenario, jobs=100_000, out=tmp_path / "many").digest == plain.digest


def test_what_is_no_file_is_not_replaced(tmp_path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="is not a file"):
        store.write_bytes(tmp_path / "pipe", b"x")
    assert (tmp_path / "pipe").is_fifo()
