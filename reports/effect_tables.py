"""What moves the metrics over a grid: main effects, interactions, and shares of the variance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from claimsim.statistics.effects import ALL, NOISE, UNEXPLAINED
from claimsim.statistics.effects_design import BUILDING, KINDS, SETTING, UNIT
from claimsim.statistics.metrics import METRICS
from reports import columns
from reports.columns import Column, Table
from reports.comparison_figures import around
from reports.drawing import Drawing
from reports.figures import Bar
from reports.labels import location
from reports.wording import (
    NONE,
    Row,
    chance,
    faction,
    listing,
    number_between,
    percent,
    plural,
    points_between,
)

if TYPE_CHECKING:
    import pandas as pd

#: Interactions that are shown, at most.
MOST_PAIRS = 30

#: Main effects that are drawn, at most.
_MOST_BARS = 40

#: Share of false ones that is allowed among the effects that are called sure.
_FALSE = 0.05

#: The metric that is drawn.
_DRAWN = "leader_win_rate"

_MAIN = (UNIT, SETTING, BUILDING)
_KIND_NAMES = {UNIT: "Faction", SETTING: "Setting", BUILDING: "Building"}


class EffectTables:
    """The effects of a grid, for all matchups together.

    Parameters
    ----------
    frame
        The table ``effects`` of a run.
    """

    def __init__(self, frame: pd.DataFrame) -> None:
        plain = frame.astype(object).where(frame.notna(), None)
        rows = [{str(k): v for k, v in row.items()} for row in plain.to_dict("records")]
        self.metrics = list(dict.fromkeys(row["metric"] for row in rows))
        self._rows: dict[str, list[dict[str, Any]]] = {}
        for metric in self.metrics:
            own = [row for row in rows if row["metric"] == metric]
            names = list(dict.fromkeys(row["matchup"] for row in own))
            chosen = ALL if ALL in names else names[0]
            self._rows[metric] = [row for row in own if row["matchup"] == chosen]

    def shares(self) -> Table:
        """Say what part of the differences among cells each kind of term explains."""
        kinds = [*KINDS, UNEXPLAINED, NOISE]
        lines: list[Row] = [
            {
                "metric": METRICS[metric].label,
                **{kind: self._share(metric, kind) for kind in kinds},
            }
            for metric in self.metrics
        ]
        known = [kind for kind in kinds if any(line[kind] is not None for line in lines)]
        shown = [columns.words("Metric", lambda row: str(row["metric"]))]
        shown += [columns.plain(_of_kind(kind), kind, percent) for kind in known]
        caption = "What explains the differences among cells, without the chance of their deals"
        found = columns.table("variance", caption, shown, lines)
        missing = any(line[kind] is None for line in lines for kind in known)
        why = ["the cells differ no more than the chance of their deals can make them"]
        return replace(found, notes=why if missing else [])

    def main(self) -> Table:
        """List what each faction, setting and building does to each metric."""
        lines: list[Row] = []
        for kind in _MAIN:
            terms = dict.fromkeys(
                row["term"] for metric in self.metrics for row in self._terms(metric, kind)
            )
            for term in terms:
                line: dict[str, Any] = {"kind": kind, "term": term}
                for metric in self.metrics:
                    line |= _ends(metric, self._find(metric, kind, term))
                lines.append(line)
        shown = [
            columns.words("What", lambda row: _named(row["term"], row["kind"])),
            columns.words("Kind", lambda row: _KIND_NAMES[row["kind"]]),
            *(_effect(metric) for metric in self.metrics),
        ]
        caption = "What each faction, setting and building does: difference from the average"
        return columns.table("effects", caption, shown, lines)

    def pairs(self) -> Table:
        """List the interactions that are surely there, the largest first."""
        found = self._sure_pairs()
        shown = [
            columns.words("Together", lambda row: _named(row["term"], row["kind"])),
            columns.words("Metric", lambda row: METRICS[row["metric"]].label),
            columns.Column("Beyond what each does", _written, numeric=True, raw=_raw),
            columns.plain("False discovery rate", "q_value", chance),
            columns.whole("Cells", "cells"),
        ]
        caption = "Interactions: what two things do together beyond what each does alone"
        return columns.table("interactions", caption, shown, found[:MOST_PAIRS])

    def told(self) -> list[str]:
        """Say the most important in words."""
        found = []
        for metric in self.metrics[:1]:
            rows = [row for kind in _MAIN for row in self._terms(metric, kind)]
            sure = [row for row in rows if (row["q_value"] or 0.0) <= _FALSE]
            sure.sort(key=lambda row: -abs(row["estimate"]))
            if sure:
                names = [f"{_named(row['term'], row['kind'])} {_written(row)}" for row in sure[:3]]
                found.append(
                    f"The largest sure effects on {METRICS[metric].label.lower()}, in points: "
                    f"{listing(names)}."
                )
            else:
                found.append("No faction, setting or building surely moves the leader's win rate.")
        unknown = [
            _named(row["term"], row["kind"])
            for row in self._rows[self.metrics[0]]
            if row["kind"] == UNIT and row["estimate"] is None and row["term"] != ALL
        ]
        if unknown and self._terms(self.metrics[0], UNIT):
            found.append(f"The decks of this grid do not tell what these do: {'; '.join(unknown)}.")
        pairs = len(self._sure_pairs())
        if pairs > MOST_PAIRS:
            found.append(f"Of {plural(pairs, 'sure interaction')}, the largest are shown.")
        elif not pairs:
            found.append("No interaction is sure.")
        return found

    def figure(self) -> Drawing | None:
        """Draw the main effects on the leader's win rate; None where there are none."""
        rows = [row for kind in _MAIN for row in self._terms(_DRAWN, kind)]
        rows.sort(key=lambda row: -abs(row["estimate"]))
        left_out = len(rows) - _MOST_BARS
        rows = sorted(rows[:_MOST_BARS], key=lambda row: -row["estimate"])
        if not rows:
            return None
        bars = [
            Bar(
                _named(row["term"], row["kind"]),
                100 * row["estimate"],
                100 * row["low"],
                100 * row["high"],
                points_between(_estimate(row), "x"),
                filled=(row["q_value"] or 0.0) <= _FALSE,
            )
            for row in rows
        ]
        caption = (
            "What a faction, setting or building adds to the first leader's win rate, beside an "
            f"average one. A filled mark is sure, with {100 * _FALSE:g} % of false ones allowed."
        )
        if left_out > 0:
            caption += f" {plural(left_out, 'smaller effect')} are in the table alone."
        return around(
            "effects", "Effects on the leader's win rate", caption, bars, "percentage points"
        )

    def _terms(self, metric: str, kind: str) -> list[dict[str, Any]]:
        return [
            row
            for row in self._rows[metric]
            if row["kind"] == kind and row["term"] != ALL and row["estimate"] is not None
        ]

    def _find(self, metric: str, kind: str, term: str) -> dict[str, Any] | None:
        return next((row for row in self._terms(metric, kind) if row["term"] == term), None)

    def _share(self, metric: str, kind: str) -> float | None:
        terms = (ALL, UNEXPLAINED, NOISE)
        own = [row for row in self._rows[metric] if row["kind"] == kind and row["term"] in terms]
        return own[0]["share_of_variance"] if own else None

    def _sure_pairs(self) -> list[Row]:
        rows = [
            row
            for metric in self.metrics
            for kind in KINDS
            if kind not in _MAIN
            for row in self._terms(metric, kind)
            if row["q_value"] is not None and row["q_value"] <= _FALSE
        ]
        return sorted(rows, key=lambda row: -_size(row))


