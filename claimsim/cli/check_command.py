"""``claimsim check``: validate scenario files."""

from __future__ import annotations

import click

from claimsim.errors import InputError, ScenarioError


@click.command(name="check")
@click.argument("scenarios", nargs=-1, required=True, metavar="SCENARIO…")
@click.option("--resolved", is_flag=True, help="Print each scenario with every default filled in.")
def command(scenarios: tuple[str, ...], *, resolved: bool) -> None:
    """Validate each SCENARIO; every mistake of every file is reported."""
    from claimsim.experiment.plan import total_games
    from claimsim.scenario import load_scenario

    problems: list[str] = []
    for name in scenarios:
        try:
            scenario = load_scenario(name)
        except InputError as error:
            problems += error.problems if isinstance(error, ScenarioError) else [str(error)]
            continue
        if resolved:
            click.echo(scenario.resolved(), nl=False)
        else:
            games = total_games(scenario, scenario.deals)
            cells = len(scenario.cells)
            click.echo(f"{name}: right; {cells:,} cells, {scenario.deals:,} deals, {games:,} games")
    if problems:
        raise ScenarioError(problems)
