"""The page of a sweep: a metric over values, where it meets its target, and the nearest value."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from reports import columns, heat
from reports import comparison_words as words
from reports.columns import Column, Raw
from reports.comparison_figures import Curve, Point, curve
from reports.comparison_page import Page, Part, Section
from reports.comparison_swept import Swept
from reports.wording import Row, count, listing, number, percent, plural

if TYPE_CHECKING:
    from reports.comparison import Results

#: Cells that are shown one by one.
_MOST_CELLS = 8

#: Longest value that stands at an axis.
_LONGEST = 14


def page(results: Results) -> Page:
    """Return the page of a sweep's directory."""
    from reports.comparison import rows_of

    names = ("cells", "by_value", "crossings", "best")
    swept = Swept(results.manifest, *(rows_of(results, name) for name in names))
    manifest = swept.manifest
    tolerance = manifest.get("tolerance")
    band = "" if tolerance is None else f" ± {number(swept.unit * tolerance, 1)}"
    return Page(
        kicker="claimsim sweep",
        title=manifest["name"],
        question=words.question_of(manifest),
        answers=_answers(swept),
        facts=[
            ("Varied", listing(swept.varied)),
            ("Metric", words.metric_name(swept.metric)),
            ("Target", f"{swept.text(swept.target)}{band}"),
            ("Values", count(len(manifest["variants"]))),
            *words.facts(manifest, len(swept.cells)),
        ],
        sections=[_values(swept), _best(swept)],
        method=[_FRESH, _CROSSING, words.PAIRED, words.SEVERAL],
        provenance=[
            *words.provenance(manifest),
            ("Fresh deals", f"from {manifest['fresh_first_deal']} on"),
        ],
        command=words.command(manifest, "sweep", *_options(swept)),
        files=[("scenario.toml", manifest["scenario"])],
    )


_FRESH = (
    "The nearest value was picked by the luck of its deals, too, which flatters it. It plays as "
    "many fresh deals, which had no part in that: believe those."
)
_CROSSING = (
    "Where the curve meets the target is found on straight lines between the values; the interval "
    "of that place is where the target lies within the intervals of the metric."
)


def _options(swept: Swept) -> list[str]:
    found = []
    for place, name in enumerate(swept.varied):
        key = "value" if place == 0 else "value_2"
        values = list(dict.fromkeys(row[key] for row in swept.by_value))
        found += ["--vary", f"{name}={','.join(values)}"]
    if swept.manifest.get("tolerance") is None:  # else the scenario's own target is asked about
        found += ["--metric", swept.metric, "--target", repr(swept.target)]
    return found


def _answers(swept: Swept) -> list[str]:
    what = f"{words.metric_name(swept.metric)} over {listing(swept.varied)}"
    if not swept.moved:
        return [f"{what}: no value changes it in any cell."]
    cell = swept.moved[0]
    where = f" ({swept.names[cell['cell']]})" if len(swept.cells) > 1 else ""
    found = [f"{what}{where}: {_meets(swept, cell)}"] if swept.is_curve else []
    for row in swept.of(swept.best, cell):
        fresh, picked = (
            swept.between(*(row[f"{which}_{k}"] for k in ("estimate", "low", "high")))
            for which in ("fresh", "picked")
        )
        found.append(
            f"Nearest to {swept.text(swept.target)}{where} is {swept.value(row)}: {fresh} on "
            f"{count(row['fresh_deals'])} fresh deals; on the deals that picked it {picked}."
        )
    still = len(swept.cells) - len(swept.moved)
    if still:
        total = count(len(swept.cells))
        found.append(f"In {plural(still, 'cell')} of {total} no value changes anything.")
    return found


def _meets(swept: Swept, cell: Row) -> str:
    rows, target = swept.of(swept.crossings, cell), swept.text(swept.target)
    found = []
    for row in rows:
        edges = [w for w, key in (("first", "from_edge"), ("last", "to_edge")) if row[key]]
        beyond = f", and maybe beyond the {' and the '.join(edges)} value" if edges else ""
        first, last = row["first"], row["last"]
        if swept.is_whole:  # the values that lie within, or on either side
            first, last = math.floor(first), math.ceil(last)
        span = f"from {first:.4g} to {last:.4g}{beyond}"
        if row["at"] is None:
            found.append(f"{target} lies within the intervals {span}")
        else:
            found.append(f"it meets {target} {_at(swept, row['at'])} (95 %: {span})")
    if all(row["at"] is None for row in rows):
        found.insert(0, f"it does not meet {target} at any value or between two")
    return f"{'; '.join(found)}."


def _at(swept: Swept, place: float) -> str:
    """Say where: at a value, or between two where there is none between them."""
    if swept.is_whole and place != round(place):
        return f"between {math.floor(place)} and {math.ceil(place)}"
    return f"at {place:.4g}"


def _values(swept: Swept) -> Section:
    shown = swept.moved[:_MOST_CELLS]
    parts: list[Part] = []
    for cell in shown:
        if len(swept.varied) == 1:
            parts.append(_curve(swept, cell))
        elif swept.unit == 100:
            parts.append(_grid(swept, cell))
        parts.append(_table(swept, cell))
    left = len(swept.moved) - len(shown)
    said = [f"{plural(left, 'more cell')} stand in by_value.parquet."] if left > 0 else []
    return Section("values", "Value by value", said, parts, brief=True)


