"""Is this installation whole? The packages beside claimsim have common names."""

from __future__ import annotations

import importlib.util
from functools import cache
from importlib.machinery import ModuleSpec
from pathlib import Path

from claimsim.errors import InputError

#: Packages of this distribution that must lie beside ``claimsim``.
BESIDE = ("strategies", "scenarios", "reports")


@cache
def check_installation() -> None:
    """Make sure that the packages beside claimsim are its own.

    Raises
    ------
    InputError
        A folder elsewhere hides one of them; the message names it.
    """
    home = Path(__file__).resolve().parent.parent
    for name in BESIDE:
        spec = importlib.util.find_spec(name)
        found = _place(spec) if spec else None
        if found == home / name:
            continue
        where = f"{found} hides it" if found else "it is missing"
        raise InputError(
            f"claimsim needs its own package {name!r} in {home / name}, but {where}; "
            "start claimsim from another folder, or install it again"
        )


def _place(spec: ModuleSpec) -> Path:
    """Return the folder of a package, or the file of a module."""
    folders = list(spec.submodule_search_locations or ())
    return Path(folders[0] if folders else str(spec.origin)).resolve()
