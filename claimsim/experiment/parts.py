"""Parts of a run: ranges of deals, of all its cells or of some.

What a run began with is a part, and so is each extension, each merged run and each round of an
adaptive run. Results depend on the deals of each cell, not on the parts that they came in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

#: Ranges of deals or cells: first, and one after the last.
Ranges = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Part:
    """A range of deals of all cells, or of some.

    Parameters
    ----------
    first_deal, deals
        The range.
    batch_games
        Games that a batch of it holds at most.
    cells
        Ranges of cells (first, one after the last) in ascending order; None: all cells.
    """

    first_deal: int
    deals: int
    batch_games: int
    cells: Ranges | None = None

    @property
    def stop(self) -> int:
        """The deal after the last one."""
        return self.first_deal + self.deals

    def numbers(self, cells: int) -> npt.NDArray[np.int64]:
        """Return the numbers of its cells, of a scenario that has so many."""
        spans = ((0, cells),) if self.cells is None else self.cells
        return np.concatenate([np.arange(*span, dtype=np.int64) for span in spans])

    def plain(self) -> dict[str, Any]:
        """Return the part as ``plan.json`` holds it; cells as in ``"0-4 7 9-12"``."""
        content: dict[str, Any] = {
            "first_deal": self.first_deal,
            "deals": self.deals,
            "batch_games": self.batch_games,
        }
        if self.cells is not None:
            spans = (f"{a}-{b - 1}" if b > a + 1 else str(a) for a, b in self.cells)
            content["cells"] = " ".join(spans)
        return content

    @classmethod
    def read(cls, content: Mapping[str, Any]) -> Part:
        """Return the part that :meth:`plain` wrote.

        Raises
        ------
        KeyError, TypeError, ValueError
            Something else.
        """
        cells = None
        if "cells" in content:
            ends = [[int(end) for end in span.split("-")] for span in content["cells"].split()]
            cells = tuple((span[0], span[-1] + 1) for span in ends)
        first, deals, games = (int(content[key]) for key in ("first_deal", "deals", "batch_games"))
        return cls(first, deals, games, cells)


def cut(part: Part, blocks: int) -> list[Part]:
    """Return a part's deals as so many parts, of as many deals each as can be; each has one."""
    count = max(1, min(blocks, part.deals))
    edges = [part.first_deal + part.deals * place // count for place in range(count + 1)]
    return [
        Part(start, stop - start, part.batch_games, part.cells) for start, stop in pairwise(edges)
    ]


def spans(numbers: Iterable[int]) -> Ranges:
    """Return numbers in ascending order as ranges (first, one after the last)."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and found[-1][1] == number:
            found[-1] = (found[-1][0], number + 1)
        else:
            found.append((number, number + 1))
    return tuple(found)


def ranges_of(parts: Sequence[Part]) -> Ranges:
    """Return the deals of parts as disjoint ranges (first, one after the last), merged.

    Raises
    ------
    ValueError
        Two parts that have a deal in common.
    """
    found: list[tuple[int, int]] = []
    for first, stop in sorted((part.first_deal, part.stop) for part in parts):
        if found and first < found[-1][1]:
            raise ValueError(f"deals {first} to {min(stop, found[-1][1]) - 1} are there twice")
        if found and first == found[-1][1]:
            found[-1] = (found[-1][0], stop)
        else:
            found.append((first, stop))
    return tuple(found)


def deals_by_cell(parts: Sequence[Part], cells: int) -> Iterator[tuple[int, int, Ranges]]:
    """Yield the deals of each cell: first cell, the one after the last, their ranges of deals.

    Neighbours with the same deals come together, so that what is yielded depends on the deals
    of each cell and not on the parts.
    """
    inside = [((0, cells),) if part.cells is None else part.cells for part in parts]
    edges = sorted({0, cells, *(edge for pairs in inside for pair in pairs for edge in pair)})
    places = [0] * len(parts)
    held: tuple[int, int, Ranges] | None = None
    for start, stop in pairwise(edges):
        there = []
        for i, pairs in enumerate(inside):
            while places[i] < len(pairs) and pairs[places[i]][1] <= start:
                places[i] += 1
            if places[i] < len(pairs) and pairs[places[i]][0] <= start:
                there.append(parts[i])
        ranges = ranges_of(there)
        if held is not None and held[2] == ranges:
            held = (held[0], stop, ranges)
            continue
        if held is not None:
            yield held
        held = (start, stop, ranges)
    if held is not None:
        yield held
