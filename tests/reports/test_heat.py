"""Heat maps: colours say how far from the middle, bold says how sure."""

from __future__ import annotations

import pytest

from reports import heat


def made(*values, middle=0.5):
    return heat.percentages(
        "m", "C", "Row", ["x"] * len(values), [("r", values)], middle=middle, about=""
    )


@pytest.mark.parametrize(
    ("value", "tone"),
    [(0.5, "h0"), (0.5049, "h0"), (0.506, "hp1"), (0.494, "hn1"), (0.52, "hp2"), (0.533, "hp3")],
)
def test_a_step_of_colour_is_a_point_where_all_is_close(value, tone):
    ((_, (field,)),) = made((value,)).rows
    assert field.tone == tone


def test_steps_widen_so_that_the_farthest_has_the_last_colour_at_most():
    ((_, fields),) = made((0.5,), (0.9,), (0.1,), (0.52,)).rows
    assert [field.tone for field in fields] == ["h0", "hp3", "hn3", "h0"]


def test_every_number_falls_into_the_step_that_the_legend_says():
    found = made((0.9,), (0.6,))
    legend = dict(found.legend)
    assert len(legend) == 9
    for field in found.rows[0][1]:
        words = legend[field.tone]
        low, high = (float(part) for part in words.split(" to "))
        assert low <= float(field.text) <= high


def test_what_is_sure_is_marked_and_what_is_not_known_is_a_dash():
    ((_, fields),) = made((0.6, 0.55, 0.65), (0.6, 0.45, 0.75), (None,), None).rows
    assert [field.tone.split()[1:] for field in fields] == [["sure"], [], [], []]
    assert [field.text for field in fields] == ["60.0", "60.0", "–", ""]
    assert fields[0].data == "0.6 0.55 0.65"
