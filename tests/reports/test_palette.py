"""Colours that can be seen on both grounds, and marks that tell factions apart without them."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from reports.palette import ACCENT, DARK, LIGHT, MARGINS, marks

BASE = ("goblins", "knights", "dwarves", "undead", "doppelgangers")


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("ground", [LIGHT, DARK])
def test_marks_stand_out_from_either_ground(ground):
    found = marks([*BASE, "x", "y", "z"])
    for colour in [ACCENT, *(mark.colour for mark in found.values())]:
        assert contrast(colour, ground) >= 3, colour


def test_figures_in_bars_can_be_read():
    for fill, ink in MARGINS:
        assert contrast(fill, ink) >= 4.5, fill


def test_grounds_are_those_of_the_style_sheet():
    css = (files("reports") / "templates" / "report.css").read_text()
    assert re.findall(r"--ground: (#\w+);", css)[:2] == [LIGHT, DARK]


def test_numbers_in_heat_maps_can_be_read():
    css = (files("reports") / "templates" / "report.css").read_text()
    steps = re.findall(r"\.h[np]?\d \{ background: (#\w+); color: (#\w+); \}", css)
    assert len(steps) == 9
    for fill, ink in steps:
        assert contrast(fill, ink) >= 4.5, fill


def test_texts_of_the_page_have_enough_contrast():
    css = (files("reports") / "templates" / "report.css").read_text()
    blocks = re.findall(r":root\S* \{(.*?)\}", css, re.DOTALL)
    assert len([block for block in blocks if "--ink" in block]) == 4  # light, dark twice, print
    for block in blocks:
        colours = dict(re.findall(r"--(\w+): (#\w+);", block))
        for name in ("ink", "quiet", "accent"):
            if name in colours:
                assert contrast(colours[name], colours["ground"]) >= 4.5
                assert contrast(colours[name], colours["card"]) >= 4.5


def test_a_faction_keeps_its_mark_and_no_two_share_one():
    alone, together = marks(["undead", "dragons"]), marks([*BASE, "dragons", "trolls", "seers"])
    assert alone["undead"] == together["undead"]
    assert len({mark.marker for mark in together.values()}) == 8
    assert len({mark.colour for mark in together.values()}) == 8
