"""Cards, decks and what makes a deck legal (rules, 1)."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from claimsim.errors import InputError
from claimsim.rules.catalogue import BOXES, FACTIONS, NAMED_DECKS, SINGLE, SPECIAL, Faction
from claimsim.rules.powers import Redraws

MAX_CARDS = 64
MAX_HAND = MAX_CARDS // 4
MIN_CARDS = 8
MAX_FACTIONS = 8
MIN_FACTIONS = 2
MAX_PRINTED = 15

#: Faction and number of a card.
_Print = tuple[str, int]


@dataclass(frozen=True)
class Deck:
    """Factions in the scenario's order, and what is printed on their cards (rules, 1).

    Parameters
    ----------
    factions
        The factions, in the order that record order, and so every deal, depends on.
    dealt_as
        The deck that this one is compared with, whose deals it plays as far as it can: it has that
        deck's key, and cards of both have the number that they have there.
    """

    factions: tuple[Faction, ...]
    dealt_as: Deck | None = None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the factions, in order."""
        return tuple(faction.name for faction in self.factions)

    @cached_property
    def prints(self) -> tuple[tuple[str, int], ...]:
        """Faction and number of every card, in record order: a card's number is its place."""
        own = [(f.name, printed) for f in self.factions for printed in sorted(f.printed)]
        return tuple(own if self.dealt_as is None else _aligned(own, self.dealt_as.prints))

    @cached_property
    def side_decks(self) -> dict[str, tuple[int, ...]]:
        """The numbers in the side deck of each faction that has one, ascending."""
        return {
            faction.name: tuple(sorted(power.printed))
            for faction in self.factions
            for power in faction.powers
            if isinstance(power, Redraws)
        }

    @property
    def size(self) -> int:
        """Cards that are shuffled and dealt; side decks are not among them."""
        return len(self.prints)

    @property
    def side_size(self) -> int:
        """Cards of the side decks."""
        return sum(map(len, self.side_decks.values()))

    @property
    def hand_size(self) -> int:
        """Cards dealt to each player: 13, or a quarter of a what-if deck (rules, 1)."""
        return self.size // 4

    @property
    def aside(self) -> int:
        """Cards that are set aside unseen."""
        return self.size - 4 * self.hand_size

    @property
    def label(self) -> str:
        """The name of a named deck, else its factions joined by ``+``."""
        for name, factions in NAMED_DECKS.items():
            if self.factions == tuple(FACTIONS[faction] for faction in factions):
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
        if self.dealt_as is not None:
            return self.dealt_as.key(seed)
        text = f"claimsim deal 1|{seed}|{self.text}".encode()
        digest = hashlib.blake2b(text, digest_size=8).digest()
        return int.from_bytes(digest[:4], "little"), int.from_bytes(digest[4:], "little")


def _aligned(own: list[_Print], other: Sequence[_Print]) -> list[_Print]:
    """Order the cards of a deck like those of another one.

    Cards of both keep the places that they have there; what only this deck has takes the places
    of what it lacks, and then comes last. Where it has fewer cards, its last ones fill the gaps.
    """
    left = Counter(own)
    places: list[_Print | None] = []
    for card in other:
        shared = left[card] > 0
        left[card] -= shared
        places.append(card if shared else None)
    new: list[_Print | None] = []
    for card in own:
        if left[card] > 0:
            left[card] -= 1
            new.append(card)
    gaps = [place for place, there in enumerate(places) if there is None]
    for gap, one in zip(gaps, new, strict=False):
        places[gap] = one
    places += new[len(gaps) :]
    for gap in gaps[len(new) :]:
        while places and places[-1] is None:
            places.pop()
        if gap < len(places):
            places[gap] = places.pop()
    return [card for card in places if card is not None]


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
    return check_deck([FACTIONS[name] for name in names], allow_what_if=allow_what_if)


def check_deck(factions: Sequence[Faction], *, allow_what_if: bool = False) -> Deck:
    """Build a deck from factions, published or not; see :func:`make_deck`."""
    names = [faction.name for faction in factions]
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise InputError(f"faction {repeated[0]!r} stands twice in the deck; name it once")
    deck = Deck(tuple(factions))
    problem = _beyond_limits(deck) if allow_what_if else illegality(deck)
    if problem:
        raise InputError(problem)
    return deck


