"""The schema of ``[[targets]]`` and of ``run.precision``."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from claimsim.scenario.fields import above_zero, integer, kind, number, one_of, text
from claimsim.scenario.grid_schema import Building, Pair, Setting, Strict
from claimsim.scenario.model import MAX_DEALS
from claimsim.scenario.targets import MIN_MAX_DEALS, TARGET_METRICS
from claimsim.wording import refusal

_Metric = Annotated[str, one_of(TARGET_METRICS, "a metric:")]


def _matchups(value: Any) -> Any:
    if not isinstance(value, list) or not value:
        raise ValueError(refusal(value, "a list of pairs of the grid"))
    return value


class WhereSpec(Strict):
    """Which cells a target concerns, in the words of the tables' columns."""

    deck: Annotated[Any, kind((str, list), "a deck's name or a list of factions")] = None
    setting: Setting | None = None
    building: Building | None = None
    strategy_a: Annotated[str | None, text()] = None
    strategy_b: Annotated[str | None, text()] = None


class TargetSpec(Strict):
    """A band, and the cells that are to lie in it."""

    metric: _Metric
    value: Annotated[float, number()]
    tolerance: Annotated[float, above_zero()]
    matchups: Annotated[list[Pair] | None, BeforeValidator(_matchups)] = None
    where: WhereSpec = Field(default_factory=WhereSpec)


class PrecisionSpec(Strict):
    """``{ metric = "leader_win_rate", half_width = 0.002, max_deals = 1_000_000 }``."""

    metric: _Metric
    half_width: Annotated[float, above_zero()]
    max_deals: Annotated[int, integer(MIN_MAX_DEALS, MAX_DEALS)]
