"""The schema of a scenario's grid, as pydantic models."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo

from claimsim import registry
from claimsim.rules.catalogue import BOXES, FACTIONS, NAMED_DECKS
from claimsim.rules.locations import BUILDINGS, NONE, SETTINGS
from claimsim.scenario.fields import boolean, kind, number, one_of
from claimsim.wording import name_refusal, refusal

_LISTED = ("round_robin", "ladder")


class Strict(BaseModel):
    """No unknown keys, no silent conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)


def _strategy(value: Any) -> Any:
    known = registry.shipped()
    if not isinstance(value, str) or value not in known:
        raise ValueError(name_refusal(value, known, "a strategy:"))
    return value


class PlayerSpec(Strict):
    """A player with weights: ``{ strategy = "planner", weights = { wild = 2.0 } }``."""

    strategy: Annotated[str, BeforeValidator(_strategy)]
    weights: Annotated[
        dict[str, Annotated[float, number()]], kind(dict, "a table of names and numbers")
    ] = Field(default_factory=dict)


def _player(value: Any) -> Any:
    if isinstance(value, dict):
        return value
    return {"strategy": value}


PlayerField = Annotated[PlayerSpec, BeforeValidator(_player)]


def _pair(value: Any) -> Any:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(refusal(value, "a pair of players, as in ['greedy', 'random']"))
    return value


def _matchups(value: Any) -> Any:
    if isinstance(value, str) and value not in _LISTED:
        raise ValueError(name_refusal(value, _LISTED, "a list of pairs,"))
    if not isinstance(value, str | list) or not value:
        raise ValueError(refusal(value, "a list of pairs, 'round_robin', 'ladder'"))
    return value


def _deck(value: Any) -> Any:
    if isinstance(value, str):
        if value not in NAMED_DECKS:
            raise ValueError(name_refusal(value, NAMED_DECKS, "a list of factions,"))
        return list(NAMED_DECKS[value])
    if not isinstance(value, list):
        raise ValueError(refusal(value, "a deck's name or a list of factions"))  # noqa: TRY004
    return value


def _decks(value: Any) -> Any:
    if value == ["all"]:
        raise ValueError(refusal(value, "'all' without brackets, a list of decks"))
    if value != "all" and (not isinstance(value, list) or not value):
        raise ValueError(refusal(value, "a list of decks, 'all'"))
    return value


def _faction(value: Any, info: ValidationInfo) -> Any:
    """Accept a published faction, or one of the file's own (the context of validation)."""
    known = {**FACTIONS, **dict.fromkeys(info.context or ())}
    if not isinstance(value, str) or value not in known:
        raise ValueError(name_refusal(value, known, "a faction:"))
    return value


Faction = Annotated[str, BeforeValidator(_faction)]
Deck = Annotated[list[Faction], BeforeValidator(_deck)]
Pair = Annotated[list[PlayerField], BeforeValidator(_pair)]


def _all_of(known: Collection[str], what: str) -> BeforeValidator:
    """Accept a list of names, or "all" of them."""

    def check(value: Any) -> Any:
        if value == "all":
            return list(known)
        if value == ["all"]:
            raise ValueError(refusal(value, f"'all' without brackets, a list of {what}"))
        if not isinstance(value, list) or not value:
            raise ValueError(refusal(value, f"a list of {what}, 'all'"))
        return value

    return BeforeValidator(check)


def _boxes(value: Any) -> Any:
    if not isinstance(value, list) or not value:
        raise ValueError(refusal(value, f"a list of boxes: {', '.join(map(repr, BOXES))}"))
    return value


_SETTINGS = (NONE, *SETTINGS)
_BUILDINGS = (NONE, *BUILDINGS)

Setting = Annotated[str, one_of(_SETTINGS)]
Building = Annotated[str, one_of(_BUILDINGS)]
Box = Annotated[str, one_of(BOXES, "a box:")]


class Grid(Strict):
    """What is played: cells = decks x settings x buildings x matchups."""

    decks: Annotated[list[Deck] | str, BeforeValidator(_decks)]
    boxes: Annotated[list[Box], BeforeValidator(_boxes)] = list(BOXES)
    settings: Annotated[list[Setting], _all_of(_SETTINGS, "settings")] = [NONE]
    buildings: Annotated[list[Building], _all_of(_BUILDINGS, "buildings")] = [NONE]
    matchups: Annotated[list[Pair] | str, BeforeValidator(_matchups)]
    strategies: Annotated[list[PlayerField], kind(list, "a list of players")] = Field(
        default_factory=list
    )
    allow_what_if: Annotated[bool, boolean()] = False
