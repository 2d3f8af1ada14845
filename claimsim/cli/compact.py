"""Tables as people look at them first: one line a row, in groups under headings."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimsim.cli import compact_tournament, compact_views
from claimsim.cli.columns import Group, print_columns
from claimsim.cli.compact_courses import COURSES, courses
from claimsim.cli.compact_tournament import together
from claimsim.cli.terminal import print_heading, say

if TYPE_CHECKING:
    import pandas as pd

    from claimsim.experiment.results import Run


@dataclass(frozen=True)
class First:
    """Which rows are shown if not all are: as many of each group, the most telling ones.

    Parameters
    ----------
    of
        Rows with the same in these columns are a group.
    order
        Sorts rows so that the most telling ones come first.
    words
        What comes first.
    """

    of: tuple[str, ...]
    order: Callable[[pd.DataFrame], pd.DataFrame]
    words: str


def _worst(rows: pd.DataFrame) -> pd.DataFrame:
    from claimsim.statistics.verdict_tables import ORDER

    off = (rows["value"] - rows["wanted"]).abs()
    return rows.assign(
        _verdict=rows["verdict"].map({name: place for place, name in enumerate(ORDER)}), _off=-off
    ).sort_values(["target", "_verdict", "_off", "cell"])


def _surest(rows: pd.DataFrame) -> pd.DataFrame:
    """Put effects of one thing first, and those of two by how sure they are.

    What has no number comes last, and of several matchups all together are told.
    """
    from claimsim.statistics.effects import ALL

    if (rows["matchup"] == ALL).any():
        rows = rows[rows["matchup"] == ALL]
    two = rows["kind"].str.contains(" x ") & (rows["term"] != ALL)
    q = rows["q_value"].where(two, -1.0).fillna(2.0)
    silent = rows["estimate"].isna() & rows["share_of_variance"].isna()
    return rows.assign(_q=q.where(~silent, 3.0)).sort_values("_q", kind="stable")


_FIRST = {
    "verdicts": First(("target",), _worst, "of each target the worst"),
    "effects": First(
        ("metric", "matchup"), _surest, "of each metric, over all matchups, the surest of two terms"
    ),
}


def print_compact(
    run: Run, name: str, rows: pd.DataFrame, total: int, limit: int | None, *, own: bool
) -> None:
    """Print some rows of a table, and what is not shown.

    Parameters
    ----------
    run
        Whose table.
    name
        The table.
    rows
        At least one; the first rows of the table, or all.
    total
        How many rows there are.
    limit
        The most rows that are shown; None: all.
    own
        Whether the table is one that every run has, not only a tournament.
    """
    shown_rows, words = first_rows(name, together(rows) if name == "edges" else rows, limit)
    all_cells = list(dict.fromkeys(rows["cell"].tolist())) if name in COURSES else []
    cells = all_cells[:limit]
    if own:
        places = _places(run, name, {*shown_rows.get("cell", ()), *cells})
        shown = compact_views.view(name, shown_rows, places)
    else:
        shown = compact_tournament.view(name, shown_rows)
    title = ", ".join(filter(None, (f"{run.manifest['name']}: {name}", shown.title)))
    print_heading(title)
    if cells:
        told, lines = courses(name, rows, places[places["cell"].isin(cells)])
        which = f" of the first {len(cells)} cells" if len(cells) < len(all_cells) else ""
        say(f"Courses{which}: {told}.")
        print_columns(lines, [Group("", range(len(cells)))])
        say("")
    drawn = print_columns(shown.columns, shown.groups)
    say("")
    said = "".join(f"Bars: {what}. " for what in drawn) + "All columns: --format blocks."
    if len(shown_rows) < total:
        said = f"{left_out(len(shown_rows), total, words)} {said}"
    say(said)


def left_out(shown: int, total: int, words: str = "") -> str:
    """Say how many of the rows are shown, and how to see the others."""
    which = f", {words}" if words else ""
    return f"{shown:,} of {total:,} rows{which}; --rows all: every one."


def first_rows(name: str, rows: pd.DataFrame, limit: int | None) -> tuple[pd.DataFrame, str]:
    """Return the rows that are shown, and which they are if that is not just the first."""
    if limit is None or len(rows) <= limit:
        return rows, ""
    first = _FIRST.get(name)
    if first is None:
        return rows.head(limit), ""
    ordered = first.order(rows)
    groups = ordered.groupby(list(first.of), sort=False).ngroups
    kept = ordered.groupby(list(first.of), sort=False).head(max(limit // groups, 1))
    return kept.head(limit), first.words


def _places(run: Run, name: str, cells: Collection[int]) -> pd.DataFrame:
    """Return where cells are played, and by whom; nothing for a table that has no cells."""
    wanted = ["cell", *compact_views.PLACE]
    if name in ("cells", "effects"):
        import pandas as pd

        return pd.DataFrame(columns=wanted)
    return run.table("cells", cells=cells, columns=wanted).reset_index(drop=True)
