"""Reports of runs: one self-contained HTML page, or the same content as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.writing import write_report

if TYPE_CHECKING:
    from reports.content import Source

__all__ = ["to_html", "to_markdown", "write_report"]


def to_html(run: Source) -> str:
    """Return a run's report as one HTML page that loads nothing.

    Parameters
    ----------
    run
        A finished run (:class:`reports.content.Source`).

    Returns
    -------
    str
        The same text for the same run, whenever and wherever it is made.
    """
    from claimsim.experiment.results import Run
    from reports.content import gather
    from reports.html import render
    from reports.tournament import section

    return render(gather(run), section(run) if isinstance(run, Run) else None)


def to_markdown(run: Source) -> str:
    """Return a run's report as a short text in Markdown: its first screen and its main tables."""
    from claimsim.experiment.results import Run
    from reports.content import gather
    from reports.markdown import render
    from reports.tournament import section

    return render(gather(run), section(run) if isinstance(run, Run) else None)
