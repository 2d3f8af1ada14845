"""Two games of one deal side by side: up to where they part, and what each does then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from claimsim.experiment.plan import games_per_deal
from claimsim.experiment.tracing import trace_game
from claimsim.experiment.whatif import Comparison
from claimsim.trace import narrate


@dataclass(frozen=True)
class Parted:
    """A game of a deal under both ways.

    Parameters
    ----------
    deal, game
        Which deal, and which of its games.
    start
        Sentences in which their starts differ, the baseline's and the variant's: other cards,
        other rules.
    alike
        Whole tricks before `shared` that are the same in both.
    shared
        The last lines that they have in common before they part: from the head of the trick on,
        or of what follows the tricks; none where they part at the head of a trick.
    baseline, variant
        What comes then in either, to the end of that trick or, if something follows it, of what
        does.
    ends
        The last lines of both: who wins.
    """

    deal: int
    game: int
    start: tuple[Sequence[str], Sequence[str]]
    alike: int
    shared: Sequence[str]
    baseline: Sequence[str]
    variant: Sequence[str]
    ends: tuple[str, str]


def parted(comparison: Comparison, cell: int) -> Iterator[Parted]:
    """Yield of the first deals of a cell whose winner changed the games that ended otherwise.

    Parameters
    ----------
    comparison
        What was compared.
    cell
        Number of the cell.
    """
    ways = [(s, s.cells[cell]) for s in (comparison.baseline, comparison.variant)]
    each = min(games_per_deal(played, scenario.mirror) for scenario, played in ways)
    for deal in comparison.pairs[cell].examples:
        for game in range(each):
            one, other = (
                trace_game(scenario, played, None, deal, game) for scenario, played in ways
            )
            if one["result"]["winner"] != other["result"]["winner"]:
                yield part_of(deal, game, narrate(one), narrate(other))
                break


def part_of(deal: int, game: int, one: list[str], other: list[str]) -> Parted:
    """Find where two told games part; what comes before the first trick is their start."""
    (before, first), (after, second) = (_split(lines) for lines in (one, other))
    before, after = _sentences(before), _sentences(after)
    start = (
        [line for line in before if line not in after],
        [line for line in after if line not in before],
    )
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second)))  # noqa: B905  # the shorter ends
    heads = [place for place, line in enumerate(first[:same]) if line == ""] or [0]
    if heads[-1] == same - 1 and len(heads) > 1 and not first[same].startswith("Trick "):
        heads.pop()  # at the end of the game, what leads up to it is told too
    return Parted(
        deal,
        game,
        start,
        sum(line.startswith("Trick ") for line in first[: heads[-1]]),
        list(filter(None, first[heads[-1] : same])),
        _next(first, same),
        _next(second, same),
        (one[-1], other[-1]),
    )


def _next(lines: list[str], place: int) -> list[str]:
    """Return the lines from a place on to the end of their trick, one at least."""
    return list(takewhile(bool, lines[place:])) or lines[place + 1 : place + 2]


def _sentences(lines: list[str]) -> list[str]:
    """Put together what was broken into lines: those that go on are indented."""
    found: list[str] = []
    for line in lines:
        if line.startswith(" ") and found:
            found[-1] += f" {line.strip()}"
        else:
            found.append(line)
    return found


def _split(lines: list[str]) -> tuple[list[str], list[str]]:
    """Part what is told before the first trick from the rest."""
    place = next((n for n, line in enumerate(lines) if line.startswith("Trick ")), 1) - 1
    return lines[:place], lines[place:]
