"""``claimsim tournament``: every strategy against every other."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from claimsim.cli import options

if TYPE_CHECKING:
    from claimsim.experiment.results import Run


@click.command(name="tournament")
@click.argument("scenario")
@click.option("--all", "every", is_flag=True, help="Who plays: every strategy.")
@click.option("--strategy", "names", multiple=True, metavar="NAME", help="Who plays; repeated.")
@options.deals
@options.first_deal
@options.seed
@options.jobs
@options.backend
@options.scheduler
@click.option(
    "--out", type=click.Path(path_type=Path), help="Run directory; runs/NAME-tournament-SEED."
)
@options.resume
@options.quiet
@options.as_json
@options.strategies
@click.pass_context
def command(
    context: click.Context,
    /,
    scenario: str,
    names: tuple[str, ...],
    out: Path | None,
    *,
    every: bool,
    quiet: bool,
    as_json: bool,
    **how: Any,
) -> int:
    """Play every player of SCENARIO against every other, each deal with each seating.

    The players are those of the scenario's grid, or those that --strategy names, or all
    there are. Told are payoffs, ratings, the equilibrium, and whether an edge holds for every pair.

    SCENARIO may also be the directory of a finished run with every pair of its players: it is
    analysed, and nothing is played.
    """
    from claimsim.cli.run_command import ending, print_verdicts
    from claimsim.cli.terminal import Meter
    from claimsim.cli.tournament_text import plain, print_tournament
    from claimsim.experiment.results import Run
    from claimsim.experiment.store import PLAN
    from claimsim.experiment.tournament import Tournament

    if every and names:
        raise click.UsageError("--all and --strategy both say who plays; leave one out")
    meter = Meter(quiet=quiet)
    if (Path(scenario) / PLAN).exists():
        _nothing_to_play(context)
        run = Run.open(scenario)
    else:
        run = _played(scenario, names, out, meter, every=every, **how)
    found = Tournament(run)
    found.write()
    if as_json:
        click.echo(json.dumps(plain(found)))
        return ending(run)
    print_tournament(found)
    print_verdicts(run)
    click.echo(run.directory)
    return ending(run)


def _nothing_to_play(context: click.Context) -> None:
    """Refuse options that say what to play where a run is only looked at."""
    given = click.core.ParameterSource.COMMANDLINE
    for option in context.command.params:
        name = str(option.name)
        known = ("scenario", "quiet", "as_json", "strategies", "unchecked")
        if name not in known and context.get_parameter_source(name) is given:
            raise click.UsageError(
                f"{option.opts[0]} says what to play, and a run directory is only analysed"
            )


def _played(
    scenario: str,
    names: tuple[str, ...],
    out: Path | None,
    meter: Any,
    *,
    every: bool,
    **how: Any,
) -> Run:
    """Play the tournament of a scenario."""
    from claimsim import own_strategies
    from claimsim.experiment.tournament_plan import directory_of, named, play, tournament_of
    from claimsim.registry import known
    from claimsim.scenario import load_scenario

    loaded = load_scenario(scenario)
    changed = {k: v for k in ("deals", "seed") if (v := how.pop(k)) is not None}
    loaded = loaded.replace(**changed) if changed else loaded
    who = named(known() if every else names)
    loaded = tournament_of(loaded, who or None)
    directory = out or directory_of(loaded)
    again = ["claimsim", "tournament", scenario, *(["--all"] if every else [])]
    for name in names:
        again += ["--strategy", name]
    again += ["--deals", str(loaded.deals), "--seed", str(loaded.seed)]
    for name, value in how.items():
        if value not in (None, 0, False, -1, "threads"):
            again += [f"--{name.replace('_', '-')}", *([] if value is True else [str(value)])]
    for folder in own_strategies.FOLDERS:
        again += ["--strategies", str(folder)]
    again += ["--out", str(directory)] + ([] if how["resume"] else ["--resume"])
    try:
        return play(loaded, out=directory, progress=meter, command=shlex.join(again), **how)
    finally:
        meter.stop()
