"""Playing batches on a Dask cluster.

joblib has a back end for Dask, which is not used here. It does not hand the error of a lost
batch on to a generator of results, so that one would wait forever; it fixes the number of batches
in flight when it begins, though workers come and go; and it neither notices that no worker or no
scheduler is left nor cancels what it asked for. So batches are submitted by Dask's own client,
some more than there are threads, and whatever is lost with a worker Dask plays again elsewhere.
"""

from __future__ import annotations

import asyncio
import importlib.util
import logging
import os
import signal
import time
import warnings
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from claimsim.errors import ClaimsimError, InputError, SystemRefused

if TYPE_CHECKING:
    from claimsim.experiment.orders import Answer, Order
    from claimsim.experiment.play import Stopped

#: Seconds that one waits for a scheduler, or for a worker where there is none.
PATIENCE = 10.0

#: Batches in flight for each thread of the cluster: one that is played, and one that waits.
IN_FLIGHT = 2

#: Seconds after which one looks whether everything is still there.
_LOOK = 0.5


def check_installed() -> None:
    """Make sure that Dask is there.

    Raises
    ------
    InputError
        It is not.
    """
    if importlib.util.find_spec("distributed") is None:
        raise InputError(
            "--backend dask needs the package distributed, which is not installed: "
            "pip install 'claimsim[dask]'"
        )


def check_address(scheduler: str) -> None:
    """Make sure that an address could be that of a Dask scheduler.

    Raises
    ------
    InputError
        It could not.
    """
    from distributed.comm.addressing import get_address_host_port

    try:
        get_address_host_port(scheduler)
    except ValueError as error:
        raise InputError(
            f"{scheduler!r} is no address of a Dask scheduler; "
            "something like tcp://192.0.2.7:8786 would be right"
        ) from error


def play_on_worker(order: Order) -> Answer:
    """Play a batch on a worker of the cluster; see :func:`claimsim.experiment.orders.fulfil`."""
    import distributed

    from claimsim.experiment.orders import fulfil

    return fulfil(order, str(distributed.get_worker().address))


def play_on_dask(
    orders: Iterable[Order], *, scheduler: str | None, workers: int, stopped: Stopped
) -> Generator[Answer]:
    """Play batches on a cluster and yield each answer as it arrives.

    Parameters
    ----------
    orders
        The batches; taken one by one, shortly before they are submitted.
    scheduler
        Address of the scheduler; left out, workers are started here and ended afterwards.
    workers
        Batches played at once, at most, and so the workers that are started; -1 for as many as
        there are threads in the cluster, or cores here.
    stopped
        Asked twice a second; if it says True, the rest is given up.

    Raises
    ------
    InputError
        An address that is none.
    SystemRefused
        The scheduler cannot be reached or is gone, no worker is left, or a batch ended worker
        after worker.
    ClaimsimError
        As a worker raised it.
    """
    waiting = iter(orders)
    with _connected(scheduler, workers) as cluster:
        flying: dict[Any, int] = {}
        ready: SimpleQueue[Any] = SimpleQueue()
        while True:
            for order in islice(waiting, max(0, cluster.room(workers) - len(flying))):
                future = cluster.client.submit(play_on_worker, order, pure=False)
                flying[future] = order.batch.index
                future.add_done_callback(ready.put)
            if not flying or stopped():
                return
            try:
                future = ready.get(timeout=_LOOK)
            except Empty:
                cluster.check()
                continue
            yield _answer(future, flying.pop(future), cluster)


def _answer(future: Any, batch: int, cluster: _Cluster) -> Answer:
    """Return what came of a batch, as an answer or an error."""
    from concurrent.futures import CancelledError

    from distributed import KilledWorker

    while True:
        try:
            answer: Answer = future.result(timeout=PATIENCE)
        except ClaimsimError:
            raise
        except KilledWorker as error:
            raise SystemRefused(
                f"batch {batch} ended worker after worker (out of memory, or killed)"
            ) from error
        except TimeoutError:  # its worker was lost with the result, and it is played again
            cluster.check()
        except CancelledError as error:  # the scheduler lost it, and with it all that it knew
            raise SystemRefused(cluster.lost()) from error
        except Exception as error:
            cluster.check()
            what = " ".join(str(error).split()) or "no reason given"
            raise SystemRefused(
                f"batch {batch} failed on the cluster: {type(error).__name__}: {what}"
            ) from error
        else:
            return answer


