"""Which games are compared: legal decks with any rulings, changed decks, invented factions.

Every cell follows from a number alone, so that any of them can be played again.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

from claimsim.errors import InputError
from claimsim.rules.catalogue import FACTIONS, INVENTED, Faction
from claimsim.rules.deck import Deck, check_deck, legal_decks
from claimsim.rules.locations import BUILDINGS, NONE, SETTINGS
from claimsim.rules.parameters import PARAMETERS
from claimsim.rules.powers import POWERS, Power
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.switches import SWITCHES, SwitchValue
from tests.differential.comparing import STRATEGIES, Cell

PLACES = tuple((s, b) for s in (NONE, *SETTINGS) for b in (NONE, *BUILDINGS))

#: Values of parameters beside the default: what is likely to meet an edge.
_NUMBERS: dict[str, tuple[float, ...]] = {
    "unicorns.bonus": (0, 2, 3),
    "phoenix.draws": (0, 2, 3, 10),
    "angels.weight": (1, 3),
    "pterosaurs.extinct_from": (0, 3, 11, 12),
    "lightning_elementals.bonus": (0, 2, 4),
    "vulturekin.draws": (0, 1, 3, 30),
    "sea_monsters.cards": (0, 2, 3, 20),
    "octipi.threshold": (0, 3, 6, 10),
    "fish_people.trident_bonus": (0, 2, 3),
    "fish_people.tridents": (0, 1, 2, 9),
    "trolls.limit": (0, 2, 3),
    "seers.looks": (0, 2, 3, 40),
    "windy_peaks.cards": (0, 1, 5, 20),
    "endless_sands.cards": (0, 1, 8, 20),
    "swamp.cards": (0, 1, 5, 12, 20),
    "ice_fields.bonus": (0, 2, 4),
    "plateau.wins": (1, 2, 4),
    "pyramid.max_value": (0, 5, 8),
    "fortress.limit": (0, 2, 3),
    "fortress.drop": (0, 1, 2, 9),
    "monastery.ratio": (1, 1.25, 1.5),
    "lighthouse.cards": (1, 2, 5),
    "dungeon.votes": (0, 2, 3),
}
assert set(_NUMBERS) == set(PARAMETERS)

#: Arguments of invented factions' powers; None leaves one to its parameter or switch.
_ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "phases": ((1,), (2,), (1, 2)),
    "draws": (None, 0, 1, 2, 5),
    "draw": (None, "may", "always"),
    "bonus": (None, 0, 1, 2, 3),
    "weight": (None, 1, 2, 3),
    "rule": (None, "any_leader", "same_leader"),
    "extinct_from": (None, 0, 4, 6),
    "cards": (None, 0, 1, 2, 9),
    "threshold": (None, 0, 3, 5, 9),
    "on": (None, "effective", "printed"),
    "supply": (None, 0, 1, 3),
    "smash": (None, "always", "may"),
    "limit": (None, 0, 1, 2),
    "looks": (None, 0, 1, 2, 3, 9),
    "trigger": (None, "won_with_seer", "any_seer_in_trick"),
}

_NAMES = ("imps", "ogres", "sirens", "ghosts", "golems", "hags", "wisps", "trees")


@cache
def decks() -> list[Deck]:
    """Return every legal deck."""
    return legal_decks()


def plain_cell(number: int) -> Cell:
    """Return one of the cells with every ruling at its default; there are 371,800."""
    deck, place = divmod(number, len(PLACES))
    return Cell(Ruleset(decks()[deck], {}, {}, *PLACES[place]))


def ruled_cell(number: int) -> Cell:
    """Return the same deck and locations under random rulings."""
    dice = random.Random(f"ruled {number}")  # noqa: S311
    deck, place = divmod(number, len(PLACES))
    return Cell(_rules(dice, decks()[deck], *PLACES[place]), *_players(dice))


def legal_cell(number: int) -> Cell:
    """Return a random legal deck with random locations and rulings."""
    dice = random.Random(f"legal {number}")  # noqa: S311
    deck = dice.choice(decks())
    return Cell(_rules(dice, deck, *dice.choice(PLACES)), *_players(dice))


def changed_cell(number: int) -> Cell:
    """Return a deck beyond the legal ones, of published, changed and invented factions."""
    dice = random.Random(f"changed {number}")  # noqa: S311
    while True:
        try:
            deck = check_deck(_factions(dice), allow_what_if=True)
        except InputError:
            continue
        return Cell(_rules(dice, deck, *dice.choice(PLACES)), *_players(dice))


def _players(dice: random.Random) -> tuple[str, str, str]:
    """Return two strategies and a pairing; mostly random ones, that find more."""
    likely = ("random",) * 24 + STRATEGIES
    return dice.choice(likely), dice.choice(likely), dice.choice(("none", "seats", "lead"))


def _rules(dice: random.Random, deck: Deck, setting: str, building: str) -> Ruleset:
    switches: dict[str, SwitchValue] = {
        name: switch.values[1] for name, switch in SWITCHES.items() if dice.random() < 0.3
    }
    parameters = {
        name: dice.choice(values) for name, values in _NUMBERS.items() if dice.random() < 0.15
    }
    return Ruleset(deck, switches, parameters, setting, building)


def _factions(dice: random.Random) -> list[Faction]:
    count = dice.choice((2, 3, 4, 5, 5, 5, 6, 7, 8))
    invented = dice.randint(0, count)
    names = dice.sample(list(FACTIONS), count - invented) + dice.sample(_NAMES, invented)
    dice.shuffle(names)
    return [_faction(dice, name, names) for name in names]


def _faction(dice: random.Random, name: str, names: list[str]) -> Faction:
    if name in FACTIONS:
        faction = FACTIONS[name]
        if dice.random() < 0.6:
            return faction
        powers = faction.powers if dice.random() < 0.5 else _powers(dice, name, names)
        return replace(faction, printed=_printed(dice), powers=powers)
    return Faction(name, _printed(dice), _powers(dice, name, names), INVENTED, INVENTED, "Ours.")


def _printed(dice: random.Random) -> tuple[int, ...]:
    top = dice.choice((2, 5, 9, 9, 12, 15))
    return tuple(sorted(dice.choices(range(top + 1), k=dice.randint(1, 11))))


def _powers(dice: random.Random, name: str, names: list[str]) -> tuple[Power, ...]:
    count = dice.choice((0, 1, 1, 2, 2, 3, 4))
    return tuple(_power(dice, power, name, names) for power in dice.sample(list(POWERS), count))


def _power(dice: random.Random, power: str, name: str, names: list[str]) -> Power:
    arguments: dict[str, Any] = {}
    for argument in POWERS[power].__dataclass_fields__:
        if argument in ("target", "by"):
            others = [other for other in (*names, "elves") if other != name]
            arguments[argument] = tuple(dice.sample(others, dice.randint(1, min(3, len(others)))))
        elif argument == "printed":
            arguments[argument] = tuple(sorted(dice.choices(range(10), k=dice.randint(0, 6))))
        elif argument == "phases":
            options = _ARGUMENTS["phases"]
            arguments[argument] = dice.choice(
                (None, *options) if power == "captures_equal" else options
            )
        else:
            arguments[argument] = dice.choice(_ARGUMENTS[argument])
    return POWERS[power](**arguments)
