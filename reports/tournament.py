"""The section of a tournament: payoffs, ratings, equilibrium, rings, and whether edges hold."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from claimsim.errors import RunDirectoryError
from reports import heat, tournament_tables
from reports.comparison_figures import around
from reports.comparison_page import Part, Section
from reports.drawing import Drawing
from reports.figures import Bar
from reports.wording import Row, count, listing, number, percent, percent_between, plural

if TYPE_CHECKING:
    from claimsim.experiment.results import Run

#: The tables that ``claimsim tournament`` writes beside a run's.
TABLES = ("payoffs", "ratings", "cycles", "equilibrium", "alpha_rank", "edges")

#: Players that a sentence names.
_NAMED = 4


class Found(NamedTuple):
    """A tournament's tables as rows, players by rating, and whether ratings explain payoffs."""

    payoffs: Sequence[Row]
    ratings: Sequence[Row]
    cycles: Sequence[Row]
    equilibrium: Sequence[Row]
    alpha_rank: Sequence[Row]
    edges: Sequence[Row]
    p: float | None

    @property
    def players(self) -> list[str]:
        """Names, the strongest first."""
        return [row["player"] for row in self.ratings]


def has_tournament(directory: str | Path) -> bool:
    """Say whether a run directory holds the tables of a tournament."""
    return all((Path(directory) / f"{name}.parquet").exists() for name in TABLES)


def section(run: Run) -> Section | None:
    """Return what a run's tournament says; None for a run without one.

    Raises
    ------
    RunDirectoryError
        A table that is damaged.
    """
    if not has_tournament(run.directory):
        return None
    tables = {name: _table(run, name) for name in TABLES}
    if any(table.attrs.get("run") != run.digest for table in tables.values()):
        stale = (
            "The tables of the tournament are those of another state of this run, which has been "
            "extended since: claimsim tournament RUN makes them anew."
        )
        return Section("tournament", "Tournament", [stale], [])
    found = _found(run, tables)
    several = len(run.scenario.cells) > len(run.scenario.matchups)
    parts: list[Part] = [
        *([_payoffs(found)] if several else []),  # in one place the run's own map says the same
        figure(found.ratings),
        tournament_tables.players(found.ratings, found.equilibrium, found.alpha_rank),
        *([tournament_tables.rings(found.cycles)] if found.cycles else []),
        tournament_tables.edges(found.edges),
        tournament_tables.elsewhere(found.edges),
    ]
    return Section("tournament", "Tournament", _words(found), parts)


def answers(run: object) -> list[str]:
    """Say who is rated highest, and the equilibrium; nothing of what is no tournament's run.

    Raises
    ------
    RunDirectoryError
        A table that is damaged.
    """
    from claimsim.experiment.results import Run
    from reports.content import rows_of

    if not isinstance(run, Run) or not has_tournament(run.directory):
        return []
    ratings, mixed = (_table(run, name) for name in ("ratings", "equilibrium"))
    if any(table.attrs.get("run") != run.digest for table in (ratings, mixed)):
        return []
    order = sorted(rows_of(ratings), key=lambda row: row["rank"])
    told = _rated(order)
    if order[0]["prior"]:
        told = f"Rated highest is {order[0]['player']}, without an interval."
    return [f"{told} {_mixture(rows_of(mixed))}"]


def _table(run: Run, name: str) -> Any:
    import pandas as pd

    path = run.directory / f"{name}.parquet"
    try:
        return pd.read_parquet(path)
    except (OSError, ValueError) as error:  # pyarrow's errors are of either kind
        what = str(error).splitlines()[0]
        raise RunDirectoryError(
            f"{path} cannot be read: {what}; claimsim tournament {run.directory} writes it anew"
        ) from None


def _found(run: Run, tables: dict[str, Any]) -> Found:
    from claimsim.experiment.tournament import Tournament
    from reports.content import rows_of

    rows = {name: list(rows_of(table)) for name, table in tables.items()}
    order = sorted(rows["ratings"], key=lambda row: row["rank"])
    place = {row["player"]: row["rank"] for row in order}
    p = float(Tournament(run).fit.p)
    return Found(
        rows["payoffs"],
        order,
        rows["cycles"],
        sorted(rows["equilibrium"], key=lambda row: place[row["player"]]),
        sorted(rows["alpha_rank"], key=lambda row: place[row["player"]]),
        rows["edges"],
        None if p != p else p,  # noqa: PLR0124  # NaN: nothing was tested
    )


