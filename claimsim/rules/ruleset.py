"""Everything that fixes how a game is played, and the flat table of it that the kernel reads."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
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
        """Return the faction's power of this kind, if it has it."""
        return self._powers[faction].get(kind)  # type: ignore[return-value]  # keyed by its type

    def has(self, card: Card, kind: type[Power]) -> bool:
        """Say whether the card's faction has a power (rules, 12)."""
        return kind in self._powers[card.faction]

    @cached_property
    def _powers(self) -> dict[str, dict[type[Power], Power]]:
        return {f.name: {type(power): power for power in f.powers} for f in self.deck.factions}

    @cached_property
    def table(self) -> np.void:
        """The flat table (:data:`TABLE`) of this ruleset."""
        return _compile(self)

    def changed_switches(self) -> dict[str, str]:
        """The switches that differ from their defaults, in the catalogue's order."""
        values = {name: self.switch(name) for name in SWITCHES}
        return {name: v for name, v in values.items() if v != SWITCHES[name].default}

    @cached_property
    def digest(self) -> str:
        """16 hexadecimal digits that change with any card, power or ruling."""
        parts = [self.deck.text, repr(self._powers), repr(self.changed_switches())]
        return hashlib.blake2b("|".join(parts).encode(), digest_size=8).hexdigest()


def _compile(rules: Ruleset) -> np.void:
    deck = rules.deck
    table = np.zeros(1, TABLE)
    row = table[0]
    row["cards"] = len(deck.cards)
    row["factions"] = len(deck.factions)
    row["hand_size"] = deck.hand_size
    row["tiebreak_highest"] = rules.switch("tiebreak_depth") == "highest"
    row["three_votes"] = rules.switch("victory") == "three_votes"
    for card in deck.cards:
        row["faction_of"][card.number] = deck.names.index(card.faction)
        row["value_of"][card.number] = card.printed

    def those(wanted: Callable[[Card], bool]) -> np.uint64:
        return np.uint64(cardsets.of(card.number for card in deck.cards if wanted(card)))

    row["all_cards"] = those(lambda card: True)
    row["wild"] = those(lambda card: rules.has(card, Wild))
    for f, name in enumerate(deck.names):
        row["faction_cards"][f] = those(lambda card, name=name: card.faction == name)
        beats = rules.power(name, Beats)
        targets = beats.target if beats else ()
        row["beats"][f] = those(lambda card, t=targets: card.faction in t)
    for kind, column in ((ScoredWhenPlayed, "scored_when_played"), (LoserScores, "loser_scores")):
        for phase in (1, 2):
            holders = [
                name
                for name in deck.names
                if (power := rules.power(name, kind)) and phase in power.phases
            ]
            row[column][phase - 1] = those(lambda card, h=holders: card.faction in h)
    return row
