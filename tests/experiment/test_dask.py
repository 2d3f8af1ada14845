"""A real Dask cluster of two workers on this machine: what comes, and what is lost and found."""

from __future__ import annotations

import os
import signal

import psutil
import pytest

from claimsim.errors import InputError, StrategyError, SystemRefused
from claimsim.experiment import dask_backend
from claimsim.experiment.play import prepare
from tests.experiment.playing import TEXT, small_scenario, strategy_of_ones_own, totals

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def scenario():
    return small_scenario()


@pytest.fixture(scope="module")
def plain(scenario):
    prepare(scenario)
    return totals(scenario, batch_games=10**9)


def two_workers():
    return distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        memory_limit=0,
        silence_logs=50,
    )


@pytest.fixture(scope="module")
def cluster():
    with two_workers() as made:
        yield made


def kill(cluster, *, again: bool) -> None:
    """Kill a worker's process; with `again`, another one is started in its place."""
    nanny = next(iter(cluster.workers.values()))
    nanny.auto_restart = again
    os.kill(nanny.pid, signal.SIGKILL)


@pytest.mark.parametrize(("workers", "batch_games"), [(1, 1000), (2, 300), (3, 3000), (-1, 700)])
def test_tallies_are_those_of_threads(workers, batch_games, cluster, scenario, plain) -> None:
    address = cluster.scheduler_address
    how = {"backend": "dask", "scheduler": address, "workers": workers}
    assert totals(scenario, batch_games=batch_games, **how).tobytes() == plain.tobytes()


def test_a_strategy_of_the_users_travels(cluster, tmp_path) -> None:
    with strategy_of_ones_own(tmp_path, "abroad"):
        scenario = small_scenario(TEXT.replace('"random"', '"abroad"'))
        how = {"backend": "dask", "scheduler": cluster.scheduler_address, "workers": 2}
        assert totals(scenario, **how).tobytes() == totals(scenario, workers=2).tobytes()


def test_a_workers_error_is_told_as_here(cluster, tmp_path) -> None:
    with strategy_of_ones_own(tmp_path, "foul", answer="77"):
        scenario = small_scenario(TEXT.replace('"random"', '"foul"'))
        with pytest.raises(StrategyError, match=r"strategy 'foul'.* answered 77 in deal \d+"):
            totals(scenario, backend="dask", scheduler=cluster.scheduler_address, workers=2)


@pytest.mark.parametrize("again", [False, True])
def test_a_worker_killed_in_the_middle(again, scenario, plain) -> None:
    with two_workers() as cluster:
        killed = []

        def arrived(left: int) -> None:
            if left > 5 and not killed:
                killed.append(left)
                kill(cluster, again=again)

        how = {"backend": "dask", "scheduler": cluster.scheduler_address, "workers": -1}
        total = totals(scenario, batch_games=200, arrived=arrived, **how)
    assert killed
    assert total.tobytes() == plain.tobytes()


def test_no_workers_left(scenario, monkeypatch) -> None:
    monkeypatch.setattr(dask_backend, "PATIENCE", 2.0)
    with two_workers() as cluster:
        arrived = []

        def end(left: int) -> None:
            arrived.append(left)
            if len(arrived) == 3:
                cluster.scale(0)

        with pytest.raises(
            SystemRefused, match=r"scheduler at tcp.* has no workers left$"
        ) as caught:
            totals(
                scenario,
                batch_games=20,
                backend="dask",
                scheduler=cluster.scheduler_address,
                workers=-1,
                arrived=end,
            )
    assert caught.value.exit_code == 5
    assert len(arrived) >= 3


def test_a_worker_with_another_kernel_is_refused(scenario) -> None:
    def change() -> None:
        from claimsim.kernel import jit

        jit.kernel_digest = lambda: "f" * 16

    with two_workers() as cluster:
        with distributed.Client(cluster, set_as_default=False) as client:
            changed = next(iter(client.nthreads()))
            client.run(change, workers=[changed])
        with pytest.raises(SystemRefused) as caught:
            totals(scenario, backend="dask", scheduler=cluster.scheduler_address, workers=2)
    message = str(caught.value)
    assert message.startswith(f"worker {changed} has another kernel (digest {'f' * 16}, here ")
    assert "\n" not in message


def test_workers_of_our_own_end_with_the_run(scenario, plain) -> None:
    before = set(psutil.Process().children(recursive=True))
    seen = []

    def look(_left: int) -> None:
        here = set(psutil.Process().children(recursive=True)) - before
        seen.append(sum("spawn_main" in " ".join(child.cmdline()) for child in here))

    total = totals(scenario, backend="dask", workers=2, arrived=look)
    assert max(seen) == 2
    assert total.tobytes() == plain.tobytes()
    left = set(psutil.Process().children(recursive=True)) - before
    assert not [child for child in left if "spawn_main" in " ".join(child.cmdline())]


def test_schedulers_that_are_not_there(scenario, monkeypatch) -> None:
    monkeypatch.setattr(dask_backend, "PATIENCE", 0.5)
    for address in ("tcp://127.0.0.1:1", "localhost:1"):
        with pytest.raises(SystemRefused, match=f"no Dask scheduler can be reached at {address}$"):
            totals(scenario, backend="dask", scheduler=address)
    for address in ("", "127.0.0.1", "post://127.0.0.1:1"):
        with pytest.raises(InputError, match="is no address of a Dask scheduler"):
            totals(scenario, backend="dask", scheduler=address)


def test_a_scheduler_that_forgets_is_said_to_be_gone(cluster, scenario, monkeypatch) -> None:
    """As when it ends and another begins at its address: futures are cancelled."""
    from distributed.client import FutureCancelledError

    def forgotten(future, timeout=None):
        raise FutureCancelledError(future.key, "scheduler-connection-lost")

    monkeypatch.setattr(distributed.Future, "result", forgotten)
    how = {"backend": "dask", "scheduler": cluster.scheduler_address, "workers": 2}
    with pytest.raises(SystemRefused, match=r"^the Dask scheduler at tcp://\S+ cannot be reached"):
        totals(scenario, batch_games=1000, **how)
