"""The report as one HTML page: nothing is loaded, and no style stands in an attribute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports import (
    ablation,
    card_maps,
    course,
    course_figures,
    grid,
    judged,
    payoffs,
    tables,
)
from reports.drawing import draw
from reports.page import fill

if TYPE_CHECKING:
    from reports.columns import Table
    from reports.comparison_page import Section
    from reports.drawing import Drawing
    from reports.model import Report

#: Id and name of each section, in their order; pages leave out those that a run does not have.
SECTIONS = {
    "run": "What was run",
    "leader": "Leader advantage",
    "strategy": "Strategies",
    "tournament": "Tournament",
    "captures": "Factions",
    "cards": "Cards",
    "powers": "Powers and locations",
    "course": "The game's course",
    "grid": "The grid",
    "method": "Method",
    "provenance": "Provenance",
}


def render(report: Report, tournament: Section | None = None) -> str:
    """Return the page; `tournament` is what a tournament's run says beside."""
    missing = set() if len(report.every) > 1 else {"grid"}
    if tournament is None:
        missing.add("tournament")
    return fill(
        "report.html.j2",
        report.name,
        report=report,
        tournament=tournament,
        sections=[(name, words) for name, words in SECTIONS.items() if name not in missing],
        figures=figures_of(report),
        tables=_tables(report),
        cards=[
            (
                number,
                place,
                card_maps.maps(report.details.of(number), number, place),
                card_maps.table(report.details.of(number), number, place),
            )
            for number, place in report.details.places
        ],
        payoffs=payoffs.maps(report.every, report.home, report.label),
        places=grid.maps(report.every, report.label),
        course=course.told(report.details.tricks, report.home),
        watched=course.watched(),
    )


def _tables(report: Report) -> dict[str, Table | None]:
    cells, factions, label = report.cells, report.factions, report.label
    effects = report.effects
    return {
        "played": tables.played(cells),
        "overview": report.overview,
        "verdicts": judged.table(report.verdicts, report.meeting) if report.verdicts else None,
        "leader": tables.leader(cells, label),
        "strategy": tables.strategy(cells, label),
        "votes": tables.votes(cells, factions, label),
        "worth": tables.worth(cells, factions, label),
        "powers": report.powers,
        **_ablation(report),
        "splits": tables.splits(cells, report.splits, label),
        "decided": tables.decided(cells, label),
        "tricks": course.tricks(report.details.tricks),
        "phase_1": course.phase_1(report.details.phase_1),
        "shares": course.shares(cells, label),
        "grid": grid.table(report.every, label),
        "variance": effects.shares() if effects else None,
        "effects": effects.main() if effects else None,
        "interactions": effects.pairs() if effects else None,
    }


def _ablation(report: Report) -> dict[str, Table | None]:
    """Return what is drawn, all of it over the cells, and that of every cell that is shown."""

    def place(cell: int) -> str:
        return report.label(report.every[cell])

    names = ("ablation", "ablation_over", "ablation_cells")
    found: dict[str, Table | None] = dict.fromkeys(names)
    if report.ablation is None:
        return found
    drawn = report.ablation.drawn(report.every, report.home)
    caption = "What is drawn: what changes where it is in force, in percentage points"
    found["ablation"] = ablation.intervals("ablation", caption, drawn, place)
    found["ablation_over"] = report.ablation.over
    if len(report.cells) > 1:
        rows = report.ablation.of_cells(report.cells)
        caption = "What changes where it is in force, cell by cell, in percentage points"
        cells = ablation.intervals("ablation-cells", caption, rows, place)
        found["ablation_cells"] = cells
    return found


def figures_of(report: Report) -> dict[str, Drawing]:
    """Draw every figure of a report."""
    found: dict[str, Any] = dict(draw(report))
    home = report.home
    if report.details.tricks:
        found["course"] = course_figures.course(report.details.tricks, report.meeting(home["cell"]))
    if report.ablation is not None:
        rows = report.ablation.drawn(report.every, home)
        off = ablation.figure(rows, report.every, home, report.label)
        if off is not None:
            found["ablation"] = off
    if report.effects is not None:
        effects = report.effects.figure()
        if effects is not None:
            found["effects"] = effects
    return found
