"""The kernel as an engine that the worked cases can be run through.

Compiled code cannot ask Python, so a game is played again and again, each time with one answer
more: a compiled strategy reads its answers from its numbers, and raises an error where they end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numba import from_dtype, types

from claimsim import cardsets, chance
from claimsim.errors import RuleGapError, StrategyError
from claimsim.kernel import batch, decode, jit
from claimsim.kernel.dealing import deal_cards, deal_powers
from claimsim.kernel.ending import end_game
from claimsim.kernel.engine import fresh_views
from claimsim.kernel.game import play_game, play_trick
from claimsim.kernel.state import GAPS, LOG, NOBODY, STATE, VIEWS
from claimsim.rules.ruleset import Card, Ruleset
from claimsim.rules.table import TABLE
from claimsim.strategy_kit import MAX_WEIGHTS
from claimsim.view import DECLINE, NO_CARD
from tests.worked.situation import Asked, Decide, Ended, Piles, Situation, TrickPlayed

#: Answers in one number, and the base in which they are written.
_IN_ONE, _BASE = 8, 66


def _scripted(view, weights):
    """Give the next of the answers that :func:`pack` wrote."""
    number = int(weights[0])
    weights[0] += 1
    if number >= int(weights[1]):
        raise IndexError
    word = int(weights[2 + number // 8])
    for _ in range(number % 8):
        word //= 66
    return word % 66 - 1


def pack(answers: Sequence[int], row: np.ndarray) -> None:
    """Write answers, bits of cards or DECLINE, into the numbers of a strategy."""
    assert len(answers) <= _IN_ONE * (MAX_WEIGHTS - 2)
    row[:] = 0
    row[1] = len(answers)
    for number, answer in enumerate(answers):
        row[2 + number // _IN_ONE] += (answer + 1) * _BASE ** (number % _IN_ONE)


#: What the compiled entry does.
GAME, TRICK, SET_UP, END = range(4)


def _enter(what, state, table, views, choose, log):
    if what == GAME:
        play_game(state, table, views, choose, choose, log)
    elif what == TRICK:
        play_trick(state, table, views, choose, choose, log)
    elif what == SET_UP:
        deal_cards(state, table)
        deal_powers(state, table)
    else:
        end_game(state, table, log)


@cache
def entry() -> tuple[Any, Any]:
    """Return the compiled entry and the scripted strategy, from the cache where they are there."""
    state, table, views, log = (from_dtype(kind) for kind in (STATE, TABLE, VIEWS, LOG))
    choose = types.FunctionType(batch.CHOOSE)
    kind = types.void(types.int64, state, table, views, choose, log)
    return jit.compile_entry(kind, _enter), jit.compile_entry(batch.CHOOSE, _scripted)


class Run:
    """State, Views and log of one game of the kernel with scripted players."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._state, self._views = np.zeros(1, STATE), np.zeros(1, VIEWS)
        self._log = np.zeros(1, LOG)
        self.state = self._state[0]
        self.state["makes"] = 1
        self._start: np.ndarray | None = None

    def enter(self, what: int) -> None:
        """Let the kernel work on the state."""
        play, choose = entry()
        play(what, self.state, self.rules.table, self._views[0], choose, self._log[0])

    def fresh(self) -> None:
        """Begin from a clean table."""
        self.enter(SET_UP)

    def play(self, what: int, decide: Decide) -> None:
        """Play on from where the state stands, with every decision asked for."""
        answers: tuple[list[int], list[int]] = ([], [])
        start = self._state.copy()
        while True:
            self._state[:] = start
            if self.run(what, answers):
                break
            view = self._log[0]["views"][int(self.state["views"]) - 1]
            answer = decide(self._asked(view))
            answers[int(view["seat"])].append(DECLINE if answer is None else answer.bit)
        if self.state["stopped"] == 1:
            if self.state["error_seat"] == NOBODY:
                raise RuleGapError(GAPS[int(self.state["gap"])])
            raise StrategyError(f"{self.state['error_card']} is no option")

    def run(self, what: int, answers: Sequence[Sequence[int]]) -> bool:
        """Play on with the given answers; say whether they were enough."""
        views = self._views[0]["of"]
        views[:] = np.zeros(2, views.dtype)
        fresh_views(self.rules, views)
        for row, given in zip(self.state["weights"], answers, strict=True):
            pack(given, row)
        try:
            self.enter(what)
        except IndexError:
            return False
        return True

    def _asked(self, view: np.void) -> Asked:
        def cards(of: int) -> list[Card]:
            return [self.rules.by_bit[bit] for bit in cardsets.members(of)]

        prize = int(view["prize"])
        face_up = sorted(cards(view["face_up"]), key=lambda card: card.bit != prize)
        options = sorted(
            cards(view["options"]), key=lambda card: (card not in face_up, card.bit != prize)
        )
        return Asked(
            int(view["decision"]), int(view["seat"]), options, cards(view["chosen"]), face_up,
            int(self.state["events"]),
        )  # fmt: skip

    def events(self) -> list[dict[str, Any]]:
        """Return the events that have been written."""
        return decode.events(self.rules, self._log[0]["events"][: self.state["events"]])

    def views(self) -> np.ndarray:
        """Return a copy of the Views that have been shown."""
        return self._log[0]["views"][: self.state["views"]].copy()

    def end(self) -> None:
        """Bring the game to its end."""
        self.enter(END)

    def ended(self) -> Ended:
        """Return events, result and firings."""
        return Ended(
            self.events(),
            decode.result(self.rules, self.state),
            decode.fired(self.state),
            self.views(),
        )


