"""Figures by their content: marks and lines lie where the numbers say, read off the axis itself."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
import pytest

import reports
from reports import course_figures, figures
from reports.effect_tables import EffectTables
from reports.figures import Bar, Part
from reports.palette import marks as marks_of
from tests.reports.made_runs import ladder
from tests.reports.test_course import AHEAD, SETTLED, _tricks
from tests.reports.test_grid import EFFECTS

SVG = "{http://www.w3.org/2000/svg}"

RATES = (0.46, 0.5, 0.513, 0.555)


def read(text):
    return ET.fromstring(text)  # noqa: S314 (our own)


def named(root, tag):
    return [one for one in root.iter() if one.tag.removeprefix(SVG) == tag]


def ticks(root, axis, unit=" %"):
    """Return the place of each number on an axis: the labels that lie lowest, or leftmost."""
    found = []
    for one in named(root, "text"):
        place = re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", one.get("transform", ""))
        x, y = (place[1], place[2]) if place else (one.get("x"), one.get("y"))
        words = (one.text or "").replace("\N{MINUS SIGN}", "-")
        if words.endswith(unit) and re.fullmatch(r"-?[\d.]+", words.removesuffix(unit)):
            found.append((float(words.removesuffix(unit)), float(x), float(y)))
    lowest = max(y for _, _, y in found)
    if axis == "x":
        return {number: x for number, x, y in found if y == lowest}
    return {number: y for number, _, y in found}


def marks(root, colour):
    """Return the places of marks of a colour, in their order."""
    found = []
    for one in named(root, "use"):
        style = (
            one.get("style", "")
            + ";fill:"
            + one.get("fill", "")
            + ";stroke:"
            + one.get("stroke", "")
        )
        if colour in style:
            found.append((float(one.get("x")), float(one.get("y"))))
    return found


def scale(labels):
    numbers = sorted(labels)
    places = [labels[number] for number in numbers]
    slope, start = np.polyfit(places, numbers, 1)
    assert np.allclose(np.polyval([slope, start], places), numbers, atol=0.05)
    return lambda place: slope * place + start


@pytest.fixture(scope="module")
def forest():
    bars = [
        Bar(f"cell {n}", rate, rate - 0.01, rate + 0.01, f"{rate}", filled=n % 2 == 0)
        for n, rate in enumerate(RATES)
    ]
    return read(figures.forest(bars, "games"))


def test_marks_of_a_forest_lie_at_their_values(forest):
    to_number = scale(ticks(forest, "x"))
    found = [to_number(x) for x, _ in marks(forest, "#2f7fc4")]
    assert found == pytest.approx([100 * rate for rate in RATES], abs=0.05)


def test_hollow_marks_are_those_that_are_not_sure(forest):
    fills = [one.get("style") for one in named(forest, "use") if "#2f7fc4" in one.get("style", "")]
    assert ["fill: none" in one or "fill-opacity: 0" in one for one in fills] == [False, True] * 2


def test_parts_of_a_bar_are_as_wide_as_their_shares():
    parts = [Part("5-0", 5, partial=False), Part("3-2", 1, partial=False)]
    root = read(figures.stacks(["cell"], parts, [[0.3, 0.7]]))
    to_number = scale(ticks(root, "x"))
    ends = []
    for one in named(root, "path"):
        if re.search(r"fill: #(2b68a3|9ecae1)", one.get("style", "")):
            xs = [float(x) for x in re.findall(r"[ML] ([\d.]+) [\d.]+", one.get("d"))]
            ends.append((to_number(min(xs)), to_number(max(xs))))
    assert ends[:2] == [pytest.approx((0, 30), abs=0.1), pytest.approx((30, 100), abs=0.1)]


def test_the_course_is_drawn_as_it_was_watched():
    root = read(str(course_figures.course(_tricks(), "a meets b").svg))
    to_number = scale(ticks(root, "y"))
    for colour, values in (("#2f7fc4", AHEAD), ("#d55e00", SETTLED)):
        found = [to_number(y) for x, y in marks(root, colour) if x > 0][:-1]  # then the legend's
        raised = found[-1] - 100  # labels stand a little lower than their ticks
        found = [number - raised for number in found]
        assert found == pytest.approx([100 * value for value in values], abs=0.2)


def test_the_phases_are_named_above_all_marks():
    root = read(str(course_figures.course(_tricks(), "a meets b").svg))
    names = [float(one.get("y") or re.search(r"\(([-\d.]+) ([-\d.]+)\)", one.get("transform"))[2])
             for one in named(root, "text") if (one.text or "").startswith("Phase")]  # fmt: skip
    drawn = [y for colour in ("#2f7fc4", "#d55e00") for _, y in marks(root, colour)[:-1]]
    assert len(names) == 2
    assert max(names) < min(drawn)


def test_marks_at_nothing_are_drawn_whole():
    bar = Bar("goblins", 0.0, 0.0, 0.01, "", filled=True)
    mark = marks_of(["goblins"])
    root = read(figures.dots(["cell"], [("to nobody", [[bar]])], mark, {"goblins": "Goblins"}))
    colour = mark["goblins"].colour
    holding = [one for one in root.iter() for use in one if colour in use.get("style", "")]
    own = [one for one in holding if any(use.tag == f"{SVG}use" for use in one)]
    assert len(own) == 2  # the figure's and the legend's
    assert not any("clip-path" in one.attrib for one in own)


def test_strategies_are_not_drawn_where_every_pair_is_even_by_definition():
    assert "figure-strategy" in reports.to_html(ladder(30))
    text = reports.to_html(ladder(30, players=("greedy",)))
    assert "figure-strategy" not in text
    assert "wins one half, by definition" in text


def test_effects_are_drawn_the_largest_first_and_filled_where_sure():
    drawing = EffectTables(pd.DataFrame(EFFECTS)).figure()
    root = read(str(drawing.svg))
    to_number = scale(ticks(root, "x", unit=""))
    found = [to_number(x) for x, _ in marks(root, "#2f7fc4")]
    assert found == pytest.approx([3.0, 0.4, -2.0], abs=0.05)
