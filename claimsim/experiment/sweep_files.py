"""Result directories of sweeps: tables as Parquet, the manifest last."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from claimsim import __version__
from claimsim.experiment import directory, store
from claimsim.experiment.sweep_tables import Sweep


def write_sweep(found: Sweep, out: Path) -> None:
    """Write a sweep into a new directory.

    Parameters
    ----------
    found
        The sweep.
    out
        The directory: ``cells.parquet``, ``by_value.parquet``, ``crossings.parquet`` and
        ``best.parquet``, as :class:`Sweep` has them, and ``manifest.json``.

    Raises
    ------
    InputError, RunDirectoryError, SystemRefused
        A directory that exists, or cannot be written to.
    """
    directory.make_new(out)
    with store.locked(out), store.writing(out):
        for name in ("cells", "by_value", "crossings", "best"):
            with store.replacing(out / f"{name}.parquet") as path:
                getattr(found, name).to_parquet(path, index=False)
        question = found.question
        store.write_json(
            out / store.MANIFEST,
            {
                "schema": store.SCHEMA,
                "kind": "sweep",
                "version": __version__,
                "name": found.baseline.name,
                "scenario": found.baseline.resolved(),
                **directory.digests(found.baseline, *(one.variant for one in found.comparisons)),
                "seed": found.baseline.seed,
                "first_deal": found.first_deal,
                "deals": found.deals,
                "fresh_first_deal": found.first_deal + found.deals,
                "metric": question.metric,
                "target": question.target,
                "tolerance": question.tolerance,
                "vary": [one.name for one in found.varied],
                "variants": [
                    {"change": one.change, "scenario": one.variant.resolved()}
                    for one in found.comparisons
                ],
                "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            },
        )
