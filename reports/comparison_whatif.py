"""The page of a what-if: differences with intervals, and deals that were turned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports import columns, overall
from reports import comparison_words as words
from reports.answers import headline
from reports.columns import Table
from reports.comparison_examples import tell
from reports.comparison_figures import around
from reports.comparison_page import Page, Section
from reports.drawing import Drawing
from reports.figures import Bar
from reports.wording import Row, count, number, percent, plural

if TYPE_CHECKING:
    from reports.comparison import Results

#: Metrics that are told of every cell, changed or not.
HEADLINES = ("leader_win_rate", "a_win_rate", "draw_rate", "mean_margin")

#: Tables whose metrics are told where they surely differ; the others have too many rows.
_TOLD = ("cells", "factions", "powers")

#: Rows of the figure of one cell, changed deals that are told, and metrics that a sentence names.
_MOST_ROWS = 24
_DEALS = 5
_NAMED = 3


def page(results: Results, *, deals: bool = True) -> Page:
    """Return the page of a what-if's directory; `deals` as of :func:`comparison.page_of`."""
    from reports.comparison import rows_of

    manifest = results.manifest
    cells = rows_of(results, "cells")
    wins = rows_of(results, "differences", table=["cells"], metric=HEADLINES[:2])
    change = str(manifest["variants"][0]["change"])
    names = words.cell_names(cells)
    home = home_cell(cells, wins)
    shown = _shown(cells, home)
    numbers = [cell["cell"] for cell in shown]
    differences = rows_of(results, "differences", table=_TOLD, cell=numbers)
    return Page(
        kicker="claimsim what-if",
        title=manifest["name"],
        question=f"What does it change: {change}?",
        answers=_answers(cells, wins, differences, home, names),
        facts=[
            ("Change", change),
            *words.facts(manifest, len(cells)),
            ("Deals that were turned", percent(turned(cells))),
        ],
        sections=[
            _cells_section(cells, shown, wins, names),
            _metrics_section(shown, home, differences, names),
            *([_deals_section(results, cells, home, names)] if deals else []),
        ],
        method=[words.PAIRED, _EFFICIENCY, words.SEVERAL],
        provenance=words.provenance(manifest),
        command=words.command(manifest, "whatif", "--against", "changed.toml"),
        files=[
            ("scenario.toml", manifest["scenario"]),
            ("changed.toml", manifest["variants"][0]["scenario"]),
        ],
    )


_EFFICIENCY = (
    "Times the deals: so many times the deals would be needed for the same precision if the two "
    "ways had deals of their own."
)


def turned(cells: Sequence[Row]) -> float:
    """Return the share of deals in which another player wins a game."""
    return float(sum(c["changed_deals"] for c in cells) / sum(c["deals"] for c in cells))


def home_cell(cells: Sequence[Row], differences: Sequence[Row]) -> Row:
    """Return the cell that sentences are about: the strongest player against itself, if there."""
    rates = {d["cell"]: d["baseline"] for d in differences if d["metric"] == "a_win_rate"}
    found = headline([{**cell, "a_win_rate": rates.get(cell["cell"])} for cell in cells])
    return next(cell for cell in cells if cell["cell"] == found["cell"])


def of_cell(differences: Sequence[Row], cell: Row, metric: str) -> Row:
    """Return the difference of a metric of a cell."""
    return next(
        d for d in differences
        if d["cell"] == cell["cell"] and d["table"] == "cells" and d["metric"] == metric
    )  # fmt: skip


def _shown(cells: Sequence[Row], home: Row) -> list[Row]:
    """Return the cells that are shown one by one: those that the change turns most."""
    order = sorted(cells, key=lambda c: (c is not home, -c["changed_deals"] / c["deals"]))
    kept = {cell["cell"] for cell in order[: words.MOST_CELLS]}
    return [cell for cell in cells if cell["cell"] in kept]


