"""Other deals that look the same to one player: what he must not be able to tell apart.

A game is played to one of a player's decisions. Then the cards whose places he does not know
change them at random, the opponent's hidden choices are made anew, and the game is played again
with everything else as he saw it. Where it comes out as he saw it, each of his Views must be the
same as before (rules, 9). What he saw is taken from the rules alone, not from the Views.
"""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from claimsim import cardsets
from claimsim.reference.game import Game, Question
from claimsim.reference.piles import Player
from claimsim.reference.view import Views
from claimsim.rules.powers import PicksReward
from claimsim.rules.ruleset import Card, Ruleset
from claimsim.view import DISCARD, FIELDS, NO_CARD, PICK, PLACES

#: Fields of a View that are one card, and those that are sets of cards.
_CARDS = ("led", "followed", "prize")
_SETS = (*PLACES, "options", "chosen")
_OTHERS = tuple(f.name for f in FIELDS if f.name not in (*_CARDS, *_SETS, "pile_at", "rules"))

#: What stands for a card that the player did not see.
HIDDEN = "?"

Event = dict[str, Any]


class Stop(Exception):  # no error: the game has been played far enough
    """The decision has come up."""


class Impossible(Exception):  # no error: another deal is tried
    """The game cannot go on as the player saw it."""


@dataclass
class Made:
    """One decision of a game: who made it, of what, and what he answered."""

    seat: int
    question: Question
    answer: Card | None
    from_pile: bool


#: Chooses an answer: called with the game, the player and the question.
Choose = Callable[[Game, Player, Question], Card | None]


@dataclass
class Watched:
    """A game as one player sees it.

    Attributes
    ----------
    seen : list
        All that he saw, in order; cards by name, HIDDEN where he did not see them.
    known : set of int
        Numbers of the cards that he has seen.
    shown : set of int
        Those of them that the opponent played or gave, or laid open, out of hidden places.
    made : list of Made
        All decisions of both players.
    views : ndarray
        The Views of both.
    """

    rules: Ruleset
    order: list[int]
    viewer: int
    seen: list[Any] = field(default_factory=list)
    known: set[int] = field(default_factory=set)
    shown: set[int] = field(default_factory=set)
    made: list[Made] = field(default_factory=list)
    views: Any = None

    def answers(self) -> tuple[list[int], list[int]]:
        """Return the bits that each seat answered, -1 where it declined."""
        bits: tuple[list[int], list[int]] = ([], [])
        for made in self.made:
            bits[made.seat].append(-1 if made.answer is None else made.answer.bit)
        return bits

    def own_views(self) -> list[Any]:
        """Return the viewer's Views."""
        return [view for view in self.views if view["seat"] == self.viewer]


class Watcher:
    """Plays a game, and notes what one player sees; see :func:`watch`."""

    def __init__(self, watched: Watched, choose: Choose, until: int) -> None:
        self._watched = watched
        self._choose = choose
        self._until = until
        self._asked = 0
        self._up: set[int] = set()
        self._views = Views(watched.rules, None, keep=True)
        self._game = Game(
            watched.rules, watched.order, self._ask, self._tell, lambda *about: about[2][0]
        )

    def play(self) -> None:
        """Play until the decision, or to the end."""
        with contextlib.suppress(Stop):
            self._game.play()
        self._watched.views = self._views.kept()

    def _tell(self, event: Event) -> None:
        watched, told = self._watched, dict(event)
        name, seat = event["event"], event.get("player")
        other = seat is not None and seat != watched.viewer
        if name == "reveal":
            self._up.update(card.number for card in self._game.face_up)
            watched.known.update(self._up)
        elif name == "take":
            card = self._game.players[seat].followers.cards[-1]
            if other and card.number not in self._up:
                told["card"] = HIDDEN
            else:
                watched.known.add(card.number)
            self._up.discard(card.number)
        elif name == "play":
            card = self._game.led if seat == self._game.leader else self._game.followed
            watched.known.add(card.number)
            if other:
                watched.shown.add(card.number)
        elif name == "fire":
            if other:
                told["card"] = HIDDEN
            else:
                watched.known.add(self._game.players[seat].hand.cards[-1].number)
        elif name == "discard" and other:
            told["cards"] = [HIDDEN] * len(event["cards"])
        watched.seen.append(told)

    def _ask(self, game: Game, player: Player, question: Question) -> Card | None:
        watched = self._watched
        self._views.show(game, player, question)
        if player.seat == watched.viewer:
            # Exchanged cards are in his hand by now: the events name them, here is which.
            watched.known.update(card.number for card in player.hand)
            if question.decision == PICK:
                looked = game.pile.cards[: looks(game, player.seat)]
                watched.known.update(card.number for card in looked)
                watched.seen.append([card.name for card in looked])
            self._asked += 1
            if self._asked == self._until:
                raise Stop
        answer = self._choose(game, player, question)
        from_pile = question.decision == PICK and answer not in game.face_up
        watched.made.append(Made(player.seat, question, answer, from_pile))
        return answer


def watch(rules: Ruleset, order: list[int], viewer: int, choose: Choose, until: int) -> Watched:
    """Play until a player has been asked so many questions, or the game is over."""
    watched = Watched(rules, order, viewer)
    hand = order[viewer * rules.deck.hand_size :][: rules.deck.hand_size]
    watched.known.update(hand)
    watched.seen.append(sorted(rules.cards[number].name for number in hand))
    Watcher(watched, choose, until).play()
    return watched


