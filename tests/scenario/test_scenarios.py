"""Scenario files: understood as written, or refused with every mistake and its line."""

from __future__ import annotations

import copy
import json
import time
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import claimsim
from claimsim.errors import InputError, ScenarioError
from claimsim.scenario import parse_scenario
from claimsim.scenario.text import quote

GOOD = """\
schema = 1
name = "A question"
[grid]
decks = ["claim"]
matchups = [["greedy", "random"]]
"""

PAIR = '["greedy", "random"]'
WEIGHED = '{{ strategy = "planner", weights = {{ {} }} }}'


def problems(text: str) -> list[str]:
    with pytest.raises(ScenarioError) as error:
        parse_scenario(text, "x.toml")
    return list(error.value.problems)


def test_defaults() -> None:
    scenario = parse_scenario(GOOD, "x.toml")
    assert (scenario.mirror, scenario.seed, scenario.deals) == ("seats", 1, 10_000)
    (cell,) = scenario.cells
    assert (cell.deck.label, cell.setting, cell.building) == ("claim", "none", "none")
    assert (cell.a.label, cell.b.label) == ("greedy", "random")


def test_base_is_a_million_games() -> None:
    from claimsim.experiment.plan import total_games

    base = claimsim.load_scenario("base")
    assert total_games(base, base.deals) == 1_000_000


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("[grid]", '[switches]\nvictory = "three_votes"\n[grid]'),
        ("[grid]", '[run]\nmirror = "lead"\ndeals = 7\nseed = 9223372036854775807\n[grid]'),
        ("[grid]", '[run]\nmirror = "none"\ndeals = 4294967296\nseed = 0\n[grid]'),
        ('"claim"', '"claim", ["undead", "dwarves"]]\nallow_what_if = true\nsettings = ["none"'),
        ('"claim"', '"sea", "claim_2"]\nbuildings = "all"\nsettings = ["swamp", "none"'),
        ('["claim"]', '"all"\nboxes = ["sky", "maps"]'),
        ("[grid]", "[switches]\nbasilisk_phases = [1, 2]\n[grid]"),
        ("[grid]", "[parameters]\nmonastery.ratio = 2.5\nangels.weight = 10000\n[grid]"),
        ('"greedy"', WEIGHED.format("wild = 1e300, scored = -0.1")),
        (f"[{PAIR}]", '"round_robin"\nstrategies = ["duck", "low", "high"]'),
    ],
)
def test_the_resolved_text_is_the_same_scenario(old: str, new: str) -> None:
    scenario = parse_scenario(GOOD.replace(old, new, 1), "x.toml")
    assert parse_scenario(scenario.resolved(), "y.toml") == scenario


PRINTABLE = st.text(min_size=1, max_size=50).filter(lambda s: s.isprintable() and s.strip())


@given(PRINTABLE, st.text(max_size=50))
def test_any_name_survives_being_written(name: str, description: str) -> None:
    text = GOOD.replace('"A question"', quote(name) + f"\ndescription = {quote(description)}")
    scenario = parse_scenario(text, "x.toml")
    assert (scenario.name, scenario.description) == (name, description)
    assert parse_scenario(scenario.resolved(), "y.toml") == scenario


def test_round_robin_and_ladder() -> None:
    three = 'strategies = ["high", "low", "duck"]\n'
    robin = GOOD.replace('[["greedy", "random"]]', '"round_robin"') + three
    ladder = GOOD.replace('[["greedy", "random"]]', '"ladder"') + three

    def pairs(text: str) -> list[tuple[str, str]]:
        return [(c.a.label, c.b.label) for c in parse_scenario(text, "x").cells]

    own = [("high", "high"), ("low", "low"), ("duck", "duck")]
    steps = [("high", "low"), ("low", "duck")]
    assert sorted(pairs(robin)) == sorted([*own, *steps, ("high", "duck")])
    assert pairs(ladder) == own + steps


def test_weights_are_part_of_a_player() -> None:
    text = GOOD.replace('"random"', '{ strategy = "planner", weights = { wild = 2 } }')
    (cell,) = parse_scenario(text, "x.toml").cells
    assert cell.b.label == "planner(wild=2)"


def test_what_if_decks_must_be_allowed() -> None:
    text = GOOD.replace('"claim"', '["knights", "dwarves", "undead"]')
    (problem,) = problems(text)
    assert problem.startswith("x.toml:4: grid.decks[0]: the deck splits the pair goblins+knights")
    assert "allow_what_if = true" in problem
    (cell,) = parse_scenario(text + "allow_what_if = true\n", "x.toml").cells
    assert (cell.deck.hand_size, cell.deck.aside) == (7, 0)


