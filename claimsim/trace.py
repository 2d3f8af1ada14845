"""Telling a game in words: who did what, who won each trick and vote, and why."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

from claimsim.record_reading import GameRecord, read_record
from claimsim.reference.game import Game
from claimsim.replay import check
from claimsim.rules import powers as told
from claimsim.rules.ruleset import Card
from claimsim.trace_board import Board, Event
from claimsim.trace_ending import Ending
from claimsim.trace_reasons import reason
from claimsim.trace_start import opening
from claimsim.trace_words import listed, name_of, plural, title, verb, words

WIDTH = 80


def narrate(record: dict[str, Any]) -> list[str]:
    """Tell a recorded game.

    Parameters
    ----------
    record
        A record as ``json.loads`` returns it, or as it was just made.

    Returns
    -------
    list of str
        Lines of at most 80 columns, without line ends.

    Raises
    ------
    InputError, RuleViolation
        A record that cannot be replayed; see :func:`claimsim.replay.replay`.
    """
    read = read_record(record)
    story = _Story(read, check(read))
    for event in read.events:
        story.go_on(event)
    story.end()
    return story.lines


class _Story:
    """What has been told of a game so far, and what must be remembered to go on."""

    def __init__(self, record: GameRecord, game: Game) -> None:
        self.lines: list[str] = []
        self._rules = record.rules
        self._powers = game.powers
        self._board = Board(record)
        self._ending = Ending(record, game, self._board)
        self._exchangers: list[Card] = []
        self._tell: dict[str, Callable[[Event], None]] = {
            "pass": self._pass,
            "reveal": self._reveal,
            "exchange": self._exchange,
            "play": self._play,
            "answer": self._answer,
            "trick": self._won,
            "take": self._take,
            "score": self._score,
            "wait": self._wait,
            "smash": self._smash,
            "fire": self._fire,
            "trident": self._trident,
            "lead": self._lead,
            "phase": self._phase,
            "discard": self._discard,
        }
        self._say(*opening(record))

    def go_on(self, event: Event) -> None:
        """Tell the next event."""
        if event["event"] in self._tell:
            self._tell[event["event"]](event)
        else:
            self._say(*self._ending.happens(event))

    def end(self) -> None:
        """Tell the votes and the winner (rules, 7.7 and 7.8)."""
        self._say(*self._ending.votes())

    def _say(self, *texts: str) -> None:
        for text in texts:
            indent = " " * (len(text) - len(text.lstrip()))
            self.lines += textwrap.wrap(text, WIDTH, subsequent_indent=indent + "  ") or [""]

    def _all(self, event: Event) -> str:
        return listed(self._board.cards(event))

    def _card(self, event: Event) -> Card:
        return self._board.names[event["card"]]

    def _pass(self, event: Event) -> None:
        self._say(
            f"{words(self._rules.setting)}: seat {event['player']} passes {self._all(event)}."
        )
        self._board.apply(event)

    def _reveal(self, event: Event) -> None:
        cards, board = self._board.cards(event), self._board
        islands = self._rules.setting == "islands"
        if not islands:
            self._begin_trick(f"The prize is {listed(cards)}.")
        elif board.trick:
            self._say(f"  {listed(cards)} is turned up beside {listed(board.face_up)}.")
        else:
            self._begin_trick(f"Face up: {listed(cards)}.")
        self._exchangers = [card for card in cards if board.has(card, told.Exchanges)]
        board.apply(event)

    def _begin_trick(self, more: str = "") -> None:
        self._say("", f"Trick {self._board.trick + 1}. {more}".rstrip())

    def _exchange(self, event: Event) -> None:
        by = " and ".join(dict.fromkeys(title(card) for card in self._exchangers))
        self._say(f"  {by}: seat {event['player']} gives {self._all(event)} in exchange.")
        self._board.apply(event)

    def _play(self, event: Event) -> None:
        card, board = self._card(event), self._board
        seat, leads = event["player"], board.begins()
        if leads and board.phase == 2:
            self._begin_trick()
        elif leads and board.trick and self._rules.setting == "islands":
            self._begin_trick(f"Face up: {listed(board.face_up)}.")
        if leads:
            self._tell_bar(seat)
        board.apply(event)
        boost = board.boosts[seat]
        more = f", discarding {listed(boost)} from his score pile" if boost else ""
        self._say(f"  Seat {seat} {'leads' if leads else 'follows with'} {name_of(card)}{more}.")

    def _tell_bar(self, seat: int) -> None:
        """Say so where a player may not lead a faction that he holds (rules, 3)."""
        board = self._board
        if board.trick == 0:
            return
        faction = board.played[0].faction
        power = self._rules.power(faction, told.NoRepeatLead)
        if power is None or (power.rule == "same_leader" and board.seats[0] != seat):
            return
        held = {card.faction for card in board.hands[seat]}
        if faction in held and len(held) > 1:
            self._say(
                f"  Seat {seat} may not lead {words(faction)}: one of them led the trick before."
            )

    def _answer(self, event: Event) -> None:
        boost = listed(self._board.names[name] for name in event["boost"])
        self._board.apply(event)
        self._say(f"  Seat {event['player']} answers, discarding {boost} from his score pile.")

    def _won(self, event: Event) -> None:
        board = self._board
        board.apply(event)
        captures = " and captures" if "captured" in event else ""
        self._say(f"  Seat {board.winner} wins{captures}: {reason(board, self._powers)}.")

    def _take(self, event: Event) -> None:
        board, seat, card = self._board, event["player"], name_of(self._card(event))
        hidden, picks = board.is_hidden(event), min(board.picks() or 0, len(board.pile))
        wins = seat == board.winner
        islands = self._rules.setting == "islands"
        board.apply(event)
        who = f"  Seat {seat}"
        if wins and picks:
            pile = "the top card" if picks == 1 else f"the top {picks} cards"
            who = f"{who} looks at {pile} of the pile and"
        if hidden:
            where = "there" if wins else "the pile"
            self._say(f"{who} takes {card} from {where if picks else 'the pile, unseen'}.")
        elif islands:
            self._say(f"{who} {'chooses' if wins else 'takes the other card,'} {card}.")
        else:
            self._say(f"{who} takes the prize, {card}.")

    def _score(self, event: Event) -> None:
        board, seat, cards = self._board, event["player"], self._board.cards(event)
        last = board.is_last_score()
        secured = dict(board.secured)
        board.apply(event)
        who = f"Seat {seat}"
        in_front = [card for card in cards if board.lies_in_front(card)]
        scored = [card for card in cards if not board.lies_in_front(card)]
        if last:
            lead = f"No trick is left: seat {seat}, who won the last one, takes what waited,"
            self._say("", f"{lead} {listed(cards)}.")
        else:
            how, what = self._scoring(seat, in_front, scored)
            self._say(f"  {who} {how}{what}.")
        for faction, holder in board.secured.items():
            if faction not in secured:
                count = board.came[holder][faction]
                self._say(
                    f"    Lighthouse: seat {holder} got {plural(count, 'card')} of "
                    f"{words(faction)} first, and has their vote."
                )

    def _scoring(self, seat: int, in_front: list[Card], scored: list[Card]) -> tuple[str, str]:
        parts = [f"scores {listed(scored)}"] if scored else []
        if in_front:
            parts.append(f"lays {listed(in_front)} in front of him")
        at_once = " at once" if self._board.phase == 1 else ""
        lost = "lost the trick and so " if seat != self._board.winner else ""
        return lost, " and ".join(parts) + ("" if lost else at_once)

    def _wait(self, event: Event) -> None:
        cards = self._board.cards(event)
        self._board.apply(event)
        self._say(f"  {listed(cards)} {verb(cards, 'waits', 'wait')} for the next winner.")

    def _smash(self, event: Event) -> None:
        seat, card = event["player"], self._card(event)
        self._board.apply(event)
        by = self._smashers(card)
        self._say(
            f"  Seat {seat} got {by} and removes {name_of(card)}, which lay in front of seat "
            f"{1 - seat}, from the game."
        )

    def _smashers(self, target: Card) -> str:
        """Return the cards of this trick that may have removed a card (rules, 5)."""
        for card in [*self._board.played, *self._board.waiting]:
            power = self._rules.power(card.faction, told.Smashes)
            if power is not None and target.faction in power.target and card.value == target.value:
                return name_of(card)
        return "a card of the same value"

    def _fire(self, event: Event) -> None:
        board, seat, card = self._board, event["player"], self._card(event)
        lost = board.played[board.seats.index(seat)]
        board.apply(event)
        what = f"Fire {name_of(card)}" if card.faction == "phoenix" else name_of(card)
        self._say(f"  Seat {seat} lost {name_of(lost)} and draws {what} from the side deck.")

    def _trident(self, event: Event) -> None:
        board, seat, where = self._board, event["player"], event["from"]
        lost = board.played[board.seats.index(seat)]
        board.apply(event)
        source = f"the supply, which holds {board.supply}" if where == "supply" else f"seat {where}"
        now = f"seat {seat} now has {board.tridents[seat]}"
        self._say(f"  Seat {seat} lost {name_of(lost)} and takes a trident from {source}; {now}.")

    def _lead(self, event: Event) -> None:
        """Rules, 6: Dragons before Plateau."""
        board, seat = self._board, event["player"]
        leaders = [
            (card, who)
            for card, who in zip(board.played, board.seats, strict=True)
            if board.has(card, told.LeadsNext)
        ]
        if leaders and leaders[-1][1] == seat:
            card = leaders[-1][0]
            why = f"he played the last of the {title(card)}, {name_of(card)}"
        else:
            number = self._rules.number("plateau.wins")
            done = "led" if self._rules.switch("plateau_rule") == "three_leads" else "won"
            why = f"Plateau, for seat {1 - seat} has {done} {plural(number, 'trick')} in a row"
        self._say(f"  Seat {seat} leads next: {why}.")

    def _phase(self, event: Event) -> None:
        leader = event["leader"]
        who = ", who won the last trick," if leader == self._board.winner else ""
        self._board.apply(event)
        self._say(
            "",
            "Phase 2: the followers are the hands now, and tricks are scored. "
            f"Seat {leader}{who} leads.",
        )

    def _discard(self, event: Event) -> None:
        cards, seat = self._board.cards(event), event["player"]
        self._board.apply(event)
        if self._board.phase == 2 and self._board.trick == 0:
            place = words(self._rules.setting)
            self._say(f"{place}: seat {seat} discards {listed(cards)}, face down.")
            return
        self._say(
            "",
            f"Seat {1 - seat} has no card left, so the game ends; {listed(cards)} in seat "
            f"{seat}'s hand {verb(cards, 'leaves', 'leave')} it unscored.",
        )
