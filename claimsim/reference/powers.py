"""What the powers do: one class a power, and the questions that the rules ask of them.

:mod:`claimsim.rules.powers` says which powers there are and with which numbers; here stands
what each of them changes. A rule asks a card's powers a question (a *hook*), and a power
answers where it has something to say. Nothing here, and nothing that asks, knows the name of
a faction.
"""

from __future__ import annotations

from typing import Any

from claimsim.rules import powers as told
from claimsim.rules.deck import Card
from claimsim.rules.ruleset import Ruleset

#: Who gets a played card, where a power has a say.
WINNER = "winner"
LOSER = "loser"


class Behaviour:
    """A power as the rules see it; its hooks answer "no" unless a power says otherwise.

    Parameters
    ----------
    numbers
        The power's arguments.
    """

    def __init__(self, numbers: Any) -> None:
        self.numbers = numbers

    def follows_any_lead(self) -> bool:
        """Say whether the card may always follow, and then ranks as of the led faction."""
        return False

    def beats(self, led: Card) -> bool:  # noqa: ARG002  # for the powers that look at it
        """Say whether the card, played second, wins against `led` whatever the numbers."""
        return False

    def scored_by(self, phase: int) -> str | None:  # noqa: ARG002  # likewise
        """Say who scores the card when it is played in `phase`, or None: as the phase has it."""
        return None


class LoserScores(Behaviour):
    """``loser_scores`` (rules, 5 and 12): the card goes to the trick loser's score pile."""

    numbers: told.LoserScores

    def scored_by(self, phase: int) -> str | None:
        """Say the loser, in the phases of the power."""
        return LOSER if phase in self.numbers.phases else None


class ScoredWhenPlayed(Behaviour):
    """``scored_when_played`` (rules, 5 and 12): it goes to the trick winner's score pile."""

    numbers: told.ScoredWhenPlayed

    def scored_by(self, phase: int) -> str | None:
        """Say the winner, in the phases of the power."""
        return WINNER if phase in self.numbers.phases else None


class Beats(Behaviour):
    """``beats`` (rules, 4.2 and 12): played second on a target faction, the card wins."""

    numbers: told.Beats

    def beats(self, led: Card) -> bool:
        """Say yes against a card of a target faction."""
        return led.faction in self.numbers.target


class Wild(Behaviour):
    """``wild`` (rules, 3, 4 and 12): may follow any lead, then ranks as of the led faction."""

    numbers: told.Wild

    def follows_any_lead(self) -> bool:
        """Say yes, always."""
        return True


#: Every power with its behaviour. Where several powers of one card answer, the first in this
#: order counts: ``loser_scores`` before ``scored_when_played`` (rules, 12).
BEHAVIOURS: dict[type[told.Power], type[Behaviour]] = {
    told.LoserScores: LoserScores,
    told.ScoredWhenPlayed: ScoredWhenPlayed,
    told.Beats: Beats,
    told.Wild: Wild,
}


class Powers:
    """The powers of every faction of a deck, ready to be asked.

    A card has the powers of its printed faction, also when it follows as a wild card
    (rules, 12).
    """

    def __init__(self, rules: Ruleset) -> None:
        self._of = {
            faction: [
                behaviour(numbers)
                for kind, behaviour in BEHAVIOURS.items()
                if (numbers := rules.power(faction, kind)) is not None
            ]
            for faction in rules.deck.names
        }
        self._wild = {
            faction: any(power.follows_any_lead() for power in powers)
            for faction, powers in self._of.items()
        }

    def follows_any_lead(self, card: Card) -> bool:
        """Say whether `card` may always follow (rules, 3)."""
        return self._wild[card.faction]

    def beats(self, card: Card, led: Card) -> bool:
        """Say whether `card`, played second, wins against `led` whatever the numbers (4.2)."""
        return any(power.beats(led) for power in self._of[card.faction])

    def scored_by(self, card: Card, phase: int) -> str | None:
        """Return WINNER, LOSER, or None where no power sends `card` anywhere (rules, 12)."""
        for power in self._of[card.faction]:
            receiver = power.scored_by(phase)
            if receiver is not None:
                return receiver
        return None
