"""A run directory: the plan first, batches one by one, the manifest last.

Whatever stands under its final name is whole: every file is written under a temporary name,
synced, and renamed, so that a run that is killed at any moment can go on.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from pyarrow import compress, decompress

from claimsim.errors import InputError, RunDirectoryError, SystemRefused
from claimsim.experiment.tally import TALLY, Tallies

if TYPE_CHECKING:
    from claimsim.experiment.plan import Batch

#: Version of the run directory's layout.
SCHEMA = 5

PLAN = "plan.json"
MANIFEST = "manifest.json"
TALLIES = "tallies"

#: Length of the checksum with which a batch's file begins.
SEAL_BYTES = 16

#: How batches are packed: several times faster than zlib, and most of a small cell is zeros.
_CODEC = "lz4"

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
    with replacing(path) as temporary, temporary.open("wb") as file:
        file.write(content)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a name to write a file under; it is synced and gets its own name at the end."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        yield temporary
        _sync(temporary)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    _sync(path.parent)


def _sync(path: Path) -> None:
    """Have the disk hold a file or folder as it is now."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


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
    if not isinstance(content, dict):
        raise RunDirectoryError(f"{path} is not what a run writes; run again with another --out")
    if content.get("schema") != SCHEMA:
        found = content.get("schema")
        raise RunDirectoryError(f"{path}: schema {found!r}; this version reads {SCHEMA}")
    return content


#: Commands that write directories of results which are no runs, by what their manifest says.
_KINDS = {
    "whatif": "whatif",
    "rulings": "whatif --rulings",
    "sweep": "sweep",
    "restrict": "restrict",
}


def refuse_results(directory: Path) -> None:
    """Refuse a directory of results that is no run, and say where its tables are.

    Raises
    ------
    RunDirectoryError
        ``claimsim whatif``, ``sweep`` or ``restrict`` wrote the directory.
    """
    if (directory / PLAN).exists():
        return
    try:
        kind = json.loads((directory / MANIFEST).read_bytes())["kind"]
        command = _KINDS[kind]
    except (OSError, ValueError, LookupError, TypeError):
        return  # whatever it is, who reads its plan says so
    tables = sorted(path.name for path in directory.glob("*.parquet"))
    raise RunDirectoryError(
        f"{directory} is no run but what claimsim {command} found: its tables are its Parquet "
        f"files, {', '.join(tables)}"
    )


def digest_of(content: Any) -> str:
    """Return 32 hexadecimal digits of something that JSON can hold."""
    text = json.dumps(content, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


@contextmanager
def writing(directory: Path) -> Iterator[None]:
    """Turn what goes wrong with the files of a run directory into one clear line.

    Raises
    ------
    SystemRefused
        The disk is full, the directory was removed, there is no permission.
    """
    try:
        yield
    except OSError as error:
        for folder in (directory, directory / TALLIES):
            if error.errno == errno.ENOENT and not folder.is_dir():
                raise SystemRefused(f"{folder} was removed during the run") from error
        reason = os.strerror(error.errno) if error.errno else str(error).splitlines()[0]
        raise SystemRefused(f"cannot write to {directory}: {reason}") from error


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Keep a run directory for this process alone; the lock goes with the process.

    Raises
    ------
    RunDirectoryError
        Another process fills it.
    """
    folder = os.open(directory, os.O_RDONLY)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RunDirectoryError(
                f"{directory} is being filled by another process: wait for its end, or name "
                "another --out"
            ) from None
        except OSError:  # a file system without locks
            pass
        yield
    finally:
        os.close(folder)


def is_temporary(path: Path) -> bool:
    """Say whether a file is one that a process was writing when it was killed."""
    return path.name.startswith(".") and path.name.endswith(".tmp")


def tidy(directory: Path) -> None:
    """Make the folder of the batches, and remove what a killed process was writing."""
    (directory / TALLIES).mkdir(exist_ok=True)
    for folder in (directory, directory / TALLIES):
        for path in filter(is_temporary, folder.iterdir()):
            path.unlink(missing_ok=True)


def batch_path(directory: Path, index: int) -> Path:
    """Return where a batch's tallies lie."""
    return directory / TALLIES / f"batch-{index:06d}.tally"


def write_batch(directory: Path, batch: Batch, tallies: Tallies, mark: str) -> None:
    """Commit the tallies of one batch; most of a small cell's are zeros, so they are packed.

    Parameters
    ----------
    directory
        A run directory.
    batch, tallies
        The batch, and one tally for each of its cells.
    mark
        What the run is: a file of another one, or of another batch, is noticed when it is read.
    """
    packed = compress(tallies.tobytes(), codec=_CODEC, asbytes=True)
    write_bytes(batch_path(directory, batch.index), _seal(packed, batch, mark) + packed)


def read_batch(directory: Path, batch: Batch, mark: str) -> Tallies | None:
    """Read the tallies of one batch, or None if it is not there.

    Raises
    ------
    RunDirectoryError
        A file of something else: damaged, or of another run.
    """
    packed = _packed(directory, batch, mark)
    if packed is None:
        return None
    path = batch_path(directory, batch.index)
    size = (batch.cell_stop - batch.cell_start) * TALLY.itemsize
    try:
        plain = decompress(packed, decompressed_size=size, codec=_CODEC, asbytes=True)
    except OSError:  # sealed by a version of other tallies, or of another packing
        raise RunDirectoryError(f"{path} is of another version; {_AGAIN}") from None
    return np.frombuffer(plain, TALLY).copy()


def check_batch(directory: Path, batch: Batch, mark: str) -> bool:
    """Say whether the tallies of one batch are there; errors as of :func:`read_batch`."""
    return _packed(directory, batch, mark) is not None


def _packed(directory: Path, batch: Batch, mark: str) -> bytes | None:
    """Return what a batch's file holds below its checksum, or None if it is not there."""
    path = batch_path(directory, batch.index)
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    seal, packed = content[:SEAL_BYTES], content[SEAL_BYTES:]
    if seal != _seal(packed, batch, mark):
        raise RunDirectoryError(f"{path} is damaged, or of another run; {_AGAIN}")
    return packed


def _seal(packed: bytes, batch: Batch, mark: str) -> bytes:
    place = (batch.cell_start, batch.cell_stop, batch.first, batch.stop)
    key = digest_of([mark, *place])
    return hashlib.blake2b(packed, digest_size=SEAL_BYTES, key=key.encode()).digest()


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
        The first key that is missing or wrong, or another content than was sealed: somebody
        edited the file.
    """
    for key, kind in MANIFEST_KEYS.items():
        value = manifest.get(key)
        wrong = not isinstance(value, kind) or isinstance(value, bool)
        if wrong or (isinstance(value, int | float) and value < 0):
            raise RunDirectoryError(
                f"{path}: {key} = {value!r} is not what a run writes; the file was changed: "
                "run again with another --out"
            )
    if manifest.get("seal") != seal_of(manifest):
        raise RunDirectoryError(
            f"{path} is not what a run wrote; the file was changed: run again with another --out"
        )


def seal_of(manifest: Mapping[str, Any]) -> str:
    """Return the digest of all that a manifest says beside it."""
    return digest_of({key: value for key, value in manifest.items() if key != "seal"})
