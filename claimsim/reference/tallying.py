"""Tallies of the readable engine: what the kernel counts, of games played as plain Python.

It takes thousands of times as long. So are played the cells of strategies that cannot be compiled,
and so is tested what the kernel counts. Cards are told apart by their bits: identical cards
count as the kernel has them.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from claimsim import chance
from claimsim.experiment.tally import (
    BY_AWARDED,
    BY_DECIDED,
    FACTION_METRICS,
    HELD,
    OUTCOMES,
    VOTES,
    WATCHED,
    Tallies,
)
from claimsim.reference.playout import Playout, play
from claimsim.reference.tallying_game import Counts, Watcher, points
from claimsim.rules.ruleset import Ruleset
from claimsim.seated import Seated

#: Held by whoever plays as plain Python: threads of it would only wait for each other, and the
#: strategies of users need not bear several at once.
ONE_AT_A_TIME = threading.RLock()

_AWARDED = FACTION_METRICS.index("awarded")
_DECIDED = FACTION_METRICS.index("decided")
_BY_AWARDED = [FACTION_METRICS.index(name) for name in BY_AWARDED]
_BY_DECIDED = [FACTION_METRICS.index(name) for name in BY_DECIDED]


class TallyingEngine:
    """Plays cells of one matchup as plain Python.

    Parameters
    ----------
    a, b
        The players of the matchup.
    mirror
        ``"none"``, ``"seats"`` or ``"lead"``: whether each deal is played once, with each
        seating, or with each hand leading.
    """

    def __init__(self, a: Seated, b: Seated, mirror: str) -> None:
        self._players = (a, b)
        self._mirror = mirror
        self._choosers = (a.chooser(), b.chooser())

    def play(
        self,
        cells: Sequence[tuple[Ruleset, tuple[int, int]]],
        deals: tuple[int, int],
        tallies: Tallies,
        rows: Sequence[int],
        numbers: npt.NDArray[np.int16] | None = None,
    ) -> None:
        """Play some deals of each cell.

        Parameters
        ----------
        cells
            Of each its rules, and the two words of its deck's key.
        deals
            The first deal, and the one after the last.
        tallies : ndarray of TALLY, added to
        rows
            Each cell's place in `tallies`.
        numbers : ndarray of int16, shape (cells, deals, wanted), written
            If given, the first so many of :data:`claimsim.experiment.tally.NUMBERS` in each deal.

        Raises
        ------
        StrategyError
            A strategy answered with no option, or raised an exception; names strategy, deal and
            decision.
        """
        with ONE_AT_A_TIME:
            for place, (rules, key) in enumerate(cells):
                found = self._play_cell(rules, key, deals, tallies[rows[place]])
                if numbers is not None:
                    numbers[place] = np.array(found, np.int16)[:, : numbers.shape[2]]

    def _play_cell(
        self, rules: Ruleset, key: tuple[int, int], deals: tuple[int, int], tally: np.void
    ) -> list[list[int]]:
        """Play some deals of one cell into its tally; return the NUMBERS of each."""
        first, stop = deals
        orders = chance.deal_orders(rules.deck, key, first, stop - first).tolist()
        dice = chance.dice(key, np.arange(first, stop))
        return [
            self._play_deal(_Deal(rules, key, first + n, orders[n], dice[n]), tally)
            for n in range(stop - first)
        ]

    def _play_deal(self, deal: _Deal, tally: np.void) -> list[int]:
        """Play the games of one deal into a tally; return the deal's NUMBERS."""
        counts = Counts()
        leader = [0, 0]
        splits = [0, 0]
        for game in range(1 if self._mirror == "none" else 2):
            watcher = Watcher(course=deal.number % WATCHED == 0)
            order = deal.order(swap=game == 1 and self._mirror == "lead")
            playout = self._play_game(deal, game, order, watcher)
            counts.add(Counts.of(playout, watcher, game))
            leader[game] = points(playout.winner, 0)
            held = list(playout.result["votes"].values())
            split = held.count(0), held.count(1)
            splits[game] = VOTES * split[0] + split[1]
            tally["games"] += 1
            tally["votes"][split] += 1
            _note_cards(tally, playout, watcher, order)
            _note_phase_1(tally, playout)
            _note_course(tally, playout, watcher)
        tally["outcomes"][leader[0], leader[1]] += 1
        _note_deal(tally, deal.number, counts)
        return [
            3 * leader[0] + leader[1],
            *counts.cell.tolist(),
            *counts.factions.ravel().tolist(),
            *counts.fired.tolist(),
            *counts.games_fired.tolist(),
            *splits,
        ]

    def _play_game(self, deal: _Deal, game: int, order: list[int], watcher: Watcher) -> Playout:
        """Play one game of a deal: the first with player a at seat 0, the second at seat 1."""
        seats = (0, 1) if game == 0 else (1, 0)  # the player at each seat
        one, other = (self._players[player].strategy for player in seats)
        dice = [n if self._players[n].strategy.stochastic else None for n in seats]
        playout = play(
            deal.rules,
            order,
            self._choosers[seats[0]],
            self._choosers[seats[1]],
            chance.Luck(deal.key, deal.number, (dice[0], dice[1]), deal.dice),
            names=(one.name, other.name),
            deal=deal.number,
            decisions=(one.decisions, other.decisions),
            watch=watcher,
        )
        watcher.trick_ends(playout.game)
        return playout


