"""Game records: one game as one JSON object, enough to play it again by hand.

Here a record is made; :mod:`claimsim.record_reading` reads one, and :mod:`claimsim.replay`
checks it against the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from claimsim.errors import InputError
from claimsim.reference.scoring import names
from claimsim.rules.catalogue import FACTIONS
from claimsim.rules.deck import is_legal
from claimsim.rules.ruleset import Ruleset

#: The value of the key ``format``; it changes only with the form of records.
FORMAT = "claimsim-game/1"


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
        Deck and rulings.
    order
        The deal: card numbers of seat 0's hand, seat 1's hand, the pile from its top, and the
        cards set aside.
    events, result
        As the engine wrote them.

    Returns
    -------
    dict
        What ``json.dumps`` writes as one line.

    Raises
    ------
    InputError
        A deck with a faction that is not the published one: a record would have to carry it.
    """
    for faction in rules.deck.factions:
        if FACTIONS.get(faction.name) != faction:
            raise InputError(
                f"faction {faction.name!r} is not the published one: "
                "records of invented or changed factions cannot be written yet"
            )
    h = rules.deck.hand_size
    cards = [rules.deck.cards[number] for number in order]
    return {
        "format": FORMAT,
        "scenario": scenario_name,
        "deal": int(deal),
        "seed": int(seed),
        "engine": engine,
        "strategies": list(strategies),
        "deck": {faction.name: sorted(faction.printed) for faction in rules.deck.factions},
        "setting": None,
        "building": None,
        **({} if is_legal(rules.deck) else {"what_if": True}),
        "switches": rules.changed_switches(),
        "parameters": {},
        "start": {
            "hands": [names(cards[:h]), names(cards[h : 2 * h])],
            "pile": [str(card) for card in cards[2 * h : 4 * h]],
            "aside": names(cards[4 * h :]),
            "fire_phoenix": [],
        },
        "events": list(events),
        "result": result,
    }
