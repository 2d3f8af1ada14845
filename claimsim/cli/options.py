"""Options that several commands have: one spelling, one range, one line of help."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

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

backend = click.option(
    "--backend",
    type=click.Choice(["threads", "processes", "dask"]),
    default="threads",
    help="What workers are; threads (default) start faster.",
)

scheduler = click.option("--scheduler", help="Address of a Dask scheduler: tcp://HOST:PORT.")

resume = click.option(
    "--resume", is_flag=True, help="Go on with a run that is there, or extend it."
)

result_directory = click.option(
    "--out", type=click.Path(path_type=Path), help="Result directory to write, too."
)

quiet = click.option("--quiet", is_flag=True, help="No progress, no messages.")

as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object, no table.")


def _add_folders(context: click.Context, _option: click.Parameter, value: tuple[Path, ...]) -> None:
    from claimsim.own_strategies import add_folder

    for folder in value:
        add_folder(folder, check_bounds=not context.meta.get(_UNCHECKED, False))


def _note_unchecked(context: click.Context, _option: click.Parameter, value: bool) -> None:  # noqa: FBT001  # as click calls it
    context.meta[_UNCHECKED] = value


_UNCHECKED = "claimsim.unchecked"

_folder = click.option(
    "--strategies",
    type=click.Path(path_type=Path),
    metavar="DIR",
    envvar="CLAIMSIM_STRATEGIES",
    callback=_add_folders,
    multiple=True,
    expose_value=False,
    help="A folder of your own strategies, one Python file each; repeated.",
)

_unchecked = click.option(
    "--unchecked",
    is_flag=True,
    is_eager=True,
    callback=_note_unchecked,
    expose_value=False,
    help="Compile them without checks of places.",
)


def strategies(command: Callable[..., Any]) -> Callable[..., Any]:
    """Let a command take a folder of the user's own strategies, which are known from then on."""
    return _folder(_unchecked(command))
