"""Merged runs: disjoint deals add up to the run that had them all."""

from __future__ import annotations

import json

import pytest

import claimsim
from claimsim.errors import InputError, RunDirectoryError, SystemRefused
from claimsim.experiment import store
from claimsim.experiment.results import Run, tables_of
from claimsim.experiment.runner import run
from claimsim.scenario import parse_scenario

SCENARIO = """
schema = 1
name = "Small"
[grid]
decks = ["claim", "sea"]
matchups = [["random", "random"], ["greedy", "greedy"]]
[run]
deals = 90
seed = 5
"""


@pytest.fixture
def scenario():
    return parse_scenario(SCENARIO, "small.toml")


@pytest.fixture
def pieces(scenario, tmp_path) -> list[Run]:
    return [
        run(scenario, first_deal=first, deals=deals, out=tmp_path / name, batch_games=games)
        for name, first, deals, games in (("a", 0, 40, 10**6), ("b", 40, 30, 17), ("c", 70, 20, 60))
    ]


def test_merged_runs_have_the_digest_of_the_whole(scenario, pieces, tmp_path) -> None:
    whole = run(scenario, out=tmp_path / "whole")
    for number, order in enumerate([(0, 1, 2), (2, 0, 1)]):
        merged = claimsim.merge([pieces[i] for i in order], out=tmp_path / f"merged{number}")
        assert merged.digest == whole.digest
        assert merged.manifest["deals"] == 90
        assert merged.manifest["games"] == whole.manifest["games"]
        assert merged.manifest["ranges"] == [[0, 90]]
        assert not merged.extended
        for name in tables_of(scenario):
            assert merged.table(name).equals(whole.table(name))
        told = {part["run"]: part["digest"] for part in merged.manifest["merged"]}
        assert told == {str(run.directory): run.digest for run in pieces}


def test_merging_goes_by_steps_too(scenario, pieces, tmp_path) -> None:
    first = claimsim.merge([pieces[0].directory, pieces[2].directory], out=tmp_path / "first")
    assert first.manifest["ranges"] == [[0, 40], [70, 90]]
    assert first.manifest["deals"] == 60
    both = claimsim.merge([first, pieces[1]], out=tmp_path / "both")
    assert both.digest == run(scenario, out=tmp_path / "whole").digest


def test_a_merged_run_is_extended_unless_it_has_gaps(scenario, pieces, tmp_path) -> None:
    claimsim.merge(pieces[:2], out=tmp_path / "close")
    done = run(scenario, deals=90, out=tmp_path / "close", resume=True)
    assert done.digest == run(scenario, out=tmp_path / "whole").digest
    assert done.extended
    claimsim.merge([pieces[0], pieces[2]], out=tmp_path / "gaps")
    reason = r"gaps cannot be extended: its deals have gaps \(0 to 39, 70 to 89\)"
    with pytest.raises(RunDirectoryError, match=reason):
        run(scenario, deals=90, out=tmp_path / "gaps", resume=True)


def test_an_extended_run_stays_one_when_it_is_merged(scenario, pieces, tmp_path) -> None:
    longer = run(scenario, deals=60, first_deal=40, out=pieces[1].directory, resume=True)
    merged = claimsim.merge([pieces[0], longer], out=tmp_path / "merged")
    assert merged.extended
    assert merged.digest == run(scenario, deals=100, out=tmp_path / "whole").digest


