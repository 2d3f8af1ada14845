"""Mutated scenario files: a scenario, or a list of mistakes; never a traceback or a hang."""

from __future__ import annotations

import random
import re
import time
from collections import Counter

import pytest

from claimsim.errors import InputError
from claimsim.scenario import parse_scenario

WHOLE = """schema = 1
name = "Everything"
description = "A file with every table."
[grid]
decks = ["claim", ["goblins", "knights", "golems", "undead", "octipi"]]
settings = ["none", "swamp"]
buildings = ["none", "dungeon"]
matchups = [["greedy", "random"], [{ strategy = "planner", weights = { wild = 2.0 } }, "low"]]
allow_what_if = true
[run]
deals = 1_000
mirror = "seats"
seed = 7
ablation = false
[switches]
victory = "three_votes"
basilisk_phases = [1, 2]
[parameters]
octipi.threshold = 9
swamp.cards = 3
[factions.golems]
printed = "0,0,1-8"
powers = [{ power = "loser_scores", phases = [2] }, { power = "beats", target = ["undead"] }]
[factions.knights]
printed = [2, 3, 4, 5, 6, 7, 8, 9]
[[targets]]
metric = "leader_win_rate"
value = 0.5
tolerance = 0.02
where = { setting = "none", building = "dungeon" }
matchups = [["greedy", "random"]]
[variants.other]
factions.golems.printed = "0-9"
grid.settings = ["shore", "none"]
switches.victory = "most_votes"
"""

#: What is put in the place of something: right and wrong, large and small, of every type.
POOL = (
    "0", "1", "-1", "2", "64", "99999999999999999999", "0.5", "1e999", "nan", "inf", "true",
    '""', '"x"', '"none"', '"all"', '"claim"', '"0-9"', '"9-0"', '"0-15,15"', '"random"',
    "[]", "[[]]", "[1, 2]", '["goblins"]', '["swamp", "swamp"]', "{}", "{ a = 1 }", "1979-05-27",
    '"\\u0000"', "'''\n'''", '"' + "y" * 300 + '"', '[["greedy", "greedy"]]',
    "[{ power = 'wild' }]", '"planner"',
)  # fmt: skip

_DIGIT = re.compile(r"[0-9]")
_VALUE = re.compile(r'"[^"\n]*"|[0-9][0-9_.]*|true|false')
_KEY = re.compile(
    r"^[a-z_.]+(?= =)|(?<=\[)[a-z.]+(?=\]$)|(?<=\{ )[a-z]+|(?<=, )[a-z]+(?= =)", re.MULTILINE
)
_NAMES = ("printed", "powers", "deals", "grid", "target", "x", '"a b"', "precision", "boxes")


def mutated(rng: random.Random) -> str:
    """Return the file with one to three places changed."""
    text = WHOLE
    for _ in range(rng.randint(1, 3)):
        kind = rng.randrange(8)
        lines = text.splitlines()
        line = rng.randrange(len(lines))
        if kind == 0:
            spots = list(_VALUE.finditer(text))
            new = rng.choice(POOL)
        elif kind <= 2:
            spots = list(_DIGIT.finditer(text))
            new = rng.choice("0123456789")
        elif kind == 3:
            spots = list(_KEY.finditer(text))
            new = rng.choice(_NAMES)
        elif kind == 4:
            spots = list(_VALUE.finditer(text))
            new = rng.choice(spots).group() if spots else ""
        else:
            spots = []
        if spots:
            spot = rng.choice(spots)
            text = text[: spot.start()] + new + text[spot.end() :]
        elif kind == 5:
            del lines[line]
            text = "\n".join(lines)
        elif kind == 6:
            lines.insert(rng.randrange(len(lines)), lines[line])
            text = "\n".join(lines)
        else:
            place = rng.randrange(len(text))
            text = text[:place] + rng.choice("[]{}\"'=,.#\n\0é0") + text[place + rng.randrange(3) :]
        if not text.strip():
            text = WHOLE
    return text


def check(number: int, seed: int) -> Counter[str]:
    """Parse so many files; count what became of them."""
    rng = random.Random(seed)  # noqa: S311  # no secret
    found: Counter[str] = Counter()
    for _ in range(number):
        text = mutated(rng)
        begun = time.process_time()
        try:
            scenario = parse_scenario(text, "x.toml")
        except InputError as error:
            problems = getattr(error, "problems", [str(error)])
            assert problems, text
            for problem in problems:
                assert problem.startswith("x.toml"), (problem, text)
                assert "\n" not in problem, text
            found["refused"] += 1
            found["several mistakes"] += len(problems) > 1
        else:
            again = parse_scenario(scenario.resolved(), "again")
            assert again == scenario, text
            found["understood"] += 1
        assert time.process_time() - begun < 10, text
    return found


def test_the_whole_file_is_right() -> None:
    scenario = parse_scenario(WHOLE, "x")
    assert len(scenario.cells) == 16
    assert scenario.variant("other").settings == ("shore", "none")


def test_some_thousand_mutated_files() -> None:
    found = check(1_500, seed=1)
    assert min(found.values()) > 100, found


@pytest.mark.slow
def test_a_hundred_thousand_mutated_files() -> None:
    found = check(100_000, seed=2)
    print(dict(found))  # noqa: T201  # shown by pytest -s
    assert min(found.values()) > 5_000, found
