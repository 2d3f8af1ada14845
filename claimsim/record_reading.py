"""Reading game records: files of them, and one record into what the rules can work on.

A record that is not in the form of records, or that needs what this version does not play,
is refused with an InputError. Whether the game obeys the rules is another question
(:mod:`claimsim.replay`); only the deck and the deal are judged here, because nothing can be
played without them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from claimsim import record_fields as form
from claimsim.errors import InputError, RuleViolation, SystemRefused
from claimsim.record import FORMAT
from claimsim.rules.catalogue import FACTIONS
from claimsim.rules.deck import Deck, is_legal, make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.switches import SWITCHES

_KEYS = (
    "format", "scenario", "deal", "seed", "engine", "strategies", "deck", "setting", "building",
    "switches", "parameters", "start", "events", "result",
)  # fmt: skip
_START = ("hands", "pile", "aside", "fire_phoenix")
_RESULT = ("score_piles", "votes", "extra_votes", "vote_totals", "winner", "decided_by")
_DECIDED_BY = ("votes", "cards_in_factions", "draw", "monastery", "bridge", "castle")


@dataclass(frozen=True)
class GameRecord:
    """A record whose form is right and whose deal fits its deck.

    Parameters
    ----------
    scenario, deal, seed, engine, strategies
        Where the game comes from, and who played.
    rules
        Deck and rulings.
    order
        The deal: card numbers of seat 0's hand, seat 1's hand, the pile, and the cards aside.
    events, result
        What the record says has happened.
    """

    scenario: str
    deal: int
    seed: int
    engine: str
    strategies: tuple[str, str]
    rules: Ruleset
    order: list[int]
    events: list[dict[str, Any]]
    result: dict[str, Any]


def read_records(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield every line of a file of records, with its number from 1.

    Lines of nothing but white space are passed over.

    Raises
    ------
    InputError
        A file that cannot be found or holds no record, or a line that is not JSON.
    SystemRefused
        A file that the system does not let us read.
    """
    found = False
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    found = True
                    yield number, _decode(line, f"{path}:{number}")
    except (FileNotFoundError, IsADirectoryError):
        raise InputError(f"{path}: no such file; a file of game records would be right") from None
    except OSError as error:
        raise SystemRefused(f"{path}: cannot be read: {error.strerror}") from None
    if not found:
        raise InputError(f"{path}: the file is empty; one game record a line would be right")


def _decode(line: bytes, where: str) -> Any:
    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        twice = [key for key, times in Counter(key for key, _ in found).items() if times > 1]
        if twice:
            raise InputError(f"{where}: the key {twice[0]!r} stands twice in one object")
        return dict(found)

    def constant(name: str) -> NoReturn:
        raise InputError(f"{where}: {name} is no JSON")

    try:
        return json.loads(line.decode(), object_pairs_hook=pairs, parse_constant=constant)
    except UnicodeDecodeError:
        raise InputError(f"{where}: not UTF-8; one game record as JSON would be right") from None
    except json.JSONDecodeError as error:
        raise InputError(f"{where}: no JSON: {error.msg} at column {error.colno}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: no usable JSON: {error}") from None


def read_record(value: Any) -> GameRecord:
    """Return a record ready to be replayed.

    Raises
    ------
    InputError
        A record that is not in the form of records, or that this version cannot play.
    RuleViolation
        A deck that is not a legal one, or a deal that does not fit it (rules, 1).
    """
    # The format first: what another format means by its keys is not for us to say.
    if isinstance(value, dict) and "format" in value:
        form.one_of(FORMAT)(value["format"], "format")
    if isinstance(value, dict) and "factions" in value:
        raise InputError(f"factions: this version plays only {', '.join(FACTIONS)} as published")
    record = form.fields(value, "record", _KEYS, ("what_if",))
    for key in ("setting", "building"):
        if record[key] is not None:
            raise form.wrong(key, record[key], f"null: this version plays only without a {key}")
    if form.fields(record["parameters"], "parameters", (), record["parameters"]):
        raise form.wrong(
            "parameters", record["parameters"], "{}: this version plays only with the default ones"
        )
    rules = Ruleset(_deck(record), _switches(record["switches"]))
    places = {str(card): card.number for card in reversed(rules.deck.cards)}
    cards = form.sorted_cards(places)
    events = form.items(
        record["events"], "events", lambda event, where: form.event(event, where, cards)
    )
    _check_result(record["result"], rules, cards)
    strategies = form.items(record["strategies"], "strategies", form.text, 2)
    return GameRecord(
        scenario=form.text(record["scenario"], "scenario"),
        deal=form.count(record["deal"], "deal"),
        seed=form.count(record["seed"], "seed"),
        engine=form.text(record["engine"], "engine"),
        strategies=(strategies[0], strategies[1]),
        rules=rules,
        order=_order(record["start"], rules, cards),
        events=events,
        result=record["result"],
    )


