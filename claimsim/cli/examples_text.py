"""Deals that a change turned, told: what both games share in few lines, then both side by side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from claimsim.experiment.side_by_side import Parted
    from claimsim.experiment.whatif import Comparison

#: What the two ways are called.
_NAMES = ("as it is", "changed")

#: Blanks between two columns.
_GAP = 2


def print_examples(comparison: Comparison, count: int) -> None:
    """Print the first `count` deals that end otherwise, cell by cell."""
    from claimsim.experiment.side_by_side import parted

    left = count
    for number in range(len(comparison.pairs)):
        known: set[str] = set()  # what the change says of the rules is told once a cell
        for game in parted(comparison, number) if left else ():
            _print_game(number, game, known)
            left -= 1
            if left == 0:
                return


def _print_game(cell: int, game: Parted, known: set[str]) -> None:
    from claimsim.cli.terminal import print_heading, say

    click.echo()
    print_heading(f"cell {cell}, deal {game.deal}, game {game.game}")
    one, other = ([line for line in lines if line not in known] for lines in game.start)
    known.update(*game.start)
    if one and other:
        _print_both(one, other)
    else:
        for name, lines in zip(_NAMES, (one, other), strict=True):
            for line in lines:
                say(f"{name}: {line}", "  ")
    if game.alike:
        click.echo(f"… {game.alike} {'trick' if game.alike == 1 else 'tricks'} alike before")
    for line in game.shared:
        say(line, _indent(line))
    ways = zip((game.baseline, game.variant), game.ends, strict=True)
    one, other = (
        [*lines, *([] if lines[-1] == end else [f"  … {end.strip()}"])] for lines, end in ways
    )
    _print_both(one, other)


def _print_both(one: Sequence[str], other: Sequence[str]) -> None:
    """Print lines of either way: side by side where there is room for it, or else in turn."""
    from claimsim.cli.terminal import WIDTH, say, width, wrap

    room = width()
    if room < WIDTH:
        for name, lines in zip(_NAMES, (one, other), strict=True):
            click.echo(f"{name}:")
            for line in lines:
                say(line, _indent(line))
        return
    column = (room - _GAP) // 2
    left, right = (
        [name, *(part for line in lines for part in wrap(line, _indent(line), column).splitlines())]
        for name, lines in zip(_NAMES, (one, other), strict=True)
    )
    for here, there in zip_longest(left, right, fillvalue=""):
        click.echo(f"{here:<{column + _GAP}}{there}".rstrip())


def _indent(line: str) -> str:
    """Return what a line that is broken goes on after: two blanks more than it begins with."""
    return " " * (len(line) - len(line.lstrip()) + 2)
