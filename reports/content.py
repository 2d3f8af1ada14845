"""What a report says, free of any format: gathered from a finished run alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from claimsim.rules.catalogue import FACTIONS
from claimsim.statistics.intervals import LEVEL
from claimsim.statistics.metrics import METRICS, Metric
from claimsim.statistics.tables import splits as vote_splits
from reports import answers, tables
from reports.wording import Row, count, faction, listing, printed

if TYPE_CHECKING:
    import pandas as pd

#: Cells that a report shows; the tables in the run directory hold all.
MOST_CELLS = 40

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
    def cells_info(self) -> list[dict[str, Any]]:
        """One mapping a cell."""

    def table(self, name: str) -> pd.DataFrame:
        """Return a result table."""


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
        Name of each deck, and its factions: name, cards, printed numbers, power.
    cells, factions
        Rows of the result tables for the cells that are shown.
    left_out
        Cells that are not shown.
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
    cells: list[Row]
    factions: list[Row]
    left_out: int
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
        return [tables.cell_label(cell, self.cells) for cell in self.cells]


def gather(run: Source) -> Report:
    """Gather a run's report.

    Parameters
    ----------
    run
        A finished run. Of its manifest nothing is used that differs between two runs of the
        same scenario with the same command, so that their reports are the same.
    """
    manifest, infos = run.manifest, run.cells_info
    every, all_factions = rows_of(run.table("cells")), rows_of(run.table("factions"))
    cells = every[:MOST_CELLS]
    shown = {cell["cell"] for cell in cells}
    possible = vote_splits(infos)
    said = [
        answers.leader(every),
        answers.strategy(every),
        answers.captures(every, all_factions),
        answers.splits(every, possible),
    ]
    return Report(
        name=manifest["name"],
        question=manifest["description"] or manifest["name"],
        answers=said,
        facts=_facts(manifest, infos),
        players=_players(infos),
        decks=_decks(infos[: len(cells)]),
        cells=cells,
        factions=[row for row in all_factions if row["cell"] in shown],
        left_out=len(every) - len(cells),
        splits=possible,
        mirror=MIRRORS[manifest["mirror"]],
        method=_method(len(every)),
        metrics=list(METRICS.values()),
        provenance=_provenance(manifest),
        command=manifest["command"],
        scenario=manifest["scenario"],
    )


def rows_of(frame: pd.DataFrame) -> list[Row]:
    """Return a table as rows in which every null is None."""
    plain = frame.astype(object).where(frame.notna(), None)
    return [{str(key): value for key, value in row.items()} for row in plain.to_dict("records")]


def _facts(manifest: dict[str, Any], infos: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    names = list(dict.fromkeys(name for info in infos for name in info["factions"]))
    first = manifest["first_deal"]
    return [
        ("Games", count(manifest["games"])),
        ("Deals a cell", count(manifest["deals"]) + (f", from deal {first} on" if first else "")),
        ("Cells", count(len(infos))),
        ("Seed", str(manifest["seed"])),
        ("Factions", listing([faction(name) for name in names])),
    ]


def _players(infos: Sequence[dict[str, Any]]) -> list[tuple[str, str]]:
    """Name every strategy that was played, in alphabetical order, and say how it plays."""
    from claimsim.registry import shipped

    known = shipped()
    labels = sorted({info[key] for info in infos for key in ("strategy_a", "strategy_b")})
    found = []
    for label in labels:
        name = label.split("(")[0]
        own = "Not one of the strategies that come with claimsim."
        found.append((label, known[name].summary if name in known else own))
    return found


def _decks(infos: Sequence[dict[str, Any]]) -> list[tuple[str, list[list[str]]]]:
    """List the factions of every deck, with their cards."""
    decks = {info["deck"]: info["factions"] for info in infos}
    found = []
    for deck, names in decks.items():
        kinds = [FACTIONS[name] for name in names]
        lines = [
            [faction(kind.name), count(len(kind.printed)), printed(kind.printed), kind.summary]
            for kind in kinds
        ]
        found.append((deck, lines))
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
