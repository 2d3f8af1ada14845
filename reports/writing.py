"""Writing a report so that there is either all of it or none, and nothing else is lost."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from claimsim.errors import InputError, SystemRefused
from claimsim.experiment.store import write_bytes

if TYPE_CHECKING:
    from reports.comparison import Results
    from reports.content import Source

#: What every page says of itself, and how far down it does at most.
_MARK = b'<meta name="generator" content="claimsim">'
_HEAD_BYTES = 4096

#: How every text begins, and what stands near its end.
_HEADING = b"# "
_MADE_BY = re.compile(rb"\nclaimsim \d[^\s,:]*(, results \w+)?:\n\n```")


def write_report(
    run: Source | Results, path: str | Path, form: str = "html", *, replace: bool = True
) -> Path:
    """Write the report of a run or a comparison as one file.

    Parameters
    ----------
    run
        A finished run, or an opened result directory of a what-if, a sweep, restricted play.
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
    target = Path(path)
    if target.is_file() and not replace and not _is_report(target):
        raise InputError(
            f"{target} exists already and is no report of claimsim: name another --out, or "
            "remove it first"
        )
    try:
        write_bytes(target, _content(run, form).encode())
    except OSError as error:
        raise SystemRefused(f"cannot write the report {target}: {error.strerror}") from error
    return target


def _content(found: Source | Results, form: str) -> str:
    import reports
    from reports.comparison import Results, report

    if isinstance(found, Results):
        return report(found, form)
    return reports.to_html(found) if form == "html" else reports.to_markdown(found)


def _is_report(path: Path) -> bool:
    """Say whether a file is a page or a text that this module wrote."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD_BYTES)
            if not head.startswith(_HEADING):
                return head.startswith(b"<!DOCTYPE html>") and _MARK in head
            return bool(_MADE_BY.search(head + file.read()))
    except OSError:
        return False