MISTAKES = [
    ("schema = 1", "schema = 2", 1, "schema: found 2; allowed: 1"),
    ("schema = 1", "schema = true", 1, "schema: found true; allowed: 1"),
    ("schema = 1", "", 1, "schema: is missing"),
    ('name = "A question"', "nam = 1", 2, "nam: unknown key; found 'nam'; allowed: 'schema', "),
    ('name = "A question"', 'nam = "x"', 2, "did you mean 'name'?"),
    ('name = "A question"', 'name = ""', 2, "found ''; allowed: one line of 1 to 200"),
    ('name = "A question"', 'name = "a\\nb"', 2, "found 'a\\nb'; allowed: one line"),
    ('name = "A question"', "name = 7", 2, "found 7; allowed: one line"),
    ("[grid]", "description = 1\n[grid]", 3, "description: found 1; allowed: a text"),
    ('"claim"', '"clam"', 4, "decks[0]: found 'clam'; allowed: a list of factions, 'claim', "),
    ('"claim"', '"clam"', 4, "did you mean 'claim'?"),
    ('"claim"', '["golems", "dwarves"]', 4, "decks[0][0]: found 'golems'; allowed: a faction: 'g"),
    ('"claim"', '["dwarfs", "undead"]', 4, "did you mean 'dwarves'?"),
    ('"claim"', "7", 4, "found 7; allowed: a deck's name or a list of factions"),
    ('["claim"]', "[]", 4, "found []; allowed: a list of decks, 'all'"),
    ('["claim"]', '"claim"', 4, "found 'claim'; allowed: a list of decks, 'all'"),
    ('["claim"]', '["claim", "claim"]', 4, "decks[1]: is the same deck as decks[0]"),
    (
        '["claim"]',
        '["claim",\n["knights", "goblins", "dwarves", "undead", "doppelgangers"]]',
        5,
        "decks[1]: is the same deck as decks[0]",
    ),
    ('["claim"]', '["claim", ["goblins", "goblins"]]', 4, "'goblins' stands twice in the deck"),
    (
        "[grid]",
        '[grid]\nsettings = ["ice"]',
        4,
        "settings[0]: found 'ice'; allowed: 'none', 'under",
    ),
    ("[grid]", '[grid]\nsettings = ["ice_field"]', 4, "did you mean 'ice_fields'?"),
    (
        "[grid]",
        '[grid]\nsettings = ["castle"]',
        4,
        "settings[0]: found 'castle'; allowed: 'none', ",
    ),
    (
        "[grid]",
        "[grid]\nsettings = []",
        4,
        "settings: found []; allowed: a list of settings, 'all'",
    ),
    ("[grid]", '[grid]\nsettings = "ice_fields"', 4, "allowed: a list of settings, 'all'"),
    ("[grid]", "[grid]\nsettings = [7]", 4, "settings[0]: found 7; allowed: 'none', "),
    ("[grid]", '[grid]\nbuildings = ["none",\n"none"]', 5, "'none' is buildings[0] already; name"),
    ("[grid]", '[grid]\nbuildings = ["cassle"]', 4, "did you mean 'castle'?"),
    (
        "[grid]",
        "[grid]\nbuildings = true",
        4,
        "buildings: found true; allowed: a list of buildings",
    ),
    ("[grid]", '[grid]\nboxes = ["claim"]', 4, "grid.boxes: is for decks = 'all' alone"),
    ('["claim"]', '"all"\nboxes = ["claim", "se"]', 5, "boxes[1]: found 'se'; allowed: a box: 'c"),
    ('["claim"]', '"all"\nboxes = ["claim", "se"]', 5, "did you mean 'sea'?"),
    ('["claim"]', '"all"\nboxes = ["sea", "sea"]', 5, "boxes[1]: 'sea' is boxes[0] already"),
    ('["claim"]', '"all"\nboxes = []', 5, "boxes: found []; allowed: a list of boxes: 'claim', "),
    ('["claim"]', '"all"\nboxes = "claim"', 5, "boxes: found 'claim'; allowed: a list of boxes"),
    ('["claim"]', '"all"\nboxes = ["maps"]', 5, "allowed: boxes whose factions make a legal deck"),
    ("[grid]", "[grid]\nallow_what_if = 1", 4, "found 1; allowed: true or false"),
    ('"greedy"', '"greedi"', 5, "matchups[0][0]: found 'greedi'; allowed: a strategy: '"),
    ('"greedy"', '"greedi"', 5, "did you mean 'greedy'?"),
    ('"greedy"', "7", 5, "matchups[0][0]: found 7; allowed: a strategy: "),
    ('"greedy"', "{ weights = {} }", 5, "matchups[0][0].strategy: is missing"),
    ('"greedy"', WEIGHED.format("wid = 1"), 5, "weights.wid: 'planner' has no such weight; found"),
    ('"greedy"', WEIGHED.format("wid = 1"), 5, "did you mean 'wild'?"),
    ('"greedy"', WEIGHED.format("wild = inf"), 5, "weights.wild: found inf; allowed: a finite"),
    ('"greedy"', WEIGHED.format("wild = true"), 5, "weights.wild: found true; allowed: a finite"),
    (PAIR, '["greedy"]', 5, "matchups[0]: found ['greedy']; allowed: a pair of players"),
    (PAIR, '["greedy", "duck", "low"]', 5, "matchups[0]: found ['greedy', 'duck', 'low']; allowed"),
    (PAIR, PAIR + ",\n" + PAIR, 6, "matchups[1]: is the same pair as matchups[0]"),
    (PAIR, PAIR + ',\n[{ strategy = "greedy" }, "random"]', 6, "is the same pair as matchups[0]"),
    ("[" + PAIR + "]", "[]", 5, "matchups: found []; allowed: a list of pairs, 'round_robin', "),
    ("[" + PAIR + "]", '"ladder"', 5, "'ladder' needs a list `strategies`"),
    ("[" + PAIR + "]", '"laddr"', 5, "found 'laddr'; allowed: a list of pairs, 'round_robin', "),
    ("[" + PAIR + "]", '"laddr"', 5, "did you mean 'ladder'?"),
    ("[" + PAIR + "]", "[" + PAIR + ']\nstrategies = ["low"]', 6, "strategies: is for matchups ="),
    (
        "[" + PAIR + "]",
        '"ladder"\nstrategies = ["low", "duck", "low"]',
        6,
        "strategies[2]: is the same player as strategies[0]",
    ),
    ("[grid]", "run = 3\n[grid]", 3, "run: found 3; allowed: a table"),
    ("[grid]", "switches = 3\n[grid]", 3, "switches: found 3; allowed: a table of switches"),
    ("[grid]", "parameters = 3\n[grid]", 3, "parameters: found 3; allowed: a table of parameters"),
]


