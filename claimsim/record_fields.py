"""What the fields of a game record look like: types, ranges and names, but no rules.

Every check takes a value and where it stands in the record, and either returns the value or
raises an InputError that says where, what was found, and what would be right.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from claimsim.errors import InputError
from claimsim.wording import nearest

Check = Callable[[Any, str], Any]

_CARD = re.compile(r"[^:\s]+:(0|[1-9][0-9]?)")
_SHOWN = 60
_PRINTABLE = "a text in one line, of characters that can be printed"


def wrong(where: str, value: object, right: str) -> InputError:
    """Return the error for a value that is not what it should be."""
    found = shown(value)
    if len(found) > _SHOWN:
        found = found[: _SHOWN - 3] + "..."
    return InputError(f"{where}: found {found}, right would be {right}")


def shown(value: object) -> str:
    """Return a value as a record writes it: JSON, with what cannot be printed escaped."""
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if text.isprintable() else json.dumps(value, default=repr)


def check_texts(record: dict[str, Any]) -> None:
    """Check that every text and key of a record can be printed, wherever it may come up."""
    rest: list[tuple[str, Any]] = [("", record)]  # no recursion: JSON may be deeper than Python
    while rest:
        where, value = rest.pop()
        if isinstance(value, str) and not value.isprintable():
            raise wrong(where, value, _PRINTABLE)
        if isinstance(value, list):
            rest += [(f"{where}[{index}]", item) for index, item in enumerate(value)][::-1]
        elif isinstance(value, dict):
            for key in value:
                if not str(key).isprintable():
                    raise wrong(where or "record", key, _PRINTABLE)
            items = [(f"{where}.{key}".removeprefix("."), item) for key, item in value.items()]
            rest += items[::-1]


def fields(
    value: Any, where: str, needed: Collection[str], allowed: Collection[str] = ()
) -> dict[str, Any]:
    """Return a JSON object that has every needed key, and no key beyond those and `allowed`."""
    if not isinstance(value, dict):
        raise wrong(
            where, value, f"an object with the keys {', '.join(needed)}" if needed else "an object"
        )
    for key in needed:
        if key not in value:
            raise InputError(f"{where}: the key {key!r} is missing")
    for key in value:
        if key not in needed and key not in allowed:
            known = ", ".join([*needed, *allowed])
            raise InputError(f"{where}: unknown key {key!r}; known: {known}")
    return value


def text(value: Any, where: str) -> str:
    """Return a string without control characters."""
    if not isinstance(value, str) or not value.isprintable():
        raise wrong(where, value, _PRINTABLE)
    return value


def count(value: Any, where: str) -> int:
    """Return a whole number of at least 0."""
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise wrong(where, value, "a whole number of at least 0")
    return value


def seat(value: Any, where: str) -> int:
    """Return 0 or 1."""
    if not isinstance(value, int) or isinstance(value, bool) or value not in (0, 1):
        raise wrong(where, value, "a seat, 0 or 1")
    return value


def seat_or_null(value: Any, where: str) -> int | None:
    """Return 0, 1 or None."""
    return None if value is None else seat(value, where)


def card(value: Any, where: str) -> str:
    """Return the name of a card."""
    if not isinstance(value, str) or not _CARD.fullmatch(value):
        raise wrong(where, value, 'a card, for instance "goblins:3"')
    return value


def items(value: Any, where: str, check: Check, length: int | None = None) -> list[Any]:
    """Return a list whose items all pass a check; of this length, where one is given."""
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise wrong(where, value, "a list" if length is None else f"a list of {length}")
    return [check(item, f"{where}[{index}]") for index, item in enumerate(value)]


def foreign(name: str, factions: Collection[str]) -> str:
    """Return what is wrong with a card of no faction of the deck, or nothing (rules, 1)."""
    faction = name.rpartition(":")[0]
    if faction in factions:
        return ""
    near = nearest(faction.lower(), factions)
    return f"{name} names a faction that is not in the deck: {', '.join(factions)}{near}"


def one_of(*words: Any, or_nothing: bool = False) -> Check:
    """Return a check for one of these values and no other; `or_nothing`: the key may be absent."""
    right = " or ".join(map(shown, words)) + (", or left out" if or_nothing else "")

    def check(value: Any, where: str) -> Any:
        # By what they look like: True is 1 to Python, and [True, 2] is [1, 2].
        if repr(value) not in map(repr, words):
            raise wrong(where, value, right)
        return value

    return check


#: What marks that something is so; where it is not, the key is left out.
TRUE_OR_NOTHING = one_of(True, or_nothing=True)


def sorted_cards(places: Mapping[str, int]) -> Check:
    """Return a check for a list of cards in record order (rules, 1).

    Parameters
    ----------
    places
        The place of each card's name: by faction, then by number. A list with a card that is
        not in the deck has no order; the rules will refuse it.
    """

    def check(value: Any, where: str) -> list[str]:
        names = items(value, where, card)
        if all(name in places for name in names):
            right = sorted(names, key=places.__getitem__)
            if names != right:
                raise wrong(where, names, f"sorted by faction, then number: {shown(right)}")
        return names

    return check


def some(check: Check, otherwise: str) -> Check:
    """Return a check for a list that passes `check` and is not empty; what `otherwise` is done."""

    def checked(value: Any, where: str) -> list[Any]:
        found: list[Any] = check(value, where)
        if not found:
            raise wrong(where, value, f"at least one card: {otherwise}")
        return found

    return checked


def event(value: Any, where: str, cards: Check) -> dict[str, Any]:
    """Return an event that has the fields its name asks for, whether or not it may occur.

    Parameters
    ----------
    value, where
        The event, and its place in the record.
    cards
        The check for a list of cards.
    """
    if not isinstance(value, dict):
        raise wrong(where, value, 'an object with the key "event"')
    if "event" not in value:
        raise InputError(f"{where}: the key 'event' is missing")
    name = value["event"]
    if not isinstance(name, str) or name not in EVENTS:
        raise wrong(f"{where}.event", name, f"one of {', '.join(EVENTS)}")
    needed, allowed = EVENTS[name]
    fields(value, f"{where} ({name})", ["event", *needed], allowed)
    for key, content in value.items():
        if key == "event":
            continue
        if key in _EMPTY:
            check = some(cards, _EMPTY[key])
        else:  # `from` means another thing in each of its events
            check = _KINDS[key] if key in _KINDS else _FROM[name]
        check(content, f"{where}.{key}")
    return value


#: Every event with the fields that it must and may have.
EVENTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "pass": (("player", "cards"), ()),
    "reveal": (("cards",), ()),
    "exchange": (("player", "cards"), ()),
    "play": (("player", "card"), ("boost",)),
    "answer": (("player", "boost"), ()),
    "trick": (("winner",), ("captured",)),
    "take": (("player", "card"), ("from",)),
    "score": (("player", "cards"), ()),
    "wait": (("cards",), ()),
    "smash": (("player", "card"), ()),
    "trident": (("player", "from"), ()),
    "fire": (("player", "card"), ()),
    "lead": (("player",), ()),
    "phase": (("phase", "leader"), ()),
    "discard": (("player", "cards"), ()),
    "drop": (("player", "cards", "why"), ()),
    "draw": (("player", "cards"), ()),
    "arrest": (("player", "cards"), ()),
}

#: Checks of the fields that are alike in every event.
_KINDS: dict[str, Check] = {
    "player": seat,
    "winner": seat,
    "leader": seat,
    "card": card,
    "captured": TRUE_OR_NOTHING,
    "phase": one_of(2),
    "why": one_of("pyramid", "ruins", "fortress", "pterosaurs"),
}

#: What is done with a list that would be empty.
_EMPTY = {"cards": "what is empty makes no event", "boost": "left out when empty"}

_FROM: dict[str, Check] = {
    "take": one_of("pile", or_nothing=True),
    "trident": one_of("supply", 0, 1),
}
