"""The page of rulings: how much each that could have gone another way matters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from claimsim.rules.switches import SWITCHES
from reports import columns
from reports import comparison_words as words
from reports.comparison_examples import tell
from reports.comparison_figures import around
from reports.comparison_page import Page, Section, Told
from reports.comparison_whatif import bar_of, turned
from reports.figures import Bar
from reports.wording import Row, count, listing, percent, plural

if TYPE_CHECKING:
    from reports.comparison import Results

#: Rulings of which a turned deal is told, and rulings that a sentence names.
_DEALS = 5
_NAMED = 3

#: Whose largest difference is told.
_METRICS = ("leader_win_rate", "a_win_rate")

_ENDS = (("", "difference"), ("_low", "low"), ("_high", "high"))


@dataclass(frozen=True)
class Ruling:
    """A ruling that went another way.

    Parameters
    ----------
    place
        Its place among the variants of the manifest.
    name
        What was changed, as a file has it.
    cells
        The rows of its cells.
    leader, a
        The largest difference of either's win rate in any cell.
    surest
        The largest difference of the leader's win rate in a cell in which it is sure, looked at
        together with all cells of all rulings; None where there is none.
    """

    place: int
    name: str
    cells: Sequence[Row]
    leader: Row
    a: Row
    surest: Row | None

    @property
    def share(self) -> float:
        """Share of deals in which another player wins a game."""
        return turned(self.cells)


def page(results: Results, *, deals: bool = True) -> Page:
    """Return the page of rulings' directory; `deals` as of :func:`comparison.page_of`."""
    from reports.comparison import rows_of

    manifest = results.manifest
    cells = rows_of(results, "cells")
    rulings = _rulings(results, cells)
    names = words.cell_names(rulings[0].cells)
    return Page(
        kicker="claimsim what-if: rulings",
        title=manifest["name"],
        question=words.question_of(manifest),
        answers=_answers(rulings, names),
        facts=[
            ("Rulings", count(len(rulings))),
            *words.facts(manifest, len(rulings[0].cells)),
        ],
        sections=[
            _ranked(rulings),
            _differences(rulings, names),
            *([_deals(results, rulings, names)] if deals else []),
        ],
        method=[words.PAIRED, _LARGEST, words.SEVERAL],
        provenance=words.provenance(manifest),
        command=words.command(manifest, "whatif", "--rulings"),
        files=[("scenario.toml", manifest["scenario"])],
    )


_LARGEST = (
    "Of each ruling the cell is told in which the win rate differs most. It was picked from all "
    "cells, which makes its difference look larger than it would on other deals."
)


def _rulings(results: Results, cells: Sequence[Row]) -> list[Ruling]:
    """Return the rulings, the one first that turns most deals."""
    largest: dict[tuple[str, str], Row] = {}
    wanted = results.table("differences", table=["cells"], metric=_METRICS)
    surest: dict[str, Row] = {}
    among = int((wanted["metric"] == _METRICS[0]).sum())
    for record in wanted.to_dict("records"):
        row = {str(name): value for name, value in record.items()}
        change, size = row["change"], abs(row["difference"])
        key = change, row["metric"]
        if key not in largest or size > abs(largest[key]["difference"]):
            largest[key] = row
        if row["metric"] == _METRICS[0] and words.surely(row, among):
            known = surest.get(change)
            if known is None or size > abs(known["difference"]):
                surest[change] = row
    found = []
    for place, variant in enumerate(results.manifest["variants"]):
        change = variant["change"]
        own = [cell for cell in cells if cell["change"] == change]
        leader, a = (largest[change, metric] for metric in _METRICS)
        found.append(Ruling(place, _written(change), own, leader, a, surest.get(change)))
    return sorted(found, key=lambda one: -one.share)


def _written(change: str) -> str:
    """Write a change of a ruling: plateau_rule: three_leads."""
    name, _, value = change.removeprefix("switches.").partition(" = ")
    return f"{name}: {value.strip(chr(34))}"


