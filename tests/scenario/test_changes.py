"""Changed and invented factions, variants, and changes laid over a scenario."""

from __future__ import annotations

import pytest

from claimsim.errors import InputError, ScenarioError
from claimsim.rules.catalogue import FACTIONS
from claimsim.rules.powers import LoserScores, ScoredWhenPlayed
from claimsim.scenario import load_scenario, parse_scenario
from claimsim.scenario.changes import assignments, laid_over, told

GOOD = """schema = 1
name = "Changes"
[grid]
decks = ["claim"]
matchups = [["greedy", "random"]]
"""

GOLEMS = """schema = 1
name = "Golems"
[grid]
decks = ["claim", ["goblins", "knights", "golems", "undead", "doppelgangers"]]
matchups = [["greedy", "random"]]
allow_what_if = true
[factions.golems]
printed = "0-9"
powers = [{ power = "loser_scores", phases = [1, 2] }, { power = "wild" }]
[factions.knights]
printed = "2-9,9"
"""


def problems(text: str) -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(text, "x.toml")
    return list(caught.value.problems)


def test_factions_are_changed_and_invented() -> None:
    scenario = parse_scenario(GOLEMS, "x")
    claim, golems = scenario.decks
    knights = claim.factions[1]
    assert (knights.name, knights.printed) == ("knights", (2, 3, 4, 5, 6, 7, 8, 9, 9))
    assert knights.powers == FACTIONS["knights"].powers  # what is left out stays
    made = golems.factions[2]
    assert made.printed == tuple(range(10))
    assert made.powers[0] == LoserScores(phases=(1, 2))
    assert set(scenario.factions) == set(scenario.changed_factions) == {"golems", "knights"}
    assert scenario.decks[0].label == "goblins+knights+dwarves+undead+doppelgangers"


def test_resolved_text_is_the_same_scenario() -> None:
    text = GOLEMS + '[variants."more-knights"]\nfactions.knights.printed = "0-9"\n'
    scenario = parse_scenario(text, "x")
    again = parse_scenario(scenario.resolved(), "y")
    assert again == scenario
    assert again.identity() == scenario.identity()
    assert again.variants == {"more-knights": {"factions": {"knights": {"printed": "0-9"}}}}


def test_a_faction_may_wait_for_a_variant() -> None:
    text = GOLEMS.replace(', ["goblins", "knights", "golems", "undead", "doppelgangers"]', "")
    text += '[variants.v]\ngrid.decks = [["goblins", "knights", "golems", "undead", "angels"]]\n'
    scenario = parse_scenario(text, "x")
    assert set(scenario.factions) == {"golems", "knights"}
    assert set(scenario.changed_factions) == {"knights"}
    assert scenario.variant("v").decks[0].names[2] == "golems"
    assert parse_scenario(scenario.resolved(), "x") == scenario


def test_powers_are_part_of_the_identity() -> None:
    one = parse_scenario(GOLEMS, "x")
    other = parse_scenario(GOLEMS.replace('{ power = "wild" }', '{ power = "leads_next" }'), "x")
    assert one.identity() != other.identity()
    assert [deck.text for deck in one.decks] == [deck.text for deck in other.decks]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('"0-9"', '"0-99"', "x.toml:8: factions.golems.printed: found '0-99'; allowed: numbers"),
        ("wild", "wyld", "factions.golems.powers[1].power: found 'wyld'; allowed: 'beats'"),
        ("phases = [1, 2]", "phases = [3]", "factions.golems.powers[0].phases: found [3]; allowed"),
        ("phases", "fazes", "factions.golems.powers[0].fazes: 'loser_scores' has no such argument"),
        ("[factions.golems]", "[factions.Golems]", "factions.Golems: found 'Golems'; allowed: a"),
        ('"golems", "undead"', '"golemz", "undead"', "grid.decks[1][2]: found 'golemz'; allowed"),
        ("allow_what_if = true", "", "grid.decks[1]: faction 'knights' is not a published one"),
        ('printed = "2-9,9"', "printd = 1", "factions.knights.printd: unknown key; found 'printd'"),
    ],
)
def test_each_mistake_in_a_faction_is_named(old: str, new: str, expected: str) -> None:
    found = problems(GOLEMS.replace(old, new, 1))
    assert any(expected in problem for problem in found), found


