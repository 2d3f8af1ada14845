"""``claimsim check``: validate scenario files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from claimsim.cli import options
from claimsim.errors import InputError, ScenarioError

if TYPE_CHECKING:
    from claimsim.scenario import Scenario


@click.command(name="check")
@click.argument("scenarios", nargs=-1, metavar="SCENARIO…")
@click.option("--resolved", is_flag=True, help="Print each scenario with every default filled in.")
@click.option(
    "--schema", is_flag=True, help="Print the JSON Schema of scenario files, for editors."
)
@click.pass_context
@options.strategies
def command(
    context: click.Context, scenarios: tuple[str, ...], *, resolved: bool, schema: bool
) -> None:
    """Validate each SCENARIO; every mistake of every file is reported."""
    if schema:
        if scenarios or resolved:
            raise click.UsageError("--schema stands alone: it is the same for every scenario")
        from claimsim.scenario.json_schema import text

        click.echo(text(), nl=False)
        return
    if not scenarios:
        raise click.MissingParameter(ctx=context, param=context.command.params[0])
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
            click.echo(f"{name}: right; {_size(scenario)}")
    if problems:
        raise ScenarioError(problems)


def _size(scenario: Scenario) -> str:
    """Return how much there is to play, and how many targets the verdicts go by."""
    from claimsim.experiment.plan import total_games

    most = "up to " if scenario.precision else ""
    games = total_games(scenario, scenario.deals)
    parts = [_count(len(scenario.cells), "cell"), most + _count(scenario.deals, "deal")]
    parts.append(most + _count(games, "game"))
    if scenario.targets:
        parts.append(_count(len(scenario.targets), "target"))
    return ", ".join(parts)


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
