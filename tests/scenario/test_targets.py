"""Targets, precision and ablation: understood as written, or refused with every mistake."""

from __future__ import annotations

import copy
import tomllib

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import claimsim
from claimsim.cli.check_command import command
from claimsim.scenario import Player, Precision, Scenario, Target, parse_scenario
from claimsim.scenario.targets import IN_VOTES, TARGET_METRICS
from claimsim.statistics.metrics import METRICS
from tests.scenario.test_scenarios import GOOD, JSON, problems

GRID = """\
schema = 1
name = "A question"
[grid]
decks = ["claim", ["angels", "dwarves", "undead", "seers", "trolls"]]
settings = ["none", "swamp"]
buildings = ["none", "dungeon"]
matchups = [["greedy", "random"], ["random", "random"],
  [{ strategy = "planner", weights = { wild = 2 } }, "low"]]
"""
TARGET = '[[targets]]\nmetric = "leader_win_rate"\nvalue = 0.5\ntolerance = 0.02\n'
FIRST = GRID.count("\n") + 1  # line of the first [[targets]]


def read(text: str) -> Scenario:
    scenario = parse_scenario(text, "x.toml")
    assert parse_scenario(scenario.resolved(), "y.toml") == scenario
    return scenario


def test_without_them_nothing_is_asked() -> None:
    scenario = read(GOOD)
    assert (scenario.targets, scenario.precision, scenario.ablation) == ((), None, False)


def test_a_target_concerns_every_cell_unless_it_says_which() -> None:
    scenario = read(GRID + TARGET)
    assert scenario.targets == (Target("leader_win_rate", 0.5, 0.02, None, {}),)
    assert all(scenario.targets[0].concerns(cell) for cell in scenario.cells)


@pytest.mark.parametrize(
    ("which", "wanted"),
    [
        ('where = { setting = "swamp" }', lambda c: c.setting == "swamp"),
        ('where = { building = "dungeon" }', lambda c: c.building == "dungeon"),
        ('where.deck = "claim"', lambda c: c.deck.names[0] == "goblins"),
        (
            '[targets.where]\ndeck = ["trolls", "seers", "angels", "undead", "dwarves"]',
            lambda c: c.deck.names[0] == "angels",
        ),
        (
            'where = { deck = "angels+dwarves+undead+seers+trolls" }',
            lambda c: c.deck.names[0] == "angels",
        ),
        ('where = { strategy_a = "random" }', lambda c: c.a.strategy == "random"),
        ('where = { strategy_a = "planner(wild=2)" }', lambda c: c.a.strategy == "planner"),
        ('where = { strategy_b = "low" }', lambda c: c.b.strategy == "low"),
        (
            'matchups = [["greedy", "random"], ["random", "random"]]',
            lambda c: c.b.strategy == "random",
        ),
        (
            'matchups = [[{ strategy = "planner", weights = { wild = 2.0 } }, "low"]]',
            lambda c: c.b.strategy == "low",
        ),
        (
            'matchups = [["random", "random"]]\nwhere = { setting = "none", building = "none" }',
            lambda c: (c.a.strategy, c.setting, c.building) == ("random", "none", "none"),
        ),
    ],
)
def test_a_target_concerns_the_cells_that_are_as_it_says(which, wanted) -> None:
    scenario = read(f"{GRID}{TARGET}{which}\n")
    (target,) = scenario.targets
    concerned = [target.concerns(cell) for cell in scenario.cells]
    assert concerned == [wanted(cell) for cell in scenario.cells]
    assert 0 < sum(concerned) < len(scenario.cells) == 24


def test_players_of_a_target_are_those_of_the_grid() -> None:
    which = 'matchups = [["greedy", "random"]]\n'
    (target,) = read(GRID + TARGET + which).targets
    assert target.matchups == ((Player("greedy"), Player("random")),)


def test_several_targets_keep_their_order() -> None:
    draws = '[[targets]]\nmetric = "draw_rate"\nvalue = 0\ntolerance = 1e-3\n'
    votes = '[[targets]]\nmetric = "mean_margin"\nvalue = 5\ntolerance = 1\n'
    scenario = read(GRID + draws + TARGET + votes)
    assert [t.metric for t in scenario.targets] == ["draw_rate", "leader_win_rate", "mean_margin"]
    assert [t.value for t in scenario.targets] == [0.0, 0.5, 5.0]


def test_a_target_of_the_whole_game_is_understood_at_once() -> None:
    text = GOOD.replace('["claim"]', '"all"\nsettings = "all"\nbuildings = "all"')
    deck = 'where = { deck = "goblins+knights+dwarves+undead+phoenix", setting = "swamp" }\n'
    scenario = read(text + TARGET + deck)
    concerned = sum(scenario.targets[0].concerns(cell) for cell in scenario.cells[:2000])
    assert concerned == len(scenario.buildings)