@pytest.mark.parametrize(("old", "new", "line", "what"), MISTAKES)
def test_each_mistake_is_named_with_its_line(old, new, line, what) -> None:
    assert old in GOOD
    found = problems(GOOD.replace(old, new, 1))
    assert any(p.startswith(f"x.toml:{line}: ") and what in p for p in found), found
    assert not any("\n" in p for p in found)


@pytest.mark.parametrize(
    ("table", "what"),
    [
        ("[run]\ndeals = 0", "run.deals: found 0; allowed: an integer from 1 to 4294967296"),
        ("[run]\ndeals = 4294967297", "run.deals: found 4294967297; allowed: an integer"),
        ("[run]\ndeals = true", "run.deals: found true; allowed: an integer"),
        ("[run]\ndeals = 1e3", "run.deals: found 1000.0; allowed: an integer"),
        ("[run]\nseed = -1", "run.seed: found -1; allowed: an integer from 0 to "),
        ("[run]\nseed = 9223372036854775808", "allowed: an integer from 0 to 9223372036854775807"),
        ('[run]\nmirror = "seat"', "found 'seat'; allowed: 'seats', 'lead', 'none'; did you mean"),
        ("[run]\nablation = 0", "run.ablation: found 0; allowed: true or false"),
        ("[variants.x.y]", "variants.x.y: cannot be changed; found 'y'"),
        ("[factions.golems]", "factions.golems.printed: is missing; allowed: numbers"),
        ("[parameters]\noctipi = 9", "octipi: unknown parameter; found 'octipi'; allowed: 'unicor"),
        (
            "[parameters]\noctipi.treshold = 9",
            "octipi.treshold: unknown parameter; found 'octipi.t",
        ),
        ("[parameters]\noctipi.treshold = 9", "did you mean 'octipi.threshold'?"),
        (
            "[parameters]\noctipi.threshold = -1",
            "octipi.threshold: found -1; allowed: an integer f",
        ),
        (
            "[parameters]\noctipi.threshold = true",
            "found true; allowed: an integer from 0 to 10000",
        ),
        ("[parameters]\noctipi.threshold = 8.0", "found 8.0; allowed: an integer from 0 to 10000"),
        ("[parameters]\noctipi.threshold = 10001", "found 10001; allowed: an integer from 0 to"),
        ("[parameters]\nangels.weight = 0", "found 0; allowed: an integer from 1 to 10000"),
        ("[parameters]\nmonastery.ratio = 0.5", "found 0.5; allowed: a number from 1 to 10000"),
        ("[parameters]\nmonastery.ratio = nan", "found nan; allowed: a number from 1 to 10000"),
        ("[parameters]\noctipi.threshold = {}", "octipi.threshold: found {}; allowed: an integer"),
        (
            '[parameters]\n"octipi.threshold" = "9"',
            "found '9'; allowed: an integer from 0 to 10000",
        ),
        ("[parameters.octipi]\nthreshold.x = 9", "threshold: found {'x': 9}; allowed: an integer"),
        (
            "[parameters.x.y]",
            "parameters.x: unknown parameter; found 'x'; allowed: 'unicorns.bonus'",
        ),
        ("[runs]\ndeals = 1", "runs: unknown key; found 'runs'"),
        ('[switches]\nvictry = "x"', "victry: unknown switch; found 'victry'; allowed: 'basi"),
        ('[switches]\nvictry = "x"', "did you mean 'victory'?"),
        ("[switches]\nbasilisk_phases = 2", "found 2; allowed: [2], [1, 2]"),
        ("[switches]\nbasilisk_phases = [1]", "found [1]; allowed: [2], [1, 2]"),
        ("[switches]\nbasilisk_phases = [2, 1]", "found [2, 1]; allowed: [2], [1, 2]"),
        ("[switches]\nbasilisk_phases = [1.0, 2]", "found [1.0, 2]; allowed: [2], [1, 2]"),
        ("[switches]\nbasilisk_phases = [true, 2]", "found [True, 2]; allowed: [2], [1, 2]"),
        ('[switches]\nbasilisk_phases = "2"', "found '2'; allowed: [2], [1, 2]"),
        ("[switches]\nvictory = 3", "switches.victory: found 3; allowed: 'most_votes', "),
    ],
)
def test_mistakes_in_other_tables(table: str, what: str) -> None:
    (problem,) = problems(GOOD + table + "\n")
    assert what in problem
    in_table = table.startswith(("[run]", "[switches]", "[parameters]\n", "[parameters.octipi]"))
    assert problem.startswith(f"x.toml:{7 if in_table else 6}: ")


