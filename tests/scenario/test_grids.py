"""Grids: decks, settings, buildings, rulings and numbers, and the cells that they make."""

from __future__ import annotations

import itertools
import time
import tracemalloc

import pytest

from claimsim.rules.catalogue import FACTIONS
from claimsim.scenario import parse_scenario
from tests.scenario.test_scenarios import GOOD, PAIR, problems


# C(10, 3) decks with each of two pairs and C(10, 4) with each of four specials; with Claim 2 a
# pair and three singles more (rules, 1).
@pytest.mark.parametrize(
    ("boxes", "decks"),
    [
        ('["claim"]', 1),
        ('["sea"]', 1),
        ('["claim_2"]', 1),
        ('["claim", "sky"]', 4 * 1 + 4),
        ('["sky", "claim"]', 4 * 1 + 4),
        ('["claim", "maps", "sky", "sea"]', 2 * 120 + 4 * 210),
        ('["claim", "claim_2", "maps", "sky", "sea"]', 3 * 286 + 4 * 715),
    ],
)
def test_all_decks_of_some_boxes(boxes: str, decks: int) -> None:
    text = GOOD.replace('["claim"]', f'"all"\nboxes = {boxes}')
    scenario = parse_scenario(text, "x")
    assert len(scenario.decks) == len(scenario.cells) == decks
    assert len({deck.text for deck in scenario.decks}) == decks
    assert parse_scenario(scenario.resolved(), "y") == scenario
    assert len(scenario.resolved()) < 3_000


WHOLE = GOOD.replace('["claim"]', '"all"\nsettings = "all"\nbuildings = "all"')


def test_the_whole_game_is_a_grid_of_371_800_cells() -> None:
    begun = time.process_time()
    tracemalloc.start()
    scenario = parse_scenario(WHOLE, "x")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(scenario.cells) == 371_800
    assert most < 50_000_000
    assert scenario.settings[:2] == ("none", "underworld")
    assert scenario.buildings[:2] == ("none", "dungeon")
    assert parse_scenario(scenario.resolved(), "y") == scenario
    assert time.process_time() - begun < 10


def test_cells_go_by_deck_then_setting_then_building_then_matchup() -> None:
    grid = 'settings = ["none", "swamp"]\nbuildings = ["castle", "none", "tower"]\n'
    text = GOOD.replace('["claim"]', '["sea", "claim"]').replace(PAIR, f'{PAIR}, ["low", "high"]')
    cells = parse_scenario(text + grid, "x").cells
    found = [(c.index, c.deck.label, c.setting, c.building, c.a.label) for c in cells]
    points = itertools.product(
        ["sea", "claim"], ["none", "swamp"], ["castle", "none", "tower"], ["greedy", "low"]
    )
    assert found == [(index, *point) for index, point in enumerate(points)]
    assert len(cells) == len(found) == 24


def test_cells_are_a_sequence() -> None:
    grid = 'settings = "all"\nbuildings = ["none", "castle"]\n'
    text = GOOD.replace(PAIR, f'{PAIR}, ["low", "high"], ["low", "low"]')
    cells = parse_scenario(text + grid, "x").cells
    listed = list(cells)
    assert [cells[i] for i in range(len(cells))] == listed
    assert (cells[-1], cells[-60]) == (listed[59], listed[0])
    for part in (slice(0, 7), slice(5, 5), slice(-4, None), slice(3, 40, 9), slice(9, 2, -2)):
        assert cells[part] == tuple(listed[part])
    for index in (60, -61):
        with pytest.raises(IndexError):
            cells[index]
    # What all cells of one place share is worked out once.
    assert cells[3].rules is not cells[0].rules
    assert len({id(cell.rules) for cell in cells[0:6]}) == 2


def test_cells_play_by_the_scenarios_rules() -> None:
    text = f"""{GOOD}settings = ["ice_fields"]
buildings = ["monastery"]
[switches]
basilisk_phases = [1, 2]
victory = "most_votes"
[parameters]
monastery.ratio = 3.0
angels = {{ weight = 2 }}
[parameters.octipi]
threshold = 9
"""
    scenario = parse_scenario(text, "x")
    rules = scenario.cells[0].rules
    assert (rules.setting, rules.building) == ("ice_fields", "monastery")
    assert rules.changed_switches() == {"basilisk_phases": (1, 2)}
    assert rules.changed_parameters() == {"octipi.threshold": 9, "monastery.ratio": 3}
    assert type(rules.changed_parameters()["monastery.ratio"]) is int
    assert scenario.switches == rules.changed_switches()
    assert scenario.parameters == rules.changed_parameters()


@pytest.mark.parametrize(
    "numbers",
    [
        "octipi.threshold = 9",
        '"octipi.threshold" = 9',
        "octipi = { threshold = 9 }",
        "'octipi' . 'threshold' = 9",
    ],
)
def test_parameters_may_be_written_in_every_way_of_toml(numbers: str) -> None:
    scenario = parse_scenario(f"{GOOD}[parameters]\n{numbers}\n", "x")
    assert scenario.parameters == {"octipi.threshold": 9}


def test_what_equals_the_default_changes_nothing() -> None:
    default = "[switches]\nbasilisk_phases = [2]\n[parameters]\noctipi.threshold = 8\n"
    assert parse_scenario(GOOD + default, "x") == parse_scenario(GOOD, "x")


ILLEGAL = [
    (["goblins", "knights", "dwarves"], "the pair goblins+knights and 1 single", "add undead"),
    (["angels", "eagles", "dwarves", "undead", "seers"], "the deck has angels and eagles", "leave"),
    (["dwarves", "undead", "seers"], "neither a pair nor a special", "add goblins"),
    (["angels", "dwarves"], "the special angels and 1 single", "add undead"),
]


@pytest.mark.parametrize(("deck", "what", "remedy"), ILLEGAL)
def test_an_illegal_deck_is_told_what_would_make_it_legal(deck, what, remedy) -> None:
    text = GOOD.replace('"claim"', str(deck).replace("'", '"'))
    (problem,) = problems(text)
    assert problem.startswith("x.toml:4: grid.decks[0]: ")
    for part in (what, "(rules, 1)", remedy, "allow_what_if = true"):
        assert part in problem
    (cell,) = parse_scenario(text + "allow_what_if = true\n", "x.toml").cells
    assert list(cell.deck.names) == deck


@pytest.mark.parametrize(
    ("deck", "what"),
    [
        (list(FACTIONS)[:9], "the deck has 9 factions; 2 to 8 can be played"),
        (list(FACTIONS)[:6], "the deck has 66 cards; at most 64"),
        (["phoenix", "angels", "eagles", "pterosaurs", "knights", "dwarves"], "10 in side decks"),
    ],
)
def test_even_what_if_decks_have_limits(deck: list[str], what: str) -> None:
    listed = str(deck).replace("'", '"')
    text = GOOD.replace('"claim"', listed) + "allow_what_if = true\n"
    (problem,) = problems(text)
    assert what in problem
