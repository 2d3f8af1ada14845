"""``claimsim show``: print a table of a run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

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


@click.command(name="show")
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "--table",
    type=click.Choice(TABLES + TOURNAMENT),
    metavar="TABLE",
    default="cells",
    help=f"{', '.join(TABLES)}; of a tournament {', '.join(TOURNAMENT)}.",
)
@click.option("--format", "form", type=click.Choice(["text", "csv", "json"]), default="text")
@click.option("--cell", "cells", type=click.IntRange(0), multiple=True, help="Only this cell.")
def command(run: Path, table: str, form: str, cells: tuple[int, ...]) -> None:
    """Print a result table of RUN, a run directory.

    As text every metric stands with its interval on a line of its own, one block a row; csv and
    json hold all columns. --cell may be given several times; runs of many cells need it for
    cards, tricks and phase_1.
    """
    from claimsim.experiment.results import Run
    from claimsim.experiment.tournament_files import read_table

    opened = Run.open(run)
    if table in TOURNAMENT:
        if cells:
            raise click.UsageError(f"--cell: the table {table} has no cells")
        found = read_table(opened, table)
    else:
        found = opened.table(table, cells or None)
    if form == "csv":
        click.echo(found.to_csv(index=False), nl=False)
    elif form == "json":
        # pandas would round to ten digits, and write what is no number as NaN, which is no JSON.
        rows = found.astype(object).where(found.notna(), None).to_dict("records")
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        _text(found.to_dict("records"))
        if found.empty:
            click.echo(f"{table} has no rows", err=True)


def _text(rows: list[dict[Any, Any]]) -> None:
    """Print rows as blocks: a wide table has no room for its intervals in 80 columns."""
    import pandas as pd

    from claimsim.cli.terminal import print_heading, say

    for row in rows:
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


def _shown(value: object) -> str:
    """Return a number as people read it: counts without decimals, marks as words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    number = float(value)  # type: ignore[arg-type]  # what is no text is a number
    return f"{number:,.0f}" if number.is_integer() and abs(number) > 1 else f"{number:.4f}"
