"""Result directories of what-ifs, sweeps and restricted play: opened, and made into pages."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimsim.errors import RunDirectoryError
from claimsim.experiment import store
from reports.comparison_page import Page, to_html, to_markdown

if TYPE_CHECKING:
    import pandas as pd

    from reports.wording import Row

#: What result directories hold: by the kind of the manifest, each table with columns that it has.
TABLES: dict[str, dict[str, tuple[str, ...]]] = {
    "whatif": {
        "cells": ("change", "cell", "strategy_a", "deals", "changed_deals"),
        "differences": ("change", "cell", "table", "row", "metric", "difference", "low", "high"),
    },
    "sweep": {
        "cells": ("cell", "strategy_a", "estimate", "low", "high"),
        "by_value": ("cell", "point", "value", "number", "estimate", "low", "high"),
        "crossings": ("cell", "at", "first", "last"),
        "best": ("cell", "point"),
    },
    "restrict": {
        "prices": ("restriction", "price", "low", "high", "cells"),
        "cells": ("restriction", "means", "cell", "price", "low", "high"),
    },
}
TABLES["rulings"] = TABLES["whatif"]

#: Keys that every manifest has, with the type of each.
_KEYS: dict[str, type] = {
    "version": str,
    "name": str,
    "scenario": str,
    "seed": int,
    "first_deal": int,
    "deals": int,
}

#: Those of one kind alone.
_MORE: dict[str, dict[str, type | tuple[type, ...]]] = {
    "whatif": {"variants": list},
    "rulings": {"variants": list},
    "sweep": {"vary": list, "metric": str, "target": (int, float), "fresh_first_deal": int},
    "restrict": {"player": str, "forbidden": list},
}


@dataclass(frozen=True)
class Results:
    """A result directory of a comparison.

    Parameters
    ----------
    directory
        Where it lies.
    manifest
        What its ``manifest.json`` says; ``kind`` is one of :data:`TABLES`.
    """

    directory: Path
    manifest: dict[str, Any]

    @property
    def kind(self) -> str:
        """What it is."""
        return str(self.manifest["kind"])

    def table(self, name: str, **equal: Collection[Any]) -> pd.DataFrame:
        """Return a table, or the rows of it that have one of some values in a column.

        Raises
        ------
        RunDirectoryError
            A file that is gone, damaged, or is no such table.
        """
        import pandas as pd

        path = self.directory / f"{name}.parquet"
        rows = [(column, "in", set(values)) for column, values in equal.items()]
        try:
            found = pd.read_parquet(path, filters=rows or None)
        except FileNotFoundError:
            raise RunDirectoryError(f"{path} is gone; play again with another --out") from None
        except (OSError, ValueError) as error:  # pyarrow's errors are of either kind
            what = str(error).splitlines()[0]
            raise RunDirectoryError(f"{path} cannot be read: {what}; play again") from None
        missing = [column for column in TABLES[self.kind][name] if column not in found]
        if missing:
            raise RunDirectoryError(
                f"{path} has no column {missing[0]}: it is not what claimsim writes; play again "
                "with another --out"
            )
        return found


def is_comparison(directory: str | Path) -> bool:
    """Say whether a folder holds a manifest without the plan that a run has."""
    path = Path(directory)
    return (path / store.MANIFEST).exists() and not (path / store.PLAN).exists()


def open_results(directory: str | Path) -> Results:
    """Open a result directory that ``claimsim whatif``, ``sweep`` or ``restrict`` wrote.

    Raises
    ------
    RunDirectoryError
        Another folder, one of another version, or one whose manifest was changed.
    """
    path = Path(directory)
    where = path / store.MANIFEST
    manifest = store.read_json(where, "a result directory")
    kind = manifest.get("kind")
    if kind not in TABLES:
        known = ", ".join(TABLES)
        raise RunDirectoryError(f"{where}: kind {kind!r}; results that a page is made of: {known}")
    for key, wanted in {**_KEYS, **_MORE[kind]}.items():
        value = manifest.get(key)
        if not isinstance(value, wanted) or isinstance(value, bool):
            raise RunDirectoryError(
                f"{where}: {key} = {value!r} is not what claimsim writes; play again with "
                "another --out"
            )
    return Results(path, manifest)


def page_of(results: Results, *, deals: bool = True) -> Page:
    """Return what is said of a result directory.

    Parameters
    ----------
    results
        The directory.
    deals
        Whether turned deals are told, for which some are played again.

    Raises
    ------
    RunDirectoryError
        A table that is gone or damaged.
    """
    from reports import (
        comparison_restrict,
        comparison_rulings,
        comparison_sweep,
        comparison_whatif,
    )

    if results.kind == "sweep":
        return comparison_sweep.page(results)
    if results.kind == "restrict":
        return comparison_restrict.page(results)
    if results.kind == "rulings":
        return comparison_rulings.page(results, deals=deals)
    page = comparison_whatif.page(results, deals=deals)
    return replace(page, otherwise=_otherwise(results.manifest["variants"][0]))


def _otherwise(variant: Mapping[str, Any]) -> str:
    """Say what differs where a change that was made by name or value is made by a file."""
    name = f"against {tomllib.loads(variant['scenario'])['name']}"
    if variant["change"] == name:
        return ""
    return (
        f"That page calls the change \N{LEFT DOUBLE QUOTATION MARK}{name}"
        "\N{RIGHT DOUBLE QUOTATION MARK}, by its file; its numbers are these."
    )


def report(results: Results, form: str) -> str:
    """Return the report of a result directory: ``"html"``, a page, or ``"md"``, a short text."""
    return (to_html if form == "html" else to_markdown)(page_of(results, deals=form == "html"))


def rows_of(results: Results, name: str, **equal: Collection[Any]) -> Sequence[Row]:
    """Return a table's rows, or some as :meth:`Results.table` has them; None: no number."""
    from reports.content import rows_of as plain

    return plain(results.table(name, **equal))
