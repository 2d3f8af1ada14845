"""Playing what is missing in a run directory, and what is said when that fails."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from claimsim.errors import Interrupted, RunDirectoryError, SystemRefused
from claimsim.experiment import store
from claimsim.experiment.contents import Contents
from claimsim.experiment.parts import Part
from claimsim.experiment.plan import Batch, games_of
from claimsim.experiment.progress import Progress
from claimsim.experiment.running_verdicts import RunningVerdicts
from claimsim.experiment.tally import Tallies

if TYPE_CHECKING:
    from claimsim.experiment.play import Job
    from claimsim.scenario import Scenario

#: Told of every batch that is there: the numbers of its cells, and a tally for each.
Seen = Callable[[npt.NDArray[np.int64], Tallies], None]


@dataclass(frozen=True)
class Workers:
    """Who plays.

    Parameters
    ----------
    jobs
        Number of workers; -1 for all cores.
    backend
        ``"threads"``, ``"processes"`` or ``"dask"``.
    scheduler
        Address of a Dask scheduler, or None.
    """

    jobs: int
    backend: str
    scheduler: str | None = None


class Session:
    """The work of one process on a run directory.

    Parameters
    ----------
    scenario
        What to play.
    workers
        Who plays it.
    progress
        Told how far the run is and, where it shows that, of the verdicts so far.
    again
        The command that goes on with the run, for when it stops.

    Attributes
    ----------
    seconds
        Time spent playing, without start and compilation.
    games
        Games played in that time.
    """

    def __init__(
        self, scenario: Scenario, workers: Workers, progress: Progress, again: str
    ) -> None:
        self._scenario = scenario
        self._workers = workers
        self._progress = progress
        self._again = again
        self._stop = threading.Event()
        self._compiled = False
        shown = bool(scenario.targets) and progress.shows_status
        self._running = RunningVerdicts(scenario) if shown else None
        self.seconds = 0.0
        self.games = 0

    def play(self, contents: Contents, places: Sequence[int], seen: Seen | None = None) -> None:
        """Play every batch of some parts that is not there yet.

        Parameters
        ----------
        contents
            The run's parts and batches.
        places
            Which of its parts.
        seen
            Told of the batches that are there, and of the others when they are.

        Raises
        ------
        StrategyError
            A strategy answered with something that is not an option.
        SystemRefused
            The disk or a worker failed; finished batches are kept.
        """
        missing: list[tuple[Part, Batch]] = []
        before = 0
        for place in places:
            part = contents.parts[place]
            for batch in contents.batches[place]:
                tallies = contents.read(batch)
                if tallies is None:
                    missing.append((part, batch))
                    continue
                before += int(tallies["games"].sum())
                self._note(contents.numbers(part), batch, tallies, seen)
        if not missing:
            return
        self._compile()
        games = games_of(self._scenario, [contents.parts[place] for place in places])
        self._progress.start(games, before)
        begun = time.perf_counter()
        try:
            self._show_verdicts(at_once=True)
            self._play(contents, missing, seen)
            self._progress.status("")  # the verdicts of the whole are told elsewhere
        finally:
            self._progress.stop()
            self.seconds += time.perf_counter() - begun

    def tell(self, text: str) -> None:
        """Say something worth a line."""
        self._progress.message(text)

    def how(self) -> dict[str, Any]:
        """Return what the manifest says of how the run was made."""
        return {
            "seconds": self.seconds,
            "games_per_second": self.games / self.seconds if self.seconds > 0 else 0.0,
            "command": self._again,
            "jobs": self._workers.jobs,
            "backend": self._workers.backend,
        }

    @contextmanager
    def guarded(self, directory: Path) -> Iterator[None]:
        """Say in one line why a run stopped, what of it is kept, and how to go on.

        Raises
        ------
        Interrupted, SystemRefused
            With that line.
        """
        try:
            yield
        except KeyboardInterrupt:
            raise Interrupted(f"stopped; {self._kept(directory)}") from None
        except SystemRefused as error:
            raise SystemRefused(f"{error}; {self._kept(directory)}") from error

    def _compile(self) -> None:
        """Compile in a thread of its own, so that an interrupt need not wait for the compiler."""
        from claimsim.experiment.play import prepare

        if self._compiled or self._workers.scheduler is not None:
            return  # what is played on other machines is compiled there
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
        self._compiled = True

    def _play(
        self, contents: Contents, missing: list[tuple[Part, Batch]], seen: Seen | None
    ) -> None:
        from claimsim.experiment.play import play_all

        waiting = {batch.index: (part, batch) for part, batch in missing}
        answers = play_all(
            self._scenario,
            (self._job(contents, part, batch) for part, batch in missing),
            workers=min(self._workers.jobs, len(missing)),  # more would have nothing to do
            backend=self._workers.backend,
            scheduler=self._workers.scheduler,
            played=self._progress.advance,
            stopped=self._stop.is_set,
        )
        # Closed, it ends the workers that it started.
        with closing(answers):
            try:
                for index, tallies in answers:
                    part, batch = waiting[index]
                    with store.writing(contents.directory):
                        contents.write(batch, tallies)
                    self.games += int(tallies["games"].sum())
                    self._note(contents.numbers(part), batch, tallies, seen)
                    self._show_verdicts()
            except BaseException:
                self._stop.set()
                raise

    def _note(
        self, cells: npt.NDArray[np.int64], batch: Batch, tallies: Tallies, seen: Seen | None
    ) -> None:
        """Tell whom it concerns of a batch that is there, of a part that has these cells."""
        numbers = cells[batch.cell_start : batch.cell_stop]
        if seen is not None:
            seen(numbers, tallies)
        if self._running is not None:
            self._running.add(numbers, tallies)

    def _show_verdicts(self, *, at_once: bool = False) -> None:
        """Show the verdicts so far, where somebody looks and unless they were counted just now."""
        if self._running is not None and (at_once or self._running.due()):
            self._progress.status(self._running.text())

    def _job(self, contents: Contents, part: Part, batch: Batch) -> Job:
        from claimsim.experiment.play import Job

        cells = self._scenario.cells
        start, stop = batch.cell_start, batch.cell_stop
        if part.cells is None:
            chosen = cells[start:stop]
        else:
            chosen = tuple(cells[int(number)] for number in contents.numbers(part)[start:stop])
        return Job.of(self._scenario, batch, chosen)

    def _kept(self, directory: Path) -> str:
        try:
            plan = store.read_json(directory / store.PLAN, "a run directory")
        except RunDirectoryError:
            return f"nothing is left of it; to begin again: {self._again}"
        batches = chain(*Contents(directory, self._scenario, plan).batches)
        there = [store.batch_path(directory, batch.index).exists() for batch in batches]
        return (
            f"{sum(there)} of {len(there)} batches are kept in {directory}; to go on: {self._again}"
        )
