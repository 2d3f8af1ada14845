"""From a scenario file to a Scenario, or to a list of every mistake in it."""

from __future__ import annotations

import difflib
import re
import stat
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimsim.errors import InputError, ScenarioError
from claimsim.rules.deck import Deck
from claimsim.rules.parameters import PARAMETERS
from claimsim.rules.switches import SWITCHES, SwitchValue
from claimsim.scenario.axes import decks_of, find_deck, matchups_of, pair_of
from claimsim.scenario.cells import Cells
from claimsim.scenario.changes import change_problems, laid_over, name_problem, nested
from claimsim.scenario.factions import factions_of
from claimsim.scenario.locate import Path as Key
from claimsim.scenario.locate import line_of, locate
from claimsim.scenario.model import Scenario
from claimsim.scenario.numbers import parameters_of
from claimsim.scenario.targets import Precision, Target

if TYPE_CHECKING:
    from claimsim.scenario.schema import ScenarioFile
    from claimsim.scenario.target_schema import TargetSpec

#: A scenario is a page of text; anything larger is something else.
MAX_BYTES = 1_000_000

_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


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
    scenario, problems = _understood(raw)
    if scenario is not None:
        problems = list(_variant_problems(scenario, raw))
        if not problems:
            return scenario
    lines = locate(text)
    found = sorted({(line_of(lines, path), _dotted(path), what) for path, what in problems})
    raise ScenarioError([f"{where}:{line}: {path}: {what}" for line, path, what in found])


def changed(scenario: Scenario, change: Mapping[str, Any], where: str) -> Scenario:
    """Return a scenario with a change laid over its tables (:func:`changes.laid_over`).

    Parameters
    ----------
    scenario
        The scenario; its variants are left out of the result.
    change
        Tables, each of them in :data:`changes.CHANGEABLE`.
    where
        What messages call the change.

    Raises
    ------
    ScenarioError
        Mistakes in it, or that it makes; all of them.
    """
    problems = list(change_problems(change))
    if not problems:
        raw = tomllib.loads(scenario.resolved())
        raw.pop("variants", None)
        found, problems = _understood(laid_over(nested(raw), nested(change)))
        if found is not None:
            problems = list(_unlike(scenario, found))
            if not problems:
                return found
    lines = sorted({f"{where}: {_dotted(path)}: {what}" for path, what in problems})
    raise ScenarioError(lines)


def _variant_problems(scenario: Scenario, raw: dict[str, Any]) -> Iterator[tuple[Key, str]]:
    """Yield the mistakes in the variants of a file that is right without them."""
    plain = {key: value for key, value in raw.items() if key != "variants"}
    for name, change in raw.get("variants", {}).items():
        place: Key = ("variants", name)
        problem = name_problem(name)
        if problem:
            yield place, problem
        found = list(change_problems(change))
        if not found:
            variant, found = _understood(laid_over(nested(plain), nested(change)))
            if variant is not None:
                found = list(_unlike(scenario, variant))
        for path, what in found:
            # what a change breaks elsewhere has no line of its own
            yield (*place, *path), what


def _unlike(scenario: Scenario, variant: Scenario) -> Iterator[tuple[Key, str]]:
    """Yield the axes of the grid on which a variant has not as many values: cells are compared."""
    for axis in ("decks", "settings", "buildings", "matchups"):
        there, here = len(getattr(scenario, axis)), len(getattr(variant, axis))
        if there != here:
            what = f"{here} {axis} against {there}: cells are compared one by one"
            yield ("grid", axis), f"{what}, so that {there} would be right"


def _understood(raw: dict[str, Any]) -> tuple[Scenario | None, list[tuple[Key, str]]]:
    """Return the scenario of a file, its variants not looked at, or else its mistakes."""
    parsed, problems = _validate(raw)
    if problems or parsed is None:
        return None, problems
    return _scenario(parsed), []


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


def _dotted(path: Key) -> str:
    parts = [
        f"[{p}]" if isinstance(p, int) else "." + (p if _BARE.fullmatch(p) else repr(p))
        for p in path
    ]
    return "".join(parts).removeprefix(".") or "file"


def _validate(raw: dict[str, Any]) -> tuple[ScenarioFile | None, list[tuple[Key, str]]]:
    from pydantic import ValidationError

    from claimsim.scenario.crosschecks import cross_checks
    from claimsim.scenario.problems import problem_of
    from claimsim.scenario.schema import ScenarioFile

    problems = list(cross_checks(raw))
    try:
        factions = raw.get("factions")
        context = factions if isinstance(factions, dict) else {}
        return ScenarioFile.model_validate(raw, context=context), problems
    except ValidationError as error:
        found = (problem_of(detail, raw) for detail in error.errors(include_url=False))
        return None, problems + [problem for problem in found if problem is not None]


def _scenario(parsed: ScenarioFile) -> Scenario:
    grid, run = parsed.grid, parsed.run
    precision = Precision(**run.precision.model_dump()) if run.precision else None
    factions = factions_of(parsed.factions)
    decks = tuple(decks_of(grid, factions))
    matchups = tuple(matchups_of(grid))
    numbers = parameters_of(parsed.parameters)
    return Scenario(
        name=parsed.name,
        description=parsed.description,
        seed=run.seed,
        deals=precision.max_deals if precision else run.deals,
        mirror=run.mirror,
        allow_what_if=grid.allow_what_if,
        cells=Cells(
            decks=decks,
            settings=tuple(grid.settings),
            buildings=tuple(grid.buildings),
            matchups=matchups,
            switches=_switches(parsed.switches),
            parameters={n: v for n, v in numbers.items() if v != PARAMETERS[n].default},
        ),
        targets=tuple(_target(spec, decks) for spec in parsed.targets),
        precision=precision,
        ablation=run.ablation,
        variants=parsed.variants,
        factions={name: factions[name] for name in parsed.factions},
    )


def _target(spec: TargetSpec, decks: Sequence[Deck]) -> Target:
    where = {name: value for name, value in spec.where.model_dump().items() if value is not None}
    deck = find_deck(where.get("deck"), decks)
    if deck is not None:
        where["deck"] = deck.label
    return Target(
        metric=spec.metric,
        value=spec.value,
        tolerance=spec.tolerance,
        matchups=None if spec.matchups is None else tuple(map(pair_of, spec.matchups)),
        where=where,
    )


def _switches(table: dict[str, Any]) -> dict[str, SwitchValue]:
    """Return the rulings that differ from their defaults, in the catalogue's order."""
    read = {n: tuple(v) if isinstance(v, list) else v for n, v in table.items()}
    return {n: read[n] for n, s in SWITCHES.items() if read.get(n, s.default) != s.default}
