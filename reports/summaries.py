"""Tables about many cells at once: where leading helps, and how often powers fire."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from claimsim.rules.firings import LOCATION_FIRINGS, POWER_FIRINGS
from claimsim.rules.locations import NONE as NO_LOCATION
from claimsim.rules.powers import POWER_NAMES
from reports.answers import AHEAD, BEHIND, standing
from reports.labels import Labels, location, matchup
from reports.tables import Table
from reports.wording import NONE as NOTHING
from reports.wording import (
    Row,
    count,
    faction,
    listing,
    number,
    number_between,
    percent,
    percent_between,
)

if TYPE_CHECKING:
    import pandas as pd

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
    heads = ["Cells with", "Cells", "Leader wins, mean", "Lowest", "Highest", "Ahead", "Behind"]
    return Table(
        name="overview",
        caption="Leader advantage by what the cells have in common",
        heads=heads,
        rows=[_summary(name, group) for name, group in groups],
        numeric=[False] + [True] * (len(heads) - 1),
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


def _summary(name: str, cells: Sequence[Row]) -> list[str]:
    rates = [c["leader_win_rate"] for c in cells if c["leader_win_rate"] is not None]
    states = [standing(cell["leader_low"], cell["leader_high"]) for cell in cells]
    ends = (fmean(rates), min(rates), max(rates)) if rates else (None, None, None)
    counts = (len(cells), states.count(AHEAD), states.count(BEHIND))
    texts = [percent(rate) for rate in ends]
    return [name, count(counts[0]), *texts, count(counts[1]), count(counts[2])]


def powers(frame: pd.DataFrame, holders: Mapping[str, Sequence[str]]) -> Table:
    """Say how often every power and location fired: over all cells that have it in play.

    Parameters
    ----------
    frame
        The table ``powers`` of all cells.
    holders
        Names of the factions that have each power.
    """
    own = dict(iter(frame.groupby("power", sort=False)))
    single = all(len(part) == 1 for part in own.values())
    span = "" if single else ": mean of the cells, with the lowest and the highest"
    lines = [
        [
            location(name) if name in LOCATION_FIRINGS else name,
            listing([faction(one) for one in holders.get(name, ())]) or "location",
            count(len(own[name])),
            _over(own[name], "fired_per_game", number_between, lambda x: number(x, 2)),
            _over(own[name], "games_fired", percent_between, percent),
            what,
        ]
        for name, what in {**POWER_FIRINGS, **LOCATION_FIRINGS}.items()
        if name in own
    ]
    heads = ["Power", "Of", "Cells", "Fired a game", "Games with a firing", "One firing is"]
    return Table(
        name="powers",
        caption=f"How often powers and locations act{span}",
        heads=heads,
        rows=lines,
        numeric=[False, False, True, True, True, False],
        prose=[False] * (len(heads) - 1) + [True],
    )


def _over(
    part: pd.DataFrame,
    name: str,
    between: Callable[[Row, str], str],
    plain: Callable[[float], str],
) -> str:
    """Write a cell's number with its interval, or the mean of several with their range."""
    values = part[name].dropna()
    if len(values) == 0:
        return NOTHING
    if len(part) == 1:
        return between({str(key): value for key, value in part.iloc[0].items()}, name)
    texts = [plain(float(x)) for x in (values.mean(), values.min(), values.max())]
    low, high = (text.removesuffix("\N{NO-BREAK SPACE}%") for text in texts[1:])
    return f"{texts[0]} ({low} to {high})"


def holders(infos: Iterable[Row]) -> dict[str, list[str]]:
    """Return the factions that have each power, in the order of the decks."""
    found: dict[str, list[str]] = {}
    for info in infos:
        for kind in info["kinds"]:
            for power in kind.powers:
                own = found.setdefault(POWER_NAMES[type(power)], [])
                if kind.name not in own:
                    own.append(kind.name)
    return found
