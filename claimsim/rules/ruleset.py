"""Everything that fixes how a game is played."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from claimsim import cardsets
from claimsim.rules.deck import Deck
from claimsim.rules.locations import NONE
from claimsim.rules.parameters import PARAMETERS
from claimsim.rules.powers import ARGUMENTS, POWER_NAMES, Power
from claimsim.rules.switches import SWITCHES, SwitchValue

if TYPE_CHECKING:
    import numpy as np

_P = TypeVar("_P", bound=Power)

#: What is added to a card's rank where Farmlands puts it above every other.
ABOVE_ALL = 1 << 24

#: The value of a printed 0 in Underworld.
UNDERWORLD_ZERO = 10


class Card(NamedTuple):
    """One card under certain rules.

    ``number`` is its place in record order, side decks after the deck; ``bit`` its place in
    card sets, by faction and within it in the order of comparisons. Only the former takes part
    in a deal, only the latter in play.
    """

    bit: int
    faction: str
    printed: int
    number: int
    name: str  # "goblins:3": as records write it, and the same for identical cards
    alone: int  # the card set that holds this card alone
    value: int  # the printed number after permanent changes (Underworld)
    rank: int  # what comparisons go by: the value, or more for a 2 in Farmlands
    side: bool  # whether it begins in a side deck

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Ruleset:
    """A deck with its rulings and locations: what a cell plays.

    Parameters
    ----------
    deck
        The cards.
    switches
        The rulings that differ from the default; the rest is filled in.
    parameters
        The numbers that differ from the default.
    setting, building
        The locations, or ``"none"``.
    """

    deck: Deck
    switches: Mapping[str, SwitchValue] = field(default_factory=dict)
    parameters: Mapping[str, float] = field(default_factory=dict)
    setting: str = NONE
    building: str = NONE

    def switch(self, name: str) -> SwitchValue:
        """Return the value of a switch, its default where nothing was said."""
        return self.switches.get(name, SWITCHES[name].default)

    def number(self, name: str) -> int:
        """Return the value of a parameter that is an integer."""
        return int(self.parameters.get(name, PARAMETERS[name].default))

    def ratio(self, name: str) -> float:
        """Return the value of a parameter that need not be an integer."""
        return float(self.parameters.get(name, PARAMETERS[name].default))

    def power(self, faction: str, kind: type[_P]) -> _P | None:
        """Return the faction's power of this kind with every argument, if it has it."""
        for power in self.powers[faction]:
            if isinstance(power, kind):
                return power
        return None

    def has(self, card: Card, kind: type[Power]) -> bool:
        """Say whether the card's faction has a power (rules, 12)."""
        return any(isinstance(power, kind) for power in self.powers[card.faction])

    @cached_property
    def powers(self) -> dict[str, tuple[Power, ...]]:
        """The powers of each faction; what was left open is filled in (rules, 11)."""
        return {
            faction.name: tuple(self._filled(power) for power in faction.powers)
            for faction in self.deck.factions
        }

    def _filled(self, power: Power) -> Power:
        name = POWER_NAMES[type(power)]
        open_ones = [f.name for f in dataclasses.fields(power) if getattr(power, f.name) is None]
        sources = {argument: ARGUMENTS[name, argument] for argument in open_ones}
        values: dict[str, Any] = {
            argument: self.number(source) if source in PARAMETERS else self.switch(source)
            for argument, source in sources.items()
        }
        return dataclasses.replace(power, **values)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card in record order, then the side decks in theirs; ``cards[i].number == i``."""
        prints = [(name, printed, False) for name, printed in self.deck.prints]
        prints += [(n, p, True) for n, printed in self.deck.side_decks.items() for p in printed]
        places = {name: place for place, name in enumerate(self.deck.names)}
        order = sorted(
            range(len(prints)),
            key=lambda i: (places[prints[i][0]], self._rank(prints[i][1]), prints[i][1], i),
        )
        bits = {number: bit for bit, number in enumerate(order)}
        return tuple(
            Card(
                bit=bits[number],
                faction=faction,
                printed=printed,
                number=number,
                name=f"{faction}:{printed}",
                alone=cardsets.single(bits[number]),
                value=self._value(printed),
                rank=self._rank(printed),
                side=side,
            )
            for number, (faction, printed, side) in enumerate(prints)
        )

    @cached_property
    def by_bit(self) -> tuple[Card, ...]:
        """Every card by its place in card sets: ``by_bit[i].bit == i``."""
        return tuple(sorted(self.cards))

    def _value(self, printed: int) -> int:
        """Rules, 4: in Underworld a printed 0 has the value 10 everywhere."""
        changed = self.setting == "underworld" and printed == 0
        return UNDERWORLD_ZERO if changed else printed

    def _rank(self, printed: int) -> int:
        """Rules, 4: in Farmlands a printed 2 ranks above every other card in comparisons."""
        above = ABOVE_ALL if self.setting == "farmlands" and printed == 2 else 0
        return self._value(printed) + above

    @cached_property
    def table(self) -> np.void:
        """The flat table (:data:`claimsim.rules.table.TABLE`) of this ruleset."""
        from claimsim.rules.table import make_table

        return make_table(self)

    def changed_switches(self) -> dict[str, SwitchValue]:
        """Return the switches that differ from their defaults, in the catalogue's order."""
        values = {name: self.switch(name) for name in SWITCHES}
        return {name: v for name, v in values.items() if v != SWITCHES[name].default}

    def changed_parameters(self) -> dict[str, float]:
        """Return the parameters that differ from their defaults, in the catalogue's order."""
        values = {n: self.parameters.get(n, p.default) for n, p in PARAMETERS.items()}
        return {name: v for name, v in values.items() if v != PARAMETERS[name].default}

    @cached_property
    def digest(self) -> str:
        """16 hexadecimal digits that change with any card, power, location or ruling."""
        parts = [
            self.deck.text,
            repr(self.powers),
            repr(self.changed_switches()),
            repr(self.changed_parameters()),
            self.setting,
            self.building,
        ]
        return hashlib.blake2b("|".join(parts).encode(), digest_size=8).hexdigest()
