"""Powers: the building blocks that make a faction more than a suit (rules, section 12).

A faction is its cards plus a list of powers. Both engines ask which powers a card's faction
has, never what the faction is called, so a new faction needs no engine code.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Beats:
    """``beats``: played second on a card of a target faction, wins (rules, 4.2)."""

    target: tuple[str, ...] = ("goblins",)


@dataclass(frozen=True)
class ScoredWhenPlayed:
    """``scored_when_played``: goes to the trick winner's score pile (rules, 5)."""

    phases: tuple[int, ...] = (1,)


@dataclass(frozen=True)
class LoserScores:
    """``loser_scores``: goes to the trick loser's score pile (rules, 5)."""

    phases: tuple[int, ...] = (2,)


@dataclass(frozen=True)
class Wild:
    """``wild``: may follow anything and then ranks as of the led faction (rules, 3 and 4)."""


Power = Beats | ScoredWhenPlayed | LoserScores | Wild

#: The name of each power in scenario files and lists.
POWER_NAMES: dict[type, str] = {
    Beats: "beats",
    ScoredWhenPlayed: "scored_when_played",
    LoserScores: "loser_scores",
    Wild: "wild",
}

#: One line on each power, for ``claimsim list powers``.
POWER_SUMMARIES: dict[str, str] = {
    "beats": "Played second on a card of the target faction, it wins whatever the numbers.",
    "scored_when_played": "Played in one of its phases, it enters the trick winner's score pile.",
    "loser_scores": "Played in one of its phases, it enters the trick loser's score pile.",
    "wild": "May be played on any lead, and then counts as a card of the led faction.",
}