def _answers(
    cells: Sequence[Row],
    wins: Sequence[Row],
    differences: Sequence[Row],
    home: Row,
    names: dict[int, str],
) -> list[str]:
    share = words.small_share(home["changed_deals"] / home["deals"])
    where = f" ({names[home['cell']]})" if len(cells) > 1 else ""
    leader = of_cell(wins, home, "leader_win_rate")
    edges = [d for d in wins if d["metric"] == "leader_win_rate"]
    sides = [words.surely(d, len(edges)) for d in edges]
    up, down = sides.count(1), sides.count(-1)
    counted = (
        f"Of {plural(len(cells), 'cell')}, the leader's win rate surely rises in {count(up)}, "
        f"falls in {count(down)}; in {count(len(cells) - up - down)} no difference can be told."
    )
    if len(cells) >= overall.MANY and overall.is_wide(leader["low"], leader["high"]):
        mean = _mean(edges, cells)
        average = f"On average over all {count(len(cells))} cells the first leader {mean}."
        return [
            f"{average} Single cells are short. {counted}",
            f"Another player wins a game in {words.small_share(turned(cells))} of all deals.",
        ]
    found = [
        f"The first leader {_moves(leader)}{where}.",
        f"Another player wins a game in {share} of the deals{where}.",
    ]
    if len(cells) > 1:
        found.append(counted)
    changed = [d for d in _surest(differences, home) if d["table"] != "powers"]
    if changed:
        told = "; ".join(
            f"{_name(d)}, from {words.value_text(d['metric'], d['baseline'], 1)} to "
            f"{words.value_text(d['metric'], d['variant'], 1)}"
            for d in changed[:_NAMED]
        )
        found.append(f"What surely changes most{where}: {told}.")
    else:
        found.append(f"No other number surely changes{where}.")
    return found


def _mean(edges: Sequence[Row], cells: Sequence[Row]) -> str:
    """Say how a share differs on average over cells; the unit of its interval is the deck."""
    decks = {cell["cell"]: cell["deck"] for cell in cells}
    known = [d for d in edges if d["difference"] is not None]
    means = {
        key: overall.mean_of([(decks[d["cell"]], d[key]) for d in known])
        for key in ("baseline", "variant", "difference")
    }
    before, after, mean = (means[key] for key in ("baseline", "variant", "difference"))
    if before is None or after is None or mean is None:
        return "wins no game either way"
    if not any(d["difference"] for d in known):
        return f"wins {percent(before['rate'])} either way"
    rates = f"wins {percent(after['rate'])} instead of {percent(before['rate'])}"
    value, low, high = (mean[f"rate{end}"] for end in ("", "_low", "_high"))
    if low is None or high is None:
        return f"{rates}: {number(100 * value, 1, sign=True)} points"
    doubt = "" if words.apart(low, high) else ", which may be chance"
    return f"{rates}: {words.points_text(value, low, high)}{doubt}"


def _moves(d: Row) -> str:
    before, after = (words.value_text(d["metric"], d[way], 1) for way in ("baseline", "variant"))
    if d["difference"] == 0:
        return f"wins {before} either way ({words.points_text(0.0, d['low'], d['high'])})"
    difference = words.points_text(d["difference"], d["low"], d["high"])
    doubt = "" if words.apart(d["low"], d["high"]) else ", which may be chance"
    return f"wins {after} instead of {before}: {difference}{doubt}"


def _surest(differences: Sequence[Row], cell: Row) -> list[Row]:
    """Return what surely differs in a cell, the surest first, apart from who wins.

    Surely among all numbers of the cell that are looked at.
    """
    own = [
        d for d in differences
        if d["cell"] == cell["cell"] and d["table"] in _TOLD and d["metric"] not in HEADLINES[:2]
        and d["low"] is not None
    ]  # fmt: skip
    sure = [d for d in own if words.surely(d, len(own))]
    return sorted(sure, key=lambda d: -abs(d["difference"]) / (d["high"] - d["low"] or 1.0))


def _name(d: Row) -> str:
    return words.metric_name(d["metric"], d["table"], d["row"])


