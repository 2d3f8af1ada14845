"""Factions as files write them: understood, or refused with the place of the mistake."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimsim.errors import InputError
from claimsim.rules.catalogue import FACTIONS, INVENTED
from claimsim.rules.parameters import PARAMETERS
from claimsim.rules.powers import ARGUMENTS, POWERS, LoserScores, Redraws, Smashes, Wild
from claimsim.rules.spec import faction_problems, faction_spec, parse_faction, parse_printed
from claimsim.rules.switches import SWITCHES


def test_an_invented_faction():
    golems = parse_faction(
        "golems",
        {
            "printed": "0,0,1-3",
            "powers": [
                {"power": "loser_scores", "phases": [1, 2]},
                {"power": "smashes", "target": "gnomes", "smash": "may"},
                {"power": "wild"},
            ],
        },
    )
    assert golems.printed == (0, 0, 1, 2, 3)
    assert golems.powers == (LoserScores((1, 2)), Smashes(("gnomes",), "may"), Wild())
    assert (golems.box, golems.group) == (INVENTED, INVENTED)


def test_what_is_left_out_of_a_published_faction_stays():
    knights = FACTIONS["knights"]
    assert parse_faction("knights", {}) == knights
    assert parse_faction("knights", {"printed": "0-9"}) == dataclasses.replace(
        knights, printed=tuple(range(10))
    )
    assert parse_faction("knights", {"powers": []}) == dataclasses.replace(knights, powers=())


@pytest.mark.parametrize("name", FACTIONS)
def test_every_published_faction_can_be_written_and_read(name: str):
    assert parse_faction(name, faction_spec(FACTIONS[name])) == FACTIONS[name]


def test_arguments_that_are_left_open_are_not_written():
    assert faction_spec(FACTIONS["octipi"])["powers"] == [{"power": "beaten_from"}]
    assert faction_spec(FACTIONS["dwarves"])["powers"] == [{"power": "loser_scores", "phases": [2]}]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("0-9", tuple(range(10))),
        ("3", (3,)),
        ("5,1-2, 0 - 1 ", (0, 1, 1, 2, 5)),
        ("0,0,0", (0, 0, 0)),
        ([2, 1, 2], (1, 2, 2)),
        ("15", (15,)),
    ],
)
def test_printed_numbers(text: Any, numbers: tuple[int, ...]):
    assert parse_printed(text) == numbers


@pytest.mark.parametrize(
    "value",
    [
        "", "9-0", "0-16", "16", "-1", "1-", "a", "1;2", "0-99999999", "1,,2", "0-9999", [], [16],
        [-1], [True], [1.0], ["1"], 7, None, {"1": 2}, "1-2-3", "+1", "٣",
    ],
)  # fmt: skip
def test_what_are_no_numbers(value: Any):
    with pytest.raises(InputError, match=r"^found .*; allowed: numbers from 0 to 15 as in"):
        parse_printed(value)


def test_a_faction_has_room_for_as_many_cards_as_a_game():
    assert len(parse_printed([0] * 64)) == 64
    with pytest.raises(InputError, match="65 cards; at most 64"):
        parse_printed([0] * 65)


def power(**given: Any) -> dict[str, Any]:
    return {"printed": "0-9", "powers": [given]}


MISTAKES = [
    ({}, "printed: is missing; allowed: numbers from 0 to 15"),
    ([], "found []; allowed: a table with 'printed' and 'powers'"),
    ({"printed": "0-9", "power": []}, "power: unknown key; found 'power'; allowed: 'printed', "),
    ({"printed": "0-9", "power": []}, "did you mean 'powers'?"),
    ({"printed": "0-20"}, "printed: found '0-20'; allowed: numbers from 0 to 15"),
    ({"printed": "0", "powers": "wild"}, "powers: found 'wild'; allowed: a list of powers"),
    ({"printed": "0", "powers": ["wild"]}, "powers[0]: found 'wild'; allowed: a table, as in"),
    (power(), "powers[0].power: is missing; allowed: 'beats', "),
    (power(power="loser_score"), "powers[0].power: found 'loser_score'; allowed: 'beats', "),
    (power(power="loser_score"), "did you mean 'loser_scores'?"),
    (power(power=["wild"]), "powers[0].power: found ['wild']; allowed: 'beats'"),
    (
        {"printed": "0", "powers": [{"power": "wild"}, {"power": "wild"}]},
        "powers[1]: 'wild' is powers[0] already; name each power once",
    ),
    (power(power="wild", phase=[1]), "powers[0].phase: 'wild' has no such argument; found 'phase'"),
    (power(power="loser_scores", phase=[1]), "did you mean 'phases'?"),
    (power(power="loser_scores", phases=2), "phases: found 2; allowed: [1], [2] or [1, 2]"),
    (power(power="loser_scores", phases=[3]), "phases: found [3]; allowed: [1], [2] or [1, 2]"),
    (power(power="loser_scores", phases=[True]), "phases: found [True]; allowed: [1], [2]"),
    (power(power="loser_scores", phases=[]), "phases: found []; allowed: [1], [2] or [1, 2]"),
    (power(power="beats", target="golems"), "target: found 'golems'; allowed: factions other than"),
    (power(power="beats", target=[]), "target: found []; allowed: a faction or a list of"),
    (power(power="beats", target=[7]), "target: found 7; allowed: the name of a faction"),
    (power(power="beats", target=["undead", "undead"]), "allowed: each faction once"),
    (power(power="beats", target="undeat"), "target: found 'undeat'; allowed: a faction: "),
    (power(power="beats", target="undeat"), "did you mean 'undead'?"),
    (power(power="arrested_by", by="golems"), "by: found 'golems'; allowed: factions other than"),
    (power(power="redraws", printed="0-99"), "printed: found '0-99'; allowed: numbers"),
    (power(power="redraws", draw="perhaps"), "draw: found 'perhaps'; allowed: 'may', 'always'"),
    (power(power="redraws", draws=-1), "draws: found -1; allowed: an integer from 0 to 10000"),
    (power(power="unique_counts", weight=0), "weight: found 0; allowed: an integer from 1 to"),
    (power(power="arms", supply=True), "supply: found true; allowed: an integer from 0"),
    (power(power="captures_equal", phases=["1"]), "phases: found ['1']; allowed: [1], [2]"),
]  # fmt: skip


@pytest.mark.parametrize(("spec", "what"), MISTAKES)
def test_mistakes_are_named_with_their_place(spec: Any, what: str):
    with pytest.raises(InputError) as caught:
        parse_faction("golems", spec, known=[*FACTIONS, "golems"])
    assert what in str(caught.value)
    assert "\n" not in str(caught.value)


def test_every_mistake_is_found():
    spec = {"printed": "x", "powers": [{"power": "wid"}, {"power": "arms", "bonus": "1"}]}
    assert [place for place, _ in faction_problems("golems", spec)] == [
        ("printed",),
        ("powers", 0, "power"),
        ("powers", 1, "bonus"),
    ]


def test_a_faction_that_beats_itself_by_default_is_refused():
    with pytest.raises(InputError, match="other than its own"):
        parse_faction("goblins", {"powers": [{"power": "beats"}]})


@pytest.mark.parametrize("name", ["Golems", "a b", "", "x:1", "1x", "a" * 41])
def test_names_must_fit_into_the_names_of_cards(name: str):
    with pytest.raises(InputError, match="a name of lower case letters"):
        parse_faction(name, {"printed": "1"})


def argument(kind: str, name: str) -> st.SearchStrategy[Any]:
    source = ARGUMENTS.get((kind, name))
    if source in PARAMETERS:
        return st.integers(PARAMETERS[source].low, 10_000)
    if source in SWITCHES and name != "phases":
        return st.sampled_from(SWITCHES[source].values)
    if name == "phases":
        return st.sampled_from([[1], [2], [1, 2]])
    if name == "printed":
        return st.lists(st.integers(0, 15), min_size=1, max_size=9).map(sorted)
    return st.lists(st.sampled_from(sorted(FACTIONS)), min_size=1, max_size=3, unique=True)


@st.composite
def powers(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(sorted(POWERS)))
    given: dict[str, Any] = {"power": kind}
    for field in dataclasses.fields(POWERS[kind]):
        must = field.default is dataclasses.MISSING
        if must or draw(st.booleans()):
            given[field.name] = draw(argument(kind, field.name))
    return given


@given(
    st.lists(st.integers(0, 15), min_size=1, max_size=20).map(sorted),
    st.lists(powers(), max_size=5, unique_by=lambda power: power["power"]),
)
def test_any_faction_survives_being_written(printed: list[int], given_powers: list[Any]):
    faction = parse_faction("golems", {"printed": printed, "powers": given_powers})
    written = faction_spec(faction)
    assert written["printed"] == printed
    for one, other in zip(written["powers"], given_powers, strict=True):
        assert one.items() >= other.items()
    assert parse_faction("golems", written) == faction


def test_defaults_of_arguments_come_from_the_rules():
    assert parse_faction("golems", power(power="redraws")).powers == (Redraws(),)
