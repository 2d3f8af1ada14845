"""``claimsim run``: play a scenario."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from claimsim.cli import options

if TYPE_CHECKING:
    from claimsim.experiment.results import Run

#: Exit codes of a scenario with targets.
MISSED, UNDECIDED = 3, 4


@click.command(name="run")
@click.argument("scenario")
@options.deals
@options.first_deal
@options.seed
@options.jobs
@options.backend
@options.scheduler
@click.option("--out", type=click.Path(path_type=Path), help="Run directory; runs/NAME-SEED.")
@options.resume
@options.quiet
@options.as_json
@options.strategies
def command(
    scenario: str,
    deals: int | None,
    first_deal: int,
    seed: int | None,
    jobs: int,
    backend: str,
    scheduler: str | None,
    out: Path | None,
    *,
    resume: bool,
    quiet: bool,
    as_json: bool,
) -> int:
    """Play the cells of SCENARIO (a TOML file, or the name of a shipped one).

    The results depend on scenario, seed and deals alone: not on --jobs, --backend, or on
    interruptions. Ctrl-C keeps what is finished and says how to go on. With --resume and more
    --deals than before, the deals that are missing are played.
    """
    from claimsim import own_strategies
    from claimsim.cli.terminal import Meter
    from claimsim.experiment.runner import default_directory, run
    from claimsim.scenario import load_scenario

    loaded = load_scenario(scenario)
    changed = {k: v for k, v in (("deals", deals), ("seed", seed)) if v is not None}
    loaded = loaded.replace(**changed) if changed else loaded
    directory = out or default_directory(loaded)
    again = ["claimsim", "run", scenario]
    if loaded.precision is None:
        again += ["--deals", str(loaded.deals)]
    again += ["--seed", str(loaded.seed)]
    if first_deal:
        again += ["--first-deal", str(first_deal)]
    if jobs != -1:
        again += ["--jobs", str(jobs)]
    if backend != "threads":
        again += ["--backend", backend]
    if scheduler is not None:
        again += ["--scheduler", scheduler]
    for folder in own_strategies.FOLDERS:
        again += ["--strategies", str(folder)]
    again += ["--out", str(directory), "--resume"]
    meter = Meter(quiet=quiet)
    try:
        done = run(
            loaded,
            first_deal=first_deal,
            jobs=jobs,
            backend=backend,
            scheduler=scheduler,
            out=directory,
            resume=resume,
            progress=meter,
            command=shlex.join(again),
        )
    finally:
        meter.stop()
    if as_json:
        click.echo(json.dumps(summary(done)))
        return ending(done)
    print_summary(done)
    print_verdicts(done)
    meter.message(_time_taken(done) if meter.started else "all games were there already")
    click.echo(done.directory)
    return ending(done)


def _time_taken(run: Run) -> str:
    """Say how long it took to play; of a run gone on with, the games that this time was for."""
    from claimsim.cli.terminal import rate_in_words

    games, seconds = run.manifest["games"], run.manifest["seconds"]
    rate = run.manifest["games_per_second"]
    played = round(seconds * rate)
    which = f"{games:,} games" if played == games else f"{played:,} of {games:,} games"
    return f"{which} in {seconds:.1f} s ({rate_in_words(rate)})"


def summary(run: Run) -> dict[str, object]:
    """Return what ``--json`` prints."""
    manifest = run.manifest
    return {
        "run": str(run.directory),
        "digest": run.digest,
        "cells": manifest["cells"],
        "deals": manifest["deals"],
        "games": manifest["games"],
        "seconds": manifest["seconds"],
        "games_per_second": manifest["games_per_second"],
        "verdicts": verdicts(run),
    }


def verdicts(run: Run) -> dict[str, int]:
    """Return how many verdicts on targets there are of each kind; nothing without targets."""
    from claimsim.statistics.verdict_tables import counts

    return counts(run)


def ending(run: Run) -> int:
    """Return the exit code: 3 a target is missed in some cell, 4 some are undecided, else 0."""
    found = verdicts(run)
    if found.get("unbalanced"):
        return MISSED
    return UNDECIDED if found.get("undecided") else 0


def print_summary(run: Run, rows: int = 40) -> None:
    """Print win rates of each cell, of large runs the first few."""
    from claimsim.cli.columns import print_columns
    from claimsim.cli.compact_views import cells
    from claimsim.cli.terminal import print_heading

    shown = cells(run.table("cells", cells=range(min(rows, run.manifest["cells"]))))
    print_heading(f"{run.manifest['name']}: win rates {shown.title}")
    print_columns(shown.columns, shown.groups)
    more = run.manifest["cells"] - rows
    if more > 0:
        click.echo(f"and {more:,} more cells: claimsim show {run.directory} --rows all")


def print_verdicts(run: Run) -> None:
    """Print how many cells are balanced by each target, and which looked worst.

    Of many cells the worst is so by chance in part: it is chosen by the deals with even numbers,
    and those with odd ones, which had no part in the choice, say how bad it is.
    """
    from claimsim.cli.terminal import say_verdicts
    from claimsim.statistics.verdict_tables import ORDER

    if not run.scenario.targets:
        return
    table = run.table("verdicts")
    for number, target in enumerate(run.scenario.targets, start=1):
        rows = table[table["target"] == number]
        found = rows["verdict"].value_counts()
        told = ", ".join(f"{found.get(name, 0):,} {name}" for name in reversed(ORDER))
        say_verdicts(f"{target.metric} {target.value:g} +- {target.tolerance:g}: {told}", "  ")
        for row in rows[rows["most_unbalanced"]].to_dict("records"):
            click.echo(
                f"  farthest off: cell {row['cell']}, {row['first_half']:.3f} in its even "
                f"deals;\n  in the odd ones {row['second_half']:.3f} "
                f"({row['second_half_low']:.3f} to {row['second_half_high']:.3f})"
            )
