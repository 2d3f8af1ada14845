"""Whole games from elsewhere (``tests/data/games.jsonl``), and how they are written.

One game a line. Cards are a letter and a number: ``a`` is the first faction of the deck, ``b``
the second. Events stand in one string, as :mod:`tests.worked.notation` writes them, but for the
cards. ``result`` holds votes in the order of the deck, ``-`` for nobody's.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from claimsim.rules.deck import make_deck
from claimsim.rules.locations import NONE
from claimsim.rules.ruleset import Ruleset
from tests.worked.notation import Event, read_event
from tests.worked.situation import Picker

DATA = Path(__file__).parent.parent / "data" / "games.jsonl"

_SHORT = re.compile(r"\b([a-h])(\d+)\b")


@dataclass(frozen=True)
class RecordedGame:
    """A deal, and what came of it."""

    name: str
    rules: Ruleset
    order: list[int]
    events: list[Event]
    drawn: list[str]
    result: dict[str, Any]


def _read(number: int, line: str) -> RecordedGame:
    game = json.loads(line)
    deck = game["deck"].split()

    def cards(text: str) -> list[str]:
        return _SHORT.sub(lambda m: f"{deck['abcdefgh'.index(m[1])]}:{m[2]}", text).split()

    values = game["switches"].items()
    rules = Ruleset(
        make_deck(deck),
        {name: tuple(value) if isinstance(value, list) else value for name, value in values},
        game["parameters"],
        game["setting"] or NONE,
        game["building"] or NONE,
    )
    picker = Picker(rules)
    dealt = [*cards(game["hands"][0]), *cards(game["hands"][1]), *cards(game["pile"])]
    order = picker.take_all(dealt) + picker.take_all(f"{n}!" for n in cards(game["fire"]))
    told = [" ".join(cards(event)) for event in game["events"].split("; ")]
    events = [read_event(rules, event) for event in told]
    drawn = [name for event in events if event["event"] == "draw" for name in event["cards"]]
    result = game["result"]
    result["votes"] = {
        name: None if holder == "-" else int(holder)
        for name, holder in zip(deck, result["votes"], strict=True)
    }
    result["score_piles"] = [cards(pile) for pile in result["score_piles"]]
    name = "-".join([f"{number:02}", game["setting"] or NONE, game["building"] or NONE])
    return RecordedGame(name, rules, [card.number for card in order], events, drawn, result)


RECORDED = [
    _read(number, line) for number, line in enumerate(DATA.read_text(encoding="utf-8").splitlines())
]
