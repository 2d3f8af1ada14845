"""What balanced means in a scenario, and how narrow its intervals are to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from claimsim.scenario.cells import Cell, Player

#: Metrics of a cell that targets and precision may name.
TARGET_METRICS = (
    "leader_win_rate",
    "a_win_rate",
    "draw_rate",
    "decided_by_votes",
    "decided_by_cards_in_factions",
    "decided_by_monastery",
    "decided_by_bridge",
    "decided_by_castle",
    "mean_margin",
)

#: The one of them that is no share, but lies between 0 and the votes that there are.
IN_VOTES = "mean_margin"

#: What ``where`` may name of a cell, and how a cell says it: as the tables' columns do.
WHERE = ("deck", "setting", "building", "strategy_a", "strategy_b")

#: Fewest deals that a run with a precision may end with: its first look at the intervals.
MIN_MAX_DEALS = 1_000


@dataclass(frozen=True)
class Target:
    """A band in which a metric is called balanced, and the cells that it is asked of.

    Parameters
    ----------
    metric
        One of :data:`TARGET_METRICS`.
    value, tolerance
        The band is ``value - tolerance`` to ``value + tolerance``, in the metric's unit; the
        value lies in the metric's range and the tolerance is above 0.
    matchups
        The matchups that it concerns; None: every one.
    where
        What a cell must be: keys of :data:`WHERE`, values as the tables have them.
    """

    metric: str
    value: float
    tolerance: float
    matchups: tuple[tuple[Player, Player], ...] | None
    where: Mapping[str, str]

    def concerns(self, cell: Cell) -> bool:
        """Say whether the target is asked of a cell."""
        if self.matchups is not None and (cell.a, cell.b) not in self.matchups:
            return False
        return all(_said(cell, name) == value for name, value in self.where.items())


@dataclass(frozen=True)
class Precision:
    """How long a run goes on: until an interval is narrow enough.

    Parameters
    ----------
    metric
        One of :data:`TARGET_METRICS`.
    half_width
        Half of the interval's width at which a cell is done, in the metric's unit; above 0.
    max_deals
        Deals after which a cell is done whatever its interval; 1,000 to 2**32.
    """

    metric: str
    half_width: float
    max_deals: int


def _said(cell: Cell, name: str) -> str:
    """Return what the tables have in one of the columns :data:`WHERE` for a cell."""
    if name == "deck":
        return cell.deck.label
    if name.startswith("strategy_"):
        player = cell.a if name == "strategy_a" else cell.b
        return player.label
    return cell.setting if name == "setting" else cell.building
