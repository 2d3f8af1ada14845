"""The kernel as the rest of claimsim sees it: a cell to play, deals in, tallies out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from claimsim import cardsets
from claimsim.complaints import Asked
from claimsim.errors import ClaimsimError, RuleGapError
from claimsim.experiment.tally import CELL_METRICS, FACTION_METRICS, TALLY, Tallies
from claimsim.kernel import batch, decode, jit
from claimsim.kernel.state import GAPS, LOG, NOBODY, STATE, VIEWS, WORK
from claimsim.rules.deck import MAX_CARDS, MAX_FACTIONS
from claimsim.rules.firings import FIRINGS
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.table import TABLE
from claimsim.seated import Seated
from claimsim.strategy_kit import Strategy
from claimsim.view import DECISIONS, NO_CARD, VIEW

#: Scenario files' words for how a deal is played.
MIRRORS = {"none": batch.MIRROR_NONE, "seats": batch.MIRROR_SEATS, "lead": batch.MIRROR_LEAD}


@dataclass(frozen=True)
class Traced:
    """One game, listened to: its deal (card numbers), events, Views, result and firings."""

    order: list[int]
    events: list[dict[str, Any]]
    views: npt.NDArray[np.void]
    result: dict[str, Any]
    fired: dict[str, int]


def fresh_views(rules: Ruleset, views: npt.NDArray[np.void]) -> None:
    """Set the Views of both seats up for a cell; games fill in the rest.

    Parameters
    ----------
    rules
        The rules that they show.
    views : ndarray of VIEW, shape (2,), written
    """
    # As bytes: numpy copies a record of a hundred fields one by one.
    place = VIEW.fields["rules"][1] if VIEW.fields else 0
    shown = views.view(np.uint8).reshape(2, VIEW.itemsize)[:, place : place + TABLE.itemsize]
    shown[:] = np.frombuffer(rules.table.tobytes(), np.uint8)
    views["seat"] = [0, 1]
    views["need"] = 1
    views["followed"] = NO_CARD
    views["pile_at"] = NO_CARD


def fresh_work(rules: Ruleset) -> npt.NDArray[np.void]:
    """Return a WORK, shape (1,), in which deals of a cell can be played."""
    work = np.zeros(1, WORK)
    for views in work[0]["views"]["of"]:
        fresh_views(rules, views)
    return work


@cache
def compiled(strategy: Strategy) -> Any:
    """Return a strategy's compiled function, from the cache where it is there."""
    return jit.compile_choice(batch.CHOOSE, strategy)


def arguments_of(a: Seated, b: Seated) -> tuple[Any, ...]:
    """Return what compiled code must know of two players.

    Returns
    -------
    tuple
        Both compiled strategies, their weights, who gets dice, who makes which decision: see
        :func:`claimsim.kernel.batch._play_deals`.
    """
    strategies = [player.strategy for player in (a, b)]
    makes = np.zeros((2, 16), np.int64)
    for row, strategy in zip(makes, strategies, strict=True):
        row[: len(DECISIONS)] = [name in strategy.decisions for name in DECISIONS]
    return (
        *map(compiled, strategies),
        np.stack([a.row(), b.row()]),
        np.array([strategy.stochastic for strategy in strategies], np.int64),
        makes,
    )


