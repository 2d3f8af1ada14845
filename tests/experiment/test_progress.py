"""What is told while a run is played: verdicts so far, and games that this process played."""

from __future__ import annotations

import dataclasses
import re
import threading

import numpy as np
import pytest

from claimsim.errors import SystemRefused
from claimsim.experiment import running_verdicts, session, store
from claimsim.experiment.contents import Contents
from claimsim.experiment.metric_sums import MetricSums
from claimsim.experiment.progress import Silent
from claimsim.experiment.results import CellInfos, Run
from claimsim.experiment.runner import run
from claimsim.experiment.running_verdicts import RunningVerdicts, concerned
from claimsim.scenario import parse_scenario
from claimsim.scenario.model import Precision
from claimsim.statistics.verdict_tables import counts

GRID = """
schema = 1
name = "Watched"
[grid]
decks = ["claim", "sea"]
settings = ["none", "swamp", "shore"]
buildings = ["none", "dungeon"]
matchups = [["random", "random"], ["greedy", "greedy"], ["greedy", "random"]]
[run]
deals = 400
seed = 5
"""

#: Some cells are balanced by them, some unbalanced, some undecided.
TARGETS = """
[[targets]]
metric = "leader_win_rate"
value = 0.5
tolerance = 0.06
[[targets]]
metric = "a_win_rate"
value = 0.5
tolerance = 0.08
[[targets]]
metric = "a_win_rate"
value = 0.8
tolerance = 0.02
where = { deck = "claim", setting = "swamp" }
[[targets]]
metric = "mean_margin"
value = 2.0
tolerance = 0.25
where = { building = "dungeon", strategy_b = "random" }
[[targets]]
metric = "draw_rate"
value = 0.3
tolerance = 0.1
matchups = [["greedy", "random"]]
[[targets]]
metric = "leader_win_rate"
value = 0.5
tolerance = 0.06
matchups = [["greedy", "greedy"]]
where = { deck = "sea", setting = "none", building = "none" }
"""

#: How many of the 36 cells each of them concerns.
CONCERNED = [36, 36, 6, 12, 12, 1]


class Watcher:
    """Progress that keeps what it was told."""

    shows_status = True

    def __init__(self) -> None:
        self.begun: list[tuple[int, int]] = []
        self.played: list[int] = []
        self.texts: list[str] = []
        self.ended = 0
        self._lock = threading.Lock()

    def start(self, games: int, before: int = 0) -> None:
        self.begun.append((games, before))
        self.played.append(0)

    def advance(self, games: int) -> None:
        with self._lock:
            self.played[-1] += games

    def status(self, text: str) -> None:
        assert len(self.begun) == self.ended + 1  # there is a bar
        self.texts.append(text)

    def message(self, text: str) -> None:
        """Nothing that is looked at."""

    def stop(self) -> None:
        self.ended += 1


@pytest.fixture(scope="module")
def scenario():
    return parse_scenario(GRID + TARGETS, "watched.toml")


@pytest.fixture(scope="module")
def whole(scenario, tmp_path_factory) -> Run:
    """Return the run that nobody looks at."""
    return run(scenario, out=tmp_path_factory.mktemp("whole") / "run", batch_games=3000)


@pytest.fixture
def always(monkeypatch) -> None:
    """Count after every batch."""
    monkeypatch.setattr(running_verdicts, "PAUSE", 0.0)
    monkeypatch.setattr(running_verdicts, "SHARE", float("inf"))


def told(found: dict[str, int]) -> str:
    parts = (f"{found[name]} {name}" for name in ("balanced", "undecided", "unbalanced"))
    return f"verdicts so far: {', '.join(parts)}"


def full_after(batches: int, monkeypatch) -> None:
    """Let the disk be full when so many batches are written."""
    right, written = store.write_batch, []

    def write(*arguments) -> None:
        if len(written) == batches:
            raise OSError(28, "No space left on device")
        written.append(right(*arguments))

    monkeypatch.setattr(store, "write_batch", write)


def batches_in(directory, scenario):
    """Yield the cells and tallies of all batches, None for those that are missing."""
    plan = store.read_json(directory / "plan.json", "a run directory")
    contents = Contents(directory, scenario, plan)
    for part, batches in zip(contents.parts, contents.batches, strict=True):
        for batch in batches:
            cells = contents.numbers(part)[batch.cell_start : batch.cell_stop]
            yield cells, contents.read(batch)


def test_with_all_batches_they_are_the_verdicts_of_the_run(scenario, whole) -> None:
    expected = counts(whole)
    assert min(expected.values()) > 5  # the example asks something
    batches = list(batches_in(whole.directory, scenario))
    assert len(batches) > 5
    for order in (range(len(batches)), np.random.default_rng(1).permutation(len(batches))):
        running = RunningVerdicts(scenario)
        assert running.counts() == {"balanced": 0, "undecided": sum(CONCERNED), "unbalanced": 0}
        for number, place in enumerate(order):
            running.add(*batches[place])
            if number % 2:
                running.counts()
        assert running.counts() == expected
        assert running.counts() == expected  # nothing has changed since
        assert running.text() == told(expected)


def test_batches_of_the_same_cells_add_up(scenario, whole, tmp_path, always) -> None:
    small = run(scenario, deals=100, out=tmp_path / "run")
    early = counts(small)
    assert early != counts(whole)
    watcher = Watcher()
    done = run(scenario, out=small.directory, resume=True, progress=watcher)
    assert watcher.texts[0] == told(early)
    assert watcher.texts[-2:] == [told(counts(done)), ""]
    assert done.digest == whole.digest


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_they_are_told_while_playing_and_change_nothing(
    backend, scenario, whole, tmp_path, always
) -> None:
    watcher = Watcher()
    done = run(
        scenario, out=tmp_path, resume=True, progress=watcher, backend=backend, batch_games=3000
    )
    assert watcher.texts[0] == told({"balanced": 0, "undecided": sum(CONCERNED), "unbalanced": 0})
    assert watcher.texts[-2:] == [told(counts(whole)), ""]
    assert len(watcher.texts) == len(list(batches_in(tmp_path, scenario))) + 2
    assert done.tallies.tobytes() == whole.tallies.tobytes()
    assert done.digest == whole.digest
    for name in ("cells", "verdicts"):
        assert done.path(name).read_bytes() == whole.path(name).read_bytes()


