"""The documentation of scenario files, and their JSON Schema: current, true and as strict."""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from claimsim.errors import InputError
from claimsim.scenario import parse_scenario
from claimsim.scenario.describing import examples, page
from claimsim.scenario.grid_schema import Grid, PlayerSpec
from claimsim.scenario.json_schema import schema, text
from claimsim.scenario.schema import RunTable, ScenarioFile
from claimsim.scenario.target_schema import PrecisionSpec, TargetSpec, WhereSpec
from claimsim.scenario.text import bare_or_quoted, plain

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
VALIDATOR = Draft202012Validator(schema())

#: A file with every table and key that can stand together.
FULL = """\
schema = 1
name = "Everything"
description = "Every table."
[grid]
decks = ["claim", ["golems", "angels", "dwarves", "undead"]]
settings = ["none", "ice_fields"]
buildings = ["none", "dungeon"]
matchups = [["greedy", "random"], [{ strategy = "planner", weights = { wild = 2.5 } }, "low"]]
allow_what_if = true
[run]
deals = 40
mirror = "lead"
seed = 7
ablation = true
[switches]
basilisk_phases = [1, 2]
victory = "three_votes"
[parameters]
octipi.threshold = 9
monastery = { ratio = 2.5 }
"lighthouse.cards" = 4
[factions.golems]
printed = "0,0,1-9"
powers = [
    { power = "loser_scores", phases = [2] },
    { power = "beaten_from", threshold = 10, on = "printed" },
    { power = "beats", target = ["goblins", "undead"] },
    { power = "redraws", printed = [0, 15], draw = "always" },
    { power = "wild" },
]
[factions.knights]
printed = [0, 1, 2, 15]
[factions.angels]
powers = []
[[targets]]
metric = "leader_win_rate"
value = 0.5
tolerance = 0.02
matchups = [["greedy", "random"]]
where = { deck = "claim", setting = "none", building = "none", strategy_a = "greedy" }
[[targets]]
metric = "mean_margin"
value = 1
tolerance = 2
[variants.other]
grid.buildings = ["none", "castle"]
factions.golems.printed = "1-5"
factions.golems.powers = [{ power = "smashes", target = "undead" }]
switches.victory = "most_votes"
parameters.swamp.cards = 3
"""

SHORT = """\
schema = 1
name = "Short"
[grid]
decks = ["claim"]
matchups = [["greedy", "random"]]
"""

GOOD = {
    "full": FULL,
    "short": SHORT,
    "all": SHORT.replace('["claim"]', '"all"\nboxes = ["sea", "maps"]\nsettings = "all"'),
    "ladder": SHORT.replace('[["greedy", "random"]]', '"ladder"\nstrategies = ["low", "high"]'),
    "precision": SHORT
    + '[run]\nprecision = { metric = "mean_margin", half_width = 1, max_deals = 1000 }',
    "empty tables": SHORT + "[run]\n[switches]\n[parameters]\noctipi = {}\n[factions]\n[variants]",
}

