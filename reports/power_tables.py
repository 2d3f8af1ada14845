"""Powers and locations: how often they act, and what changes when one of them is off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from claimsim.rules.firings import LOCATION_FIRINGS, POWER_FIRINGS
from claimsim.rules.powers import POWER_NAMES
from reports import columns
from reports.ablation import HEADS, LEADER, Ablation, Holders, of, title
from reports.columns import Column, Table
from reports.wording import Row, number, percent

if TYPE_CHECKING:
    import pandas as pd


class _Shown(NamedTuple):
    """A metric as a column: with its interval for one cell, else as mean, lowest and highest."""

    head: str
    name: str
    between: Callable[[str, str], Column]
    plain: Callable[[float], str]


def _points(value: float) -> str:
    return number(100 * value, 1, sign=True)


_FIRED = (
    _Shown("Fired a game", "fired_per_game", columns.amount, lambda x: number(x, 2)),
    _Shown("Games with a firing", "games_fired", columns.share, percent),
)

_OFF = tuple(_Shown(head, name, columns.points, _points) for name, head in HEADS.items())

#: What one firing is, where the page has no rules to be referred to.
_FIRINGS = {
    **POWER_FIRINGS,
    **LOCATION_FIRINGS,
    "beats": "a trick that a card which follows wins by it, whatever the numbers",
    "beaten_from": "a trick that it makes the leader lose to another faction",
    "farmlands": "a trick in which just one of two cards that are compared is a printed 2",
}

_ORDER = {name: place for place, name in enumerate(_FIRINGS)}


def holders(infos: Iterable[Row]) -> dict[str, dict[str, list[str]]]:
    """Return by deck the factions that have each power, in the order of the deck."""
    found: dict[str, dict[str, list[str]]] = {}
    for info in infos:
        own = found.setdefault(info["deck"], {})
        for kind in info["kinds"]:
            for power in kind.powers:
                names = own.setdefault(POWER_NAMES[type(power)], [])
                if kind.name not in names:
                    names.append(kind.name)
    return found


def powers(frame: pd.DataFrame, known: Holders) -> Table:
    """Say how often every power and location fired: over all cells that have it in play.

    Parameters
    ----------
    frame
        The table ``powers`` of all cells.
    known
        By deck the factions that have each power.
    """
    said = columns.words("One firing is", lambda row: _FIRINGS[row["power"]])
    caption = "How often powers and locations act"
    found = _over_cells("powers", caption, frame, known, _FIRED, [said])
    return replace(found, prose=[False] * (len(found.heads) - 1) + [True])


def ablation(frame: pd.DataFrame, known: Holders) -> Ablation | None:
    """Say what each power and location does to who wins; None for a run without ablation."""
    if not has_ablation(frame):
        return None
    names = ["cell", "power", "interval"]
    names += [f"{one.name}{end}" for one in _OFF for end in ("", "_low", "_high")]
    kept = frame[names].astype(object).where(frame[names].notna(), None)
    several = bool(frame["power"].duplicated().any())
    caption = "What changes where it is in force, over all cells, in percentage points"
    over = _over_cells("ablation-over", caption, frame, known, _OFF) if several else None
    rows = [{str(key): value for key, value in row.items()} for row in kept.to_dict("records")]
    return Ablation(rows, over, known)


def has_ablation(frame: pd.DataFrame) -> bool:
    """Say whether a run played its deals with each power off, too."""
    return LEADER in frame


def _over_cells(
    name: str,
    caption: str,
    frame: pd.DataFrame,
    known: Holders,
    shown: Iterable[_Shown],
    more: Sequence[Column] = (),
) -> Table:
    """List powers and locations over all cells: with intervals where each is in one cell alone."""
    own = {str(power): part for power, part in frame.groupby("power", sort=False)}
    single = all(len(part) == 1 for part in own.values())
    rows: list[Row] = []
    for power in sorted(own, key=lambda power: _ORDER[power]):
        part = own[power]
        row: dict[str, Any] = {"power": power, "cells": len(part)}
        for one in shown:
            row |= _single(part, one.name) if single else _spread(part, one.name)
        rows.append(row)
    numbers = (
        [one.between(one.head, one.name) for one in shown]
        if single
        else [
            columns.plain(f"{one.head}: {end}", f"{one.name}_{end}", one.plain)
            for one in shown
            for end in _SPREAD
        ]
    )
    listed = [
        columns.words("Power", lambda row: title(row["power"])),
        columns.words("Of", lambda row: of(row["power"], known.values())),
        columns.whole("Cells", "cells"),
        *numbers,
        *more,
    ]
    return columns.table(name, caption, listed, rows)


_SPREAD = ("mean", "lowest", "highest")


def _single(part: pd.DataFrame, name: str) -> dict[str, float | None]:
    names = [f"{name}{end}" for end in ("", "_low", "_high")]
    plain = part[names].astype(object).where(part[names].notna(), None)
    return {str(key): value for key, value in plain.iloc[0].items()}


def _spread(part: pd.DataFrame, name: str) -> dict[str, float | None]:
    values = part[name].dropna()
    found = (values.mean(), values.min(), values.max())
    numbers = [float(x) if len(values) else None for x in found]
    return {f"{name}_{end}": number for end, number in zip(_SPREAD, numbers, strict=True)}
