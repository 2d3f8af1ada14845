"""Random games for tests: decks, powers, locations, rulings, numbers, deals and players."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from claimsim import cardsets, chance
from claimsim.errors import InputError
from claimsim.reference import Playout, play
from claimsim.rules import powers as told
from claimsim.rules.catalogue import FACTIONS, Faction
from claimsim.rules.deck import Deck, check_deck, legal_decks, make_deck
from claimsim.rules.locations import BUILDINGS, NONE, SETTINGS
from claimsim.rules.parameters import PARAMETERS
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.switches import SWITCHES
from claimsim.view import DECLINABLE, DECLINE

LEGAL = legal_decks()

CLAIM = ("goblins", "knights", "dwarves", "undead", "doppelgangers")


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
    """Return a player who gives any answer, with a generator of his own."""
    generator = random.Random(seed)  # noqa: S311  # no secret

    def choose(view: Any) -> int:
        answers = list(cardsets.members(view.options))
        if view.decision in DECLINABLE:
            answers.append(DECLINE)
        return generator.choice(answers)

    return choose


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Draw a game of any published decks and rules, or of invented factions."""
    seed = draw(st.integers(0, 1_000_000), label="seed")
    generator = random.Random(seed)  # noqa: S311  # no secret
    deck = draw(st.sampled_from((legal_deck, published_deck, invented_deck)))(generator)
    return dealt(rules_of(generator, deck), seed)


@st.composite
def claim_deals(draw: st.DrawFn) -> Deal:
    """Draw a game of some factions of the first box, without locations."""
    names = draw(st.lists(st.sampled_from(CLAIM), min_size=2, max_size=5, unique=True))
    switches = {name: draw(st.sampled_from(SWITCHES[name].values)) for name in SWITCHES}
    rules = Ruleset(make_deck(names, allow_what_if=True), switches)
    return dealt(rules, draw(st.integers(0, 10_000)))


def dealt(rules: Ruleset, seed: int) -> Deal:
    """Return a deal of a deck."""
    return Deal(rules, chance.deal_order(rules.deck, rules.deck.key(seed), seed), seed)


def rules_of(generator: random.Random, deck: Deck) -> Ruleset:
    """Return a deck with random locations, rulings and numbers."""
    switches = {
        name: generator.choice(switch.values)
        for name, switch in SWITCHES.items()
        if generator.random() < 0.3
    }
    parameters = {
        name: max(parameter.low, generator.choice((0, 1, 2, 3, 5, 8, 13)))
        for name, parameter in PARAMETERS.items()
        if generator.random() < 0.3
    }
    setting = generator.choice((NONE, *SETTINGS))
    building = generator.choice((NONE, *BUILDINGS))
    return Ruleset(deck, switches, parameters, setting, building)


def legal_deck(generator: random.Random) -> Deck:
    """Return a deck that obeys section 1."""
    return generator.choice(LEGAL)


def published_deck(generator: random.Random) -> Deck:
    """Return a deck of any published factions."""
    while True:
        names = generator.sample(sorted(FACTIONS), generator.randint(2, 6))
        try:
            return make_deck(names, allow_what_if=True)
        except InputError:  # too many cards
            continue


def invented_deck(generator: random.Random) -> Deck:
    """Return a deck of published and invented factions."""
    while True:
        count = generator.randint(2, 6)
        names = generator.sample(sorted(FACTIONS), generator.randint(0, count))
        names += [f"invented_{number}" for number in range(count - len(names))]
        generator.shuffle(names)
        try:
            return check_deck(
                [FACTIONS.get(name) or _invent(generator, name, names) for name in names],
                allow_what_if=True,
            )
        except InputError:  # too many or too few cards
            continue


def _invent(generator: random.Random, name: str, names: Sequence[str]) -> Faction:
    highest = generator.choice((2, 5, 11, 15))
    printed = generator.choices(range(highest + 1), k=generator.randint(2, 14))
    kinds = generator.sample(list(told.POWERS), generator.choice((0, 1, 2, 3, 5, 8)))
    others = [other for other in names if other != name]
    powers = tuple(_power(generator, kind, others) for kind in kinds)
    return Faction(name, tuple(sorted(printed)), powers, "invented", "invented", "Made up.")


def _power(generator: random.Random, name: str, others: Sequence[str]) -> told.Power:
    """Return a power with arguments of its own, or the rules'."""
    some = tuple(generator.sample(others, generator.randint(1, len(others))))
    number = generator.choice((None, 0, 1, 2, 3, 5))
    phases = generator.choice(((1,), (2,), (1, 2)))
    cards = tuple(generator.choices(range(10), k=generator.randint(1, 6)))
    own: dict[str, dict[str, Any]] = {
        "beats": {"target": some},
        "scored_when_played": {"phases": phases},
        "loser_scores": {"phases": phases},
        "redraws": {"draws": number, "printed": cards},
        "strengthens": {"bonus": number},
        "captures_equal": {"phases": phases},
        "unique_counts": {"weight": number or None},
        "extinct": {"extinct_from": number},
        "boosts": {"bonus": number},
        "draws_discard": {"draws": number},
        "arrested_by": {"by": some},
        "exchanges": {"cards": number},
        "beaten_from": {"threshold": number},
        "arms": {"bonus": number, "supply": number},
        "smashes": {"target": some},
        "limited": {"limit": number},
        "picks_reward": {"looks": number},
    }
    words = {
        "redraws": ("draw", SWITCHES["phoenix_draw"].values),
        "no_repeat_lead": ("rule", SWITCHES["eagle_rule"].values),
        "beaten_from": ("on", SWITCHES["octipi_threshold_on"].values),
        "smashes": ("smash", SWITCHES["giant_smash"].values),
        "picks_reward": ("trigger", SWITCHES["seer_trigger"].values),
    }
    arguments = own.get(name, {})
    if name in words:
        argument, values = words[name]
        arguments = {**arguments, argument: generator.choice((None, *values))}
    power: told.Power = told.POWERS[name](**arguments)
    return power
