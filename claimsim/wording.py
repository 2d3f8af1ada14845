"""How claimsim refuses a value: one sentence of one form, wherever the value stood.

``found X; allowed: Y; did you mean Z?``
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

#: Longest text of a value that a message repeats.
MAX_SHOWN = 60


def shown(value: Any) -> str:
    """Return a value as a file would write it, cut where it is long, always on one line."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"


def nearest(name: Any, known: Iterable[Any]) -> str:
    """Return ``"; did you mean 'x'?"`` for the nearest known name, or nothing."""
    names = [one for one in known if isinstance(one, str)]
    near = difflib.get_close_matches(name, names, 1) if isinstance(name, str) else []
    return f"; did you mean {near[0]!r}?" if near else ""


def refusal(value: Any, allowed: str) -> str:
    """Return what is wrong with a value, and what would be right."""
    return f"found {shown(value)}; allowed: {allowed}"


def name_refusal(value: Any, known: Iterable[Any], what: str = "") -> str:
    """Return what is wrong with a name, or another value, that is not among the known ones."""
    names = list(known)
    listed = ", ".join(map(repr, names)) or "none"
    return refusal(value, f"{what} {listed}".strip()) + nearest(value, names)
