"""Run directories: made, gone on with, extended, finished.

``plan.json`` says what is to be played and is there first; ``manifest.json`` says that all of it
was, and is there last. A manifest counts only beside the plan that it was made from.
"""

from __future__ import annotations

import json
import platform
import tomllib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimsim import __version__, own_strategies
from claimsim.errors import InputError, RunDirectoryError, SystemRefused
from claimsim.experiment import store
from claimsim.experiment.contents import Contents, read_parts
from claimsim.experiment.parts import Part, ranges_of
from claimsim.experiment.plan import strategies_of
from claimsim.experiment.results import Run, tables_of
from claimsim.experiment.table_files import write_tables
from claimsim.registry import find

if TYPE_CHECKING:
    from claimsim.scenario import Scenario

#: What must be the same for a run to go on or to be merged, and how to say that it is not.
SAME = {
    "version": "made by claimsim {old}, this is {new}",
    "rules_digest": "the rules have changed since",
    "kernel_digest": "the kernel has changed since",
    "strategy_digests": "a strategy has changed since",
    "seed": "made with seed {old}, not {new}",
    "identity": "made from another scenario, or this one has changed",
    "ablation": "made with ablation = {old}, not {new}",
}

#: What may change in a run that is gone on with: words, and what is made of the results.
_WORDS = ("name", "description", "scenario")


def new_plan(scenario: Scenario, parts: Sequence[Part]) -> dict[str, Any]:
    """Return what ``plan.json`` says of a new run."""
    precision = scenario.precision
    return {
        "schema": store.SCHEMA,
        "version": __version__,
        "name": scenario.name,
        "description": scenario.description,
        "scenario": scenario.resolved(),
        "identity": scenario.identity(),
        "seed": scenario.seed,
        "mirror": scenario.mirror,
        "first_deal": min(part.first_deal for part in parts),
        "deals": scenario.deals,
        "precision": None
        if precision is None
        else {
            "metric": precision.metric,
            "half_width": precision.half_width,
            "max_deals": precision.max_deals,
        },
        "ablation": scenario.ablation,
        "looked": False,
        "extended": False,
        "retargeted": False,
        "cells": len(scenario.cells),
        **digests(scenario),
        "own_strategies": own_strategies.facts(strategies_of(scenario)),
        "parts": [part.plain() for part in parts],
    }


def digests(*scenarios: Scenario) -> dict[str, Any]:
    """Return the digests of the code that plays scenarios: rules, kernel, each strategy."""
    from claimsim.kernel import jit

    names = dict.fromkeys(name for scenario in scenarios for name in strategies_of(scenario))
    return {
        "rules_digest": jit.rules_digest(),
        "kernel_digest": jit.kernel_digest(),
        "strategy_digests": {name: jit.strategy_digest(find(name)) for name in names},
    }


def reserve(directory: Path, *, resume: bool) -> None:
    """Make the folder of a run, unless it is there and `resume` was said.

    Errors as of :func:`make_new`.
    """
    _check_name(directory)
    if not resume and not _is_new(directory):
        raise RunDirectoryError(
            f"{directory} exists already: add --resume to go on with it, or name another --out"
        )
    _make(directory)


def make_new(directory: Path) -> None:
    """Make a folder for results that nobody goes on with.

    Raises
    ------
    InputError
        No name of a folder.
    RunDirectoryError
        Something is there already.
    SystemRefused
        It cannot be made.
    """
    _check_name(directory)
    if not _is_new(directory):
        raise RunDirectoryError(
            f"{directory} exists already: name another --out, or remove it first"
        )
    _make(directory)


def _check_name(directory: Path) -> None:
    if not directory.name or not str(directory).isprintable():
        raise InputError(f"{str(directory)!r}: the name of a folder that can be printed is needed")
    if directory.exists() and not directory.is_dir():
        raise RunDirectoryError(f"{directory} is a file; name a folder that does not exist yet")


