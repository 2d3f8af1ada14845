"""Is this installation whole? The packages beside claimsim have common names."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from claimsim.errors import InputError

#: Packages of this distribution that must lie beside ``claimsim``.
BESIDE = ("strategies", "scenarios", "reports")


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
        found = [Path(p).resolve() for p in (spec.submodule_search_locations or ())] if spec else []
        if home / name in found[:1]:
            continue
        where = f"{found[0]} hides it" if found else "it is missing"
        raise InputError(
            f"claimsim needs its own package {name!r} in {home / name}, but {where}; "
            "start claimsim from another folder, or install it again"
        )
