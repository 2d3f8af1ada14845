"""Game records: one game as one JSON object, enough to play it again by hand.

Here a record is made; :mod:`claimsim.record_reading` reads one, and :mod:`claimsim.replay`
checks it against the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from claimsim.reference.piles import names
from claimsim.rules.catalogue import FACTIONS
from claimsim.rules.deck import is_legal
from claimsim.rules.locations import NONE
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.spec import faction_spec

#: The value of the key ``format``; it changes only with the form of records.
FORMAT = "claimsim-game/1"

#: The faction whose side deck has a key of its own in a record's start.
FIRE = "phoenix"


def make_record(
    *,
    scenario_name: str,
    deal: int,
    seed: int,
    engine: str,
    strategies: Sequence[str],
    rules: Ruleset,
    order: Sequence[int],
    events: Sequence[dict[str, Any]],
    result: dict[str, Any],
) -> dict[str, Any]:
    """Return the record of a finished game, its keys in the order in which records have them.

    Parameters
    ----------
    scenario_name, deal, seed
        Where the game comes from.
    engine
        Which engine played it.
    strategies
        The labels of the strategies at seats 0 and 1.
    rules
        Deck, locations, rulings and numbers.
    order
        The deal: card numbers of seat 0's hand, seat 1's hand, the pile from its top, the cards
        set aside, and each side deck from its top.
    events, result
        As the engine wrote them.

    Returns
    -------
    dict
        What ``json.dumps`` writes as one line.
    """
    deck = rules.deck
    changed = [faction for faction in deck.factions if FACTIONS.get(faction.name) != faction]
    switches = rules.changed_switches()
    return {
        "format": FORMAT,
        "scenario": scenario_name,
        "deal": int(deal),
        "seed": int(seed),
        "engine": engine,
        "strategies": list(strategies),
        "deck": {faction.name: sorted(faction.printed) for faction in deck.factions},
        **({"factions": {one.name: faction_spec(one) for one in changed}} if changed else {}),
        "setting": None if rules.setting == NONE else rules.setting,
        "building": None if rules.building == NONE else rules.building,
        **({} if is_legal(deck) else {"what_if": True}),
        "switches": {n: list(v) if isinstance(v, tuple) else v for n, v in switches.items()},
        "parameters": rules.changed_parameters(),
        "start": _start(rules, order),
        "events": list(events),
        "result": result,
    }


def _start(rules: Ruleset, order: Sequence[int]) -> dict[str, Any]:
    deck, h = rules.deck, rules.deck.hand_size
    cards = [rules.cards[number] for number in order]
    side_decks: dict[str, list[str]] = {}
    top = deck.size
    for name, printed in deck.side_decks.items():
        side_decks[name] = [card.name for card in cards[top : top + len(printed)]]
        top += len(printed)
    fire = side_decks.pop(FIRE, [])
    return {
        "hands": [names(rules, cards[:h]), names(rules, cards[h : 2 * h])],
        "pile": [card.name for card in cards[2 * h : 4 * h]],
        "aside": names(rules, cards[4 * h : deck.size]),
        "fire_phoenix": fire,
        **({"side_decks": side_decks} if side_decks else {}),
    }
