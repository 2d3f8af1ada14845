"""``claimsim sweep``: a scenario with something set to several values, on the same deals."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from claimsim.cli import options

if TYPE_CHECKING:
    from claimsim.experiment.sweep_tables import Sweep

#: Cells that are told one by one.
_MOST_CELLS = 12

#: Longest values, for one thing that is varied and for two, that stand in the table themselves:
#: with longer ones it would be wider than 80 columns.
_LONGEST = {1: 14, 2: 6}

_WIDTH = 80

#: How it stands out whether a value's interval lies within the tolerance.
_WITHIN = {"yes": "green", "unsure": "yellow", "no": "bold red"}


@click.command(name="sweep")
@click.argument("scenario")
@click.option(
    "--vary", multiple=True, metavar="PATH=V1,V2,…", help="Set this to each value; once or twice."
)
@click.option("--metric", help="What is looked at; the scenario's first target's.")
@click.option("--target", type=float, help="Where it should lie; the scenario's first target.")
@click.option("--deals", type=click.IntRange(1, 2**31), help="Deals of each cell and value.")
@options.first_deal
@options.seed
@options.jobs
@options.result_directory
@options.quiet
@options.as_json
@options.strategies
def command(
    scenario: str,
    vary: tuple[str, ...],
    metric: str | None,
    target: float | None,
    deals: int | None,
    first_deal: int,
    seed: int | None,
    jobs: int,
    out: Path | None,
    *,
    quiet: bool,
    as_json: bool,
) -> None:
    """Play SCENARIO with something set to each of several values, on the same deals.

    Values are written as in a scenario file, with commas between them; 5..10 stands for 5, 6 … 10
    and 1..2..0.5 for 1.0, 1.5, 2.0. With two --vary it is every pair of values.

    It is told where the metric meets the target, and which value comes nearest; that one plays as
    many fresh deals again.
    """
    from claimsim.cli.terminal import Meter
    from claimsim.experiment.sweep import sweep
    from claimsim.scenario import load_scenario

    if not 1 <= len(vary) <= 2:
        raise click.UsageError("one --vary PATH=V1,V2,… is needed, or two")
    baseline = load_scenario(scenario)
    if seed is not None:
        baseline = baseline.replace(seed=seed)
    meter = Meter(quiet=quiet)
    try:
        found = sweep(
            baseline,
            vary,
            metric=metric,
            target=target,
            deals=deals,
            first_deal=first_deal,
            jobs=jobs,
            progress=meter,
            out=out,
        )
    finally:
        meter.stop()
    if as_json:
        click.echo(json.dumps(plain(found)))
    else:
        print_sweep(found)


def plain(found: Sweep) -> dict[str, Any]:
    """Return a sweep as JSON holds it."""
    question = found.question
    values, crossings, best = (
        {cell: _rows_of(table, cell) for cell in question.cells}
        for table in (found.by_value, found.crossings, found.best)
    )
    cells = found.cells.to_dict("records")
    for row in cells:
        cell = row["cell"]
        row["values"] = [_with_values(found, one) for one in values[cell]]
        row["crossings"] = crossings[cell]
        row["best"] = _best(found, best[cell][0]) if best[cell] else None
    return {
        "scenario": found.baseline.name,
        "vary": [{"path": one.name, "values": list(one.values)} for one in found.varied],
        "metric": question.metric,
        "target": question.target,
        "tolerance": question.tolerance,
        "first_deal": found.first_deal,
        "deals": found.deals,
        "cells": cells,
    }


def _rows_of(table: Any, cell: int) -> list[dict[str, Any]]:
    """Return the rows of a cell, without its number; None where there is no number."""
    import pandas as pd

    rows = table[table["cell"] == cell].to_dict("records") if len(table) else []
    return [
        {name: None if pd.isna(value) else value for name, value in row.items() if name != "cell"}
        for row in rows
    ]


def _with_values(found: Sweep, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with its values as JSON has them, in place of their columns."""
    columns = ("point", "value", "value_2", "number", "number_2")
    return {"set": list(found.points[row["point"]])} | {
        name: value for name, value in row.items() if name not in columns
    }


