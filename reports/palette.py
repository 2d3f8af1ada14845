"""Colours and marks: the same for a faction in every figure, and never the only sign.

The colours are told apart with the common kinds of colour blindness and have a contrast of at
least 3 to 1 on both the light and the dark ground of a report.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

#: Grounds of a report, as in report.css.
LIGHT = "#ffffff"
DARK = "#14171b"

#: What is measured, and what cannot be told from one half.
ACCENT = "#2f7fc4"


class Mark(NamedTuple):
    """How a faction is drawn: colour, and matplotlib's marker."""

    colour: str
    marker: str


_MARKS = (
    Mark("#0f8f6b", "o"),
    Mark("#2f7fc4", "s"),
    Mark("#d55e00", "^"),
    Mark("#b565a7", "D"),
    Mark("#a87b00", "v"),
    Mark("#c0455e", "P"),
    Mark("#6f7f2f", "X"),
    Mark("#7a7a85", "p"),
)

_FIXED = {"goblins": 0, "knights": 1, "dwarves": 2, "undead": 3, "doppelgangers": 4}

#: Fill and text of a bar's part by the difference of the votes, 0 to 8.
MARGINS = (
    ("#8a8f98", "#000000"),
    ("#9ecae1", "#000000"),
    ("#7fb6dc", "#000000"),
    ("#5a9fd0", "#000000"),
    ("#3577b0", "#ffffff"),
    ("#2b68a3", "#ffffff"),
    ("#2b68a3", "#ffffff"),
    ("#2b68a3", "#ffffff"),
    ("#2b68a3", "#ffffff"),
)


def marks(factions: Sequence[str]) -> dict[str, Mark]:
    """Give each faction of a report its mark.

    Parameters
    ----------
    factions
        Names in the order in which they first appear.

    Returns
    -------
    dict
        The factions of the first box keep theirs in all reports; others take what is free, and
        beyond eight factions marks come again.
    """
    taken = {name: _FIXED[name] for name in factions if name in _FIXED}
    free = [place for place in range(len(_MARKS)) if place not in taken.values()]
    others = [name for name in dict.fromkeys(factions) if name not in taken]
    for turn, name in enumerate(others):
        taken[name] = free[turn % len(free)] if free else turn % len(_MARKS)
    return {name: _MARKS[place] for name, place in taken.items()}
