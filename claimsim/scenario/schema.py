"""The schema of scenario files, as pydantic models."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from claimsim import registry
from claimsim.rules.catalogue import FACTIONS, NAMED_DECKS
from claimsim.rules.switches import SWITCHES
from claimsim.scenario.model import MAX_DEALS, MAX_SEED

#: Keys of the whole scenario language that this version does not know yet.
LATER = {
    ("targets",),
    ("variants",),
    ("parameters",),
    ("factions",),
    ("grid", "boxes"),
    ("run", "precision"),
}

_MATCHUPS = ("round_robin", "ladder")


def nearest(name: str, known: Iterable[str]) -> str:
    """Return ``"; did you mean 'x'?"`` for the nearest known name, or nothing."""
    near = difflib.get_close_matches(name, list(known), 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def known_name(name: str, known: Iterable[str], what: str) -> str:
    """Return `name` if it is known.

    Raises
    ------
    ValueError
        An unknown name; the message lists the known ones and the nearest.
    """
    names = list(known)
    if name not in names:
        listed = ", ".join(names)
        raise ValueError(f"unknown {what} {name!r}; known: {listed}{nearest(name, names)}")
    return name


def _faction(name: str) -> str:
    return known_name(name, FACTIONS, "faction")


def _strategy(name: str) -> str:
    return known_name(name, registry.shipped(), "strategy")


def _one_of(*kinds: type, wording: str) -> BeforeValidator:
    """Refuse other types by one sentence, where a union would say one for each member."""

    def check(value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, kinds):
            raise ValueError(f"{value!r} is no {wording}")  # noqa: TRY004  # as pydantic asks
        return value

    return BeforeValidator(check)


class Strict(BaseModel):
    """No unknown keys, no silent conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)


Faction = Annotated[str, AfterValidator(_faction)]
StrategyName = Annotated[str, AfterValidator(_strategy)]


class PlayerSpec(Strict):
    """A player with weights: ``{ strategy = "planner", weights = { wild = 2.0 } }``."""

    strategy: StrategyName
    weights: dict[str, Annotated[float, Field(allow_inf_nan=False)]] = Field(default_factory=dict)


def _player(value: Any) -> Any:
    if isinstance(value, str):
        return {"strategy": value}
    if not isinstance(value, dict):
        wanted = "a strategy's name, or a table of strategy and weights"
        raise ValueError(f"{value!r} is no player: {wanted}")  # noqa: TRY004  # as pydantic asks
    return value


PlayerField = Annotated[PlayerSpec, BeforeValidator(_player)]


def _matchups(value: Any) -> Any:
    if isinstance(value, str):
        known_name(value, _MATCHUPS, "kind of matchups")
    elif not isinstance(value, list):
        raise ValueError(f"{value!r} is no list of pairs, 'round_robin' or 'ladder'")  # noqa: TRY004
    return value


def _deck(value: Any) -> Any:
    if isinstance(value, str):
        known_name(value, NAMED_DECKS, "deck")
        return list(NAMED_DECKS[value])
    return value


Deck = Annotated[
    list[Faction], BeforeValidator(_deck), _one_of(str, list, wording="deck: a name or a list")
]


def _decks(value: Any) -> Any:
    if isinstance(value, str) and value != "all":
        raise ValueError(f"{value!r}: a list of decks, or 'all', would be right")
    return value


def _only_none(value: Any) -> Any:
    if value != ["none"]:
        raise ValueError(f'{value!r}: this version plays ["none"] only')
    return value


Pair = Annotated[list[PlayerField], Field(min_length=2, max_length=2)]


class Grid(Strict):
    """What is played: cells = decks x settings x buildings x matchups."""

    decks: Annotated[
        Literal["all"] | list[Deck],
        BeforeValidator(_decks),
        _one_of(str, list, wording="list of decks"),
    ]
    settings: Annotated[list[str], BeforeValidator(_only_none)] = ["none"]
    buildings: Annotated[list[str], BeforeValidator(_only_none)] = ["none"]
    matchups: Annotated[Literal["round_robin", "ladder"] | list[Pair], BeforeValidator(_matchups)]
    strategies: list[PlayerField] = Field(default_factory=list)
    allow_what_if: bool = False


class RunTable(Strict):
    """How it is played."""

    deals: Annotated[int, Field(ge=1, le=MAX_DEALS)] = 10_000
    mirror: Literal["seats", "lead", "none"] = "seats"
    seed: Annotated[int, Field(ge=0, le=MAX_SEED)] = 1
    ablation: Literal[False] = False


def _switches(value: Any) -> Any:
    if not isinstance(value, dict):
        raise ValueError(f"{value!r} is no table of switches")  # noqa: TRY004
    return value


class ScenarioFile(Strict):
    """A whole scenario file."""

    schema_: Annotated[Literal[1], Field(alias="schema")]
    name: Annotated[str, Field(min_length=1, max_length=200)]
    description: str = ""
    grid: Grid
    run: RunTable = Field(default_factory=RunTable)
    switches: Annotated[dict[str, Any], BeforeValidator(_switches)] = Field(default_factory=dict)


def switch_problem(name: str, value: Any) -> str:
    """Return what is wrong with one switch, or nothing."""
    if name not in SWITCHES:
        return f"unknown switch {name!r}; known: {', '.join(SWITCHES)}{nearest(name, SWITCHES)}"
    values = SWITCHES[name].values
    if value not in values:
        return f"found {value!r}; allowed: {', '.join(map(repr, values))}"
    return ""