def _size(row: Row) -> float:
    """Return how many of its errors an effect measures: what can be compared between metrics."""
    return abs(row["estimate"]) / row["std_error"] if row["std_error"] else 0.0


def _is_share(metric: str) -> bool:
    return METRICS[metric].unit == "share"


def _effect(metric: str) -> Column:
    unit = "points" if _is_share(metric) else METRICS[metric].unit
    head = f"{METRICS[metric].label}, {unit}"
    return columns.points(head, metric) if _is_share(metric) else _signed(head, metric)


def _signed(head: str, name: str) -> Column:
    return Column(
        head,
        lambda row: number_between(row, name),
        numeric=True,
        raw=lambda row: (row[name], row[f"{name}_low"], row[f"{name}_high"]),
    )


def _ends(metric: str, row: Row | None) -> dict[str, float | None]:
    low, high = METRICS[metric].bounds
    names = {"estimate": metric, "low": f"{metric}_low", "high": f"{metric}_high"}
    found = {names[end]: None if row is None else row[end] for end in names}
    return found | {low: found[names["low"]], high: found[names["high"]]}


def _estimate(row: Row) -> Row:
    return {"x": row["estimate"], "x_low": row["low"], "x_high": row["high"]}


def _raw(row: Row) -> columns.Raw:
    return row["estimate"], row["low"], row["high"]


def _written(row: Row) -> str:
    if row["estimate"] is None:
        return NONE
    write = points_between if _is_share(row["metric"]) else number_between
    return write(_estimate(row), "x")


def _named(term: str, kind: str) -> str:
    """Write a term: Undead, No setting, Pirates and Royal Navy × Plateau."""
    sorts: Sequence[str] = kind.split(" x ")
    parts = []
    for name, sort in zip(term.split(" x "), sorts, strict=True):
        if name == "none" and sort in (SETTING, BUILDING):
            parts.append(f"no {sort}")
        elif sort == UNIT:
            parts.append(listing([faction(one) for one in name.split("+")]))
        else:
            parts.append(location(name))
    text = " × ".join(parts)
    return text[:1].upper() + text[1:]


def _of_kind(kind: str) -> str:
    text = " × ".join(kind.split(" x ")).replace(UNIT, "faction")
    return text[:1].upper() + text[1:]
