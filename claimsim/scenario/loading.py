"""From a scenario file to a Scenario, or to a list of every mistake in it."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimsim import registry
from claimsim.errors import InputError, ScenarioError
from claimsim.rules.catalogue import FACTIONS, NAMED_DECKS
from claimsim.rules.deck import Deck, legal_decks, make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.switches import SWITCHES
from claimsim.scenario.locate import Path as Key
from claimsim.scenario.locate import line_of, locate
from claimsim.scenario.model import Cell, Player, Scenario

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

    from claimsim.scenario.schema import Grid, PlayerSpec, ScenarioFile

#: A scenario is a page of text; anything larger is something else.
MAX_BYTES = 1_000_000


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
    file = Path(path)
    if not file.exists():
        shipped = resources.files("scenarios") / f"{path}.toml"
        if file.name == str(path) and shipped.is_file():
            return parse_scenario(shipped.read_text(encoding="utf-8"), f"{path}.toml")
        known = ", ".join(shipped_scenarios())
        raise InputError(f"no scenario file {path}; shipped scenarios: {known}")
    if not file.is_file():
        raise InputError(f"{path} is not a file; a scenario is a TOML file")
    try:
        content = file.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    if len(content) > MAX_BYTES:
        raise InputError(f"{path} holds {len(content)} bytes; a scenario has at most {MAX_BYTES}")
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text (byte {error.start})") from None
    return parse_scenario(text, str(path))


def shipped_scenarios() -> list[str]:
    """Return the names of the scenarios that come with claimsim."""
    files = resources.files("scenarios").iterdir()
    return sorted(f.name.removesuffix(".toml") for f in files if f.name.endswith(".toml"))


def parse_scenario(text: str, where: str) -> Scenario:
    """Understand the text of a scenario file; see :func:`load_scenario`."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ScenarioError([f"{where}: not TOML: {error}"]) from None
    except RecursionError:
        raise ScenarioError([f"{where}: not TOML: nested too deeply"]) from None
    lines = locate(text)
    parsed, problems = _validate(raw)
    problems += _cross_checks(raw)
    if problems or parsed is None:
        found = sorted({(line_of(lines, path), _dotted(path), what) for path, what in problems})
        raise ScenarioError([f"{where}:{line}: {path}: {what}" for line, path, what in found])
    return _scenario(parsed)


def _dotted(path: Key) -> str:
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text or "file"


def _validate(raw: dict[str, Any]) -> tuple[ScenarioFile | None, list[tuple[Key, str]]]:
    from pydantic import ValidationError

    from claimsim.scenario.schema import ScenarioFile

    try:
        return ScenarioFile.model_validate(raw), []
    except ValidationError as error:
        details = error.errors(include_url=False)
        return None, [_problem(detail, raw) for detail in details if not _other_branch(detail)]


def _other_branch(detail: ErrorDetails) -> bool:
    """Say whether this is about the word that could have stood instead of a list."""
    return detail["type"] == "literal_error" and isinstance(detail["input"], list)


def _problem(detail: ErrorDetails, raw: dict[str, Any]) -> tuple[Key, str]:
    """Turn one of pydantic's errors into a path of the file and a sentence."""
    from claimsim.scenario.schema import LATER, ScenarioFile, nearest

    path = _in_file(detail["loc"], raw)
    kind, found = detail["type"], detail["input"]
    if kind == "missing":
        return path, "is missing"
    if kind == "extra_forbidden":
        if path in LATER:
            return path, "not available in this version"
        fields: Any = ScenarioFile.model_fields
        for part in path[:-1]:
            table = fields.get(part) if isinstance(fields, dict) else None
            fields = getattr(getattr(table, "annotation", None), "model_fields", {})
        names = ["schema" if name == "schema_" else name for name in fields]
        known = f"; known: {', '.join(names)}" if names else ""
        return path, f"unknown key{known}{nearest(str(path[-1]), names)}"
    if kind == "value_error":
        return path, detail["msg"].removeprefix("Value error, ")
    return path, f"found {found!r}; {_lower(detail['msg'])}"


def _lower(message: str) -> str:
    return message[:1].lower() + message[1:]


def _in_file(loc: tuple[str | int, ...], raw: dict[str, Any]) -> Key:
    """Keep of pydantic's path only what leads through the file: unions add names of their own."""
    path: list[str | int] = []
    here: Any = raw
    for index, part in enumerate(loc):
        last = index == len(loc) - 1
        if isinstance(here, dict) and isinstance(part, str) and (part in here or last):
            path.append(part)
            here = here.get(part)
        elif isinstance(here, list) and isinstance(part, int) and part < len(here):
            path.append(part)
            here = here[part]
    return tuple(path)


