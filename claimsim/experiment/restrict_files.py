"""Result directories of restricted play: tables as Parquet, the manifest last."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from claimsim import __version__
from claimsim.experiment import directory, store

if TYPE_CHECKING:
    from claimsim.experiment.restrict import Restrictions


def write_restrictions(found: Restrictions, out: Path) -> None:
    """Write the prices of restrictions into a new directory.

    Parameters
    ----------
    found
        What was found.
    out
        The directory: ``prices.parquet`` and ``cells.parquet``, as :class:`Restrictions` has them,
        and ``manifest.json``.

    Raises
    ------
    RunDirectoryError, SystemRefused
        A directory that exists, or cannot be written to.
    """
    directory.make_new(out)
    with store.locked(out), store.writing(out):
        for name in ("prices", "cells"):
            with store.replacing(out / f"{name}.parquet") as path:
                getattr(found, name).to_parquet(path, index=False)
        store.write_json(
            out / store.MANIFEST,
            {
                "schema": store.SCHEMA,
                "kind": "restrict",
                "version": __version__,
                "name": found.scenario.name,
                "scenario": found.scenario.resolved(),
                **directory.digests(found.scenario),
                "seed": found.scenario.seed,
                "first_deal": found.first_deal,
                "deals": found.deals,
                "player": found.player,
                "forbidden": [str(one) for one in found.forbidden],
                "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            },
        )
