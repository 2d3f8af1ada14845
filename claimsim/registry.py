"""Finding strategies: which exist, and which one a name means."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

from claimsim.errors import ClaimsimError, InputError, StrategyError
from claimsim.seated import Seated
from claimsim.strategy_kit import REGISTERED, Strategy

if TYPE_CHECKING:
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
        entries = [getattr(v, REGISTERED) for v in vars(module).values() if hasattr(v, REGISTERED)]
        if len(entries) != 1:
            raise StrategyError(f"{module.__file__} registers {len(entries)} strategies, not one")
        entry = entries[0]
        if entry.name in found:
            raise StrategyError(f"{module.__file__}: the name {entry.name!r} is taken")
        found[entry.name] = entry
    return dict(sorted(found.items()))


def _imported(name: str) -> ModuleType:
    try:
        return importlib.import_module(f"strategies.{name}")
    except ClaimsimError:
        raise
    except Exception as error:
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise StrategyError(f"strategies/{name}.py cannot be imported: {what}") from error


def find(name: str) -> Strategy:
    """Return the strategy of this name.

    Raises
    ------
    InputError
        No strategy has it; the message names the nearest and all known ones.
    """
    known = shipped()
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    raise InputError(f"unknown strategy {name!r}; {hint}known: {', '.join(known)}")


def seat(player: Player) -> Seated:
    """Return a scenario's player with his strategy found."""
    return Seated(find(player.strategy), dict(player.weights))