def _make(directory: Path) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SystemRefused(f"cannot write to {directory}: {error.strerror or error}") from error


def _is_new(directory: Path) -> bool:
    """Say whether nothing is there, but for what a killed process had begun to write."""
    return not directory.is_dir() or all(map(store.is_temporary, directory.iterdir()))


def begin(
    directory: Path, wanted: dict[str, Any], scenario: Scenario
) -> tuple[dict[str, Any], str]:
    """Write the plan of a run, or agree with the one that is there.

    A run that is there stays readable unless it can be gone on with: its batches are looked at
    before anything is written.

    Parameters
    ----------
    directory
        A folder of this process alone.
    wanted
        The plan of a new run, as :func:`new_plan` makes it.
    scenario
        What it plays.

    Returns
    -------
    dict
        The plan to follow: with one part more where more deals are wanted than there are.
    str
        What is worth telling: ``"extended from 1,000 to 2,000 deals a cell"``, batches of a
        finished run that are gone, or nothing.

    Raises
    ------
    RunDirectoryError
        Another run lies there, or one that cannot be extended, or a batch is damaged.
    SystemRefused
        The plan cannot be written.
    """
    plan, told = wanted, ""
    if not _is_new(directory):
        old = store.read_json(directory / store.PLAN, "a run directory")
        why = _difference(old, wanted)
        if why:
            raise RunDirectoryError(f"{directory} cannot be resumed: {why}; name another --out")
        told = _gone(directory, old, scenario)
        longer = old["deals"] < wanted["deals"]
        if not longer and all(old.get(key) == wanted[key] for key in _WORDS):
            return old, told
        # Results that were there once may have been looked at, although they are to be replaced.
        looked = bool(old.get("looked")) or (directory / store.MANIFEST).exists()
        plan = {**old, **{key: wanted[key] for key in _WORDS}, "looked": looked}
        plan["retargeted"] = bool(old.get("retargeted")) or (
            looked and targets_of(old) != targets_of(wanted)
        )
        if longer:
            plan = _extended(directory, plan, wanted["deals"])
            more = f"extended from {old['deals']:,} to {wanted['deals']:,} deals a cell"
            told = f"{told}\n{more}" if told else more
    with store.writing(directory):
        store.write_json(directory / store.PLAN, plan)
        (directory / store.MANIFEST).unlink(missing_ok=True)
    return plan, told


def _gone(directory: Path, plan: Mapping[str, Any], scenario: Scenario) -> str:
    """Look at every batch of a finished run; say how many are gone, or nothing.

    Those are played again, to the same results. Checksums alone are made, at the speed of the
    disk: 372 batches of all 371,800 cells take a fraction of a second.

    Raises
    ------
    RunDirectoryError
        A batch is damaged.
    """
    if not (directory / store.MANIFEST).exists():
        return ""  # whoever plays what is missing reads them all
    contents = Contents(directory, scenario, plan)
    there = [contents.check(batch) for batch in chain(*contents.batches)]
    gone = there.count(False)
    if not gone:
        return ""
    which = "1 batch is" if gone == 1 else f"{gone:,} batches are"
    return f"{which} gone of {len(there):,} in {directory / store.TALLIES}: played again"