BAD = {
    "unknown key": SHORT + "[runs]\ndeals = 3",
    "unknown key of the grid": SHORT + "setings = ['none']",
    "missing": SHORT.replace("schema = 1\n", ""),
    "another version": SHORT.replace("schema = 1", "schema = 2"),
    "blank name": SHORT.replace("Short", "  "),
    "long name": SHORT.replace("Short", "x" * 201),
    "two lines": SHORT.replace("Short", "a\\nb"),
    "unknown deck": SHORT.replace('"claim"', '"clam"'),
    "unknown faction": SHORT.replace('"claim"', '["golems", "dwarves", "undead", "seers"]'),
    "unknown setting": SHORT + 'settings = ["castle"]',
    "twice": SHORT + 'settings = ["none", "none"]',
    "unknown building": SHORT + 'buildings = ["swamp"]',
    "unknown box": SHORT.replace('["claim"]', '"all"\nboxes = ["base"]'),
    "boxes of listed decks": SHORT + 'boxes = ["claim"]',
    "unknown strategy": SHORT.replace("greedy", "greedi"),
    "unknown weight": SHORT.replace(
        '"greedy"', '{ strategy = "greedy", weights = { wild = 1.0 } }'
    ),
    "three players": SHORT.replace('"random"]', '"random", "low"]'),
    "no strategies": SHORT.replace('[["greedy", "random"]]', '"ladder"'),
    "strategies of listed pairs": SHORT + 'strategies = ["low"]',
    "wrong type": SHORT + "allow_what_if = 1",
    "no deal": SHORT + "[run]\ndeals = 0",
    "too many deals": SHORT + f"[run]\ndeals = {2**32 + 1}",
    "negative seed": SHORT + "[run]\nseed = -1",
    "unknown mirror": SHORT + '[run]\nmirror = "seat"',
    "deals and precision": GOOD["precision"] + "\ndeals = 3",
    "too few deals": GOOD["precision"].replace("1000", "999"),
    "unknown switch": SHORT + "[switches]\nvictori = 'most_votes'",
    "unknown value": SHORT + "[switches]\nvictory = 'votes'",
    "unknown parameter": SHORT + "[parameters]\noctipi.treshold = 3",
    "low parameter": SHORT + "[parameters]\nangels.weight = 0",
    "high parameter": SHORT + '[parameters]\n"angels.weight" = 10001',
    "half a card": SHORT + "[parameters]\nswamp.cards = 1.5",
    "no printed": FULL.replace('printed = "0,0,1-9"\n', ""),
    "printed beyond": FULL.replace("0,0,1-9", "0-16"),
    "no numbers": FULL.replace("0,0,1-9", "0;1"),
    "bad faction name": FULL.replace("golems", "Golems"),
    "unknown power": FULL.replace('"wild"', '"wilder"'),
    "no such argument": FULL.replace('"wild"', '"wild", phases = [1]'),
    "argument out of range": FULL.replace("threshold = 10", "threshold = -1"),
    "unknown word": FULL.replace('on = "printed"', 'on = "printd"'),
    "no phases": FULL.replace("phases = [2]", "phases = []"),
    "unknown metric": FULL.replace("mean_margin", "a_low"),
    "share above one": FULL.replace("value = 0.5", "value = 1.5"),
    "no tolerance": FULL.replace("tolerance = 0.02", "tolerance = 0"),
    "where it is not": FULL.replace("strategy_a", "strategy"),
    "variant of the run": SHORT + "[variants.x]\nrun.deals = 3",
    "variant of nothing": SHORT + "[variants.x]",
    "bad variant name": FULL.replace("variants.other", "variants.Other"),
    "mistake in a variant": FULL.replace('"none", "castle"', '"none", "cassle"'),
}


def refused(raw: dict[str, Any]) -> bool:
    """Say whether the loader refuses a file."""
    written = "\n".join(f"{bare_or_quoted(key)} = {plain(value)}" for key, value in raw.items())
    assert tomllib.loads(written) == raw or "nan" in written
    try:
        parse_scenario(written, "x.toml")
    except InputError:
        return True
    return False


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema())


def test_the_files_in_docs_are_current() -> None:
    assert (DOCS / "scenario.md").read_text() == page(), "make docs"
    assert (DOCS / "scenario.schema.json").read_text() == text(), "make docs"


@pytest.mark.parametrize("path", sorted((ROOT / "scenarios").glob("*.toml")), ids=lambda p: p.stem)
def test_shipped_scenarios_fit(path: Path) -> None:
    VALIDATOR.validate(tomllib.loads(path.read_text()))


@pytest.mark.parametrize("name", GOOD)
def test_good_files_fit(name: str) -> None:
    parse_scenario(GOOD[name], "x.toml")
    VALIDATOR.validate(tomllib.loads(GOOD[name]))


@pytest.mark.parametrize("name", GOOD)
def test_resolved_files_fit(name: str) -> None:
    VALIDATOR.validate(tomllib.loads(parse_scenario(GOOD[name], "x.toml").resolved()))