def _words(found: Found) -> list[str]:
    return [
        f"Every player meets every other on the same deals. {_strongest(found)}",
        _equilibrium(found.equilibrium),
        f"{_transitive(found)} {_rings(found.cycles)}",
        *_edges(found.edges),
    ]


def _strongest(found: Found) -> str:
    best = found.ratings[0]
    if best["prior"]:
        return (
            f"Rated highest is {best['player']}. Some player loses every game against others, so "
            "that ratings would be infinite: each pair has one drawn game more, and ratings have "
            "no intervals."
        )
    return _rated(found.ratings)


def _rated(ratings: Sequence[Row]) -> str:
    """Say who is rated highest, and whom he is not surely ahead of."""
    best, others = ratings[0], ratings[1:]
    close = [row["player"] for row in others if not _apart(best, row)]
    more = len(close) - _NAMED
    named = [*close[:_NAMED], *([plural(more, "other")] if more > 0 else [])]
    how = f"not surely ahead of {listing(named)}" if close else "surely ahead of all others"
    elo = tournament_tables.elo(best)
    return f"Rated highest is {best['player']} with {elo} Elo points, {how}."


def _apart(best: Row, other: Row) -> bool:
    low, high = best["elo_low"], other["elo_high"]
    return low is not None and high is not None and bool(low > high)


def _mixture(rows: Sequence[Row]) -> str:
    played = sorted((row for row in rows if row["weight"] > 0), key=lambda row: -row["weight"])
    told = [f"{row['player']} {percent(row['weight'])}" for row in played[:_NAMED]]
    more = len(played) - _NAMED
    others = [plural(more, "other")] if more > 0 else []
    return f"Nobody gains against the equilibrium: {listing([*told, *others])}."


def _equilibrium(rows: Sequence[Row]) -> str:
    worst = max(rows, key=lambda row: row["exploitability"])
    beaten = percent_between(worst, "exploitability")
    return (
        f"{_mixture(rows)} Most easily beaten is {worst['player']}: {worst['best_reply']} wins "
        f"{beaten} above one half."
    )


def _transitive(found: Found) -> str:
    if found.p is None:
        return "Whether ratings alone explain the payoffs cannot be tested here."
    p = "p < 0.0001" if found.p < 1e-4 else f"p = {found.p:.4f}"
    if found.p <= 0.05:
        return f"Ratings do not tell all: payoffs differ from what they alone would bring ({p})."
    return f"Nothing speaks against ratings: payoffs are as if they alone decided ({p})."


def _rings(cycles: Sequence[Row]) -> str:
    if not cycles:
        return "No three players surely beat each other in a ring."
    many = "ring" if len(cycles) == 1 else "rings"
    first = cycles[0]
    names = [first[f"player_{n}"] for n in (1, 2, 3)]
    clearest = f"{names[0]} beats {names[1]}, who beats {names[2]}, who beats {names[0]}"
    return f"{count(len(cycles))} {many} of three who surely beat each other; clearest: {clearest}."


def _edges(rows: Sequence[Row]) -> list[str]:
    from claimsim.statistics.mixtures import sentence

    return [sentence(row) for row in rows if row["reference"] is not None]


def _payoffs(found: Found) -> Part:
    won = {(row["player"], row["opponent"]): row for row in found.payoffs}
    return heat.percentages(
        "tournament-payoffs",
        "Wins in all places of the player of a row against that of a column, %",
        "Player",
        found.players,
        [
            (one, [
                None if one == other else _three(won[one, other]) for other in found.players
            ])
            for one in found.players
        ],
        middle=0.5,
        about="Players by rating. Bold: the interval leaves out 50 %.",
    )  # fmt: skip


def _three(row: Row) -> tuple[float | None, ...]:
    return row["a_win_rate"], row["a_low"], row["a_high"]


def figure(ratings: Sequence[Row]) -> Drawing:
    """Draw the ratings."""
    bars = [
        Bar(
            row["player"],
            row["elo"],
            row["elo_low"],
            row["elo_high"],
            tournament_tables.elo(row),
            row["elo_low"] is not None and (row["elo_low"] > 0 or row["elo_high"] < 0),
        )
        for row in ratings
    ]
    return around(
        "tournament-ratings",
        "Ratings of the players",
        "Bradley-Terry ratings in Elo points, with intervals; their mean is 0, and a player with "
        f"{number(100, 0)} points more wins {percent(1 / (1 + 10**-0.25))} against the other.",
        bars,
        "Elo points",
        solid=True,
    )
