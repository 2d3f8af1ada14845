"""Everything that fixes how a game is played, and the flat table of it that the kernel reads."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

import numpy as np

from claimsim import cardsets
from claimsim.rules.deck import MAX_CARDS, MAX_FACTIONS, Card, Deck
from claimsim.rules.powers import Beats, LoserScores, Power, ScoredWhenPlayed, Wild
from claimsim.rules.switches import SWITCHES

_P = TypeVar("_P", bound=Power)

#: The table that the kernel and every View carry: one record, read only.
#: Card sets number the cards by faction and, within it, in the order of comparisons.
TABLE = np.dtype(
    [
        ("cards", np.int64),
        ("factions", np.int64),
        ("hand_size", np.int64),
        ("tiebreak_highest", np.int64),  # 1 under tiebreak_depth = "highest"
        ("three_votes", np.int64),  # 1 under victory = "three_votes"
        ("all_cards", np.uint64),
        ("faction_of", np.uint8, (MAX_CARDS,)),
        ("value_of", np.uint8, (MAX_CARDS,)),
        ("faction_cards", np.uint64, (MAX_FACTIONS,)),
        ("wild", np.uint64),  # every card with the power `wild`
        ("identical", np.uint64, (MAX_CARDS,)),  # the cards that look like this one, and itself
        ("beats", np.uint64, (MAX_FACTIONS,)),  # what a follower of faction f beats (4.2)
        ("scored_when_played", np.uint64, (2,)),  # by phase - 1
        ("loser_scores", np.uint64, (2,)),  # by phase - 1
    ],
    align=True,
)


@dataclass(frozen=True)
class Ruleset:
    """A deck with its rulings: what a cell plays.

    Parameters
    ----------
    deck
        The cards.
    switches
        The rulings that differ from the default; the rest is filled in.
    """

    deck: Deck
    switches: Mapping[str, str] = field(default_factory=dict)

    def switch(self, name: str) -> str:
        """Return the value of a switch, its default where nothing was said."""
        return self.switches.get(name, SWITCHES[name].default)

    def power(self, faction: str, kind: type[_P]) -> _P | None:
        """Return the faction's power of this kind, if it has it (rules, 12)."""
        for power in self._powers[faction]:
            if isinstance(power, kind):
                return power
        return None

    def has(self, card: Card, kind: type[Power]) -> bool:
        """Say whether the card's faction has a power (rules, 12)."""
        return any(isinstance(power, kind) for power in self._powers[card.faction])

    @cached_property
    def _powers(self) -> dict[str, tuple[Power, ...]]:
        return {faction.name: faction.powers for faction in self.deck.factions}

    @cached_property
    def table(self) -> np.void:
        """The flat table (:data:`TABLE`) of this ruleset."""
        return _compile(self)

    def changed_switches(self) -> dict[str, str]:
        """Return the switches that differ from their defaults, in the catalogue's order."""
        values = {name: self.switch(name) for name in SWITCHES}
        return {name: v for name, v in values.items() if v != SWITCHES[name].default}

    @cached_property
    def digest(self) -> str:
        """16 hexadecimal digits that change with any card, power or ruling."""
        parts = [self.deck.text, repr(self._powers), repr(self.changed_switches())]
        return hashlib.blake2b("|".join(parts).encode(), digest_size=8).hexdigest()


def _compile(rules: Ruleset) -> np.void:
    deck = rules.deck
    row: np.void = np.zeros(1, TABLE)[0]
    row["cards"] = len(deck.cards)
    row["factions"] = len(deck.factions)
    row["hand_size"] = deck.hand_size
    row["tiebreak_highest"] = rules.switch("tiebreak_depth") == "highest"
    row["three_votes"] = rules.switch("victory") == "three_votes"
    for card in deck.cards:
        row["faction_of"][card.number] = deck.names.index(card.faction)
        row["value_of"][card.number] = card.printed
        row["identical"][card.number] = cardsets.of(
            other.number for other in deck.cards if str(other) == str(card)
        )
    row["all_cards"] = _cards(deck, deck.names)
    row["wild"] = _cards(deck, [name for name in deck.names if rules.power(name, Wild)])
    for f, name in enumerate(deck.names):
        row["faction_cards"][f] = _cards(deck, [name])
        beats = rules.power(name, Beats)
        row["beats"][f] = _cards(deck, beats.target if beats else ())
    for phase in (1, 2):
        row["scored_when_played"][phase - 1] = _acting(rules, ScoredWhenPlayed, phase)
        row["loser_scores"][phase - 1] = _acting(rules, LoserScores, phase)
    return row


def _cards(deck: Deck, factions: Iterable[str]) -> np.uint64:
    """Return the cards of some factions; names that are not in the deck do nothing."""
    names = set(factions)
    return np.uint64(cardsets.of(card.number for card in deck.cards if card.faction in names))


def _acting(rules: Ruleset, kind: type[ScoredWhenPlayed | LoserScores], phase: int) -> np.uint64:
    """Return the cards whose power of this kind acts in a phase."""
    powers = {name: rules.power(name, kind) for name in rules.deck.names}
    return _cards(rules.deck, [n for n, power in powers.items() if power and phase in power.phases])
