"""Records with one thing wrong: every event dropped, doubled, exchanged, every field changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Record = dict[str, Any]
Event = dict[str, Any]

SEATS = ("player", "winner", "leader")
WHYS = ("pyramid", "ruins", "fortress", "pterosaurs")


def corrupted(record: Record) -> Iterator[tuple[str, int, Record]]:
    """Yield what was done, to which event, and the record that is wrong now."""
    events = record["events"]
    for index, event in enumerate(events):
        before, after = events[:index], events[index + 1 :]
        yield "dropped", index, {**record, "events": before + after}
        yield "doubled", index, {**record, "events": [*before, event, event, *after]}
        if after and after[0] != event:
            swapped = [*before, after[0], event, *after[1:]]
            yield "exchanged with the next", index, {**record, "events": swapped}
        for what, changed in _changed(record, event):
            yield what, index, {**record, "events": [*before, changed, *after]}


def _changed(record: Record, event: Event) -> Iterator[tuple[str, Event]]:
    for key, value in event.items():
        if key in SEATS:
            yield f"another {key}", {**event, key: 1 - value}
        elif key == "card":
            yield "another card", {**event, key: _next(record, value)}
        elif key in ("cards", "boost"):
            yield from _lists(record, event, key)
        elif key == "from" and event["event"] == "trident":
            others = [source for source in ("supply", 0, 1) if source != value]
            yield from (("another source", {**event, key: source}) for source in others)
        elif key == "why":
            yield from (("another reason", {**event, key: why}) for why in WHYS if why != value)
    for key in ("captured", "from"):
        if key in event and event["event"] != "trident":
            yield f"no {key}", {k: v for k, v in event.items() if k != key}
    if event["event"] == "trick" and "captured" not in event:
        yield "a capture", {**event, "captured": True}
    if event["event"] == "take" and "from" not in event:
        yield "a choice", {**event, "from": "pile"}
    if event["event"] == "play" and "boost" not in event:
        yield "a boost", {**event, "boost": [event["card"]]}


def _lists(record: Record, event: Event, key: str) -> Iterator[tuple[str, Event]]:
    first, *rest = event[key]
    other = _next(record, first)
    yield "a card less", {**event, key: rest}
    for what, cards in (("a card more", [first, other, *rest]), ("another card", [other, *rest])):
        yield what, {**event, key: sorted(cards, key=lambda name: _place(record, name))}


def _next(record: Record, name: str) -> str:
    names = list(dict.fromkeys(_names(record)))
    return names[(names.index(name) + 1) % len(names)] if name in names else names[0]


def _names(record: Record) -> list[str]:
    return [f"{name}:{number}" for name, printed in record["deck"].items() for number in printed]


def _place(record: Record, name: str) -> tuple[int, int]:
    faction, printed = name.split(":")
    return list(record["deck"]).index(faction), int(printed)
