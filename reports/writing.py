"""Writing a report so that there is either all of it or none."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from claimsim.errors import InputError, SystemRefused

if TYPE_CHECKING:
    from reports.content import Source

#: Formats of a report.
FORMATS = ("html", "md")


def write_report(run: Source, path: str | Path, format: str = "html") -> Path:
    """Write a run's report.

    Parameters
    ----------
    run
        A finished run.
    path
        Where it goes; a report that lies there already is replaced.
    format
        ``"html"`` or ``"md"``.

    Returns
    -------
    Path
        `path`.

    Raises
    ------
    InputError
        Another format.
    SystemRefused
        The file cannot be written; what lay there before is left as it was.
    """
    import reports

    if format not in FORMATS:
        raise InputError(f"unknown report format {format!r}; known: {', '.join(FORMATS)}")
    text = reports.to_html(run) if format == "html" else reports.to_markdown(run)
    target = Path(path)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise SystemRefused(f"cannot write the report {target}: {error.strerror}") from error
    return target
