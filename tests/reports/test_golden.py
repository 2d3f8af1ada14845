"""Figures of a fixed run against what they held when somebody last read them.

What is compared is their content: titles, descriptions, every text in the order of drawing, and how
many marks there are of which colour; not the places of pixels, which are matplotlib's business
(tests/reports/test_figures.py reads places off the axes). After a wanted change:
``python -m tests.reports.test_golden > tests/data/figures.txt``, and read what changed.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

import reports
from tests.reports.made_runs import grid, ladder
from tests.statistics.made_tallies import BASE

GOLDEN = Path(__file__).parents[1] / "data" / "figures.txt"
SVG = "{http://www.w3.org/2000/svg}"


def described(svg: str) -> list[str]:
    """Return a figure's content, a line each."""
    root = ET.fromstring(svg)  # noqa: S314 (our own)
    lines, marks = [], Counter()
    for one in root.iter():
        tag = one.tag.removeprefix(SVG)
        if tag in ("title", "desc", "text"):
            lines.append(f"  {tag}: {' '.join((one.text or '').split())}")
        if tag == "use":
            filled = one.get("fill-opacity") != "0"
            marks[f"{'filled' if filled else 'hollow'} {one.get('stroke')}"] += 1
    return [*lines, *(f"  marks {name}: {number}" for name, number in sorted(marks.items()))]


def content() -> str:
    """Return what the figures of two runs hold."""
    lines = []
    for name, made in (("ladder", ladder(150)), ("grid", grid({"claim": BASE}, deals=150))):
        page = reports.to_html(made)
        for number, svg in enumerate(re.findall(r"<svg.*?</svg>", page, re.DOTALL), start=1):
            lines += [f"{name}, figure {number}", *described(svg), ""]
    return "\n".join(lines)


def test_figures_hold_what_they_held():
    assert content() == GOLDEN.read_text(encoding="utf-8").removesuffix("\n")


if __name__ == "__main__":
    print(content())  # noqa: T201
