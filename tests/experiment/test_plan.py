"""Parts and their batches, against plain sets of (cell, deal)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimsim.experiment.parts import Part, deals_by_cell, ranges_of, spans
from claimsim.experiment.plan import batches_of, games_of
from claimsim.scenario import parse_scenario

CELLS = 12

SCENARIO = """
schema = 1
name = "Plan"
[grid]
decks = ["claim", "sea"]
settings = ["none", "swamp"]
matchups = [["random", "random"], ["greedy", "greedy"], ["greedy", "random"]]
"""


@st.composite
def some_parts(draw) -> list[Part]:
    """Draw parts with disjoint deals, some of them of some cells only."""
    first, parts = 0, []
    for _ in range(draw(st.integers(1, 4))):
        first += draw(st.integers(0, 2)) * 5
        deals = draw(st.integers(1, 30))
        chosen = draw(st.none() | st.sets(st.integers(0, CELLS - 1), min_size=1))
        cells = None if chosen is None else spans(sorted(chosen))
        parts.append(Part(first, deals, draw(st.integers(1, 200)), cells))
        first += deals
    return parts


def covered(part: Part) -> set[tuple[int, int]]:
    cells = range(CELLS) if part.cells is None else [c for a, b in part.cells for c in range(a, b)]
    return {(cell, deal) for cell in cells for deal in range(part.first_deal, part.stop)}


@given(some_parts())
def test_batches_cover_the_deals_of_each_part_once(parts) -> None:
    scenario = parse_scenario(SCENARIO, "plan.toml")
    found = batches_of(scenario, parts)
    every = [batch for batches in found for batch in batches]
    assert [batch.index for batch in every] == list(range(len(every)))
    for part, batches in zip(parts, found, strict=True):
        numbers = part.numbers(CELLS)
        there = [
            (int(cell), deal)
            for batch in batches
            for cell in numbers[batch.cell_start : batch.cell_stop]
            for deal in range(batch.first, batch.stop)
        ]
        assert len(there) == len(set(there))
        assert set(there) == covered(part)
    games = {0: 2, 1: 1, 2: 2}  # greedy against greedy plays one and the same game twice
    assert games_of(scenario, parts) == sum(
        games[cell % 3] for part in parts for cell, _ in covered(part)
    )


@given(some_parts())
def test_the_deals_of_cells_do_not_depend_on_the_parts(parts) -> None:
    found = list(deals_by_cell(parts, CELLS))
    assert [start for start, _, _ in found] == [0, *(stop for _, stop, _ in found[:-1])]
    assert found[-1][1] == CELLS
    there = {
        (cell, deal)
        for start, stop, ranges in found
        for cell in range(start, stop)
        for first, end in ranges
        for deal in range(first, end)
    }
    assert there == set().union(*map(covered, parts))
    for (_, _, one), (_, _, other) in pairwise(found):
        assert one != other  # neighbours with the same deals come together
    for _, _, ranges in found:
        assert all(a[1] < b[0] for a, b in pairwise(ranges))


@given(some_parts())
def test_parts_are_read_as_they_were_written(parts) -> None:
    assert [Part.read(part.plain()) for part in parts] == parts


def test_cells_are_written_as_people_write_them() -> None:
    part = Part(0, 5, 100, ((0, 3), (7, 8), (9, 13)))
    assert part.plain()["cells"] == "0-2 7 9-12"
    assert part.numbers(20).tolist() == [0, 1, 2, 7, 9, 10, 11, 12]


def test_a_deal_that_is_there_twice_is_named() -> None:
    assert ranges_of([Part(5, 5, 1), Part(0, 5, 1), Part(20, 1, 1)]) == ((0, 10), (20, 21))
    with pytest.raises(ValueError, match="deals 8 to 9 are there twice"):
        ranges_of([Part(0, 10, 1), Part(8, 5, 1)])
