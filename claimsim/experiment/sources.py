"""Strategies that travel: files that a worker does not have, taken over for a run."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimsim import registry
from claimsim.errors import StrategyError
from claimsim.experiment.caching import locked_cache
from claimsim.kernel import jit
from claimsim.strategy_kit import REGISTERED, Strategy


@dataclass(frozen=True)
class Source:
    """The file of a strategy, to be sent where it is not installed.

    Parameters
    ----------
    file
        Name of the file.
    text
        What it holds.
    beside
        Names and texts of the shared helpers beside it.
    """

    file: str
    text: str
    beside: Mapping[str, str]


#: Strategies that came from elsewhere, by their digests.
_LEARNED: dict[str, Strategy] = {}


def learn(name: str, source: Source, digest: str) -> None:
    """Take over a strategy that is not installed here; one that is keeps its place.

    Parameters
    ----------
    name, source
        The strategy.
    digest
        What :func:`claimsim.kernel.jit.strategy_digest` gave where it comes from.

    Raises
    ------
    StrategyError
        A file that does not register just one strategy of this name.
    SystemRefused
        The file cannot be written into the cache folder.
    """
    known = registry.shipped()
    if name in known and known[name] not in _LEARNED.values():
        return
    if digest not in _LEARNED:
        entry = _loaded(name, source, digest)
        if entry is None:
            return
        _LEARNED[digest] = entry
    known[name] = _LEARNED[digest]


def _loaded(name: str, source: Source, digest: str) -> Strategy | None:
    """Load a strategy's file, or nothing where it rests on helpers that are others here."""
    import strategies

    installed = _helpers(Path(str(strategies.__file__)))
    if any(installed.get(file) != text for file, text in source.beside.items()):
        return None
    folder = jit.cache_folder() / "sent" / digest
    with locked_cache():
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in {**source.beside, source.file: source.text}.items():
            path = folder / Path(file).name
            if not path.exists():  # numba goes by the time of a file
                path.write_bytes(text.encode())
    spec = importlib.util.spec_from_file_location(
        f"claimsim_sent_{digest}", folder / Path(source.file).name
    )
    assert spec is not None  # the name ends in .py
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    entries: list[Any] = [getattr(value, REGISTERED, None) for value in vars(module).values()]
    found: list[Strategy] = [entry for entry in entries if entry and entry.name == name]
    if len(found) != 1:
        raise StrategyError(f"{source.file} registers {len(found)} strategies {name!r}, not one")
    return found[0]


def source_of(strategy: Strategy) -> Source:
    """Return a strategy's file with what stands beside it."""
    path = Path(strategy.file)
    return Source(path.name, path.read_bytes().decode(), _helpers(path))


def _helpers(path: Path) -> dict[str, str]:
    """Return the files of shared helpers beside a strategy, as its digest takes them in."""
    beside = sorted(path.parent.glob("_*.py"))
    return {file.name: file.read_bytes().decode() for file in beside}