@pytest.mark.parametrize("metric", TARGET_METRICS)
def test_every_metric_of_a_target_is_one_of_the_tables_with_the_range_that_is_checked(
    metric: str,
) -> None:
    assert METRICS[metric].table == "cells"
    wanted = "0 to the number of factions and extra votes" if metric == IN_VOTES else "0 to 1"
    assert METRICS[metric].range == wanted
    read(GRID + TARGET.replace("leader_win_rate", metric))


MISTAKES = [
    ('"leader_win_rate"', '"leader_win"', 1, "metric: found 'leader_win'; allowed: a metric: 'le"),
    ('"leader_win_rate"', '"leader_win"', 1, "did you mean 'leader_win_rate'?"),
    ('"leader_win_rate"', '"swing"', 1, "metric: found 'swing'; allowed: a metric: "),
    ('"leader_win_rate"', "7", 1, "metric: found 7; allowed: a metric: "),
    ('metric = "leader_win_rate"', "", 0, "metric: is missing"),
    ("value = 0.5", "", 0, "value: is missing"),
    ("tolerance = 0.02", "", 0, "tolerance: is missing"),
    ("0.5", "1.5", 2, "value: found 1.5; allowed: a number from 0 to 1, the range of leader_win"),
    ("0.5", "50", 2, "value: found 50; allowed: a number from 0 to 1, the range of leader_win_r"),
    ("0.5", "-0.1", 2, "value: found -0.1; allowed: a number from 0 to 1"),
    ("0.5", "nan", 2, "value: found nan; allowed: a finite number"),
    ("0.5", "true", 2, "value: found true; allowed: a finite number"),
    ("0.5", '"0.5"', 2, "value: found '0.5'; allowed: a finite number"),
    ("0.02", "0", 3, "tolerance: found 0; allowed: a number above 0"),
    ("0.02", "-0.02", 3, "tolerance: found -0.02; allowed: a number above 0"),
    ("0.02", "nan", 3, "tolerance: found nan; allowed: a number above 0"),
    ("0.02", "inf", 3, "tolerance: found inf; allowed: a number above 0"),
    ("0.02", "false", 3, "tolerance: found false; allowed: a number above 0"),
    ("tolerance", "tolerence", 3, "tolerence: unknown key; found 'tolerence'; allowed: 'metric'"),
    ("tolerance", "tolerence", 3, "did you mean 'tolerance'?"),
]


@pytest.mark.parametrize(("old", "new", "line", "what"), MISTAKES)
def test_each_mistake_in_a_target_is_named_with_its_line(old, new, line, what) -> None:
    found = problems(GRID + TARGET.replace(old, new, 1))
    assert any(p.startswith(f"x.toml:{FIRST + line}: targets[0].") and what in p for p in found)


@pytest.mark.parametrize(
    ("which", "what"),
    [
        ("matchups = []", "matchups: found []; allowed: a list of pairs of the grid"),
        ('matchups = "all"', "matchups: found 'all'; allowed: a list of pairs of the grid"),
        ('matchups = [["greedy"]]', "matchups[0]: found ['greedy']; allowed: a pair of players"),
        ('matchups = [["greedi", "low"]]', "matchups[0][0]: found 'greedi'; allowed: a strategy: "),
        (
            'matchups = [["greedy", "low"]]',
            "matchups[0]: found ['greedy', 'low']; allowed: a matchup of the grid",
        ),
        (
            'matchups = [["random", "greedy"]]',
            "allowed: a matchup of the grid; did you mean ['greedy', 'random']?",
        ),
        ('matchups = [["planner", "low"]]', "matchups[0]: found ['planner', 'low']; allowed: a ma"),
        (
            'matchups = [[{ strategy = "planner", weights = { wid = 2 } }, "low"]]',
            "weights.wid: 'planner' has no such weight; found 'wid'",
        ),
        (
            'matchups = [["greedy", "random"], ["greedy", "random"]]',
            "matchups[1]: is the same pair as matchups[0]; name each pair once",
        ),
        ("where = 3", "where: found 3; allowed: a table"),
        (
            "where = { seting = 3 }",
            "where.seting: unknown key; found 'seting'; allowed: 'deck', 's",
        ),
        ("where = { seting = 3 }", "did you mean 'setting'?"),
        ('where = { setting = "swmp" }', "where.setting: found 'swmp'; allowed: 'none', "),
        (
            'where = { setting = "plateau" }',
            "where.setting: found 'plateau'; allowed: a setting of the grid: 'none', 'swamp'",
        ),
        (
            'where = { building = "tower" }',
            "where.building: found 'tower'; allowed: a building of the grid: 'none', 'dungeon'",
        ),
        ("where = { building = 1 }", "where.building: found 1; allowed: 'none', "),
        (
            'where = { deck = "clam" }',
            "deck of the grid: 'claim', 'angels+dwarves+undead+seers+trolls'; did you mean 'cl",
        ),
        ('where = { deck = "sea" }', "where.deck: found 'sea'; allowed: a deck of the grid"),
        ('where = { deck = ["dwarves"] }', "where.deck: found ['dwarves']; allowed: a deck of the"),
        ("where = { deck = 1 }", "where.deck: found 1; allowed: a deck's name or a list of fac"),
        (
            'where = { strategy_a = "planner" }',
            "found 'planner'; allowed: a player of the grid: 'greedy', 'random', 'planner(wild=2)'",
        ),
        ('where = { strategy_b = "greedy" }', "strategy_b: found 'greedy'; allowed: a player of"),
        ("where = { strategy_b = 1 }", "where.strategy_b: found 1; allowed: a text"),
    ],
)
def test_a_target_names_cells_that_the_grid_has(which: str, what: str) -> None:
    found = problems(f"{GRID}{TARGET}{which}\n")
    line = FIRST + 4
    assert any(p.startswith(f"x.toml:{line}: targets[0].") and what in p for p in found), found


