"""From a scenario file to a Scenario, or to a list of every mistake in it."""

from __future__ import annotations

import difflib
import re
import stat
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

from claimsim.errors import InputError, ScenarioError
from claimsim.scenario.changing import variant_problems
from claimsim.scenario.locate import dotted, line_of, locate
from claimsim.scenario.model import Scenario
from claimsim.scenario.understanding import understood

#: A scenario is a page of text; anything larger is something else.
MAX_BYTES = 1_000_000

_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def load_scenario(path: str | Path) -> Scenario:
    """Read a scenario file.

    Parameters
    ----------
    path
        A TOML file, or the name of a shipped scenario (``"base"``) where no file has it.

    Raises
    ------
    InputError
        No such file, or one that cannot be read.
    ScenarioError
        Mistakes in it: all of them, each with its line.
    """
    name = str(path)
    if name in shipped_scenarios() and not Path(name).is_file():
        shipped = resources.files("scenarios") / f"{name}.toml"
        return parse_scenario(shipped.read_text(encoding="utf-8"), f"{name}.toml")
    return parse_scenario(_read(name), name)


def shipped_scenarios() -> list[str]:
    """Return the names of the scenarios that come with claimsim."""
    files = resources.files("scenarios").iterdir()
    return sorted(f.name.removesuffix(".toml") for f in files if f.name.endswith(".toml"))


def _read(name: str) -> str:
    """Return the text of a file.

    Raises
    ------
    InputError
        Whatever keeps it from being text; the message names the file.
    """
    try:
        status = Path(name).stat()
        if not stat.S_ISREG(status.st_mode):
            raise InputError(f"{name or '.'} is not a file; a scenario is a TOML file")
        if status.st_size > MAX_BYTES:
            raise InputError(
                f"{name} holds {status.st_size} bytes; a scenario has at most {MAX_BYTES}"
            )
        content = Path(name).read_bytes()
    except FileNotFoundError:
        known = shipped_scenarios()
        near = difflib.get_close_matches(name, known, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        listed = ", ".join(known)
        raise InputError(
            f"there is no scenario file {name}; shipped scenarios: {listed}{hint}"
        ) from None
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror or error}") from None
    except ValueError:  # a path with a NUL character in it
        raise InputError(f"{name!r} is no name of a file") from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"{name}:{line}: not UTF-8 text (byte {error.start} of the file)"
        ) from None


def parse_scenario(text: str, where: str) -> Scenario:
    """Understand the text of a scenario file; see :func:`load_scenario`.

    Parameters
    ----------
    text
        TOML.
    where
        What messages call the file.
    """
    if not text.strip():
        raise InputError(f"{where} is empty; a scenario needs schema = 1, name and [grid]")
    raw = _toml(text, where)
    scenario, problems = understood(raw)
    problems += variant_problems(raw, problems)
    if scenario is not None and not problems:
        return scenario
    lines = locate(text)
    found = sorted({(line_of(lines, path), dotted(path), what) for path, what in problems})
    raise ScenarioError([f"{where}:{line}: {path}: {what}" for line, path, what in found])


def _toml(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        line = place.group(1) if place else None
        line = line or str(len(text.rstrip().splitlines()))
        raise ScenarioError([f"{where}:{line}: not TOML: {_PLACE.sub('', str(error))}"]) from None
    except RecursionError:
        raise ScenarioError([f"{where}: not TOML: nested too deeply"]) from None
    except ValueError as error:  # an integer of thousands of digits
        raise ScenarioError([f"{where}: not TOML: {error}"]) from None
