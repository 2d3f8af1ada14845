"""Telling a game in words: who did what, who won each trick and vote, and why."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from typing import Any

from claimsim.record_reading import GameRecord, read_record
from claimsim.reference.powers import Powers
from claimsim.reference.scoring import VOTES_NEEDED, Verdict, Vote, judge
from claimsim.reference.tricks import Why, decide
from claimsim.replay import check
from claimsim.rules.deck import Card

WIDTH = 80

Event = dict[str, Any]


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
    check(read)
    story = _Story(read)
    for event in read.events:
        story.go_on(event)
    story.end()
    return story.lines


class _Story:
    """What has been told of a game so far, and what must be remembered to go on."""

    def __init__(self, record: GameRecord) -> None:
        self.lines: list[str] = []
        self._record = record
        self._rules = record.rules
        self._powers = Powers(record.rules)
        self._cards = {str(card): card for card in record.rules.deck.cards}
        self._phase = 1
        self._trick = 0
        self._winner = 0
        self._table: list[Card] = []
        self._tell_start()

    def go_on(self, event: Event) -> None:
        """Tell the next event."""
        tell: dict[str, Callable[[Event], None]] = {
            "reveal": self._reveal,
            "play": self._play,
            "trick": self._won,
            "take": self._take,
            "score": self._score,
            "phase": self._change_phase,
        }
        tell[event["event"]](event)

    def end(self) -> None:
        """Tell the votes and the winner (rules, 7.7 and 7.8)."""
        piles = [
            [self._cards[name] for name in pile] for pile in self._record.result["score_piles"]
        ]
        verdict = judge(self._rules, piles)
        self._say("", "Votes")
        for vote in verdict.votes:
            self._say(f"  {self._vote(vote)}")
        self._say("", self._ending(verdict))

    def _say(self, *texts: str) -> None:
        for text in texts:
            indent = " " * (len(text) - len(text.lstrip()))
            self.lines += textwrap.wrap(text, WIDTH, subsequent_indent=indent + "  ") or [""]

    def _tell_start(self) -> None:
        record, deck = self._record, self._rules.deck
        h = deck.hand_size
        dealt = [deck.cards[number] for number in record.order]
        self._say(f"{record.scenario}: deal {record.deal}, seed {record.seed}")
        for name, value in self._rules.changed_switches().items():
            self._say(f"Ruling: {name} = {value}")
        for seat in (0, 1):
            self._say(f"Seat {seat} is {record.strategies[seat]}.")
        for seat in (0, 1):
            self._say(f"Seat {seat} is dealt {_listed(dealt[seat * h : (seat + 1) * h])}.")
        if deck.aside:
            self._say(f"Set aside, unseen: {_listed(dealt[4 * h :])}.")
        self._say("", f"Phase 1: {h} tricks for followers. Seat 0 leads.")

    def _reveal(self, event: Event) -> None:
        self._begin_trick(f"The prize is {self._all(event['cards'])}.")

    def _begin_trick(self, more: str = "") -> None:
        self._trick += 1
        self._say("", f"Trick {self._trick}. {more}".rstrip())

    def _play(self, event: Event) -> None:
        card = self._cards[event["card"]]
        if self._phase == 2 and not self._table:
            self._begin_trick()
        verb = "follows with" if self._table else "leads"
        self._say(f"  Seat {event['player']} {verb} {_name(card)}.")
        self._table.append(card)

    def _won(self, event: Event) -> None:
        self._winner = event["winner"]
        led, follow = self._table
        self._say(f"  Seat {self._winner} wins: {self._reason(led, follow)}.")
        self._table = []

    def _reason(self, led: Card, follow: Card) -> str:
        """Say why a trick went as it did (rules, 4)."""
        why = decide(self._powers, led, follow)
        if why is Why.BEATS:
            return f"{_title(follow)} beat {_title(led)} when they follow, whatever the numbers"
        if why is Why.OFF_FACTION:
            return f"{_name(follow)} does not follow {_title(led)}, so the leader wins"
        high, low = max(led.printed, follow.printed), min(led.printed, follow.printed)
        reason = f"{high} is higher than {low}"
        if why is Why.EQUAL:
            reason = f"{high} equals {low}, so the leader wins"
        if follow.faction != led.faction:
            reason = f"{_name(follow)} counts as {_title(led)} {follow.printed}; {reason}"
        return reason

    def _take(self, event: Event) -> None:
        card = _name(self._cards[event["card"]])
        if event["player"] == self._winner:
            self._say(f"  Seat {event['player']} takes the prize, {card}.")
        else:
            self._say(f"  Seat {event['player']} takes {card} from the pile, unseen.")

    def _score(self, event: Event) -> None:
        cards = self._all(event["cards"])
        who = f"Seat {event['player']}"
        if event["player"] != self._winner:
            self._say(f"  {who} lost the trick and so scores {cards}.")
        elif self._phase == 1:
            self._say(f"  {who} scores {cards} at once.")
        else:
            self._say(f"  {who} scores {cards}.")

    def _change_phase(self, event: Event) -> None:
        self._phase, self._trick = 2, 0
        self._say(
            "",
            "Phase 2: the followers are the hands now, and tricks are scored. "
            f"Seat {event['leader']}, who won the last trick, leads.",
        )

    def _all(self, names: Iterable[str]) -> str:
        return _listed(self._cards[name] for name in names)

    def _vote(self, vote: Vote) -> str:
        """Say who won a vote, and how (rules, 7.7)."""
        faction = _words(vote.faction)
        if vote.counts == (0, 0):
            return f"{faction}: nobody, since nobody has any."
        if vote.counts[0] != vote.counts[1]:
            more, fewer = max(vote.counts), min(vote.counts)
            return f"{faction}: seat {vote.holder}, {_cards(more)} to {fewer}."
        each = f"{_cards(vote.counts[0])} each"
        if vote.compared is not None:
            high, low = max(vote.compared), min(vote.compared)
            return f"{faction}: seat {vote.holder}, {each}; from the top, {high} beats {low}."
        highest = self._rules.switch("tiebreak_depth") == "highest"
        return f"{faction}: nobody, {each} and {'equal at the top' if highest else 'all equal'}."

    def _ending(self, verdict: Verdict) -> str:
        """Say who won the game, and how (rules, 7.8)."""
        totals, cards = verdict.totals, verdict.cards
        if verdict.winner is None:
            if self._rules.switch("victory") == "three_votes" and max(totals) < VOTES_NEEDED:
                return (
                    f"A draw: seat 0 has {_votes(totals[0])}, seat 1 has {_votes(totals[1])}, and "
                    f"{VOTES_NEEDED} are needed to win."
                )
            each = f"{_votes(totals[0])} each, and {_cards(cards[0])} each"
            return f"A draw: {each} in the factions won."
        winner, loser = verdict.winner, 1 - verdict.winner
        who = f"Seat {winner} ({self._record.strategies[winner]}) wins"
        if verdict.decided_by == "votes":
            return f"{who}, {_votes(totals[winner])} to {totals[loser]}."
        more = f"{_cards(cards[winner])} to {cards[loser]} in the factions won"
        return f"{who}: {_votes(totals[0])} each, but {more}."


def _words(faction: str) -> str:
    """Return a faction's name as people write it."""
    return faction.replace("_", " ").title()


def _title(card: Card) -> str:
    return _words(card.faction)


def _name(card: Card) -> str:
    return f"{_title(card)} {card.printed}"


def _listed(cards: Iterable[Card]) -> str:
    """Return cards in record order, each faction named once."""
    by_faction: dict[str, list[str]] = {}
    for card in sorted(cards, key=lambda card: card.number):
        by_faction.setdefault(_title(card), []).append(str(card.printed))
    return "; ".join(f"{title} {', '.join(printed)}" for title, printed in by_faction.items())


def _cards(count: int) -> str:
    return f"{count} card" if count == 1 else f"{count} cards"


def _votes(count: int) -> str:
    return f"{count} vote" if count == 1 else f"{count} votes"