def find_deal(rules: Ruleset, discard: Sequence[Card], drawn: Sequence[str], count: int) -> int:
    """Return the number of a deal of which the draws from the discard come out as given.

    `count` is how many cards each holder draws at most.
    """
    wanted = list(drawn)
    places = [rules.deck.names.index(n) for n in rules.deck.names if _draws(rules, n)]
    for deal in range(100_000):
        left = sorted(discard, key=lambda card: card.bit)
        found: list[str] = []
        # One holder draws all: cases with several name one card for each.
        for faction in places:
            for k in range(count):
                if left and len(found) < len(wanted):
                    card = left.pop(chance.draw((0, 0), deal, faction, k, len(left)))
                    found.append(card.name)
        if sorted(found) == sorted(wanted) and (len(places) == 1 or found == wanted):
            return deal
    raise AssertionError(f"no deal draws {drawn}")


def _draws(rules: Ruleset, faction: str) -> bool:
    return bool(rules.table["discard_draws"][rules.deck.names.index(faction)])


def _bits(cards: Sequence[Card]) -> int:
    return cardsets.of(card.bit for card in cards)


class Kernel:
    """Fills a State, and reads it again."""

    name = "kernel"

    def game(
        self, rules: Ruleset, order: Sequence[int], decide: Decide, drawn: Sequence[str]
    ) -> Ended:
        run = Run(rules)
        run.state["order"][: len(order)] = [rules.cards[number].bit for number in order]
        run.play(GAME, decide)
        if drawn:
            run = self._again(rules, order, decide, drawn, run)
        return run.ended()

    @staticmethod
    def _again(
        rules: Ruleset, order: Sequence[int], decide: Decide, drawn: Sequence[str], run: Run
    ) -> Run:
        """Play a game again as a deal that draws the given cards from the discard."""
        views = run.views()
        played = int(views[-1]["discard"])
        discard = [rules.by_bit[bit] for bit in cardsets.members(played)]
        again = Run(rules)
        count = int(max(rules.table["discard_draws"]))
        again.state["deal"] = find_deal(rules, discard, drawn, count)
        again.state["order"][: len(order)] = [rules.cards[number].bit for number in order]
        again.play(GAME, decide)
        return again

    def trick(self, rules: Ruleset, before: Situation, decide: Decide) -> TrickPlayed:
        run = Run(rules)
        _stage(run, before)
        run.play(TRICK, decide)
        return TrickPlayed(run.events(), _after(run, before), decode.fired(run.state))

    def end(self, rules: Ruleset, piles: Piles, drawn: Sequence[str]) -> Ended:
        run = Run(rules)
        run.state["order"][: len(rules.cards)] = [card.bit for card in rules.cards]
        run.fresh()
        state = run.state
        state["phase"] = 2
        state["hand"] = 0
        state["score"] = [_bits(pile) for pile in piles.score]
        state["in_front"] = [_bits(pile) for pile in piles.in_front]
        state["discard"] = _bits(piles.discard)
        winners = [NOBODY if seat is None else seat for seat in piles.last_winners]
        state["phase_1_winner"], state["last_winner"] = winners
        state["trick"] = int(winners[1] != NOBODY)
        for faction, seat in piles.secured.items():
            _secure(rules, state, faction, seat)
        if drawn:
            count = int(max(rules.table["discard_draws"]))
            state["deal"] = find_deal(rules, piles.discard, drawn, count)
        run.end()
        return run.ended()


