"""Back ends: the same tallies whoever plays, and nothing added up that others' code gave."""

from __future__ import annotations

import dataclasses
import os
import pickle
from pathlib import Path

import numpy as np
import psutil
import pytest

from claimsim import registry
from claimsim.errors import InputError, StrategyError, SystemRefused
from claimsim.experiment import caching, dask_backend, orders
from claimsim.experiment.plan import Batch
from claimsim.experiment.play import Job, cell_engine, check_backend, play_all, play_job, prepare
from claimsim.experiment.tally import TALLY, Tallies, add
from claimsim.kernel import jit
from tests.experiment.playing import TEXT, jobs_of, small_scenario, strategy_of_ones_own, totals


@pytest.fixture(scope="module")
def scenario():
    return small_scenario()


@pytest.fixture(scope="module")
def plain(scenario):
    prepare(scenario)
    return totals(scenario, batch_games=10**9)


@pytest.mark.parametrize(
    ("backend", "workers", "batch_games"),
    [
        ("threads", 1, 700),
        ("threads", 2, 333),
        ("threads", 3, 90),
        ("threads", -1, 1500),
        ("processes", 1, 900),
        ("processes", 2, 500),
        ("processes", 3, 2000),
    ],
)
def test_tallies_do_not_depend_on_who_plays(backend, workers, batch_games, scenario, plain) -> None:
    other = totals(scenario, backend=backend, workers=workers, batch_games=batch_games)
    assert other.tobytes() == plain.tobytes()


@pytest.mark.parametrize(("first", "stop"), [(0, 61), (5, 6), (4, 5), (7, 40)])
def test_odd_deals_are_a_half_by_themselves(first, stop, scenario) -> None:
    cells = scenario.cells[:4]

    def tallies(first: int, stop: int) -> Tallies:
        done = play_job(Job.of(scenario, Batch(3, 0, 4, first, stop), cells))
        assert done is not None
        assert done[0] == 3
        return done[1]

    both, alone = tallies(first, stop), np.zeros(4, TALLY)
    for deal in range(first, stop):
        if deal % 2:
            add(alone, tallies(deal, deal + 1))
    for name in ("deals", "sum", "squares"):
        assert (both[f"odd_{name}"] == alone[name]).all()
    assert (both["deals"] == stop - first).all()


MIXED = """
schema = 1
name = "Mixed"
[grid]
decks = ["sea", "claim", ["knights", "goblins", "unicorns", "phoenix", "giants"],
         ["octipi", "dwarves", "undead", "trolls", "seers"]]
settings = ["none", "swamp", "farmlands"]
buildings = ["none", "lighthouse", "ruins"]
matchups = [["random", "greedy"], ["greedy", "greedy"], ["planner", "duck"]]
allow_what_if = true
[run]
deals = 9
mirror = "MIRROR"
"""


@pytest.mark.parametrize("mirror", ["seats", "lead", "none"])
def test_cells_of_one_call_are_played_as_each_alone(mirror: str) -> None:
    text = MIXED.replace("MIRROR", mirror)
    mixed = small_scenario(text)
    cells = mixed.cells[:]
    done = play_job(Job(Batch(0, 0, len(cells), 4, 13), cells, mirror, mixed.seed, ablation=False))
    assert done is not None
    for cell, tally in zip(cells, done[1], strict=True):
        alone = cell_engine(cell, mirror, mixed.seed).play(4, 13)[0]
        assert tally.tobytes() == alone.tobytes(), cell


def test_an_answer_that_is_no_option_is_told_as_of_its_cell(tmp_path) -> None:
    with strategy_of_ones_own(tmp_path, "wrong", answer="cheapest(view, view.options) + 1"):
        scenario = small_scenario(TEXT.replace('"random"', '"wrong"'))
        cell = scenario.cells[2]
        with pytest.raises(StrategyError) as alone:
            cell_engine(cell, scenario.mirror, scenario.seed).play(0, 50)
        batch = Batch(0, 1, 4, 0, 50)
        cells = (scenario.cells[1], cell)
        with pytest.raises(StrategyError) as together:
            play_job(Job.of(scenario, batch, cells))
    assert str(together.value) == str(alone.value)


def test_a_job_that_is_stopped_gives_nothing(scenario) -> None:
    (job,) = jobs_of(scenario, 10**9)  # more than one call
    asked = iter([False, True])
    assert play_job(job, stopped=lambda: True) is None
    assert play_job(job, stopped=lambda: next(asked)) is None


def test_orders_hold_text_and_numbers_alone(scenario) -> None:
    brief = orders.brief_of(scenario)
    packed = brief.pack()
    assert orders.Brief.unpack(packed) == brief
    sent = pickle.dumps([orders.order_of(job, packed) for job in jobs_of(scenario)])
    assert b"numpy" not in sent
    assert len(sent) < 10_000
    assert brief.scenario == scenario.resolved()
    assert {source.file for source in brief.strategies.values()} == {"greedy.py", "random.py"}


@pytest.mark.parametrize(
    ("numbers", "runs"),
    [
        ([], []),
        ([0], [(0, 1)]),
        ([3, 4, 5], [(3, 6)]),
        ([0, 2, 3, 9], [(0, 1), (2, 4), (9, 10)]),
        ([5, 4, 4], [(5, 6), (4, 5), (4, 5)]),
    ],
)
def test_cells_travel_as_runs(numbers, runs) -> None:
    assert list(orders._runs(numbers)) == runs
    assert [n for run in runs for n in range(*run)] == numbers


