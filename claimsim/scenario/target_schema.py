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

    deck: Annotated[
        Any,
        kind((str, list), "a deck's name or a list of factions"),
        Field(
            description="A deck of the grid: its name, its label, or its factions in any order.",
            examples=['deck = "claim"'],
        ),
    ] = None
    setting: Annotated[
        Setting | None, Field(description="A setting of the grid.", examples=['setting = "none"'])
    ] = None
    building: Annotated[
        Building | None,
        Field(description="A building of the grid.", examples=['building = "none"']),
    ] = None
    strategy_a: Annotated[
        str | None,
        text(),
        Field(
            description=(
                "The first player of a matchup, as the tables write it: "
                '`"greedy"`, or `"planner(wild=2)"` with weights of its own.'
            ),
            examples=['strategy_a = "greedy"'],
        ),
    ] = None
    strategy_b: Annotated[
        str | None,
        text(),
        Field(
            description="The second player of a matchup, likewise.",
            examples=['strategy_b = "random"'],
        ),
    ] = None


class TargetSpec(Strict):
    """A band, and the cells that are to lie in it."""

    metric: Annotated[
        _Metric,
        Field(
            description="A metric of the table `cells` (`claimsim list metrics`).",
            examples=['metric = "leader_win_rate"'],
        ),
    ]
    value: Annotated[
        float,
        number(),
        Field(
            description=(
                "The middle of the band in which a cell is balanced. A share: 0 to 1; "
                "`mean_margin`: 0 to the votes that there are."
            ),
            examples=["value = 0.50"],
        ),
    ]
    tolerance: Annotated[
        float,
        above_zero(),
        Field(
            description=(
                "How far the band reaches to either side, in the metric's unit. A cell is "
                "balanced when it surely lies inside, unbalanced when it surely lies outside."
            ),
            examples=["tolerance = 0.02"],
        ),
    ]
    matchups: Annotated[
        list[Pair] | None,
        BeforeValidator(_matchups),
        Field(
            description="The matchups of the grid that it concerns; left out: every one.",
            examples=['matchups = [["greedy", "random"]]'],
        ),
    ] = None
    where: Annotated[
        WhereSpec,
        Field(
            description="What the cells that it concerns have in common; left out: nothing.",
            examples=['where = { setting = "none" }'],
        ),
    ] = Field(default_factory=WhereSpec)


class PrecisionSpec(Strict):
    """``{ metric = "leader_win_rate", half_width = 0.002, max_deals = 1_000_000 }``."""

    metric: Annotated[
        _Metric,
        Field(
            description="A metric of the table `cells` (`claimsim list metrics`).",
            examples=['metric = "leader_win_rate"'],
        ),
    ]
    half_width: Annotated[
        float,
        above_zero(),
        Field(
            description="Half the width of the interval at which a cell is done.",
            examples=["half_width = 0.01"],
        ),
    ]
    max_deals: Annotated[
        int,
        integer(MIN_MAX_DEALS, MAX_DEALS),
        Field(
            description="Deals after which a cell is done, however wide its interval is.",
            examples=["max_deals = 100_000"],
        ),
    ]
