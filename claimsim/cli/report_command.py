"""``claimsim report``: write the HTML report of a run or a comparison."""

from __future__ import annotations

from pathlib import Path

import click

from claimsim.cli import options


@click.command(name="report")
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="File; by default report.html or report.md in RUN.",
)
@click.option("--format", "form", type=click.Choice(["html", "md"]), default="html")
@options.strategies
def command(run: Path, out: Path | None, form: str) -> None:
    """Write the report of RUN, a result directory, and print where it lies.

    RUN was written by run, tournament or merge, or by whatif, sweep or restrict with --out. The
    page is one file that loads nothing: it opens from disk without a network; md is text to paste.
    A report that lies there already is replaced; any other file is not.
    """
    from claimsim.experiment.results import Run
    from reports import write_report
    from reports.comparison import is_comparison, open_results

    found = open_results(run) if is_comparison(run) else Run.open(run)
    path = out or run / f"report.{form}"
    click.echo(write_report(found, path, form, replace=out is None))