def test_all_legal_decks_of_changed_factions_are_what_if_decks() -> None:
    text = GOOD.replace('["claim"]', '"all"') + '[factions.knights]\nprinted = "0-9"\n'
    assert any("no changed factions (knights): set allow_what_if" in p for p in problems(text))
    allowed = text.replace("[factions", "allow_what_if = true\n[factions")
    scenario = parse_scenario(allowed, "x")
    assert len(scenario.decks) == 3718
    sizes = {len(f.printed) for d in scenario.decks for f in d.factions if f.name == "knights"}
    assert sizes == {10}


VARIANT = (
    GOOD
    + """[variants.fewer]
parameters.octipi.threshold = 9
switches.victory = "three_votes"
"""
)


def test_variants_are_the_scenario_with_a_change() -> None:
    scenario = parse_scenario(VARIANT, "x")
    variant = scenario.variant("fewer")
    assert variant.parameters == {"octipi.threshold": 9}
    assert variant.switches == {"victory": "three_votes"}
    assert variant.decks == scenario.decks
    assert variant.variants == {}
    with pytest.raises(InputError, match="a variant: 'fewer'; did you mean 'fewer'"):
        scenario.variant("fewr")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("threshold = 9", "threshold = 9.5", "x.toml:7: variants.fewer.parameters.octipi."),
        ("switches.victory", "switches.victry", "x.toml:8: variants.fewer.switches.victry: "),
        ("switches.victory", "run.seed", "variants.fewer.run: cannot be changed; found"),
        ("[variants.fewer]", "[variants.F]", "variants.F: found 'F'; allowed: a name of"),
        ('switches.victory = "three_votes"', 'grid.settings = "all"',
         "x.toml:8: variants.fewer.grid.settings: 10 settings against 1"),
        ('switches.victory = "three_votes"', 'grid.decks = [["goblins", "dwarves"]]',
         "x.toml:8: variants.fewer.grid.decks[0]: the deck splits the pair"),
        ('switches.victory = "three_votes"', 'factions.knights.printed = "0-9"',
         "variants.fewer.grid.decks[0]: faction 'knights' is not a published one"),
    ],
)  # fmt: skip
def test_each_mistake_in_a_variant_is_named(old: str, new: str, expected: str) -> None:
    found = problems(VARIANT.replace(old, new, 1))
    assert any(expected in problem for problem in found), found


def test_an_empty_variant_is_refused() -> None:
    assert problems(GOOD + "[variants.same]\n") == [
        "x.toml:6: variants.same: changes nothing; allowed: grid, factions, switches, parameters"
    ]


@pytest.mark.parametrize("inside", ["octipi.threshold", '"octipi.threshold"'])
@pytest.mark.parametrize("outside", ["", "octipi.threshold = 7", '"octipi.threshold" = 7'])
def test_a_quoted_name_of_a_parameter_is_the_same(inside: str, outside: str) -> None:
    text = f"{GOOD}[parameters]\n{outside}\n[variants.v]\nparameters.{inside} = 9\n"
    assert parse_scenario(text, "x").variant("v").parameters == {"octipi.threshold": 9}


