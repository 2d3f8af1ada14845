"""Which powers the factions of a deck have (rules, 12), ready to be asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from claimsim.reference.behaviours import (
    Arms,
    ArrestedBy,
    BeatenFrom,
    Beats,
    Behaviour,
    Boosts,
    CapturesEqual,
    DrawsDiscard,
    Exchanges,
    Extinct,
    LeadsNext,
    LiesInFront,
    Limited,
    LoserScores,
    NoRepeatLead,
    PicksReward,
    Redraws,
    ScoredWhenPlayed,
    Smashes,
    Strengthens,
    UniqueCounts,
    Wild,
)
from claimsim.rules import powers as told
from claimsim.rules.ruleset import Ruleset


class Abilities:
    """The powers of one faction by their names; None for those that it does not have.

    Parameters
    ----------
    powers
        Its powers.
    """

    beats: Beats | None = None
    scored_when_played: ScoredWhenPlayed | None = None
    loser_scores: LoserScores | None = None
    wild: Wild | None = None
    redraws: Redraws | None = None
    strengthens: Strengthens | None = None
    captures_equal: CapturesEqual | None = None
    unique_counts: UniqueCounts | None = None
    no_repeat_lead: NoRepeatLead | None = None
    extinct: Extinct | None = None
    boosts: Boosts | None = None
    draws_discard: DrawsDiscard | None = None
    arrested_by: ArrestedBy | None = None
    exchanges: Exchanges | None = None
    beaten_from: BeatenFrom | None = None
    arms: Arms | None = None
    lies_in_front: LiesInFront | None = None
    smashes: Smashes | None = None
    leads_next: LeadsNext | None = None
    limited: Limited | None = None
    picks_reward: PicksReward | None = None

    def __init__(self, powers: Iterable[Behaviour]) -> None:
        for power in powers:
            setattr(self, told.POWER_NAMES[type(power.numbers)], power)


#: Every power with its behaviour.
BEHAVIOURS: dict[type[told.Power], type[Behaviour]] = {
    told.Beats: Beats,
    told.ScoredWhenPlayed: ScoredWhenPlayed,
    told.LoserScores: LoserScores,
    told.Wild: Wild,
    told.Redraws: Redraws,
    told.Strengthens: Strengthens,
    told.CapturesEqual: CapturesEqual,
    told.UniqueCounts: UniqueCounts,
    told.NoRepeatLead: NoRepeatLead,
    told.Extinct: Extinct,
    told.Boosts: Boosts,
    told.DrawsDiscard: DrawsDiscard,
    told.ArrestedBy: ArrestedBy,
    told.Exchanges: Exchanges,
    told.BeatenFrom: BeatenFrom,
    told.Arms: Arms,
    told.LiesInFront: LiesInFront,
    told.Smashes: Smashes,
    told.LeadsNext: LeadsNext,
    told.Limited: Limited,
    told.PicksReward: PicksReward,
}


class Powers:
    """The powers of every faction of a deck.

    A card has the powers of its printed faction, also when it follows as a wild card
    (rules, 12).

    Attributes
    ----------
    of : dict
        The abilities of each faction, by its name.
    held : frozenset of str
        The names of the powers that any faction has. The others have nothing to do.
    raising : list of Arms and Strengthens
        Those that raise cards (rules, 4).
    wild : frozenset of str
        The factions that may always follow (rules, 3).
    """

    def __init__(self, rules: Ruleset) -> None:
        self.of: dict[str, Abilities] = {}
        for faction in rules.deck.names:
            self.of[faction] = Abilities(
                [BEHAVIOURS[type(power)](faction, power) for power in rules.powers[faction]]
            )
        self.held = frozenset([name for abilities in self.of.values() for name in vars(abilities)])
        self.wild = frozenset([power.faction for power in self.all("wild")])
        self.raising: list[Arms | Strengthens] = [*self.all("arms"), *self.all("strengthens")]

    def all(self, name: str) -> Iterator[Any]:
        """Yield every faction's power of this name, in the order of the deck."""
        for abilities in self.of.values():
            power = getattr(abilities, name)
            if power is not None:
                yield power
