"""Playing batches: the work that threads and processes do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from claimsim import registry
from claimsim.errors import InputError, SystemRefused
from claimsim.experiment.plan import Batch, games_per_deal, strategies_of
from claimsim.experiment.tally import TALLY, Tallies
from claimsim.kernel.batch import deals_entry
from claimsim.kernel.engine import CellEngine, compiled

if TYPE_CHECKING:
    from claimsim.scenario import Cell, Scenario

#: Games of one call into compiled code: a tenth of a second or so, so that an interrupt is heard.
CALL_GAMES = 20_000

BACKENDS = {"threads": "threading", "processes": "loky"}


@dataclass(frozen=True)
class Job:
    """A batch with all that a worker needs to play it; small, and free of arrays."""

    batch: Batch
    cells: tuple[Cell, ...]
    mirror: str
    seed: int


def cell_engine(cell: Cell, mirror: str, seed: int) -> CellEngine:
    """Return the engine that plays a cell."""
    played = mirror if games_per_deal(cell, mirror) == 2 else "none"
    a, b = registry.seat(cell.a), registry.seat(cell.b)
    return CellEngine(cell.rules, cell.deck.key(seed), a, b, played)


def prepare(scenario: Scenario) -> None:
    """Compile, or load from the cache, all that the cells need.

    Workers that compiled the same thing at the same time would trip over each other's cache.
    """
    deals_entry()
    for name in strategies_of(scenario):
        compiled(registry.find(name))


def play_job(
    job: Job,
    played: Callable[[int], None] | None = None,
    stopped: Callable[[], bool] | None = None,
) -> tuple[int, Tallies] | None:
    """Play a batch.

    Parameters
    ----------
    job
        What to play.
    played
        Called with the number of games after each call into compiled code.
    stopped
        Asked before each of them; if it says True, the batch is given up.

    Returns
    -------
    tuple of int and ndarray of TALLY
        Number of the batch, and one tally a cell; None if it was given up.
    """
    batch = job.batch
    tallies = np.zeros(len(job.cells), TALLY)
    for row, cell in enumerate(job.cells):
        engine = cell_engine(cell, job.mirror, job.seed)
        step = max(1, CALL_GAMES // engine.games_per_deal)
        for first in range(batch.first, batch.stop, step):
            if stopped is not None and stopped():
                return None
            stop = min(first + step, batch.stop)
            engine.play(first, stop, tallies[row : row + 1])
            if played is not None:
                played((stop - first) * engine.games_per_deal)
    return batch.index, tallies


def play_all(
    jobs: Iterable[Job],
    *,
    workers: int,
    backend: str,
    played: Callable[[int], None],
    stopped: Callable[[], bool],
) -> Iterator[tuple[int, Tallies]]:
    """Play batches on several workers and yield each as it is finished, in any order.

    Parameters
    ----------
    jobs
        The batches; taken one by one, shortly before they are played.
    workers
        Number of workers, or -1 for all cores.
    backend
        ``"threads"`` or ``"processes"``.
    played, stopped
        As for :func:`play_job`; processes cannot call back, so there ``played`` is called
        when a batch arrives.

    Raises
    ------
    InputError
        A back end that does not exist.
    SystemRefused
        A worker process died.
    """
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    if backend not in BACKENDS:
        raise InputError(f"unknown back end {backend!r}; known: {', '.join(BACKENDS)}")
    parallel = Parallel(
        n_jobs=workers, backend=BACKENDS[backend], return_as="generator_unordered", batch_size=1
    )
    call_back: tuple[Any, ...] = (played, stopped) if backend == "threads" else ()
    try:
        for result in parallel(delayed(play_job)(job, *call_back) for job in jobs):
            if result is not None:
                if not call_back:
                    played(int(result[1]["games"].sum()))
                yield result
    except TerminatedWorkerError as error:
        raise SystemRefused("a worker process died (out of memory, or killed)") from error


def stop_workers(backend: str) -> None:
    """End worker processes at once; threads end by themselves at their next call."""
    if backend == "processes":
        from joblib.externals.loky import get_reusable_executor

        get_reusable_executor().shutdown(wait=False, kill_workers=True)
