"""``claimsim restrict``: what it costs a player to do without something."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from claimsim.cli import options

if TYPE_CHECKING:
    import pandas as pd

    from claimsim.experiment.restrict import Restrictions

#: Cells whose prices may stand side by side.
_MOST_CELLS = 12


@click.command(name="restrict")
@click.argument("scenario")
@click.option(
    "--forbid",
    multiple=True,
    required=True,
    metavar="KIND=NAME",
    help="power=NAME, card=FACTION-VALUE, faction=NAME or skill=NAME; NAME all: each in turn.",
)
@click.option("--player", type=click.Choice(["a", "b"]), default="a", help="Who is restricted; a.")
@options.deals
@options.first_deal
@options.seed
@options.jobs
@options.result_directory
@options.quiet
@options.as_json
@options.strategies
def command(
    scenario: str,
    forbid: tuple[str, ...],
    player: str,
    deals: int | None,
    first_deal: int,
    seed: int | None,
    jobs: int,
    out: Path | None,
    *,
    quiet: bool,
    as_json: bool,
) -> None:
    """Say what it costs one player of SCENARIO to do without something.

    Each --forbid is a restriction of its own. The price is what he loses: his win rate when free
    minus that when he does without, on the same deals and dice; the opponent may use everything.

    A forbidden card or faction is never chosen where there is another option. A power that can
    be declined is always declined; of any other power the cards are not played in the phases in
    which it acts, where there is another option. A strategy says which skills it can do without.

    This is not the game without a power: for that, off for both players, change the rules by
    claimsim whatif --set factions.NAME.powers=…
    """
    from claimsim.cli.terminal import Meter
    from claimsim.experiment.restrict import restrict
    from claimsim.scenario import load_scenario

    loaded = load_scenario(scenario)
    if seed is not None:
        loaded = loaded.replace(seed=seed)
    meter = Meter(quiet=quiet)
    try:
        found = restrict(
            loaded,
            forbid,
            player=player,
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
        print_restrictions(found)


def plain(found: Restrictions) -> dict[str, Any]:
    """Return what was found as JSON holds it: the restrictions by price, each with its cells."""
    cells = found.cells
    restrictions = []
    for row in found.prices.to_dict("records"):
        own = cells[cells["restriction"] == row["restriction"]].drop(columns="restriction")
        restrictions.append(row | {"by_cell": own.to_dict("records")})
    return {
        "scenario": found.scenario.name,
        "player": found.player,
        "first_deal": found.first_deal,
        "deals": found.deals,
        "restrictions": restrictions,
    }


def print_restrictions(found: Restrictions) -> None:
    """Print the restrictions by price, and the price in each of few cells."""
    from claimsim.cli.terminal import print_table

    prices, count = found.prices, len(found.scenario.cells)
    partly = bool((prices["cells"] < count).any())
    rows = [
        [
            row["restriction"],
            f"{100 * row['baseline']:.2f}",
            f"{100 * row['restricted']:.2f}",
            f"{100 * row['price']:+.2f}",
            f"{100 * row['low']:+.2f} to {100 * row['high']:+.2f}",
            f"{100 * row['changed_deals'] / (row['cells'] * row['deals']):.1f}",
            *([str(row["cells"])] if partly else []),
        ]
        for row in prices.to_dict("records")
    ]
    columns = ["player " + found.player + " without", "free", "without", "price", "95 %", "turned"]
    print_table(
        f"{found.scenario.name}: the price of doing without\n"
        f"win rates of player {found.player} in %; price: what he loses, in points;\n"
        "turned: deals in % in which another player wins a game",
        [*columns, *(["cells"] if partly else [])],
        rows,
    )
    if count > 1:
        click.echo(
            f"Means over {'the' if partly else count} cells, deals each: {found.deals:,}; the unit "
            "of intervals is the deal,\nwhich the cells of a deck share."
        )
    _print_meanings(found.cells)
    if 1 < count <= _MOST_CELLS and _print_cells(found):
        return
    if count > 1:
        click.echo("--json or --out has the prices in each cell.")


def _print_meanings(cells: pd.DataFrame) -> None:
    """Say what doing without a power or skill came down to: it can differ from cell to cell."""
    told = cells[~cells["restriction"].str.startswith(("card=", "faction="))]
    for restriction, of in told.groupby("restriction", sort=False):
        ways = of["means"].unique()
        more = f" (and {len(ways) - 1} more ways in other cells)" if len(ways) > 1 else ""
        click.echo(f"{restriction}: {ways[0]}{more}")


def _print_cells(found: Restrictions) -> bool:
    """Print the price in each cell, a column a cell; a star says that it is surely not 0.

    Returns
    -------
    bool
        Whether there was room for it.
    """
    from claimsim.cli.terminal import WIDTH, print_table

    cells = found.cells
    names = cells.drop_duplicates("cell").sort_values("cell").to_dict("records")
    told = {
        (row["restriction"], row["cell"]): f"{100 * row['price']:+.2f}"
        + ("*" if row["low"] > 0 or row["high"] < 0 else " ")
        for row in cells.to_dict("records")
    }
    columns = ["without", *(f"cell {name['cell']}" for name in names)]
    rows = [
        [one, *(told.get((one, name["cell"]), "–") for name in names)]
        for one in found.prices["restriction"]
    ]
    widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
    if sum(widths) + 2 * len(widths) > WIDTH:
        return False
    click.echo()
    print_table("the price in each cell; *: its interval leaves out 0", columns, rows)
    for name in names:
        place = [name["deck"], *(name[at] for at in ("setting", "building") if name[at] != "none")]
        players = f"{name['strategy_a']} against {name['strategy_b']}"
        click.echo(f"cell {name['cell']}: {', '.join(place)}; {players}")
    return True
