"""What follows from a ruleset alone, worked out once for all games by it."""

from __future__ import annotations

from collections.abc import Collection

from claimsim.reference.buildings import BUILDINGS
from claimsim.reference.powers import Powers
from claimsim.reference.settings import SETTINGS
from claimsim.reference.view_record import blank_views, rules_record
from claimsim.rules.ruleset import Card, Ruleset


class Rulebook:
    """A ruleset as the readable engine plays it. Games share it: nothing in it changes.

    Parameters
    ----------
    rules
        The rules in force.

    Attributes
    ----------
    record : np.record
        The rules as Views show them.
    blank_views : bytes
        The memory of both players' Views before anything is known.
    powers : Powers
    setting : Setting
    building : Building
    raises_cards : bool
        Whether any card can have a bonus before boosts (rules, 4).
    fills_arrays : bool
        Whether Views have anything to say by faction, or of the pile.
    supply : int
        Tridents in the supply at first (``arms``).
    alike : dict
        The cards of each name, as a card set.
    names : list of str
        The name of each card, by its bit.
    places : list of int
        Its place in record order, by its bit: by faction, then printed number (rules, 1).
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.record = rules_record(rules)
        self.blank_views = blank_views(rules)
        self.powers = Powers(rules)
        self.setting = SETTINGS[rules.setting](rules)
        self.building = BUILDINGS[rules.building](rules)
        self.raises_cards = self.setting.raises_cards or len(self.powers.raising) > 0
        self.fills_arrays = (
            self.raises_cards
            or rules.building == "lighthouse"
            or not self.powers.held.isdisjoint(("picks_reward", "redraws"))
        )
        self.supply = sum([arms.supply for arms in self.powers.all("arms")])
        self.alike: dict[str, int] = {}
        for card in rules.cards:
            self.alike[card.name] = self.alike.get(card.name, 0) + card.alone
        self.names = [card.name for card in rules.by_bit]
        factions = {faction: place for place, faction in enumerate(rules.deck.names)}
        order = sorted(rules.by_bit, key=lambda card: (factions[card.faction], card.printed))
        self.places = [0] * len(order)
        for place, card in enumerate(order):
            self.places[card.bit] = place

    def names_of(self, cards: Collection[Card]) -> list[str]:
        """Return the names of cards in record order (rules, 1).

        A card goes by what is printed on it, also where it counts as of another faction.
        """
        if len(cards) == 1:
            return [card.name for card in cards]
        bits = sorted([card.bit for card in cards], key=self.places.__getitem__)
        return [self.names[bit] for bit in bits]


_latest: list[Rulebook] = []


def rulebook(rules: Ruleset) -> Rulebook:
    """Return the rulebook of a ruleset; the same as last time if that is what was played last."""
    if not _latest or _latest[0].rules is not rules:
        _latest[:] = [Rulebook(rules)]
    return _latest[0]