def _curve(swept: Swept, cell: Row) -> Part:
    rows = swept.of(swept.by_value, cell)
    names: list[str] = []
    if swept.is_curve:
        rows = sorted(rows, key=lambda row: row["number"])
        places = [row["number"] for row in rows]
    else:
        places = [float(place) for place in range(len(rows))]
        names = [_short(row["value"], place) for place, row in enumerate(rows, 1)]
    of_point = {row["point"]: x for row, x in zip(rows, places, strict=True)}
    crossing = [
        (row["at"], row["first"], row["last"])
        for row in swept.of(swept.crossings, cell)
        if row["at"] is not None
    ]
    fresh = [
        Point(of_point[row["point"]], *_scaled(swept, row, "fresh_"))
        for row in swept.of(swept.best, cell)
    ]
    tolerance = swept.manifest.get("tolerance")
    where = swept.names[cell["cell"]]
    shown = Curve(
        points=[Point(x, *_scaled(swept, row)) for x, row in zip(places, rows, strict=True)],
        names=names,
        target=swept.unit * swept.target,
        tolerance=None if tolerance is None else swept.unit * tolerance,
        baseline=swept.unit * cell["estimate"],
        crossing=crossing,
        fresh=fresh[0] if fresh else None,
        axis=swept.varied[0],
        scale=words.metric_name(swept.metric),
        percent=swept.unit == 100,
    )
    caption = (
        f"{where}: {words.metric_name(swept.metric)} with its interval at each value. Dashed: the "
        "target; dotted: the scenario as it is; cross: where the target is met, with the interval "
        "of that place; hollow diamond: the nearest value on fresh deals."
    )
    if tolerance is not None:
        caption += " Shaded: within the tolerance."
    return curve(f"values-{cell['cell']}", f"Values: {where}", caption, shown)


def _scaled(swept: Swept, row: Row, prefix: str = "") -> tuple[float, float, float]:
    value, low, high = (swept.unit * row[f"{prefix}{k}"] for k in ("estimate", "low", "high"))
    return value, low, high


def _short(value: str, place: int) -> str:
    text = value.strip('"')
    return text if len(text) <= _LONGEST else f"#{place}"


def _grid(swept: Swept, cell: Row) -> Part:
    rows = swept.of(swept.by_value, cell)
    firsts, seconds = (list(dict.fromkeys(row[k] for row in rows)) for k in ("value", "value_2"))
    found = {(row["value"], row["value_2"]): row for row in rows}
    best = [swept.value(row) for row in swept.of(swept.best, cell)]
    return heat.percentages(
        f"grid-{cell['cell']}",
        f"{swept.names[cell['cell']]}: {words.metric_name(swept.metric)}, %",
        " \\ ".join(name.removeprefix("parameters.") for name in swept.varied),
        seconds,
        [
            (first, [_three(found[first, second]) for second in seconds])
            for first in firsts
        ],
        middle=swept.target,
        about=f"Colours begin at the target, {percent(swept.target)}. Bold: the interval leaves it "
        f"out. Nearest: {listing(best)}.",
    )  # fmt: skip


def _three(row: Row) -> Raw:
    return row["estimate"], row["low"], row["high"]


def _table(swept: Swept, cell: Row) -> Part:
    judged = swept.manifest.get("tolerance") is not None
    shown = [
        *(columns.words(name, _key(key)) for name, key in zip(
            swept.varied, ("value", "value_2"), strict=False)),
        _between_column(swept),
        words.difference_column("Difference from as it is"),
        *([columns.words("Within", lambda row: row["within"] or "")] if judged else []),
        columns.plain("Deals turned", "turned", percent),
    ]  # fmt: skip
    rows = [
        {**row, "metric": swept.metric, "turned": row["changed_deals"] / row["deals"]}
        | {"estimate_low": row["low"], "estimate_high": row["high"]}
        | {"low": row["difference_low"], "high": row["difference_high"]}
        for row in swept.of(swept.by_value, cell)
    ]
    where = swept.names[cell["cell"]]
    as_is = swept.between(*(cell[key] for key in ("estimate", "low", "high")))
    caption = f"{where}: every value; as the scenario is, {as_is}"
    return columns.table(f"values-{cell['cell']}", caption, shown, rows)


def _key(key: str) -> Any:
    return lambda row: row[key]


def _between_column(swept: Swept, prefix: str = "estimate", head: str = "") -> Column:
    keys = (prefix, f"{prefix}_low", f"{prefix}_high")
    return Column(
        head or words.metric_name(swept.metric),
        lambda row: swept.between(*(row[key] for key in keys)),
        numeric=True,
        raw=lambda row: tuple(row[key] for key in keys),
    )


def _best(swept: Swept) -> Section:
    rows = [
        {**row, "name": swept.names[row["cell"]], "nearest": swept.value(row)}
        | {f"{which}{end}": row[f"{which}_{key}"] for which in ("picked", "fresh")
           for end, key in (("", "estimate"), ("_low", "low"), ("_high", "high"))}
        for row in swept.best
    ]  # fmt: skip
    if not rows:
        return Section("best", "Nearest values", ["No value changes any deal."], [])
    table = columns.table(
        "best",
        "The nearest value of each cell, on the deals that picked it and on fresh ones",
        [
            columns.words("Cell", lambda r: r["name"]),
            columns.words("Nearest", lambda r: r["nearest"]),
            _between_column(swept, "picked", "Picked"),
            _between_column(swept, "fresh", "Fresh deals"),
        ],
        rows,
    )
    return Section("best", "Nearest values", [], [table], brief=True)
