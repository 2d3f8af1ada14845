"""From the kernel's event buffer to the events and result of a game record."""

from __future__ import annotations

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


_GIVING = {
    codes.PASSED: "pass",
    codes.EXCHANGED: "exchange",
    codes.SCORE: "score",
    codes.DISCARDED: "discard",
    codes.DRAWN: "draw",
    codes.ARREST: "arrest",
}
_SINGLE = {codes.SMASHED: "smash", codes.FIRE: "fire"}


def _event(
    rules: Ruleset, code: int, player: int, card: int, cards: int, extra: int
) -> Event:
    if code in _GIVING:
        return {"event": _GIVING[code], "player": player, "cards": names(rules, cards)}
    if code in _SINGLE:
        return {"event": _SINGLE[code], "player": player, "card": str(rules.by_bit[card])}
    if code == codes.PLAY:
        play = {"event": "play", "player": player, "card": str(rules.by_bit[card])}
        return play | ({"boost": names(rules, cards)} if cards else {})
    if code == codes.TAKE:
        take = {"event": "take", "player": player, "card": str(rules.by_bit[card])}
        return take | ({"from": "pile"} if extra else {})
    if code == codes.REVEAL:
        return {"event": "reveal", "cards": names(rules, cards)}
    if code == codes.TRICK:
        return {"event": "trick", "winner": player} | ({"captured": True} if extra else {})
    if code == codes.PHASE:
        return {"event": "phase", "phase": card, "leader": player}
    if code == codes.ANSWERED:
        return {"event": "answer", "player": player, "boost": names(rules, cards)}
    if code == codes.WAIT:
        return {"event": "wait", "cards": names(rules, cards)}
    if code == codes.TRIDENT:
        source = "supply" if extra == codes.FROM_SUPPLY else extra
        return {"event": "trident", "player": player, "from": source}
    if code == codes.LEADS:
        return {"event": "lead", "player": player}
    if code == codes.DROP:
        dropped = {"event": "drop", "player": player, "cards": names(rules, cards)}
        return dropped | {"why": codes.WHY[extra]}
    raise RuleGapError(f"the kernel wrote an event of unknown code {code}")


def fired(rules: Ruleset, state: np.void) -> dict[str, int]:  # noqa: ARG001  # as its siblings
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
