"""From a report's rows to its figures: which numbers are drawn, and what is said of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports import figures
from reports.answers import OPEN, standing
from reports.figures import Bar, Part
from reports.palette import marks
from reports.svg import clean
from reports.wording import faction, percent_between, plural

if TYPE_CHECKING:
    from reports.content import Report
    from reports.wording import Row


@dataclass(frozen=True)
class Drawing:
    """A figure of the page: its name, caption and SVG element."""

    name: str
    caption: str
    svg: str


def draw(report: Report) -> dict[str, Drawing]:
    """Draw every figure of a report.

    Returns
    -------
    dict
        ``leader``, ``strategy``, ``captures`` and ``splits``.
    """
    made = (_leader(report), _strategy(report), _captures(report), _splits(report))
    return {drawing.name: drawing for drawing in made}


def _leader(report: Report) -> Drawing:
    bars = [
        _against_half(label, cell, "leader_win_rate", "leader_low", "leader_high")
        for label, cell in zip(report.labels, report.cells, strict=True)
    ]
    caption = (
        "Win rate of the first leader, with its interval. The dashed line is one half; a filled "
        "mark means that the interval leaves it out."
    )
    svg = figures.forest(bars, "games won by the first leader")
    return _drawing("leader", "Leader advantage by cell", caption, svg, _read_out(bars))


def _strategy(report: Report) -> Drawing:
    bars = [
        _against_half(label, cell, "a_win_rate", "a_low", "a_high")
        for label, cell in zip(report.labels, report.cells, strict=True)
    ]
    caption = (
        "Win rate of the strategy that is named first, with its interval. A filled mark means "
        "that the interval leaves out one half; a hollow diamond is one half by definition, "
        "the same player twice."
    )
    svg = figures.forest(bars, "games won by the strategy named first")
    return _drawing("strategy", "Strategy advantage by cell", caption, svg, _read_out(bars))


def _captures(report: Report) -> Drawing:
    names = list(dict.fromkeys(row["faction"] for row in report.factions))
    own = [[row for row in report.factions if row["cell"] == c["cell"]] for c in report.cells]
    panels = [
        (title, [[_share(row, metric) for row in rows] for rows in own])
        for title, metric in (
            ("to the winner", "vote_to_winner"),
            ("to the first leader", "vote_to_leader"),
            ("to nobody", "vote_unawarded"),
        )
    ]
    caption = (
        "Share of games in which each faction’s vote went to the winner, to the first leader and "
        "to nobody, with intervals. The panels have their own scales."
    )
    written = {name: faction(name) for name in names}
    svg = figures.dots(report.labels, panels, marks(names), written)
    words = f"{plural(len(report.cells), 'cell')}; the numbers stand in the table that follows."
    return _drawing("captures", "Captures by faction and cell", caption, svg, words)


def _splits(report: Report) -> Drawing:
    whole = {
        (more, fewer)
        for more, fewer in report.splits
        for rows in [_factions_by_cell(report)]
        if more + fewer in rows.values()
    }
    seen = [s for s in report.splits if any(_votes(cell, s) for cell in report.cells)]
    order = sorted(seen, key=lambda s: (s not in whole, s[1] - s[0], -s[0]))
    parts = [Part(f"{h}–{low}", h - low, (h, low) not in whole) for h, low in order]
    shares = [[_votes(cell, s) for s in order] for cell in report.cells]
    caption = "How the votes stood at the end: those of the player with more, those of the other."
    if any(part.partial for part in parts):
        caption += " Hatched: a vote was not awarded."
    svg = figures.stacks(report.labels, parts, shares)
    words = f"{plural(len(report.cells), 'cell')}; the numbers stand in the table that follows."
    return _drawing("splits", "Vote splits by cell", caption, svg, words)


def _factions_by_cell(report: Report) -> dict[int, int]:
    cells = [row["cell"] for row in report.factions]
    return {cell: cells.count(cell) for cell in set(cells)}


def _votes(cell: Row, split: tuple[int, int]) -> float:
    return float(cell[f"votes_{split[0]}_{split[1]}"] or 0.0)


def _against_half(label: str, cell: Row, name: str, low: str, high: str) -> Bar:
    text = percent_between(cell, name, low, high)
    if cell[low] is not None and cell[low] == cell[high]:
        text += " by definition"
    filled = standing(cell[low], cell[high]) != OPEN
    return Bar(label, cell[name], cell[low], cell[high], text, filled)


def _share(row: Row, name: str) -> Bar:
    return Bar(row["faction"], row[name], row[f"{name}_low"], row[f"{name}_high"], "", filled=True)


def _read_out(bars: list[Bar]) -> str:
    return "; ".join(f"{bar.label}: {bar.text}" for bar in bars)


def _drawing(name: str, title: str, caption: str, svg: str, words: str) -> Drawing:
    return Drawing(name, caption, clean(svg, f"figure-{name}", title, words))
