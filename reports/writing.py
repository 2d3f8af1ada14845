"""Writing a report so that there is either all of it or none, and nothing else is lost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from claimsim.errors import InputError, SystemRefused
from claimsim.experiment.store import write_bytes

if TYPE_CHECKING:
    from reports.content import Source

#: What every page says of itself, and how far down it does at most.
_MARK = b'<meta name="generator" content="claimsim">'
_HEAD_BYTES = 4096

#: Headings of every report as Markdown, in their order.
_HEADINGS = (b"# ", b"\n## What was run\n", b"\n## Method\n", b"\n## Provenance\n")


def write_report(
    run: Source, path: str | Path, form: str = "html", *, replace: bool = True
) -> Path:
    """Write a run's report as one file.

    Parameters
    ----------
    run
        A finished run.
    path
        Where it goes.
    form
        ``"html"``, or ``"md"`` for Markdown, which has no figures.
    replace
        Whether a file that lies there already may be replaced if it is no report. A report is.

    Returns
    -------
    Path
        `path`.

    Raises
    ------
    InputError
        Something that is not to be replaced lies there.
    SystemRefused
        The file cannot be written; what lay there before is left as it was.
    """
    import reports

    target = Path(path)
    if target.is_file() and not replace and not _is_report(target):
        raise InputError(
            f"{target} exists already and is no report of claimsim: name another --out, or "
            "remove it first"
        )
    content = (reports.to_html if form == "html" else reports.to_markdown)(run).encode()
    try:
        write_bytes(target, content)
    except OSError as error:
        raise SystemRefused(f"cannot write the report {target}: {error.strerror}") from error
    return target


def _is_report(path: Path) -> bool:
    """Say whether a file is a page or a text that this module wrote."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
            if not head.startswith(_HEADINGS[0]):
                return head.startswith(b"<!DOCTYPE html>") and _MARK in head
            text = head + file.read()
    except OSError:
        return False
    places = [text.find(heading) for heading in _HEADINGS]
    return places == sorted(places) and places[0] == 0