@dataclass(frozen=True)
class _Deal:
    """One deal of a cell: its number, the order of its cards, and the dice of both players."""

    rules: Ruleset
    key: tuple[int, int]
    number: int
    cards: list[int]
    dice: npt.NDArray[np.uint64]

    def order(self, *, swap: bool) -> list[int]:
        """Return the order of the cards, the hands exchanged or not."""
        h, cards = self.rules.deck.hand_size, self.cards
        return cards[h : 2 * h] + cards[:h] + cards[2 * h :] if swap else cards


def _note_deal(tally: np.void, deal: int, counts: Counts) -> None:
    """Add a deal's numbers, their squares and products to a tally."""
    cell, factions = counts.cell, counts.factions
    tally["deals"] += 1
    tally["sum"] += cell
    tally["squares"] += cell**2
    if deal % 2:
        tally["odd_deals"] += 1
        tally["odd_sum"] += cell
        tally["odd_squares"] += cell**2
    tally["faction_sum"] += factions
    tally["faction_squares"] += factions**2
    for field, factor, shares in (
        ("faction_by_awarded", _AWARDED, _BY_AWARDED),
        ("faction_by_decided", _DECIDED, _BY_DECIDED),
    ):
        tally[field][:, shares] += factions[:, shares] * factions[:, [factor]]
    for field, numbers in (("fired", counts.fired), ("games_fired", counts.games_fired)):
        tally[f"{field}_sum"] += numbers
        tally[f"{field}_squares"] += numbers**2


def _note_cards(tally: np.void, playout: Playout, watcher: Watcher, order: list[int]) -> None:
    """Count the cards that both players had, by how the game ended for them."""
    ending, rules = playout.game.ending, playout.game.rules
    assert ending is not None  # the game is over
    h = rules.deck.hand_size
    for seat in range(2):
        outcome = ("lost", "drawn", "won")[points(playout.winner, seat)]
        had = {
            "dealt": [rules.cards[number].bit for number in order[seat * h : (seat + 1) * h]],
            "recruited": watcher.recruited[seat],
            "scored": [card.bit for card in ending.piles[seat]],
        }
        for name, bits in had.items():
            tally["cards"][HELD.index(name), OUTCOMES.index(outcome), bits] += 1


def _note_phase_1(tally: np.void, playout: Playout) -> None:
    """Count the game by the Phase 1 tricks that seat 0 won, with its points."""
    tricks = 0
    for event in playout.events:
        if event["event"] == "phase":
            break
        tricks += event["event"] == "trick" and event["winner"] == 0
    tally["phase_1_games"][tricks] += 1
    tally["phase_1_points"][tricks] += points(playout.winner, 0)


def _note_course(tally: np.void, playout: Playout, watcher: Watcher) -> None:
    """Count after each trick, of a watched game, who was ahead, and whether it stayed so."""
    settled = playout.winner is not None
    for place, ahead in reversed(watcher.ahead.items()):
        settled = settled and ahead == playout.winner
        tally["course_games"][place] += 1
        tally["course_settled"][place] += settled
        if ahead is not None:
            tally["course_ahead"][place] += 1
            tally["course_points"][place] += points(playout.winner, ahead)
