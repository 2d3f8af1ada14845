"""Records for tests: one written by hand, and those of random games by any rules."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from claimsim import cardsets, chance
from claimsim.errors import InputError
from claimsim.record import make_record
from claimsim.reference import Playout, play
from claimsim.rules.catalogue import FACTIONS, Faction
from claimsim.rules.deck import Deck, check_deck, legal_decks, make_deck
from claimsim.rules.locations import BUILDINGS, NONE, SETTINGS
from claimsim.rules.parameters import PARAMETERS
from claimsim.rules.powers import POWERS
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.spec import parse_faction
from claimsim.rules.switches import SWITCHES
from claimsim.view import DECLINABLE, DECLINE

DATA = Path(__file__).parent.parent / "data"

DECKS = legal_decks()


def by_hand() -> dict[str, Any]:
    """Return the record that was written by hand from the rules alone."""
    record: dict[str, Any] = json.loads((DATA / "game_by_hand.json").read_text(encoding="utf-8"))
    return record


@dataclass(frozen=True)
class Dealt:
    """What a random game is made of."""

    rules: Ruleset
    order: list[int]
    seed: int

    def play(self) -> Playout:
        """Play it with two players who choose at random, and decline some of the time."""
        luck = chance.Luck(self.rules.deck.key(self.seed), self.seed, (None, None))
        one, other = at_random(self.seed), at_random(self.seed + 1)
        return play(self.rules, self.order, one, other, luck)


def at_random(seed: int) -> Callable[[Any], int]:
    """Return a player with a generator of his own."""
    generator = random.Random(seed)  # noqa: S311  # no secret

    def choose(view: Any) -> int:
        if view.decision in DECLINABLE and generator.random() < 0.3:
            return DECLINE
        return generator.choice(list(cardsets.members(view.options)))

    return choose


def dealt(rules: Ruleset, seed: int) -> Dealt:
    """Return the deal of this number."""
    return Dealt(rules, chance.deal_order(rules.deck, rules.deck.key(seed), seed), seed)


def game(names: str, seed: int = 0, **rules: Any) -> dict[str, Any]:
    """Return the record of a random game with these factions, switches, parameters, places."""
    deck = make_deck(names.split(), allow_what_if=True)
    return record_of(dealt(Ruleset(deck, **rules), seed))


def record_of(made: Dealt) -> dict[str, Any]:
    """Return the record of a random game, as it comes out of a file."""
    playout = made.play()
    record = make_record(
        scenario_name="random games",
        deal=made.seed,
        seed=made.seed,
        engine="reference",
        strategies=["random", "random"],
        rules=made.rules,
        order=made.order,
        events=playout.events,
        result=playout.result,
    )
    loaded: dict[str, Any] = json.loads(json.dumps(record))
    return loaded


def _invented(generator: random.Random, name: str, others: list[str]) -> Faction:
    """Return a faction with cards and powers at random."""
    powers: list[dict[str, Any]] = []
    for kind in generator.sample(list(POWERS), generator.randint(0, 4)):
        power: dict[str, Any] = {"power": kind}
        if kind in ("beats", "smashes"):
            power["target"] = generator.sample(others, 1)
        elif kind == "arrested_by":
            power["by"] = generator.sample(others, generator.randint(1, len(others)))
        elif kind in ("scored_when_played", "loser_scores", "captures_equal"):
            power["phases"] = generator.choice([[1], [2], [1, 2]])
        elif kind == "redraws":
            power["printed"] = sorted(generator.choices(range(16), k=generator.randint(1, 5)))
        elif kind == "limited":
            power["limit"] = generator.randint(0, 2)
        powers.append(power)
    printed = sorted(generator.choices(range(16), k=generator.randint(2, 9)))
    return parse_faction(name, {"printed": printed, "powers": powers})


def _what_if(generator: random.Random) -> Deck:
    """Return a deck of published, changed and invented factions, within the limits."""
    while True:
        names = generator.sample([*FACTIONS, "golems", "elves"], generator.randint(2, 6))
        changed = {name for name in names if name not in FACTIONS or generator.random() < 0.2}
        factions = [
            _invented(generator, name, [other for other in names if other != name])
            if name in changed
            else FACTIONS[name]
            for name in names
        ]
        try:
            return check_deck(factions, allow_what_if=True)
        except InputError:  # too many cards, or too few
            continue


@st.composite
def dealt_games(draw: st.DrawFn) -> Dealt:
    """Draw any rules and a deal: legal decks and others, everywhere, with any rulings."""
    seed = draw(st.integers(0, 2**32 - 1))
    generator = random.Random(seed)  # noqa: S311  # no secret
    deck = generator.choice(DECKS) if draw(st.booleans()) else _what_if(generator)
    switches = {
        name: generator.choice(switch.values)
        for name, switch in SWITCHES.items()
        if generator.random() < 0.3
    }
    parameters = {
        name: generator.randint(parameter.low, 5)
        for name, parameter in PARAMETERS.items()
        if generator.random() < 0.2
    }
    setting = generator.choice([NONE, *SETTINGS])
    building = generator.choice([NONE, *BUILDINGS])
    return dealt(Ruleset(deck, switches, parameters, setting, building), seed)
