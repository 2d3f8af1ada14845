"""A short way to write events: ``"play F goblins:5 + lightning_elementals:1"``.

One line an event, its name first, then who, then what. Who is a seat (0 or 1), or a role in
one trick: L, who leads it, and F, who follows.

``play P card [+ boost...]``, ``answer P boost...``, ``trick P [captured]``,
``take P card [pile]``, ``score P card...``, ``wait card...``, ``smash P card``,
``trident P supply|P``, ``fire P card``, ``lead P``, ``phase P`` (who leads it),
``reveal card...``, ``exchange P card...``, ``pass P card...``, ``discard P card...``,
``drop P why card...``, ``draw P card...``, ``arrest P card...``. A ``!`` behind a card says that it
is one of a side deck; records do not tell.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from claimsim.rules.ruleset import Ruleset

Event = dict[str, Any]

#: Seats by role, for whole games.
SEATS: Mapping[str, int] = {"0": 0, "1": 1}

#: Events of which both players have one at the same time: seat 0's stands first.
_BOTH = ("exchange", "pass", "discard", "drop", "arrest")


def roles(leader: int) -> dict[str, int]:
    """Return seats by role, for a trick that this seat leads."""
    return {**SEATS, "L": leader, "F": 1 - leader}


def record_order(rules: Ruleset, names: list[str]) -> list[str]:
    """Return names of cards sorted as records sort them: by faction, then printed number."""
    places = rules.deck.names

    def place(name: str) -> tuple[int, int]:
        faction, printed = name.split(":")
        return places.index(faction), int(printed)

    return sorted(names, key=place)


def read_event(rules: Ruleset, line: str, seats: Mapping[str, int] = SEATS) -> Event:  # noqa: PLR0911  # one a form of events
    """Return an event of a game record from its line."""
    name, *words = line.replace("!", "").split()
    event: Event = {"event": name}
    if name in ("reveal", "wait"):
        return {**event, "cards": record_order(rules, words)}
    if name == "trick":
        event["winner"] = seats[words[0]]
        return {**event, "captured": True} if words[1:] else event
    if name == "phase":
        return {**event, "phase": 2, "leader": seats[words[0]]}
    event["player"] = seats[words[0]]
    rest = words[1:]
    if name == "play":
        event["card"] = rest[0]
        return {**event, "boost": record_order(rules, rest[2:])} if rest[1:] else event
    if name == "answer":
        return {**event, "boost": record_order(rules, rest)}
    if name == "take":
        event["card"] = rest[0]
        return {**event, "from": rest[1]} if rest[1:] else event
    if name in ("smash", "fire"):
        return {**event, "card": rest[0]}
    if name == "trident":
        return {**event, "from": seats.get(rest[0], rest[0])}
    if name == "lead":
        return event
    if name == "drop":
        return {**event, "cards": record_order(rules, rest[1:]), "why": rest[0]}
    return {**event, "cards": record_order(rules, rest)}


def read_events(rules: Ruleset, lines: list[str], seats: Mapping[str, int] = SEATS) -> list[Event]:
    """Return events from their lines; of two at the same time seat 0's is put first."""
    events = [read_event(rules, line, seats) for line in lines]
    place = 0
    while place + 1 < len(events):
        one, other = events[place : place + 2]
        both = one["event"] == other["event"] and one["event"] in _BOTH
        if both and one.get("why") == other.get("why"):
            if one["player"] > other["player"]:
                events[place : place + 2] = other, one
            place += 1
        place += 1
    return events


def write_event(event: Event) -> str:
    """Return the line of an event of a whole game."""
    name = event["event"]
    if name in ("reveal", "wait"):
        return " ".join([name, *event["cards"]])
    if name == "trick":
        return f"trick {event['winner']}" + (" captured" if event.get("captured") else "")
    if name == "phase":
        return f"phase {event['leader']}"
    words = [name, str(event["player"])]
    if name == "drop":
        words.append(event["why"])
    if "card" in event:
        words.append(event["card"])
    if "from" in event:
        words.append(str(event["from"]))
    words += event.get("cards", [])
    boost = event.get("boost", [])
    return " ".join([*words, *(["+"] if boost and name == "play" else []), *boost])