class _Cluster:
    """A connection to a scheduler, and the workers behind it if we started them.

    Parameters
    ----------
    client
        The connection, of type ``distributed.Client``.
    own
        The ``distributed.LocalCluster`` that we started, or None.
    """

    def __init__(self, client: Any, own: Any) -> None:
        self.client = client
        self._own = own
        self._address = client.scheduler.address
        self._threads = 0
        self._looked = self._alive = time.monotonic()

    def room(self, workers: int) -> int:
        """Return how many batches may be in flight."""
        if self._threads == 0 or time.monotonic() > self._looked + _LOOK:
            self.check()
        room = IN_FLIGHT * max(self._threads, 1)
        return room if workers < 0 else min(room, max(workers, 1))

    def check(self) -> None:
        """Look whether the scheduler and at least one worker are there.

        Raises
        ------
        SystemRefused
            They have not been for a while.
        """
        now = self._looked = time.monotonic()
        reached = self.client.status == "running"
        if reached:
            try:
                self._threads = sum(self.client.nthreads().values())
            except (OSError, TimeoutError):
                reached = False
        if reached and self._threads:
            self._alive = now
        elif now > self._alive + PATIENCE or self.client.status == "closed":
            raise SystemRefused(self.lost("has no workers left") if reached else self.lost())

    def lost(self, what: str = "cannot be reached any more") -> str:
        """Return the line that says why nothing comes from the cluster any more."""
        return f"the Dask scheduler at {self._address} {what}"

    def close(self) -> None:
        """End the connection, what was asked for, and the workers if they are ours."""
        if self._own is not None:
            # Whatever they still play is of no use, and they would finish it before they end.
            for nanny in self._own.workers.values():
                nanny.auto_restart = False
                if nanny.pid is not None:
                    with suppress(ProcessLookupError):
                        os.kill(nanny.pid, signal.SIGKILL)
        with suppress(OSError, TimeoutError):
            self.client.close(timeout=1)
        if self._own is not None:
            with suppress(OSError, TimeoutError):
                self._own.close(timeout=2)


@contextmanager
def _connected(scheduler: str | None, workers: int) -> Iterator[_Cluster]:
    """Connect to a cluster, or start one."""
    with _quiet():
        cluster = _started(workers) if scheduler is None else _reached(scheduler)
        try:
            yield cluster
        finally:
            cluster.close()


def _started(workers: int) -> _Cluster:
    from distributed import Client, LocalCluster

    own = LocalCluster(
        n_workers=workers if workers > 0 else os.cpu_count(),
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        memory_limit=0,  # a batch's tallies are small; nothing need be watched
        silence_logs=logging.CRITICAL,
    )
    return _Cluster(Client(own, set_as_default=False), own)


def _reached(scheduler: str) -> _Cluster:
    from distributed import Client
    from distributed.versions import VersionMismatchWarning

    try:
        # A client that is refused leaves threads behind that complain later.
        asyncio.run(_knock(scheduler))
        with warnings.catch_warnings():
            # Digests say more surely than versions whether a worker plays the same.
            warnings.simplefilter("ignore", VersionMismatchWarning)
            return _Cluster(Client(scheduler, timeout=PATIENCE, set_as_default=False), None)
    except OSError as error:
        raise SystemRefused(f"no Dask scheduler can be reached at {scheduler}") from error


async def _knock(scheduler: str) -> None:
    from distributed.comm.core import connect

    comm = await connect(scheduler, timeout=PATIENCE)
    await comm.close()


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask's log off the terminal: what matters is said in one line of our own."""
    from distributed.utils import silence_logging_cmgr

    with silence_logging_cmgr(logging.CRITICAL):
        yield
