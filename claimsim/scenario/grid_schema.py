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
    known = registry.known()
    if not isinstance(value, str) or value not in known:
        told = name_refusal(value, known, "a strategy:")
        raise ValueError(f"{told} (a folder of your own: --strategies DIR)")
    return value


class PlayerSpec(Strict):
    """A player with weights: ``{ strategy = "planner", weights = { wild = 2.0 } }``."""

    strategy: Annotated[
        str,
        BeforeValidator(_strategy),
        Field(
            description="Name of a strategy (`claimsim list strategies`).",
            examples=['strategy = "planner"'],
        ),
    ]
    weights: Annotated[
        dict[str, Annotated[float, number()]],
        kind(dict, "a table of names and numbers"),
        Field(
            description=(
                "Numbers that the player uses in place of the strategy's own, by the names "
                "that the strategy gives them."
            ),
            examples=["weights = { wild = 2.0, scored = 1.5 }"],
        ),
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

    decks: Annotated[
        list[Deck] | str,
        BeforeValidator(_decks),
        Field(
            description=(
                'The decks, each by name or as a list of factions, each once. `"all"` stands '
                "for every legal deck of the boxes."
            ),
            examples=[
                'decks = ["claim", ["angels", "dwarves", "phoenix", "unicorns", "octipi"]]',
            ],
        ),
    ]
    boxes: Annotated[
        list[Box],
        BeforeValidator(_boxes),
        Field(
            description='The boxes that `decks = "all"` draws its factions from; for it alone.',
            examples=['decks = "all"\nboxes = ["claim", "maps"]'],
        ),
    ] = list(BOXES)
    settings: Annotated[
        list[Setting],
        _all_of(_SETTINGS, "settings"),
        Field(
            description='The settings, each once; `"all"` stands for none and each of them.',
            examples=['settings = ["none", "ice_fields"]'],
        ),
    ] = [NONE]
    buildings: Annotated[
        list[Building],
        _all_of(_BUILDINGS, "buildings"),
        Field(
            description='The buildings, each once; `"all"` stands for none and each of them.',
            examples=['buildings = "all"'],
        ),
    ] = [NONE]
    matchups: Annotated[
        list[Pair] | str,
        BeforeValidator(_matchups),
        Field(
            description=(
                "Who plays whom, each pair once. Over the players of `strategies`, "
                '`"round_robin"` stands for every pair and each player against itself, and '
                '`"ladder"` for each against itself and against the next.'
            ),
            examples=[
                'matchups = [["planner", "planner"], ["planner", "greedy"]]',
            ],
        ),
    ]
    strategies: Annotated[
        list[PlayerField],
        kind(list, "a list of players"),
        Field(
            description=(
                'The players, each once, that `matchups = "round_robin"` and `"ladder"` pair; '
                "for these two alone."
            ),
            examples=['matchups = "round_robin"\nstrategies = ["planner", "greedy", "random"]'],
        ),
    ] = Field(default_factory=list)
    allow_what_if: Annotated[
        bool,
        boolean(),
        Field(
            description=(
                "Whether decks are allowed that the game's rules do not allow: 2 to 8 factions "
                "and 8 to 64 cards, invented and changed factions among them."
            ),
            examples=['decks = [["goblins", "dwarves", "undead"]]\nallow_what_if = true'],
        ),
    ] = False
