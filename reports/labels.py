"""Names of cells: what tells each of them from the others of its run."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from claimsim.rules.locations import NONE
from reports.wording import Row, faction

#: A deck's name up to this length is written as it is; a longer one by the beginnings of its
#: factions' names.
_LONG = 24
_BEGINNING = 4


class Labels:
    """Names cells by what differs among the cells of a run.

    Parameters
    ----------
    cells
        All cells of the run: deck, setting, building and strategies of each.
    """

    def __init__(self, cells: Sequence[Row]) -> None:
        self.decks = list(dict.fromkeys(cell["deck"] for cell in cells))
        self.settings = list(dict.fromkeys(cell["setting"] for cell in cells))
        self.buildings = list(dict.fromkeys(cell["building"] for cell in cells))
        self.matchups = list(dict.fromkeys(matchup(cell) for cell in cells))
        short = {deck: _short(deck) for deck in self.decks}
        self._deck = short if len(set(short.values())) == len(short) else {d: d for d in short}

    def __call__(self, cell: Row) -> str:
        """Return a cell's name."""
        parts = [matchup(cell)] if len(self.matchups) > 1 else []
        return ", ".join([*parts, *self._place(cell)]) or matchup(cell)

    def deck(self, cell: Row) -> str:
        """Return the short name of a cell's deck."""
        return self._deck[cell["deck"]]

    def place(self, cell: Row) -> str:
        """Return deck and locations in brackets after a space, or nothing where none differ."""
        parts = self._place(cell)
        return f" ({', '.join(parts)})" if parts else ""

    def _place(self, cell: Row) -> list[str]:
        parts = [self._deck[cell["deck"]]] if len(self.decks) > 1 else []
        varied = [
            key
            for key, known in (("setting", self.settings), ("building", self.buildings))
            if len(known) > 1
        ]
        there = [location(cell[key]) for key in varied if cell[key] != NONE]
        if varied and not there:
            there = ["no location" if len(varied) == 2 else f"no {varied[0]}"]
        return parts + there


def matchup(cell: Row) -> str:
    """Name the two strategies of a cell."""
    return f"{cell['strategy_a']} – {cell['strategy_b']}"


def location(name: str) -> str:
    """Write a location's name: Windy Peaks."""
    return faction(name)


def place_of(kind: str) -> Callable[[Row], str]:
    """Return what names a cell's setting or building: Windy Peaks, or No setting.

    Parameters
    ----------
    kind
        ``"setting"`` or ``"building"``.
    """
    return lambda cell: f"No {kind}" if cell[kind] == NONE else location(cell[kind])


def _short(deck: str) -> str:
    if len(deck) <= _LONG:
        return deck
    return "+".join(part[:_BEGINNING].rstrip("_") for part in deck.split("+"))
