"""Options that several commands have: one spelling, one range, one line of help."""

from __future__ import annotations

from pathlib import Path

import click


def _jobs(_context: click.Context, _option: click.Parameter, value: int) -> int:
    if value == 0 or value < -1:
        raise click.BadParameter(f"{value}: a number of workers from 1, or -1 for all cores")
    return value


deals = click.option("--deals", type=click.IntRange(1, 2**32), help="Deals of each cell.")

first_deal = click.option(
    "--first-deal", type=click.IntRange(0, 2**32 - 1), default=0, help="First deal."
)

seed = click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Seed of all randomness.")

jobs = click.option("--jobs", type=int, default=-1, callback=_jobs, help="Workers; -1: all cores.")

result_directory = click.option(
    "--out", type=click.Path(path_type=Path), help="Result directory to write, too."
)

quiet = click.option("--quiet", is_flag=True, help="No progress, no messages.")

as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object, no table.")
