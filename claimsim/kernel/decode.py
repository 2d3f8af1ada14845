"""From the kernel's event buffer to the events and result of a game record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from claimsim import cardsets
from claimsim.errors import RuleGapError
from claimsim.kernel import state as codes
from claimsim.rules.firings import FIRINGS
from claimsim.rules.ruleset import Ruleset

Event = dict[str, Any]


def names(rules: Ruleset, cards: int) -> list[str]:
    """Return the names of a set of cards, by faction in the order of the deck, then number."""
    found = [rules.by_bit[card] for card in cardsets.members(cards)]
    place = rules.deck.names.index
    return [str(c) for c in sorted(found, key=lambda c: (place(c.faction), c.printed))]


def events(rules: Ruleset, rows: npt.NDArray[np.void]) -> list[Event]:
    """Return the events of a game record from rows of the event buffer.

    Raises
    ------
    RuleGapError
        A code that no event has: the buffer was not written by this kernel.
    """
    return [_event(rules, *row.tolist()) for row in rows]


def _giving(rules: Ruleset, player: int, _card: int, cards: int, _extra: int) -> Event:
    return {"player": player, "cards": names(rules, cards)}


def _single(rules: Ruleset, player: int, card: int, _cards: int, _extra: int) -> Event:
    return {"player": player, "card": str(rules.by_bit[card])}


def _play(rules: Ruleset, player: int, card: int, cards: int, extra: int) -> Event:
    boost = {"boost": names(rules, cards)} if cards else {}
    return {**_single(rules, player, card, cards, extra), **boost}


def _take(rules: Ruleset, player: int, card: int, cards: int, extra: int) -> Event:
    source = {"from": "pile"} if extra else {}
    return {**_single(rules, player, card, cards, extra), **source}


def _face_up(rules: Ruleset, _player: int, _card: int, cards: int, _extra: int) -> Event:
    return {"cards": names(rules, cards)}


def _trick(_rules: Ruleset, player: int, _card: int, _cards: int, extra: int) -> Event:
    return {"winner": player, **({"captured": True} if extra else {})}


def _phase(_rules: Ruleset, player: int, card: int, _cards: int, _extra: int) -> Event:
    return {"phase": card, "leader": player}


def _answer(rules: Ruleset, player: int, _card: int, cards: int, _extra: int) -> Event:
    return {"player": player, "boost": names(rules, cards)}


def _trident(_rules: Ruleset, player: int, _card: int, _cards: int, extra: int) -> Event:
    return {"player": player, "from": "supply" if extra == codes.FROM_SUPPLY else extra}


def _lead(_rules: Ruleset, player: int, _card: int, _cards: int, _extra: int) -> Event:
    return {"player": player}


def _drop(rules: Ruleset, player: int, card: int, cards: int, extra: int) -> Event:
    return {**_giving(rules, player, card, cards, extra), "why": codes.WHY[extra]}


#: By code: the name of the event, and what writes its fields from a row of the buffer.
_WRITERS: dict[int, tuple[str, Callable[[Ruleset, int, int, int, int], Event]]] = {
    codes.REVEAL: ("reveal", _face_up),
    codes.PLAY: ("play", _play),
    codes.TRICK: ("trick", _trick),
    codes.TAKE: ("take", _take),
    codes.SCORE: ("score", _giving),
    codes.PHASE: ("phase", _phase),
    codes.PASSED: ("pass", _giving),
    codes.EXCHANGED: ("exchange", _giving),
    codes.ANSWERED: ("answer", _answer),
    codes.WAIT: ("wait", _face_up),
    codes.SMASHED: ("smash", _single),
    codes.TRIDENT: ("trident", _trident),
    codes.FIRE: ("fire", _single),
    codes.LEADS: ("lead", _lead),
    codes.DISCARDED: ("discard", _giving),
    codes.DROP: ("drop", _drop),
    codes.DRAWN: ("draw", _giving),
    codes.ARREST: ("arrest", _giving),
}


def _event(rules: Ruleset, code: int, *fields: int) -> Event:
    if code not in _WRITERS:
        raise RuleGapError(f"the kernel wrote an event of unknown code {code}")
    name, write = _WRITERS[code]
    return {"event": name, **write(rules, *fields)}


def fired(state: np.void) -> dict[str, int]:
    """Return what fired in a game, and how often (:mod:`claimsim.rules.firings`)."""
    return {name: int(n) for name, n in zip(FIRINGS, state["fired"], strict=True) if n}


def result(rules: Ruleset, state: np.void) -> Event:
    """Return the result of a game record from a finished State."""
    winner = int(state["winner"])
    holders = (int(v) for v in state["votes"][: len(rules.deck.factions)])
    votes = {
        name: None if holder == codes.NOBODY else holder
        for name, holder in zip(rules.deck.names, holders, strict=True)
    }
    return {
        "score_piles": [names(rules, pile) for pile in state["score"]],
        "votes": votes,
        "extra_votes": [int(votes) for votes in state["extra_votes"]],
        "vote_totals": [int(total) for total in state["vote_totals"]],
        "winner": None if winner == codes.NOBODY else winner,
        "decided_by": codes.DECIDED_BY[int(state["decided_by"])],
    }
