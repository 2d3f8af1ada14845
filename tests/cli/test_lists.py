"""``claimsim list``: what there is, in the order of the rules."""

from __future__ import annotations

import json
import math

import pytest

from claimsim.rules.catalogue import BOXES, RULEBOOKS

# As the rules name them (1, 2, 11 and 12).
LISTS = {
    "factions": """goblins knights pirates royal_navy gnomes giants angels eagles pterosaurs
        lightning_elementals dwarves undead doppelgangers phoenix unicorns basilisks vulturekin
        sea_monsters octipi fish_people dragons trolls seers""",
    "settings": """none underworld farmlands shore windy_peaks endless_sands islands plateau swamp
        ice_fields""",
    "buildings": """none dungeon lighthouse pyramid monastery bridge fortress tower ruins
        castle""",
    "switches": """basilisk_phases eagle_rule lightning_timing octipi_threshold_on seer_trigger
        phoenix_draw plateau_rule end_order castle_counts tiebreak_depth victory giant_smash""",
    "parameters": """unicorns.bonus phoenix.draws angels.weight pterosaurs.extinct_from
        lightning_elementals.bonus vulturekin.draws sea_monsters.cards octipi.threshold
        fish_people.trident_bonus fish_people.tridents trolls.limit seers.looks windy_peaks.cards
        endless_sands.cards swamp.cards ice_fields.bonus plateau.wins pyramid.max_value
        fortress.limit fortress.drop monastery.ratio lighthouse.cards dungeon.votes""",
    "powers": """beats scored_when_played loser_scores wild redraws strengthens captures_equal
        unique_counts no_repeat_lead extinct boosts draws_discard arrested_by exchanges beaten_from
        arms lies_in_front smashes leads_next limited picks_reward""",
}


@pytest.fixture
def rows(claimsim):
    return lambda what: json.loads(claimsim("list", what, "--json").out)


def entries(text: str) -> list[str]:
    """Return what a list says of each thing on one line: lines that go on are indented."""
    found: list[str] = []
    for line in text.splitlines():
        if line.startswith("      "):
            found[-1] += f" {line.strip()}"
        else:
            found.append(line)
    return found


@pytest.mark.parametrize(("what", "names"), LISTS.items())
def test_lists(claimsim, rows, what: str, names: str) -> None:
    found = rows(what)
    assert [row["name"] for row in found] == names.split()
    text = claimsim("list", what)
    boxes = {row["box"] for row in found}
    books = [f"{box:<9} {book}" for box, book in RULEBOOKS.items() if box in boxes]
    assert (text.code, text.err.splitlines()) == (0, books)
    lines = entries(text.out)
    assert [line.split()[0] for line in lines] == names.split()
    for row, line in zip(found, lines, strict=True):
        assert f"  {row['summary']} [" in line
        assert line.endswith(f"{row['box']}]")


@pytest.mark.parametrize("what", LISTS)
def test_everything_has_its_box_rulebook_and_section(rows, what: str) -> None:
    for row in rows(what):
        assert list(row)[:2] == ["name", "summary"]
        assert row["box"] in BOXES
        assert row["rulebook"] == RULEBOOKS[row["box"]]
        assert row["section"].split(".")[0] in ["1", "2", "3", "4", "5", "6", "7", "12"]
        assert row["summary"].endswith(".")
        assert len(row["name"]) + len(row["summary"]) < 110


def by_name(found: list[dict[str, object]]) -> dict[object, dict[str, object]]:
    return {row["name"]: row for row in found}


def test_switches_have_their_values(claimsim, rows) -> None:
    found = by_name(rows("switches"))
    assert found["basilisk_phases"]["default"] == [2]
    assert found["basilisk_phases"]["values"] == [[2], [1, 2]]
    assert found["victory"]["values"] == ["most_votes", "three_votes"]
    text = claimsim("list", "switches").out
    assert "[[2] or [1, 2]; maps]\n" in text
    assert "[most_votes or three_votes; claim]\n" in text


def test_parameters_have_their_range(claimsim, rows) -> None:
    found = by_name(rows("parameters"))
    threshold = found["octipi.threshold"]
    assert [threshold[key] for key in ("default", "low", "high", "integer")] == [8, 0, 10_000, True]
    assert found["monastery.ratio"]["integer"] is False
    assert found["monastery.ratio"]["low"] == 1
    assert "What beats a led Octopus from outside. [8; sea]\n" in claimsim("list", "parameters").out


