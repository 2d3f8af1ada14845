"""What powers and locations change: the same deals with and without each, drawn and listed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from claimsim.experiment.table_files import EXTENDED
from claimsim.rules.firings import LOCATION_FIRINGS
from reports import columns
from reports.answers import meeting
from reports.columns import Table
from reports.comparison_figures import around
from reports.drawing import Drawing
from reports.figures import Bar
from reports.labels import Labels, location, matchup
from reports.wording import Row, faction, listing, points_between

#: By deck the factions that have each power.
Holders = Mapping[str, Mapping[str, Sequence[str]]]

#: The metrics of a run with ablation, with their headings.
LEADER = "leader_ablation"
HEADS = {LEADER: "Leader, with minus without", "a_ablation": "a, with minus without"}


@dataclass(frozen=True)
class Ablation:
    """What powers and locations change in the cells of a run.

    Parameters
    ----------
    rows
        Of the table ``powers``, a power or location of a cell each, in the order of the cells.
    over
        Mean, lowest and highest over all cells; None where nothing is in play in two of them.
    known
        By deck the factions that have each power.
    """

    rows: Sequence[Row]
    over: Table | None
    known: Holders

    def drawn(self, every: Sequence[Row], home: Row) -> list[Row]:
        """Choose a cell for each power with its holders, and for each location.

        Parameters
        ----------
        every
            All cells of the run.
        home
            The cell that the answer is about. It is chosen wherever it will do; else the first
            one where the same strategies meet; else the first.

        Returns
        -------
        list
            Rows with ``of``, the holders in words; the largest difference first.
        """
        chosen: dict[tuple[str, str], tuple[int, Row]] = {}
        for row in self.rows:
            cell = every[row["cell"]]
            rank = 0 if row["cell"] == home["cell"] else 1 + (matchup(cell) != matchup(home))
            own = of(row["power"], [self.known[cell["deck"]]])
            best = chosen.get((row["power"], own))
            if row[LEADER] is not None and (best is None or rank < best[0]):
                chosen[row["power"], own] = rank, {**row, "of": own}
        rows = [row for _, row in chosen.values()]
        return sorted(rows, key=lambda row: -row[LEADER])

    def of_cells(self, cells: Sequence[Row]) -> list[Row]:
        """Return the rows of some cells, with ``of`` as :meth:`drawn` has it."""
        decks = {cell["cell"]: cell["deck"] for cell in cells}
        return [
            {**row, "of": of(row["power"], [self.known[decks[row["cell"]]]])}
            for row in self.rows
            if row["cell"] in decks
        ]


def figure(rows: Sequence[Row], every: Sequence[Row], home: Row, labels: Labels) -> Drawing | None:
    """Draw what powers and locations do to the first leader's win rate; None: there are none.

    Parameters
    ----------
    rows
        As :meth:`Ablation.drawn` returns them.
    every, home
        As there.
    labels
        Names of the cells.
    """
    if not rows:
        return None
    bars = [
        Bar(
            ", ".join([_label(row), *_elsewhere(row, every[row["cell"]], home, labels)]),
            100 * row[LEADER],
            100 * row[f"{LEADER}_low"],
            100 * row[f"{LEADER}_high"],
            points_between(row, LEADER),
            filled=not row[f"{LEADER}_low"] <= 0 <= row[f"{LEADER}_high"],
        )
        for row in rows
    ]
    there = f"when {meeting(home, labels)}"
    if any(row["cell"] != home["cell"] for row in rows):
        there += ", and for what is not in play there, in the first cell that has it, which the "
        there += "table names"
    caption = (
        f"The first leader's win rate with each power or location minus without it, {there}. "
        "Same deals, and the players see the changed rules. A filled mark: the interval leaves "
        "out 0."
    )
    heading = "What each power does to the leader's edge"
    return around("ablation", heading, caption, bars, "percentage points")


def intervals(name: str, caption: str, rows: Sequence[Row], place: Callable[[int], str]) -> Table:
    """List what powers and locations change, in a cell each, with intervals.

    Parameters
    ----------
    name, caption
        Of the table.
    rows
        With ``of``.
    place
        Names a cell by its number.
    """
    shown = [
        columns.words("Power", lambda row: title(row["power"])),
        columns.words("Of", lambda row: row["of"]),
        columns.words("Cell", lambda row: place(row["cell"])),
        *(columns.points(head, name) for name, head in HEADS.items()),
        columns.words("Interval", _kinds),
    ]
    return columns.table(name, caption, shown, rows)


def _kinds(row: Row) -> str:
    """Return the kinds of the intervals of what changes, of all that the row's column says."""
    mark = f", {EXTENDED}" if row["interval"].endswith(EXTENDED) else ""
    usual, *others = row["interval"].removesuffix(mark).split("; ")
    found = []
    for name, head in HEADS.items():
        of = (other.partition(": ") for other in others)
        own = next((kind for kind, _, names in of if name in names.split(", ")), usual)
        found.append((head.partition(",")[0], own))
    same = len({kind for _, kind in found}) == 1
    return (found[0][1] if same else "; ".join(f"{head}: {kind}" for head, kind in found)) + mark


def title(power: str) -> str:
    """Write the name of a power or location."""
    return location(power) if power in LOCATION_FIRINGS else power


def of(power: str, decks: Iterable[Mapping[str, Sequence[str]]]) -> str:
    """Name the factions that have a power in some decks; a location is nobody's."""
    names = dict.fromkeys(name for deck in decks for name in deck.get(power, []))
    return listing([faction(name) for name in names]) or "location"


def _label(row: Row) -> str:
    name = title(row["power"])
    return name if row["power"] in LOCATION_FIRINGS else f"{row['of']}: {name}"


def _elsewhere(row: Row, cell: Row, home: Row, labels: Labels) -> list[str]:
    """Name a cell that is not the one of the answer by what differs; not by the row's location."""
    if cell is home or cell["cell"] == home["cell"]:
        return []
    players = [matchup(cell)] if matchup(cell) != matchup(home) else []
    parts = labels.place(cell).strip(" ()").split(", ")
    return players + [part for part in parts if part not in ("", title(row["power"]))]
