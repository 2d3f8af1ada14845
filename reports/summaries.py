"""A table about many cells at once: where leading helps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean

from claimsim.rules.locations import NONE as NO_LOCATION
from reports.answers import AHEAD, BEHIND, standing
from reports.columns import Raw, Table
from reports.labels import Labels, location, matchup
from reports.wording import Row, count, faction, percent

#: From so many cells on, a report sums them up by deck, setting, building and matchup.
MANY_CELLS = 13

#: Decks up to which the summary has a row for each; of more, it has one for each faction.
_FEW_DECKS = 12


def overview(cells: Sequence[Row], labels: Labels, factions: Mapping[str, Sequence[str]]) -> Table:
    """Sum up the leader advantage by what the cells have in common.

    Parameters
    ----------
    cells
        All cells of the run.
    labels
        Their names.
    factions
        Names of the factions of every deck.
    """
    groups: list[tuple[str, list[Row]]] = []
    if 1 < len(labels.decks) <= _FEW_DECKS:
        groups += _groups(cells, "Deck", lambda cell: [cell["deck"]])
    elif len(labels.decks) > 1:
        groups += _groups(cells, "Deck with", lambda c: [faction(f) for f in factions[c["deck"]]])
    if len(labels.settings) > 1:
        groups += _groups(cells, "Setting", lambda cell: [cell["setting"]])
    if len(labels.buildings) > 1:
        groups += _groups(cells, "Building", lambda cell: [cell["building"]])
    if len(labels.matchups) > 1:
        groups += _groups(cells, "Matchup", lambda cell: [matchup(cell)])
    summed = [_summary(name, group) for name, group in groups]
    heads = ["Cells with", "Cells", "Leader wins, mean", "Lowest", "Highest", "Ahead", "Behind"]
    return Table(
        name="overview",
        caption="Leader advantage by what the cells have in common",
        heads=heads,
        rows=[texts for texts, _ in summed],
        numeric=[False] + [True] * (len(heads) - 1),
        raws=[raws for _, raws in summed],
    )


def _groups(
    cells: Sequence[Row], what: str, kinds: Callable[[Row], Sequence[str]]
) -> list[tuple[str, list[Row]]]:
    found: dict[str, list[Row]] = {}
    for cell in cells:
        for kind in kinds(cell):
            found.setdefault(kind, []).append(cell)
    return [(_named(what, kind), group) for kind, group in found.items()]


def _named(what: str, kind: str) -> str:
    if what not in ("Setting", "Building"):
        return f"{what} {kind}"
    return f"No {what.lower()}" if kind == NO_LOCATION else f"{what} {location(kind)}"


def _summary(name: str, cells: Sequence[Row]) -> tuple[list[str], list[Raw]]:
    """Return a row's texts, and the numbers behind them."""
    rates = [c["leader_win_rate"] for c in cells if c["leader_win_rate"] is not None]
    states = [standing(cell["leader_low"], cell["leader_high"]) for cell in cells]
    ends = (fmean(rates), min(rates), max(rates)) if rates else (None, None, None)
    counts = (len(cells), states.count(AHEAD), states.count(BEHIND))
    texts = [percent(rate) for rate in ends]
    written = [name, count(counts[0]), *texts, count(counts[1]), count(counts[2])]
    numbers = (counts[0], *ends, counts[1], counts[2])
    return written, [(), *((one,) for one in numbers)]
