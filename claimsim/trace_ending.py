"""The end of a game in words: what leaves and joins the score piles, the votes, the winner."""

from __future__ import annotations

from claimsim.record_reading import GameRecord
from claimsim.reference import scoring
from claimsim.reference.game import Game
from claimsim.reference.scoring import VOTES_NEEDED, Verdict, Vote
from claimsim.rules import powers as told
from claimsim.rules.ruleset import Card
from claimsim.trace_board import Board, Event
from claimsim.trace_words import listed, plural, verb, words


class Ending:
    """Tells the end of a game (rules, 7).

    Parameters
    ----------
    record
        The game.
    game
        The same, played again to its end.
    board
        Where everything lies.
    """

    def __init__(self, record: GameRecord, game: Game, board: Board) -> None:
        self._record = record
        self._rules = record.rules
        self._game = game
        self._board = board
        self._begun = False
        self._arrested: list[dict[str, str]] = [{}, {}]

    def happens(self, event: Event) -> list[str]:
        """Return the lines for what happens before the votes (rules, 7.3 to 7.5)."""
        lines = self._begin()
        seat, cards = event["player"], self._board.cards(event)
        if event["event"] == "drop":
            lines += self._drop(event["why"], seat, cards)
        else:
            tell = {"draw": self._draw, "arrest": self._arrest}
            lines += tell[event["event"]](seat, cards)
        self._board.apply(event)
        return lines

    def votes(self) -> list[str]:
        """Return the lines for everything after that."""
        lines = self._begin()
        if self._record.result["decided_by"] == "monastery":
            return [*lines, self._monastery()]
        counted = self._counted()
        verdict = self._game.verdict
        if verdict is None:
            return [*lines, counted]
        if counted:
            lines.append(counted)
        lines += ["", "Votes", *(f"  {self.vote(vote)}" for vote in verdict.votes)]
        return [*lines, *self._extra(verdict), "", self._winner(verdict)]

    def _begin(self) -> list[str]:
        """Rules, 7.1: what lies in front of a player joins his score pile."""
        if self._begun:
            return []
        self._begun = True
        lines = []
        for seat, cards in enumerate(self._board.in_front):
            if cards:
                joins = f"{verb(cards, 'joins', 'join')} his score pile"
                lines.append(f"{listed(cards)} in front of seat {seat} {joins}.")
        self._board.end()
        counts = [len(pile) for pile in self._board.score]
        lines.append(f"The score piles hold {counts[0]} and {plural(counts[1], 'card')}.")
        return ["", "The end", *(f"  {line}" for line in lines)]

    def _drop(self, why: str, seat: int, cards: list[Card]) -> list[str]:
        gone = f"{listed(cards)} {verb(cards, 'leaves', 'leave')}"
        pile = f"seat {seat}'s score pile"
        if why == "pterosaurs":
            return [f"  Extinct: {gone} {pile}."]
        reasons = {
            "pyramid": f"values of {self._rules.number('pyramid.max_value')} or less",
            "ruins": "odd values",
            "fortress": (
                f"the lowest {self._rules.number('fortress.drop')} of any faction with more than "
                f"{self._rules.number('fortress.limit')} cards"
            ),
        }
        return [f"  {words(why)}: {gone} {pile}: {reasons[why]}."]

    def _draw(self, seat: int, cards: list[Card]) -> list[str]:
        drawers = [
            name
            for name in self._rules.deck.names
            if self._rules.power(name, told.DrawsDiscard) is not None
        ]
        vote = f"the {words(drawers[0])} vote" if len(drawers) == 1 else "a vote that draws"
        drawn = f"{listed(cards)} from the Phase 1 discard"
        return [f"  Seat {seat} wins {vote} as it stands and draws {drawn}."]

    def _arrest(self, seat: int, cards: list[Card]) -> list[str]:
        for card in cards:
            self._arrested[seat][card.name] = self._arrester(seat, card)
        by = dict.fromkeys(words(self._arrested[seat][card.name]) for card in cards)
        now = f"{verb(cards, 'counts', 'count')} as {' or '.join(by)}"
        return [f"  Arrested in seat {seat}'s score pile: {listed(cards)} now {now}."]

    def _arrester(self, seat: int, card: Card) -> str:
        """Return the faction as which an arrested card counts (rules, 7.5)."""
        power = self._rules.power(card.faction, told.ArrestedBy)
        assert power is not None
        equal = {other.faction for other in self._board.score[seat] if other.value == card.value}
        return next(faction for faction in power.by if faction in equal)

    def _piles(self) -> list[list[Card]]:
        """Return the score piles of the result; arrested cards have their new faction."""
        return [
            [
                card._replace(faction=arrested.get(card.name, card.faction))
                for card in (self._board.names[name] for name in pile)
            ]
            for pile, arrested in zip(
                self._record.result["score_piles"], self._arrested, strict=True
            )
        ]

    def _monastery(self) -> str:
        """Rules, 7.2."""
        piles = [len(pile) for pile in self._record.result["score_piles"]]
        loser = 1 - self._record.result["winner"]
        ratio = f"{self._rules.ratio('monastery.ratio'):g}"
        return (
            f"{self._who(1 - loser)} by Monastery: {plural(piles[loser], 'card')} of seat {loser} "
            f"are more than {ratio} times {piles[1 - loser]}."
        )

    def _counted(self) -> str:
        """Rules, 7.6: say what Bridge and Castle decided, or that they did not."""
        if self._rules.building not in ("bridge", "castle"):
            return ""
        one, other = (self._game.building.counts(pile) for pile in self._piles())
        what, place = "complete set", words(self._rules.building)
        if self._rules.building == "castle":
            largest = self._rules.switch("castle_counts") == "largest_faction"
            what = "card of the largest faction" if largest else "card"
        if one == other:
            return f"  {place}: {_several(one, what)} each, so the votes decide."
        winner = int(other > one)
        high, low = max(one, other), min(one, other)
        return f"{self._who(winner)}: {place}, {_several(high, what)} to {low}."

    def vote(self, vote: Vote) -> str:
        """Say who won a vote, and how (rules, 7.7)."""
        return f"{words(vote.faction)}: {self._holder(vote)}."

    def _holder(self, vote: Vote) -> str:
        """Say who holds a vote, and by what."""
        even = self._even(vote)
        highest = self._rules.switch("tiebreak_depth") == "highest"
        how = {
            scoring.NONE: "since nobody has any",
            scoring.SECURED: "who secured it in Phase 2 (Lighthouse)",
            scoring.SUMS: f"by the sum of values, {max(vote.sums)} to {min(vote.sums)}",
            scoring.COUNT: _weighed(vote),
            scoring.LENGTH: f"{even}, but more cards",
            scoring.EQUAL: f"{even} and {'equal at the top' if highest else 'all equal'}",
            scoring.CARDS: f"{even}; from the top, {self._beats(vote)}",
        }
        who = "nobody" if vote.holder is None else f"seat {vote.holder}"
        return f"{who}, {how[vote.by]}"

    def _beats(self, vote: Vote) -> str:
        """Say which card broke a tie."""
        one, other = vote.compared or (0, 0)
        mine, theirs = (one, other) if vote.holder == 0 else (other, one)
        two = self._rules.setting == "farmlands" and mine == 2
        return f"{mine} beats {theirs}{' in Farmlands' if two else ''}"

    def _even(self, vote: Vote) -> str:
        """Say that two players are even so far."""
        sums = f"{vote.sums[0]} in sum each, " if self._rules.building == "tower" else ""
        if vote.counts[0] == vote.counts[1]:
            return f"{sums}{plural(vote.counts[0], 'card')} each"
        cards = f"{vote.counts[0]} and {plural(vote.counts[1], 'card')}"
        return f"{sums}{cards} that count {vote.weights[0]} each"

    def _extra(self, verdict: Verdict) -> list[str]:
        """Rules, 7.7: Dungeon."""
        if not any(verdict.extra):
            return []
        votes = self._rules.number("dungeon.votes")
        return [
            f"  Dungeon: seat {seat}, {plural(votes, 'vote')} for the last trick of Phase {phase}."
            for phase, seat in self._board.last_winner.items()
        ]

    def _winner(self, verdict: Verdict) -> str:
        """Say who won the game, and how (rules, 7.8)."""
        totals, cards = verdict.totals, verdict.cards
        if verdict.winner is None:
            if self._rules.switch("victory") == "three_votes" and max(totals) < VOTES_NEEDED:
                return (
                    f"A draw: seat 0 has {plural(totals[0], 'vote')}, seat 1 has "
                    f"{plural(totals[1], 'vote')}, and {VOTES_NEEDED} are needed to win."
                )
            each = f"{plural(totals[0], 'vote')} each, and {plural(cards[0], 'card')} each"
            return f"A draw: {each} in the factions won."
        winner, loser = verdict.winner, 1 - verdict.winner
        if verdict.decided_by == "votes":
            return f"{self._who(winner)}, {plural(totals[winner], 'vote')} to {totals[loser]}."
        more = f"{plural(cards[winner], 'card')} to {cards[loser]} in the factions won"
        return f"{self._who(winner)}: {plural(totals[0], 'vote')} each, but {more}."

    def _who(self, seat: int) -> str:
        return f"Seat {seat} ({self._record.strategies[seat]}) wins"


def _weighed(vote: Vote) -> str:
    """Say how a vote was won by cards, some of which may count more than once."""
    more, fewer = max(vote.weights), min(vote.weights)
    if vote.weights == vote.counts:
        return f"{plural(more, 'card')} to {fewer}"
    holder = vote.holder or 0
    cards = f"{plural(vote.counts[holder], 'card')} to {vote.counts[1 - holder]}"
    return f"{more} to {fewer}, counting more than once those alone of their value ({cards})"


def _several(count: int, what: str) -> str:
    """Return a number of things, the first word of which takes the plural."""
    first, *rest = what.split(" ")
    if first == "complete":
        return plural(count, what)
    return " ".join([plural(count, first), *rest])
