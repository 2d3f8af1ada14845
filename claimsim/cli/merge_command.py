"""``claimsim merge``: add runs of the same scenario over disjoint deals."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import click

from claimsim.cli import options


@click.command(name="merge")
@click.argument("runs", metavar="RUN...", nargs=-1, type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Run to make.")
@click.option("--quiet", is_flag=True, help="No messages.")
@options.as_json
def command(runs: tuple[Path, ...], out: Path, *, quiet: bool, as_json: bool) -> int:
    """Add finished runs of the same scenario and seed over disjoint ranges of deals.

    The result is exactly that of one run over all the deals. Such runs are made with
    --first-deal, on one machine or on several; adaptive runs (precision) cannot be merged.
    """
    from claimsim.cli.run_command import ending, print_summary, print_verdicts, summary
    from claimsim.cli.terminal import Meter
    from claimsim.experiment.merging import merge

    again = shlex.join(["claimsim", "merge", *map(str, runs), "--out", str(out)])
    done = merge(runs, out=out, progress=Meter(quiet=quiet), command=again)
    if as_json:
        click.echo(json.dumps(summary(done)))
    else:
        print_summary(done)
        print_verdicts(done)
        click.echo(done.directory)
    return ending(done)
