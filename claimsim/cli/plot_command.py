"""``claimsim plot``: one figure of a report as a file."""

from __future__ import annotations

from pathlib import Path

import click

from claimsim.errors import InputError, SystemRefused

#: Endings of files, and so their formats.
_ENDINGS = (".svg", ".png")

#: How far down a file says at most what it is.
_HEAD_BYTES = 4096


@click.command(name="plot")
@click.argument("run", type=click.Path(path_type=Path))
@click.argument("figure", required=False)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="File, .svg or .png; by default FIGURE.svg in RUN.",
)
def command(run: Path, figure: str | None, out: Path | None) -> None:
    """Write one figure of the report of RUN, a result directory, and print where it lies.

    Without FIGURE the figures that there are are listed.
    """
    if figure is None:
        if out is not None:
            raise click.UsageError("--out says where a figure goes: name one")
        _list(run)
        return
    path = out or run / f"{figure}.svg"
    if path.suffix.lower() not in _ENDINGS:
        raise InputError(f"{path}: a file name that ends in .svg or .png is needed")
    content = _content(run, figure, png=path.suffix.lower() == ".png")
    if out is not None and path.is_file() and not _is_figure(path):
        raise InputError(
            f"{path} exists already and is no figure of claimsim: name another --out, or remove "
            "it first"
        )
    _write(path, content)
    click.echo(path)


def _list(run: Path) -> None:
    """Print the names of the figures, and what each shows."""
    from claimsim.cli.terminal import print_items
    from reports.plotting import drawings, title_of

    print_items([(name, title_of(drawing), "") for name, drawing in drawings(run).items()])


def _content(run: Path, figure: str, *, png: bool) -> bytes:
    """Return a figure as a file holds it."""
    from claimsim.wording import name_refusal
    from reports import plotting

    if png:
        pictures = plotting.pictures(run)
        if figure in pictures:
            return pictures[figure]
        known = list(pictures)
    else:
        found = plotting.drawings(run)
        if figure in found:
            return plotting.standing_alone(found[figure]).encode()
        known = list(found)
    raise InputError(f"figure: {name_refusal(figure, known)}")


def _is_figure(path: Path) -> bool:
    """Say whether a file is a figure that this command wrote."""
    from reports.plotting import MARKS

    try:
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
    except OSError:
        return False
    return any(head.startswith(start) and mark in head for start, mark in MARKS)


def _write(path: Path, content: bytes) -> None:
    from claimsim.experiment.store import write_bytes

    try:
        write_bytes(path, content)
    except OSError as error:
        raise SystemRefused(f"cannot write the figure {path}: {error.strerror}") from error
