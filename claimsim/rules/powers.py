"""Powers: the building blocks that make a faction more than a suit (rules, section 12).

A faction is its cards plus a list of powers. Both engines ask which powers a card's faction
has, never what the faction is called, so a new faction needs no engine code.

An argument that is None takes the value of the parameter or switch that
:data:`ARGUMENTS` names beside it (rules, 11); :meth:`claimsim.rules.ruleset.Ruleset.power`
returns powers with every argument filled in.
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


@dataclass(frozen=True)
class Redraws:
    """``redraws``: lost in Phase 2, its player may draw from a side deck (rules, 5)."""

    draws: int | None = None
    draw: str | None = None
    printed: tuple[int, ...] = tuple(range(10))


@dataclass(frozen=True)
class Strengthens:
    """``strengthens``: those scored add to every other card of their owner (rules, 4)."""

    bonus: int | None = None


@dataclass(frozen=True)
class CapturesEqual:
    """``captures_equal``: following an equal card, it wins and captures (rules, 4.1 and 5)."""

    phases: tuple[int, ...] | None = None


@dataclass(frozen=True)
class UniqueCounts:
    """``unique_counts``: alone of its value in a score pile, it counts more (rules, 7.7)."""

    weight: int | None = None


@dataclass(frozen=True)
class NoRepeatLead:
    """``no_repeat_lead``: may not be led twice running (rules, 3)."""

    rule: str | None = None


@dataclass(frozen=True)
class Extinct:
    """``extinct``: its high values leave the score piles at the end (rules, 7.5)."""

    extinct_from: int | None = None


@dataclass(frozen=True)
class Boosts:
    """``boosts``: may be discarded from the score pile to raise a played card (rules, 4)."""

    bonus: int | None = None


@dataclass(frozen=True)
class DrawsDiscard:
    """``draws_discard``: who wins its vote draws from the Phase 1 discard (rules, 7.4)."""

    draws: int | None = None


@dataclass(frozen=True)
class ArrestedBy:
    """``arrested_by``: becomes a card of another faction that has its value (rules, 7.5)."""

    by: tuple[str, ...] = ("royal_navy",)


@dataclass(frozen=True)
class Exchanges:
    """``exchanges``: turned up as a prize, both players swap hand cards (rules, 2)."""

    cards: int | None = None


@dataclass(frozen=True)
class BeatenFrom:
    """``beaten_from``: led, it loses to any high enough card (rules, 4.3)."""

    threshold: int | None = None
    on: str | None = None


@dataclass(frozen=True)
class Arms:
    """``arms``: losing it earns a trident, and tridents raise it (rules, 4 and 5)."""

    bonus: int | None = None
    supply: int | None = None


@dataclass(frozen=True)
class LiesInFront:
    """``lies_in_front``: won in Phase 2, it lies in front of its owner to the end (rules, 5)."""


@dataclass(frozen=True)
class Smashes:
    """``smashes``: won, it removes an equal target in front of the opponent (rules, 5)."""

    target: tuple[str, ...] = ("gnomes",)
    smash: str | None = None


@dataclass(frozen=True)
class LeadsNext:
    """``leads_next``: the player of the last one played leads the next trick (rules, 6)."""


@dataclass(frozen=True)
class Limited:
    """``limited``: a Phase 2 winner takes only so many, the rest waits (rules, 5)."""

    limit: int | None = None


@dataclass(frozen=True)
class PicksReward:
    """``picks_reward``: winning with it, one looks at the pile and chooses (rules, 5)."""

    looks: int | None = None
    trigger: str | None = None


Power = (
    Beats
    | ScoredWhenPlayed
    | LoserScores
    | Wild
    | Redraws
    | Strengthens
    | CapturesEqual
    | UniqueCounts
    | NoRepeatLead
    | Extinct
    | Boosts
    | DrawsDiscard
    | ArrestedBy
    | Exchanges
    | BeatenFrom
    | Arms
    | LiesInFront
    | Smashes
    | LeadsNext
    | Limited
    | PicksReward
)

#: Every power by its name in scenario files and lists, in the order of rules, 12.
POWERS: dict[str, type[Power]] = {
    "beats": Beats,
    "scored_when_played": ScoredWhenPlayed,
    "loser_scores": LoserScores,
    "wild": Wild,
    "redraws": Redraws,
    "strengthens": Strengthens,
    "captures_equal": CapturesEqual,
    "unique_counts": UniqueCounts,
    "no_repeat_lead": NoRepeatLead,
    "extinct": Extinct,
    "boosts": Boosts,
    "draws_discard": DrawsDiscard,
    "arrested_by": ArrestedBy,
    "exchanges": Exchanges,
    "beaten_from": BeatenFrom,
    "arms": Arms,
    "lies_in_front": LiesInFront,
    "smashes": Smashes,
    "leads_next": LeadsNext,
    "limited": Limited,
    "picks_reward": PicksReward,
}

#: The name of each power.
POWER_NAMES: dict[type, str] = {kind: name for name, kind in POWERS.items()}

#: Where an argument that is left out gets its value: a parameter or a switch (rules, 11).
ARGUMENTS: dict[tuple[str, str], str] = {
    ("redraws", "draws"): "phoenix.draws",
    ("redraws", "draw"): "phoenix_draw",
    ("strengthens", "bonus"): "unicorns.bonus",
    ("captures_equal", "phases"): "basilisk_phases",
    ("unique_counts", "weight"): "angels.weight",
    ("no_repeat_lead", "rule"): "eagle_rule",
    ("extinct", "extinct_from"): "pterosaurs.extinct_from",
    ("boosts", "bonus"): "lightning_elementals.bonus",
    ("draws_discard", "draws"): "vulturekin.draws",
    ("exchanges", "cards"): "sea_monsters.cards",
    ("beaten_from", "threshold"): "octipi.threshold",
    ("beaten_from", "on"): "octipi_threshold_on",
    ("arms", "bonus"): "fish_people.trident_bonus",
    ("arms", "supply"): "fish_people.tridents",
    ("smashes", "smash"): "giant_smash",
    ("limited", "limit"): "trolls.limit",
    ("picks_reward", "looks"): "seers.looks",
    ("picks_reward", "trigger"): "seer_trigger",
}

#: One line on each power, for ``claimsim list powers``.
POWER_SUMMARIES: dict[str, str] = {
    "beats": "Played second on a card of the target faction, it wins whatever the numbers.",
    "scored_when_played": "Played in one of its phases, it enters the trick winner's score pile.",
    "loser_scores": "Played in one of its phases, it enters the trick loser's score pile.",
    "wild": "May be played on any lead, and then counts as a card of the led faction.",
    "redraws": "Lost in Phase 2, it lets its player draw from the faction's side deck.",
    "strengthens": "Each one in a score pile adds to every other faction's card of its owner.",
    "captures_equal": "Following a card of equal effective value, it wins and captures that card.",
    "unique_counts": "The only card of its value in a score pile counts more than once.",
    "no_repeat_lead": "May not be led when the trick before was led with one.",
    "extinct": "High values leave the score piles before the votes.",
    "boosts": "May be discarded from one's score pile to raise a card that one plays.",
    "draws_discard": "The winner of its vote draws random cards from the Phase 1 discard.",
    "arrested_by": "Beside an equal card of the arresting faction, it counts as one of those.",
    "exchanges": "Turned up as a prize, it makes both players swap hand cards.",
    "beaten_from": "Led, it loses to another faction's threshold or more, wild cards aside.",
    "arms": "Losing a trick with it earns a trident; each trident held raises it.",
    "lies_in_front": "Won in Phase 2, it lies open before its owner until the end.",
    "smashes": "Won, it removes a target card of its value that lies before the opponent.",
    "leads_next": "Whoever played the last one in a trick leads the next trick.",
    "limited": "A trick's winner takes at most the limit of them; the others wait.",
    "picks_reward": "Winning a trick with it, one looks into the pile and picks the reward.",
}
