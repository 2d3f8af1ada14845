"""From pydantic's errors to places in the file and sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from claimsim.scenario.grid_schema import Grid, PlayerSpec
from claimsim.scenario.schema import RunTable, ScenarioFile
from claimsim.scenario.target_schema import PrecisionSpec, TargetSpec, WhereSpec
from claimsim.wording import name_refusal, refusal

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic_core import ErrorDetails

    from claimsim.scenario.locate import Path

#: The tables of a file, for the keys that each may have (of a list of tables without the place
#: in it); a player may stand anywhere else.
_TABLES: dict[Path, type[BaseModel]] = {
    (): ScenarioFile,
    ("grid",): Grid,
    ("run",): RunTable,
    ("run", "precision"): PrecisionSpec,
    ("targets",): TargetSpec,
    ("targets", "where"): WhereSpec,
}


def problem_of(detail: ErrorDetails, raw: dict[str, Any]) -> tuple[Path, str] | None:
    """Turn one of pydantic's errors into a place and a sentence.

    Parameters
    ----------
    detail
        The error.
    raw
        The file as TOML gave it.

    Returns
    -------
    tuple of path and str
        Or None for an error that only says that a list is not the word that could have stood
        in its place: what is wrong inside the list is said by other errors.
    """
    kind, found = detail["type"], detail["input"]
    if kind == "string_type" and isinstance(found, list):
        return None
    path = _in_file(detail["loc"], raw)
    if kind == "missing":
        return path, "is missing"
    if kind == "extra_forbidden":
        return path, _unknown(path)
    if kind == "value_error":
        return path, detail["msg"].removeprefix("Value error, ")
    if kind == "model_type":
        return path, refusal(found, "a table")
    return path, f"found {found!r}; {detail['msg']}"


def _unknown(path: Path) -> str:
    within = tuple(part for part in path[:-1] if isinstance(part, str))
    table = _TABLES.get(within, PlayerSpec)
    names = [field.alias or name for name, field in table.model_fields.items()]
    return "unknown key; " + name_refusal(path[-1], names)


def _in_file(loc: tuple[str | int, ...], raw: dict[str, Any]) -> Path:
    """Keep of pydantic's path only what leads through the file: unions add names of their own."""
    path: list[str | int] = []
    here: Any = raw
    for index, part in enumerate(loc):
        last = index == len(loc) - 1
        if isinstance(here, dict) and isinstance(part, str) and (part in here or last):
            path.append(part)
            here = here.get(part)
        elif isinstance(here, list) and isinstance(part, int) and part < len(here):
            path.append(part)
            here = here[part]
    return tuple(path)