def test_every_mistake_is_reported_at_once() -> None:
    text = GOOD.replace("greedy", "greedi").replace('"claim"', '"clam"') + "[run]\ndeals = -1\n"
    assert len(problems(text)) == 3


@pytest.mark.parametrize(
    ("text", "line"),
    [("schema = \n", 1), (GOOD + "[grid]\n", 6), (GOOD + "x = [1,\n", 6), (GOOD + "\nx\n", 7)],
)
def test_text_that_is_not_toml_is_said_alone_with_its_line(text: str, line: int) -> None:
    (problem,) = problems(text.replace("claim", "clam"))
    assert problem.startswith(f"x.toml:{line}: not TOML: ")


@pytest.mark.parametrize("text", ["x = " + "[" * 10_000, "x = " + "1" * 5000])
def test_text_that_no_parser_likes(text: str) -> None:
    (problem,) = problems(text)
    assert problem.startswith("x.toml: not TOML: ")


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("nowhere.toml", r"there is no scenario file .*shipped scenarios: .*, base,"),
        ("folder", "is not a file"),
        ("latin.toml", r"latin\.toml:2: not UTF-8 text \(byte 16 of the file\)"),
        ("large.toml", "holds 1000001 bytes; a scenario has at most 1000000"),
        ("blank.toml", "is empty; a scenario needs"),
        ("latin.toml/x", "cannot be read: Not a directory"),
        ("a" * 300, "cannot be read: File name too long"),
        ("nul\0", "is no name of a file"),
    ],
)
def test_files_that_cannot_be_read(tmp_path, name: str, what: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "latin.toml").write_bytes(b"schema = 1\nname=\xe9")
    (tmp_path / "large.toml").write_bytes(b"#" * 1_000_001)
    (tmp_path / "blank.toml").write_text(" \n")
    with pytest.raises(InputError, match=what):
        claimsim.load_scenario(tmp_path / name)


