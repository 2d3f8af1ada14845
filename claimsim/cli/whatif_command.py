"""``claimsim whatif``: a scenario against its changed self on the same deals."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from claimsim.cli import options

if TYPE_CHECKING:
    import pandas as pd

    from claimsim.experiment.whatif import Comparison
    from claimsim.scenario import Scenario

#: Metrics that are told of every cell, changed or not.
_HEADLINES = ("leader_win_rate", "a_win_rate", "draw_rate", "mean_margin")

#: Cells that are told one by one.
_MOST_CELLS = 12


@click.command(name="whatif")
@click.argument("scenario")
@click.option("--set", "changes", multiple=True, metavar="PATH=VALUE", help="Change this.")
@click.option("--against", help="Compare with this scenario: a file, or a shipped one.")
@click.option("--variant", "variant_name", help="Compare with this variant of the scenario.")
@click.option("--rulings", is_flag=True, help="Compare with each other value of every switch.")
@options.deals
@options.first_deal
@options.seed
@click.option("--examples", type=click.IntRange(0, 5), default=5, help="Changed deals told; 5.")
@options.jobs
@options.result_directory
@options.quiet
@options.as_json
@options.strategies
def command(
    scenario: str,
    changes: tuple[str, ...],
    against: str | None,
    variant_name: str | None,
    rulings: bool,  # noqa: FBT001  # click passes it by name
    deals: int | None,
    first_deal: int,
    seed: int | None,
    examples: int,
    jobs: int,
    out: Path | None,
    *,
    quiet: bool,
    as_json: bool,
) -> None:
    """Play SCENARIO and a changed self of it on the same deals, and tell the difference.

    The change is one of --set (several are one change), --against, --variant or --rulings.
    """
    from claimsim.cli.terminal import Meter
    from claimsim.experiment import directory
    from claimsim.experiment.whatif import compare_all
    from claimsim.scenario import load_scenario

    ways = [bool(changes), against is not None, variant_name is not None, rulings]
    if sum(ways) != 1:
        raise click.UsageError("one of --set, --against, --variant and --rulings is needed")
    baseline = load_scenario(scenario)
    if seed is not None:
        baseline = baseline.replace(seed=seed)
    if rulings:
        variants = other_rulings(baseline)
        if not quiet:
            _say_hidden(baseline)
    else:
        variants = [_changed(baseline, changes, against, variant_name)]
    if out is not None:
        directory.make_new(out)  # rather than find out after playing
    meter = Meter(quiet=quiet)
    try:
        found = compare_all(
            baseline, variants, deals=deals, first_deal=first_deal, jobs=jobs, progress=meter
        )
    finally:
        meter.stop()
    if out is not None:
        from claimsim.experiment.whatif_files import write_comparisons

        write_comparisons(found, out, "rulings" if rulings else "whatif")
    if as_json:
        content = [plain(one) for one in found]
        click.echo(json.dumps({"rulings": content} if rulings else content[0]))
    elif rulings:
        _print_rulings(found)
    else:
        print_comparison(found[0], examples)


def _changed(
    baseline: Scenario, changes: Sequence[str], against: str | None, name: str | None
) -> tuple[str, Scenario]:
    """Return what the change is called, and the changed scenario."""
    from claimsim.scenario import load_scenario
    from claimsim.scenario.changes import assignments, told
    from claimsim.scenario.changing import changed

    if against is not None:
        other = load_scenario(against)
        return f"against {other.name}", other.replace(seed=baseline.seed)
    if name is not None:
        return f"variant {name}: {told(baseline.variants.get(name, {}))}", baseline.variant(name)
    change = assignments(changes)
    return told(change), changed(baseline, change, "--set")


def other_rulings(baseline: Scenario) -> list[tuple[str, Scenario]]:
    """Return the scenario with each switch at each of its other values.

    A switch that the argument of a faction's power hides is no open ruling, and is left out.
    """
    from claimsim.rules.switches import SWITCHES
    from claimsim.scenario.changes import told
    from claimsim.scenario.shadowing import hiding, tables

    found = []
    hidden = hiding(tables(baseline))
    for name, switch in SWITCHES.items():
        if name in hidden:
            continue
        here = baseline.switches.get(name, switch.default)
        for value in switch.values:  # noqa: PD011  # no pandas
            if value != here:
                plain_value = list(value) if isinstance(value, tuple) else value
                change = {"switches": {name: plain_value}}
                found.append((told(change), baseline.with_changes(change)))
    return found


def _say_hidden(baseline: Scenario) -> None:
    """Say on standard error which switches are no open rulings, and why."""
    from claimsim.rules.switches import SWITCHES
    from claimsim.scenario.locate import dotted
    from claimsim.scenario.shadowing import hiding, tables

    for name, path in hiding(tables(baseline)).items():
        if name in SWITCHES:
            click.echo(f"left out: {name}, as {dotted(path)} says it", err=True)


def plain(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as JSON holds it: of each cell its deals and every metric."""
    import pandas as pd

    cells = comparison.cells.to_dict("records")
    for cell in cells:
        cell["metrics"] = {}
    kept = ("baseline", "variant", "difference", "low", "high", "interval", "efficiency")
    for row in comparison.differences.to_dict("records"):
        numbers = {key: None if pd.isna(row[key]) else row[key] for key in kept}
        where = cells[row["cell"]]
        if row["table"] == "cells":
            where["metrics"][row["metric"]] = numbers
        else:
            where.setdefault(row["table"], {}).setdefault(row["row"], {})[row["metric"]] = numbers
    return {
        "scenario": comparison.baseline.name,
        "change": comparison.change,
        "first_deal": comparison.first_deal,
        "deals": comparison.deals,
        "cells": cells,
    }


