"""Running a scenario: from its cells to a finished run directory."""

from __future__ import annotations

import json
import platform
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from claimsim import __version__
from claimsim.errors import InputError, Interrupted, RunDirectoryError, SystemRefused
from claimsim.experiment import store
from claimsim.experiment.plan import Batch, make_batches, strategies_of, total_games
from claimsim.experiment.results import Run, write_tables
from claimsim.registry import find

if TYPE_CHECKING:
    from claimsim.scenario import Scenario


class Progress(Protocol):
    """Whoever wants to know how far a run is."""

    def start(self, games: int) -> None:
        """Playing begins; `games` are to be played."""

    def advance(self, games: int) -> None:
        """So many more games were played; may be called from any thread."""

    def message(self, text: str) -> None:
        """Something worth a line."""

    def stop(self) -> None:
        """Playing is over, for whatever reason."""


class Silent:
    """Progress that nobody looks at."""

    def start(self, games: int) -> None:
        """Say nothing."""

    def advance(self, games: int) -> None:
        """Say nothing."""

    def message(self, text: str) -> None:
        """Say nothing."""

    def stop(self) -> None:
        """Say nothing."""


def run(
    scenario: Scenario,
    *,
    deals: int | None = None,
    first_deal: int = 0,
    seed: int | None = None,
    jobs: int = -1,
    backend: str = "threads",
    out: str | Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
    command: str | None = None,
    batch_games: int | None = None,
) -> Run:
    """Play a scenario's cells and store the results.

    The results are a function of scenario, seed and deals: not of `jobs`, `backend`,
    `batch_games`, or of interruptions.

    Parameters
    ----------
    scenario
        What to play.
    deals, seed
        Take the place of the scenario's.
    first_deal
        Number of the first deal.
    jobs
        Number of workers; -1 for all cores.
    backend
        ``"threads"`` or ``"processes"``.
    out
        The run directory; by default ``runs/NAME-SEED``.
    resume
        Go on with a run that is already there.
    progress
        Told how far the run is.
    command
        The command line that makes this run, kept in the manifest.
    batch_games
        Games that a batch holds at most; a resumed run keeps its own.

    Raises
    ------
    RunDirectoryError
        The directory exists and `resume` was not said, or holds another run.
    StrategyError
        A strategy answered with something that is not an option.
    Interrupted
        The user stopped it; finished batches are kept.
    SystemRefused
        The disk or a worker failed; finished batches are kept.
    """
    changed = {k: v for k, v in (("deals", deals), ("seed", seed)) if v is not None}
    scenario = scenario.replace(**changed) if changed else scenario
    directory = Path(out) if out is not None else default_directory(scenario)
    again = resume_command(scenario, directory) if command is None else command
    watcher = progress or Silent()
    plan = _plan(scenario, first_deal, batch_games)
    make_batches(scenario, first_deal, scenario.deals, plan["batch_games"])  # or refuse the range
    if not directory.name or not str(directory).isprintable():
        raise InputError(f"{str(directory)!r}: the name of a folder that can be printed is needed")
    if _already_there(directory, plan, resume=resume):
        watcher.message(f"{directory} is finished already")
        return Run.open(directory)
    plan = store.read_json(directory / store.PLAN, "a run directory")
    batches = make_batches(scenario, first_deal, scenario.deals, plan["batch_games"])
    started = datetime.now(UTC)
    session = _Session(scenario, directory, batches, watcher, again)
    seconds, games = session.play(jobs, backend)
    digest = write_tables(directory, scenario, first_deal, batches)
    manifest = {
        **{key: value for key, value in plan.items() if key != "batch_games"},
        "games": total_games(scenario, scenario.deals),
        "seconds": seconds,
        "games_per_second": games / seconds if seconds > 0 else 0.0,
        "digest": digest,
        "command": again,
        "started": started.isoformat(timespec="seconds"),
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "host": platform.node(),
        "python": platform.python_version(),
        "jobs": jobs,
        "backend": backend,
    }
    store.write_json(directory / store.MANIFEST, manifest)
    return Run.open(directory)


def resume_command(scenario: Scenario, directory: Path) -> str:
    """Return Python that makes or resumes this run, for runs that no command line made."""
    return f"claimsim.run(scenario, seed={scenario.seed}, out={str(directory)!r}, resume=True)"


def default_directory(scenario: Scenario) -> Path:
    """Return ``runs/NAME-SEED``, the name in lower case without anything but letters and digits."""
    name = scenario.name.lower()
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in name).split()
    return Path("runs") / f"{'-'.join(words) or 'scenario'}-{scenario.seed}"


def _plan(scenario: Scenario, first_deal: int, batch_games: int | None) -> dict[str, Any]:
    from claimsim.experiment.plan import BATCH_GAMES
    from claimsim.kernel import jit

    digests = {name: jit.strategy_digest(find(name)) for name in strategies_of(scenario)}
    return {
        "schema": store.SCHEMA,
        "version": __version__,
        "name": scenario.name,
        "description": scenario.description,
        "scenario": scenario.resolved(),
        "identity": scenario.identity(),
        "seed": scenario.seed,
        "mirror": scenario.mirror,
        "first_deal": first_deal,
        "deals": scenario.deals,
        "cells": len(scenario.cells),
        "rules_digest": jit.rules_digest(),
        "kernel_digest": jit.kernel_digest(),
        "strategy_digests": digests,
        "batch_games": batch_games or BATCH_GAMES,
    }


