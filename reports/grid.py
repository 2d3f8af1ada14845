"""The grid of a run: settings by buildings, and a table of its cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean

from claimsim.statistics.metrics import METRICS
from reports import columns, heat, overall
from reports.columns import Raw, Table
from reports.heat import HeatMap
from reports.labels import Labels, matchup, place_of
from reports.wording import Row, count

#: Rows up to which the table of cells has all of them; beyond, it has both tails.
MOST_ROWS = 400
#: Cells of either tail.
TAIL = 100

#: Names on an axis of a heat map, at most.
_MOST_NAMES = 40
#: Matchups that have a map of their own, beside that of all together.
_MOST_MAPS = 3

Key = Callable[[Row], str]

_ABOUT = (
    "Win rate of the first leader in %. {what} Of fields without any edge, about one in 20 is bold "
    "by chance. Orange is below 50 %, blue above."
)  # fmt: skip

_WON = "leader_win_rate"

#: How the bounds of a mean come about: see :func:`overall.mean_of` and ``WIDEST``.
_MEANS = (
    "bold where its interval leaves out 50 %: with many decks one from how much decks differ, else "
    "the mean of the cells' bounds, which is too wide rather than too narrow, as cells of one deck "
    "share deals."
)


def maps(cells: Sequence[Row], labels: Labels) -> list[tuple[str, HeatMap]]:
    """Return the leader's win rate over the two widest axes of the grid, for all and each matchup.

    Returns
    -------
    list of tuple
        A name and a map each; nothing where the run has fewer than two axes.
    """
    axes = _axes(labels)
    if axes is None:
        return []
    (rows, row_key), (heads, head_key) = axes
    found = []
    by_matchup = heads != "Matchup" and len(labels.matchups) > 1
    if by_matchup:
        for name in labels.matchups[:_MOST_MAPS]:
            own = [cell for cell in cells if matchup(cell) == name]
            found.append((name, _map(own, rows, row_key, heads, head_key, name)))
    label = "all matchups" if by_matchup else ""
    return [(label, _map(cells, rows, row_key, heads, head_key, label)), *found]


def table(cells: Sequence[Row], labels: Labels) -> Table:
    """List the cells; of a large grid those in which the leader surely wins least and most."""
    shown = [columns.whole("Cell", "cell")]
    for head, known, key in (
        ("Deck", labels.decks, "deck"),
        ("Setting", labels.settings, "setting"),
        ("Building", labels.buildings, "building"),
        ("Matchup", labels.matchups, ""),
    ):
        if len(known) > 1:
            shown.append(columns.words(head, _writer(labels, key)))
    shown += [
        columns.whole("Games", "games"),
        columns.share("Leader wins", "leader_win_rate"),
        columns.share("a wins", "a_win_rate"),
    ]
    if any(cell["verdict"] is not None for cell in cells):
        shown.append(columns.words("Verdict", lambda c: c["verdict"] or "–"))
    caption = "All cells"
    rows = list(cells)
    if len(cells) > MOST_ROWS:
        rows = _tails(cells)
        caption = f"The {count(TAIL)} cells at either end of {count(len(cells))}"
    return columns.table("grid", caption, shown, rows)


def _writer(labels: Labels, key: str) -> Key:
    if not key:
        return matchup
    return labels.deck if key == "deck" else place_of(key)


def _tails(cells: Sequence[Row]) -> list[Row]:
    """Return the cells with the lowest upper and the highest lower bounds."""
    known = [cell for cell in cells if cell["leader_low"] is not None]
    low = sorted(known, key=lambda cell: (cell["leader_high"], cell["cell"]))[:TAIL]
    taken = {cell["cell"] for cell in low}
    rest = [cell for cell in known if cell["cell"] not in taken]
    high = sorted(rest, key=lambda cell: (-cell["leader_low"], cell["cell"]))[:TAIL]
    return [*low, *reversed(high)]


def _axes(labels: Labels) -> tuple[tuple[str, Key], tuple[str, Key]] | None:
    """Choose rows and columns: locations first, then decks, then matchups."""
    known: Mapping[str, tuple[list[str], Key]] = {
        "Setting": (labels.settings, place_of("setting")),
        "Building": (labels.buildings, place_of("building")),
        "Deck": (labels.decks, labels.deck),
        "Matchup": (labels.matchups, matchup),
    }
    fit = [(name, key) for name, (names, key) in known.items() if 1 < len(names) <= _MOST_NAMES]
    if len(fit) < 2 or fit[0][0] == "Matchup":
        return None
    return fit[0], fit[1]


def _map(
    cells: Sequence[Row], rows: str, row_key: Key, heads: str, head_key: Key, name: str
) -> HeatMap:
    fields: dict[tuple[str, str], list[Row]] = {}
    for cell in cells:
        fields.setdefault((row_key(cell), head_key(cell)), []).append(cell)
    lines = list(dict.fromkeys(row for row, _ in fields))
    names = list(dict.fromkeys(head for _, head in fields))
    most = max(map(len, fields.values()))
    what = "Bold where the interval leaves out 50 %."
    if most > 1:
        what = f"Each field is the mean of up to {count(most)} cells; {_MEANS}"
    whose = f", {name}" if name else ""
    return heat.percentages(
        f"places-{name or 'all'}".replace(" ", "-"),
        f"Where the first leader wins: {rows.lower()} by {heads.lower()}{whose}",
        rows,
        names,
        [(line, [_field(fields.get((line, head), [])) for head in names]) for line in lines],
        middle=0.5,
        about=_ABOUT.format(what=what),
    )


def _field(cells: Sequence[Row]) -> Raw | None:
    """Return a cell's win rate with its bounds, or the mean of several with bounds that hold."""
    if not cells:
        return None
    if len(cells) == 1:
        return columns.three(cells[0], _WON)
    known = [cell for cell in cells if cell["leader_low"] is not None]
    mean = overall.average(known)
    if mean is None:
        return (None,)
    if mean["rate_low"] is not None:
        return columns.three(mean, "rate")
    return mean["rate"], *(fmean(cell[end] for cell in known) for end in METRICS[_WON].bounds)
