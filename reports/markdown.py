"""The report as Markdown: all of it but the figures."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from reports import tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from reports.columns import Table
    from reports.content import Report

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$&])")


def render(report: Report) -> str:
    """Return the text."""
    lines = [f"# {escape(report.name)}", "", escape(report.question), ""]
    lines += [f"- {escape(answer)}" for answer in report.answers]
    if report.alerts:
        lines += ["", "Worth a look first:", ""]
        lines += [f"- {escape(alert.text)}" for alert in report.alerts]
    lines += ["", *_grid(["", ""], report.facts)]
    lines += ["", "## What was run", "", f"In this run {report.mirror}.", ""]
    if report.same_matchup:
        lines += [f"Every cell is {escape(report.same_matchup)}.", ""]
    if report.left_out:
        lines += [escape(report.left_out), ""]
    lines += _table(tables.played(report.cells))
    for deck, rows in report.decks:
        heads = ["Faction", "Cards", "Numbers", "Power"]
        lines += [
            "",
            f"### {escape(deck)}",
            "",
            *_grid(heads, rows, (False, True, False, False)),
        ]
    if report.places:
        lines += ["", "### Settings and buildings", "", *_named(report.places)]
    if report.changes:
        heads = ["Ruling or number", "Here", "Published", "Meaning"]
        lines += ["", "### Changed rulings and numbers", "", *_grid(heads, report.changes)]
    lines += ["", "### Strategies", ""]
    lines += _named(report.players)
    cells, label = report.cells, report.label
    leading = [("Leader advantage", tables.leader(cells, label))]
    if report.overview:
        leading = [("Leader advantage", report.overview), ("", leading[0][1])]
    for heading, table in (
        *leading,
        ("Strategy advantage", tables.strategy(cells, label)),
        ("Captures by faction", tables.votes(cells, report.factions, label)),
        ("", tables.worth(cells, report.factions, label)),
        ("Powers and locations", report.powers),
        ("Vote splits", tables.splits(cells, report.splits, label)),
        ("", tables.decided(cells, label)),
    ):
        lines += ["", *([f"## {heading}", ""] if heading else []), *_table(table)]
    lines += ["", "## Method", ""]
    for words in report.method:
        lines += [escape(words), ""]
    metrics = [[f"`{m.name}`", *map(escape, (m.formula, m.unit, m.range))] for m in report.metrics]
    lines += _raw_grid(["Metric", "Formula", "Unit", "Range"], metrics)
    lines += ["", "## Provenance", "", *_grid(["", ""], report.provenance), ""]
    lines += ["The same run:", "", *_fenced("", report.command), ""]
    lines += ["The scenario as it was understood:", "", *_fenced("toml", report.scenario), ""]
    return "\n".join(lines)


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


def _fenced(language: str, text: str) -> list[str]:
    """Fence text with more backticks than it holds in a row."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}{language}", text.rstrip("\n"), fence]


def _named(pairs: Iterable[tuple[str, str]]) -> list[str]:
    return [f"- **{escape(name)}**: {escape(summary)}" for name, summary in pairs]
