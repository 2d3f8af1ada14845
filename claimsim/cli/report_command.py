"""``claimsim report``: write the report of a run."""

from __future__ import annotations

from pathlib import Path

import click


@click.command(name="report")
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="File; by default report.html or report.md in RUN.",
)
@click.option("--format", "form", type=click.Choice(["html", "md"]), default="html")
def command(run: Path, out: Path | None, form: str) -> None:
    """Write the report of RUN, a run directory, and print where it lies.

    The page is one file that loads nothing: it opens from disk without a network. A report that
    lies there already is replaced; any other file is not.
    """
    from claimsim.experiment.results import Run
    from reports import write_report

    found = Run.open(run)
    path = out or run / f"report.{form}"
    click.echo(write_report(found, path, form, replace=out is None))