#: What must be the same for a run to go on, and how to say that it is not.
_SAME = {
    "version": "made by claimsim {old}, this is {new}",
    "rules_digest": "the rules have changed since",
    "kernel_digest": "the kernel has changed since",
    "strategy_digests": "a strategy has changed since",
    "seed": "made with seed {old}, not {new}",
    "first_deal": "begins at deal {old}, not {new}",
    "deals": "plans {old} deals a cell, not {new}",
    "identity": "made from another scenario, or this one has changed",
}


def _already_there(directory: Path, plan: dict[str, Any], *, resume: bool) -> bool:
    """Make the directory, or check the one that is there; say whether its run is finished."""
    if directory.exists() and not directory.is_dir():
        raise RunDirectoryError(f"{directory} is a file; name a folder that does not exist yet")
    if directory.is_dir() and any(directory.iterdir()):
        if not resume:
            raise RunDirectoryError(
                f"{directory} exists already: add --resume to go on with it, or name another --out"
            )
        old = store.read_json(directory / store.PLAN, "a run directory")
        for key, reason in _SAME.items():
            if json.dumps(old.get(key), sort_keys=True) != json.dumps(plan[key], sort_keys=True):
                why = reason.format(old=old.get(key), new=plan[key])
                raise RunDirectoryError(f"{directory} cannot be resumed: {why}; name another --out")
        return (directory / store.MANIFEST).exists()
    try:
        (directory / store.TALLIES).mkdir(parents=True, exist_ok=True)
        store.write_json(directory / store.PLAN, plan)
    except OSError as error:
        raise SystemRefused(f"cannot write to {directory}: {error.strerror or error}") from error
    return False


class _Session:
    """The playing of what is missing in a run directory."""

    def __init__(
        self,
        scenario: Scenario,
        directory: Path,
        batches: list[Batch],
        progress: Progress,
        again: str,
    ) -> None:
        self._scenario = scenario
        self._directory = directory
        self._batches = batches
        self._progress = progress
        self._again = again
        self._stop = threading.Event()
        self._games = 0

    def play(self, jobs: int, backend: str) -> tuple[float, int]:
        """Play every batch that is not there yet; return seconds and games of playing."""
        missing = [batch for batch in self._batches if not self._have(batch)]
        before = self._games
        if not missing:
            return 0.0, 0
        try:
            self._compile()
            self._progress.start(total_games(self._scenario, self._scenario.deals))
            self._progress.advance(before)
            begun = time.perf_counter()
            self._play(missing, jobs, backend)
            return time.perf_counter() - begun, self._games - before
        except KeyboardInterrupt:
            self._give_up(backend)
            raise Interrupted(f"stopped; {self._kept()}") from None
        except OSError as error:
            self._give_up(backend)
            what = f"cannot write to {self._directory}: {error.strerror or error}"
            raise SystemRefused(f"{what}; {self._kept()}") from error
        except SystemRefused as error:
            self._give_up(backend)
            raise SystemRefused(f"{error}; {self._kept()}") from error
        finally:
            self._progress.stop()

    def _have(self, batch: Batch) -> bool:
        cells = batch.cell_stop - batch.cell_start
        tallies = store.read_batch(self._directory, batch.index, cells)
        if tallies is not None:
            self._games += int(tallies["games"].sum())
        return tallies is not None

    def _compile(self) -> None:
        """Compile in a thread of its own, so that an interrupt need not wait for the compiler."""
        from claimsim.experiment.play import prepare

        failed: list[BaseException] = []

        def work() -> None:
            try:
                prepare(self._scenario)
            except BaseException as error:  # noqa: BLE001  # raised again below
                failed.append(error)

        note = threading.Timer(1.5, self._progress.message, ("compiling the kernel, once …",))
        note.daemon = True
        note.start()
        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        try:
            while worker.is_alive():
                worker.join(0.05)
        finally:
            note.cancel()
        if failed:
            raise failed[0]

    def _play(self, missing: list[Batch], jobs: int, backend: str) -> None:
        from claimsim.experiment.play import Job, play_all

        cells, mirror, seed = self._scenario.cells, self._scenario.mirror, self._scenario.seed
        work = (Job(b, cells[b.cell_start : b.cell_stop], mirror, seed) for b in missing)
        workers = min(jobs, len(missing))  # more would have nothing to do
        advance: Callable[[int], None] = self._progress.advance
        for index, tallies in play_all(
            work, workers=workers, backend=backend, played=advance, stopped=self._stop.is_set
        ):
            store.write_batch(self._directory, index, tallies)
            self._games += int(tallies["games"].sum())

    def _give_up(self, backend: str) -> None:
        from claimsim.experiment.play import stop_workers

        self._stop.set()
        stop_workers(backend)

    def _kept(self) -> str:
        done = sum(
            store.batch_path(self._directory, batch.index).exists() for batch in self._batches
        )
        return (
            f"{done} of {len(self._batches)} batches are kept in {self._directory}; "
            f"to go on: {self._again}"
        )
