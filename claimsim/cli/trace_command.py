"""``claimsim trace``: single games, in words or as records."""

from __future__ import annotations

import json
from pathlib import Path

import click


@click.command(name="trace")
@click.argument("scenario")
@click.option("--deal", type=click.IntRange(0, 2**32 - 1), default=0, help="First deal.")
@click.option("--games", type=click.IntRange(1), default=1, help="Games, from that deal on.")
@click.option("--cells", type=click.IntRange(1), help="So many cells, drawn by the seed.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Seed of all randomness.")
@click.option("--engine", type=click.Choice(["kernel", "reference"]), default="kernel")
@click.option("--format", "form", type=click.Choice(["words", "record"]), default="words")
@click.option("--out", type=click.Path(path_type=Path), help="Write to a file.")
def command(
    scenario: str,
    deal: int,
    games: int,
    cells: int | None,
    seed: int | None,
    engine: str,
    form: str,
    out: Path | None,
) -> None:
    """Play single games of SCENARIO and tell them.

    Without --cells the first cell is played. Both games of a mirrored pair come before the
    next deal.
    """
    from claimsim.experiment.store import write_bytes
    from claimsim.experiment.tracing import trace_games
    from claimsim.scenario import load_scenario
    from claimsim.trace import narrate

    loaded = load_scenario(scenario)
    if seed is not None:
        loaded = loaded.replace(seed=seed)
    lines: list[str] = []
    for record in trace_games(loaded, engine, deal, games, cells):
        if form == "record":
            lines.append(json.dumps(record, separators=(",", ":")))
        else:
            lines += ([""] if lines else []) + narrate(record)
        if out is None:
            click.echo("\n".join(lines))
            lines = [""][:0] if form == "record" else [""]
    if out is not None:
        write_bytes(out, ("\n".join(lines) + "\n").encode())