def _cells_section(
    cells: Sequence[Row], shown: Sequence[Row], wins: Sequence[Row], names: dict[int, str]
) -> Section:
    left = len(cells) - len(shown)
    said = (
        f"{count(left)} more cells are left out here: those shown are the ones in which the change "
        "turns most deals. differences.parquet holds all."
    )
    leader = [of_cell(wins, cell, "leader_win_rate") for cell in shown]
    figure = _forest(
        "leader",
        "Change of the leader's win rate by cell",
        "Win rate of the first leader, changed minus as it is, in percentage points, with "
        "intervals. A filled mark means that the interval leaves out 0.",
        [names[cell["cell"]] for cell in shown],
        leader,
    )
    rows = [
        {**cell, "name": names[cell["cell"]], "share": cell["changed_deals"] / cell["deals"]}
        | {f"leader{end}": d[key] for end, key in _ENDS}
        | {f"a{end}": of_cell(wins, cell, "a_win_rate")[key] for end, key in _ENDS}
        for cell, d in zip(shown, leader, strict=True)
    ]
    moved = any(cell["cards_in_place"] < cell["deck_cards"] for cell in shown)
    table = columns.table(
        "leader",
        "Every cell: how often deals are turned, and what that does to who wins",
        [
            columns.words("Cell", lambda r: r["name"]),
            columns.whole("Deals", "deals"),
            columns.plain("Turned", "share", percent),
            columns.points("Leader wins, points", "leader"),
            columns.points("a wins, points", "a"),
            *([columns.plain("Cards in place", "cards_in_place", _cards)] if moved else []),
        ],
        rows,
    )
    return Section("cells", "Who wins", [said] if left else [], [figure, table], brief=True)


_ENDS = (("", "difference"), ("_low", "low"), ("_high", "high"))


def _cards(value: float) -> str:
    return number(value, 1)


def _metrics_section(
    shown: Sequence[Row], home: Row, differences: Sequence[Row], names: dict[int, str]
) -> Section:
    numbers = {cell["cell"] for cell in shown}
    told = [
        d for d in differences
        if d["cell"] in numbers and d["table"] in _TOLD and d["difference"] is not None
        and (d["metric"] in HEADLINES or words.apart(d["low"], d["high"]))
    ]  # fmt: skip
    table = columns.table(
        "metrics",
        "Every metric whose own interval leaves out 0, and who wins",
        [
            columns.words("Cell", lambda d: names[d["cell"]]),
            columns.words("Metric", _name),
            words.value_column("As it is", "baseline"),
            words.value_column("Changed", "variant"),
            words.difference_column("Difference"),
            columns.words("Interval", lambda d: d["interval"]),
            columns.plain("Times the deals", "efficiency", _cards),
        ],
        told,
    )
    own = [d for d in told if d["cell"] == home["cell"] and words.is_share(d["metric"])]
    own = [d for d in own if d["low"] != d["high"]][:_MOST_ROWS]
    where = names[home["cell"]]
    parts: list[Drawing | Table] = [table]
    if own:
        figure = _forest(
            "metrics",
            f"Change of shares: {where}",
            f"{where}: the shares whose own interval leaves out 0, and who wins; changed minus as "
            "it is, in percentage points, with intervals.",
            [_name(d) for d in own],
            own,
        )
        parts = [figure, table]
    note = (
        "Differences of shares are in percentage points, others in the metric's own unit. The "
        "metrics of cards, tricks and Phase 1 stand in differences.parquet."
    )
    return Section("metrics", "What changes", [note], parts)


def _forest(
    name: str, title: str, caption: str, labels: Sequence[str], rows: Sequence[Row]
) -> Drawing:
    bars = [bar_of(label, d) for label, d in zip(labels, rows, strict=True)]
    return around(name, title, caption, bars, "difference, percentage points")


def bar_of(label: str, d: Row) -> Bar:
    """Return a difference of shares as a row of a figure, in percentage points."""
    value, low, high = (None if d[k] is None else 100 * d[k] for k in ("difference", "low", "high"))
    text = words.change_text(d["metric"], d["difference"], d["low"], d["high"])
    if d["interval"] == "by definition":
        text = f"{number(value or 0.0, 1)} by definition"
    return Bar(label, value, low, high, text, words.apart(low, high))


def _deals_section(
    results: Results, cells: Sequence[Row], home: Row, names: dict[int, str]
) -> Section:
    """Tell deals of the cell that sentences are about, or of the one that turns most."""
    moved = [cell for cell in cells if cell["changed_deals"]]
    order = sorted(moved, key=lambda c: (c is not home, -c["changed_deals"] / c["deals"]))
    first = {cell["cell"]: names[cell["cell"]] for cell in order[:1]}
    told, why_not = tell(results.manifest, results.manifest["variants"][0], first, _DEALS)
    said = (
        "The first deals that end otherwise, told up to where they part. Seats are numbered; seat "
        "0 leads the first trick."
    )
    none = "" if moved else "No deal was turned."
    return Section("deals", "Deals that were turned", [why_not or none or said], told)
