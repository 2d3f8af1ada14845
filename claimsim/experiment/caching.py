"""The folder of compiled code, shared by whatever runs claimsim on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from claimsim.errors import SystemRefused
from claimsim.kernel import jit

#: Name of the file that is locked.
LOCK = "compiling.lock"


@contextmanager
def locked_cache() -> Iterator[None]:
    """Be the only one, of all threads and processes, that fills the cache.

    numba writes an index beside the compiled code; two that write it at the same time can leave
    one that names the other's code. The lock ends with the process that holds it, so that a
    killed one leaves nothing behind.

    Raises
    ------
    SystemRefused
        The folder cannot be written to.
    """
    from filelock import FileLock

    folder = jit.cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / LOCK)
        lock.acquire()
    except OSError as error:
        raise SystemRefused(
            f"cannot write to {folder}: {error.strerror or error}; "
            "CLAIMSIM_CACHE names another folder for compiled code"
        ) from error
    try:
        yield
    finally:
        lock.release()