def test_powers_have_their_arguments(rows) -> None:
    found = by_name(rows("powers"))
    assert found["wild"]["arguments"] == []
    assert found["beats"]["arguments"] == [{"name": "target", "default": ["goblins"]}]
    assert found["beaten_from"]["arguments"] == [
        {"name": "threshold", "default": 8, "set_by": "octipi.threshold"},
        {"name": "on", "default": "effective", "set_by": "octipi_threshold_on"},
    ]
    assert found["captures_equal"]["arguments"] == [
        {"name": "phases", "default": [2], "set_by": "basilisk_phases"}
    ]
    assert found["redraws"]["holder"] == "phoenix"


def test_factions_have_their_cards_and_powers(rows) -> None:
    found = by_name(rows("factions"))
    assert found["gnomes"]["cards"] == "1,1,1,3,3,3,5,5,5,7,7,7,9"
    assert found["gnomes"]["powers"] == ["lies_in_front"]
    assert (found["gnomes"]["group"], found["angels"]["group"]) == ("gnomes+giants", "special")


def test_decks(claimsim, rows) -> None:
    found = rows("decks")
    assert len(found) == 3 * math.comb(13, 3) + 4 * math.comb(13, 4) == 3718
    assert len({row["name"] for row in found}) == 3718
    four = {"claim", "maps", "sky", "sea"}
    assert sum(set(row["boxes"]) <= four for row in found) == 1080
    assert all(row["cards"] == 52 for row in found)
    named = by_name(found)
    assert named["claim"]["factions"] == [
        "goblins",
        "knights",
        "dwarves",
        "undead",
        "doppelgangers",
    ]
    assert (named["claim"]["boxes"], named["claim"]["side_cards"]) == (["claim"], 0)
    assert {"claim_2", "sea"} < set(named)
    fire = named["pirates+royal_navy+phoenix+trolls+seers"]
    assert (fire["boxes"], fire["side_cards"]) == (["claim_2", "maps", "sea"], 10)
    lines = entries(claimsim("list", "decks").out)
    assert len(lines) == 3718
    assert [line.split()[0] for line in lines] == [row["name"] for row in found]
    assert lines[1] == "goblins+knights+dwarves+undead+phoenix  [claim, maps]"


def test_strategies_and_scenarios_are_what_is_shipped(rows) -> None:
    from claimsim.registry import shipped
    from claimsim.scenario.loading import shipped_scenarios

    assert [row["name"] for row in rows("strategies")] == list(shipped())
    assert [row["name"] for row in rows("scenarios")] == shipped_scenarios()


def test_strategies_are_listed_with_what_they_read(claimsim, rows) -> None:
    from claimsim.registry import shipped

    found = by_name(rows("strategies"))
    for name, entry in shipped().items():
        row = found[name]
        facts = (entry.stochastic, entry.memory, entry.prize)
        assert (row["stochastic"], row["memory"], row["prize"]) == facts
        assert set(row["powers"]) == entry.powers
        assert set(row["locations"]) == entry.locations
        assert row["skills"] == {skill: dict(off) for skill, off in entry.skills.items()}
        assert row["summary"].endswith(".")
        assert len(row["summary"]) <= 80
    lines = entries(claimsim("list", "strategies").out)
    tags = {line.split()[0]: line.rpartition(" [")[2] for line in lines if line.endswith("]")}
    assert tags["counter"] == "memory; prize; 2 locations; 5 powers]"
    assert tags["random"] == "stochastic]"
    assert "low" not in tags


def test_metrics_are_listed_with_their_definition(rows) -> None:
    from claimsim.statistics.metrics import METRICS

    found = rows("metrics")
    assert [row["name"] for row in found] == list(METRICS)
    assert {"a_win_rate", "leader_win_rate", "draw_rate"} <= {row["name"] for row in found}
    assert all(row["formula"] and row["unit"] and row["summary"] for row in found)


@pytest.mark.parametrize("what", [*LISTS, "strategies", "scenarios", "decks", "metrics"])
def test_lists_fit_80_columns_in_a_pipe_too(claimsim, rows, what: str) -> None:
    done = claimsim("list", what)
    lines = done.out.splitlines()
    assert max(map(len, [*lines, *done.err.splitlines()])) <= 80
    assert all(line == line.rstrip() for line in lines)
    assert [line.split()[0] for line in entries(done.out)] == [row["name"] for row in rows(what)]
