"""Two ways to play the same deals, compared deal by deal: common random numbers.

Of each deal the kernel tells its numbers (``tally.NUMBERS``) under either way. What comparisons
need of all of them, sums and sums of products, is one matrix of integers a cell: it adds up over
deals, whatever the order and however they were cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from claimsim.experiment.engines import engine_for
from claimsim.experiment.plan import PLAIN_GAMES
from claimsim.experiment.tally import (
    CELL_METRICS,
    FACTION_METRICS,
    FIRED,
    NUMBERS,
    TALLY,
    VOTES,
    Tallies,
    add,
    splits_of,
)
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.table import counted
from claimsim.seated import Seated

#: One of ``tally.NUMBERS``, the name of a number of the game, or a faction's place or a kind of
#: firing with a name; or ``("votes", more, fewer)``, the games with this split.
Column = Any

#: Deals that are played and compared at once.
CHUNK = 5_000

#: Deals whose winner changed that are kept, the first ones.
EXAMPLES = 5


@dataclass(frozen=True)
class Way:
    """One of the two ways to play a cell.

    Parameters
    ----------
    rules
        What is played.
    a, b
        By whom.
    mirror
        How deals are played: ``"none"``, ``"seats"`` or ``"lead"``.
    """

    rules: Ruleset
    a: Seated
    b: Seated
    mirror: str

    @property
    def columns(self) -> list[Column]:
        """What is compared: those of :data:`tally.NUMBERS` that say something here.

        The votes of the games stand as the number of games with each split.
        """
        factions = range(len(self.rules.deck.factions))
        powers = counted(self.rules)
        return [
            *CELL_METRICS,
            *((place, name) for place in factions for name in FACTION_METRICS),
            *(
                (kind, name)
                for kind in ("fired", "games_fired")
                for name in FIRED
                if name in powers
            ),
            *(("votes", *split) for split in splits_of(len(factions))),
        ]

    def of(self, numbers: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
        """Return the columns of deals, from their ``tally.NUMBERS``."""
        names = self.columns
        plain = numbers[:, [_PLACE[name] for name in names if name in _PLACE]]
        games = 1 if self.mirror == "none" else 2
        votes = np.divmod(numbers[:, [_PLACE["split", game] for game in range(games)]], VOTES)
        more, fewer = np.maximum(*votes), np.minimum(*votes)
        splits = [
            ((more == name[1]) & (fewer == name[2])).sum(axis=1)
            for name in names
            if name[:1] == ("votes",)
        ]
        return np.column_stack([plain, *splits]).astype(np.int16)


@dataclass
class Pairs:
    """What was counted of deals that were played in both ways.

    Parameters
    ----------
    columns
        Of the baseline and of the variant: what the rows and columns of `products` are, after
        a first one of ones.
    products
        Sums over deals of the products of any two, shape (1 + columns, 1 + columns); the first
        row holds the sums, its first element the number of deals.
    tallies
        Array of TALLY, shape (2,): all that is counted of either way.
    changed
        Deals in which the winner of any game differs.
    unlike
        Deals in which any number differs.
    turned
        Deals in which each number differs, of those that both ways have.
    examples
        The first deals of those whose winner differs, :data:`EXAMPLES` at most.
    """

    columns: tuple[list[Column], list[Column]]
    products: npt.NDArray[np.int64]
    tallies: Tallies
    changed: int = 0
    unlike: int = 0
    examples: list[int] = field(default_factory=list)
    turned: dict[Column, int] = field(default_factory=dict)

    @classmethod
    def none(cls, ways: tuple[Way, Way]) -> Pairs:
        """Return the count of no deals."""
        columns = ways[0].columns, ways[1].columns
        size = 1 + sum(map(len, columns))
        return cls(columns, np.zeros((size, size), np.int64), np.zeros(2, TALLY))

    def add(self, other: Pairs) -> None:
        """Add the count of other deals."""
        self.products += other.products
        add(self.tallies, other.tallies)
        self.changed += other.changed
        self.unlike += other.unlike
        for column, deals in other.turned.items():
            self.turned[column] = self.turned.get(column, 0) + deals
        self.examples = sorted([*self.examples, *other.examples])[:EXAMPLES]


class Baseline:
    """The numbers of a baseline's deals, played once and compared with several variants.

    Parameters
    ----------
    way
        The baseline.
    key
        Two words from :meth:`claimsim.rules.deck.Deck.key`.
    first, stop
        The deals.
    """

    def __init__(self, way: Way, key: tuple[int, int], first: int, stop: int) -> None:
        self.way = way
        self.key = key
        self.first, self.stop = first, stop
        self.tallies, self.numbers = _played(way, key, first, stop)

    def against(self, variant: Way) -> Pairs:
        """Play the deals the variant's way, and compare.

        Raises
        ------
        StrategyError
            A strategy answered with no option.
        """
        pairs = Pairs.none((self.way, variant))
        tallies, numbers = _played(variant, self.key, self.first, self.stop)
        add(pairs.tallies[:1], self.tallies)
        add(pairs.tallies[1:], tallies)
        before, after = self.way.of(self.numbers), variant.of(numbers)
        both = np.hstack([np.ones((len(before), 1)), before, after])
        # products of numbers of a few thousand over a few thousand deals: exact in floats
        pairs.products += np.rint(both.T @ both).astype(np.int64)
        shared = [column for column in pairs.columns[0] if column in pairs.columns[1]]
        here, there = ([of.index(column) for column in shared] for of in pairs.columns)
        differ = (before[:, here] != after[:, there]).sum(axis=0).tolist()
        pairs.turned = dict(zip(shared, differ, strict=True))
        changed = np.flatnonzero(self.numbers[:, 0] != numbers[:, 0])
        pairs.changed = len(changed)
        pairs.unlike = int((self.numbers != numbers).any(axis=1).sum())
        pairs.examples = [int(deal) + self.first for deal in changed[:EXAMPLES]]
        return pairs


def _played(
    way: Way, key: tuple[int, int], first: int, stop: int
) -> tuple[Tallies, npt.NDArray[np.int16]]:
    tallies = np.zeros(1, TALLY)
    numbers = np.zeros((1, stop - first, len(NUMBERS)), np.int16)
    engine = engine_for(way.a, way.b, way.mirror)
    engine.play([(way.rules, key)], (first, stop), tallies, [0], numbers)
    return tallies, numbers[0]


_PLACE: dict[Column, int] = {column: place for place, column in enumerate(NUMBERS)}


def chunks(first: int, stop: int, *, plain: bool = False) -> Sequence[tuple[int, int]]:
    """Return ranges of deals, each of at most CHUNK; of fewer, if plain Python plays them."""
    size = CHUNK // PLAIN_GAMES if plain else CHUNK
    return [(start, min(start + size, stop)) for start in range(first, stop, size)]
