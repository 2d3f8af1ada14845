"""The page of restricted play: what it costs a player to do without something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from reports import columns, heat
from reports import comparison_words as words
from reports.comparison_figures import around
from reports.comparison_page import Page, Part, Section
from reports.figures import Bar
from reports.wording import Row, count, faction, listing, percent, plural

if TYPE_CHECKING:
    from reports.comparison import Results

#: Restrictions of the figure, and restrictions that a sentence names.
_MOST_ROWS = 60
_NAMED = 3

_ENDS = (("", "price"), ("_low", "low"), ("_high", "high"))


def page(results: Results) -> Page:
    """Return the page of the directory of restricted play."""
    from reports.comparison import rows_of

    manifest = results.manifest
    prices, cells = rows_of(results, "prices"), rows_of(results, "cells")
    places = list({cell["cell"]: cell for cell in cells}.values())
    player = manifest["player"]
    options = [part for one in manifest["forbidden"] for part in ("--forbid", one)]
    return Page(
        kicker="claimsim restricted play",
        title=manifest["name"],
        question=f"What does it cost player {player} to do without each of these?",
        answers=_answers(prices, player),
        facts=[
            ("Restricted", f"player {player}, not the opponent"),
            ("Restrictions", count(len(prices))),
            *words.facts(manifest, len(places)),
        ],
        sections=[_priced(prices, player), _by_cell(prices, cells, places)],
        method=[_PRICE, words.PAIRED, words.SEVERAL],
        provenance=words.provenance(manifest),
        command=words.command(manifest, "restrict", *options, "--player", player),
        files=[("scenario.toml", manifest["scenario"])],
    )


_PRICE = (
    "The price is the win rate of the player who may use everything minus his win rate without "
    "the thing, against an opponent who may use it: what it is worth to this player against this "
    "opponent. A negative price says that he would do better without. Over several cells it is "
    "their mean; the unit of its interval is the deal, which the cells of a deck share."
)


def title(restriction: str) -> str:
    """Write a restriction: card=knights-5 is Knights 5."""
    kind, _, name = restriction.partition("=")
    if kind == "faction":
        return faction(name)
    if kind == "card":
        return f"{faction(name.rpartition('-')[0])} {name.rpartition('-')[2]}"
    return f"{kind} {name}"


def _answers(prices: Sequence[Row], player: str) -> list[str]:
    first = prices[0]
    told = words.points_text(first["price"], first["low"], first["high"])
    dearest = (
        f"The dearest to do without is {title(first['restriction'])}: it costs player {player} "
        f"{told.replace('+', '')}; he wins {percent(first['restricted'])} instead of "
        f"{percent(first['baseline'])}."
    )
    found = [dearest]
    sure = [row for row in prices if words.surely(row, len(prices), "price") > 0]
    others = [
        f"{title(row['restriction'])} ({words.points_text(row['price'], row['low'], row['high'])})"
        for row in prices[1 : 1 + _NAMED]
    ]
    if others:
        found.append(f"Then come {listing(others)}.")
    found.append(
        f"Of {plural(len(prices), 'restriction')}, {count(len(sure))} surely cost something"
        f"{_better(prices)}; of the others it cannot be told."
        if len(sure) < len(prices)
        else "Every restriction surely costs something."
    )
    return found


def _better(prices: Sequence[Row]) -> str:
    better = [
        title(row["restriction"])
        for row in prices
        if words.surely(row, len(prices), "price") < 0
    ]  # fmt: skip
    if not better:
        return ""
    return f", and {listing(better[:_NAMED])} surely would be better left alone"


def _priced(prices: Sequence[Row], player: str) -> Section:
    shown = prices[:_MOST_ROWS]
    bars = [
        Bar(
            title(row["restriction"]),
            100 * row["price"],
            100 * row["low"],
            100 * row["high"],
            words.change_text("leader_win_rate", row["price"], row["low"], row["high"]),
            words.apart(row["low"], row["high"]),
        )
        for row in shown
    ]
    figure = around(
        "prices",
        "Prices of doing without",
        f"What player {player} loses in win rate, in percentage points, with intervals. A filled "
        "mark means that the interval leaves out 0.",
        bars,
        "price, percentage points",
        solid=True,
    )
    rows = [
        {**row, "turned": row["changed_deals"] / (row["cells"] * row["deals"])}
        | {f"cost{end}": row[key] for end, key in _ENDS}
        for row in prices
    ]
    several = any(row["cells"] > 1 for row in prices)
    table = columns.table(
        "prices",
        "Every restriction, the dearest first",
        [
            columns.words("Without", lambda r: title(r["restriction"])),
            columns.plain("Wins free", "baseline", percent),
            columns.plain("Wins without", "restricted", percent),
            columns.points("Price, points", "cost"),
            columns.plain("Deals turned", "turned", percent),
            *([columns.whole("Cells", "cells")] if several else []),
            columns.words("Interval", lambda r: r["interval"]),
        ],
        rows,
    )
    said = [] if len(shown) == len(prices) else ["The figure shows the dearest; the table has all."]
    return Section("prices", "Prices", said, [figure, table], brief=True)


def _by_cell(prices: Sequence[Row], cells: Sequence[Row], places: Sequence[Row]) -> Section:
    names = words.cell_names(sorted(places, key=lambda cell: cell["cell"]))
    found = {(row["restriction"], row["cell"]): row for row in cells}
    parts: list[Part] = []
    if len(names) <= words.MOST_CELLS:
        parts.append(
            heat.percentages(
                "by-cell",
                "Prices by cell, in percentage points",
                "Without",
                list(names.values()),
                [
                    (title(row["restriction"]), [
                        _raw(found.get((row["restriction"], cell))) for cell in names
                    ])
                    for row in prices
                ],
                middle=0.0,
                about="Bold: the interval of the price leaves out 0. An empty field: the cell does "
                "not have it, or the player cannot do it.",
            )
        )  # fmt: skip
    means = columns.table(
        "means",
        "What doing without came down to",
        [
            columns.words("Without", lambda r: title(r["restriction"])),
            columns.words("The player", lambda r: r["means"]),
        ],
        list({(row["restriction"], row["means"]): row for row in cells}.values()),
    )
    means = replace(means, prose=[False, True])
    note = "cells.parquet holds the price of every restriction in every cell, with its interval."
    return Section("cells", "Cell by cell", [note], [*parts, means])


def _raw(row: Row | None) -> tuple[float | None, ...] | None:
    return None if row is None else (row["price"], row["low"], row["high"])