@pytest.mark.parametrize(
    "which",
    [
        'where = { strategy_a = "greedy", strategy_b = "low" }',
        'matchups = [["greedy", "random"]]\nwhere = { strategy_a = "random" }',
    ],
)
def test_a_target_that_concerns_no_cell_is_refused(which: str) -> None:
    (problem,) = problems(f"{GRID}{TARGET}{which}\n")
    assert problem == (
        f"x.toml:{FIRST}: targets[0]: concerns no cell: the grid has no matchup that is as it says"
    )


MARGIN = '[[targets]]\nmetric = "mean_margin"\ntolerance = 1\nvalue = '


@pytest.mark.parametrize(
    ("value", "which", "most"),
    [
        ("7", "", None),  # five factions, and Dungeon's two votes
        ("7.1", "", "7"),
        ("5", 'where = { building = "none" }', None),
        ("5.5", 'where = { building = "none" }', "5"),
        ("5.5", 'where = { building = "dungeon" }', None),
        ("10", "[parameters]\ndungeon.votes = 3", None),
        ("12", "[parameters]\ndungeon.votes = 3", "11"),
    ],
)
def test_a_margin_lies_between_0_and_the_votes_that_there_are(value, which, most) -> None:
    text = f"{GRID}{MARGIN}{value}\n{which}\n"
    if most is None:
        read(text)
    else:
        (problem,) = problems(text)
        wanted = f"found {value}; allowed: a number from 0 to {most}, the range of mean_margin"
        assert problem == f"x.toml:{FIRST + 3}: targets[0].value: {wanted}"


def test_the_same_target_is_named_once() -> None:
    (problem,) = problems(GRID + TARGET + TARGET)
    assert problem.startswith(f"x.toml:{FIRST + 4}: targets[1]: is the same target as targets[0]")
    read(GRID + TARGET + TARGET.replace("0.02", "0.03"))


def test_targets_are_a_list_of_tables() -> None:
    (problem,) = problems(GOOD + TARGET.replace("[[targets]]", "[targets]"))
    assert "targets: found {'metric'" in problem
    assert problem.endswith("allowed: tables that begin with [[targets]]")
    (problem,) = problems("targets = [3]\n" + GOOD)
    assert problem == "x.toml:1: targets[0]: found 3; allowed: a table"


def test_mistakes_of_targets_and_of_the_grid_are_reported_at_once() -> None:
    """What is wrong in the grid may mean what a target names; ``swmp`` is not Plateau."""
    where = 'where = { setting = "plateau", building = "tower", deck = "clam" }\n'
    text = GRID.replace('"swamp"', '"swmp"').replace('"dungeon"', '"dungeon", "none"')
    found = problems(text + TARGET.replace("0.02", "0") + where)
    assert [p.split(": ")[1] for p in found] == [
        "grid.settings[1]",
        "grid.buildings[2]",
        "targets[0].tolerance",
        "targets[0].where.building",
        "targets[0].where.deck",
        "targets[0].where.setting",
    ]


PRECISION = '[run]\nprecision = { metric = "a_win_rate", half_width = 0.002, max_deals = 64_000 }\n'


