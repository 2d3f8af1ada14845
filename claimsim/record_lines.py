"""Files of game records: their lines, and what a line says as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from claimsim.errors import InputError, SystemRefused


def read_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield every line of a file of records, with its number from 1.

    Lines of nothing but white space are passed over.

    Raises
    ------
    InputError
        A file that cannot be found or holds no record.
    SystemRefused
        A file that the system does not let us read.
    """
    found = False
    right = "a file of game records would be right"
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    found = True
                    yield number, line
    except FileNotFoundError:
        raise InputError(f"{path}: no such file; {right}") from None
    except IsADirectoryError:
        raise InputError(f"{path}: is a folder; {right}") from None
    except OSError as error:
        raise SystemRefused(f"{path}: cannot be read: {error.strerror}") from None
    if not found:
        raise InputError(f"{path}: the file is empty; one game record a line would be right")


def parse_line(line: bytes) -> Any:
    """Return what one line says.

    Raises
    ------
    InputError
        A line that is not JSON.
    """

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        twice = [key for key, times in Counter(key for key, _ in found).items() if times > 1]
        if twice:
            raise InputError(f"the key {twice[0]!r} stands twice in one object")
        return dict(found)

    def constant(name: str) -> NoReturn:
        raise InputError(f"{name} is no JSON")

    try:
        return json.loads(line.decode(), object_pairs_hook=pairs, parse_constant=constant)
    except UnicodeDecodeError:
        raise InputError("not UTF-8; one game record as JSON would be right") from None
    except json.JSONDecodeError as error:
        # Some of its texts end with the word that comes next: "Unterminated string starting at".
        what = error.msg.removesuffix(" at")
        raise InputError(f"no JSON: {what} at column {error.colno}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"no usable JSON: {error}") from None
