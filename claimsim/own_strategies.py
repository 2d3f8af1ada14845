"""Strategies of users' own: one Python file each, in a folder that the user names."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from claimsim import registry
from claimsim.errors import ClaimsimError, InputError, StrategyError
from claimsim.strategy_kit import Strategy

#: Folders that were added in this process, in their order.
FOLDERS: list[Path] = []

#: What a finished run keeps of a strategy that is not shipped, so that its results can be read
#: where the file is not at hand.
_FACTS = ("name", "version", "summary", "source", "weights", "stochastic", "interpreted")


def add_folder(folder: Path, *, check_bounds: bool = True) -> list[Strategy]:
    """Load every strategy of a folder: its files ``*.py`` without an underscore in front.

    Parameters
    ----------
    folder
        Files whose names begin with an underscore are helpers, which the others may import by
        name; helpers of shipped strategies are in the package ``strategies``.
    check_bounds
        Whether the strategies are compiled with a check of every place that they read.

    Raises
    ------
    InputError
        No such folder, or no strategy in it.
    StrategyError
        A file that cannot be imported, that registers none or several, or a name that is taken.
    """
    if not folder.is_dir():
        raise InputError(f"--strategies {folder}: a folder of strategy files is needed")
    place = folder.resolve()
    files = [path for path in sorted(place.glob("*.py")) if not path.name.startswith("_")]
    if not files:
        raise InputError(
            f"--strategies {folder}: no strategy is in it; `claimsim new strategy NAME` writes one"
        )
    found = []
    for path in files:
        entry = replace(load(path), check_bounds=check_bounds)
        _check_chance(entry, path)
        there = registry.known().get(entry.name)
        if there is not None and Path(there.file) != path:
            raise StrategyError(f"{path}: the name {entry.name!r} is taken by {there.file}")
        registry.known()[entry.name] = entry
        found.append(entry)
    if place not in FOLDERS:
        FOLDERS.append(place)
    return found


def _check_chance(entry: Strategy, path: Path) -> None:
    """Refuse a strategy whose play nobody could repeat."""
    from claimsim.strategy_facts import reads

    found = reads(entry)
    if found.chance:
        raise StrategyError(
            f"{path.name}: strategy {entry.name!r} uses {min(found.chance)}, and its games "
            "could not be played again; view.dice, with stochastic=True, would be right"
        )
    if found.stochastic and not entry.stochastic:
        raise StrategyError(
            f"{path.name}: strategy {entry.name!r} reads view.dice in a helper: say "
            "stochastic=True in its decorator"
        )


def load(path: Path) -> Strategy:
    """Load one file and return the strategy that it registers; nothing is added to the registry.

    Raises
    ------
    StrategyError
        A file that cannot be imported, or that registers none or several.
    """
    spec = importlib.util.spec_from_file_location(_module_name(path), path)
    assert spec is not None  # the name ends in .py
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    with _importable(path.parent):
        try:
            spec.loader.exec_module(module)
        except ClaimsimError as error:
            raise StrategyError(f"{path.name}: {error}") from error
        except Exception as error:
            raise StrategyError(
                f"strategy file {_place(path, error)} cannot be imported: {_told(error)}"
            ) from error
    return registry.entry_of(module, str(path))


def _told(error: Exception) -> str:
    what = error.msg if isinstance(error, SyntaxError) else str(error)
    return " ".join(f"{type(error).__name__}: {what}".split())


def _place(path: Path, error: Exception) -> str:
    """Return file and line of what went wrong, the last one that lies in the user's folder."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{Path(error.filename).name}:{error.lineno}"
    own = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).parent == path.parent
    ]
    return f"{Path(own[-1].filename).name}:{own[-1].lineno}" if own else path.name


class _Helpers(MetaPathFinder, Loader):
    """Finds the helper files of one folder, by names that begin with an underscore.

    A helper is known to Python under a name that goes with its path, and under its own while the
    folder is loaded: another folder may have a helper of the same name, and compiled code that
    comes from the cache asks for the module by its name.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.found: list[str] = []

    def find_spec(
        self, fullname: str, path: object = None, target: object = None
    ) -> ModuleSpec | None:
        """Return how to import a helper, or None for what is none of this folder's."""
        del path, target
        file = self._folder / f"{fullname}.py"
        if not fullname.startswith("_") or not file.is_file():
            return None
        self.found.append(fullname)
        return ModuleSpec(fullname, self, origin=str(file))

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module under the name that goes with its path."""
        file = self._folder / f"{spec.name}.py"
        own = importlib.util.spec_from_file_location(_module_name(file), file)
        assert own is not None  # the name ends in .py
        assert own.loader is not None
        module = sys.modules[own.name] = importlib.util.module_from_spec(own)
        own.loader.exec_module(module)
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: it was executed under its other name."""


def _module_name(path: Path) -> str:
    mark = hashlib.blake2b(str(path.parent).encode(), digest_size=8).hexdigest()
    return f"claimsim_own_{mark}_{path.stem}"


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    """Let helpers of a folder be imported by name, by what is loaded meanwhile and nothing else."""
    finder = _Helpers(folder)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in finder.found:
            sys.modules.pop(name, None)


@dataclass(frozen=True, eq=False)
class Absent(Strategy):
    """A strategy that a finished run had and this process does not: its results can be read."""

    @property
    def file(self) -> str:
        """Not there.

        Raises
        ------
        StrategyError
            Always.
        """
        raise StrategyError(_absent(self.name))


def _absent(name: str) -> str:
    return f"strategy {name!r} is not at hand: name the folder of its file with --strategies"


def facts(names: list[str]) -> dict[str, dict[str, Any]]:
    """Return what a run keeps of those of its strategies that are not shipped, by name."""
    own = [name for name in names if name not in registry.shipped()]
    return {name: {k: getattr(registry.find(name), k) for k in _FACTS} for name in own}


def remember(kept: Mapping[str, Mapping[str, Any]]) -> None:
    """Make strategies known by what :func:`facts` kept of them, where they are not known."""
    for name, fact in kept.items():
        if name in registry.known():
            continue

        def choose(view: Any, weights: Any, name: str = name) -> int:
            del view, weights
            raise StrategyError(_absent(name))

        registry.known()[name] = Absent(**fact, decisions=frozenset(), choose=choose)
