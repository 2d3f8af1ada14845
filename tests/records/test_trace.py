"""Games told in words."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given

from claimsim.errors import RuleViolation
from claimsim.trace import WIDTH, narrate
from tests.records.made import DATA, Dealt, by_hand, dealt_games, game, record_of


def test_the_game_by_hand_is_told_word_for_word():
    text = (DATA / "game_by_hand.txt").read_text(encoding="utf-8")
    assert narrate(by_hand()) == text.splitlines()


@given(dealt_games())
def test_every_game_can_be_told(made: Dealt):
    record = record_of(made)
    lines = narrate(record)
    assert max(map(len, lines)) <= WIDTH
    assert not any(line != line.rstrip() for line in lines)
    tricks = sum(event["event"] == "trick" for event in record["events"])
    assert sum(line.startswith("Trick ") for line in lines) == tricks
    result = record["result"]
    voted = result["decided_by"] in ("votes", "cards_in_factions", "draw")
    assert ("Votes" in lines) == voted
    last = lines[max(index for index, line in enumerate(lines) if not line) + 1 :]
    winner = "A draw: " if result["winner"] is None else f"Seat {result['winner']} (random) wins"
    assert winner in "\n".join(last if voted else lines)


def test_a_wrong_game_is_not_told():
    record = by_hand()
    record["events"][3]["winner"] = 0
    with pytest.raises(RuleViolation):
        narrate(record)


SUM = re.compile(r"(\d+)(?: for a 0)?((?: \+ \d+ for (?:[^=+]|\+(?! \d))+?)*) = (\d+)")
TERM = re.compile(r"\+ (\d+) for")
NUMBER = r"(?:(\d+) for a 0|[^;=]* = (\d+)|(\d+))"


@given(dealt_games())
def test_reasons_add_up(made: Dealt):
    """Every sum in the reason for a trick is right, and what is higher is higher."""
    text = " ".join(line.strip() for line in narrate(record_of(made)))
    for reason in re.findall(r" wins(?: and captures)?: (.*?)\. ", text):
        for base, bonuses, total in SUM.findall(reason):
            assert int(base) + sum(map(int, TERM.findall(bonuses))) == int(total), reason
        compared = re.search(rf"(?:^|; ){NUMBER} (is higher than|equals) {NUMBER}(?:,|$)", reason)
        if compared:
            one, other = compared.groups()[:3], compared.groups()[4:]
            left, right = (int(next(n for n in side if n)) for side in (one, other))
            relation = compared.group(4)
            assert (left == right) if relation == "equals" else (left > right), reason


#: What is told of each power, place and ruling: a pattern, and a game in which it happens.
TOLD = [
    (r"wins: 9 is higher than \d\.", "goblins knights dwarves undead", {}),
    (r"wins: 0 equals 0, so the leader wins\.", "goblins knights dwarves undead", {}),
    (
        r"wins: Knights beat Goblins when they follow, whatever the numbers\.",
        "goblins knights dwarves undead",
        {},
    ),
    (
        r"wins: Goblins \d does not follow Knights, so the leader wins\.",
        "goblins knights dwarves undead",
        {},
    ),
    (
        r"wins: Doppelgangers (\d) counts as Goblins \1; \d is higher than \d\.",
        "goblins knights doppelgangers",
        {},
    ),
    (r"scores Undead \d at once\.", "undead dwarves", {}),
    (r"lost the trick and so scores Dwarves \d(, \d)?\.", "undead dwarves", {}),
    (r"wins: \d \+ \d for scored Unicorns = \d+ is higher than \d\.", "unicorns dwarves seers", {}),
    (
        r"\d \+ 4 for 2 tridents = \d+",
        "fish_people seers",
        {"parameters": {"fish_people.trident_bonus": 2}},
    ),
    (
        r"lost Fish People \d and takes a trident from the supply, which holds 5;",
        "fish_people seers",
        {},
    ),
    (
        r"takes a trident from seat (\d); seat (?!\1)\d now has",
        "fish_people seers",
        {"parameters": {"fish_people.tridents": 1}},
    ),
    (r"\d \+ 1 for the lost trick = \d", "seers trolls", {"setting": "ice_fields"}),
    (
        r"follows with Seers \d, discarding Lightning Elementals [0-9, ]+ from his score pile\.",
        "lightning_elementals seers",
        {},
    ),
    (r"\d+ \+ \d for discarded Lightning Elementals = \d+", "lightning_elementals seers", {}),
    (
        r"answers, discarding Lightning Elementals [0-9, ]+ from his score pile\.",
        "lightning_elementals seers",
        {"switches": {"lightning_timing": "leader_may_answer"}},
    ),
    (r"wins: 10 for a 0 is higher than \d\.", "seers trolls", {"setting": "underworld"}),
    (
        r"wins: in Farmlands a 2 ranks above every other card\.",
        "seers trolls",
        {"setting": "farmlands"},
    ),
    (
        r"wins: Octipi that lead are beaten by any other faction's 8 or more, and 9 is enough\.",
        "octipi seers trolls",
        {},
    ),
    (
        r"any other faction's 8 or more \(except Doppelgangers\), and [89] is enough\.",
        "octipi seers doppelgangers",
        {},
    ),
    (
        r"wins: Octipi that lead .* faction's 5 or more, and the printed [5-9] is enough\.",
        "octipi seers trolls",
        {
            "switches": {"octipi_threshold_on": "printed"},
            "parameters": {"octipi.threshold": 5},
        },
    ),
    (r"Seers [0-7] does not follow Octipi and is below 8, so the leader", "octipi seers", {}),
    (
        r"Seers \d \(\d \+ 1 for the lost trick = \d\) does not follow Octipi and is below 8,",
        "octipi seers",
        {"setting": "ice_fields"},
    ),
    (
        r"wins and captures: Basilisks that follow an equal card capture it, and (\d) equals \1\.",
        "basilisks seers",
        {},
    ),
    (r"may not lead Eagles: one of them led the trick before\.", "eagles seers trolls", {}),
    (r"leads next: he played the last of the Dragons, Dragons \d\.", "dragons seers trolls", {}),
    (
        r"leads next: Plateau, for seat \d has won 3 tricks in a row\.",
        "seers trolls",
        {"setting": "plateau"},
    ),
    (
        r"leads next: Plateau, for seat \d has led 2 tricks in a row\.",
        "seers trolls",
        {
            "setting": "plateau",
            "switches": {"plateau_rule": "three_leads"},
            "parameters": {"plateau.wins": 2},
        },
    ),
    (
        r"looks at the top card of the pile and takes the prize, Seers \d\.",
        "seers trolls",
        {},
    ),
    (
        r"looks at the top 2 cards of the pile and takes \w+ \d from there\.",
        "seers trolls",
        {"parameters": {"seers.looks": 2}},
    ),
    (
        r"Seat (\d) wins: .* Seat \1 takes \w+ \d from the pile, unseen\. Seat \d takes the prize,",
        "octipi trolls",
        {"setting": "shore"},
    ),
    (
        r"Trick 2\. Face up: \w+ \d[;,] .*Seat \d chooses \w+ \d\.",
        "octipi trolls",
        {"setting": "islands"},
    ),
    (r"Seat \d takes the other card, \w+ \d\.", "octipi trolls", {"setting": "islands"}),
    (r"Trolls \d is turned up beside ", "octipi trolls", {"setting": "islands"}),
    (
        r"Sea Monsters: seat 0 gives .* in exchange\. Sea Monsters: seat 1 gives",
        "sea_monsters octipi",
        {},
    ),
    (
        r"Endless Sands: seat 0 passes .* Endless Sands: seat 1 passes .* Trick 1\.",
        "seers trolls dwarves",
        {"setting": "endless_sands"},
    ),
    (
        r"Phase 2: .* Windy Peaks: seat 0 passes .* Windy Peaks: seat 1 passes",
        "seers trolls dwarves",
        {"setting": "windy_peaks"},
    ),
    (
        r"Phase 2: .* Swamp: seat 0 discards .*, face down\. Swamp: seat 1 discards",
        "seers trolls dwarves",
        {"setting": "swamp"},
    ),
    (r"lost Phoenix \d and draws Fire Phoenix \d from the side deck\.", "phoenix seers", {}),
    (
        r"Seat (\d) has no card left, so the game ends; .* in seat (?!\1)\d's hand leaves? it",
        "phoenix seers",
        {},
    ),
    (r"Trolls \d(, \d)* waits? for the next winner\.", "trolls seers", {}),
    (
        r"No trick is left: seat \d, who won the last one, takes what waited, Trolls [0-9, ]+\.",
        "trolls seers",
        {"parameters": {"trolls.limit": 0}},
    ),
    (r"lays Gnomes \d(, \d)? in front of him\.", "gnomes giants", {}),
    (r"scores Giants \d and lays Gnomes \d in front of him\.", "gnomes giants", {}),
    (
        r"Seat (\d) got Giants (\d) and removes Gnomes \2, which lay in front of seat (?!\1)\d,",
        "gnomes giants",
        {},
    ),
    (r"Gnomes [0-9, ]+ in front of seat \d joins? his score pile\.", "gnomes giants", {}),
    (
        r"Pyramid: .* seat 1's score pile: values of 4 or less\.",
        "seers trolls",
        {"building": "pyramid", "parameters": {"pyramid.max_value": 4}},
    ),
    (r"Ruins: .* seat 0's score pile: odd values\.", "seers trolls", {"building": "ruins"}),
    (
        r"Fortress: .* the lowest 4 of any faction with more than 5 cards\.",
        "seers trolls",
        {"building": "fortress"},
    ),
    (r"Extinct: Pterosaurs [0-9, ]+ leaves? seat \d's score pile\.", "pterosaurs seers", {}),
    (
        r"wins the Vulturekin vote as it stands and draws .* from the Phase 1 discard\.",
        "vulturekin seers",
        {},
    ),
    (
        r"Arrested in seat (\d)'s score pile: Pirates [0-9, ]+ now counts? as Royal Navy\.",
        "pirates royal_navy",
        {},
    ),
    (
        r"Lighthouse: seat (\d) got 3 cards of (\w+) first, .* \2: seat \1, who secured it in",
        "seers trolls",
        {"building": "lighthouse"},
    ),
    (r"Seers: seat \d, by the sum of values, \d+ to \d+\.", "seers trolls", {"building": "tower"}),
    (
        r"Dungeon: seat \d, 2 votes for the last trick of Phase 1\. Dungeon: seat \d, 2 votes for",
        "seers trolls",
        {"building": "dungeon", "parameters": {"dungeon.votes": 2}},
    ),
    (
        r"wins by Monastery: \d+ cards of seat \d are more than 1\.5 times \d+\.",
        "seers trolls",
        {"building": "monastery", "parameters": {"monastery.ratio": 1.5}},
    ),
    (r"\(random\) wins: Bridge, \d complete sets? to \d\.", "seers trolls", {"building": "bridge"}),
    (
        r"Bridge: \d complete sets? each, so the votes decide\.",
        "seers trolls",
        {"building": "bridge"},
    ),
    (r"\(random\) wins: Castle, \d+ cards to \d+\.", "seers trolls", {"building": "castle"}),
    (
        r"wins: Castle, \d cards of the largest faction to \d\.",
        "seers trolls",
        {"building": "castle", "switches": {"castle_counts": "largest_faction"}},
    ),
    (
        r"Angels: seat \d, \d+ to \d+, counting more than once those alone of their value \(\d+",
        "angels seers",
        {},
    ),
    (r"Seers: seat \d, \d cards each; from the top, \d beats \d\.", "seers trolls", {}),
    (
        r"Seers: seat \d, \d cards each; from the top, 2 beats [3-9] in Farmlands\.",
        "seers trolls",
        {"setting": "farmlands"},
    ),
    (r"Goblins: nobody, 1 card each and all equal\.", "goblins seers", {"building": "ruins"}),
    (
        r"Gnomes: nobody, \d cards each and equal at the top\.",
        "gnomes giants",
        {"switches": {"tiebreak_depth": "highest"}},
    ),
    (
        r"Knights: nobody, since nobody has any\.",
        "goblins knights",
        {"building": "monastery", "parameters": {"monastery.ratio": 100}, "setting": "swamp"},
    ),
    (
        r"Seers: seat \d, \d+ in sum each, \d cards each; from the top, \d beats \d",
        "seers trolls",
        {"building": "tower"},
    ),
    (r"A draw: 1 vote each, and \d cards? each in the factions won\.", "seers trolls", {}),
    (r"\(random\) wins, 2 votes to 0\.", "seers trolls", {}),
    (r"wins: 1 vote each, but \d cards to \d in the factions won\.", "seers trolls", {}),
    (
        r"A draw: seat 0 has . votes?, seat 1 has . votes?, and 3 are needed to win\.",
        "seers trolls",
        {"switches": {"victory": "three_votes"}},
    ),
    (
        r"Ruling: basilisk_phases = 1 and 2",
        "basilisks seers",
        {"switches": {"basilisk_phases": (1, 2)}},
    ),
    (
        r"Setting: Ice Fields\. Building: Castle\. .*Number: ice_fields\.bonus = 3",
        "seers trolls",
        {"setting": "ice_fields", "building": "castle", "parameters": {"ice_fields.bonus": 3}},
    ),
    (r"Set aside, unseen: \w+ \d; \w+ \d", "knights dwarves", {}),
    (r"The side deck of Phoenix, from its top: \d(, \d){9}\.", "phoenix seers", {}),
]


@pytest.mark.parametrize(("pattern", "names", "rules"), TOLD, ids=[case[0][:50] for case in TOLD])
def test_everything_has_its_words(pattern: str, names: str, rules: dict[str, Any]):
    for seed in range(400):
        text = " ".join(line.strip() for line in narrate(game(names, seed, **rules)))
        if re.search(pattern, text):
            return
    pytest.fail(f"{pattern} is never told")


def test_factions_that_no_box_holds_are_described():
    record = by_hand()
    record["factions"] = {
        "undead": {"powers": [{"power": "scored_when_played"}, {"power": "limited", "limit": 9}]}
    }
    text = " ".join(line.strip() for line in narrate(record))
    assert (
        "Faction Undead: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9; powers: scored_when_played "
        "(phases = 1), limited (limit = 9)."
    ) in text


def test_hostile_names_do_not_break_the_lines():
    record: dict[str, Any] = by_hand()
    record["scenario"] = "x" * 300
    record["strategies"] = ["y" * 200, "a  b"]
    assert max(map(len, narrate(record))) <= WIDTH
