"""Powers and locations: how often they act, and what changes when one of them is off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from claimsim.rules.firings import LOCATION_FIRINGS, POWER_FIRINGS
from claimsim.rules.powers import POWER_NAMES
from reports.columns import Raw, Table
from reports.comparison_figures import around
from reports.drawing import Drawing
from reports.figures import Bar
from reports.labels import location
from reports.wording import (
    NONE,
    Row,
    count,
    faction,
    listing,
    number,
    number_between,
    percent,
    percent_between,
    points_between,
)

if TYPE_CHECKING:
    import pandas as pd


class _Shown(NamedTuple):
    """A metric as a column: with its interval for one cell, as mean and range for several."""

    head: str
    name: str
    between: Callable[[Row, str], str]
    plain: Callable[[float], str]


_FIRED = (
    _Shown("Fired a game", "fired_per_game", number_between, lambda x: number(x, 2)),
    _Shown("Games with a firing", "games_fired", percent_between, percent),
)


def _points(value: float) -> str:
    return number(100 * value, 1, sign=True)


_OFF = (
    _Shown("Leader, with minus without", "leader_ablation", points_between, _points),
    _Shown("a, with minus without", "a_ablation", points_between, _points),
)


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


def powers(frame: pd.DataFrame, known: Mapping[str, list[str]]) -> Table:
    """Say how often every power and location fired: over all cells that have it in play.

    Parameters
    ----------
    frame
        The table ``powers`` of all cells.
    known
        Names of the factions that have each power.
    """
    caption = "How often powers and locations act"
    firings = {**POWER_FIRINGS, **LOCATION_FIRINGS}
    return _table("powers", caption, frame, known, _FIRED, ("One firing is", firings))


def ablation(frame: pd.DataFrame, known: Mapping[str, list[str]]) -> Table | None:
    """Say what each power and location does to who wins; None for a run without ablation."""
    if not has_ablation(frame):
        return None
    caption = "What changes where it is in force, in percentage points"
    return _table("ablation", caption, frame, known, _OFF, None)


def has_ablation(frame: pd.DataFrame) -> bool:
    """Say whether a run played its deals with each power off, too."""
    return _OFF[0].name in frame


def figure(rows: Iterable[Row], known: Mapping[str, list[str]], place: str) -> Drawing:
    """Draw what each power and location of one cell does to the first leader's win rate."""
    metric = _OFF[0].name
    shown = [row for row in rows if row[metric] is not None]
    bars = [
        Bar(
            _label(row["power"], known),
            100 * row[metric],
            100 * row[f"{metric}_low"],
            100 * row[f"{metric}_high"],
            points_between(row, metric),
            filled=not row[f"{metric}_low"] <= 0 <= row[f"{metric}_high"],
        )
        for row in sorted(shown, key=lambda row: -row[metric])
    ]
    caption = (
        f"The first leader's win rate with each power or location minus without it, when {place}. "
        "Same deals, and the players see the changed rules. A filled mark: the interval leaves "
        "out 0."
    )
    title = "What each power does to the leader's edge"
    return around("ablation", title, caption, bars, "percentage points")


def _label(power: str, known: Mapping[str, list[str]]) -> str:
    if power in LOCATION_FIRINGS:
        return location(power)
    who = listing([faction(name) for name in known.get(power, [])])
    return f"{who}: {power}" if who else power


def _table(
    name: str,
    caption: str,
    frame: pd.DataFrame,
    known: Mapping[str, list[str]],
    shown: Iterable[_Shown],
    words: tuple[str, Mapping[str, str]] | None,
) -> Table:
    own = dict(iter(frame.groupby("power", sort=False)))
    single = all(len(part) == 1 for part in own.values())
    order = [one for one in {**POWER_FIRINGS, **LOCATION_FIRINGS} if one in own]
    rows, raws = [], []
    for power in order:
        part = own[power]
        found = [_over(part, one) for one in shown]
        who = listing([faction(one) for one in known.get(power, [])]) or "location"
        title = location(power) if power in LOCATION_FIRINGS else power
        told = [] if words is None else [words[1][power]]
        rows.append([title, who, count(len(part)), *(text for text, _ in found), *told])
        raws.append([(), (), (len(part),), *(raw for _, raw in found), *([()] * len(told))])
    heads = ["Power", "Of", "Cells", *(one.head for one in shown)]
    numeric = [False, False, True, *(True for _ in shown)]
    if words is not None:
        heads.append(words[0])
        numeric.append(False)
    span = "" if single else ": mean of the cells, with the lowest and the highest"
    return Table(
        name,
        caption + span,
        heads,
        rows,
        numeric,
        prose=[False] * (len(heads) - bool(words)) + [True] * bool(words),
        raws=raws,
    )


def _over(part: pd.DataFrame, shown: _Shown) -> tuple[str, Raw]:
    """Write a cell's number with its interval, or the mean of several with their range."""
    values = part[shown.name].dropna()
    if len(values) == 0:
        return NONE, ()
    if len(part) == 1:
        row: Row = {str(key): value for key, value in part.iloc[0].items()}
        raw = tuple(float(row[f"{shown.name}{end}"]) for end in ("", "_low", "_high"))
        return shown.between(row, shown.name), raw
    mean, least, most = (float(x) for x in (values.mean(), values.min(), values.max()))
    texts = [shown.plain(x) for x in (mean, least, most)]
    low, high = (text.removesuffix("\N{NO-BREAK SPACE}%") for text in texts[1:])
    return f"{texts[0]} ({low} to {high})", (mean, least, most)