def differing(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """Say in which of :data:`SAME` two plans differ, or nothing where they do not."""
    for key, reason in SAME.items():
        if store.digest_of(old.get(key)) != store.digest_of(new.get(key)):
            return reason.format(old=old.get(key), new=new.get(key))
    return ""


def targets_of(plan: Mapping[str, Any]) -> Any:
    """Return the targets of a plan's scenario."""
    return tomllib.loads(plan["scenario"]).get("targets")


def _difference(old: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """Say why the run of a plan cannot be gone on with as another plan wants, or nothing."""
    why = differing(old, wanted)
    if why:
        return why
    if old.get("first_deal") != wanted["first_deal"]:
        return f"begins at deal {old.get('first_deal')}, not {wanted['first_deal']}"
    if old.get("precision") != wanted["precision"]:
        return _other_precision(old, wanted)
    if not isinstance(old.get("deals"), int) or old["deals"] > wanted["deals"]:
        return (
            f"plans {old.get('deals')} deals a cell, and {wanted['deals']} are fewer: deals are "
            "added, never taken away"
        )
    return ""


def _other_precision(old: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    before, now = old.get("precision"), wanted["precision"]
    if before is None:
        return (
            f"plans {old.get('deals')} deals a cell, and a fixed number of deals is not made "
            "adaptive (precision)"
        )
    if now is None:
        return "it is adaptive (precision), and adaptive runs are not extended"
    return f"made with precision {_words(before)}, not {_words(now)}"


def _words(precision: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} = {value}" for key, value in precision.items())


def _extended(directory: Path, plan: Mapping[str, Any], deals: int) -> dict[str, Any]:
    """Return the plan with the deals that are missing as a part of its own."""
    parts = read_parts(directory, plan)
    ranges = ranges_of(parts)
    if len(ranges) > 1:
        there = ", ".join(f"{first} to {stop - 1}" for first, stop in ranges)
        raise RunDirectoryError(
            f"{directory} cannot be extended: its deals have gaps ({there}); name another --out"
        )
    more = Part(ranges[0][1], deals - plan["deals"], parts[-1].batch_games)
    return {
        **plan,
        "deals": deals,
        "extended": bool(plan.get("extended")) or plan["looked"],
        "parts": [*plan["parts"], more.plain()],
    }


def is_finished(directory: Path, scenario: Scenario, plan: Mapping[str, Any]) -> bool:
    """Say whether all that a plan asks for is there: batches, tables and manifest."""
    path = directory / store.MANIFEST
    if not path.exists():
        return False
    manifest = store.read_json(path, "a finished run")
    if manifest.get("plan_digest") != store.digest_of(plan):
        return False
    batches = chain(*Contents(directory, scenario, plan).batches)
    return all(store.batch_path(directory, batch.index).exists() for batch in batches) and all(
        _is_whole(directory / f"{name}.parquet") for name in tables_of(scenario)
    )


def _is_whole(path: Path) -> bool:
    """Say whether a table is there and can be opened; what cannot is written anew."""
    from pyarrow import ArrowException
    from pyarrow.parquet import read_metadata

    try:
        read_metadata(path)
    except (OSError, ArrowException):
        return False
    return True


def finish(
    contents: Contents, plan: Mapping[str, Any], how: Mapping[str, Any], started: datetime
) -> Run:
    """Write the tables and then the manifest of a run whose batches are all there.

    Parameters
    ----------
    contents
        Its parts and batches.
    plan
        What its ``plan.json`` says.
    how
        What the manifest says beside it: at least ``seconds``, ``games_per_second`` and
        ``command``.
    started
        When this process began.

    Raises
    ------
    RunDirectoryError
        A batch that is gone or damaged.
    SystemRefused
        The disk is full, or the directory was removed.
    """
    directory, parts = contents.directory, contents.parts
    with store.writing(directory):
        digest = write_tables(contents, extended=plan["extended"], retargeted=plan["retargeted"])
        most = max(part.stop for part in parts) - plan["first_deal"]
        manifest = {
            **{key: value for key, value in plan.items() if key not in ("parts", "looked")},
            "plan_digest": store.digest_of(plan),
            "deals": plan["deals"] if plan["precision"] is None else most,
            "ranges": ranges_of(parts),
            "games": contents.games,
            "digest": digest,
            **how,
            "started": started.isoformat(timespec="seconds"),
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            "host": platform.node(),
            "python": platform.python_version(),
        }
        written = json.loads(json.dumps(manifest))
        written["seal"] = store.seal_of(written)
        store.write_json(directory / store.MANIFEST, written)
    return Run.open(directory)
