"""What a report says, free of any format: gathered from a finished run alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from claimsim.statistics.intervals import LEVEL
from claimsim.statistics.metrics import METRICS, Metric
from reports import answers, described, summaries
from reports.labels import Labels
from reports.wording import Row, count, faction, listing

if TYPE_CHECKING:
    import pandas as pd

    from reports.tables import Table

#: Cells that a report shows one by one; the tables in the run directory hold all.
MOST_CELLS = 24

#: What is read of every cell, however many there are.
_OF_ALL = [
    *("cell", "deck", "setting", "building", "strategy_a", "strategy_b"),
    *("a_win_rate", "a_low", "a_high", "leader_win_rate", "leader_low", "leader_high"),
]

_SPLIT = re.compile(r"votes_(\d+)_(\d+)")

MIRRORS = {
    "seats": "every deal is played once with each seating of the two strategies (once in all "
    "where both are the same and have no dice)",
    "lead": "every deal is played once with each hand leading",
    "none": "every deal is played once",
}


class Source(Protocol):
    """What a report needs of a run (``claimsim.experiment.results.Run``)."""

    @property
    def manifest(self) -> dict[str, Any]:
        """What was run, and from what."""

    @property
    def cells_info(self) -> Sequence[dict[str, Any]]:
        """One mapping a cell."""

    def table(
        self,
        name: str,
        cells: Collection[int] | None = None,
        columns: Sequence[str] | None = None,
    ) -> pd.DataFrame:
        """Return a result table: of some cells, or some columns, where these are given."""


@dataclass(frozen=True)
class Report:
    """Everything that a report says.

    Parameters
    ----------
    name, question
        Of the scenario.
    answers
        The answer in plain words, a sentence or two each.
    facts
        Label and value of what the reader wants to know first.
    players
        Name of each strategy, and how it plays.
    decks
        Heading, and factions: name, cards, printed numbers, power.
    places
        Name of each setting and building, and what it does.
    changes
        Rulings and numbers that are not the default: name, value, default, meaning.
    cells, factions
        Rows of the result tables for the cells that are shown.
    label
        Names a cell.
    same_matchup
        The two strategies of every cell, where all have the same; else nothing.
    overview
        The leader advantage of all cells, summed up; None where they are few.
    powers
        How often powers and locations fired, over all cells.
    left_out
        What is said of cells that are not shown; nothing where all are.
    splits
        Possible splits of the votes.
    mirror
        How deals were played, in words.
    method
        How intervals were made, a paragraph each.
    metrics
        Every metric.
    provenance
        Label and value of all that the results depend on.
    command
        What makes the same run.
    scenario
        The scenario as it was understood, TOML.
    """

    name: str
    question: str
    answers: list[str]
    facts: list[tuple[str, str]]
    players: list[tuple[str, str]]
    decks: list[tuple[str, list[list[str]]]]
    places: list[tuple[str, str]]
    changes: list[list[str]]
    cells: list[Row]
    factions: list[Row]
    label: Labels
    same_matchup: str
    overview: Table | None
    powers: Table
    left_out: str
    splits: list[tuple[int, int]]
    mirror: str
    method: list[str]
    metrics: list[Metric]
    provenance: list[tuple[str, str]]
    command: str
    scenario: str

    @property
    def labels(self) -> list[str]:
        """Name of each shown cell."""
        return [self.label(cell) for cell in self.cells]


def gather(run: Source) -> Report:
    """Gather a run's report.

    Parameters
    ----------
    run
        A finished run. Of its manifest nothing is used that differs between two runs of the
        same scenario with the same command, so that their reports are the same.
    """
    manifest, infos = run.manifest, run.cells_info
    every = rows_of(run.table("cells", columns=_OF_ALL))
    label = Labels(every)
    home = answers.headline(every)
    shown = _shown(every, home["cell"])
    cells, factions = (rows_of(run.table(name, cells=shown)) for name in ("cells", "factions"))
    firsts = {row["deck"]: infos[place] for place, row in reversed(list(enumerate(every)))}
    names = {deck: firsts[deck]["factions"] for deck in label.decks}
    played = [firsts[deck] for deck in label.decks]
    whole = next(cell for cell in cells if cell["cell"] == home["cell"])
    possible = [
        (int(found[1]), int(found[2])) for name in cells[0] if (found := _SPLIT.fullmatch(name))
    ]
    many = len(every) >= summaries.MANY_CELLS
    return Report(
        name=manifest["name"],
        question=manifest["description"] or manifest["name"],
        answers=[
            answers.leader(every),
            answers.strategy(every),
            answers.captures(whole, factions, label),
            answers.splits(whole, possible, label),
        ],
        facts=_facts(manifest, names.values(), label),
        players=_players(every),
        decks=described.decks(played),
        places=described.places(label.settings, label.buildings),
        changes=described.changes(manifest["scenario"]),
        cells=cells,
        factions=factions,
        label=label,
        same_matchup=label.matchups[0] if len(label.matchups) == 1 else "",
        overview=summaries.overview(every, label, names) if many else None,
        powers=summaries.powers(run.table("powers"), summaries.holders(played)),
        left_out=_left_out(len(every) - len(cells)),
        splits=possible,
        mirror=MIRRORS[manifest["mirror"]],
        method=_method(len(every)),
        metrics=list(METRICS.values()),
        provenance=_provenance(manifest),
        command=manifest["command"],
        scenario=manifest["scenario"],
    )


def _shown(cells: Sequence[Row], home: int) -> list[int]:
    """Choose the cells that are shown: all, or those whose leader edge is the surest."""
    if len(cells) <= MOST_CELLS:
        return [cell["cell"] for cell in cells]

    def surely(cell: Row) -> float:
        if cell["leader_low"] is None or cell["leader_high"] is None:
            return -1.0
        return float(max(cell["leader_low"] - 0.5, 0.5 - cell["leader_high"]))

    order = sorted(cells, key=lambda cell: (cell["cell"] != home, -surely(cell), cell["cell"]))
    return sorted(cell["cell"] for cell in order[:MOST_CELLS])


def _left_out(cells: int) -> str:
    if not cells:
        return ""
    return (
        f"{count(cells)} more cells are left out here. Those shown are the ones whose interval "
        "of the leader's win rate lies farthest from one half, which in a large grid chance "
        "alone can bring about, and the one that the answer above is about; the run's tables "
        "hold all."
    )


def rows_of(frame: pd.DataFrame) -> list[Row]:
    """Return a table as rows in which every null is None."""
    plain = frame.astype(object).where(frame.notna(), None)
    return [{str(key): value for key, value in row.items()} for row in plain.to_dict("records")]


def _facts(
    manifest: dict[str, Any], decks: Iterable[Sequence[str]], label: Labels
) -> list[tuple[str, str]]:
    names = list(dict.fromkeys(name for deck in decks for name in deck))
    first = manifest["first_deal"]
    axes = [
        (len(label.decks), "decks"),
        (len(label.settings), "settings"),
        (len(label.buildings), "buildings"),
        (len(label.matchups), "matchups"),
    ]
    varied = [f"{count(number)} {what}" for number, what in axes if number > 1]
    product = f" ({' × '.join(varied)})" if len(varied) > 1 else ""
    return [
        ("Games", count(manifest["games"])),
        ("Deals a cell", count(manifest["deals"]) + (f", from deal {first} on" if first else "")),
        ("Cells", count(manifest["cells"]) + product),
        ("Seed", str(manifest["seed"])),
        ("Factions", listing([faction(name) for name in names])),
    ]


def _players(cells: Sequence[Row]) -> list[tuple[str, str]]:
    """Name every strategy that was played, in alphabetical order, and say how it plays."""
    from claimsim.registry import shipped

    known = shipped()
    labels = sorted({cell[key] for cell in cells for key in ("strategy_a", "strategy_b")})
    found = []
    for label in labels:
        name = label.split("(")[0]
        own = "Not one of the strategies that come with claimsim."
        found.append((label, known[name].summary if name in known else own))
    return found


def _method(cells: int) -> list[str]:
    level = f"{100 * LEVEL:g} %"
    unit = (
        "The unit is the deal. Games of one deal share their cards and are not independent; "
        "deals are. All variances are taken from deal to deal. The design effect says how much "
        "that matters: above 1, the games of a deal tend to end alike."
    )
    normal = (
        f"All intervals have a confidence of {level}. A normal interval is the estimate plus and "
        "minus Student's t times the standard error among deals; for a share of a number that "
        "itself varies (games in which a vote was awarded, games not drawn) the standard error "
        "is that of the delta method."
    )
    exact = (
        "An exact interval is that of Clopper and Pearson with the deal as the trial; deals that "
        "are neither won nor lost as a whole count against either bound. It stands where deals "
        "are few, do not differ, or a share is near 0 or 100 %. Vote splits always have it."
    )
    definition = (
        "By definition: where the same strategy plays both seats and has no dice of its own, "
        "exchanging the seats gives the same game again, so that each player wins one of the two."
    )
    words = [unit, normal, exact, definition]
    if cells > 1:
        words.append(
            f"Each interval speaks for its own cell, and there are {count(cells)}: of cells "
            f"without any edge, about one in {round(1 / (1 - LEVEL))} still seems to have one."
        )
    return words


def _provenance(manifest: dict[str, Any]) -> list[tuple[str, str]]:
    fixed = [
        ("claimsim", str(manifest["version"])),
        ("Digest of the results", str(manifest["digest"])),
        ("Digest of the rules", str(manifest["rules_digest"])),
        ("Digest of the kernel", str(manifest["kernel_digest"])),
    ]
    players = sorted(manifest["strategy_digests"].items())
    return fixed + [(f"Digest of strategy {name}", str(digest)) for name, digest in players]
