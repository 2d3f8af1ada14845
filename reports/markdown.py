"""The report as a short text in Markdown, to be pasted where people talk of a game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from reports import tables
from reports.method import of_results

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from reports.columns import Table
    from reports.comparison_page import Section
    from reports.content import Report

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$&])")


def render(report: Report, tournament: Section | None = None) -> str:
    """Return the text; `tournament` is what a tournament's run says beside."""
    cells, label, home = report.cells, report.label, report.home
    lines = [f"# {escape(report.name)}", "", escape(report.question), ""]
    lines += [f"- {escape(answer)}" for answer in report.answers]
    if report.alerts:
        lines += ["", "Worth a look first:", ""]
        lines += [f"- {escape(alert.text)}" for alert in report.alerts]
    lines += ["", *_grid(["", ""], report.facts)]
    if report.changes:
        heads = ["Ruling or number", "Here", "Published", "Meaning"]
        lines += ["", *_grid(heads, report.changes)]
    lines += ["", "## Leader advantage", ""]
    if report.overview:
        lines += _table(report.overview)
    else:
        lines += _table(tables.leader(cells, label))
    if report.left_out:
        lines += ["", escape(report.left_out)]
    told = [cell for cell in cells if cell["strategy_a"] != cell["strategy_b"]]
    if tournament is not None:
        lines += _tournament(tournament)
    elif told:
        lines += ["", "## Strategy advantage", "", *_table(tables.strategy(told, label))]
    own = [row for row in report.factions if row["cell"] == home["cell"]]
    lines += ["", "## Factions", ""]
    lines += _table(tables.votes([home], own, label))
    lines += ["", *_table(tables.worth([home], own, label))]
    known = dict(report.provenance)
    lines += ["", f"claimsim {known['claimsim']}, results {known['Digest of the results']}:", ""]
    lines += [*fenced("", of_results(report.command)), ""]
    lines += folded("The scenario as it was understood", report.scenario)
    return "\n".join(lines)


def folded(title: str, text: str) -> list[str]:
    """Return TOML that is shown when somebody asks for it, as lines."""
    opening = f"<details><summary>{title}</summary>"
    return [opening, "", *fenced("toml", text), "", "</details>", ""]


def _tournament(section: Section) -> list[str]:
    """Return what a tournament says, and its table of players."""
    from reports.columns import Table

    lines = ["", f"## {escape(section.heading)}"]
    for text in section.words:
        lines += ["", escape(text)]
    for part in section.parts:
        if isinstance(part, Table) and part.name == "tournament-ratings":
            lines += ["", *_table(part)]
    return lines


def escape(text: str) -> str:
    """Return text that Markdown shows as it is, on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split("\n")))


def _table(table: Table) -> list[str]:
    notes = [f"– {escape(note)}." for note in table.notes]
    return [*_grid(table.heads, table.rows, table.numeric), *([""] if notes else []), *notes]


def _grid(
    heads: list[str], rows: Iterable[Iterable[str]], numeric: Sequence[bool] = ()
) -> list[str]:
    return _raw_grid(list(map(escape, heads)), [list(map(escape, row)) for row in rows], numeric)


def _raw_grid(heads: list[str], rows: list[list[str]], numeric: Sequence[bool] = ()) -> list[str]:
    aligned = numeric or [False] * len(heads)
    rule = ["---:" if right else "---" for right in aligned]
    return [f"| {' | '.join(row)} |" for row in (heads, rule, *rows)]


def fenced(language: str, text: str) -> list[str]:
    """Fence text with more backticks than it holds in a row."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}{language}", text.rstrip("\n"), fence]