def test_a_precision_says_how_long_a_run_may_go_on() -> None:
    scenario = read(GOOD + PRECISION)
    assert scenario.precision == Precision("a_win_rate", 0.002, 64_000)
    assert scenario.deals == 64_000
    assert "\ndeals" not in scenario.resolved()


def test_a_number_of_deals_takes_the_place_of_a_precision() -> None:
    fixed = parse_scenario(GOOD + PRECISION, "x").replace(deals=500, seed=3)
    assert (fixed.deals, fixed.precision, fixed.seed) == (500, None, 3)
    assert parse_scenario(fixed.resolved(), "y") == fixed
    assert parse_scenario(GOOD + PRECISION, "x").replace(seed=3).precision is not None


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("a_win_rate", "a_win", "metric: found 'a_win'; allowed: a metric: 'leader_win_rate', "),
        ("0.002", "0", "half_width: found 0; allowed: a number above 0"),
        ("0.002", "inf", "half_width: found inf; allowed: a number above 0"),
        ("64_000", "999", "max_deals: found 999; allowed: an integer from 1000 to 4294967296"),
        ("64_000", "4294967297", "max_deals: found 4294967297; allowed: an integer from 1000 to"),
        ("64_000", "1e4", "max_deals: found 10000.0; allowed: an integer from 1000"),
        (", max_deals = 64_000", "", "max_deals: is missing"),
        ("half_width", "halfwidth", "halfwidth: unknown key; found 'halfwidth'; allowed: 'metric'"),
    ],
)
def test_each_mistake_in_a_precision_is_named(old: str, new: str, what: str) -> None:
    found = problems(GOOD + PRECISION.replace(old, new))
    assert any(p.startswith(f"x.toml:7: run.precision.{what}") for p in found), found


def test_a_precision_is_a_table_and_stands_without_deals() -> None:
    assert problems(GOOD + "[run]\nprecision = 0.002\n") == [
        "x.toml:7: run.precision: found 0.002; allowed: a table"
    ]
    (problem,) = problems(GOOD + PRECISION + "deals = 500\n")
    assert problem.startswith("x.toml:8: run.deals: cannot stand beside precision")


def test_ablation_is_asked_for_and_kept() -> None:
    scenario = parse_scenario(GOOD + "[run]\nablation = true\n", "x")
    assert scenario.ablation
    assert parse_scenario(scenario.resolved(), "x").ablation


def test_identity_leaves_out_what_is_asked_of_the_results() -> None:
    asked = parse_scenario(GOOD + PRECISION + TARGET, "x")
    assert asked.identity() == parse_scenario(GOOD, "x").identity()


KEYS = [("metric",), ("value",), ("tolerance",), ("matchups",), ("where",)]
KEYS += [("where", key) for key in ("deck", "setting", "strategy_a", "other")]


@given(st.sampled_from(KEYS), JSON)
def test_whatever_stands_in_a_target_is_understood_or_refused(path, value) -> None:
    """Any value in any place: a scenario, or a list of mistakes; never another exception."""
    from claimsim.scenario import understanding
    from claimsim.scenario.locate import dotted

    raw = tomllib.loads(GRID + TARGET)
    inside = raw["targets"][0]
    for part in path[:-1]:
        inside = inside.setdefault(part, {})
    inside[path[-1]] = copy.deepcopy(value)
    parsed, found = understanding.validated(raw)
    assert (parsed is not None) or found
    for place, what in found:
        assert "\n" not in dotted(place) + what


def test_the_example_of_every_setting_asks_for_a_fair_first_lead() -> None:
    scenario = claimsim.load_scenario("locations")
    assert [deck.label for deck in scenario.decks] == ["claim"]
    assert len(scenario.settings) == 10  # none and the nine
    assert scenario.targets == (Target("leader_win_rate", 0.5, 0.02, None, {}),)


def test_a_file_with_mistakes_in_many_targets_is_answered() -> None:
    text = GRID + "".join(TARGET.replace("0.02", f"-{n}") for n in range(1, 2000))
    assert len(problems(text)) == 1999


def test_check_says_how_much_there_is_to_play_and_by_what(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "both.toml").write_text(GOOD + PRECISION + TARGET + TARGET.replace("0.02", "0.03"))
    (tmp_path / "one.toml").write_text(GOOD + TARGET)
    done = CliRunner().invoke(command, ["both.toml", "one.toml"])
    assert done.exit_code == 0
    assert done.output.splitlines() == [
        "both.toml: right; 1 cell, up to 64,000 deals, up to 128,000 games, 2 targets",
        "one.toml: right; 1 cell, 10,000 deals, 20,000 games, 1 target",
    ]
