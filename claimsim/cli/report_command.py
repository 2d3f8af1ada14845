"""``claimsim report``: write the report of a run."""

from __future__ import annotations

from pathlib import Path

import click

from claimsim.errors import SystemRefused


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

    The page is one file that loads nothing: it opens from disk without a network.
    """
    from claimsim.experiment.results import Run
    from claimsim.experiment.store import write_bytes
    from reports import to_markdown, write_report

    found = Run.open(run)
    path = out or run / f"report.{form}"
    if form == "html":
        click.echo(write_report(found, path))
        return
    content = to_markdown(found).encode()
    try:
        write_bytes(path, content)
    except OSError as error:
        raise SystemRefused(f"cannot write the report {path}: {error.strerror}") from error
    click.echo(path)