def _best(found: Sweep, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row of a nearest value, with what is of its own and of fresh deals apart."""
    parts = {
        which: {n.removeprefix(which): v for n, v in row.items() if n.startswith(which)}
        for which in ("picked_", "fresh_")
    }
    return {
        "set": list(found.points[row["point"]]),
        "picked": {"first_deal": found.first_deal, **parts["picked_"]},
        "fresh": parts["fresh_"],
    }


def print_sweep(found: Sweep) -> None:
    """Print the metric at each value, where it meets the target, and the nearest value."""
    from claimsim.cli.compact_parts import place
    from claimsim.cli.terminal import print_heading
    from claimsim.experiment.sweep_tables import moved

    question, names = found.question, [one.name for one in found.varied]
    print_heading(f"{found.baseline.name}: a sweep")
    band = "" if question.tolerance is None else f" ± {question.tolerance:g}"
    _say(
        f"{question.metric} over {' and '.join(names)}; target {question.target:g}{band}. "
        f"{found.deals:,} deals for each value, the same for all. Intervals are at 95 %, one value "
        "at a time. Differences are from the scenario as it is, on the same deals."
    )
    labels = _labels(found)
    places = moved(found.by_value)
    cells = found.cells.to_dict("records")
    shown = [cell for cell in cells if cell["cell"] in places]
    for cell in shown[:_MOST_CELLS]:
        click.echo()
        _say(f"cell {cell['cell']}: {place(cell)}")
        _print_values(found, cell, labels)
        if found.is_curve:
            _print_crossings(found, cell["cell"])
        _print_best(found, cell["cell"], labels)
    if len(shown) > _MOST_CELLS:
        click.echo(f"\n… and {len(shown) - _MOST_CELLS:,} more cells: --json has all")
    _print_unmoved(found, [cell for cell in cells if cell["cell"] not in places])


def _print_unmoved(found: Sweep, cells: Sequence[Mapping[Any, Any]]) -> None:
    """Say in which cells there is nothing to see, and why."""
    defined = [cell["cell"] for cell in cells if cell["interval"] == "by definition"]
    others = [cell["cell"] for cell in cells if cell["interval"] != "by definition"]
    for numbers, what in (
        (defined, f"{found.question.metric} is one half by definition"),
        (others, "No value changes any deal"),
    ):
        if numbers:
            listed = ", ".join(map(str, numbers[:_MOST_CELLS]))
            more = f" and {len(numbers) - _MOST_CELLS:,} more" if len(numbers) > _MOST_CELLS else ""
            click.echo()
            _say(f"{what} in cell{'s' if len(numbers) > 1 else ''} {listed}{more}.")


def _labels(found: Sweep) -> list[list[str]]:
    """Return what the values of each point are called; long ones get numbers, which are told."""
    from claimsim.scenario.text import plain as as_toml

    names = []
    for one in found.varied:
        texts = [value if isinstance(value, str) else as_toml(value) for value in one.values]  # noqa: PD011  # no pandas
        if max(map(len, texts)) > _LONGEST[len(found.varied)]:
            for number, text in enumerate(texts, 1):
                click.echo(f"#{number}: {one.name} = {text}")
            texts = [f"#{number}" for number in range(1, len(texts) + 1)]
        names.append(dict(zip(map(as_toml, one.values), texts, strict=True)))
    return [
        [of[as_toml(value)] for of, value in zip(names, point, strict=True)]
        for point in found.points
    ]


def _print_values(found: Sweep, cell: Mapping[Any, Any], labels: Sequence[Sequence[str]]) -> None:
    from claimsim.cli.terminal import print_table

    judged = found.question.tolerance is not None
    value_columns = ["value"] if len(found.varied) == 1 else ["first", "second"]
    columns = [*value_columns, "metric", "95 %", "change" if judged else "difference", "95 %"]
    blank = [""] * (len(value_columns) - 1)
    rows = [["as it is", *blank, f"{cell['estimate']:.4f}", _span(cell), "", ""]]
    for row in _rows_of(found.by_value, cell["cell"]):
        between = f"{row['difference_low']:+.4f} to {row['difference_high']:+.4f}"
        difference = f"{row['difference']:+.4f}"
        numbers = [f"{row['estimate']:.4f}", _span(row), difference, between]
        rows.append([*labels[row["point"]], *numbers, *([row["within"]] if judged else [])])
    if judged:
        columns.append("within")
        rows[0].append("")
    print_table("", columns, rows, _WITHIN)


def _span(row: Mapping[Any, Any], prefix: str = "") -> str:
    return f"{row[prefix + 'low']:.4f} to {row[prefix + 'high']:.4f}"


def _print_crossings(found: Sweep, cell: int) -> None:
    """Say where the curve meets the target, or that it does not."""
    target, name = f"{found.question.target:g}", found.varied[0].name
    numbers = found.by_value["number"]
    ends = f"{numbers.min():g} and {numbers.max():g}"
    rows = _rows_of(found.crossings, cell)
    if all(row["at"] is None for row in rows):
        _say(f"It does not meet {target} between {name} = {ends}.")
    for row in rows:
        span = f"from {row['first']:.4g} to {row['last']:.4g}"
        edges = [word for word, key in (("first", "from_edge"), ("last", "to_edge")) if row[key]]
        beyond = f", and maybe beyond the {' and the '.join(edges)} value" if edges else ""
        if row["at"] is None:
            _say(f"Yet {target} lies within the intervals {span}{beyond}.")
        else:
            _say(f"It meets {target} at {name} = {row['at']:.4g} (95 %: {span}{beyond}).")


def _print_best(found: Sweep, cell: int, labels: Sequence[Sequence[str]]) -> None:
    """Print the nearest value twice: on the deals that picked it, and on fresh ones."""
    for row in _rows_of(found.best, cell):
        _say(f"Nearest to {found.question.target:g}: {', '.join(labels[row['point']])}")
        picked, fresh = (
            f"{row[f'{which}_estimate']:.4f} ({_span(row, f'{which}_')})"
            for which in ("picked", "fresh")
        )
        click.echo(f"  {picked} on the deals that picked it, which flatter it")
        click.echo(f"  {fresh} on {row['fresh_deals']:,} fresh deals, which had no part in that")


def _say(text: str) -> None:
    click.echo(textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False))
