"""What a strategy's code reads: the facts of its classifier, found and not declared.

A strategy may read fields of its View and of the rules' table, by itself or in the helpers that
it calls. Which they are stands in its compiled Python: the code objects are walked, from the
function over every function of the project that it names. So nothing is found of what is not read;
what is read and then not used counts as read.
"""

from __future__ import annotations

import dis
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from claimsim.rules.locations import BUILDINGS
from claimsim.rules.powers import POWERS
from claimsim.rules.table import TABLE
from claimsim.strategy_kit import Strategy
from claimsim.view import FIELDS

#: Fields of the View that say what one must remember: it lay open once, or lies open no more.
MEMORY = frozenset((
    "unseen", "their_hand", "their_followers", "their_doubtful", "in_pile", "in_side", "pile_at",
))  # fmt: skip

#: Fields of the View that show prizes.
PRIZE = frozenset(("prize", "face_up"))

#: Fields of the rules' table that say who has a power, or with which numbers.
POWER_FIELDS: dict[str, str] = {
    "beats": "beats",
    "beaten_by": "beats",
    "scored_when_played": "scored_when_played",
    "loser_scores": "loser_scores",
    "wild": "wild",
    "ranks_with": "wild",
    "redrawn": "redraws",
    "draws": "redraws",
    "must_draw": "redraws",
    "side_start": "redraws",
    "side_stop": "redraws",
    "strong": "strengthens",
    "strong_ones": "strengthens",
    "strengthens": "strengthens",
    "strong_cards": "strengthens",
    "strong_moves": "strengthens",
    "captors": "captures_equal",
    "captures": "captures_equal",
    "weight": "unique_counts",
    "no_repeat": "no_repeat_lead",
    "same_leader": "no_repeat_lead",
    "extinct": "extinct",
    "boosters": "boosts",
    "boost": "boosts",
    "answers": "boosts",
    "scavenges": "draws_discard",
    "discard_draws": "draws_discard",
    "arrests": "arrested_by",
    "arresters": "arrested_by",
    "exchange": "exchanges",
    "beaten_from": "beaten_from",
    "threshold": "beaten_from",
    "by_printed": "beaten_from",
    "arms": "arms",
    "trident_bonus": "arms",
    "tridents": "arms",
    "in_front": "lies_in_front",
    "smashers": "smashes",
    "smash_targets": "smashes",
    "may_smash": "smashes",
    "leads_next": "leads_next",
    "limited": "limited",
    "limit": "limited",
    "pickers": "picks_reward",
    "looks": "picks_reward",
    "picks_lost": "picks_reward",
}

#: Fields of the rules' table that a location alone fills, or that are its number.
LOCATION_FIELDS: dict[str, tuple[str, ...]] = {
    "ice_bonus": ("ice_fields",),
    "sands": ("endless_sands",),
    "peaks": ("windy_peaks",),
    "swamp": ("swamp",),
    "shore": ("shore",),
    "islands": ("islands",),
    "plateau": ("plateau",),
    "plateau_leads": ("plateau",),
    "renumbers": ("underworld", "farmlands"),
    "revalued": ("underworld",),
    "above": ("farmlands",),
    "monastery_ratio": ("monastery",),
    "dropped": ("pyramid", "ruins"),
    "fortress_limit": ("fortress",),
    "fortress_drop": ("fortress",),
    "lighthouse": ("lighthouse",),
    "dungeon": ("dungeon",),
    "castle_largest": ("castle",),
}

#: Fields of the View that nothing but a power or location fills.
VIEW_FIELDS: dict[str, str] = {
    "row": "plateau",
    "their_row": "plateau",
    "came": "lighthouse",
    "their_came": "lighthouse",
    "secured": "lighthouse",
    "last_of_phase_1": "dungeon",
    "tridents": "arms",
    "their_tridents": "arms",
    "trident_supply": "arms",
    "side_left": "redraws",
    "in_side": "redraws",
    "in_front": "lies_in_front",
    "their_in_front": "lies_in_front",
    "waiting": "limited",
    "in_pile": "picks_reward",
    "pile_at": "picks_reward",
}

#: Names under which functions of :mod:`claimsim.tricks` and strategies know the rules' table.
_TABLES = ("rules", "table")

