"""Cards, decks and what makes a deck legal (rules, 1)."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from claimsim import cardsets
from claimsim.errors import InputError
from claimsim.rules.catalogue import FACTIONS, NAMED_DECKS, Faction

MAX_CARDS = 64
MIN_CARDS = 8
MAX_FACTIONS = 8
MIN_FACTIONS = 2


class Card(NamedTuple):
    """One card; ``number`` tells identical cards apart and is its place in record order."""

    faction: str
    printed: int
    number: int
    name: str  # "goblins:3": as records write it, and the same for identical cards
    alone: int  # the card set that holds this card alone

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Deck:
    """Factions in the scenario's order, and every card in record order (rules, 1).

    Parameters
    ----------
    factions
        The factions, in the order that record order, and so every deal, depends on.
    """

    factions: tuple[Faction, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the factions, in order."""
        return tuple(faction.name for faction in self.factions)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card, by faction and then printed number; ``cards[i].number == i``."""
        pairs = [(f.name, printed) for f in self.factions for printed in sorted(f.printed)]
        return tuple(
            Card(faction, printed, number, f"{faction}:{printed}", cardsets.single(number))
            for number, (faction, printed) in enumerate(pairs)
        )

    @property
    def hand_size(self) -> int:
        """Cards dealt to each player: 13, or a quarter of a what-if deck (rules, 1)."""
        return len(self.cards) // 4

    @property
    def aside(self) -> int:
        """Cards that are set aside unseen."""
        return len(self.cards) - 4 * self.hand_size

    @property
    def label(self) -> str:
        """The name of a named deck, else its factions joined by ``+``."""
        for name, factions in NAMED_DECKS.items():
            if self.names == factions:
                return name
        return "+".join(self.names)

    @cached_property
    def text(self) -> str:
        """Factions and printed numbers, written so that equal decks give equal text."""
        return ";".join(f"{f.name}:{','.join(map(str, sorted(f.printed)))}" for f in self.factions)

    def key(self, seed: int) -> tuple[int, int]:
        """Return the Philox key of every deal of this deck under `seed`.

        Parameters
        ----------
        seed
            Any integer of at least 0.

        Returns
        -------
        tuple of int
            Two 32-bit words. Decks that differ in a faction, a number or their order have
            their own key, so that their deals are independent.
        """
        text = f"claimsim deal 1|{seed}|{self.text}".encode()
        digest = hashlib.blake2b(text, digest_size=8).digest()
        return int.from_bytes(digest[:4], "little"), int.from_bytes(digest[4:], "little")


def make_deck(names: Sequence[str], *, allow_what_if: bool = False) -> Deck:
    """Build a deck from faction names.

    Parameters
    ----------
    names
        Factions of the catalogue, each once.
    allow_what_if
        Accept decks that rules, section 1, calls illegal, within its limits.

    Raises
    ------
    InputError
        An unknown or repeated faction, an illegal deck, or one beyond the limits; the message
        says which part of section 1 it breaks and what would make it legal.
    """
    for name in names:
        if name not in FACTIONS:
            raise InputError(f"unknown faction {name!r}; known: {', '.join(FACTIONS)}")
    repeated = sorted({name for name in names if list(names).count(name) > 1})
    if repeated:
        raise InputError(f"faction {repeated[0]!r} stands twice in the deck; name it once")
    deck = Deck(tuple(FACTIONS[name] for name in names))
    problem = _beyond_limits(deck) or ("" if allow_what_if else _illegal(deck))
    if problem:
        raise InputError(problem)
    return deck


def legal_decks() -> list[Deck]:
    """Return every legal two-player deck, in the catalogue's order (rules, 1)."""
    groups: dict[str, list[Faction]] = {}
    for faction in FACTIONS.values():
        groups.setdefault(faction.group, []).append(faction)
    singles = groups.pop("single")
    place = list(FACTIONS.values()).index
    return [
        Deck(tuple(sorted((*pair, *three), key=place)))
        for pair in groups.values()
        for three in itertools.combinations(singles, 3)
    ]


def is_legal(deck: Deck) -> bool:
    """Say whether `deck` obeys rules, section 1."""
    return not _illegal(deck)


def _illegal(deck: Deck) -> str:
    groups = [faction.group for faction in deck.factions]
    pairs = sorted({group for group in groups if group != "single"})
    singles = groups.count("single")
    advice = "use one pair and three singles, or set allow_what_if = true"
    for pair in pairs:
        if groups.count(pair) != len(pair.split("+")):
            missing = [name for name in pair.split("+") if name not in deck.names]
            return (
                f"the deck splits the pair {pair}: add {', '.join(missing)} "
                "(rules, 1), or set allow_what_if = true"
            )
    if len(pairs) != 1 or singles != 3:
        return (
            f"the deck has {len(pairs)} pairs and {singles} singles, a legal one has "
            f"1 and 3 (rules, 1): {advice}"
        )
    return ""


def _beyond_limits(deck: Deck) -> str:
    count, factions = len(deck.cards), len(deck.factions)
    if not MIN_FACTIONS <= factions <= MAX_FACTIONS:
        return f"the deck has {factions} factions; {MIN_FACTIONS} to {MAX_FACTIONS} can be played"
    if not MIN_CARDS <= count <= MAX_CARDS:
        return f"the deck has {count} cards; {MIN_CARDS} to {MAX_CARDS} can be played"
    return ""