def _answers(rulings: Sequence[Ruling], names: dict[int, str]) -> list[str]:
    first = rulings[0]
    if not first.share:
        return ["No ruling turns any deal: who wins is the same either way."]
    weightiest = (
        f"The ruling that matters most is {first.name}: with it another player wins a game in "
        f"{words.small_share(first.share)} of the deals."
    )
    found = [weightiest]
    others = [
        f"{one.name} ({words.small_share(one.share)})"
        for one in rulings[1 : 1 + _NAMED]
        if one.share
    ]
    if others:
        found.append(f"Then {'come' if len(others) > 1 else 'comes'} {listing(others)}.")
    idle = sum(not one.share for one in rulings)
    if idle:
        found.append(f"{plural(idle, 'ruling')} of {count(len(rulings))} turned no deal.")
    sure = [(one.name, one.surest) for one in rulings if one.surest is not None]
    if sure:
        name, most = max(sure, key=lambda pair: abs(pair[1]["difference"]))
        told = words.points_text(*(most[k] for k in ("difference", "low", "high")))
        found.append(
            f"{plural(len(sure), 'ruling')} of {count(len(rulings))} surely "
            f"{'moves' if len(sure) == 1 else 'move'} the leader's win rate in some cell; the "
            f"largest such difference is {told}, by {name} ({names[most['cell']]})."
        )
    else:
        found.append("No ruling surely moves the leader's win rate in any cell.")
    return found


def _ranked(rulings: Sequence[Ruling]) -> Section:
    bars = [
        Bar(one.name, 100 * one.share, None, None, percent(one.share, 2), filled=True)
        for one in rulings
    ]
    figure = around(
        "ranked",
        "Rulings by the deals that they turn",
        "Share of deals in which another player wins a game once the ruling goes the other way.",
        bars,
        "deals that are turned, %",
        solid=True,
    )
    rows = [
        {"name": one.name, "share": one.share}
        | {f"leader{end}": one.leader[key] for end, key in _ENDS}
        | {f"a{end}": one.a[key] for end, key in _ENDS}
        for one in rulings
    ]
    table = columns.table(
        "ranked",
        "Every ruling: deals that are turned, and the largest difference in any cell, in points",
        [
            columns.words("Ruling", lambda r: r["name"]),
            columns.plain("Turned", "share", lambda value: percent(value, 2)),
            columns.points("Leader wins", "leader"),
            columns.points("a wins", "a"),
            columns.words("What it says", lambda r: _meaning(r["name"])),
        ],
        rows,
    )
    table = replace(table, prose=[False, False, False, False, True])
    return Section("ranked", "Rulings by weight", [], [figure, table], brief=True)


def _meaning(name: str) -> str:
    switch = SWITCHES.get(name.split(": ", maxsplit=1)[0])
    return "" if switch is None else switch.summary


def _differences(rulings: Sequence[Ruling], names: dict[int, str]) -> Section:
    figure = around(
        "leader",
        "Largest change of the leader's win rate by ruling",
        "The cell in which the leader's win rate differs most, changed minus as it is, in "
        "percentage points, with intervals. A filled mark means that the interval leaves out 0.",
        [bar_of(one.name, one.leader) for one in rulings],
        "difference, percentage points",
    )
    table = columns.table(
        "leader",
        "Where the leader's win rate differs most, ruling by ruling",
        [
            columns.words("Ruling", lambda d: _written(d["change"])),
            words.difference_column("Difference, points"),
            words.value_column("As it is", "baseline"),
            words.value_column("Changed", "variant"),
            columns.words("Cell", lambda d: names[d["cell"]]),
            columns.words("Interval", lambda d: d["interval"]),
        ],
        [one.leader for one in rulings],
    )
    note = "differences.parquet holds every metric of every ruling and cell."
    return Section("leader", "The leader's edge", [note], [figure, table])


def _deals(results: Results, rulings: Sequence[Ruling], names: dict[int, str]) -> Section:
    told: list[Told] = []
    why_not = ""
    for one in rulings[:_DEALS]:
        if not one.share:
            continue
        variant = results.manifest["variants"][one.place]
        most = max(one.cells, key=lambda cell: cell["changed_deals"] / cell["deals"])
        found, why_not = tell(results.manifest, variant, {most["cell"]: names[most["cell"]]}, 1)
        told += [
            Told(f"{one.name} – {deal.heading}", deal.start, deal.shared, deal.sides)
            for deal in found
        ]
        if why_not:
            break
    said = (
        "For each of the weightiest rulings the first deal that it turns, in the cell in which it "
        "turns most, told up to where the two ways part."
    )
    return Section("deals", "Deals that were turned", [why_not or said], told)
