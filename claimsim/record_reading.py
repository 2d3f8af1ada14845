"""Reading a game record into what the rules can work on.

A record that is not in the form of records is refused with an InputError. Whether the game
obeys the rules is another question (:mod:`claimsim.replay`); only the deck and the deal are
judged here, because nothing can be played without them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from claimsim import record_fields as form
from claimsim.errors import InputError, RuleViolation
from claimsim.record import FIRE, FORMAT
from claimsim.rules.catalogue import FACTIONS, Faction
from claimsim.rules.deck import Deck, check_deck, is_legal
from claimsim.rules.locations import BUILDINGS, NONE, SETTINGS
from claimsim.rules.parameters import PARAMETERS
from claimsim.rules.ruleset import Card, Ruleset
from claimsim.rules.spec import dotted, faction_problems, parse_faction, plain
from claimsim.rules.switches import SWITCHES, SwitchValue
from claimsim.wording import nearest

_KEYS = (
    "format", "scenario", "deal", "seed", "engine", "strategies", "deck", "setting", "building",
    "switches", "parameters", "start", "events", "result",
)  # fmt: skip
_START = ("hands", "pile", "aside")
_START_SIDES = ("fire_phoenix", "side_decks")
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
        Deck, locations, rulings and numbers.
    order
        The deal: card numbers of seat 0's hand, seat 1's hand, the pile, the cards aside, and
        each side deck.
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


def read_record(value: Any) -> GameRecord:
    """Return a record ready to be replayed.

    Raises
    ------
    InputError
        A record that is not in the form of records.
    RuleViolation
        A deck that is not a legal one, or a deal that does not fit it (rules, 1).
    """
    # The format first: what another format means by its keys is not for us to say.
    if isinstance(value, dict) and "format" in value:
        form.one_of(FORMAT)(value["format"], "format")
    form.check_texts(value)
    record = form.fields(value, "record", _KEYS, ("what_if", "factions"))
    deck = _deck(record)
    rules = Ruleset(
        deck,
        _switches(record["switches"]),
        _parameters(record["parameters"]),
        _location(record["setting"], "setting", SETTINGS),
        _location(record["building"], "building", BUILDINGS),
    )
    places = {name: place for place, name in enumerate(deck.names)}
    ordered = sorted(rules.cards, key=lambda card: (places[card.faction], card.printed))
    cards = form.sorted_cards({card.name: place for place, card in enumerate(ordered)})
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
    """Return the deck, of published, changed and invented factions (rules, 1 and 12)."""
    listed = record["deck"]
    if not isinstance(listed, dict):
        raise form.wrong("deck", listed, "an object with the printed numbers of each faction")
    specs = form.fields(record.get("factions", {}), "factions", (), record.get("factions", {}))
    for name in specs:
        if name not in listed:
            raise InputError(f"factions: {name!r} is not in the deck{nearest(name, listed)}")
    factions = [_faction(name, printed, specs) for name, printed in listed.items()]
    try:
        deck = check_deck(factions, allow_what_if=True)
    except InputError as error:
        raise RuleViolation("deck", "1", str(error)) from None
    if "what_if" in record:
        form.TRUE_OR_NOTHING(record["what_if"], "what_if")
        if is_legal(deck):
            raise RuleViolation("what_if", "1", "the deck is a legal one: leave what_if out")
    elif not is_legal(deck):
        raise RuleViolation("deck", "1", 'the deck is not a legal one: say "what_if": true')
    return deck


def _faction(name: str, printed: Any, specs: dict[str, Any]) -> Faction:
    """Return one faction of the deck; its powers stand in `specs`, or are the published ones."""
    numbers = form.items(printed, f"deck.{name}", form.count)
    if numbers != sorted(numbers):
        raise form.wrong(f"deck.{name}", printed, f"ascending: {sorted(numbers)}")
    if name not in specs and name not in FACTIONS:
        known = ", ".join(FACTIONS)
        near = nearest(name, FACTIONS)
        raise form.wrong("deck", name, f'one of {known}, or described under "factions"{near}')
    spec = specs.get(name, {})
    given = {"printed": numbers, **spec} if isinstance(spec, dict) else spec
    for place, what in faction_problems(name, given):
        # Numbers that nobody prints break a rule, however well they are written.
        where = f"factions.{dotted((name, *place))}"
        if place == ("printed",) and "printed" not in spec:
            raise RuleViolation(f"deck.{name}", "1", what)
        raise InputError(f"{where}: {what}")
    faction = parse_faction(name, given)
    if list(faction.printed) != numbers:
        raise form.wrong(
            f"deck.{name}", numbers, f"{list(faction.printed)}, as factions.{name}.printed says"
        )
    return faction


def _location(value: Any, where: str, known: Collection[str]) -> str:
    if value is not None and (not isinstance(value, str) or value not in known):
        raise form.wrong(where, value, f"null or one of {', '.join(known)}{nearest(value, known)}")
    return NONE if value is None else value


def _switches(value: Any) -> dict[str, SwitchValue]:
    switches: dict[str, SwitchValue] = {}
    for name, chosen in form.fields(value, "switches", (), value).items():
        where = f"switches.{name}"
        if name not in SWITCHES:
            raise InputError(_unknown(where, "switch", name, SWITCHES))
        values = SWITCHES[name].values
        written = [list(one) if isinstance(one, tuple) else one for one in values]
        form.one_of(*written)(chosen, where)
        if chosen == written[0]:
            raise _default(where, chosen)
        switches[name] = values[written.index(chosen)]
    return switches


def _parameters(value: Any) -> dict[str, float]:
    for name, number in form.fields(value, "parameters", (), value).items():
        where = f"parameters.{name}"
        if name not in PARAMETERS:
            raise InputError(_unknown(where, "parameter", name, PARAMETERS))
        right = PARAMETERS[name].problem(number)
        if right:
            raise form.wrong(where, number, right)
        if number == PARAMETERS[name].default:
            raise _default(where, number)
    return {name: plain(number) for name, number in value.items()}


def _default(where: str, value: Any) -> InputError:
    return InputError(
        f"{where}: {form.shown(value)} is the default; only those that differ from it are "
        "written: leave it out"
    )


def _unknown(where: str, what: str, name: str, known: Collection[str]) -> str:
    return f"{where}: unknown {what}; known: {', '.join(known)}{nearest(name, known)}"


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
    """Return the deal, if the start holds every card once, where it belongs (rules, 1 and 2)."""
    deck, h = rules.deck, rules.deck.hand_size
    start = form.fields(value, "start", _START, _START_SIDES)
    hands = form.items(start["hands"], "start.hands", cards, 2)
    parts = {
        "start.hands[0]": (hands[0], h),
        "start.hands[1]": (hands[1], h),
        "start.pile": (form.items(start["pile"], "start.pile", form.card), 2 * h),
        "start.aside": (cards(start["aside"], "start.aside"), deck.aside),
    }
    dealt = [name for names, _ in parts.values() for name in names]
    _count("start", dealt, [card for card in rules.cards if not card.side], deck.names)
    for where, (names, right) in parts.items():
        if len(names) != right:
            raise RuleViolation(
                where, "1", f"{len(names)} cards; of {len(dealt)} cards {right} lie here"
            )
    order = _numbers(dealt, [card for card in rules.cards if not card.side])
    for faction, (where, names) in _side_decks(start, rules).items():
        side = [card for card in rules.cards if card.side and card.faction == faction]
        _count(where, names, side, deck.names)
        order += _numbers(names, side)
    return order


def _side_decks(start: dict[str, Any], rules: Ruleset) -> dict[str, tuple[str, list[str]]]:
    """Return for each faction with a side deck where it stands, and the cards from its top."""
    has = rules.deck.side_decks
    if FIRE in has and "fire_phoenix" not in start:
        raise InputError("start: the key 'fire_phoenix' is missing")
    fire = form.items(start.get("fire_phoenix", []), "start.fire_phoenix", form.card)
    found: dict[str, tuple[str, list[str]]] = {}
    others = start.get("side_decks", {})
    for name, side in form.fields(others, "start.side_decks", (), others).items():
        where = f"start.side_decks.{name}"
        found[name] = where, form.items(side, where, form.card)
        if name == FIRE:
            raise InputError(f"{where}: this side deck belongs under start.fire_phoenix")
    if FIRE in has:
        found[FIRE] = "start.fire_phoenix", fire
    elif fire:
        raise RuleViolation("start.fire_phoenix", "1", f"{FIRE} has no side deck in this game")
    for name, (where, _) in found.items():
        if name not in has:
            raise RuleViolation(where, "1", f"{name} has no side deck in this game")
    for name in has:
        if name not in found:
            raise RuleViolation("start.side_decks", "1", f"the side deck of {name} is missing")
    return {name: found[name] for name in has}


def _count(where: str, names: list[str], cards: Sequence[Card], factions: Sequence[str]) -> None:
    """Check that a part of the start holds just these cards (rules, 1)."""
    for name in names:
        what = form.foreign(name, factions)
        if what:
            raise RuleViolation(where, "1", what)
    there, right = Counter(names), Counter(card.name for card in cards)
    for name in dict.fromkeys([*names, *right]):
        if there[name] != right[name]:
            raise RuleViolation(
                where, "1", f"found {there[name]} of {name}, right would be {right[name]}"
            )


def _numbers(names: list[str], cards: Sequence[Card]) -> list[int]:
    """Return the number of each card, of identical ones the lowest first."""
    numbers: dict[str, list[int]] = {}
    for card in reversed(cards):
        numbers.setdefault(card.name, []).append(card.number)
    return [numbers[name].pop() for name in names]
