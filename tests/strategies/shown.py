"""Views to show to strategies: of games that were played, and of situations made by hand."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np

from claimsim import cardsets, registry
from claimsim.kernel.engine import CellEngine, compiled
from claimsim.rules.deck import legal_decks
from claimsim.rules.locations import BUILDINGS, NONE, SETTINGS
from claimsim.rules.ruleset import Ruleset
from claimsim.seated import Seated
from claimsim.strategy_kit import Strategy
from claimsim.tricks import legal_follows
from claimsim.view import DECISIONS, DECLINE, FOLLOW, LEAD, NO_CARD, VIEW
from tests.differential.cells import changed_cell
from tests.worked.situation import Picker

NAMES = tuple(registry.shipped())
PLACES = tuple((s, b) for s in (NONE, *SETTINGS) for b in (NONE, *BUILDINGS))


def legal_rules(seed: str, count: int) -> list[Ruleset]:
    """Return legal decks at random; every setting with every building comes before any again."""
    dice = random.Random(seed)  # noqa: S311
    decks = legal_decks()
    places = [place for _ in range(count // len(PLACES) + 1) for place in _shuffled(dice)]
    return [Ruleset(dice.choice(decks), {}, {}, *place) for place in places[:count]]


def _shuffled(dice: random.Random) -> list[tuple[str, str]]:
    return dice.sample(PLACES, len(PLACES))


def changed_rules(first: int, count: int) -> list[Ruleset]:
    """Return changed decks and invented factions, with random rulings and numbers."""
    return [changed_cell(number).rules for number in range(first, first + count)]


@cache
def sample(name: str, seed: str, cells: int, views: int) -> tuple[tuple[Ruleset, Any], ...]:
    """Return decisions of a strategy against a random player: rules, and the View it was shown.

    Half of the cells are legal ones. Each is played once; of its Views so many are drawn.
    """
    dice = random.Random(f"{seed} {name}")  # noqa: S311
    rules = legal_rules(f"{seed} {name}", cells // 2)
    rules += changed_rules(dice.randrange(100_000), cells - cells // 2)
    found = []
    for one in rules:
        own = own_views(name, one, dice.randrange(1000))
        found += [(one, view) for view in dice.sample(own, min(views, len(own)))]
    return tuple(found)


def own_views(name: str, rules: Ruleset, deal: int) -> list[Any]:
    """Return the Views of one game that a strategy is asked about, it in seat 0."""
    player = Seated(registry.find(name), {})
    cell = CellEngine(rules, (3, 4), player, Seated(registry.find("random"), {}), "none")
    made = {place for place, word in enumerate(DECISIONS) if word in player.strategy.decisions}
    return [v for v in cell.trace(deal).views if v["seat"] == 0 and v["decision"] in made]


def record(view: Any) -> Any:
    """Return a View as plain Python sees it: a record of its own, that can be written to."""
    kept = np.zeros(1, VIEW)
    kept[0] = view
    return kept.view(np.recarray)[0]


def weights_of(strategy: Strategy) -> np.ndarray:
    """Return a strategy's own numbers as it is given them."""
    return Seated(strategy, {}).row()


def plain_answer(name: str, view: Any, **weights: float) -> int:
    """Return what a strategy answers as plain Python."""
    player = Seated(registry.find(name), weights)
    return int(player.strategy.choose(record(view), player.row()))


def compiled_answer(name: str, view: Any) -> int:
    """Return what a strategy answers when compiled."""
    strategy = registry.find(name)
    return int(compiled(strategy)(record(view), weights_of(strategy)))


class Situation:
    """A situation made by hand: cards by their names, and what a strategy answers in it.

    Parameters
    ----------
    rules
        The rules.
    phase
        1 or 2.
    hand : str
        Names of the cards in hand, by a space.
    led, prize : str
        Names; left out, there is none: then a lead is asked for.
    fields
        Card sets of the View by names (``score="goblins:1 goblins:2"``), or numbers. Cards that are
        named nowhere are unseen; with ``theirs`` given those are in the opponent's hand instead,
        as far as one knows, and all other cards were removed.
    """

    def __init__(
        self, rules: Ruleset, phase: int, hand: str, led: str = "", prize: str = "", **fields: Any
    ) -> None:
        self.rules = rules
        picker = Picker(rules)
        self.view = view = record(np.zeros(1, VIEW)[0])
        view.rules = rules.table
        view.phase, view.need, view.hand_count = phase, 1, len(hand.split())
        view.led = view.followed = view.prize = NO_CARD
        view.pile_at = NO_CARD
        view.hand = self._take(picker, hand)
        if prize:
            view.prize = picker.take(prize).bit
            view.face_up = cardsets.single(view.prize)
        if led:
            view.led = picker.take(led).bit
        theirs = fields.pop("theirs", None)
        if theirs is not None:
            view.their_hand = self._take(picker, theirs)
        for name, value in fields.items():
            setattr(view, name, self._take(picker, value) if isinstance(value, str) else value)
        left = cardsets.of(card.bit for card in picker.left)
        setattr(view, "unseen" if theirs is None else "removed", left)
        view.decision = FOLLOW if led else LEAD
        view.options = view.hand
        if led:
            view.options = legal_follows(view.rules, view.hand, view.led)

    def card(self, name: str) -> int:
        """Return the number of a card of this name."""
        return next(card.bit for card in self.rules.by_bit if card.name == name)

    def cards(self, names: str) -> int:
        """Return a card set by its cards' names."""
        return cardsets.of(self.card(name) for name in names.split())

    @staticmethod
    def _take(picker: Picker, names: str) -> int:
        return cardsets.of(card.bit for card in picker.take_all(names.split()))

    def answer(self, name: str, **weights: float) -> str:
        """Return the name of the card that a strategy plays, compiled and as plain Python."""
        strategy = registry.find(name)
        row = Seated(strategy, weights).row()
        found = {
            int(strategy.choose(self.view, row)),
            int(compiled(strategy)(self.view, row)),
        }
        assert len(found) == 1
        card = found.pop()
        return "declines" if card == DECLINE else self.rules.by_bit[card].name
