"""Strategies that travel: files that a worker does not have, taken over for a run."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from claimsim import registry
from claimsim.errors import StrategyError
from claimsim.experiment.caching import locked_cache
from claimsim.kernel import jit
from claimsim.own_strategies import load
from claimsim.strategy_kit import Strategy


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
    shipped
        Whether it lies among the shipped strategies, whose helpers must be the same here.
    check_bounds
        As of :class:`claimsim.strategy_kit.Strategy`.
    """

    file: str
    text: str
    beside: Mapping[str, str]
    shipped: bool
    check_bounds: bool


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
    known = registry.known()
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
    installed = _helpers(_shipped_folder() / "any")
    if source.shipped and any(installed.get(n) != text for n, text in source.beside.items()):
        return None
    folder = jit.cache_folder() / "sent" / digest
    with locked_cache():
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in {**source.beside, source.file: source.text}.items():
            path = folder / Path(file).name
            if not path.exists():  # numba goes by the time of a file
                path.write_bytes(text.encode())
    entry = load(folder / Path(source.file).name)
    if entry.name != name:
        raise StrategyError(f"{source.file} registers the strategy {entry.name!r}, not {name!r}")
    return dataclasses.replace(entry, check_bounds=source.check_bounds)


def source_of(strategy: Strategy) -> Source:
    """Return a strategy's file with what stands beside it."""
    path = Path(strategy.file)
    return Source(
        path.name,
        path.read_bytes().decode(),
        _helpers(path),
        shipped=path.parent == _shipped_folder(),
        check_bounds=strategy.check_bounds,
    )


def _shipped_folder() -> Path:
    """Return where the shipped strategies lie."""
    import strategies

    return Path(str(strategies.__file__)).parent


def _helpers(path: Path) -> dict[str, str]:
    """Return the files of shared helpers beside a strategy, as its digest takes them in."""
    beside = sorted(path.parent.glob("_*.py"))
    return {file.name: file.read_bytes().decode() for file in beside}
