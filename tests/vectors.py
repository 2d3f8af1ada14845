"""Worked cases of the rules, and what an engine must offer to be held against them.

A trick case becomes a whole deal in which the trick comes up: as the first of Phase 1, or as
the first of Phase 2. Both players follow a script, so any engine that plays whole games can
be tested; see :class:`Engine`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from claimsim import cardsets
from claimsim.reference import play
from claimsim.reference.scoring import result_of
from claimsim.rules.catalogue import FACTIONS
from claimsim.rules.deck import Deck, make_deck
from claimsim.rules.ruleset import Ruleset

DATA = Path(__file__).parent / "data" / "vectors_base.json"

#: In a script: play the option of the lowest number.
LOWEST = -1

CLAIM = ("goblins", "knights", "dwarves", "undead", "doppelgangers")


class Played(Protocol):
    """What an engine returns: its events and Views as in game records and VIEW."""

    events: list[dict[str, Any]]
    views: Any
    result: dict[str, Any]


Scripts = tuple[Sequence[int], Sequence[int]]


@dataclass(frozen=True)
class Engine:
    """An engine under test.

    Parameters
    ----------
    name
        For the names of tests.
    play
        Called with rules, a deal (card numbers: both hands, the pile from its top, cards
        aside) and two scripts. A script holds a card number, or LOWEST, for each of a seat's
        decisions, first those of Phase 1. Returns the game with every View kept, and raises
        StrategyError where a scripted card is no option.
    score
        Called with rules and two score piles as card numbers; returns a record's result.
    """

    name: str
    play: Callable[[Ruleset, list[int], Scripts], Played]
    score: Callable[[Ruleset, list[list[int]]], dict[str, Any]]


def scripted(rules: Ruleset, script: Sequence[int]) -> Callable[[Any], int]:
    """Return a player that follows a script."""

    def choose(view: Any) -> int:
        card = script[int(view.trick) + (int(view.phase) - 1) * rules.deck.hand_size]
        return cardsets.lowest(view.options) if card == LOWEST else card

    return choose


def _reference_play(rules: Ruleset, order: list[int], scripts: Scripts) -> Played:
    players = [scripted(rules, script) for script in scripts]
    return play(rules, order, players[0], players[1], keep_views=True)


def _reference_score(rules: Ruleset, piles: list[list[int]]) -> dict[str, Any]:
    return result_of(rules, [[rules.deck.cards[number] for number in pile] for pile in piles])


REFERENCE = Engine("reference", _reference_play, _reference_score)

#: Every engine that the cases are run through.
ENGINES = (REFERENCE,)


@dataclass(frozen=True)
class TrickCase:
    """One trick with its outcome; see the data file for the fields."""

    id: str
    phases: tuple[int, ...]
    lead: str
    follow: str
    winner: str | None
    void: bool = False
    holds: tuple[str, ...] = ()
    scores: dict[str, list[str]] | None = None
    discard: list[str] | None = None


@dataclass(frozen=True)
class ScoringCase:
    """Two score piles with their votes; see the data file for the fields."""

    id: str
    deck: dict[str, list[int]]
    piles: list[list[str]]
    votes: dict[str, int | None]
    switches: dict[str, str] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def rules(self) -> Ruleset:
        """Its deck, of factions with just the cards that the case names, and its rulings."""
        factions = [
            replace(FACTIONS[name], printed=tuple(printed)) for name, printed in self.deck.items()
        ]
        return Ruleset(Deck(tuple(factions)), self.switches)


def _cases(kind: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads(DATA.read_text(encoding="utf-8"))[kind]
    return cases


TRICKS = tuple(
    TrickCase(**{**case, "phases": tuple(case["phases"]), "holds": tuple(case.get("holds", ()))})
    for case in _cases("tricks")
)
SCORING = tuple(
    ScoringCase(
        more={key: case.pop(key) for key in ("winner", "decided_by") if key in case}, **case
    )
    for case in _cases("scoring")
)


class Picker:
    """Hands out card numbers of a deck, each once."""

    def __init__(self, deck: Deck) -> None:
        self._left = list(deck.cards)

    def take(self, name: str) -> int:
        """Return the number of a card of this name."""
        card = next(card for card in self._left if str(card) == name)
        self._left.remove(card)
        return card.number

    def take_if_left(self, name: str) -> list[int]:
        """Return the number of a card of this name, if one is left."""
        return [self.take(name)] if any(str(card) == name for card in self._left) else []

    def fill(self, cards: list[int], length: int, without: str = "") -> list[int]:
        """Return `cards` with others to make up this length, none of the faction `without`."""
        wanted = [card for card in self._left if card.faction != without]
        for card in wanted[: length - len(cards)]:
            self._left.remove(card)
            cards = [*cards, card.number]
        assert len(cards) == length
        return cards


@dataclass(frozen=True)
class Staged:
    """A deal in which a case comes up.

    Parameters
    ----------
    leader
        The seat that leads the trick.
    """

    rules: Ruleset
    order: list[int]
    scripts: Scripts
    leader: int


def stage(case: TrickCase, phase: int) -> Staged:
    """Return a deal of base Claim in which the case's trick is the first of `phase`."""
    return _stage_phase_1(case) if phase == 1 else _stage_phase_2(case)


def _stage_phase_1(case: TrickCase) -> Staged:
    rules = Ruleset(make_deck(CLAIM))
    h = rules.deck.hand_size
    picker = Picker(rules.deck)
    lead, follow = picker.take(case.lead), picker.take(case.follow)
    held = [follow, *(picker.take(name) for name in case.holds)]
    pile = [*picker.take_if_left("knights:3"), *picker.take_if_left("knights:4")]
    hand_1 = picker.fill(held, h, without=case.lead.split(":")[0])
    hand_0 = picker.fill([lead], h)
    order = [*hand_0, *hand_1, *picker.fill(pile, 2 * h)]
    rest = [LOWEST] * (2 * h - 1)
    return Staged(rules, order, ([lead, *rest], [follow, *rest]), 0)


def _stage_phase_2(case: TrickCase) -> Staged:
    """Play Phase 1 once to see who wins what, then lay the pile so that the hands come out."""
    rules = Ruleset(make_deck(CLAIM))
    h = rules.deck.hand_size
    picker = Picker(rules.deck)
    lead, follow = picker.take(case.lead), picker.take(case.follow)
    held = [follow, *(picker.take(name) for name in case.holds)]
    faction = case.lead.split(":")[0]
    followers = {
        "follower": picker.fill(held, h, without=faction),
        "leader": picker.fill([lead], h, without=faction),
    }
    hands = [*picker.fill([], h), *picker.fill([], h)]
    lowest = [LOWEST] * (2 * h)
    trial = REFERENCE.play(
        rules, [*hands, *followers["leader"], *followers["follower"]], (lowest, lowest)
    )
    winners = [event["winner"] for event in trial.events if event["event"] == "trick"][:h]
    leader = winners[-1]
    gets = {leader: iter(followers["leader"]), 1 - leader: iter(followers["follower"])}
    pile = [next(gets[seat]) for winner in winners for seat in (winner, 1 - winner)]
    scripts = [list(lowest), list(lowest)]
    scripts[leader][h] = lead
    scripts[1 - leader][h] = follow
    return Staged(rules, [*hands, *pile], (scripts[0], scripts[1]), leader)
