"""``claimsim show``: print a table of a run."""

from __future__ import annotations

import json
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

if TYPE_CHECKING:
    import pandas as pd

    from claimsim.experiment.results import Run

#: The tables of a run; ``experiment.results`` says what makes each of them one.
TABLES = ("cells", "verdicts", "factions", "cards", "powers", "tricks", "phase_1", "effects")

#: The tables that ``claimsim tournament`` writes beside them.
TOURNAMENT = ("payoffs", "ratings", "cycles", "equilibrium", "alpha_rank", "edges")

#: Columns that say what a row is about: the heading of its block.
_HEAD = (
    "cell", "target", "metric", "matchup", "kind", "term",
    "faction", "card", "power", "phase", "trick", "tricks", "deck",
    "player", "opponent", "player_1", "player_2", "player_3",
)  # fmt: skip


#: Rows that are shown as text if nothing else is asked for.
ROWS = 100


def _rows(_context: click.Context, _option: click.Parameter, value: str | None) -> int | None:
    """Return the most rows that are shown; None: all."""
    if value is None:
        return ROWS
    if value == "all":
        return None
    if not value.isdecimal() or int(value) < 1:
        raise click.BadParameter(f"{value}: a number of rows from 1, or all")
    return int(value)


@click.command(name="show")
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "--table",
    type=click.Choice(TABLES + TOURNAMENT),
    metavar="TABLE",
    default="cells",
    help=f"{', '.join(TABLES)}; of a tournament {', '.join(TOURNAMENT)}.",
)
@click.option(
    "--format", "form", type=click.Choice(["text", "blocks", "csv", "json"]), default="text"
)
@click.option(
    "--rows",
    "limit",
    metavar="N|all",
    callback=_rows,
    help=f"The most rows that text and blocks show; {ROWS}.",
)
@click.option("--cell", "cells", type=click.IntRange(0), multiple=True, help="Only this cell.")
@click.pass_context
def command(
    context: click.Context,
    run: Path,
    table: str,
    form: str,
    limit: int | None,
    cells: tuple[int, ...],
) -> None:
    """Print a result table of RUN, a run directory.

    As text several rows are a line each, with the columns that are looked at first and their
    95 % intervals; the wider the terminal, the more columns. Blocks have all columns, every metric
    on a line of its own, and a single row is shown so, too. csv and json hold all rows and columns.
    --cell may be given several times; runs of many cells need it for cards, tricks and phase_1.
    """
    from claimsim.experiment.results import Run

    whole = form in ("csv", "json")
    if whole and context.get_parameter_source("limit") is ParameterSource.COMMANDLINE:
        raise click.UsageError(f"--rows: {form} always has all rows")
    opened = Run.open(run)
    if table in TOURNAMENT and cells:
        raise click.UsageError(f"--cell: the table {table} has no cells")
    found, total = _read(opened, table, cells, None if whole else limit)
    if form == "csv":
        click.echo(found.to_csv(index=False), nl=False)
    elif form == "json":
        # pandas would round to ten digits, and write what is no number as NaN, which is no JSON.
        rows = found.astype(object).where(found.notna(), None).to_dict("records")
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    elif found.empty:
        click.echo(f"{table} has no rows", err=True)
    elif form == "blocks" or total == 1:
        _print_blocks(found if limit is None else found.head(limit), total)
    else:
        from claimsim.cli.compact import print_compact

        print_compact(opened, table, found, total, limit, own=table in TABLES)


def _read(
    run: Run, table: str, cells: Collection[int], limit: int | None
) -> tuple[pd.DataFrame, int]:
    """Return at least the first rows of a table, and how many it has.

    A cell has a row or more, so that as many cells as rows are wanted are enough; which verdicts
    and effects are shown first is known of all of them together.
    """
    from claimsim.experiment.results import DETAILS
    from claimsim.experiment.tournament_files import read_table

    if table in TOURNAMENT:
        found = read_table(run, table)
    elif cells or limit is None or table in ("verdicts", "effects", *DETAILS):
        found = run.table(table, cells or None)
    else:
        from pyarrow import parquet

        found = run.table(table, range(min(limit, run.manifest["cells"])))
        return found, parquet.read_metadata(run.path(table)).num_rows
    return found, len(found)


def _print_blocks(found: pd.DataFrame, total: int) -> None:
    """Print each row as a block: a wide table has no room for its intervals in 80 columns."""
    import pandas as pd

    from claimsim.cli.compact import left_out
    from claimsim.cli.terminal import print_heading, say

    for found_row in found.to_dict("records"):
        row = {str(name): value for name, value in found_row.items()}
        words = {k: v for k, v in row.items() if isinstance(v, str) and v}
        numbers = {k: v for k, v in row.items() if not isinstance(v, str) and not pd.isna(v)}
        head = [f"{key} {row[key]}" for key in _HEAD if key in row]
        if "strategy_a" in words:
            head.append(f"{words['strategy_a']} against {words['strategy_b']}")
        print_heading(", ".join(head))
        for name, value in numbers.items():
            if name in (*_HEAD, "low", "high") or name.endswith(("_low", "_high")):
                continue
            stem = name.removesuffix("_win_rate")
            plain = name in ("value", "estimate")
            low = numbers.get("low" if plain else f"{stem}_low")
            high = numbers.get("high" if plain else f"{stem}_high")
            span = f"   {low:.4f} to {high:.4f}" if low is not None and high is not None else ""
            shown = _shown(value)
            click.echo(f"  {name:<30} {shown:>12}{span}")
        for name, text in words.items():
            if name not in (*_HEAD, "strategy_a", "strategy_b"):
                say(f"  {name:<30} {text}", " " * 33)
    if len(found) < total:
        say(left_out(len(found), total))


def _shown(value: object) -> str:
    """Return a number as people read it: counts without decimals, marks as words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    number = float(value)  # type: ignore[arg-type]  # what is no text is a number
    return f"{number:,.0f}" if number.is_integer() and abs(number) > 1 else f"{number:.4f}"