#: Modules whose functions are walked through, beside those of strategies.
_WALKED = ("claimsim.strategy_kit", "claimsim.tricks")

_VIEW = frozenset(field.name for field in FIELDS)
_TABLE = frozenset(TABLE.names or ())


@dataclass(frozen=True)
class Reads:
    """What a function and the helpers that it calls read.

    Parameters
    ----------
    view, rules
        Names of fields of the View, and of the rules' table.
    constants
        Names of module constants.
    chance
        Names of sources of random numbers other than ``view.dice``.
    """

    view: frozenset[str]
    rules: frozenset[str]
    constants: frozenset[str]
    chance: frozenset[str]

    @property
    def memory(self) -> bool:
        """Whether it reads what one must remember."""
        return not MEMORY.isdisjoint(self.view)

    @property
    def stochastic(self) -> bool:
        """Whether it reads its dice."""
        return "dice" in self.view

    @property
    def prize(self) -> bool:
        """Whether it reads which prizes lie face up."""
        return not PRIZE.isdisjoint(self.view)

    @property
    def locations(self) -> frozenset[str]:
        """The settings and buildings of which it reads something."""
        found = {name for field in self.rules for name in LOCATION_FIELDS.get(field, ())}
        found |= {VIEW_FIELDS[field] for field in self.view if field in VIEW_FIELDS}
        found |= {name for name in BUILDINGS if name.upper() in self.constants}
        return frozenset(found).difference(POWERS)

    @property
    def powers(self) -> frozenset[str]:
        """The powers of which it reads something."""
        found = {POWER_FIELDS[field] for field in self.rules if field in POWER_FIELDS}
        found |= {VIEW_FIELDS[field] for field in self.view if field in VIEW_FIELDS}
        return frozenset(found).intersection(POWERS)


def reads(strategy: Strategy) -> Reads:
    """Return what a strategy reads, its helpers included."""
    view: set[str] = set()
    rules: set[str] = set()
    constants: set[str] = set()
    chance: set[str] = set()
    for function in _walked(strategy.choose):
        for owner, name in _attributes(function.__code__):
            if name in _TABLE and (owner in _TABLES or name not in _VIEW):
                rules.add(name)
            elif name in _VIEW:
                view.add(name)
            elif name == "random" and function.__globals__.get(owner) is np:
                chance.add(f"{owner}.random")
        for name in _globals(function.__code__):
            what = function.__globals__.get(name)
            if isinstance(what, int):
                constants.add(name)
            elif _is_chance(what):
                chance.add(name)
    return Reads(frozenset(view), frozenset(rules), frozenset(constants), frozenset(chance))


def _walked(choose: Callable[..., Any]) -> Iterator[FunctionType]:
    """Yield a strategy's function and every one that it names, each once."""
    seen: set[Callable[..., Any]] = set()
    left: list[Any] = [choose]
    while left:
        function = left.pop()
        if function in seen:
            continue
        seen.add(function)
        yield function
        for name in _globals(function.__code__):
            what = function.__globals__.get(name)
            if isinstance(what, FunctionType) and (
                what.__module__ == choose.__module__ or _is_walked(what)
            ):
                left.append(what)


def _is_chance(what: object) -> bool:
    """Say whether something is a source of random numbers that nobody can repeat."""
    if isinstance(what, ModuleType):
        return what.__name__ in ("random", "secrets", "numpy.random")
    return isinstance(getattr(what, "__self__", None), random.Random)


def _is_walked(function: FunctionType) -> bool:
    """Say whether a function may read a View or the rules' table."""
    module = function.__module__
    return module in _WALKED or module.startswith(("strategies.", "claimsim_own_"))


def _attributes(code: CodeType) -> Iterator[tuple[str, str]]:
    """Yield each attribute that is read: the name that stands before the dot, and its own."""
    before = ""
    for step in dis.get_instructions(code):
        if step.opname == "LOAD_ATTR":
            yield before, str(step.argval)
        # Where two variables are loaded at once, the attribute is the second one's.
        before = str(step.argval[-1] if isinstance(step.argval, tuple) else step.argval)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _attributes(constant)


def _globals(code: CodeType) -> Iterator[str]:
    """Yield the names of globals that are read."""
    for step in dis.get_instructions(code):
        if step.opname == "LOAD_GLOBAL":
            yield str(step.argval)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals(constant)
