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
        Lines in which their starts differ, the baseline's and the variant's: other cards, other
        rules.
    shared
        The last lines that they have in common before they part, from the head of the trick on.
    baseline, variant
        What comes then in either, to the end of that trick or, if something follows it, of what
        does.
    ends
        The last lines of both: who wins.
    """

    deal: int
    game: int
    start: tuple[Sequence[str], Sequence[str]]
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
                yield _parted(deal, game, narrate(one), narrate(other))
                break


def _parted(deal: int, game: int, one: list[str], other: list[str]) -> Parted:
    """Find where two told games part; what comes before the first trick is their start."""
    (before, first), (after, second) = (_split(lines) for lines in (one, other))
    start = (
        [line for line in before if line not in after],
        [line for line in after if line not in before],
    )
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second)))  # noqa: B905  # the shorter ends
    heads = [place for place, line in enumerate(first[: same + 1]) if line == ""]
    head = heads[-1] if heads else 0
    return Parted(
        deal,
        game,
        start,
        first[head:same],
        list(takewhile(bool, first[same:])) or first[same : same + 2],
        list(takewhile(bool, second[same:])) or second[same : same + 2],
        (one[-1], other[-1]),
    )


def _split(lines: list[str]) -> tuple[list[str], list[str]]:
    """Part what is told before the first trick from the rest."""
    place = next((n for n, line in enumerate(lines) if line.startswith("Trick ")), 1) - 1
    return lines[:place], lines[place:]
