"""What a strategy may use: the decorator that registers it, constants, and card helpers.

A strategy is one function ``choose(view, weights)`` in one file. It is compiled by numba for
the kernel and runs as plain Python under the reference engine, from the same source. It sees a
View (:mod:`claimsim.view`) and must not write to it; ``weights`` is a float64 array in the
order of the decorator's names.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

import numpy as np

from claimsim.cardsets import (
    above,
    add,
    common,
    contains,
    empty,
    highest,
    lowest,
    nth,
    remove,
    single,
    size,
    union,
    without,
)
from claimsim.chance import roll
from claimsim.errors import StrategyError
from claimsim.rules.locations import BUILDINGS, SETTINGS
from claimsim.rules.powers import POWERS
from claimsim.rules.table import BUILDING_CODES
from claimsim.tricks import card_bonus, follower_wins, legal_follows, trick_winner
from claimsim.view import (
    ANSWER,
    BOOST,
    DECISIONS,
    DECLINE,
    DISCARD,
    DRAW,
    EXCHANGE,
    FOLLOW,
    LEAD,
    NO_CARD,
    PASS,
    PICK,
    SMASH,
)

__all__ = [
    "ANSWER",
    "BOOST",
    "BRIDGE",
    "CASTLE",
    "DECLINE",
    "DISCARD",
    "DRAW",
    "DUNGEON",
    "EXCHANGE",
    "FOLLOW",
    "FORTRESS",
    "LEAD",
    "LIGHTHOUSE",
    "MONASTERY",
    "NO_CARD",
    "PASS",
    "PICK",
    "PYRAMID",
    "RUINS",
    "SMASH",
    "TOWER",
    "TRICK_POWERS",
    "Strategy",
    "above",
    "add",
    "card_bonus",
    "common",
    "contains",
    "empty",
    "faction",
    "follower_wins",
    "helper",
    "highest",
    "legal_follows",
    "loses_to",
    "lowest",
    "nth",
    "remove",
    "roll",
    "single",
    "size",
    "strategy",
    "trick_winner",
    "union",
    "value",
    "wins",
    "without",
]

#: Values of ``view.rules.building``; 0 is none.
BRIDGE = BUILDING_CODES["bridge"]
CASTLE = BUILDING_CODES["castle"]
DUNGEON = BUILDING_CODES["dungeon"]
FORTRESS = BUILDING_CODES["fortress"]
LIGHTHOUSE = BUILDING_CODES["lighthouse"]
MONASTERY = BUILDING_CODES["monastery"]
PYRAMID = BUILDING_CODES["pyramid"]
RUINS = BUILDING_CODES["ruins"]
TOWER = BUILDING_CODES["tower"]

#: Most numbers that one strategy can have.
MAX_WEIGHTS = 32

#: The powers that :func:`wins` and :func:`loses_to` take into account.
TRICK_POWERS = ("beats", "wild", "captures_equal", "beaten_from")

_R = TypeVar("_R")

Choose = Callable[[Any, Any], int]


@dataclass(frozen=True, eq=False)
class Strategy:
    """A registered strategy.

    Parameters
    ----------
    name
        As scenario files write it.
    version
        Raised only when its behaviour changes.
    summary
        One line on how it plays.
    source
        Where the idea comes from.
    weights
        Names and default values of its numbers.
    stochastic
        Whether it reads ``view.dice``; elsewhere they are 0.
    decisions
        The decisions that it makes, by name; :mod:`claimsim.defaults` makes the others.
    choose
        The function, as plain Python.
    skills
        What it can do that can be taken from it: by the skill's name the weights, with their
        values, that switch it off (``claimsim restrict --forbid skill=NAME``).
    memory
        Whether it reads what one must remember: cards seen that no longer lie open.
    prize
        Whether it reads which prizes lie face up.
    locations
        The settings and buildings of which it reads whether they are in play, or what they alone
        bring, by name (``claimsim list settings``, ``buildings``).
    powers
        The powers whose cards or numbers it reads, by name (``claimsim list powers``).
    interpreted
        Whether it is played as plain Python by the reference engine, thousands of times slower,
        rather than compiled by numba.
    check_bounds
        Whether it is compiled with a check of every place that it reads; so are users' own.

    Notes
    -----
    The four before these two are declared; :mod:`claimsim.strategy_facts` finds them in the code,
    and the tests hold every shipped strategy to both.
    """

    name: str
    version: int
    summary: str
    source: str
    weights: Mapping[str, float]
    stochastic: bool
    decisions: frozenset[str]
    choose: Choose
    skills: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    memory: bool = False
    prize: bool = False
    locations: frozenset[str] = frozenset()
    powers: frozenset[str] = frozenset()
    interpreted: bool = False
    check_bounds: bool = False

    #: Whether it stands around another strategy, and shows that another View.
    wraps: ClassVar[bool] = False

    @property
    def file(self) -> str:
        """The file that it is written in."""
        return self.choose.__code__.co_filename


#: Functions that strategies share; the kernel compiles them when it first needs one.
HELPERS: list[Callable[..., Any]] = []


def helper(function: Callable[..., _R]) -> Callable[..., _R]:
    """Register a function that strategies call, so that it can be compiled into them."""
    HELPERS.append(function)
    return function


@helper
def value(view: Any, card: int) -> int:
    """Return the value of a card (0 to 15), as a signed number that can be subtracted."""
    return np.int64(view.rules.value_of[card])  # type: ignore[return-value]  # an int


@helper
def faction(view: Any, card: int) -> int:
    """Return the number of a card's faction, from 0 in the order of the deck."""
    return np.int64(view.rules.faction_of[card])  # type: ignore[return-value]  # an int