@pytest.mark.parametrize("name", BAD)
def test_bad_files_do_not(name: str) -> None:
    raw = tomllib.loads(BAD[name])
    assert not VALIDATOR.is_valid(raw)
    assert refused(raw)


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of everything in a file."""
    listed = enumerate(value) if isinstance(value, list) else ()
    for key, one in value.items() if isinstance(value, dict) else listed:
        yield (*path, key)
        yield from places(one, (*path, key))


#: Of every type, and at the ends of ranges.
OTHERS: list[Any] = [
    True, -1, 0, 1, 16, 10_001, 2**63 - 1, 0.5, "", "x", "none", "0-9", "9-16", [], [1], ["none"],
    {}, {"strategy": "low"},
]  # fmt: skip


def test_the_schema_never_refuses_what_the_loader_takes_and_seldom_takes_what_it_refuses() -> None:
    raw = tomllib.loads(FULL)
    only_the_loader: list[tuple[str | int, ...]] = []
    for path in places(raw):
        for other in OTHERS:
            mutated = copy.deepcopy(raw)
            here: Any = mutated
            for key in path[:-1]:
                here = here[key]
            here[path[-1]] = other
            fits = VALIDATOR.is_valid(mutated)
            if not refused(mutated):
                assert fits, (path, other)
            elif fits:
                only_the_loader.append(path)
    # What is left hangs on more than one place of the file: which factions there are, what the
    # grid has, how many votes a deck has, how many cells a variant must have.
    assert {tuple(part for part in path if isinstance(part, str)) for path in only_the_loader} == {
        ("grid", "decks"),
        ("grid", "buildings"),
        ("grid", "matchups"),
        ("factions",),
        ("factions", "golems", "powers", "target"),
        ("targets", "value"),
        ("targets", "matchups"),
        ("targets", "where", "deck"),
        ("targets", "where", "strategy_a"),
        ("variants", "other", "grid", "buildings"),
        ("variants", "other", "factions", "golems", "powers", "target"),
    }


def test_unknown_keys_are_refused_in_every_table() -> None:
    raw = tomllib.loads(FULL)
    tables = [(), *(path for path in places(raw) if isinstance(at(raw, path), dict))]
    assert len(tables) > 20
    for path in tables:
        mutated = copy.deepcopy(raw)
        at(mutated, path)["unknown_key"] = {"printed": "0-9"}
        right = path[-1:] == ("factions",)  # one faction more
        assert VALIDATOR.is_valid(mutated) == right, path
        assert refused(mutated) == (not right), path


def at(raw: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        raw = raw[key]
    return raw


BASE = """\
schema = 1
name = "Base"
[grid]
decks = ["claim"]
settings = ["none", "ice_fields"]
matchups = [["greedy", "random"], ["planner", "planner"]]
"""

#: Where the tables of each model stand, and what else a file needs with one of their keys.
TABLES = [
    (ScenarioFile, "{}"),
    (Grid, "[grid]\n{}"),
    (RunTable, "[run]\n{}"),
    (PrecisionSpec, "[run.precision]\nmetric='a_win_rate'\nhalf_width=0.1\nmax_deals=1000\n{}"),
    (TargetSpec, "[[targets]]\nmetric='a_win_rate'\nvalue=0.5\ntolerance=0.1\n{}"),
    (WhereSpec, "[[targets]]\nmetric='a_win_rate'\nvalue=0.5\ntolerance=0.1\n[targets.where]\n{}"),
    (PlayerSpec, "[[grid.strategies]]\nstrategy='planner'\n{}"),
]
EXAMPLES = [(model, place, key) for model, place in TABLES for key in examples(model)]


@pytest.mark.parametrize(("model", "place", "key"), EXAMPLES)
def test_every_example_is_right(model, place: str, key: str) -> None:
    example = examples(model)[key]
    assert example
    own = {line.partition("=")[0].strip() for line in example.splitlines()}
    if model in (ScenarioFile, Grid):
        base = "\n".join(
            line for line in BASE.splitlines() if line.partition("=")[0].strip() not in own
        )
        if example.startswith("[grid]"):
            base = base.replace("[grid]\n", "").partition("settings")[0]
        where = "[grid]" if model is Grid else "schema"
        if example.startswith("["):
            full = f"{base}\n{example}\n"
        elif model is Grid:
            full = base.replace(where, f"{where}\n{example}")
        else:
            full = f"{example}\n{base}"
    else:
        given = "\n".join(
            line for line in place.splitlines() if line.partition("=")[0].strip() not in own
        )
        base = BASE.replace("matchups = ", "# ") if model is PlayerSpec else BASE
        full = base + ("matchups = 'ladder'\n" if model is PlayerSpec else "") + given
        full = full.format(example)
    parse_scenario(full, "x.toml")
    VALIDATOR.validate(tomllib.loads(full))


def rows(section: str) -> list[str]:
    """Return the examples in the tables of a section of the page."""
    _, _, rest = page().partition(f"{section}\n")
    part = re.split(r"\n## ", rest)[0]
    return re.findall(r"\| `([^`|]* = [^`]*)` \|$", part, re.MULTILINE)


def test_every_example_of_a_switch_and_a_parameter_is_right_and_changes_something() -> None:
    from claimsim.rules.parameters import PARAMETERS
    from claimsim.rules.switches import SWITCHES

    for table, known in (("switches", SWITCHES), ("parameters", PARAMETERS)):
        found = rows(f"## Table `[{table}]`")
        assert [row.partition(" = ")[0] for row in found] == list(known)
        for row in found:
            scenario = parse_scenario(f"{SHORT}[{table}]\n{row}\n", "x.toml")
            assert getattr(scenario, table), row


def test_every_example_of_an_argument_is_right_and_no_default() -> None:
    import dataclasses

    from claimsim.rules.powers import POWERS
    from claimsim.rules.spec import parse_faction

    for name, kind in POWERS.items():
        _, _, rest = page().partition(f"\n### `{name}`\n")
        part = re.split(r"\n##+ ", rest)[0]
        found = re.findall(r"\| `([^`|]* = [^`]*)` \|$", part, re.MULTILINE)
        fields = dataclasses.fields(kind)
        assert [row.partition(" = ")[0] for row in found] == [field.name for field in fields]
        for row in found:
            power = {"power": name, **tomllib.loads(row)}
            faction = parse_faction("golems", {"printed": "0-9", "powers": [power]})
            assert faction.powers != (kind(),), row


def test_what_is_easily_misread_is_said() -> None:
    told = " ".join(page().split())
    assert "the parameter or switch would be hidden: to set both is refused" in told
    assert "for one deck, the same seed gives the same deals" in told
    zero = "that is not the game without the power"
    (row,) = (line for line in page().splitlines() if zero in line)
    assert row.startswith("| `bonus` |")


def test_the_example_of_a_variant_is_right() -> None:
    found = re.search(r"```toml\n(\[variants\.full_knights\].*?)```", page(), re.DOTALL)
    assert found
    scenario = parse_scenario(SHORT + found[1], "x.toml")
    assert len(scenario.variant("full_knights").decks[0].factions[1].printed) == 10


def test_defaults_are_those_of_the_loader() -> None:
    """A file that says every default in the schema is the file that says nothing."""
    plain_file = parse_scenario(SHORT, "x.toml")
    whole = schema()
    defs = whole["$defs"]
    grid = {
        key: one["default"]
        for key, one in defs["grid"]["properties"].items()
        if "default" in one and key not in ("boxes", "strategies")
    }
    switches = {key: one["default"] for key, one in defs["switches"]["properties"].items()}
    numbers = defs["parameters"]["properties"].items()
    parameters = {key: one["default"] for key, one in numbers if "." in key}
    tables = f"parameters = {plain(parameters)}\nswitches = {plain(switches)}\n"
    said = "".join(f"{key} = {plain(value)}\n" for key, value in grid.items())
    assert (len(grid), len(switches), len(parameters)) == (3, 12, 23)
    assert parse_scenario(tables + SHORT + said, "x.toml") == plain_file
    run = {k: one["default"] for k, one in defs["run"]["properties"].items() if "default" in one}
    assert len(run) == 4
    assert parse_scenario(f"run = {plain(run)}\n{SHORT}", "x.toml") == plain_file


def values_of(kind: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every schema that has a default or examples, with each of them."""
    if isinstance(kind, dict):
        for value in [*kind.get("examples", []), *([kind["default"]] if "default" in kind else [])]:
            yield kind, value
    for one in kind.values() if isinstance(kind, dict) else kind if isinstance(kind, list) else ():
        yield from values_of(one)