def _secure(rules: Ruleset, state: np.void, faction: str, seat: int) -> None:
    place = rules.deck.names.index(faction)
    state["secured"][seat, place] = 1
    state["secured"][1 - seat, place] = -1


def _stage(run: Run, before: Situation) -> None:
    rules, state = run.rules, run.state
    order = state["order"]
    order[: len(rules.cards)] = [card.bit for card in rules.cards]
    run.fresh()
    start = 2 * rules.deck.hand_size
    order[start : start + len(before.pile)] = [card.bit for card in before.pile]
    state["next"], state["pile_end"] = start, start + len(before.pile)
    for place, faction in enumerate(rules.deck.names):
        if faction in before.side:
            left = before.side[faction]
            stop = int(rules.table["side_stop"][place])
            state["side_next"][place] = stop - len(left)
            order[stop - len(left) : stop] = [card.bit for card in left]
    for name in ("phase", "trick", "leader", "supply"):
        state[name] = getattr(before, name)
    for name, field in (("hand", "hands"), *((n, n) for n in ("score", "in_front", "followers"))):
        state[name] = [_bits(pile) for pile in getattr(before, field)]
    for name in ("discard", "waiting", "removed"):
        state[name] = _bits(getattr(before, name))
    for name in ("tridents", "row"):
        state[name] = getattr(before, name)
    state["lost"] = [int(before.lost == seat) for seat in range(2)]
    up = [card.bit for card in before.face_up]
    state["prize"], state["prize_2"] = [*up, NO_CARD, NO_CARD][:2]
    if before.previous_lead is not None:
        state["previous_leader"] = before.previous_lead[0]
        state["previous_lead"] = before.previous_lead[1].bit
    for seat in range(2):
        state["unseen"][seat] = _bits(before.hidden_from(seat, rules))
        state["in_side"][seat] = _bits([c for side in before.side.values() for c in side])
        for faction, count in before.came[seat].items():
            state["came"][seat, rules.deck.names.index(faction)] = count
    for faction, seat in before.secured.items():
        _secure(rules, state, faction, seat)
    # What the kernel keeps because it follows from the rest.
    state["armed"] = np.outer(before.tridents, rules.table["trident_bonus"])
    state["stale_bonus"] = 1


def _after(run: Run, before: Situation) -> Situation:
    rules, state = run.rules, run.state

    def cards(of: int) -> list[Card]:
        return [rules.by_bit[bit] for bit in cardsets.members(of)]

    pile = state["order"][int(state["next"]) : int(state["pile_end"])]
    up = [int(bit) for bit in (state["prize"], state["prize_2"]) if bit != NO_CARD]
    names = rules.deck.names
    lost = [seat for seat in range(2) if state["lost"][seat]]
    return Situation(
        phase=before.phase,
        leader=int(state["leader"]),
        trick=int(state["trick"]),
        hands=[cards(pile) for pile in state["hand"]],
        score=[cards(pile) for pile in state["score"]],
        in_front=[cards(pile) for pile in state["in_front"]],
        followers=[cards(pile) for pile in state["followers"]],
        tridents=[int(count) for count in state["tridents"]],
        row=[int(count) for count in state["row"]],
        came=[
            {name: int(n) for name, n in zip(names, of, strict=False) if n} for of in state["came"]
        ],
        supply=int(state["supply"]),
        pile=[rules.by_bit[bit] for bit in pile],
        face_up=[rules.by_bit[bit] for bit in up],
        discard=cards(state["discard"]),
        waiting=cards(state["waiting"]),
        removed=cards(state["removed"]),
        lost=lost[0] if lost else None,
        secured={
            name: int(secured < 0)
            for name, secured in zip(names, state["secured"][0], strict=False)
            if secured
        },
    )


KERNEL = Kernel()
