"""Compiling and caching: what makes numba's cache safe to trust.

numba keys its cache on the file of the function alone, so a change in another file that the
function calls would go unseen. Every cache entry here therefore lives in a folder named after
a digest: the kernel's, of everything compiled into it, or a strategy's, of its file and what
it may call. Only entry points are cached; what they call is compiled into them.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core.errors import NumbaExperimentalFeatureWarning, NumbaWarning
from numba.extending import register_jitable

from claimsim.kernel.refusing import StrategyCompiler, WrapperCompiler, refusal_of
from claimsim.strategy_kit import HELPERS, Strategy

#: Modules that a strategy's compiled code depends on, beside its own file.
_SHARED = (
    "claimsim.cardsets",
    "claimsim.chance",
    "claimsim.tricks",
    "claimsim.view",
    "claimsim.strategy_kit",
    "claimsim.kernel.refusing",  # what was cached without its check must not be found
)

#: Modules and packages that the kernel's compiled code depends on.
_KERNEL = ("claimsim.rules", "claimsim.kernel", "claimsim.cardsets", "claimsim.chance")
_KERNEL_FILES = (
    *_KERNEL,
    "claimsim.defaults",
    "claimsim.tricks",
    "claimsim.view",
    "claimsim.experiment.tally",
)


def cache_folder() -> Path:
    """Return the folder of compiled code: ``CLAIMSIM_CACHE``, else the user's cache folder."""
    chosen = os.environ.get("CLAIMSIM_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("claimsim"))


@cache
def kernel_digest() -> str:
    """Return 16 hexadecimal digits of all that the kernel is compiled from."""
    return _digest(_files(_KERNEL_FILES))


@cache
def rules_digest() -> str:
    """Return 16 hexadecimal digits of the rules' data and code."""
    return _digest(_files(("claimsim.rules",)))


def strategy_digest(strategy: Strategy) -> str:
    """Return 16 hexadecimal digits of a strategy's file, helpers, View and helpers beside it."""
    import strategies

    file = Path(strategy.file)
    # A user's own file may rest on helpers beside it and on those of the shipped ones.
    folders = dict.fromkeys((file.parent, Path(str(strategies.__file__)).parent))
    helpers = {
        (path.name, path.read_bytes()): path
        for folder in folders
        for path in sorted(folder.glob("_*.py"))
    }
    return _digest([file, *helpers.values(), *_files(_SHARED), *_files(("claimsim.rules",))])


def _files(modules: Iterable[str]) -> list[Path]:
    files: list[Path] = []
    for name in modules:
        module = importlib.import_module(name)
        path = Path(str(module.__file__))
        files.extend(sorted(path.parent.glob("*.py")) if path.name == "__init__.py" else [path])
    return files


def _digest(files: Iterable[Path]) -> str:
    total = hashlib.blake2b(digest_size=8)
    for package in (numba, llvmlite, np):
        total.update(f"{package.__name__}={package.__version__};".encode())
    for file in files:
        total.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return total.hexdigest()


@contextmanager
def _cached_in(folder: str) -> Iterator[None]:
    """Let functions that are decorated meanwhile be cached in a folder of ours."""
    config: Any = numba.config  # its attributes are made at run time
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder() / folder)
    try:
        with warnings.catch_warnings():
            # Strategies are passed as functions: years old in numba, and still "experimental".
            warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
            # What cannot be kept is compiled every time, and works.
            warnings.filterwarnings("ignore", "Cannot cache compiled function", NumbaWarning)
            yield
    finally:
        config.CACHE_DIR = before


def compile_entry(signature: Any, function: Callable[..., Any]) -> Any:
    """Compile an entry point of the kernel, or load it from the cache."""
    with _cached_in(f"kernel-{kernel_digest()}"):
        return numba.njit(signature, cache=True, nogil=True)(function)


@contextmanager
def _checked() -> Iterator[None]:
    """Have what is compiled meanwhile checked, the helpers too: they do not get the option.

    A helper that was compiled in this process before stays as it is; so strategies with the check
    are compiled first.
    """
    config: Any = numba.config
    before = config.BOUNDSCHECK
    config.BOUNDSCHECK = 1
    try:
        yield
    finally:
        config.BOUNDSCHECK = before


def compile_choice(signature: Any, strategy: Strategy) -> Any:
    """Compile a strategy's function, or load it from the cache.

    Raises
    ------
    StrategyError
        It does not compile, or what it returns is no whole number.
    """
    kind = "checked" if strategy.check_bounds else "plain"
    with _cached_in(f"strategy-{strategy_digest(strategy)}-{kind}"):
        for helper in HELPERS:
            register_jitable(helper)
        decorate = numba.njit(
            signature,
            cache=True,
            nogil=True,
            boundscheck=strategy.check_bounds,
            pipeline_class=WrapperCompiler if strategy.wraps else StrategyCompiler,
        )
        try:
            with _checked() if strategy.check_bounds else nullcontext():
                choice = decorate(strategy.choose)
        except OSError:  # of the cache
            raise
        except Exception as error:
            raise refusal_of(strategy, error) from error
        if not strategy.check_bounds or strategy.wraps:
            return choice
        from claimsim.kernel.guarding import guarded

        return guarded(signature, choice, len(strategy.weights))