def _deck(record: dict[str, Any]) -> Deck:
    """Return the deck, of published factions with all their cards."""
    listed = record["deck"]
    if not isinstance(listed, dict):
        raise form.wrong("deck", listed, "an object with the printed numbers of each faction")
    for name, printed in listed.items():
        if name not in FACTIONS:
            raise form.wrong("deck", name, f"one of {', '.join(FACTIONS)}: this version plays only")
        published = sorted(FACTIONS[name].printed)
        if form.items(printed, f"deck.{name}", form.count) != published:
            raise form.wrong(
                f"deck.{name}", printed, f"{published}: this version plays only published cards"
            )
    try:
        deck = make_deck(list(listed), allow_what_if=True)
    except InputError as error:
        raise RuleViolation("deck", "1", str(error)) from None
    if "what_if" in record:
        form.one_of(True)(record["what_if"], "what_if")
        if is_legal(deck):
            raise RuleViolation("what_if", "1", "the deck is a legal one: leave what_if out")
    elif not is_legal(deck):
        raise RuleViolation("deck", "1", 'the deck is not a legal one: say "what_if": true')
    return deck


def _switches(value: Any) -> dict[str, str]:
    known = ", ".join(SWITCHES)
    for name, chosen in form.fields(value, "switches", (), value).items():
        where = f"switches.{name}"
        if name not in SWITCHES:
            raise InputError(f"{where}: this version plays only with the switches {known}")
        form.one_of(*SWITCHES[name].values)(chosen, where)
        if chosen == SWITCHES[name].default:
            raise InputError(f"{where}: {chosen!r} is the default: leave it out")
    return dict(value)


def _check_result(value: Any, rules: Ruleset, cards: form.Check) -> None:
    result = form.fields(value, "result", _RESULT)
    form.items(result["score_piles"], "result.score_piles", cards, 2)
    votes = form.fields(result["votes"], "result.votes", rules.deck.names)
    for name, holder in votes.items():
        form.seat_or_null(holder, f"result.votes.{name}")
    for key in ("extra_votes", "vote_totals"):
        form.items(result[key], f"result.{key}", form.count, 2)
    form.seat_or_null(result["winner"], "result.winner")
    form.one_of(*_DECIDED_BY)(result["decided_by"], "result.decided_by")


def _order(value: Any, rules: Ruleset, cards: form.Check) -> list[int]:
    """Return the deal, if the start holds every card of the deck once (rules, 1 and 2)."""
    start = form.fields(value, "start", _START)
    hands = form.items(start["hands"], "start.hands", cards, 2)
    pile = form.items(start["pile"], "start.pile", form.card)
    aside = cards(start["aside"], "start.aside")
    if form.items(start["fire_phoenix"], "start.fire_phoenix", form.card):
        raise RuleViolation("start.fire_phoenix", "1", "no faction of the deck has a side deck")
    h = rules.deck.hand_size
    parts = {
        "start.hands[0]": (hands[0], h),
        "start.hands[1]": (hands[1], h),
        "start.pile": (pile, 2 * h),
        "start.aside": (aside, rules.deck.aside),
    }
    dealt = [name for names, _ in parts.values() for name in names]
    held = Counter(str(card) for card in rules.deck.cards)
    for name in dict.fromkeys([*dealt, *held]):
        if dealt.count(name) != held[name]:
            raise RuleViolation(
                "start",
                "1",
                f"found {dealt.count(name)} of {name}, right would be {held[name]}",
            )
    for where, (names, right) in parts.items():
        if len(names) != right:
            raise RuleViolation(
                where, "1", f"{len(names)} cards; of {len(dealt)} cards {right} lie here"
            )
    numbers: dict[str, list[int]] = {}
    for card in reversed(rules.deck.cards):
        numbers.setdefault(str(card), []).append(card.number)
    return [numbers[name].pop() for name in dealt]
