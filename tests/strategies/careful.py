"""A View that notes what is read of it, and refuses indices that plain numpy would take."""

from __future__ import annotations

from typing import Any

import numpy as np

from claimsim.rules.table import TABLE
from claimsim.view import VIEW


class _Array:
    """An array without negative indices, which numpy counts from the end."""

    def __init__(self, values: np.ndarray) -> None:
        self._values = values

    def __getitem__(self, place: Any) -> Any:
        if int(place) < 0:
            raise IndexError(f"index {place} is negative")
        found = self._values[place]
        return _Array(found) if isinstance(found, np.ndarray) else found


class _Record:
    """A record that notes which fields are read."""

    def __init__(self, values: np.void, replaced: dict[str, Any]) -> None:
        self._values = values
        self._replaced = replaced
        self.read: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        if name in self._replaced:
            self.read.add(name)
            return self._replaced[name]
        try:
            found = self._values[name]
        except ValueError as error:
            raise AttributeError(name) from error
        self.read.add(name)
        return _Array(found) if isinstance(found, np.ndarray) else found


class Careful(_Record):
    """A View; `replaced` gives some of its fields another value.

    Attributes
    ----------
    read : set of str
        The fields of the View that were read.
    rules : _Record
        The rules' table, which notes the same.
    """

    def __init__(self, view: np.void, **replaced: Any) -> None:
        assert view.dtype == VIEW
        table = np.zeros(1, TABLE)
        table[0] = view["rules"]
        self.rules = _Record(table[0], {})
        super().__init__(view, replaced)
