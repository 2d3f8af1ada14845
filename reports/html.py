"""The report as one HTML page: nothing is loaded, and no style stands in an attribute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports import (
    card_maps,
    course,
    course_figures,
    grid,
    judged,
    payoffs,
    power_tables,
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
        "ablation": report.ablation,
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


def figures_of(report: Report) -> dict[str, Drawing]:
    """Draw every figure of a report."""
    found: dict[str, Any] = dict(draw(report))
    meeting = report.meeting(report.home["cell"])
    if report.details.tricks:
        found["course"] = course_figures.course(report.details.tricks, meeting)
    if report.ablation is not None:
        rows = report.details.powers
        found["ablation"] = power_tables.figure(rows, report.holders, meeting)
    if report.effects is not None:
        effects = report.effects.figure()
        if effects is not None:
            found["effects"] = effects
    return found
