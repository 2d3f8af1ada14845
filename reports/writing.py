"""Writing a report so that there is either all of it or none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from claimsim.errors import SystemRefused
from claimsim.experiment.store import write_bytes

if TYPE_CHECKING:
    from reports.content import Source


def write_report(run: Source, path: str | Path) -> Path:
    """Write a run's report as one HTML file.

    Parameters
    ----------
    run
        A finished run.
    path
        Where it goes; a report that lies there already is replaced.

    Returns
    -------
    Path
        `path`.

    Raises
    ------
    SystemRefused
        The file cannot be written; what lay there before is left as it was.
    """
    import reports

    target = Path(path)
    page = reports.to_html(run).encode()
    try:
        write_bytes(target, page)
    except OSError as error:
        raise SystemRefused(f"cannot write the report {target}: {error.strerror}") from error
    return target