@helper
def wins(view: Any, card: int) -> int:
    """Return 1 if following with a card would win the trick as it stands, else 0."""
    led = view.led
    led_bonus = card_bonus(view.rules, view.their_bonus, led) + view.their_boost
    follow_bonus = card_bonus(view.rules, view.bonus, card) + view.boost
    return trick_winner(view.rules, view.phase, led, card, led_bonus, follow_bonus)


@helper
def loses_to(view: Any, card: int, reply: int) -> int:
    """Return 1 if the opponent's `reply` would win against a card that one leads, else 0."""
    led_bonus = card_bonus(view.rules, view.bonus, card) + view.boost
    follow_bonus = card_bonus(view.rules, view.their_bonus, reply)
    return trick_winner(view.rules, view.phase, card, reply, led_bonus, follow_bonus)


#: Decisions that every strategy makes.
PLAYS = frozenset(("lead", "follow"))

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,59}")


def _check_words(name: object, version: object, summary: object, source: object) -> None:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise StrategyError(
            f"strategy {name!r}: a name of 1 to 60 letters, digits, '_' and '-' would be right, a "
            "letter first"
        )
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise StrategyError(f"strategy {name!r}: version = {version!r}; a whole number from 1 on")
    for what, text in (("summary", summary), ("source", source)):
        if not isinstance(text, str) or not text.isprintable():
            raise StrategyError(f"strategy {name!r}: {what} = {text!r}; a line of text is needed")


def _check_weights(name: str, weights: Mapping[str, float]) -> None:
    for weight, value in weights.items():
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not isinstance(weight, str) or not number or not math.isfinite(value):
            raise StrategyError(
                f"strategy {name!r}: weight {weight!r} = {value!r}; a name and a number are needed"
            )


#: Attribute under which the decorator leaves the registration on the function.
REGISTERED = "claimsim_strategy"


def strategy(
    *,
    name: str,
    version: int,
    summary: str,
    source: str,
    weights: Mapping[str, float] | None = None,
    stochastic: bool = False,
    decisions: Collection[str] | None = None,
    skills: Mapping[str, Mapping[str, float]] | None = None,
    memory: bool = False,
    prize: bool = False,
    locations: Collection[str] = (),
    powers: Collection[str] = (),
    interpreted: bool = False,
) -> Callable[[Choose], Choose]:
    """Register a function as a strategy; it is compiled only when a run names it.

    Parameters
    ----------
    name, version, summary, source, weights, stochastic, skills, memory, prize, locations, powers,
    interpreted
        See :class:`Strategy`.
    decisions
        The decisions that it makes beside leads and follows. Left out: those whose constants
        (``BOOST``, ``PASS``, ...) the function itself names.

    Raises
    ------
    StrategyError
        A function that reads its dice without saying that it is stochastic, decisions that do
        not exist, a skill that is switched off by a weight that the strategy does not have, or
        powers or locations that do not exist.
    """

    def register(choose: Choose) -> Choose:
        _check_words(name, version, summary, source)
        _check_weights(name, weights or {})
        if choose.__code__.co_argcount != 2:
            raise StrategyError(f"strategy {name!r}: its function is choose(view, weights)")
        if "dice" in choose.__code__.co_names and not stochastic:
            raise StrategyError(
                f"strategy {name!r} reads view.dice: say stochastic=True in its decorator"
            )
        named = [word for word in DECISIONS if word.upper() in choose.__code__.co_names]
        made = PLAYS.union(named if decisions is None else decisions)
        unknown = sorted(made.difference(DECISIONS))
        if unknown:
            raise StrategyError(
                f"strategy {name!r} names the decision {unknown[0]!r}; "
                f"there are: {', '.join(DECISIONS)}"
            )
        known, off = dict(weights or {}), {k: dict(v) for k, v in (skills or {}).items()}
        for skill, numbers in off.items():
            for weight in numbers:
                if weight not in known:
                    raise StrategyError(
                        f"strategy {name!r} switches its skill {skill!r} off by the weight "
                        f"{weight!r}; it has: {', '.join(known) or 'none'}"
                    )
        for what, names, there in (
            ("power", powers, list(POWERS)),
            ("location", locations, [*SETTINGS, *BUILDINGS]),
        ):
            strange = sorted(set(names).difference(there))
            if strange:
                raise StrategyError(
                    f"strategy {name!r} names the {what} {strange[0]!r}; "
                    f"there are: {', '.join(there)}"
                )
        entry = Strategy(
            name=name,
            version=version,
            summary=summary,
            source=source,
            weights=known,
            stochastic=stochastic,
            decisions=made,
            choose=choose,
            skills=off,
            memory=memory,
            prize=prize,
            locations=frozenset(locations),
            powers=frozenset(powers),
            interpreted=interpreted,
        )
        setattr(choose, REGISTERED, entry)
        return choose

    return register
