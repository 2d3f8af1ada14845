"""Merging: runs of the same thing over disjoint deals become one run, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from claimsim.errors import InputError, RunDirectoryError
from claimsim.experiment import directory, store
from claimsim.experiment.contents import Contents, read_parts
from claimsim.experiment.parts import Part, ranges_of
from claimsim.experiment.progress import Progress, Silent
from claimsim.experiment.results import Run


def merge(
    runs: Sequence[str | Path | Run],
    *,
    out: str | Path,
    progress: Progress | None = None,
    command: str | None = None,
) -> Run:
    """Add runs of a fixed number of deals, of the same scenario over disjoint ranges of deals.

    The results are those of one run over all the deals, and have the same digest. Name and
    description are taken from the first run; targets must be the same in all.

    Parameters
    ----------
    runs
        Two finished runs, or more.
    out
        The run directory to make. An unfinished merge of the same runs is gone on with.
    progress
        Told what is done.
    command
        The command line that makes this run, kept in the manifest.

    Raises
    ------
    InputError
        Fewer than two runs.
    RunDirectoryError
        A run that is unfinished or adaptive, or that differs from the first one in scenario,
        targets, seed, version, rules, kernel or strategies; deals that are in two of them; a
        directory that exists already.
    SystemRefused
        The disk is full, or a directory was removed.
    """
    started = datetime.now(UTC)
    opened = [run if isinstance(run, Run) else Run.open(run) for run in runs]
    if len(opened) < 2:
        raise InputError("merging needs two runs at least")
    path = Path(out)
    sources = _sources(opened)
    plan = _plan(opened, [part for _, part in sources])
    if not _begun(path, plan):  # an unfinished merge has this very plan
        directory.make_new(path)
    names = " ".join(str(run.directory) for run in opened)
    (progress or Silent()).message(f"merging {len(opened)} runs, {plan['deals']:,} deals a cell …")
    with store.locked(path):
        plan, _ = directory.begin(path, plan, opened[0].scenario)
        merged = Contents(path, opened[0].scenario, plan)
        with store.writing(path):
            store.tidy(path)
            for place, (source, part) in enumerate(sources):
                _copy(source, source.parts.index(part), merged, place)
        seconds = sum(run.manifest["seconds"] for run in opened)
        games = sum(run.manifest["seconds"] * run.manifest["games_per_second"] for run in opened)
        how = {
            "seconds": seconds,
            "games_per_second": games / seconds if seconds > 0 else 0.0,
            "command": command or f"claimsim merge {names} --out {path}",
            "merged": [_told(run) for run in opened],
        }
        return directory.finish(merged, plan, how, started)


def _sources(runs: Sequence[Run]) -> list[tuple[Contents, Part]]:
    """Return all parts with the run that each is from, by deals; refuse what does not add."""
    first, *others = runs
    there: list[tuple[Run, tuple[int, int]]] = []
    found: list[tuple[Contents, Part]] = []
    plans = {run.directory: _read(run) for run in runs}
    for run in runs:
        plan = plans[run.directory]
        if plan.get("precision") is not None or any("cells" in part for part in plan["parts"]):
            raise RunDirectoryError(
                f"{run.directory} cannot be merged: it is adaptive (precision), so that its deals "
                "depend on its results"
            )
        why = _differing(run, plan, first, plans[first.directory]) if run in others else ""
        if why:
            raise RunDirectoryError(
                f"{run.directory} cannot be merged with {first.directory}: {why}"
            )
        parts = read_parts(run.directory, plan)
        for span in ranges_of(parts):
            for other, (begin, end) in there:
                common = max(span[0], begin), min(span[1], end)
                if common[0] < common[1]:
                    raise RunDirectoryError(
                        f"{run.directory} cannot be merged with {other.directory}: deals "
                        f"{common[0]} to {common[1] - 1} are in both"
                    )
            there.append((run, span))
        contents = Contents(run.directory, run.scenario, plan)
        found += ((contents, part) for part in parts)
    return sorted(found, key=lambda source: source[1].first_deal)


def _differing(run: Run, plan: dict[str, Any], first: Run, other: dict[str, Any]) -> str:
    """Say what keeps a run from being merged with the first one, or nothing.

    Targets fix no game, but which ones count would depend on the order of the runs.
    """
    why = directory.differing(plan, other)
    if not why and directory.targets_of(plan) != directory.targets_of(other):
        why = (
            f"it has other [[targets]]; first claimsim run SCENARIO --out {run.directory} "
            f"--resume, SCENARIO having the targets of {first.directory}"
        )
    return why


def _read(run: Run) -> dict[str, Any]:
    return store.read_json(run.directory / store.PLAN, "a run directory")


def _plan(runs: Sequence[Run], parts: Sequence[Part]) -> dict[str, Any]:
    """Return the plan of the merged run."""
    deals = sum(part.deals for part in parts)
    return {
        **_read(runs[0]),
        "scenario": runs[0].scenario.replace(deals=deals).resolved(),
        "first_deal": parts[0].first_deal,
        "deals": deals,
        "looked": False,
        "extended": any(run.extended for run in runs),
        "retargeted": any(run.manifest.get("retargeted") for run in runs),
        "parts": [part.plain() for part in parts],
    }


def _begun(path: Path, plan: dict[str, Any]) -> bool:
    """Say whether this very merge was begun and not finished."""
    there = (path / store.PLAN).is_file() and not (path / store.MANIFEST).exists()
    return there and store.read_json(path / store.PLAN, "a run directory") == plan


def _copy(source: Contents, number: int, merged: Contents, place: int) -> None:
    """Copy the batches of a part of one run to a part of another."""
    for old, new in zip(source.batches[number], merged.batches[place], strict=True):
        if merged.read(new) is not None:
            continue
        tallies = source.read(old)
        if tallies is None:
            gone = store.batch_path(source.directory, old.index)
            raise RunDirectoryError(f"{gone} is gone; run again with --resume")
        merged.write(new, tallies)


def _told(run: Run) -> dict[str, Any]:
    """Return what the manifest says of a run that was merged."""
    keys = ("digest", "ranges", "extended", "host", "command")
    return {"run": str(run.directory), **{key: run.manifest.get(key) for key in keys}}
