"""From a report's rows to its figures: which numbers are drawn, and what is said of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from claimsim.statistics.bounds import DEFINITION
from reports import figures
from reports.answers import OPEN, standing
from reports.figures import Bar, Part
from reports.palette import marks
from reports.svg import clean
from reports.wording import faction, percent_between, plural

if TYPE_CHECKING:
    from reports.content import Report
    from reports.wording import Row

#: Cells whose factions are drawn, at most.
_MOST_DOTS = 12

#: Shares below this are sums that miss 1 by rounding.
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Drawing:
    """A figure of the page: its name, caption and SVG element."""

    name: str
    caption: str
    svg: Markup


def draw(report: Report) -> dict[str, Drawing]:
    """Draw every figure of a report.

    Returns
    -------
    dict
        ``leader``, ``captures`` and ``splits``, and ``strategy`` unless every pair of players is
        even by definition.
    """
    made = (_leader(report), _strategy(report), _captures(report), _splits(report))
    return {drawing.name: drawing for drawing in made if drawing is not None}


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


def _strategy(report: Report) -> Drawing | None:
    if all(cell["a_interval"] == DEFINITION for cell in report.cells):
        return None
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
    cells = _of_one_deck(report)
    own = [[row for row in report.factions if row["cell"] == c["cell"]] for c in cells]
    names = list(dict.fromkeys(row["faction"] for rows in own for row in rows))
    panels = [
        (title, [[_share(row, metric) for row in rows] for rows in own])
        for title, metric in (
            ("to the winner", "vote_to_winner"),
            ("to the first leader", "vote_to_leader"),
            ("to nobody", "vote_unawarded"),
        )
    ]
    caption = (
        "Share of games in which each faction's vote went to the winner, to the first leader and "
        "to nobody, with intervals. The panels have their own scales."
    )
    if len(cells) < len(report.cells):
        deck = f" with the deck {cells[0]['deck']}" if len(report.label.decks) > 1 else ""
        caption += f" Drawn: {plural(len(cells), 'cell')}{deck}; the tables hold the others too."
    written = {name: faction(name) for name in names}
    labels = [report.label(cell) for cell in cells]
    svg = figures.dots(labels, panels, marks(names), written)
    words = f"{plural(len(cells), 'cell')}; the numbers stand in the table that follows."
    return _drawing("captures", "Captures by faction and cell", caption, svg, words)


def _splits(report: Report) -> Drawing:
    decks = [[f for f in report.factions if f["cell"] == cell["cell"]] for cell in report.cells]
    full = [split for split in report.splits if sum(split) in map(len, decks)]
    order = sorted(
        (split for split in full if any(_votes(cell, split) for cell in report.cells)),
        key=lambda split: (split[1] - split[0], -split[0]),
    )
    parts = [Part(f"{more}–{fewer}", more - fewer, partial=False) for more, fewer in order]
    shares = [[_votes(cell, split) for split in order] for cell in report.cells]
    rest = [
        max(1 - sum(row), 0.0) if cell["games"] else 0.0
        for cell, row in zip(report.cells, shares, strict=True)
    ]
    caption = "How the votes stood at the end: those of the player with more, those of the other."
    if max(rest) > _ROUNDING:
        parts.append(Part("a vote unawarded", 0, partial=True))
        shares = [[*row, left] for row, left in zip(shares, rest, strict=True)]
        caption += " Hatched: some vote was not awarded, or no vote counted."
    svg = figures.stacks(report.labels, parts, shares)
    words = f"{plural(len(report.cells), 'cell')}; the numbers stand in the table that follows."
    return _drawing("splits", "Vote splits by cell", caption, svg, words)


def _of_one_deck(report: Report) -> list[Row]:
    """Return the first cells with the answer's deck: other factions would be too much to see."""
    deck = report.home["deck"]
    return [cell for cell in report.cells if cell["deck"] == deck][:_MOST_DOTS]


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
    text = clean(svg, f"figure-{name}", title, words)
    return Drawing(name, caption, Markup(text))  # noqa: S704 (words in it are escaped)
