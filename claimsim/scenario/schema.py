"""The schema of scenario files, as pydantic models.

Pydantic walks the file and collects every mistake; what a single value may be stands in
:mod:`claimsim.scenario.fields`.
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

    deals: Annotated[int, integer(1, MAX_DEALS)] = 10_000
    mirror: Annotated[str, one_of(MIRRORS)] = "seats"
    seed: Annotated[int, integer(0, MAX_SEED)] = 1
    ablation: Annotated[bool, boolean()] = False
    precision: PrecisionSpec | None = None


class ScenarioFile(Strict):
    """A whole scenario file."""

    schema_: Annotated[int, Field(alias="schema"), exactly(1, "allowed: 1")]
    name: Annotated[str, title(MAX_NAME)]
    description: Annotated[str, text()] = ""
    grid: Grid
    run: RunTable = Field(default_factory=RunTable)
    targets: Annotated[list[TargetSpec], kind(list, "tables that begin with [[targets]]")] = Field(
        default_factory=list
    )
    factions: Annotated[dict[str, Any], kind(dict, "tables that begin with [factions.NAME]")] = (
        Field(default_factory=dict)
    )
    variants: Annotated[dict[str, Any], kind(dict, "tables that begin with [variants.NAME]")] = (
        Field(default_factory=dict)
    )
    switches: Annotated[dict[str, Any], kind(dict, "a table of switches")] = Field(
        default_factory=dict
    )
    parameters: Annotated[dict[str, Any], kind(dict, "a table of parameters")] = Field(
        default_factory=dict
    )


def switch_problem(name: str, value: Any) -> str:
    """Return what is wrong with one switch, or nothing."""
    if name not in SWITCHES:
        return "unknown switch; " + name_refusal(name, SWITCHES)
    values = [list(one) if isinstance(one, tuple) else one for one in SWITCHES[name].values]
    right = any(type(value) is type(one) and value == one for one in values)
    # [1.0, 2] and [true, 2] equal [1, 2] in Python, and are no phases.
    phases = not isinstance(value, list) or all(type(phase) is int for phase in value)
    return "" if right and phases else name_refusal(value, values)
