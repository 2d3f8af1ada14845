"""Deals that a change turned, as ``claimsim whatif`` tells them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from claimsim.cli import terminal
from tests.cli.test_widths import CASTLE

CHANGE = ["--set", "switches.castle_counts=largest_faction"]


@pytest.fixture
def told(claimsim):
    """Return the lines of each deal told of a change."""

    def ask(*arguments: str) -> list[list[str]]:
        Path("castle.toml").write_text(CASTLE)
        out = claimsim("whatif", *arguments, "--quiet").out
        _, *games = re.split(r"\n\n(?=cell \d+, deal )", out)
        return [game.splitlines() for game in games]

    return ask


def test_a_ruling_of_the_end_tells_no_tricks(told) -> None:
    games = told("castle.toml", *CHANGE)
    assert len(games) == 5
    assert games[0][1] == "changed: Ruling: castle_counts = largest_faction"
    for number, lines in enumerate(games):
        rest = lines[1 + (number == 0) :]
        assert rest[:2] == ["… 26 tricks alike before", "The end"]
        assert not any(line.startswith("Trick") for line in lines)
        assert len(lines) <= 10
        assert sum("largest faction to" in line or "largest" in line for line in rest) >= 1
    assert sum("Ruling" in line for lines in games for line in lines) == 1


def test_both_ways_stand_side_by_side(told) -> None:
    for lines in told("castle.toml", *CHANGE):
        start = lines.index(f"{'as it is':<41}changed")
        left, right = (
            " ".join(" ".join(line[cut].strip() for line in lines[start + 1 :]).split())
            for cut in (slice(0, 39), slice(41, None))
        )
        assert all(line[39:41].strip() == "" for line in lines[start + 1 :])
        winners = [re.search(r"Seat (\d) \(\w+\) wins", side) for side in (left, right)]
        assert winners[0][1] != winners[1][1]
        for side in (left, right):
            assert len(re.findall(r"\) wins", side)) == 1  # the end is told once


def test_where_there_is_no_room_they_stand_below_each_other(told, monkeypatch) -> None:
    monkeypatch.setattr(terminal, "width", lambda: 60)
    for lines in told("castle.toml", *CHANGE):
        one, other = lines.index("as it is:"), lines.index("changed:")
        assert one < other
        assert max(map(len, lines)) <= 60
        assert any(") wins" in line for line in lines[one:other])
        assert any(") wins" in line for line in lines[other:])


def test_where_they_part_in_a_trick_the_tricks_before_are_counted(told) -> None:
    games = told("full_rank_knights", "--variant", "full_rank", "--deals", "60")
    assert games
    for lines in games:
        tricks = [int(n) for line in lines for n in re.findall(r"^(?: *)Trick (\d+)\.", line)]
        assert len(set(tricks)) == 1  # no other trick is told
        before = [line for line in lines if "alike before" in line]
        if tricks[0] > 1:
            (line,) = before
            assert int(line.split()[1]) == tricks[0] - 1
        else:
            assert before == []


def test_starts_that_differ_are_told_in_whole_sentences(told) -> None:
    (first, *_) = told("full_rank_knights", "--variant", "full_rank", "--deals", "60")
    text = " ".join(" ".join(first).split())
    assert "changed: Faction Knights: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9; powers: beats (target =" in text
