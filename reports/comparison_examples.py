"""Deals that a change turned, played again from the scenarios that a manifest keeps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from claimsim import __version__
from claimsim.errors import ClaimsimError
from reports.comparison_page import Side, Told

if TYPE_CHECKING:
    from claimsim.experiment.side_by_side import Parted
    from claimsim.experiment.whatif import Comparison

#: Deals of a cell that are searched for turned ones at a time; the next ones are more.
_SEARCHED = 200
_TIMES = 8

#: Columns of told lines: a line ends where the next word has no room.
_WIDTH = 80


def tell(
    manifest: Mapping[str, Any], variant: Mapping[str, Any], cells: Mapping[int, str], most: int
) -> tuple[list[Told], str]:
    """Tell the first turned deals of some cells.

    Parameters
    ----------
    manifest
        Of a what-if or of rulings.
    variant
        One of its variants: ``change`` and ``scenario``.
    cells
        Number and name of each cell, in the order in which they are searched.
    most
        Deals that are told.

    Returns
    -------
    list of Told
        At most so many.
    str
        Why none is told, in a sentence; nothing where they are.
    """
    if manifest["version"] != __version__:
        return [], (
            f"Turned deals are not told: the results are of claimsim {manifest['version']}, and "
            f"claimsim {__version__} may play otherwise."
        )
    found: list[Told] = []
    try:
        for cell, name in cells.items():
            found += _told(manifest, variant, cell, name, most - len(found))
            if len(found) >= most:
                break
    except ClaimsimError as error:  # a strategy of the user's own that is not at hand
        return [], f"Turned deals are not told: {str(error).splitlines()[0]}"
    return found, ""


def _told(
    manifest: Mapping[str, Any], variant: Mapping[str, Any], cell: int, name: str, most: int
) -> list[Told]:
    from claimsim.scenario import parse_scenario

    baseline = parse_scenario(manifest["scenario"], "scenario.toml")
    changed = parse_scenario(variant["scenario"], "changed.toml")
    first, stop = manifest["first_deal"], manifest["first_deal"] + manifest["deals"]
    found: list[Told] = []
    size = _SEARCHED
    while first < stop and len(found) < most:
        comparison = _compared(baseline, changed, variant["change"], cell, first, stop, size)
        found += list(_games(comparison, cell, name))[: most - len(found)]
        first, size = first + comparison.deals, size * _TIMES
    return found


def _compared(
    baseline: Any, changed: Any, change: str, cell: int, first: int, stop: int, size: int
) -> Comparison:
    from claimsim.experiment.whatif import compare_all

    (found,) = compare_all(
        baseline,
        [(change, changed)],
        deals=min(size, stop - first),
        first_deal=first,
        cells=[cell],
    )
    return found


def _games(comparison: Comparison, cell: int, name: str) -> Iterator[Told]:
    """Tell a cell's turned games; lines are joined before what differs is looked for in them."""
    from claimsim.experiment.plan import games_per_deal
    from claimsim.experiment.side_by_side import part_of
    from claimsim.experiment.tracing import trace_game
    from claimsim.trace import narrate

    ways = [(s, s.cells[cell]) for s in (comparison.baseline, comparison.variant)]
    each = min(games_per_deal(played, scenario.mirror) for scenario, played in ways)
    for deal in comparison.pairs[cell].examples:
        for game in range(each):
            records = [trace_game(*way, None, deal, game) for way in ways]
            if records[0]["result"]["winner"] != records[1]["result"]["winner"]:
                one = part_of(deal, game, *(unwrapped(narrate(record)) for record in records))
                yield _told_of(one, name)
                break


def _told_of(one: Parted, name: str) -> Told:
    before, after = one.start
    sides = zip(("As it is", "Changed"), (one.baseline, one.variant), one.ends, strict=True)
    return Told(
        f"Deal {one.deal}, game {one.game}: {name}",
        [("As it is", line) for line in before] + [("Changed", line) for line in after],
        _plain(one.shared),
        [Side(way, _but(_plain(lines), end), end.strip()) for way, lines, end in sides],
    )


def _but(lines: list[str], end: str) -> list[str]:
    """Leave out the end where the ways part no earlier: it follows anyway."""
    return lines[:-1] if lines and lines[-1] == end.strip() else lines


def _plain(lines: Sequence[str]) -> list[str]:
    return [line.strip() for line in lines if line]


def unwrapped(lines: Sequence[str]) -> list[str]:
    """Join lines that were broken for a terminal: where the next word had no room."""
    found: list[str] = []
    last, head = "", 0
    for line in lines:
        indent = len(line) - len(line.lstrip())
        word = (line.split(maxsplit=1) or [""])[0]
        if word and indent > head and len(last) + 1 + len(word) > _WIDTH:
            found[-1] += f" {line.strip()}"
        else:
            found.append(line)
            head = indent
        last = line
    return found
