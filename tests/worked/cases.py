"""The worked cases of ``tests/data/vectors.json``: how to stage them, and what to expect."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from claimsim.rules.catalogue import FACTIONS, INVENTED, Faction
from claimsim.rules.deck import Deck
from claimsim.rules.locations import NONE
from claimsim.rules.powers import POWERS
from claimsim.rules.ruleset import Ruleset
from tests.worked.notation import Event, read_events, roles
from tests.worked.situation import Picker, Piles, Situation

DATA = Path(__file__).parent.parent / "data" / "vectors.json"

_CARD = re.compile(r"\b([a-z_]+):\d+")

#: Cards without a power that make up hands and pile.
STONES = Faction("stones", tuple(range(3, 15)), (), INVENTED, INVENTED, "No power.")
_IN_HAND = 2
_IN_PILE = 4

Case = dict[str, Any]

_CASES: dict[str, list[Case]] = json.loads(DATA.read_text(encoding="utf-8"))
TRICKS, SCORING, GAMES = (_CASES[kind] for kind in ("tricks", "scoring", "games"))


def make_faction(name: str, told: Mapping[str, Any]) -> Faction:
    """Return a faction from its numbers and powers; a published one may keep its powers."""
    printed = tuple(sorted(told["printed"]))
    if "powers" not in told and name in FACTIONS:
        return replace(FACTIONS[name], printed=printed)
    powers = tuple(
        POWERS[power](**{k: tuple(v) if isinstance(v, list) else v for k, v in numbers.items()})
        for power, numbers in told.get("powers", {}).items()
    )
    return Faction(name, printed, powers, INVENTED, INVENTED, "Ours.")


def make_rules(case: Case, extra: Iterable[Faction] = (), named: Iterable[str] = ()) -> Ruleset:
    """Return the rules of a case: a deck of the factions that it names, and its rulings."""
    ours = {name: make_faction(name, told) for name, told in case.get("factions", {}).items()}
    found = {*_CARD.findall(json.dumps(case)), *ours, *named, *case.get("deck", ())}
    found -= {STONES.name}
    order = case.get("deck") or [name for name in FACTIONS if name in found]
    order = [*order, *(name for name in ours if name not in order)]
    if "hands" in case:
        order = list(ours)
    factions = [ours.get(name) or FACTIONS[name] for name in order]
    assert found == set(order), found.symmetric_difference(order)
    values = case.get("switches", {}).items()
    return Ruleset(
        Deck((*factions, *extra)),
        {name: tuple(value) if isinstance(value, list) else value for name, value in values},
        case.get("parameters", {}),
        case.get("setting", NONE),
        case.get("building", NONE),
    )


def phases(case: Case) -> list[int]:
    """Return the phases in which a trick is to be played."""
    return case["phase"] if isinstance(case["phase"], list) else [case["phase"]]


@dataclass(frozen=True)
class StagedTrick:
    """A trick ready to be played, with the events that must come."""

    rules: Ruleset
    before: Situation
    events: list[Event]
    seats: dict[str, int]


def stage_trick(case: Case, phase: int, leader: int) -> StagedTrick:
    """Lay out a trick that a seat leads."""
    seats = roles(leader)
    lines: list[str] = list(case["events"])
    given = case.get("given", {})
    islands = case.get("setting") == "islands"
    usual = phase == 1 and not islands
    rules = make_rules(case, [STONES], ["knights"] if usual and "pile" not in given else [])
    whole = not any(key in case for key in ("more", "refused", "offers"))
    if usual and not any(line.startswith("reveal") for line in lines):
        lines = ["reveal knights:3", *lines]
    if usual and whole and not any(line.startswith("take") for line in lines):
        place = next(i for i, line in enumerate(lines) if line.startswith("trick"))
        winner = lines[place].split()[1]
        loser = "F" if winner == "L" else "L"
        takes = [f"take {winner} knights:3", f"take {loser} knights:4"]
        lines = [*lines[: place + 1], *takes, *lines[place + 1 :]]
    return StagedTrick(rules, _lay_out(case, rules, phase, seats, lines),
                       read_events(rules, lines, seats), seats)  # fmt: skip


def _lay_out(
    case: Case, rules: Ruleset, phase: int, seats: dict[str, int], lines: list[str]
) -> Situation:
    given = case.get("given", {})
    picker = Picker(rules)
    before = Situation(phase, seats["L"])
    _hand_out(before, picker, seats, lines)
    for role in ("L", "F"):
        seat, own = seats[role], given.get(role, {})
        before.hands[seat] += picker.take_all(own.get("hand", ()))
        before.score[seat] += picker.take_all(own.get("score", ()))
        before.in_front[seat] += picker.take_all(own.get("in_front", ()))
        before.tridents[seat] = own.get("tridents", 0)
        before.row[seat] = own.get("row", 0)
        before.came[seat] = own.get("came", {})
        if not own.get("no_filler"):
            before.hands[seat] += _stones(picker, _IN_HAND)
    before.waiting += picker.take_all(given.get("waiting", ()))
    before.face_up += picker.take_all(given.get("face_up", ()))
    if phase == 1:
        before.pile = picker.take_all(given.get("pile", ("knights:3", "knights:4")))
        before.pile += _stones(picker, 0 if "pile" in given else _IN_PILE)
    for faction, side in before.side.items():
        left = given.get("side", {}).get(faction)
        if left is None:
            side.extend(card for card in picker.left if card.side and card.faction == faction)
        else:
            assert [card.name for card in side] == left[: len(side)]
            side.extend(picker.take_all(f"{name}!" for name in left[len(side) :]))
    before.supply = given.get("supply", sum(a.supply for a in _arms(rules)))
    before.lost = seats[given["lost"]] if "lost" in given else None
    before.secured = {name: seats[who] for name, who in given.get("secured", {}).items()}
    if "previous_lead" in given:
        who, card = given["previous_lead"].split()
        before.previous_lead = seats[who], picker.take(card)
        before.discard.append(before.previous_lead[1])
    return before


def _arms(rules: Ruleset) -> list[Any]:
    return [power for powers in rules.powers.values() for power in powers
            if isinstance(power, POWERS["arms"])]  # fmt: skip


def _stones(picker: Picker, count: int) -> list[Any]:
    stones = [card for card in picker.left if card.faction == STONES.name][:count]
    for card in stones:
        picker.left.remove(card)
    return stones


def _hand_out(before: Situation, picker: Picker, seats: dict[str, int], lines: list[str]) -> None:
    """Give the players what they play, exchange, boost with and draw."""
    coming: dict[int, list[str]] = {0: [], 1: []}
    before.side = {name: [] for name in picker_sides(picker)}
    for line in lines:
        name, *words = line.split()
        if name in ("exchange", "play", "answer", "fire"):
            seat = seats[words[0]]
        if name == "exchange":
            before.hands[seat] += picker.take_all(words[1:])
            coming[1 - seat] += words[1:]
        elif name == "play":
            if words[1] in coming[seat]:
                coming[seat].remove(words[1])
            else:
                before.hands[seat].append(picker.take(words[1]))
            before.score[seat] += picker.take_all(words[3:])
        elif name == "answer":
            before.score[seat] += picker.take_all(words[1:])
        elif name == "fire":
            card = picker.take(f"{words[1]}!")
            before.side[card.faction].append(card)


def picker_sides(picker: Picker) -> list[str]:
    """Return the factions that have a side deck."""
    return list(dict.fromkeys(card.faction for card in picker.left if card.side))


@dataclass(frozen=True)
class StagedEnd:
    """Score piles ready to be scored."""

    rules: Ruleset
    piles: Piles
    drawn: list[str]


def stage_end(case: Case, *, exchanged: bool) -> StagedEnd:
    """Lay out the score piles of a case, seat 0's at seat 1 if they are exchanged."""
    rules = make_rules(case)
    picker = Picker(rules)
    step = -1 if exchanged else 1
    front = [names.split() for names in case.get("in_front", ("", ""))]
    winners = case.get("last_winners", (None, None))
    piles = Piles(
        [picker.take_all(names) for names in case["piles"]][::step],
        [picker.take_all(names) for names in front][::step],
        picker.take_all(case.get("discard", ())),
        tuple(None if seat is None else seat ^ exchanged for seat in winners),
        {name: seat ^ exchanged for name, seat in case.get("secured", {}).items()},
    )
    return StagedEnd(rules, piles, case.get("drawn", []))


@dataclass(frozen=True)
class StagedGame:
    """A deal with the events that must come."""

    rules: Ruleset
    order: list[int]
    events: list[Event]
    drawn: list[str]


def stage_game(case: Case) -> StagedGame:
    """Lay out the deal of a whole game."""
    rules = make_rules(case)
    picker = Picker(rules)
    names = [*case["hands"][0], *case["hands"][1], *case["pile"], *case.get("aside", ())]
    order = [card.number for card in picker.take_all(names)]
    for faction in rules.deck.side_decks:
        side = case.get("side", {})[faction]
        order += [card.number for card in picker.take_all(f"{name}!" for name in side)]
    assert sorted(order) == list(range(len(rules.cards)))
    events = read_events(rules, case["events"])
    drawn = [name for event in events if event["event"] == "draw" for name in event["cards"]]
    return StagedGame(rules, order, events, drawn)
