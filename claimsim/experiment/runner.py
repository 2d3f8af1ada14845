"""Running a scenario: from its cells to a finished run directory."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimsim.experiment import adaptive, directory, store
from claimsim.experiment.contents import Contents
from claimsim.experiment.parts import Part, cut
from claimsim.experiment.plan import BATCH_GAMES, check_range
from claimsim.experiment.progress import Progress, Silent
from claimsim.experiment.results import Run
from claimsim.experiment.session import Session, Workers

if TYPE_CHECKING:
    from claimsim.scenario import Scenario


def run(
    scenario: Scenario,
    *,
    deals: int | None = None,
    first_deal: int = 0,
    seed: int | None = None,
    jobs: int = -1,
    backend: str = "threads",
    scheduler: str | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
    command: str | None = None,
    batch_games: int | None = None,
    blocks: int = 1,
) -> Run:
    """Play a scenario's cells and store the results.

    The results are a function of scenario, seed and deals: not of `jobs`, `backend`,
    `batch_games`, `blocks`, or of interruptions and extensions.

    Parameters
    ----------
    scenario
        What to play. With a precision, each cell is played until its interval is narrow enough.
    deals, seed
        Take the place of the scenario's; `deals` of its precision too.
    first_deal
        Number of the first deal.
    jobs
        Number of workers; -1 for all cores.
    backend
        ``"threads"``, ``"processes"`` or ``"dask"``.
    scheduler
        Address of a Dask scheduler; left out, ``"dask"`` starts workers on this machine. They are
        new processes that import the calling script, which must therefore call this function
        only under ``if __name__ == "__main__":``.
    out
        The run directory; by default ``runs/NAME-SEED``.
    resume
        Go on with a run that is already there, or extend it if it has fewer deals.
    progress
        Told how far the run is.
    command
        The command line that makes this run, kept in the manifest.
    batch_games
        Games that a batch holds at most; what is resumed or extended keeps its own.
    blocks
        Parts of the deals, as many deals in each as can be, whose tallies are kept apart; how
        they scatter tells how cells that share deals err together. A precision has one.

    Raises
    ------
    RunDirectoryError
        The directory exists and `resume` was not said, or holds another run, or more deals.
    StrategyError
        A strategy answered with something that is not an option.
    Interrupted
        The user stopped it; finished batches are kept.
    SystemRefused
        The disk or a worker failed; finished batches are kept.
    """
    from claimsim.experiment.play import check_backend

    started = datetime.now(UTC)
    changed = {k: v for k, v in (("deals", deals), ("seed", seed)) if v is not None}
    scenario = scenario.replace(**changed) if changed else scenario
    check_range(first_deal, scenario.deals)
    check_backend(backend, scheduler)
    path = Path(out) if out is not None else default_directory(scenario)
    again = resume_command(scenario, path, first_deal) if command is None else command
    watcher = progress or Silent()
    first = Part(first_deal, adaptive.first_round(scenario), batch_games or BATCH_GAMES)
    parts = [first] if scenario.precision is not None else cut(first, blocks)
    directory.reserve(path, resume=resume)
    with store.locked(path):
        plan, told = directory.begin(path, directory.new_plan(scenario, parts), scenario)
        if directory.is_finished(path, scenario, plan):
            watcher.message(f"{path} is finished already")
            return Run.open(path)
        if told:
            watcher.message(told)
        session = Session(scenario, Workers(jobs, backend, scheduler), watcher, again)
        return _play(path, plan, session, scenario, started)


def _play(
    path: Path, plan: dict[str, Any], session: Session, scenario: Scenario, started: datetime
) -> Run:
    """Play what a plan asks for and finish the run."""
    with session.guarded(path):
        with store.writing(path):
            store.tidy(path)
        if scenario.precision is None:
            contents = Contents(path, scenario, plan)
            session.play(contents, range(len(contents.parts)))
        else:
            plan = adaptive.play_rounds(path, plan, session, scenario)
            contents = Contents(path, scenario, plan)
        return directory.finish(contents, plan, session.how(), started)


def resume_command(scenario: Scenario, path: Path, first_deal: int) -> str:
    """Return Python that makes or resumes this run, for runs that no command line made."""
    what = [f"seed={scenario.seed}", f"out={str(path)!r}", "resume=True"]
    if first_deal:
        what.insert(0, f"first_deal={first_deal}")
    if scenario.precision is None:
        what.insert(0, f"deals={scenario.deals}")
    return f"claimsim.run(scenario, {', '.join(what)})"


def default_directory(scenario: Scenario) -> Path:
    """Return ``runs/NAME-SEED``, the name in lower case without anything but letters and digits."""
    name = scenario.name.lower()
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in name).split()
    return Path("runs") / f"{'-'.join(words) or 'scenario'}-{scenario.seed}"
