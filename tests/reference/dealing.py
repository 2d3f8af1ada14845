"""Random games for tests: decks, deals, rulings and players."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from claimsim import cardsets, chance
from claimsim.reference import Playout, play
from claimsim.rules.catalogue import FACTIONS
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.switches import SWITCHES


@dataclass(frozen=True)
class Deal:
    """What a random game is made of."""

    rules: Ruleset
    order: list[int]
    seed: int

    def play(self, *, keep_views: bool = False) -> Playout:
        """Play it with two players who choose at random."""
        return play(
            self.rules,
            self.order,
            at_random(self.seed),
            at_random(self.seed + 1),
            keep_views=keep_views,
        )


def at_random(seed: int) -> Callable[[Any], int]:
    """Return a player who plays any option, with a generator of his own."""
    generator = random.Random(seed)  # noqa: S311  # no secret
    return lambda view: generator.choice(list(cardsets.members(view.options)))


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Draw a legal or what-if deck of the five factions, rulings and a deal."""
    names = draw(st.lists(st.sampled_from(sorted(FACTIONS)), min_size=2, max_size=5, unique=True))
    switches = {name: draw(st.sampled_from(SWITCHES[name].values)) for name in SWITCHES}
    deck = make_deck(names, allow_what_if=True)
    seed = draw(st.integers(0, 10_000))
    order = chance.shuffles(deck.key(seed), 0, 1, len(deck.cards))[0].tolist()
    return Deal(Ruleset(deck, switches), order, seed)