def test_an_order_is_played_as_its_job(scenario) -> None:
    brief = orders.brief_of(scenario)
    for job in jobs_of(scenario, 2500):
        answer = orders.fulfil(orders.order_of(job, brief.pack()))
        done = play_job(job)
        assert done is not None
        assert (answer.index, orders.tallies_of(answer, brief).tobytes()) == (
            done[0],
            done[1].tobytes(),
        )
        assert str(os.getpid()) in answer.worker


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("rules", "other rules"),
        ("kernel", "another kernel"),
        ("strategy greedy", "another strategy greedy"),
    ],
)
def test_other_digests_are_refused(what, told, scenario, monkeypatch) -> None:
    brief = orders.brief_of(scenario)
    order = orders.order_of(jobs_of(scenario)[0], brief.pack())
    right = orders.digests_of
    monkeypatch.setattr(orders, "digests_of", lambda names: {**right(names), what: "0" * 16})
    orders._understood.cache_clear()
    answer = orders.fulfil(order, "at the other end")
    orders._understood.cache_clear()
    assert answer.tallies == b""
    with pytest.raises(SystemRefused) as caught:
        orders.tallies_of(answer, brief)
    message = str(caught.value)
    assert message.startswith(f"worker at the other end has {told} (digest {'0' * 16}, here ")
    assert "\n" not in message
    # even if a worker had played all the same
    played = dataclasses.replace(orders.fulfil(order), digests=answer.digests)
    with pytest.raises(SystemRefused):
        orders.tallies_of(played, brief)


def test_a_strategy_that_is_not_installed_travels(tmp_path) -> None:
    with strategy_of_ones_own(tmp_path, "travels"):
        scenario = small_scenario(TEXT.replace('"random"', '"travels"'))
        whole = totals(scenario, batch_games=10**9)
        brief = orders.brief_of(scenario)
        (job,) = jobs_of(scenario, 10**9)
        del registry.known()["travels"]
        orders._understood.cache_clear()
        answer = orders.fulfil(orders.order_of(job, brief.pack()))
        learned = registry.known()["travels"]
        assert Path(learned.file).name == "travels.py"
        assert jit.cache_folder() in Path(learned.file).parents
        assert orders.tallies_of(answer, brief).tobytes() == whole.tobytes()


def test_a_strategy_on_other_helpers_is_refused(tmp_path) -> None:
    with strategy_of_ones_own(tmp_path, "leaning"):
        (tmp_path / "_cards.py").write_text("# other helpers than the installed ones\n")
        scenario = small_scenario(TEXT.replace('"random"', '"leaning"'))
        brief = orders.brief_of(scenario)
        # as if it lay among the shipped strategies, whose helpers it imports
        source = dataclasses.replace(brief.strategies["leaning"], shipped=True)
        brief = dataclasses.replace(brief, strategies={**brief.strategies, "leaning": source})
        order = orders.order_of(jobs_of(scenario)[0], brief.pack())
        del registry.known()["leaning"]
        orders._understood.cache_clear()
        answer = orders.fulfil(order)
        with pytest.raises(SystemRefused, match=r"another strategy leaning \(digest missing"):
            orders.tallies_of(answer, brief)


def test_a_killed_process_is_noticed(scenario) -> None:
    answers = play_all(
        scenario,
        jobs_of(scenario, 20) * 3,
        workers=2,
        backend="processes",
        played=lambda _: None,
        stopped=lambda: False,
    )
    next(answers)
    children = psutil.Process().children()
    workers = [child for child in children if "popen_loky" in " ".join(child.cmdline())]
    workers[0].kill()
    with pytest.raises(SystemRefused, match="a worker process died"):
        list(answers)


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_what_is_given_up_ends_at_once(backend, scenario, plain) -> None:
    answers = play_all(
        scenario,
        jobs_of(scenario, 20),
        workers=2,
        backend=backend,
        played=lambda _: None,
        stopped=lambda: False,
    )
    next(answers)
    answers.close()
    assert totals(scenario, backend=backend, workers=2).tobytes() == plain.tobytes()


def test_back_ends_that_cannot_be_used(monkeypatch) -> None:
    for backend in ("threads", "processes", "dask"):
        check_backend(backend)
    check_backend("dask", "tcp://192.0.2.7:8786")
    with pytest.raises(InputError, match="unknown back end 'thread'; known: threads, processes"):
        check_backend("thread")
    with pytest.raises(InputError, match="--backend processes: add --backend dask"):
        check_backend("processes", "tcp://192.0.2.7:8786")
    monkeypatch.setattr(dask_backend.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(InputError, match=r"pip install 'claimsim\[dask\]'") as caught:
        check_backend("dask")
    assert caught.value.exit_code == 2
    assert "\n" not in str(caught.value)


def test_a_cache_that_cannot_be_written_is_named(tmp_path, monkeypatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CLAIMSIM_CACHE", str(tmp_path / "file" / "cache"))
    refused = pytest.raises(SystemRefused, match=r"cannot write to .*cache: .*CLAIMSIM_CACHE names")
    with refused, caching.locked_cache():
        pass


def test_the_cache_is_filled_by_one_at_a_time(tmp_path, monkeypatch) -> None:
    from filelock import FileLock, Timeout

    monkeypatch.setenv("CLAIMSIM_CACHE", str(tmp_path))
    other = FileLock(tmp_path / caching.LOCK, timeout=0)
    with caching.locked_cache(), pytest.raises(Timeout):
        other.acquire()
    with other:
        pass