def test_defaults_and_examples_fit_their_own_schema() -> None:
    whole = schema()
    empty = [[], {}]
    found = [(kind, value) for kind, value in values_of(whole) if value not in empty]
    assert len(found) > 100
    for kind, value in found:
        Draft202012Validator({**kind, "$defs": whole["$defs"]}).validate(value)


def test_everything_is_described() -> None:
    def bare(kind: Any, path: str = "") -> Iterator[str]:
        if not isinstance(kind, dict):
            return
        for key, one in kind.get("properties", {}).items():
            if "description" not in one and "const" not in one and "properties" not in one:
                yield f"{path}.{key}"
            yield from bare(one, f"{path}.{key}")

    whole = schema()
    assert list(bare(whole)) == []
    for name, kind in whole["$defs"].items():
        if name not in ("change", "player"):
            assert list(bare(kind, name)) == []


def test_links_within_the_page_lead_somewhere() -> None:
    def slug(heading: str) -> str:
        return re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-")

    slugs = [slug(heading) for heading in re.findall(r"^#+ (.*)$", page(), re.MULTILINE)]
    links = set(re.findall(r"\]\(#([^)]*)\)", page()))
    assert len(links) > 8
    for link in links:
        assert slugs.count(link) == 1, link


def test_check_prints_the_schema() -> None:
    from click.testing import CliRunner

    from claimsim.cli.check_command import command

    done = CliRunner().invoke(command, ["--schema"])
    assert (done.exit_code, json.loads(done.output)) == (0, schema())
    assert CliRunner().invoke(command, ["--schema", "base"]).exit_code == 2