def test_adaptive_runs_tell_them_too(scenario, tmp_path, always) -> None:
    precise = dataclasses.replace(
        scenario, deals=2000, precision=Precision("leader_win_rate", 0.05, 2000)
    )
    plain = run(precise, out=tmp_path / "plain")
    watcher = Watcher()
    done = run(precise, out=tmp_path / "run", progress=watcher)
    assert len(watcher.begun) == watcher.ended == 2  # rounds
    assert watcher.texts[-2:] == [told(counts(done)), ""]
    assert done.digest == plain.digest
    first = watcher.texts[watcher.texts.index("") - 1]
    assert watcher.texts[watcher.texts.index("") + 1] == first  # the second goes on from there


def test_every_round_begins_with_them(scenario, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(running_verdicts, "PAUSE", 1e9)
    precise = dataclasses.replace(
        scenario, deals=2000, precision=Precision("leader_win_rate", 0.01, 2000)
    )
    watcher = Watcher()
    run(precise, out=tmp_path / "run", progress=watcher)
    before, ended, after, at_last = watcher.texts
    assert before == told({"balanced": 0, "undecided": sum(CONCERNED), "unbalanced": 0})
    assert after.startswith("verdicts so far: ")
    assert after != before
    assert (ended, at_last) == ("", "")


def test_a_run_that_stops_leaves_them_as_they_stood(scenario, tmp_path, monkeypatch) -> None:
    full_after(2, monkeypatch)
    watcher = Watcher()
    with pytest.raises(SystemRefused, match="No space left"):
        run(scenario, out=tmp_path / "run", progress=watcher, batch_games=3000)
    assert watcher.ended == 1
    assert watcher.texts[-1].startswith("verdicts so far: ")


def test_nothing_is_counted_where_nobody_looks(scenario, tmp_path, monkeypatch) -> None:
    def never(*_):
        raise AssertionError

    monkeypatch.setattr(session, "RunningVerdicts", never)
    watcher = Watcher()
    watcher.shows_status = False
    run(scenario, deals=2, out=tmp_path / "unseen", progress=watcher)
    run(scenario, deals=2, out=tmp_path / "silent", progress=Silent())
    watcher.shows_status = True
    run(parse_scenario(GRID, "x"), deals=2, out=tmp_path / "no_targets", progress=watcher)
    assert not any(watcher.texts)
    with pytest.raises(AssertionError):
        run(scenario, deals=2, out=tmp_path / "seen", progress=watcher)


def test_counting_takes_a_hundredth_of_the_time(scenario, monkeypatch) -> None:
    now = [100.0]
    cost = [0.0]

    class Slow(RunningVerdicts):
        def counts(self):
            now[0] += cost[0]
            return super().counts()

    running = Slow(scenario, clock=lambda: now[0])
    assert running.due()
    for cost[0], pause in ((0.0, 1.0), (0.004, 1.0), (0.5, 50.0), (0.02, 2.0)):
        running.text()
        now[0] += pause - 0.001
        assert not running.due()
        now[0] += 0.002
        assert running.due()


def test_targets_concern_the_cells_that_they_say(scenario) -> None:
    sizes = []
    for target in scenario.targets:
        marked = concerned(scenario, target)
        assert marked.tolist() == [target.concerns(cell) for cell in scenario.cells]
        sizes.append(int(marked.sum()))
    assert sizes == CONCERNED


def test_the_range_of_a_margin_goes_by_deck_and_building() -> None:
    mixed = GRID.replace('"sea"]', '"sea", ["goblins", "knights", "undead"]]')
    mixed = mixed.replace("[grid]", "[grid]\nallow_what_if = true")
    scenario = parse_scenario(mixed, "x")
    most = MetricSums(scenario, "mean_margin").of(np.arange(len(scenario.cells))).most
    expected = [len(info["factions"]) + info["extra_votes"] for info in CellInfos(scenario)]
    assert most.tolist() == expected
    assert set(expected) == {3, 5, 7}


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_games_that_were_there_before_are_not_played(
    backend, scenario, tmp_path, monkeypatch
) -> None:
    out = tmp_path / "run"
    with monkeypatch.context() as patch:
        full_after(3, patch)
        with pytest.raises(SystemRefused, match=re.escape("batches are kept")):
            run(scenario, out=out, batch_games=3000, jobs=1)
    kept = [tallies for _, tallies in batches_in(out, scenario) if tallies is not None]
    before = sum(int(tallies["games"].sum()) for tallies in kept)
    assert len(kept) == 3
    watcher = Watcher()
    done = run(scenario, out=out, resume=True, progress=watcher, backend=backend)
    games = done.manifest["games"]
    assert games == 24 * 800 + 12 * 400
    assert watcher.begun == [(games, before)]
    assert watcher.played == [games - before]


def test_an_extension_knows_what_was_there(scenario, tmp_path) -> None:
    out = tmp_path / "run"
    first = run(scenario, deals=100, out=out).manifest["games"]
    watcher = Watcher()
    games = run(scenario, deals=300, out=out, resume=True, progress=watcher).manifest["games"]
    assert games == 3 * first
    assert watcher.begun == [(games, first)]
    assert watcher.played == [2 * first]
