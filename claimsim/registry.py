"""Finding strategies: which exist, shipped and users' own, and which one a name means."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING

from claimsim.errors import ClaimsimError, InputError, StrategyError
from claimsim.seated import Seated
from claimsim.strategy_kit import REGISTERED, Strategy

if TYPE_CHECKING:
    from types import ModuleType

    from claimsim.scenario import Player


@cache
def shipped() -> dict[str, Strategy]:
    """Return every shipped strategy by name, in alphabetical order.

    Every module of the package ``strategies`` whose name does not begin with an underscore
    holds exactly one.

    Raises
    ------
    StrategyError
        A module that cannot be imported, that registers none or several, or two that share a
        name.
    """
    import strategies

    found: dict[str, Strategy] = {}
    for info in pkgutil.iter_modules(strategies.__path__):
        if info.name.startswith("_"):
            continue
        module = _imported(info.name)
        entry = entry_of(module, str(module.__file__))
        if entry.name in found:
            raise StrategyError(f"{module.__file__}: the name {entry.name!r} is taken")
        found[entry.name] = entry
    return dict(sorted(found.items()))


@cache
def known() -> dict[str, Strategy]:
    """Return every strategy by name: the shipped ones, then those added since.

    The dictionary is the registry itself: what is put into it is known from then on.
    """
    return dict(shipped())


def _imported(name: str) -> ModuleType:
    try:
        return importlib.import_module(f"strategies.{name}")
    except ClaimsimError:
        raise
    except Exception as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise StrategyError(f"strategies/{name}.py cannot be imported: {what}") from error


def entry_of(module: ModuleType, file: str) -> Strategy:
    """Return the one strategy that a module registers; one that it imports does not count.

    Raises
    ------
    StrategyError
        It registers none, or several.
    """
    entries: list[Strategy] = [
        getattr(value, REGISTERED)
        for value in vars(module).values()
        if hasattr(value, REGISTERED) and value.__module__ == module.__name__
    ]
    if len(entries) != 1:
        names = f" ({', '.join(entry.name for entry in entries)})" if entries else ""
        raise StrategyError(f"{file} registers {len(entries)} strategies{names}, not one")
    return entries[0]


def find(name: str) -> Strategy:
    """Return the strategy of this name.

    Raises
    ------
    InputError
        No strategy has it; the message names the nearest and all known ones.
    """
    there = known()
    if name in there:
        return there[name]
    near = difflib.get_close_matches(name, there, 1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    raise InputError(
        f"unknown strategy {name!r}; {hint}known: {', '.join(there)} "
        "(a folder of your own: --strategies DIR)"
    )


def seat(player: Player) -> Seated:
    """Return a scenario's player with his strategy found."""
    return Seated(find(player.strategy), dict(player.weights))
