"""A run directory: the plan first, batches one by one, the manifest last.

Whatever stands under its final name is whole: every file is written under a temporary name,
synced, and renamed, so that a run that is killed at any moment can go on.
"""

from __future__ import annotations

import itertools
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from claimsim.errors import InputError, RunDirectoryError
from claimsim.experiment.tally import TALLY, Tallies, add

if TYPE_CHECKING:
    from claimsim.experiment.plan import Batch

#: Version of the run directory's layout.
SCHEMA = 2

PLAN = "plan.json"
MANIFEST = "manifest.json"
TALLIES = "tallies"

_AGAIN = "delete it and run again with --resume"


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all.

    Raises
    ------
    InputError
        The path names something that is there and is no file: a folder, a device.
    """
    if not path.name or (path.exists() and not path.is_file()):
        raise InputError(f"{path} is not a file; name a file, new or to be replaced")
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Write an object as JSON that people can read."""
    write_bytes(path, (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode())


def read_json(path: Path, what: str) -> dict[str, Any]:
    """Read an object from a JSON file of a run directory.

    Raises
    ------
    RunDirectoryError
        No such file, or not an object of this layout's version.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise RunDirectoryError(f"{path.parent} is not {what}: it holds no {path.name}") from None
    except (ValueError, UnicodeDecodeError) as error:
        raise RunDirectoryError(f"{path} cannot be read as JSON: {error}") from None
    if not isinstance(content, dict) or content.get("schema") != SCHEMA:
        found = content.get("schema") if isinstance(content, dict) else type(content).__name__
        raise RunDirectoryError(f"{path}: schema {found!r}; this version reads {SCHEMA}")
    return content


def batch_path(directory: Path, index: int) -> Path:
    """Return where a batch's tallies lie."""
    return directory / TALLIES / f"batch-{index:06d}.tally"


def write_batch(directory: Path, index: int, tallies: Tallies) -> None:
    """Commit the tallies of one batch; most of a small cell's are zeros, so they are packed."""
    write_bytes(batch_path(directory, index), zlib.compress(tallies.tobytes(), 1))


def read_batch(directory: Path, index: int, cells: int) -> Tallies | None:
    """Read the tallies of one batch, or None if it is not there.

    Raises
    ------
    RunDirectoryError
        A file of something else: it was not written by this version, or damaged.
    """
    path = batch_path(directory, index)
    try:
        content = zlib.decompress(path.read_bytes())
    except FileNotFoundError:
        return None
    except zlib.error as error:
        raise RunDirectoryError(f"{path} is damaged ({error}); {_AGAIN}") from None
    if len(content) != cells * TALLY.itemsize:
        raise RunDirectoryError(
            f"{path} holds {len(content)} bytes, {cells * TALLY.itemsize} would be right; {_AGAIN}"
        )
    return np.frombuffer(content, TALLY).copy()


def read_totals(directory: Path, batches: Iterable[Batch]) -> Iterator[Tallies]:
    """Yield the tallies of all cells in their order, some cells at a time.

    Parameters
    ----------
    directory
        A run directory.
    batches
        All batches of its plan, in order.

    Raises
    ------
    RunDirectoryError
        A batch that is not there, or damaged.
    """
    for (start, stop), parts in itertools.groupby(
        batches, key=lambda batch: (batch.cell_start, batch.cell_stop)
    ):
        total = np.zeros(stop - start, TALLY)
        for batch in parts:
            part = read_batch(directory, batch.index, stop - start)
            if part is None:
                path = batch_path(directory, batch.index)
                raise RunDirectoryError(f"{path} is gone; run again with --resume")
            add(total, part)
        yield total


#: Keys of a manifest that is whole, with the type of each.
MANIFEST_KEYS: dict[str, type | tuple[type, ...]] = {
    "version": str,
    "name": str,
    "description": str,
    "scenario": str,
    "seed": int,
    "mirror": str,
    "first_deal": int,
    "deals": int,
    "cells": int,
    "games": int,
    "seconds": (int, float),
    "games_per_second": (int, float),
    "rules_digest": str,
    "kernel_digest": str,
    "strategy_digests": dict,
    "digest": str,
    "command": str,
}


def check_manifest(path: Path, manifest: Mapping[str, Any]) -> None:
    """Make sure that a manifest has every key, of the right type and not negative.

    Raises
    ------
    RunDirectoryError
        The first key that is missing or wrong: somebody edited the file.
    """
    for key, kind in MANIFEST_KEYS.items():
        value = manifest.get(key)
        wrong = not isinstance(value, kind) or isinstance(value, bool)
        if wrong or (isinstance(value, int | float) and value < 0):
            raise RunDirectoryError(
                f"{path}: {key} = {value!r} is not what a run writes; the file was changed: "
                "run again with another --out"
            )