def _cross_checks(raw: dict[str, Any]) -> list[tuple[Key, str]]:
    """Find what no single field can know; fields that are wrong themselves are passed over."""
    from claimsim.scenario.schema import switch_problem

    grid = raw.get("grid")
    problems: list[tuple[Key, str]] = []
    if isinstance(grid, dict):
        problems += _deck_problems(grid)
        problems += _matchup_problems(grid)
    switches = raw.get("switches")
    if isinstance(switches, dict):
        for name, value in switches.items():
            what = switch_problem(name, value)
            if what:
                problems.append((("switches", name), what))
    return problems


def _deck_problems(grid: dict[str, Any]) -> Iterator[tuple[Key, str]]:
    decks = grid.get("decks")
    if not isinstance(decks, list):
        return
    if not decks:
        yield ("grid", "decks"), "is empty; name at least one deck"
    seen: dict[tuple[str, ...], int] = {}
    for index, deck in enumerate(decks):
        names = NAMED_DECKS.get(deck) if isinstance(deck, str) else deck
        if not isinstance(names, list | tuple):
            continue
        if not all(isinstance(name, str) and name in FACTIONS for name in names):
            continue
        if tuple(names) in seen:
            yield ("grid", "decks", index), f"is the same deck as decks[{seen[tuple(names)]}]"
        seen.setdefault(tuple(names), index)
        try:
            make_deck(list(names), allow_what_if=grid.get("allow_what_if") is True)
        except InputError as error:
            yield ("grid", "decks", index), str(error)


def _matchup_problems(grid: dict[str, Any]) -> Iterator[tuple[Key, str]]:
    matchups = grid.get("matchups")
    if isinstance(matchups, list):
        yield from _pair_problems(grid, matchups)
    elif isinstance(matchups, str):
        yield from _list_problems(grid, matchups)


def _pair_problems(grid: dict[str, Any], pairs: list[Any]) -> Iterator[tuple[Key, str]]:
    if not pairs:
        yield ("grid", "matchups"), "is empty; name at least one pair of players"
    if grid.get("strategies"):
        yield ("grid", "strategies"), "is for matchups = 'round_robin' or 'ladder' only"
    for index, pair in enumerate(pairs):
        first = pairs.index(pair)
        if first < index:
            yield ("grid", "matchups", index), f"is the same pair as matchups[{first}]"
        for place, player in enumerate(pair if isinstance(pair, list) else []):
            yield from _weight_problems(("grid", "matchups", index, place), player)


def _list_problems(grid: dict[str, Any], kind: str) -> Iterator[tuple[Key, str]]:
    strategies: Any = grid.get("strategies")
    if not strategies:
        yield ("grid", "matchups"), f"{kind!r} needs a list `strategies` in [grid]"
    for index, player in enumerate(strategies if isinstance(strategies, list) else []):
        if player in strategies[:index]:
            yield ("grid", "strategies", index), "stands in the list twice"
        yield from _weight_problems(("grid", "strategies", index), player)


def _weight_problems(path: Key, player: Any) -> Iterator[tuple[Key, str]]:
    from claimsim.scenario.schema import nearest

    if not isinstance(player, dict) or not isinstance(player.get("weights"), dict):
        return
    strategy = registry.shipped().get(str(player.get("strategy")))
    if strategy is None:
        return
    for name in player["weights"]:
        if name not in strategy.weights:
            known = ", ".join(strategy.weights) or "none"
            what = f"strategy {strategy.name!r} has no such weight; it has: {known}"
            yield (*path, "weights", name), what + nearest(name, strategy.weights)


def _scenario(parsed: ScenarioFile) -> Scenario:
    grid = parsed.grid
    changed = {n: v for n, v in parsed.switches.items() if v != SWITCHES[n].default}
    decks: list[Deck] = (
        legal_decks()
        if grid.decks == "all"
        else [make_deck(names, allow_what_if=grid.allow_what_if) for names in grid.decks]
    )
    rules = [Ruleset(deck, changed) for deck in decks]
    points = itertools.product(rules, grid.settings, grid.buildings, _pairs(grid))
    cells = tuple(
        Cell(index, ruleset, setting, building, *pair)
        for index, (ruleset, setting, building, pair) in enumerate(points)
    )
    return Scenario(
        name=parsed.name,
        description=parsed.description,
        seed=parsed.run.seed,
        deals=parsed.run.deals,
        mirror=parsed.run.mirror,
        allow_what_if=grid.allow_what_if,
        switches=changed,
        cells=cells,
    )


def _pairs(grid: Grid) -> list[tuple[Player, Player]]:
    if isinstance(grid.matchups, list):
        return [(_player(a), _player(b)) for a, b in grid.matchups]
    players = [_player(spec) for spec in grid.strategies]
    if grid.matchups == "round_robin":  # every pair once, and each with itself
        return list(itertools.combinations_with_replacement(players, 2))
    pairs = [(player, player) for player in players]  # ladder: itself, and the next rung
    return pairs + list(itertools.pairwise(players))


def _player(spec: PlayerSpec) -> Player:
    return Player(spec.strategy, tuple((name, float(w)) for name, w in spec.weights.items()))