def looks(game: Game, winner: int) -> int:
    """Return how many cards of the pile the winner of a Phase 1 trick sees (rules, 5 and 12)."""
    assert game.outcome is not None
    own, lost = game.outcome.led, game.outcome.follow
    if winner != game.leader:
        own, lost = lost, own
    power = game.rules.power(own.faction, PicksReward)
    found = [0 if power is None else power.looks or 0]
    power = game.rules.power(lost.faction, PicksReward)
    if power is not None and power.trigger == "any_seer_in_trick":
        found.append(power.looks or 0)
    return max(found)


def at_random(dice: random.Random) -> Choose:
    """Return players who choose at random."""

    def choose(_game: Game, _player: Player, question: Question) -> Card | None:
        return dice.choice([*question.options, *([None] if question.may_decline else [])])

    return choose


def redeal(game: Watched, dice: random.Random) -> list[int]:
    """Return the deal with cards that the player does not know at each other's places."""
    cards = game.rules.cards
    unknown = [card for card in cards if card.number not in game.known]
    names = {card.name for card in unknown}
    # A card that was played may have been another one that looks the same.
    twins = [cards[n] for n in game.shown if cards[n].name in names]
    order = list(game.order)
    place = {number: at for at, number in enumerate(order)}
    groups = [[card.number for card in [*unknown, *twins] if not card.side]]
    groups += [
        [card.number for card in [*unknown, *twins] if card.side and card.faction == faction]
        for faction in game.rules.deck.side_decks
    ]
    for group in groups:
        count = dice.choice((2, 2, 3, 4, 6, len(group)))
        chosen = dice.sample(group, min(count, len(group)))
        moved = dice.sample(chosen, len(chosen))
        for number, other in zip(chosen, moved, strict=True):
            order[place[number]] = other
    return order


def again(game: Watched, order: list[int], dice: random.Random) -> Choose:
    """Return players who do what they did, the opponent's hidden choices made anew.

    In the deal `order` some cards have changed places: of cards that look like one of those any
    may be the one that the opponent plays now.
    """
    changed = moved(game, order)
    coming = iter(game.made)
    later = Counter(
        made.answer.name
        for made in game.made
        if made.seat != game.viewer and made.answer is not None and not _hidden(made)
    )

    def choose(play: Game, player: Player, question: Question) -> Card | None:
        made = next(coming, None)
        if made is None or made.seat != player.seat:
            raise Impossible
        if made.question.decision != question.decision:
            raise Impossible
        if made.answer is None:
            return None
        other = player.seat != game.viewer
        if other and question.decision == DISCARD:
            options = _spare(question.options, later)
        elif other and made.from_pile:
            options = [card for card in question.options if card not in play.face_up]
        else:
            name = made.answer.name
            options = [card for card in question.options if card.name == name]
            if question.decision == PICK:
                options = [c for c in options if (c not in play.face_up) == made.from_pile]
            if other:
                later[name] -= 1
            if made.answer in options and not (other and name in changed):
                return made.answer
        if not options:
            raise Impossible
        return dice.choice(options)

    return choose


def _hidden(made: Made) -> bool:
    return made.question.decision == DISCARD or made.from_pile


def _spare(options: Iterable[Card], later: Counter[str]) -> list[Card]:
    """Return the cards that are not needed for what is yet to be seen."""
    left = Counter(later)
    spare = []
    for card in options:
        if left[card.name] > 0:
            left[card.name] -= 1
        else:
            spare.append(card)
    return spare


def look_alikes(game: Watched, until: int, dice: random.Random, tries: int) -> Iterable[Watched]:
    """Yield games that the player cannot tell from the one that he saw."""
    for _ in range(tries):
        order = redeal(game, dice)
        try:
            other = watch(game.rules, order, game.viewer, again(game, order, dice), until)
        except Impossible:
            continue
        if other.seen == game.seen and (other.order, other.answers()) != (
            game.order,
            game.answers(),
        ):
            yield other


def by_names(rules: Ruleset, view: np.void) -> dict[str, Any]:
    """Return what a View says, with cards by their names.

    Cards of a side deck are marked: no number of a card must tell them from the deck's.
    """
    names = [card.name + "!" * card.side for card in rules.by_bit]
    told: dict[str, Any] = {name: view[name].tolist() for name in _OTHERS}
    for name in _CARDS:
        told[name] = None if view[name] == NO_CARD else names[int(view[name])]
    for name in _SETS:
        told[name] = sorted(names[bit] for bit in cardsets.members(view[name]))
    told["pile_at"] = [None if bit == NO_CARD else names[bit] for bit in view["pile_at"].tolist()]
    return told


def moved(game: Watched, order: list[int]) -> set[str]:
    """Return the names of the cards that lie elsewhere in another deal."""
    pairs = zip(game.order, order, strict=True)
    return {game.rules.cards[n].name for pair in pairs for n in pair if pair[0] != pair[1]}


def changes(game: Watched, other: Watched) -> set[str]:
    """Return the names of the cards that lie elsewhere, or that were chosen out of sight."""
    chosen = {
        made.answer.name
        for made in (*game.made, *other.made)
        if made.seat != game.viewer and made.answer is not None and _hidden(made)
    }
    return chosen | moved(game, other.order)


def unlike(game: Watched, one: Iterable[Any], two: Iterable[Any], names: set[str]) -> str:
    """Return in what two rows of a player's Views differ, or nothing.

    `names` are the cards that differ; where nothing looks like any of them, the Views must be
    the same byte by byte.
    """
    rules = game.rules
    count = Counter(card.name for card in rules.cards)
    exact = all(count[name] == 1 for name in names)
    for number, (view, other) in enumerate(zip(one, two, strict=True)):
        if view.tobytes() == other.tobytes():
            continue
        told, differs = by_names(rules, view), by_names(rules, other)
        for name, value in told.items():
            if value != differs[name]:
                return f"View {number}: {name} is {value} and {differs[name]}"
        if exact:
            return f"View {number} differs in its bytes"
    return ""
