"""Text for people keeps to 80 columns in a pipe, without blanks at the end of a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimsim.cli import terminal
from tests.cli.conftest import SCENARIO

CASTLE = """\
schema = 1
name = "Castle"
[grid]
decks = ["claim"]
buildings = ["castle"]
matchups = [["greedy", "random"]]
[run]
deals = 60
"""

#: As README has it.
MAPS = """\
schema = 1
name = "Maps and sea"
[grid]
decks = ["claim", "sea", ["angels", "dwarves", "phoenix", "unicorns", "octipi"]]
settings = ["none", "ice_fields", "plateau"]
buildings = ["none", "tower", "castle"]
matchups = [["greedy", "greedy"]]
[run]
deals = 20_000
"""

COMMANDS = [
    ["run", "claim_with_each_box", "--out", "run"],
    ["run", "home_made_faction", "--out", "run"],
    ["run", "eighteen_locations", "--out", "run"],
    ["run", "locations", "--out", "run"],
    ["run", "maps.toml", "--out", "run"],
    ["run", "small.toml", "--out", "run"],
    ["whatif", "castle.toml", "--rulings"],
    ["whatif", "castle.toml", "--set", "switches.castle_counts=largest_faction"],
    ["whatif", "full_rank_knights", "--variant", "full_rank"],
    ["whatif", "small.toml", "--set", "grid.allow_what_if=true", "--set",
     "factions.knights.printed='0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9'"],
    ["restrict", "claim_with_each_box", "--forbid", "faction=all"],
    ["tournament", "small.toml"],
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_piped_text_keeps_to_80_columns(claimsim, command: list[str], monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")  # of a terminal that a pipe does not lead to
    Path("castle.toml").write_text(CASTLE)
    Path("maps.toml").write_text(MAPS)
    done = claimsim(*command, "--deals", "6", "--quiet")
    assert done.code in (0, 3, 4)
    lines = done.out.splitlines()
    assert len(lines) > 4
    assert max(lines, key=len) == max(lines, key=len)[:80]
    assert [line for line in lines if line != line.rstrip()] == []


def test_a_change_is_told_whole_though_in_lines(claimsim) -> None:
    done = claimsim("whatif", "full_rank_knights", "--variant", "full_rank", "--deals", "4")
    assert " ".join(done.out.split()).startswith(
        'Full rank Knights: variant full_rank: factions.knights.printed = "0-9", '
        "grid.allow_what_if = true cell 0: "
    )


def test_decks_without_room_stand_above_their_cells_in_full(claimsim) -> None:
    done = claimsim("run", "claim_with_each_box", "--deals", "4", "--out", "run", "--quiet")
    shown = claimsim("show", "run", "--format", "csv").out.splitlines()
    deck, told = "", []
    for line in done.out.splitlines():
        if line.startswith("deck "):
            deck = line.removeprefix("deck ")
        elif line.split()[:1] != ["cell"] and deck and not line.startswith("run"):
            told += [(line.split()[0], deck, line.split()[1])] if line else []
    wanted = [line.split(",") for line in shown[1:]]
    assert told == [(cell, deck, b) for cell, deck, _, _, _, b, *_ in wanted]
    assert done.out.splitlines()[1] == "a = planner, 4 deals a cell"


def test_data_for_machines_is_not_wrapped(claimsim) -> None:
    claimsim("run", "small.toml", "--out", "run", "--quiet")
    lines = claimsim("show", "run", "--format", "csv").out.splitlines()
    assert len(lines) == 4
    assert min(map(len, lines)) > 80


@pytest.mark.parametrize(("room", "folded"), [(38, False), (37, True)])
def test_a_table_is_folded_where_it_does_not_fit(capsys, monkeypatch, room, folded) -> None:
    monkeypatch.setattr(terminal, "WIDTH", room)
    columns = ["number", "text", "95 %"]
    rows = [["1", "knights: long name", "0.5 to 0.6"], ["22", "", ""]]
    # 6, 18 and 10 columns, and two blanks between them, make 38.
    terminal.print_table("", columns, rows)
    lines = capsys.readouterr().out.splitlines()
    told = ["     1  knights: long", "          name"] if folded else ["     1  knights: long name"]
    assert [line.removesuffix("0.5 to 0.6").rstrip() for line in lines[1:-1]] == told
    assert max(map(len, lines)) <= room
    assert lines[1].endswith("0.5 to 0.6")  # numbers are never folded before text


def test_a_paragraph_keeps_its_words_together() -> None:
    text = "  name  some text [a\N{NO-BREAK SPACE}b]"
    assert terminal.wrap(text, "    ", 18) == "  name  some text\n    [a b]"
    assert terminal.wrap("x" * 25, " ", 12) == "x" * 12 + "\n " + "x" * 11 + "\n " + "xx"
    assert terminal.wrap(SCENARIO[:0]) == ""
