"""From the kernel's event buffer to the events and result of a game record."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from claimsim import cardsets
from claimsim.errors import RuleGapError
from claimsim.kernel.state import DECIDED_BY, NOBODY, PHASE, PLAY, REVEAL, SCORE, TAKE, TRICK
from claimsim.rules.ruleset import Ruleset

Event = dict[str, Any]


def names(rules: Ruleset, cards: int) -> list[str]:
    """Return the names of a set of cards, in record order."""
    return [str(rules.deck.cards[card]) for card in cardsets.members(cards)]


def events(rules: Ruleset, rows: npt.NDArray[np.void]) -> list[Event]:
    """Return the events of a game record from rows of the event buffer.

    Raises
    ------
    RuleGapError
        A code that no event has: the buffer was not written by this kernel.
    """
    return [_event(rules, row) for row in rows]


def _event(rules: Ruleset, row: np.void) -> Event:
    code, player, card = int(row["code"]), int(row["player"]), int(row["card"])
    if code == PLAY:
        return {"event": "play", "player": player, "card": str(rules.deck.cards[card])}
    if code == TAKE:
        return {"event": "take", "player": player, "card": str(rules.deck.cards[card])}
    if code == REVEAL:
        return {"event": "reveal", "cards": names(rules, row["cards"])}
    if code == TRICK:
        return {"event": "trick", "winner": player}
    if code == SCORE:
        return {"event": "score", "player": player, "cards": names(rules, row["cards"])}
    if code == PHASE:
        return {"event": "phase", "phase": card, "leader": player}
    raise RuleGapError(f"the kernel wrote an event of unknown code {code}")


def result(rules: Ruleset, state: np.void) -> Event:
    """Return the result of a game record from a finished State."""
    winner = int(state["winner"])
    holders = (int(v) for v in state["votes"][: len(rules.deck.factions)])
    votes = {
        name: None if holder == NOBODY else holder
        for name, holder in zip(rules.deck.names, holders, strict=True)
    }
    return {
        "score_piles": [names(rules, pile) for pile in state["score"]],
        "votes": votes,
        "extra_votes": [0, 0],
        "vote_totals": [int(total) for total in state["vote_totals"]],
        "winner": None if winner == NOBODY else winner,
        "decided_by": DECIDED_BY[int(state["decided_by"])],
    }
