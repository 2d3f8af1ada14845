"""What a report needs of a run, and what it says: plain data, free of any format."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from claimsim.statistics.metrics import Metric
from reports import answers
from reports.ablation import Ablation
from reports.alerts import Alert
from reports.effect_tables import EffectTables
from reports.labels import Labels
from reports.wording import Row

if TYPE_CHECKING:
    import pandas as pd

    from reports.columns import Table


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
class Details:
    """Tables of many rows a cell, of the cells that are told in detail.

    Parameters
    ----------
    places
        Number and name of each cell whose cards are told.
    cards
        Rows of the table ``cards`` of these cells.
    tricks, phase_1
        Rows of these tables of the cell that the report is about.
    """

    places: list[tuple[int, str]]
    cards: list[Row]
    tricks: list[Row]
    phase_1: list[Row]

    def of(self, cell: int) -> list[Row]:
        """Return the cards of a cell."""
        return [row for row in self.cards if row["cell"] == cell]


@dataclass(frozen=True)
class Report:
    """Everything that a report says.

    Parameters
    ----------
    name, question
        Of the scenario.
    answers
        The answer in plain words, a sentence or two each.
    alerts
        What is worth looking at first.
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
    every
        Of all cells of the run, what they are and their win rates.
    home
        The cell that the answer is about, its whole row.
    cells, factions
        Rows of the result tables for the cells that are shown.
    details
        Cards and tricks.
    verdicts
        Rows of the table ``verdicts`` that are shown; nothing without targets.
    label
        Names a cell.
    same_matchup
        The two strategies of every cell, where all have the same; else nothing.
    overview
        The leader advantage of all cells, summed up; None where they are few.
    powers, ablation
        How often powers and locations fired, over all cells, and what they change; None where
        the run was played without ablation.
    effects
        What moves the metrics over the grid; None where there is nothing to compare.
    left_out
        What is said of cells that are not shown; nothing where all are.
    splits
        Possible splits of the votes.
    mirror
        How deals were played, in words.
    method
        How intervals were made, a paragraph each.
    kinds
        Each kind of interval, and what it is.
    metrics
        Every metric.
    provenance
        Label and value of all that the results depend on.
    command, again
        What makes the same run, and what makes this page as well.
    scenario
        The scenario as it was understood, TOML.
    """

    name: str
    question: str
    answers: list[str]
    alerts: list[Alert]
    facts: list[tuple[str, str]]
    players: list[tuple[str, str]]
    decks: list[tuple[str, list[list[str]]]]
    places: list[tuple[str, str]]
    changes: list[list[str]]
    every: list[Row]
    home: Row
    cells: list[Row]
    factions: list[Row]
    details: Details
    verdicts: list[Row]
    label: Labels
    same_matchup: str
    overview: Table | None
    powers: Table
    ablation: Ablation | None
    effects: EffectTables | None
    left_out: str
    splits: list[tuple[int, int]]
    mirror: str
    method: list[str]
    kinds: Mapping[str, str]
    metrics: list[Metric]
    provenance: list[tuple[str, str]]
    command: str
    again: str
    scenario: str

    @property
    def labels(self) -> list[str]:
        """Name of each shown cell."""
        return [self.label(cell) for cell in self.cells]

    def meeting(self, cell: int) -> str:
        """Say who plays in a cell, and where."""
        return answers.meeting(self.every[cell], self.label)
