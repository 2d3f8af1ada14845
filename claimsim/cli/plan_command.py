"""``claimsim plan``: what a wanted precision costs."""

from __future__ import annotations

import json

import click

from claimsim.cli import options

#: Half-widths that are told of if none is named: shares; a margin is in votes.
WIDTHS = (0.05, 0.02, 0.01, 0.005, 0.002, 0.001)

#: The narrowest and the widest interval that anybody could want, in a metric's unit.
NARROWEST, WIDEST = 1e-5, 10.0


def _widths(
    _context: click.Context, _option: click.Parameter, values: tuple[float, ...]
) -> tuple[float, ...]:
    for value in values:
        if not NARROWEST <= value <= WIDEST:
            raise click.BadParameter(f"{value:g}: a number from {NARROWEST:g} to {WIDEST:g}")
    return values


@click.command(name="plan")
@click.argument("scenario")
@click.option("--metric", help="Of the table cells; leader_win_rate, or the scenario's own.")
@click.option(
    "--half-width",
    "widths",
    type=float,
    callback=_widths,
    multiple=True,
    help="Wanted; several may be given.",
)
@options.as_json
@options.strategies
def command(scenario: str, metric: str | None, widths: tuple[float, ...], *, as_json: bool) -> None:
    """Say how many deals of SCENARIO bring which precision, and how long they take here.

    A few hundred thousand games are played and timed first; nothing is stored.
    """
    from claimsim.cli.terminal import print_table, rate_in_words
    from claimsim.errors import InputError
    from claimsim.experiment.planning import needs, play_pilot
    from claimsim.scenario import load_scenario
    from claimsim.statistics.counts import TALLIED
    from claimsim.wording import name_refusal

    loaded = load_scenario(scenario)
    asked = loaded.precision
    metric = metric or (asked.metric if asked else "leader_win_rate")
    if metric not in TALLIED:
        raise InputError(f"--metric: {name_refusal(metric, TALLIED, 'a metric:')}")
    wanted = widths or (() if asked is None else (asked.half_width,)) or WIDTHS
    pilot = play_pilot(loaded, [metric])
    found = needs(loaded, pilot, metric, sorted(wanted, reverse=True))
    if as_json:
        rows = [vars(need) for need in found]
        summary = {"metric": metric, "games_per_second": pilot.rate, "needs": rows}
        click.echo(json.dumps(summary))
        return
    cells = len(loaded.cells)
    print_table(
        f"{loaded.name}: deals for an interval of {metric} at 95 %\n"
        f"{cells:,} cells, {rate_in_words(pilot.rate)} here",
        ["half-width", "deals, median cell", "worst cell", "games", "time"],
        [
            [
                f"{need.half_width:g}",
                f"{need.deals:,}",
                f"{need.worst_deals:,}",
                f"{need.games:,}",
                span(need.seconds),
            ]
            for need in found
        ],
    )


def span(seconds: float) -> str:
    """Return a duration in words: seconds, minutes or hours."""
    if seconds < 90:
        return f"{seconds:.1f} s"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
