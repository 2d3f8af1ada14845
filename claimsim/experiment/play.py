"""Playing batches: the work that threads, processes and the workers of a cluster do."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from claimsim import registry
from claimsim.errors import InputError, SystemRefused
from claimsim.experiment.ablation import play_ablated
from claimsim.experiment.caching import locked_cache
from claimsim.experiment.engines import engine_for
from claimsim.experiment.plan import PLAIN_GAMES, Batch, games_per_deal, interpreted
from claimsim.experiment.tally import TALLY, Tallies
from claimsim.kernel.batch import deals_entry
from claimsim.kernel.engine import CellEngine, compiled
from claimsim.kernel.grid import MAX_CELLS, cells_entry
from claimsim.reference.tallying import ONE_AT_A_TIME

if TYPE_CHECKING:
    from claimsim.experiment.orders import Answer, Order
    from claimsim.scenario import Cell, Player, Scenario

#: Games of one call into compiled code: a tenth of a second or so, so that an interrupt is heard.
CALL_GAMES = 20_000

#: What workers can be.
BACKENDS = ("threads", "processes", "dask")

Played = Callable[[int], None]
Stopped = Callable[[], bool]


@dataclass(frozen=True)
class Job:
    """A batch with all that is needed to play it.

    Parameters
    ----------
    batch
        Its number, and its deals.
    cells
        The cells that play them.
    mirror, seed, ablation
        The scenario's.
    """

    batch: Batch
    cells: Sequence[Cell]
    mirror: str
    seed: int
    ablation: bool

    @classmethod
    def of(cls, scenario: Scenario, batch: Batch, cells: Sequence[Cell]) -> Job:
        """Return a batch of a scenario as a job."""
        return cls(batch, cells, scenario.mirror, scenario.seed, scenario.ablation)


def check_backend(backend: str, scheduler: str | None = None) -> None:
    """Make sure that a back end can be used, before anything is written.

    Raises
    ------
    InputError
        A back end that does not exist or is not installed, a scheduler for one that has none, or
        what is no address of a scheduler.
    """
    if backend not in BACKENDS:
        raise InputError(f"unknown back end {backend!r}; known: {', '.join(BACKENDS)}")
    if backend == "dask":
        from claimsim.experiment.dask_backend import check_address, check_installed

        check_installed()
        if scheduler is not None:
            check_address(scheduler)
    elif scheduler is not None:
        raise InputError(f"a scheduler is of no use with --backend {backend}: add --backend dask")


def cell_engine(cell: Cell, mirror: str, seed: int) -> CellEngine:
    """Return the engine that plays a cell."""
    played = _played(mirror, games_per_deal(cell, mirror))
    a, b = registry.seat(cell.a), registry.seat(cell.b)
    return CellEngine(cell.rules, cell.deck.key(seed), a, b, played)


def prepare(scenario: Scenario) -> None:
    """Compile, or load from the cache, all that the cells need.

    Cells that are played as plain Python need nothing.

    Workers that compiled the same thing at the same time would trip over each other's cache:
    who comes second waits until the first has filled it.

    Raises
    ------
    SystemRefused
        The cache folder cannot be written to.
    """
    pairs = [pair for pair in scenario.matchups if not interpreted(pair)]
    if not pairs:
        return
    with locked_cache():
        deals_entry()
        cells_entry()
        found = {registry.find(player.strategy) for pair in pairs for player in pair}
        # Those with checks first: helpers are compiled once, and must have them then.
        for strategy in sorted(found, key=lambda one: (not one.check_bounds, one.name)):
            compiled(strategy)


def play_job(
    job: Job, played: Played | None = None, stopped: Stopped | None = None
) -> tuple[int, Tallies] | None:
    """Play a batch.

    Parameters
    ----------
    job
        What to play.
    played
        Called with the number of games after each call into an engine.
    stopped
        Asked before each of them; if it says True, the batch is given up.

    Returns
    -------
    tuple of int and ndarray of TALLY
        Number of the batch, and one tally a cell; None if it was given up.
    """
    batch = job.batch
    tallies = np.zeros(len(job.cells), TALLY)
    matchups: dict[tuple[Player, Player], list[int]] = {}
    for row, cell in enumerate(job.cells):
        matchups.setdefault((cell.a, cell.b), []).append(row)
    for (a, b), rows in matchups.items():
        games = games_per_deal(job.cells[rows[0]], job.mirror)
        engine = engine_for(registry.seat(a), registry.seat(b), _played(job.mirror, games))
        plain = bool(interpreted((a, b)))
        at_once = CALL_GAMES // (PLAIN_GAMES if plain else 1)
        for some, first, stop in _calls(rows, batch, games, at_once):
            # who waits for his turn asks only then whether there still is something to do
            with ONE_AT_A_TIME if plain else nullcontext():
                if stopped is not None and stopped():
                    return None
                cells = [(job.cells[row].rules, job.cells[row].deck.key(job.seed)) for row in some]
                play = partial(play_ablated, engine) if job.ablation else engine.play
                play(cells, (first, stop), tallies, some)
            if played is not None:
                played(len(some) * (stop - first) * games)
    return batch.index, tallies


def _played(mirror: str, games: int) -> str:
    """Return how deals are played where so many games of each are."""
    return mirror if games == 2 else "none"


def _calls(
    rows: list[int], batch: Batch, games: int, games_at_once: int
) -> Iterator[tuple[list[int], int, int]]:
    """Cut a batch into calls of about so many games: several cells, or some deals of one."""
    step = max(1, games_at_once // games)
    at_once = max(1, min(MAX_CELLS, step // max(1, batch.stop - batch.first)))
    for place in range(0, len(rows), at_once):
        for first in range(batch.first, batch.stop, step):
            yield rows[place : place + at_once], first, min(first + step, batch.stop)


def play_all(
    scenario: Scenario,
    jobs: Iterable[Job],
    *,
    workers: int,
    backend: str,
    played: Played,
    stopped: Stopped,
    scheduler: str | None = None,
) -> Generator[tuple[int, Tallies]]:
    """Play batches on several workers and yield each as it is finished, in any order.

    Closed before its end, the generator ends the workers that it started.

    Parameters
    ----------
    scenario
        Whose batches they are.
    jobs
        The batches; taken one by one, shortly before they are played.
    workers
        Number of workers, or -1 for all cores (of the cluster).
    backend
        One of :data:`BACKENDS`.
    played, stopped
        As for :func:`play_job`; other processes cannot call back, so there ``played`` is called
        when a batch arrives.
    scheduler
        Address of a Dask scheduler; left out, the back end ``"dask"`` starts workers here.

    Raises
    ------
    InputError
        A back end that cannot be used.
    SystemRefused
        A worker process died, a worker has other rules, kernel or strategies, or the cluster
        cannot be reached or has no workers left.
    """
    check_backend(backend, scheduler)
    if backend == "threads":
        yield from _on_threads(jobs, workers, played, stopped)
        return
    from claimsim.experiment.orders import brief_of, order_of, tallies_of

    brief = brief_of(scenario)
    packed = brief.pack()
    orders = (order_of(job, packed) for job in jobs)
    if backend == "dask":
        from claimsim.experiment.dask_backend import play_on_dask

        answers = play_on_dask(orders, scheduler=scheduler, workers=workers, stopped=stopped)
    else:
        answers = _on_processes(orders, workers)
    with closing(answers):
        for answer in answers:
            tallies = tallies_of(answer, brief)
            played(int(tallies["games"].sum()))
            yield answer.index, tallies


def _on_threads(
    jobs: Iterable[Job], workers: int, played: Played, stopped: Stopped
) -> Iterator[tuple[int, Tallies]]:
    from joblib import delayed

    if workers == 1:
        yield from _in_one_thread(jobs, played, stopped)
        return
    calls = (delayed(play_job)(job, played, stopped) for job in jobs)
    for result in _unordered("threading", workers, calls):
        if result is not None:
            yield result


def _in_one_thread(
    jobs: Iterable[Job], played: Played, stopped: Stopped
) -> Iterator[tuple[int, Tallies]]:
    """Play in a thread beside this one, which would not hear an interrupt in compiled code."""
    from concurrent.futures import ThreadPoolExecutor, wait

    pool = ThreadPoolExecutor(1)
    try:
        for job in jobs:
            future = pool.submit(play_job, job, played, stopped)
            while not wait([future], timeout=0.1).done:
                pass
            result = future.result()
            if result is not None:
                yield result
    finally:
        # A strategy that never answers is not waited for.
        pool.shutdown(wait=False, cancel_futures=True)


def _on_processes(orders: Iterable[Order], workers: int) -> Generator[Answer]:
    from joblib import delayed
    from joblib.externals.loky import get_reusable_executor
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    from claimsim.experiment.orders import fulfil

    # Workers that have grown are replaced, and nobody need be told. Were warnings errors, this one
    # would stop the thread that waits for the workers.
    warnings.filterwarnings("ignore", "A worker stopped while some jobs", UserWarning)
    try:
        yield from _unordered("loky", workers, (delayed(fulfil)(order) for order in orders))
    except TerminatedWorkerError as error:
        raise SystemRefused("a worker process died (out of memory, or killed)") from error
    except BaseException:
        # Whatever they still play is of no use, and they would finish it before they end.
        get_reusable_executor(reuse=True).shutdown(wait=False, kill_workers=True)
        raise


def _unordered(backend: str, workers: int, calls: Iterable[Any]) -> Iterator[Any]:
    """Yield what calls return, each as it is finished."""
    from joblib import Parallel

    results = Parallel(
        n_jobs=workers, backend=backend, return_as="generator_unordered", batch_size=1
    )(calls)
    try:
        for result in results:  # noqa: UP028  # its own close would warn of what is given up
            yield result
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            results.close()