def print_comparison(comparison: Comparison, examples: int) -> None:
    """Print what a change does, cell by cell, and some deals that it turned."""
    from claimsim.cli.compact_parts import place
    from claimsim.cli.examples_text import print_examples
    from claimsim.cli.terminal import print_heading, print_table, say

    differences = comparison.differences
    print_heading(f"{comparison.baseline.name}: {comparison.change}")
    for cell in comparison.cells.head(_MOST_CELLS).to_dict("records"):
        rows = differences[differences["cell"] == cell["cell"]]
        click.echo()
        say(f"cell {cell['cell']}: {place(cell)}", "  ")
        share = 100 * cell["changed_deals"] / cell["deals"]
        click.echo(
            f"{cell['deals']:,} deals; in {cell['changed_deals']:,} ({share:.1f} %) another player "
            "wins a game"
        )
        if cell["cards_in_place"] < cell["deck_cards"]:
            click.echo(
                f"{cell['shared_cards']} of {cell['deck_cards']} cards are in both decks; "
                f"{cell['cards_in_place']:.1f} of a deal lie where they lay"
            )
        print_table("", ["metric", "baseline", "variant", "difference", "95 %", "x"], _rows(rows))
    more = len(comparison.cells) - _MOST_CELLS
    if more > 0:
        click.echo(f"\n… and {more:,} more cells: --json has all")
    click.echo("\nx: so many times the deals would be needed if both had deals of their own.")
    click.echo("--json and --out have every metric, those of cards, tricks and Phase 1 too.")
    print_examples(comparison, examples)


def _rows(rows: pd.DataFrame) -> list[list[str]]:
    """Return lines for the headlines, and for all else that surely differs.

    Cards, tricks and Phase 1 have too many rows for a table that people read.
    """
    import pandas as pd

    found = []
    for row in rows[rows["table"].isin(["cells", "factions", "powers"])].to_dict("records"):
        sure = row["low"] > 0 or row["high"] < 0
        if row["metric"] in _HEADLINES or sure:
            name = f"{row['row']}: {row['metric']}" if row["row"] else row["metric"]
            times = row["efficiency"]
            found.append(
                [
                    name,
                    f"{row['baseline']:.4f}",
                    f"{row['variant']:.4f}",
                    f"{row['difference']:+.4f}",
                    f"{row['low']:+.4f} to {row['high']:+.4f}",
                    "" if pd.isna(times) else f"{times:.1f}",
                ]
            )
    return found


def _print_rulings(found: Sequence[Comparison]) -> None:
    """Print each ruling with the largest difference that it makes, the weightiest first."""
    from claimsim.cli.terminal import print_table

    rows = []
    for one in found:
        turned = one.cells["changed_deals"].sum() / one.cells["deals"].sum()
        told = []
        for metric in ("leader_win_rate", "a_win_rate"):
            of = one.differences[one.differences["metric"] == metric]
            row = of.to_dict("records")[int(of["difference"].abs().to_numpy().argmax())]
            span = f"{100 * row['low']:+.2f} to {100 * row['high']:+.2f}"
            told += [f"{100 * row['difference']:+.2f}", span]
        rows.append((turned, [one.change.removeprefix("switches."), f"{100 * turned:.2f}", *told]))
    rows.sort(key=lambda pair: -pair[0])
    print_table(
        f"{found[0].baseline.name}: every ruling against its other values\n"
        "turned: deals in % in which another player wins a game;\n"
        "then the largest differences of win rates, in points of %",
        ["ruling", "turned", "leader", "95 %", "a", "95 %"],
        [row for _, row in rows],
    )
