"""What a View is in plain Python: an ``np.record`` whose fields are quick to read.

Strategies read fields all the time, and numpy takes longer to find one in a record than a rule
takes to be applied. So a View keeps its numbers beside the record, as plain Python numbers,
and the rules keep what was read once.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any

import numpy as np

from claimsim.rules.ruleset import Ruleset
from claimsim.rules.table import TABLE
from claimsim.view import FIELDS, VIEW

#: Fields that are one number each, without ``dice``, in the order of a View.
NUMBERS = tuple(
    field.name for field in FIELDS if not field.shape and field.name not in ("dice", "rules")
)

#: Fields that are several numbers.
ARRAYS = tuple(field.name for field in FIELDS if field.shape)


class RulesRecord(np.record):  # type: ignore[misc]  # final for type checkers, not for Python
    """The rules of a View."""

    __getattribute__ = np.void.__getattribute__
    __getitem__ = np.void.__getitem__  # type: ignore[assignment]  # the same, without detours

    def __getattr__(self, name: str) -> Any:
        if name not in (TABLE.names or ()):
            raise AttributeError(f"the rules of a View have no field {name!r}")
        value = self[name]
        self.__dict__[name] = value = value if value.shape else value.item()
        return value


class ViewRecord(np.record):  # type: ignore[misc]  # likewise
    """A View.

    Attributes
    ----------
    numbers : tuple of int
        Its fields of one number each, in the order of NUMBERS.
    """

    __getattribute__ = np.void.__getattribute__
    __getitem__ = np.void.__getitem__  # type: ignore[assignment]  # likewise

    numbers: tuple[int, ...]

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"a View has no field {name!r}")


def _number(place: int) -> Callable[[ViewRecord], int]:
    return lambda view: view.numbers[place]


for _place, _name in enumerate(NUMBERS):
    setattr(ViewRecord, _name, property(_number(_place)))
for _name in ARRAYS:
    setattr(ViewRecord, _name, property(itemgetter(_name)))

#: VIEW and TABLE with records of those types, at the same places.
SHOWN_TABLE = np.dtype((RulesRecord, TABLE))
SHOWN = np.dtype(
    (
        ViewRecord,
        np.dtype(
            [
                (
                    field.name,
                    SHOWN_TABLE if field.dtype is TABLE else field.dtype,
                    field.shape,
                )
                for field in FIELDS
            ],
            align=True,
        ),
    )
)


def blank_views(rules: Ruleset) -> bytes:
    """Return the memory of two Views that say nothing but the rules."""
    assert VIEW.fields is not None
    head = bytes(VIEW.fields["rules"][1])
    table = rules.table.tobytes()
    view = head + table + bytes(VIEW.itemsize - len(head) - len(table))
    return view + view


def rules_record(rules: Ruleset) -> np.record:
    """Return the table of a ruleset as Views show it; it cannot be written to."""
    record: np.record = np.frombuffer(rules.table.tobytes(), SHOWN_TABLE)[0]
    return record
