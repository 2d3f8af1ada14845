"""A power's argument and the parameter or switch that it would hide: refused, and only then."""

from __future__ import annotations

import pytest

from claimsim.cli.whatif_command import other_rulings
from claimsim.errors import ScenarioError
from claimsim.rules.parameters import PARAMETERS
from claimsim.rules.powers import ARGUMENTS
from claimsim.rules.switches import SWITCHES
from claimsim.scenario import parse_scenario
from claimsim.scenario.text import plain
from tests.scenario.test_scenarios import problems

SEA = """\
schema = 1
name = "Sea"
[grid]
decks = ["sea"]
matchups = [["greedy", "random"]]
allow_what_if = true
"""
ARGUMENT = '[factions.octipi]\npowers = [{ power = "beaten_from", threshold = 10 }]\n'
THRESHOLD = "[parameters]\noctipi.threshold = 9\n"
RIGHT = "cannot stand beside factions.octipi.powers[0].threshold, which hides it; leave one out"


def test_each_is_named_once_with_its_line() -> None:
    both = ARGUMENT.replace("threshold = 10", 'threshold = 10, on = "effective"')
    text = f'{SEA}{THRESHOLD}[switches]\noctipi_threshold_on = "printed"\n{both}'
    assert problems(text) == [
        f"x.toml:8: parameters.octipi.threshold: {RIGHT}",
        f"x.toml:10: switches.octipi_threshold_on: {RIGHT.replace('threshold,', 'on,')}",
    ]


@pytest.mark.parametrize(
    "said", ["octipi = { threshold = 8 }", '"octipi.threshold" = 8', "octipi.threshold = 10"]
)
def test_however_it_is_written_and_whatever_it_says(said: str) -> None:
    (problem,) = problems(f"{SEA}[parameters]\n{said}\n{ARGUMENT}")
    assert problem.endswith(RIGHT)


@pytest.mark.parametrize(("power", "argument"), ARGUMENTS)
def test_every_argument_that_stands_beside_something(power: str, argument: str) -> None:
    source = ARGUMENTS[power, argument]
    known = PARAMETERS.get(source) or SWITCHES[source]
    value = plain(known.default)
    table = "parameters" if source in PARAMETERS else "switches"
    faction = f'[factions.octipi]\npowers = [{{ power = "{power}", {argument} = {value} }}]\n'
    alone = parse_scenario(SEA + faction, "x")
    assert parse_scenario(alone.resolved(), "x") == alone
    (problem,) = problems(f"{SEA}[{table}]\n{source} = {value}\n{faction}")
    assert (
        f": {table}.{source}: cannot stand beside factions.octipi.powers[0].{argument}" in problem
    )


@pytest.mark.parametrize(
    "text",
    [
        SEA.replace('"sea"', '"claim"') + THRESHOLD + ARGUMENT,  # no deck has them
        SEA + THRESHOLD + ARGUMENT.replace(", threshold = 10", ""),  # left open
        SEA + THRESHOLD + ARGUMENT.replace("threshold = 10", 'on = "printed"'),  # another one
        SEA + '[switches]\nvictory = "three_votes"\n' + ARGUMENT,
        # an invented holder has its own beside that of the Octipi
        SEA.replace('["sea"]', '[["sea_monsters", "golems", "octipi", "seers", "undead"]]')
        + THRESHOLD
        + ARGUMENT.replace("octipi]", 'golems]\nprinted = "0-9"'),
    ],
)
def test_where_nothing_is_hidden_both_may_stand(text: str) -> None:
    scenario = parse_scenario(text, "x")
    assert scenario.parameters or scenario.switches
    assert parse_scenario(scenario.resolved(), "x") == scenario


@pytest.mark.parametrize("decks", ['"all"', '"all"\nboxes = ["sea"]', '["claim", "sea", "clam"]'])
def test_any_deck_counts(decks: str) -> None:
    text = SEA.replace('["sea"]', decks) + THRESHOLD + ARGUMENT
    line = text[: text.index("octipi.th")].count("\n") + 1
    (problem,) = (p for p in problems(text) if "clam" not in p)
    assert problem == f"x.toml:{line}: parameters.octipi.threshold: {RIGHT}"


def test_boxes_without_them_do_not() -> None:
    text = SEA.replace('["sea"]', '"all"\nboxes = ["claim", "maps"]') + THRESHOLD + ARGUMENT
    assert parse_scenario(text, "x").parameters


def test_a_change_that_would_do_nothing_is_refused() -> None:
    scenario = parse_scenario(SEA + ARGUMENT, "x")
    for value in (8, 9):
        with pytest.raises(ScenarioError) as caught:
            scenario.with_changes({"parameters.octipi.threshold": value})
        assert caught.value.problems == (f"changes: parameters.octipi.threshold: {RIGHT}",)
    assert scenario.with_changes({"parameters.fish_people.tridents": 3}).parameters
    powers = [{"power": "beaten_from"}]
    change = {"parameters.octipi.threshold": 9, "factions.octipi.powers": powers}
    assert scenario.with_changes(change).parameters == {"octipi.threshold": 9}


def test_an_argument_over_a_parameter_of_the_file_is_refused() -> None:
    scenario = parse_scenario(SEA + THRESHOLD, "x")
    powers = [{"power": "beaten_from", "threshold": 7}]
    with pytest.raises(ScenarioError, match=r"factions\.octipi\.powers\[0\]\.threshold, which hi"):
        scenario.with_changes({"factions.octipi.powers": powers})
    plain_one = parse_scenario(SEA, "x")
    assert plain_one.with_changes({"factions.octipi.powers": powers}).changed_factions


def test_in_a_variant_too() -> None:
    text = SEA + ARGUMENT + "[variants.more]\nparameters.octipi.threshold = 9\n"
    assert problems(text) == [f"x.toml:10: variants.more.parameters.octipi.threshold: {RIGHT}"]
    text = f"{SEA}{THRESHOLD}[variants.more]\n{ARGUMENT.partition(chr(10))[2]}"
    text = text.replace("powers = ", "factions.octipi.powers = ")
    assert problems(text) == [f"x.toml:9: variants.more.parameters.octipi.threshold: {RIGHT}"]


def test_what_is_hidden_is_no_open_ruling() -> None:
    text = SEA + ARGUMENT.replace("threshold = 10", 'on = "printed"')
    told = [name for name, _ in other_rulings(parse_scenario(text, "x"))]
    assert len(told) == len(SWITCHES) - 1
    assert not any("octipi_threshold_on" in one for one in told)


def test_the_resolved_text_says_what_hides_it() -> None:
    text = parse_scenario(SEA + ARGUMENT, "x").resolved()
    assert "\n# octipi.threshold: factions.octipi.powers[0].threshold says it\n" in text
    assert "\nocti" in text.partition("[parameters]")[0]  # the switch is open as before
