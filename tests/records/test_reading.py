"""Reading records: what is no record is refused, with the place and what would be right."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from claimsim.errors import InputError, RuleViolation, SystemRefused
from claimsim.replay import parse_line, read_lines, replay
from tests.records.made import by_hand, game

Record = dict[str, Any]


def refused(record: Any) -> str:
    with pytest.raises(InputError) as caught:
        replay(record)
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize("value", [None, 3, "game", [], [{}]])
def test_what_is_no_object_is_refused(value: Any):
    assert refused(value).startswith(f"record: found {json.dumps(value)}, right would be an object")


@pytest.mark.parametrize("key", [key for key in by_hand() if key != "what_if"])
def test_every_key_is_needed(key: str):
    record = by_hand()
    del record[key]
    assert refused(record) == f"record: the key {key!r} is missing"


@pytest.mark.parametrize("part", ["start", "result"])
def test_every_key_of_a_part_is_needed(part: str):
    for key in by_hand()[part]:
        if key == "fire_phoenix":
            continue  # there is no Phoenix
        record = by_hand()
        del record[part][key]
        assert refused(record) == f"{part}: the key {key!r} is missing"


def at(*path: Any) -> Callable[[Record, Any], None]:
    def put(record: Record, value: Any) -> None:
        *way, last = path
        place: Any = record
        for step in way:
            place = place[step]
        place[last] = value

    return put


WRONG = [
    (at("format"), "claimsim-game/2", 'format: found "claimsim-game/2", right would be "claimsim-'),
    (at("note"), 1, "record: unknown key 'note'; known: format, scenario, "),
    (at("factions"), [], "factions: found [], right would be an object"),
    (at("factions"), {"golems": {}}, "factions: 'golems' is not in the deck"),
    (at("factions"), {"dwarfs": {}}, "factions: 'dwarfs' is not in the deck; did you mean 'dwarv"),
    (at("factions"), {"undead": []}, "factions.undead: found []; allowed: a table with 'printed'"),
    (
        at("factions"),
        {"undead": {"power": []}},
        "factions.undead.power: unknown key; found 'power'",
    ),
    (
        at("factions"),
        {"undead": {"powers": [{"power": "wld"}]}},
        "factions.undead.powers[0].power: found 'wld'; allowed: 'beats', ",
    ),
    (
        at("factions"),
        {"undead": {"printed": "0-8"}},
        "deck.undead: found [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], right would be [0, 1, 2, 3, 4, 5,",
    ),
    (at("factions"), {"undead": {"printed": "0-99"}}, "factions.undead.printed: found '0-99'; all"),
    (at("scenario"), 5, "scenario: found 5, right would be a text"),
    (at("scenario"), "a\x1b[2J", 'scenario: found "a\\u001b[2J", right would be a text'),
    (at("deal"), -1, "deal: found -1, right would be a whole number of at least 0"),
    (at("deal"), 1.0, "deal: found 1.0, right would be a whole number"),
    (at("seed"), True, "seed: found true, right would be a whole number"),
    (at("engine"), None, "engine: found null, right would be a text"),
    (at("strategies"), ["anna"], 'strategies: found ["anna"], right would be a list of 2'),
    (at("strategies"), ["anna", 3], "strategies[1]: found 3, right would be a text"),
    (at("deck"), [], "deck: found [], right would be an object"),
    (at("deck", "golems"), [0], 'deck: found "golems", right would be one of goblins, '),
    (at("deck", "undead"), [1, 0], "deck.undead: found [1, 0], right would be ascending: [0, 1]"),
    (at("deck", "undead"), "0-9", 'deck.undead: found "0-9", right would be a list'),
    (at("deck", "undead"), [True], "deck.undead[0]: found true, right would be a whole number"),
    (at("setting"), "castle", 'setting: found "castle", right would be null or one of underworl'),
    (at("setting"), "none", 'setting: found "none", right would be null or one of underworld, '),
    (at("building"), "cassle", 'building: found "cassle", right would be null or one of dungeon, '),
    (at("building"), ["castle"], 'building: found ["castle"], right would be null or one of dung'),
    (at("what_if"), False, "what_if: found false, right would be true"),
    (at("switches"), [], "switches: found [], right would be an object"),
    (at("switches"), {"victor": "x"}, "switches.victor: unknown switch; known: basilisk_phases, "),
    (at("switches"), {"basilisk_phases": [1]}, "switches.basilisk_phases: found [1], right would"),
    (at("switches"), {"basilisk_phases": [True, 2]}, "switches.basilisk_phases: found [true, 2], "),
    (at("switches"), {"basilisk_phases": 2}, "switches.basilisk_phases: found 2, right would be "),
    (
        at("switches"),
        {"basilisk_phases": [2]},
        "switches.basilisk_phases: [2] is the default; only",
    ),
    (at("switches"), {"victory": "two"}, 'switches.victory: found "two", right would be "most_vot'),
    (at("switches"), {"victory": "most_votes"}, 'switches.victory: "most_votes" is the default'),
    (at("parameters"), {"angels": 3}, "parameters.angels: unknown parameter; known: unicorns.bon"),
    (
        at("parameters"),
        {"angels.weight": 0},
        "parameters.angels.weight: found 0, right would be an",
    ),
    (at("parameters"), {"angels.weight": "3"}, 'parameters.angels.weight: found "3", right would'),
    (at("parameters"), {"angels.weight": 3.0}, "parameters.angels.weight: found 3.0, right would"),
    (at("parameters"), {"angels.weight": True}, "parameters.angels.weight: found true, right woul"),
    (at("parameters"), {"angels.weight": 2}, "parameters.angels.weight: 2 is the default; only"),
    (at("parameters"), {"monastery.ratio": 2.0}, "parameters.monastery.ratio: 2.0 is the default"),
    (at("parameters"), {"monastery.ratio": 1e9}, "parameters.monastery.ratio: found 1000000000.0"),
    (at("parameters"), None, "parameters: found null, right would be an object"),
    (at("start"), None, "start: found null, right would be an object with the keys hands, "),
    (at("start", "side_deck"), {}, "start: unknown key 'side_deck'; known: hands, "),
    (at("start", "side_decks"), [], "start.side_decks: found [], right would be an object"),
    (
        at("start", "side_decks"),
        {"golems": 1},
        "start.side_decks.golems: found 1, right would be a",
    ),
    (
        at("start", "side_decks"),
        {"phoenix": []},
        "start.side_decks.phoenix: this side deck belongs under start.fire_phoenix",
    ),
    (at("start", "hands"), [[]], "start.hands: found [[]], right would be a list of 2"),
    (at("start", "hands", 0), "x", 'start.hands[0]: found "x", right would be a list'),
    (at("start", "hands", 0, 0), "x", 'start.hands[0][0]: found "x", right would be a card'),
    (at("start", "hands", 0, 0), "undead:07", 'start.hands[0][0]: found "undead:07", right would'),
    (at("start", "hands", 0, 0), "undead:9", 'start.hands[0]: found ["undead:9", "dwarves:4", '),
    (at("start", "pile", 2), 7, "start.pile[2]: found 7, right would be a card"),
    (at("start", "aside"), {}, "start.aside: found {}, right would be a list"),
    (at("start", "fire_phoenix"), 0, "start.fire_phoenix: found 0, right would be a list"),
    (at("events"), {}, "events: found {}, right would be a list"),
    (at("events", 3), "trick", 'events[3]: found "trick", right would be an object'),
    (at("events", 3), {}, "events[3]: the key 'event' is missing"),
    (at("events", 3, "event"), "win", 'events[3].event: found "win", right would be one of pass, '),
    (at("events", 3, "event"), ["trick"], 'events[3].event: found ["trick"], right would be one'),
    (at("events", 3), {"event": "trick"}, "events[3] (trick): the key 'winner' is missing"),
    (at("events", 3, "why"), "x", "events[3] (trick): unknown key 'why'; known: event, winner, "),
    (at("events", 3, "winner"), 2, "events[3].winner: found 2, right would be a seat, 0 or 1"),
    (at("events", 3, "winner"), True, "events[3].winner: found true, right would be a seat"),
    (at("events", 3, "captured"), False, "events[3].captured: found false, right would be true"),
    (at("events", 1, "card"), None, "events[1].card: found null, right would be a card"),
    (at("events", 1, "boost"), [], "events[1].boost: found [], right would be at least one card"),
    (at("events", 4, "from"), "hand", 'events[4].from: found "hand", right would be "pile"'),
    (at("events", 12, "cards"), [], "events[12].cards: found [], right would be at least one"),
    (at("events", 12, "cards"), ["undead:9", "undead:5"], 'events[12].cards: found ["undead:9", '),
    (at("events", 33, "phase"), 1, "events[33].phase: found 1, right would be 2"),
    (at("result", "score_piles"), [], "result.score_piles: found [], right would be a list of 2"),
    (at("result", "votes"), {"dwarves": 1}, "result.votes: the key 'undead' is missing"),
    (at("result", "votes", "trolls"), 1, "result.votes: unknown key 'trolls'; known: dwarves, "),
    (at("result", "votes", "undead"), 2, "result.votes.undead: found 2, right would be a seat"),
    (at("result", "extra_votes"), [0], "result.extra_votes: found [0], right would be a list of 2"),
    (at("result", "vote_totals"), [1, -1], "result.vote_totals[1]: found -1, right would be a who"),
    (at("result", "winner"), "anna", 'result.winner: found "anna", right would be a seat'),
    (at("result", "decided_by"), "luck", 'result.decided_by: found "luck", right would be "votes"'),
]


@pytest.mark.parametrize(("put", "value", "message"), WRONG, ids=[case[2][:40] for case in WRONG])
def test_a_wrong_value_is_refused(put: Callable[[Record, Any], None], value: Any, message: str):
    record = by_hand()
    put(record, value)
    assert refused(record).startswith(message)


NOT_PRINTED = "\ud800:1", "goblins:3\x1b[2J", "goblins\u200b:3", "a\nb:1"


@pytest.mark.parametrize("text", NOT_PRINTED)
@pytest.mark.parametrize(
    ("put", "where"),
    [
        (at("events", 1, "card"), "events[1].card"),
        (at("events", 0, "cards", 0), "events[0].cards[0]"),
        (at("start", "pile", 0), "start.pile[0]"),
        (at("start", "hands", 1, 2), "start.hands[1][2]"),
        (at("result", "score_piles", 0, 0), "result.score_piles[0][0]"),
        (at("setting"), "setting"),
        (at("engine"), "engine"),
    ],
)
def test_a_text_that_cannot_be_printed_is_refused(put, where: str, text: str):
    record = by_hand()
    put(record, text)
    message = refused(record)
    assert message.isprintable()
    right = "a text in one line, of characters that can be printed"
    assert message == f"{where}: found {json.dumps(text)}, right would be {right}"


@pytest.mark.parametrize("part", ["deck", "switches", "parameters", "factions", "start"])
def test_a_key_that_cannot_be_printed_is_refused(part: str):
    record = by_hand()
    record.setdefault(part, {})["\ud800\x1b"] = [1]
    message = refused(record)
    assert message.startswith(f'{part}: found "\\ud800\\u001b", right would be a text')
    assert message.isprintable()


def test_texts_of_other_scripts_are_shown_as_they_are():
    record = by_hand()
    record["setting"] = "Îles"
    assert refused(record).startswith('setting: found "Îles", right would be null or one of ')


def test_without_phoenixes_their_side_deck_may_be_left_out():
    record = by_hand()
    del record["start"]["fire_phoenix"]
    replay(record)
    record = game("phoenix dwarves undead")
    replay(record)
    del record["start"]["fire_phoenix"]
    assert refused(record) == "start: the key 'fire_phoenix' is missing"


def test_the_nearest_name_is_offered():
    for key, wrong, near in (
        ("setting", "xyz", ""),
        ("setting", "ice_field", "; did you mean 'ice_fields'?"),
        ("building", "castles", "; did you mean 'castle'?"),
        ("switches", {"vicory": 1}, "; did you mean 'victory'?"),
        ("parameters", {"octipi.treshold": 1}, "; did you mean 'octipi.threshold'?"),
        ("deck", {"dwarfs": [1], "undead": [1]}, "; did you mean 'dwarves'?"),
    ):
        record = by_hand()
        record[key] = wrong
        message = refused(record)
        assert message.endswith(near or ", ice_fields"), message


def test_numbers_and_rulings_that_do_not_matter_are_taken():
    record = by_hand()
    record["parameters"] = {"octipi.threshold": 9, "monastery.ratio": 2.5}
    record["switches"] = {"basilisk_phases": [1, 2], "eagle_rule": "same_leader"}
    replay(record)


def test_published_factions_may_have_other_cards():
    """The powers of a faction stay where its cards are others: only those need describing."""
    record = game("dwarves undead")
    assert record["deck"]["dwarves"] == list(range(10))
    for printed, factions in (([0, 1, 2], {}), ([0, 1, 2], {"dwarves": {"printed": "0-2"}})):
        record["deck"]["dwarves"], record["factions"] = printed, factions
        with pytest.raises(RuleViolation, match=r"start: .* of dwarves:3, right would be 0"):
            replay(record)


def test_a_long_value_is_shortened():
    record = by_hand()
    record["deal"] = "x" * 1000
    assert len(refused(record)) < 120


def written(folder: Path, content: bytes) -> Path:
    path = folder / "games.jsonl"
    path.write_bytes(content)
    return path


def test_lines_are_numbered_and_blank_ones_passed_over(tmp_path: Path):
    line = json.dumps(by_hand()).encode()
    path = written(tmp_path, line + b"\n\n" + line + b"\r\n")
    found = list(read_lines(path))
    assert [number for number, _ in found] == [1, 3]
    for _, found_line in found:
        assert parse_line(found_line) == by_hand()


BAD_LINES = {
    b"{": "no JSON: ",
    b"{} {}": "no JSON: Extra data at column 4",
    b'{"a': "no JSON: Unterminated string starting at column 2",
    b"\xff\xfe": "not UTF-8",
    b"NaN": "NaN is no JSON",
    b'{"deal": -Infinity}': "-Infinity is no JSON",
    b'{"deal": 1, "deal": 2}': "the key 'deal' stands twice in one object",
    b"1" * 5000: "no usable JSON",
    b"[" * 100_000: "no usable JSON",
}


@pytest.mark.parametrize(("line", "message"), BAD_LINES.items(), ids=BAD_LINES.values())
def test_a_bad_line_is_named(line: bytes, message: str):
    with pytest.raises(InputError) as caught:
        parse_line(line)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"\n", b" \n\n"])
def test_an_empty_file_is_refused(tmp_path: Path, content: bytes):
    path = written(tmp_path, content)
    with pytest.raises(InputError, match="the file is empty; one game record a line"):
        list(read_lines(path))


def test_a_missing_file_is_refused(tmp_path: Path):
    for path, what in ((tmp_path / "no.jsonl", "no such file"), (tmp_path, "is a folder")):
        with pytest.raises(InputError, match=f"{what}; a file of game records would be right"):
            list(read_lines(path))


def test_a_file_that_cannot_be_read_is_the_system_s_refusal(monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: Any) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(SystemRefused, match=r"games\.jsonl: cannot be read: Permission denied"):
        list(read_lines(Path("games.jsonl")))