def legal_decks(boxes: Collection[str] = BOXES) -> list[Deck]:
    """Return every legal two-player deck of some boxes, in the catalogue's order (rules, 1).

    A deck is a pair with three singles, or a special with four; 3,718 with every box.
    """
    groups: dict[str, list[Faction]] = {}
    for faction in FACTIONS.values():
        if faction.box in boxes:
            groups.setdefault(faction.group, []).append(faction)
    singles, specials = groups.pop(SINGLE, []), groups.pop(SPECIAL, [])
    decks = [(tuple(pair), 3) for pair in groups.values()]
    decks += [((special,), 4) for special in specials]
    return [
        Deck((*first, *more))
        for first, count in decks
        for more in itertools.combinations(singles, count)
    ]


@cache
def _legal_sets() -> tuple[frozenset[str], ...]:
    """Return the factions of every legal deck, in the order of :func:`legal_decks`."""
    return tuple(frozenset(deck.names) for deck in legal_decks())


def is_legal(deck: Deck) -> bool:
    """Say whether `deck` obeys rules, section 1."""
    return not _fault(deck)


def illegality(deck: Deck) -> str:
    """Return what section 1 says against a deck and a change that makes it legal, or nothing."""
    fault = _fault(deck)
    if not fault:
        return ""
    beyond = _beyond_limits(deck)
    otherwise = (
        f"; nor is it a what-if deck: {beyond}" if beyond else ", or set allow_what_if = true"
    )
    return f"{fault} (rules, 1): {_remedy(deck)}{otherwise}"


def _fault(deck: Deck) -> str:
    """Return which part of section 1 a deck breaks, or nothing."""
    for faction in deck.factions:
        if FACTIONS.get(faction.name) != faction:
            return f"faction {faction.name!r} is not a published one, and a legal deck has no other"
    groups = [faction.group for faction in deck.factions]
    pairs = list(dict.fromkeys(group for group in groups if group not in (SINGLE, SPECIAL)))
    for pair in pairs:
        missing = [name for name in pair.split("+") if name not in deck.names]
        if missing:
            return f"the deck splits the pair {pair}: {missing[0]} is not in it"
    specials = [f.name for f in deck.factions if f.group == SPECIAL]
    singles = groups.count(SINGLE)
    heads = pairs + specials
    if not heads:
        return (
            f"the deck has {_some(singles, 'single')} and neither a pair nor a special, a legal "
            "one has a pair and 3 singles or a special and 4"
        )
    if len(heads) > 1:
        return f"the deck has {' and '.join(heads)}, a legal one has just one pair or special"
    wanted, what = (3, "pair") if pairs else (4, "special")
    if singles != wanted:
        return (
            f"the deck has the {what} {heads[0]} and {_some(singles, 'single')}, a legal one has "
            f"{wanted} beside a {what}"
        )
    return ""


def _remedy(deck: Deck) -> str:
    """Return how to come to the nearest legal deck: fewest factions taken out and put in."""
    kept = {f.name for f in deck.factions if FACTIONS.get(f.name) == f}
    legal = min(_legal_sets(), key=lambda names: len(names ^ kept))
    out = [name for name in deck.names if name not in kept or name not in legal]
    more = [name for name in FACTIONS if name in legal and name not in kept]
    steps = [("leave out", out), ("add", more)]
    return " and ".join(f"{what} {', '.join(names)}" for what, names in steps if names)


def _some(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _beyond_limits(deck: Deck) -> str:
    count, side, factions = deck.size, deck.side_size, len(deck.factions)
    if not MIN_FACTIONS <= factions <= MAX_FACTIONS:
        return (
            f"the deck has {_some(factions, 'faction')}; {MIN_FACTIONS} to {MAX_FACTIONS} "
            "can be played (rules, 1)"
        )
    for faction in deck.factions:
        for printed in (*faction.printed, *deck.side_decks.get(faction.name, ())):
            if not 0 <= printed <= MAX_PRINTED:
                return (
                    f"faction {faction.name!r} has a card with the number {printed}; "
                    f"0 to {MAX_PRINTED} can be played (rules, 1)"
                )
    if count < MIN_CARDS:
        return f"the deck has {count} cards; at least {MIN_CARDS} can be played (rules, 1)"
    if count + side > MAX_CARDS:
        what = f"{count} cards" + (f" and {side} in side decks" if side else "")
        return f"the deck has {what}; at most {MAX_CARDS} in all can be played (rules, 1)"
    return ""
