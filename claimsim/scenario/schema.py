"""The schema of scenario files, as pydantic models.

Pydantic walks the file and collects every mistake; what a single value may be stands in
:mod:`claimsim.scenario.fields`. The description and the example of each field are what the
documentation and the JSON Schema say of it (:mod:`claimsim.scenario.describing`); an example is
TOML, as it stands in the field's table.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from claimsim.rules.switches import SWITCHES
from claimsim.scenario.fields import boolean, exactly, integer, kind, one_of, text, title
from claimsim.scenario.grid_schema import Grid, Strict
from claimsim.scenario.model import MAX_DEALS, MAX_SEED, MIRRORS
from claimsim.scenario.target_schema import PrecisionSpec, TargetSpec
from claimsim.wording import name_refusal

MAX_NAME = 200


class RunTable(Strict):
    """How it is played."""

    deals: Annotated[
        int,
        integer(1, MAX_DEALS),
        Field(
            description="Deals of each cell. Cannot stand beside `precision`.",
            examples=["deals = 50_000"],
        ),
    ] = 10_000
    mirror: Annotated[
        str,
        one_of(MIRRORS),
        Field(
            description=(
                '`"seats"` plays each deal twice, with the players\' seats exchanged; `"lead"` '
                'plays it twice, and each hand leads once; `"none"` plays it once. Players who '
                "are the same and roll no dice play a deal once instead of twice under "
                '`"seats"`.'
            ),
            examples=['mirror = "lead"'],
        ),
    ] = "seats"
    seed: Annotated[
        int,
        integer(0, MAX_SEED),
        Field(
            description=(
                "The number that all chance comes from: for one deck, the same seed gives the same "
                "deals. A deck of other factions, other numbers or another order has deals of its "
                "own, so that a deck with a changed faction, run alone, is not dealt like the "
                "published one; `claimsim whatif` deals both alike."
            ),
            examples=["seed = 7"],
        ),
    ] = 1
    ablation: Annotated[
        bool,
        boolean(),
        Field(
            description=(
                "Whether every deal is played again with each power and each location off, so "
                "that the table `powers` says what each of them changes."
            ),
            examples=["ablation = true"],
        ),
    ] = False
    precision: Annotated[
        PrecisionSpec | None,
        Field(
            description=(
                "Instead of `deals`: each cell is played until the interval of one metric is "
                "narrow enough."
            ),
            examples=[
                'precision = { metric = "leader_win_rate", half_width = 0.01, max_deals = 100_000 }'
            ],
        ),
    ] = None


class ScenarioFile(Strict):
    """A whole scenario file."""

    schema_: Annotated[
        int,
        Field(
            alias="schema",
            description="The version of this language.",
            examples=["schema = 1"],
        ),
        exactly(1, "allowed: 1"),
    ]
    name: Annotated[
        str,
        title(MAX_NAME),
        Field(
            description="A title: it heads reports, and names the directory of the run.",
            examples=['name = "Fewer ties"'],
        ),
    ]
    description: Annotated[
        str,
        text(),
        Field(
            description="The question that the scenario asks, for people.",
            examples=['description = "What changes if only the highest card breaks a tie?"'],
        ),
    ] = ""
    grid: Annotated[
        Grid,
        Field(
            description="What is played: cells = decks x settings x buildings x matchups.",
            examples=['[grid]\ndecks = ["claim"]\nmatchups = [["greedy", "random"]]'],
        ),
    ]
    run: Annotated[
        RunTable,
        Field(
            description="How much is played, and how.",
            examples=["[run]\ndeals = 20_000\nseed = 3"],
        ),
    ] = Field(default_factory=RunTable)
    targets: Annotated[
        list[TargetSpec],
        kind(list, "tables that begin with [[targets]]"),
        Field(
            description=(
                "What balanced means. Each target gives every cell that it concerns a verdict, "
                "and decides how `claimsim run` ends: with exit code 3 where one is missed, 4 "
                "where some are undecided."
            ),
            examples=['[[targets]]\nmetric = "leader_win_rate"\nvalue = 0.50\ntolerance = 0.02'],
        ),
    ] = Field(default_factory=list)
    factions: Annotated[
        dict[str, Any],
        kind(dict, "tables that begin with [factions.NAME]"),
        Field(
            description=(
                "Invented factions, and changes of published ones. A deck may name them beside "
                "the published factions."
            ),
            examples=[
                '[factions.golems]\nprinted = "0-9"\npowers = [{ power = "loser_scores" }]',
            ],
        ),
    ] = Field(default_factory=dict)
    variants: Annotated[
        dict[str, Any],
        kind(dict, "tables that begin with [variants.NAME]"),
        Field(
            description=(
                "Named changes of this scenario. `claimsim whatif SCENARIO --variant NAME` "
                "compares the scenario with its changed self on the same deals."
            ),
            examples=["[variants.hardier_octipi]\nparameters.octipi.threshold = 10"],
        ),
    ] = Field(default_factory=dict)
    switches: Annotated[
        dict[str, Any],
        kind(dict, "a table of switches"),
        Field(
            description=(
                "Rulings that could go another way; those left out keep their defaults. "
                "One that the argument of a faction's power would hide is refused."
            ),
            examples=['[switches]\nvictory = "three_votes"'],
        ),
    ] = Field(default_factory=dict)
    parameters: Annotated[
        dict[str, Any],
        kind(dict, "a table of parameters"),
        Field(
            description=(
                "Numbers of powers and locations; those left out keep their defaults. "
                "One that the argument of a faction's power would hide is refused."
            ),
            examples=["[parameters]\noctipi.threshold = 9"],
        ),
    ] = Field(default_factory=dict)


def switch_problem(name: str, value: Any) -> str:
    """Return what is wrong with one switch, or nothing."""
    if name not in SWITCHES:
        return "unknown switch; " + name_refusal(name, SWITCHES)
    values = [list(one) if isinstance(one, tuple) else one for one in SWITCHES[name].values]
    right = any(type(value) is type(one) and value == one for one in values)
    # [1.0, 2] and [true, 2] equal [1, 2] in Python, and are no phases.
    phases = not isinstance(value, list) or all(type(phase) is int for phase in value)
    return "" if right and phases else name_refusal(value, values)