def test_a_name_almost_right_is_answered(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="did you mean 'base'"):
        claimsim.load_scenario("bas")


def test_a_file_goes_before_a_shipped_scenario_and_a_folder_does_not(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base").mkdir()
    assert claimsim.load_scenario("base").name == "Base Claim"
    (tmp_path / "base").rmdir()
    (tmp_path / "base").write_text(GOOD)
    assert claimsim.load_scenario("base").name == "A question"


def test_a_byte_order_mark_is_no_mistake(tmp_path) -> None:
    (tmp_path / "bom.toml").write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert claimsim.load_scenario(tmp_path / "bom.toml") == parse_scenario(GOOD, "x")


def test_a_parameter_set_twice_is_named_once() -> None:
    text = GOOD + '[parameters]\noctipi.threshold = 9\n"octipi.threshold" = 9\n'
    assert problems(text) == [
        "x.toml:8: parameters.'octipi.threshold': octipi.threshold is set twice; set it once"
    ]


def test_players_are_the_same_whatever_the_order_of_their_weights() -> None:
    pair = '[{ strategy = "planner", weights = { wild = 2, scored = 1 } }, \
{ strategy = "planner", weights = { scored = 1.0, wild = 2.0 } }]'
    (cell,) = parse_scenario(GOOD.replace(PAIR, pair), "x").cells
    assert cell.a == cell.b
    assert hash(cell.a) == hash(cell.b)


def test_identity_leaves_out_names_and_deals() -> None:
    one = parse_scenario(GOOD, "x")
    other = parse_scenario(GOOD.replace("A question", "Another"), "x").replace(deals=9)
    assert one.identity() == other.identity()
    assert one.identity() != one.replace(seed=2).identity()


@pytest.mark.parametrize(
    "change",
    [
        'settings = ["swamp"]',
        'buildings = ["castle"]',
        "[switches]\nbasilisk_phases = [1, 2]",
        "[parameters]\nswamp.cards = 3",
        '[run]\nmirror = "lead"',
    ],
)
def test_identity_changes_with_all_that_is_played(change: str) -> None:
    changed = parse_scenario(f"{GOOD}{change}\n", "x").identity()
    assert changed != parse_scenario(GOOD, "x").identity()
    assert json.loads(json.dumps(changed)) == changed


@pytest.mark.parametrize("change", [{"deals": 0}, {"seed": -1}, {"deals": 2**32 + 1}])
def test_replace_checks_its_numbers(change) -> None:
    with pytest.raises(InputError, match="would be right"):
        parse_scenario(GOOD, "x").replace(**change)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
KEYS = [("schema",), ("name",), ("grid",), ("grid", "decks"), ("grid", "matchups"), ("run",)]
KEYS += [("grid", "strategies"), ("run", "deals"), ("switches",), ("switches", "victory")]
KEYS += [("grid", "settings"), ("grid", "buildings"), ("grid", "boxes"), ("parameters",)]
KEYS += [("parameters", "octipi"), ("switches", "basilisk_phases"), ("targets",)]
KEYS += [("run", "ablation"), ("run", "precision"), ("run", "precision", "half_width")]


@given(st.sampled_from(KEYS), JSON)
def test_whatever_stands_there_is_understood_or_refused(path, value) -> None:
    """Any value in any place: a scenario, or a list of mistakes; never another exception."""
    from claimsim.scenario import understanding
    from claimsim.scenario.locate import dotted

    raw = tomllib.loads(GOOD)
    target = raw
    for part in path[:-1]:
        target = target.setdefault(part, {})
    target[path[-1]] = copy.deepcopy(value)
    parsed, found = understanding.validated(raw)
    assert (parsed is not None) or found
    for place, what in found:
        assert "\n" not in dotted(place) + what


def test_a_large_file_of_mistakes_is_answered_at_once() -> None:
    """A million bytes of unknown keys; a locator that counts lines from the top takes minutes."""
    text = GOOD + "".join(f"k{i} = {i}\n" for i in range(60_000))
    begun = time.process_time()
    assert len(problems(text)) == 60_000
    assert time.process_time() - begun < 20
