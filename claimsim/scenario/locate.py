"""Where the keys of a TOML file stand: the line of every table, key and array element.

TOML parsers give values without their places. This is no second parser: it reads only text
that ``tomllib`` has accepted, and only far enough to know which line belongs to which key.
"""

from __future__ import annotations

import bisect
import re
import tomllib

Path = tuple[str | int, ...]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR = re.compile(r"[^,\]\}\n#]+")
_STRINGS = (
    re.compile(r'"""(?:\\.|(?!""").)*"{3,5}', re.DOTALL),
    re.compile(r"'''(?:(?!''').)*'{3,5}", re.DOTALL),
    re.compile(r'"(?:\\.|[^"\\])*"'),
    re.compile(r"'[^']*'"),
)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {}
        self.tables: dict[Path, int] = {}  # how many elements an array of tables has so far
        self.ends = [found.start() for found in re.finditer("\n", text)]

    def note(self, path: Path, at: int | None = None) -> None:
        """Remember the line of a path, and of what it lies in where that has none yet."""
        line = bisect.bisect_left(self.ends, self.at if at is None else at) + 1
        for length in range(len(path), 0, -1):
            if path[:length] in self.lines:
                break
            self.lines[path[:length]] = line

    def skip(self, blanks: str = " \t\r\n") -> None:
        while self.at < len(self.text):
            if self.text[self.at] in blanks:
                self.at += 1
            elif self.text[self.at] == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            else:
                return

    def peek(self, what: str) -> bool:
        return self.text.startswith(what, self.at)

    def string(self) -> str:
        for pattern in _STRINGS:
            found = pattern.match(self.text, self.at)
            if found:
                self.at = found.end()
                return found.group()
        raise ValueError("no string here")  # text that tomllib refused

    def key(self) -> Path:
        parts: list[str] = []
        while True:
            self.skip(" \t")
            if self.text[self.at] in "\"'":
                parts.append(str(tomllib.loads(f"key = {self.string()}")["key"]))
            else:
                found = _BARE.match(self.text, self.at)
                if not found:
                    raise ValueError("no key here")
                self.at = found.end()
                parts.append(found.group())
            self.skip(" \t")
            if not self.peek("."):
                return tuple(parts)
            self.at += 1

    def header(self) -> Path:
        double = self.peek("[[")
        self.at += 2 if double else 1
        start = self.at
        table = self.inside(self.key(), last_open=not double)
        self.at += 2 if double else 1
        if double:
            number = self.tables.get(table, 0)
            self.tables[table] = number + 1
            table = (*table, number)
        self.note(table, start)
        return table

    def inside(self, path: Path, *, last_open: bool) -> Path:
        """Lead a path through arrays of tables, into the element that was opened last."""
        result: Path = ()
        for index, part in enumerate(path):
            result = (*result, part)
            if result in self.tables and (last_open or index < len(path) - 1):
                result = (*result, self.tables[result] - 1)
        return result

    def pair(self, table: Path) -> None:
        start = self.at
        path = (*table, *self.key())
        self.note(path, start)
        self.at += 1  # past the equals sign
        self.value(path)

    def value(self, path: Path) -> None:
        self.skip(" \t")
        if self.peek("["):
            self.at += 1
            number = 0
            self.skip()
            while not self.peek("]"):
                self.note((*path, number))
                self.value((*path, number))
                number += 1
                self.comma()
            self.at += 1
        elif self.peek("{"):
            self.at += 1
            self.skip()
            while not self.peek("}"):
                self.pair(path)
                self.comma()
            self.at += 1
        elif self.text[self.at] in "\"'":
            self.string()
        else:
            found = _SCALAR.match(self.text, self.at)
            self.at = found.end() if found else self.at

    def comma(self) -> None:
        self.skip()
        if self.peek(","):
            self.at += 1
            self.skip()

    def read(self) -> None:
        table: Path = ()
        self.skip()
        while self.at < len(self.text):
            if self.peek("["):
                table = self.header()
            else:
                self.pair(table)
            self.skip()


def locate(text: str) -> dict[Path, int]:
    """Return the line of every key of a TOML text.

    Parameters
    ----------
    text
        Text that ``tomllib.loads`` accepts.

    Returns
    -------
    dict
        From a path (``("grid", "matchups", 2)``) to its line, from 1.
    """
    reader = _Reader(text.replace("\r\n", "\n"))
    reader.read()
    return reader.lines


def line_of(lines: dict[Path, int], path: Path) -> int:
    """Return the line of a path, or of the nearest thing around it that has one (else 1)."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return 1


def dotted(path: Path) -> str:
    """Return a path as messages write it: ``grid.decks[0]``."""
    parts = [
        f"[{p}]" if isinstance(p, int) else "." + (p if _BARE.fullmatch(p) else repr(p))
        for p in path
    ]
    return "".join(parts).removeprefix(".") or "file"
