"""Pages of comparisons: what they say, free of any format, and their HTML and Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from reports.columns import Table
from reports.drawing import Drawing
from reports.heat import HeatMap
from reports.markdown import escape, fenced, folded
from reports.method import again
from reports.page import fill


@dataclass(frozen=True)
class Side:
    """One way in which a deal went: its name, what was played, and the end."""

    name: str
    lines: Sequence[str]
    end: str


@dataclass(frozen=True)
class Told:
    """A deal that was turned.

    Parameters
    ----------
    heading
        Which it is.
    start
        How the starts differ: the name of a way, and a line.
    shared
        What both ways have in common, just before they part.
    sides
        What comes then.
    """

    heading: str
    start: Sequence[tuple[str, str]]
    shared: Sequence[str]
    sides: Sequence[Side]


Part = Table | HeatMap | Drawing | Told

_KINDS = {Table: "table", HeatMap: "heat", Drawing: "figure", Told: "told"}


@dataclass(frozen=True)
class Section:
    """A section of a page.

    Parameters
    ----------
    name, heading
        Its address in the page, and its heading.
    words
        Paragraphs that stand first.
    parts
        What follows: tables, heat maps, figures, deals.
    brief
        Whether its tables belong into a short text.
    """

    name: str
    heading: str
    words: Sequence[str]
    parts: Sequence[Part]
    brief: bool = False

    @property
    def kinds(self) -> list[tuple[str, Part]]:
        """Each part with what it is: ``table``, ``heat``, ``figure``, ``told``."""
        return [(_KINDS[type(part)], part) for part in self.parts]


@dataclass(frozen=True)
class Page:
    """What is said of a result directory.

    Parameters
    ----------
    kicker
        What kind of page it is.
    title, question
        Of the scenario.
    answers
        The answer in plain words, a sentence or two each.
    facts
        Label and value of what the reader wants to know first.
    sections
        Everything else.
    method
        How to read the numbers, a paragraph each.
    provenance
        Label and value of all that the results depend on.
    command
        What makes the same results, from the files below.
    files
        Name and text of each of them.
    otherwise
        What a page that is made again so says otherwise; nothing where it is the same.
    """

    kicker: str
    title: str
    question: str
    answers: Sequence[str]
    facts: Sequence[tuple[str, str]]
    sections: Sequence[Section]
    method: Sequence[str]
    provenance: Sequence[tuple[str, str]]
    command: str
    files: Sequence[tuple[str, str]] = field(default_factory=list)
    otherwise: str = ""

    @property
    def again(self) -> str:
        """One command that makes the same results, and this page."""
        return again(self.command)

    @property
    def figures(self) -> dict[str, Drawing]:
        """The figures by name."""
        parts = [part for section in self.sections for part in section.parts]
        return {part.name: part for part in parts if isinstance(part, Drawing)}


def to_html(page: Page) -> str:
    """Return a page as HTML."""
    return fill("comparison.html.j2", page.title, page=page)


def to_markdown(page: Page) -> str:
    """Return the answers, the facts and the main tables as Markdown."""
    lines = [f"# {escape(page.title)}", ""]
    if page.question != page.title:
        lines += [escape(page.question), ""]
    lines += [f"- {escape(answer)}" for answer in page.answers]
    lines += ["", *_grid(["", ""], page.facts, [False, False])]
    for section in page.sections:
        if section.brief and any(isinstance(part, Table) for part in section.parts):
            lines += section_lines(section, words=False)
    version = dict(page.provenance)["claimsim"]
    lines += ["", f"claimsim {escape(version)}:", "", *fenced("", page.command), ""]
    for name, text in page.files:
        lines += folded(name, text)
    return "\n".join(lines)


def section_lines(section: Section, *, words: bool) -> list[str]:
    """Return a section as lines of Markdown: its heading, its paragraphs if wanted, its tables."""
    lines = ["", f"## {escape(section.heading)}"]
    for text in section.words if words else ():
        lines += ["", escape(text)]
    for table in section.parts:
        if isinstance(table, Table):
            lines += ["", f"{escape(table.caption)}:", ""]
            lines += _grid(table.heads, table.rows, table.numeric)
    return lines


def _grid(
    heads: Sequence[str], rows: Iterable[Iterable[str]], numeric: Sequence[bool]
) -> list[str]:
    rule = ["---:" if right else "---" for right in numeric]
    texts = [list(map(escape, row)) for row in (heads, *rows)]
    return [f"| {' | '.join(row)} |" for row in (texts[0], rule, *texts[1:])]