def test_changes_by_dotted_path() -> None:
    scenario = parse_scenario(GOOD, "x")
    changed = scenario.with_changes({
        "parameters.octipi.threshold": 9, "grid.settings": ["swamp"],
        "factions.undead.powers": [], "grid.allow_what_if": True,
    })  # fmt: skip
    assert changed.parameters == {"octipi.threshold": 9}
    assert changed.settings == ("swamp",)
    assert changed.decks[0].factions[3].powers == ()
    assert scenario.decks[0].factions[3].powers == (ScoredWhenPlayed((1,)),)  # as it was
    with pytest.raises(ScenarioError) as caught:
        scenario.with_changes({"parameters.octipi.treshold": 9, "switches.victory": "none"})
    assert len(caught.value.problems) == 2
    assert caught.value.problems[0].startswith("changes: parameters.octipi.treshold: ")


@pytest.mark.parametrize(
    ("texts", "change"),
    [
        (["parameters.octipi.threshold=9"], {"parameters": {"octipi": {"threshold": 9}}}),
        (["switches.victory=three_votes"], {"switches": {"victory": "three_votes"}}),
        (["switches.victory = 'most_votes'"], {"switches": {"victory": "most_votes"}}),
        (["grid.allow_what_if=true"], {"grid": {"allow_what_if": True}}),
        (["factions.a.printed=0-9"], None),
        (["factions.a.printed='0-9'", "factions.a.powers=[]"],
         {"factions": {"a": {"printed": "0-9", "powers": []}}}),
        (["switches.basilisk_phases=[1, 2]"], {"switches": {"basilisk_phases": [1, 2]}}),
        (["a"], None), (["=1"], None), (["a="], None), (["a=1\nb=2"], None), (["a=="], None),
    ],
)  # fmt: skip
def test_assignments_are_toml_with_bare_words(texts: list[str], change) -> None:
    if change is None:
        with pytest.raises(InputError, match=r"TOML|PATH=VALUE"):
            assignments(texts)
    else:
        assert assignments(texts) == change


@pytest.mark.parametrize(
    "texts",
    [
        ["switches.victory=three_votes", "switches.victory=most_votes"],
        ["grid.settings=['none']", "switches.victory=three_votes", "grid.settings=['swamp']"],
        ["parameters.octipi.threshold=9", "parameters.'octipi.threshold'=9"],
        ["factions.a.powers=[]", "factions.a={ printed = '0-9', powers = [] }"],
        ["a.b=1", "a=2"],
    ],
)
def test_what_is_set_twice_is_refused(texts: list[str]) -> None:
    with pytest.raises(ScenarioError) as caught:
        assignments(texts)
    (problem,) = caught.value.problems
    assert problem.endswith(" is set twice; set it once")


def test_a_text_that_needs_quotes_is_told_so() -> None:
    with pytest.raises(ScenarioError) as caught:
        assignments(["factions.knights.printed=2-9", "a b=1", "grid.decks=[claim]"])
    quotes, path, inside = caught.value.problems
    assert quotes == (
        "'factions.knights.printed=2-9': '2-9' is not TOML; a text needs quotes: "
        "'factions.knights.printed=\"2-9\"'"
    )
    assert path == "'a b=1': 'a b' is no path of TOML, as in grid.settings"
    assert inside.endswith("; texts within lists and tables need quotes")


def test_a_scenario_without_variants_says_so() -> None:
    with pytest.raises(InputError, match=r"^Changes: there is no variant 'x', as the scenario has"):
        parse_scenario(GOOD, "x").variant("x")


def test_laying_over_leaves_both_as_they_were() -> None:
    below, above = {"a": {"b": 1, "c": 2}, "d": [1]}, {"a": {"b": 3}, "d": [2]}
    assert laid_over(below, above) == {"a": {"b": 3, "c": 2}, "d": [2]}
    assert (below, above) == ({"a": {"b": 1, "c": 2}, "d": [1]}, {"a": {"b": 3}, "d": [2]})
    assert told(above) == "a.b = 3, d = [2]"


def test_shipped_scenarios_resolve_to_themselves() -> None:
    for name in ("base", "locations"):
        scenario = load_scenario(name)
        assert parse_scenario(scenario.resolved(), "x") == scenario