def test_overlaps_are_refused(scenario, pieces, tmp_path) -> None:
    other = run(scenario, first_deal=65, deals=10, out=tmp_path / "other")
    with pytest.raises(RunDirectoryError, match=r"other cannot be merged .*/b: deals 65 to 69 are"):
        claimsim.merge([*pieces[:2], other], out=tmp_path / "merged")
    with pytest.raises(RunDirectoryError, match="deals 0 to 39 are in both"):
        claimsim.merge([pieces[0], pieces[0]], out=tmp_path / "merged")
    assert not (tmp_path / "merged").exists()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"seed": 6}, "made with seed 6, not 5"),
        ({"identity": {}}, "made from another scenario"),
        ({"version": "0.0.0"}, r"made by claimsim 0\.0\.0"),
        ({"rules_digest": "0"}, "the rules have changed"),
        ({"kernel_digest": "0"}, "the kernel has changed"),
        ({"strategy_digests": {}}, "a strategy has changed"),
    ],
)
def test_runs_of_something_else_are_refused(pieces, tmp_path, change, reason) -> None:
    path = pieces[1].directory / "plan.json"
    plan = {**json.loads(path.read_text()), **change}
    path.write_text(json.dumps(plan))
    manifest = {**pieces[1].manifest, "plan_digest": store.digest_of(plan)}
    manifest["seal"] = store.seal_of(manifest)
    (pieces[1].directory / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(RunDirectoryError, match=f"/b cannot be merged with .*/a: {reason}"):
        claimsim.merge([run.directory for run in pieces], out=tmp_path / "merged")


def test_another_seed_and_another_scenario_are_refused(scenario, pieces, tmp_path) -> None:
    seed = run(scenario, seed=6, first_deal=100, out=tmp_path / "seed")
    with pytest.raises(RunDirectoryError, match=r"seed cannot be merged with .*: made with seed 6"):
        claimsim.merge([pieces[0], seed], out=tmp_path / "merged")
    text = SCENARIO.replace('"sea"', '"claim_2"')
    other = run(parse_scenario(text, "x"), first_deal=100, out=tmp_path / "other")
    with pytest.raises(RunDirectoryError, match=r"other cannot be merged .* another scenario"):
        claimsim.merge([pieces[0], other], out=tmp_path / "merged")


def test_unfinished_runs_and_single_ones_are_refused(pieces, tmp_path) -> None:
    (pieces[1].directory / "manifest.json").unlink()
    with pytest.raises(RunDirectoryError, match="b is not a finished run"):
        claimsim.merge([run.directory for run in pieces], out=tmp_path / "merged")
    with pytest.raises(InputError, match="two runs at least"):
        claimsim.merge(pieces[:1], out=tmp_path / "merged")


def test_damaged_and_foreign_batches_are_named(scenario, pieces, tmp_path) -> None:
    path = store.batch_path(pieces[0].directory, 0)
    other = run(scenario, seed=6, deals=40, out=tmp_path / "other")
    whole = path.read_bytes()
    for content in (whole[:-3], store.batch_path(other.directory, 0).read_bytes()):
        path.write_bytes(content)
        with pytest.raises(RunDirectoryError, match=r"a/tallies/batch-000000.* of another run"):
            claimsim.merge(pieces, out=tmp_path / "merged")
    path.write_bytes(whole)
    assert claimsim.merge(pieces, out=tmp_path / "merged").manifest["deals"] == 90


def test_a_directory_that_is_there_is_refused(pieces, tmp_path) -> None:
    with pytest.raises(RunDirectoryError, match="exists already"):
        claimsim.merge(pieces, out=pieces[0].directory)
    merged = claimsim.merge(pieces, out=tmp_path / "merged")
    with pytest.raises(RunDirectoryError, match="exists already"):
        claimsim.merge(pieces, out=merged.directory)


def test_a_full_disk_stops_a_merge_that_can_be_gone_on_with(pieces, tmp_path, monkeypatch) -> None:
    right, written = store.write_batch, []

    def full(*arguments) -> None:
        if len(written) == 2:
            raise OSError(28, "No space left on device")
        written.append(right(*arguments))

    monkeypatch.setattr(store, "write_batch", full)
    with pytest.raises(SystemRefused, match=r"cannot write to .*merged: No space left on device"):
        claimsim.merge(pieces, out=tmp_path / "merged")
    monkeypatch.undo()
    with pytest.raises(RunDirectoryError, match="exists already"):
        claimsim.merge(pieces[:2], out=tmp_path / "merged")
    merged = claimsim.merge(pieces, out=tmp_path / "merged")
    assert merged.digest == claimsim.merge(pieces, out=tmp_path / "again").digest


TARGET = """
[[targets]]
metric = "leader_win_rate"
value = 0.5
tolerance = %s
"""


def test_runs_with_other_targets_are_refused_and_the_way_out_works(tmp_path) -> None:
    """Which targets counted would depend on the order of the runs."""
    strict, mild = (parse_scenario(SCENARIO + TARGET % width, "x") for width in (0.001, 0.4))
    one = run(strict, deals=40, out=tmp_path / "one")
    other = run(mild, deals=40, first_deal=40, out=tmp_path / "other")
    plain = run(parse_scenario(SCENARIO, "x"), deals=40, first_deal=40, out=tmp_path / "plain")
    for first, second in ((one, other), (other, one), (one, plain), (plain, one)):
        reason = (
            f"{second.directory} cannot be merged with {first.directory}: it has other "
            f"[[targets]]; first claimsim run SCENARIO --out {second.directory} --resume, SCENARIO "
            f"having the targets of {first.directory}"
        )
        with pytest.raises(RunDirectoryError) as refused:
            claimsim.merge([first, second], out=tmp_path / "merged")
        assert str(refused.value) == reason
        assert not (tmp_path / "merged").exists()
    again = run(strict, deals=40, first_deal=40, out=other.directory, resume=True)
    merged = claimsim.merge([one, again], out=tmp_path / "merged")
    assert merged.scenario.targets == strict.targets
    assert merged.manifest["retargeted"]


def test_other_words_are_no_reason_not_to_merge(scenario, pieces, tmp_path) -> None:
    named = parse_scenario(SCENARIO.replace('"Small"', '"Other"'), "x")
    other = run(named, deals=50, first_deal=40, out=tmp_path / "named")
    merged = claimsim.merge([pieces[0], other], out=tmp_path / "merged")
    assert merged.digest == run(scenario, out=tmp_path / "whole").digest


def test_a_merge_into_a_directory_that_is_there_has_no_resume_to_add(pieces) -> None:
    with pytest.raises(RunDirectoryError, match="name another --out, or remove it") as refused:
        claimsim.merge(pieces, out=pieces[0].directory)
    assert "resume" not in str(refused.value)
