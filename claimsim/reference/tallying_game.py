"""What is counted of one game of the readable engine."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from claimsim.experiment.tally import CELL_METRICS, FACTION_METRICS, FIRED, PHASE_2
from claimsim.reference.scoring import CARDS, EQUAL, LENGTH, Verdict, Vote, judge, winner_of
from claimsim.rules.deck import MAX_FACTIONS
from claimsim.view import FOLLOW, LEAD

if TYPE_CHECKING:
    from claimsim.reference.game import Game, Question
    from claimsim.reference.playout import Playout
    from claimsim.rules.ruleset import Ruleset

Ints = npt.NDArray[np.int64]

#: How a vote was decided where equal numbers of cards were compared further.
_TIED = (CARDS, LENGTH, EQUAL)

#: The metric that counts the games with each end.
_WAYS = {
    "votes": "by_votes",
    "cards_in_factions": "by_cards",
    "monastery": "by_monastery",
    "bridge": "by_bridge",
    "castle": "by_castle",
    "draw": "draws",
}


class Watcher:
    """Sees of a game while it is played what cannot be seen in the end.

    Parameters
    ----------
    course
        Whether to see who is ahead after each trick.

    Attributes
    ----------
    decisions, options, forced : int
        Leads and follows, their options, and those of them that have a single one.
    recruited : list of list of int
        By seat the cards of his first hand of Phase 2, by their bits.
    ahead : dict
        By the place of a trick, 0 to COURSE - 1: who would win, were the piles scored after it.
    """

    def __init__(self, *, course: bool) -> None:
        self.decisions = self.options = self.forced = 0
        self.recruited: list[list[int]] = []
        self.ahead: dict[int, int | None] = {}
        self._course = course
        self._place: int | None = None

    def __call__(self, game: Game, question: Question) -> None:
        """Take note of a question (:data:`claimsim.reference.playout.Watch`)."""
        if game.phase == 2 and not self.recruited:  # nobody has given a card of it away
            self.recruited = [[card.bit for card in one.hand] for one in game.players]
        if question.decision not in (LEAD, FOLLOW):
            return
        self.decisions += 1
        self.options += len(question.options)
        self.forced += len(question.options) == 1
        if self._course and question.decision == LEAD:
            self.trick_ends(game)
            self._place = game.trick + PHASE_2 * (game.phase - 1)

    def trick_ends(self, game: Game) -> None:
        """See who would win if the piles were scored now (rules, 7.7 and 7.8), after a trick.

        What lies in front counts as it will in the end, and buildings change no pile.
        """
        if self._place is None:
            return
        piles = [[*player.score.cards, *player.in_front.cards] for player in game.players]
        extra = (0, 0)
        if self._place >= PHASE_2:
            extra = game.building.extra_votes(game.last_winners)
        verdict = judge(game.rules, piles, secured=game.secured, extra=extra)
        self.ahead[self._place] = verdict.winner


@dataclass
class Counts:
    """The numbers of a deal, or of one of its games: they add.

    Parameters
    ----------
    cell : ndarray of int64, shape (CELL_METRICS,)
    factions : ndarray of int64, shape (MAX_FACTIONS, FACTION_METRICS)
    fired, games_fired : ndarray of int64, shape (FIRED,)
        Firings, and games with any.
    """

    cell: Ints = field(default_factory=lambda: np.zeros(len(CELL_METRICS), np.int64))
    factions: Ints = field(
        default_factory=lambda: np.zeros((MAX_FACTIONS, len(FACTION_METRICS)), np.int64)
    )
    fired: Ints = field(default_factory=lambda: np.zeros(len(FIRED), np.int64))
    games_fired: Ints = field(default_factory=lambda: np.zeros(len(FIRED), np.int64))

    def add(self, other: Counts) -> None:
        """Add the numbers of another game."""
        self.cell += other.cell
        self.factions += other.factions
        self.fired += other.fired
        self.games_fired += other.games_fired

    @classmethod
    def of(cls, playout: Playout, watcher: Watcher, seat_a: int) -> Counts:
        """Return the numbers of a game; `seat_a` is where player a sits."""
        fired = np.array([playout.fired[name] for name in FIRED], np.int64)
        return cls(
            _of_cell(playout, watcher, seat_a),
            _of_factions(playout, seat_a),
            fired,
            (fired > 0).astype(np.int64),
        )


def points(winner: int | None, seat: int) -> int:
    """Return the points of a seat: a win 2, a draw 1."""
    return 1 if winner is None else 2 * (winner == seat)


def _of_cell(playout: Playout, watcher: Watcher, seat_a: int) -> Ints:
    """Return the CELL_METRICS of a game."""
    totals = playout.result["vote_totals"]
    found = {
        **dict.fromkeys(CELL_METRICS, 0),
        "leader_points": points(playout.winner, 0),
        "a_points": points(playout.winner, seat_a),
        _WAYS[playout.decided_by]: 1,
        "margin": abs(totals[0] - totals[1]),
        "decisions": watcher.decisions,
        "options": watcher.options,
        "forced": watcher.forced,
    }
    return np.array(list(found.values()), np.int64)


def _of_factions(playout: Playout, seat_a: int) -> Ints:
    """Return the FACTION_METRICS of a game, by the factions' places."""
    ending = playout.game.ending
    assert ending is not None  # the game is over
    cards = [Counter(card.faction for card in pile) for pile in ending.piles]
    rows = np.zeros((MAX_FACTIONS, len(FACTION_METRICS)), np.int64)
    for place, faction in enumerate(ending.rules.deck.names):
        found: dict[str, Any] = dict.fromkeys(FACTION_METRICS, 0)
        if playout.winner is not None:
            found["decided"] = 1
            found["cards_winner"] = cards[playout.winner][faction]
            found["cards_loser"] = cards[1 - playout.winner][faction]
        if ending.verdict is not None:  # none, where a building ended the game
            vote = ending.verdict.votes[place]
            found["by_tiebreak"] = vote.by in _TIED
            if vote.holder is not None:
                found["awarded"] = 1
                found["to_leader"] = vote.holder == 0
                found["to_a"] = vote.holder == seat_a
                found["pivotal"] = _pivotal(ending.rules, ending.verdict, vote, vote.holder)
                if playout.winner is not None:
                    found["to_winner"] = vote.holder == playout.winner
                    found["to_loser"] = vote.holder != playout.winner
        rows[place] = list(found.values())
    return rows


def _pivotal(rules: Ruleset, verdict: Verdict, vote: Vote, holder: int) -> bool:
    """Say whether the result would be another if a vote went to the other player."""
    totals, cards = list(verdict.totals), list(verdict.cards)
    for seat, step in ((holder, -1), (1 - holder, 1)):
        totals[seat] += step
        cards[seat] += step * vote.counts[seat]
    turned, _ = winner_of(rules, (totals[0], totals[1]), (cards[0], cards[1]))
    return turned != verdict.winner
