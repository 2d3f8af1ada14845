"""The report as one HTML page: nothing is loaded, nothing runs, no style stands in an attribute."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from typing import TYPE_CHECKING

from reports import tables
from reports.drawing import draw

if TYPE_CHECKING:
    from reports.content import Report

#: Rows up to which a table is open from the start.
_OPEN_ROWS = 12


def render(report: Report) -> str:
    """Return the page."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=FunctionLoader(read),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    css = read("report.css")
    digest = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()
    figures = {name: (d.caption, Markup(d.svg)) for name, d in draw(report).items()}  # noqa: S704
    return environment.get_template("report.html.j2").render(
        report=report,
        css=Markup(css),  # noqa: S704 (our own file)
        policy=f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:",
        figures=figures,
        open_rows=_OPEN_ROWS,
        tables={
            "played": tables.played(report.cells),
            "overview": report.overview,
            "leader": tables.leader(report.cells, report.label),
            "strategy": tables.strategy(report.cells, report.label),
            "votes": tables.votes(report.cells, report.factions, report.label),
            "cards": tables.cards(report.cells, report.factions, report.label),
            "powers": report.powers,
            "splits": tables.splits(report.cells, report.splits, report.label),
            "decided": tables.decided(report.cells, report.label),
        },
    )


def read(name: str) -> str:
    """Return the text of a template or style sheet of this package."""
    return (files("reports") / "templates" / name).read_text(encoding="utf-8").replace("\r\n", "\n")
