"""From the tables of a scenario file to a Scenario, or to a list of every mistake in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from claimsim.rules.deck import Deck
from claimsim.rules.parameters import PARAMETERS
from claimsim.rules.switches import SWITCHES, SwitchValue
from claimsim.scenario.axes import decks_of, find_deck, matchups_of, pair_of
from claimsim.scenario.cells import Cells
from claimsim.scenario.factions import factions_of
from claimsim.scenario.locate import Path
from claimsim.scenario.model import Scenario
from claimsim.scenario.numbers import parameters_of
from claimsim.scenario.targets import Precision, Target

if TYPE_CHECKING:
    from claimsim.scenario.schema import ScenarioFile
    from claimsim.scenario.target_schema import TargetSpec


def understood(raw: dict[str, Any]) -> tuple[Scenario | None, list[tuple[Path, str]]]:
    """Return the scenario of a file, its variants not looked at, or else its mistakes.

    Parameters
    ----------
    raw
        The file as TOML gave it.

    Returns
    -------
    tuple
        The scenario, or None; and the place of each mistake with a sentence about it.
    """
    parsed, problems = validated(raw)
    if problems or parsed is None:
        return None, problems
    return _scenario(parsed), []


def validated(raw: dict[str, Any]) -> tuple[ScenarioFile | None, list[tuple[Path, str]]]:
    """Return what the schema makes of a file, and every mistake in it."""
    from pydantic import ValidationError

    from claimsim.scenario.crosschecks import cross_checks
    from claimsim.scenario.problems import problem_of
    from claimsim.scenario.schema import ScenarioFile

    problems = list(cross_checks(raw))
    try:
        factions = raw.get("factions")
        context = factions if isinstance(factions, dict) else {}
        return ScenarioFile.model_validate(raw, context=context), problems
    except ValidationError as error:
        found = (problem_of(detail, raw) for detail in error.errors(include_url=False))
        return None, problems + [problem for problem in found if problem is not None]


def _scenario(parsed: ScenarioFile) -> Scenario:
    grid, run = parsed.grid, parsed.run
    precision = Precision(**run.precision.model_dump()) if run.precision else None
    factions = factions_of(parsed.factions)
    decks = tuple(decks_of(grid, factions))
    matchups = tuple(matchups_of(grid))
    numbers = parameters_of(parsed.parameters)
    return Scenario(
        name=parsed.name,
        description=parsed.description,
        seed=run.seed,
        deals=precision.max_deals if precision else run.deals,
        mirror=run.mirror,
        allow_what_if=grid.allow_what_if,
        cells=Cells(
            decks=decks,
            settings=tuple(grid.settings),
            buildings=tuple(grid.buildings),
            matchups=matchups,
            switches=_switches(parsed.switches),
            parameters={n: v for n, v in numbers.items() if v != PARAMETERS[n].default},
        ),
        targets=tuple(_target(spec, decks) for spec in parsed.targets),
        precision=precision,
        ablation=run.ablation,
        variants=parsed.variants,
        factions={name: factions[name] for name in parsed.factions},
    )


def _target(spec: TargetSpec, decks: Sequence[Deck]) -> Target:
    where = {name: value for name, value in spec.where.model_dump().items() if value is not None}
    deck = find_deck(where.get("deck"), decks)
    if deck is not None:
        where["deck"] = deck.label
    return Target(
        metric=spec.metric,
        value=spec.value,
        tolerance=spec.tolerance,
        matchups=None if spec.matchups is None else tuple(map(pair_of, spec.matchups)),
        where=where,
    )


def _switches(table: dict[str, Any]) -> dict[str, SwitchValue]:
    """Return the rulings that differ from their defaults, in the catalogue's order."""
    read = {n: tuple(v) if isinstance(v, list) else v for n, v in table.items()}
    return {n: read[n] for n, s in SWITCHES.items() if read.get(n, s.default) != s.default}
