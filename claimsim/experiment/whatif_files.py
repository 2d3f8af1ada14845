"""Result directories of comparisons: tables as Parquet, the manifest last."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from claimsim import __version__
from claimsim.experiment import directory, store
from claimsim.experiment.whatif import Comparison


def write_comparisons(found: Sequence[Comparison], out: Path, kind: str) -> None:
    """Write comparisons with one baseline into a new directory.

    Parameters
    ----------
    found
        At least one.
    out
        The directory: ``cells.parquet`` and ``differences.parquet``, each with the change in a
        column, and ``manifest.json``.
    kind
        What the comparisons are: ``"whatif"``, ``"rulings"``.

    Raises
    ------
    InputError, RunDirectoryError, SystemRefused
        A directory that exists, or cannot be written to.
    """
    import pandas as pd

    directory.make_new(out)
    with store.locked(out), store.writing(out):
        for name in ("cells", "differences"):
            frames = []
            for one in found:
                frame = getattr(one, name).copy()
                frame.insert(0, "change", one.change)
                frames.append(frame)
            with store.replacing(out / f"{name}.parquet") as path:
                pd.concat(frames, ignore_index=True).to_parquet(path, index=False)
        first = found[0]
        store.write_json(
            out / store.MANIFEST,
            {
                "schema": store.SCHEMA,
                "kind": kind,
                "version": __version__,
                "name": first.baseline.name,
                "scenario": first.baseline.resolved(),
                **directory.digests(first.baseline, *(one.variant for one in found)),
                "seed": first.baseline.seed,
                "first_deal": first.first_deal,
                "deals": first.deals,
                "variants": [
                    {"change": one.change, "scenario": one.variant.resolved()} for one in found
                ],
                "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            },
        )
