"""The same game with one thing off: what a power or a location does, is seen without it."""

from __future__ import annotations

import dataclasses

from claimsim.rules.deck import Deck
from claimsim.rules.locations import NONE
from claimsim.rules.powers import POWERS
from claimsim.rules.ruleset import Ruleset


def without(rules: Ruleset, name: str) -> Ruleset:
    """Return rules under which a power or a location is off.

    Parameters
    ----------
    rules
        The whole rules.
    name
        A power: every faction that has it loses it and keeps its cards, but for a side deck,
        which is nothing without the power. Or the setting or the building: it becomes none.

    Raises
    ------
    ValueError
        Neither a power of the deck nor one of the locations.
    """
    if name == rules.setting != NONE:
        return dataclasses.replace(rules, setting=NONE)
    if name == rules.building != NONE:
        return dataclasses.replace(rules, building=NONE)
    factions = tuple(
        dataclasses.replace(
            faction,
            powers=tuple(p for p in faction.powers if type(p) is not POWERS.get(name)),
        )
        for faction in rules.deck.factions
    )
    if factions == rules.deck.factions:
        raise ValueError(f"{name!r} is neither a power of the deck nor its setting or building")
    return dataclasses.replace(rules, deck=Deck(factions))