class CellEngine:
    """Plays deals of one cell; one object for each thread.

    Parameters
    ----------
    rules
        Deck and rulings.
    key
        Two words from :meth:`claimsim.rules.deck.Deck.key`.
    a, b
        The players of the matchup.
    mirror
        ``"none"``, ``"seats"`` or ``"lead"``: whether each deal is played once, with each
        seating, or with each hand leading.
    """

    def __init__(
        self, rules: Ruleset, key: tuple[int, int], a: Seated, b: Seated, mirror: str
    ) -> None:
        self._rules = rules
        self._key = key
        self._players = (a, b)
        self._mirror = MIRRORS[mirror]
        self._arguments = arguments_of(a, b)
        self._log: npt.NDArray[np.void] | None = None
        self._work = fresh_work(rules)

    @property
    def games_per_deal(self) -> int:
        """1 or 2."""
        return 1 if self._mirror == batch.MIRROR_NONE else 2

    def play(self, first: int, stop: int, tally: Tallies | None = None) -> Tallies:
        """Play deals `first` to `stop` - 1 and return their tally.

        Parameters
        ----------
        first, stop
            The deals.
        tally
            Where to add them; left out, a new one.

        Returns
        -------
        ndarray of TALLY, shape (1,)

        Raises
        ------
        StrategyError
            A strategy answered with no option, or raised an exception; names strategy, deal and
            decision.
        """
        tally = np.zeros(1, TALLY) if tally is None else tally
        try:
            stopped = self._run(first, stop, tally, self._work)
        except Exception:
            self.find_fault(first, stop)
            raise
        if stopped >= 0:
            self.trace(stopped // self.games_per_deal, stopped % self.games_per_deal)
        return tally

    def find_fault(self, first: int, stop: int) -> None:
        """Find the deal, of `first` to `stop` - 1, in which a strategy raised an exception.

        Compiled code that is left by an exception says nothing of where it was.

        Raises
        ------
        StrategyError
            The first such deal, or one in which an answer is no option; names the decision, too.
        """
        while stop - first > 1:
            middle = (first + stop) // 2
            if self._fails(first, middle):
                stop = middle
            else:
                first = middle
        for game in range(self.games_per_deal):
            self.trace(first, game)

    def _fails(self, first: int, stop: int) -> bool:
        work = fresh_work(self._rules)
        try:
            return self._run(first, stop, np.zeros(1, TALLY), work) >= 0
        except Exception:  # noqa: BLE001  # a strategy may raise any; the trace will tell
            return True

    def _run(self, first: int, stop: int, tally: Tallies, work: npt.NDArray[np.void]) -> int:
        """Play deals; see :func:`claimsim.kernel.batch._play_deals`."""
        stopped: int = batch.deals_entry()(
            work[0],
            self._rules.table,
            *self._arguments,
            self._mirror,
            np.uint64(self._key[0]),
            np.uint64(self._key[1]),
            first,
            stop,
            tally[0],
            np.zeros(MAX_CARDS, np.uint64),
            np.zeros(len(CELL_METRICS), np.int64),
            np.zeros((MAX_FACTIONS, len(FACTION_METRICS)), np.int64),
            np.zeros((2, len(FIRINGS)), np.int64),
            np.zeros((0, 0), np.int16),
        )
        return stopped

    def trace(self, deal: int, game: int = 0) -> Traced:
        """Play one game of a deal and keep everything that happens.

        Parameters
        ----------
        deal
            Number of the deal.
        game
            0, or 1 for the second game of a mirrored pair.

        Raises
        ------
        StrategyError
            As :meth:`play`.
        """
        state, views = np.zeros(1, STATE), np.zeros(1, VIEWS)
        if self._log is None:  # room for thousands of Views: once is enough
            self._log = np.zeros(1, LOG)
        log = self._log
        fresh_views(self._rules, views[0]["of"])
        end = state[0]
        try:
            done = batch.trace_entry()(
                state[0],
                self._rules.table,
                views[0],
                *self._arguments,
                game,
                game == 1 and self._mirror == batch.MIRROR_LEAD,
                np.uint64(self._key[0]),
                np.uint64(self._key[1]),
                np.uint64(deal),
                np.zeros(MAX_CARDS, np.uint64),
                log[0],
            )
        except Exception as error:
            if end["views"] == 0:  # nobody was asked
                raise
            last = log[0]["views"][int(end["views"]) - 1]
            raise self._asked(deal, game, last).raised(error) from error
        if not done:
            raise self._stopped(deal, game, end, log[0])
        dealt = log[0]["dealt"][: len(self._rules.cards)]
        return Traced(
            order=[self._rules.by_bit[bit].number for bit in dealt],
            events=decode.events(self._rules, log[0]["events"][: end["events"]]),
            views=log[0]["views"][: end["views"]].copy(),
            result=decode.result(self._rules, end),
            fired=decode.fired(end),
        )

    def _stopped(self, deal: int, game: int, end: np.void, log: np.void) -> ClaimsimError:
        """Return why a game could not go on."""
        seat = int(end["error_seat"])
        if seat == NOBODY:
            gap = GAPS.get(int(end["gap"]), f"gap {int(end['gap'])}")
            return RuleGapError(f"deal {deal}, game {game} of {self._rules.deck.label}: {gap}")
        asked = self._asked(deal, game, log["views"][int(end["error_view"])])
        return asked.no_option(int(end["error_card"]))

    def _asked(self, deal: int, game: int, view: np.void) -> Asked:
        """Return the decision that a View was shown for."""
        seat = int(view["seat"])
        player = self._players[seat if game == 0 else 1 - seat]
        return Asked(
            strategy=player.strategy.name,
            seat=seat,
            rules=self._rules,
            deal=deal,
            phase=int(view["phase"]),
            trick=int(view["trick"]),
            decision=int(view["decision"]),
            options=tuple(self._rules.by_bit[bit] for bit in cardsets.members(view["options"])),
        )
