"""Every mistake in a file is reported at once, and none that only follows from another."""

from __future__ import annotations

import pytest

from tests.scenario.test_scenarios import GOOD, problems

TARGET = '[[targets]]\nmetric = "a_win_rate"\nvalue = 0.5\ntolerance = 0.02\n'


def places(text: str) -> list[str]:
    return [problem.split(": ")[1] for problem in problems(text)]


def test_variants_of_a_wrong_base_are_looked_at() -> None:
    text = GOOD.replace('"claim"', '"clam"')
    text += '[variants.a]\nswitches.victory = "x"\n[variants.B]\ngrid.settings = ["swmp"]\n'
    assert places(text) == [
        "grid.decks[0]", "variants.a.switches.victory", "variants.B", "variants.B.grid.settings[0]",
    ]  # fmt: skip


def test_a_key_that_cannot_change_hides_nothing_else_of_its_variant() -> None:
    text = GOOD + "[variants.a]\nrun.deals = 5\nparameters.octipi.threshol = 9\n"
    assert places(text) == ["variants.a.run", "variants.a.parameters.octipi.threshol"]


def test_the_mistakes_of_the_base_are_not_told_again_for_its_variants() -> None:
    text = GOOD.replace('"claim"', '"clam"') + "[switches]\nvictory = 'x'\n[factions.golems]\n"
    text += '[variants.a]\nfactions.golems.printed = "0-9"\ngrid.settings = ["swamp"]\n'
    text += "[variants.b]\nfactions.stones.printed = [1]\nswitches.giant_smash = 'may'\n"
    assert places(text) == ["grid.decks[0]", "switches.victory", "factions.golems.printed"]


def test_but_a_variant_that_says_the_same_wrong_thing_is() -> None:
    text = GOOD + "[switches]\nvictory = 'x'\n[variants.a]\nswitches.victory = 'x'\n"
    assert places(text) == ["switches.victory", "variants.a.switches.victory"]


@pytest.mark.parametrize("grid", ["", "grid = 3\n"])
def test_a_missing_grid_is_told_once(grid: str) -> None:
    text = f'schema = 1\nname = "x"\n{grid}[variants.a]\ngrid.settings = ["swamp"]\n'
    assert places(text) == ["grid"]


def test_sizes_are_compared_where_they_are_known() -> None:
    text = GOOD.replace('"claim"', '"clam"')
    text += '[variants.a]\ngrid.settings = ["none", "swamp"]\ngrid.decks = ["sea", "claim"]\n'
    found = problems(text)
    assert len(found) == 2
    assert "variants.a.grid.settings: 2 settings against 1" in found[1]


def test_variants_that_are_no_table() -> None:
    assert places("variants = 3\n" + GOOD.replace("claim", "clam")) == ["variants", "grid.decks[0]"]


def test_a_faction_that_stands_twice_beside_one_that_is_unknown() -> None:
    deck = '["knights", "knights", "goblin", "undead"]'
    found = problems(GOOD.replace('"claim"', deck))
    assert [p.split(": ", 1)[1][:60] for p in found] == [
        "grid.decks[0]: faction 'knights' stands twice in the deck; n",
        "grid.decks[0][2]: found 'goblin'; allowed: a faction: 'gobli",
    ]


GRID = """\
schema = 1
name = "A question"
[grid]
decks = ["claim", "clam"]
settings = ["none", "swmp", "none"]
buildings = ["none", "none"]
matchups = [["greedy", "random"], ["greedi", "low"], ["greedy", "random"]]
"""


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ('matchups = [["planner", "planner"]]', "matchups[0]"),
        ('matchups = [["greedy", "high"]]', "matchups[0]"),
        ('where = { setting = "plateau" }', "where.setting"),
        ('where = { building = "tower" }', "where.building"),
        ('where = { deck = "sea" }', "where.deck"),
        ('where = { strategy_a = "planner" }', "where.strategy_a"),
        ('where = { strategy_b = "high" }', "where.strategy_b"),
    ],
)
def test_a_target_is_held_against_what_is_right_of_the_grid(said: str, place: str) -> None:
    own = [p for p in places(GRID + TARGET + said) if p.startswith("targets")]
    assert own == [f"targets[0].{place}"]


@pytest.mark.parametrize(
    "said",
    [
        'matchups = [["greedy", "random"]]',
        'matchups = [["greedy", "low"]]',  # what ["greedi", "low"] may mean
        'where = { setting = "swamp" }',
        'where = { setting = "none", building = "none", deck = "claim" }',
        'where = { strategy_a = "greedy", strategy_b = "low" }',
    ],
)
def test_what_a_wrong_entry_may_mean_is_no_mistake_of_a_target(said: str) -> None:
    assert not [p for p in places(GRID + TARGET + said) if p.startswith("targets")]


def test_players_that_are_wrong_in_a_list_of_strategies() -> None:
    text = GOOD.replace('[["greedy", "random"]]', '"round_robin"\nstrategies = ["low", "lw", 3]')
    pairs = 'matchups = [["low", "low"], ["planner", "low"]]\n'
    assert places(text + TARGET + pairs) == ["grid.strategies[1]", "grid.strategies[2]"]
    twice = text.replace('"lw", 3', '"low"')
    assert places(twice + TARGET + pairs) == ["grid.strategies[1]", "targets[0].matchups[1]"]


def test_a_changed_or_invented_faction_needs_what_if_and_no_other_advice() -> None:
    for name, printed in (("knights", "0-9"), ("golems", "1-8")):
        deck = '["goblins", "knights", "dwarves", "undead", "doppelgangers"]'
        deck = deck if name == "knights" else deck.replace("dwarves", "golems")
        text = GOOD.replace('"claim"', deck) + f'[factions.{name}]\nprinted = "{printed}"\n'
        (problem,) = problems(text)
        assert problem == (
            f"x.toml:4: grid.decks[0]: faction {name!r} is not a published one: a changed or "
            "invented faction needs grid.allow_what_if = true (rules, 1)"
        )


def test_the_factions_that_a_power_may_name_are_in_the_catalogues_order() -> None:
    from claimsim.rules.catalogue import FACTIONS

    text = GOOD + '[factions.golems]\nprinted = "0-9"\n[factions.knights]\n'
    text += 'powers = [{ power = "beats", target = "goblin" }]\n'
    (problem,) = problems(text)
    allowed = problem.partition("allowed: a faction: ")[2].partition(";")[0].split(", ")
    assert [eval(one) for one in allowed] == [  # noqa: S307  # our own text
        *(name for name in FACTIONS if name != "knights"), "golems",
    ]  # fmt: skip


def test_the_decks_of_the_grid_are_named() -> None:
    text = GOOD.replace('["claim"]', '["claim", "sea"]') + TARGET
    (problem,) = problems(text + 'where = { deck = "clam" }\n')
    assert problem.endswith("a deck of the grid: 'claim', 'sea'; did you mean 'claim'?")
    many = GOOD.replace('["claim"]', '"all"') + TARGET
    (problem,) = problems(many + 'where = { deck = "clam" }\n')
    assert ", … and 3,714 more; did you mean 'claim'?" in problem
