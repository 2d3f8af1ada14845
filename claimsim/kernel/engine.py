"""The kernel as the rest of claimsim sees it: a cell to play, deals in, tallies out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from claimsim.errors import StrategyError
from claimsim.experiment.tally import CELL_METRICS, FACTION_METRICS, TALLY, Tallies
from claimsim.kernel import batch, decode, jit
from claimsim.kernel.state import LOG, STATE, VIEWS, WORK
from claimsim.rules.deck import MAX_CARDS, MAX_FACTIONS
from claimsim.rules.ruleset import Ruleset
from claimsim.seated import Seated
from claimsim.strategy_kit import Strategy
from claimsim.view import FOLLOW, LEAD

#: Scenario files' words for how a deal is played.
MIRRORS = {"none": batch.MIRROR_NONE, "seats": batch.MIRROR_SEATS, "lead": batch.MIRROR_LEAD}

_DECISIONS = {LEAD: "lead", FOLLOW: "follow"}


@dataclass(frozen=True)
class Traced:
    """One game, listened to: its deal, events, Views and result."""

    order: list[int]
    events: list[dict[str, Any]]
    views: npt.NDArray[np.void]
    result: dict[str, Any]


@cache
def compiled(strategy: Strategy, *, check_bounds: bool = False) -> Any:
    """Return a strategy's compiled function, from the cache where it is there."""
    return jit.compile_choice(batch.CHOOSE, strategy, check_bounds=check_bounds)


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
        self._choose = [compiled(player.strategy) for player in self._players]
        self._weights = np.stack([player.row() for player in self._players])
        self._stochastic = np.array([player.strategy.stochastic for player in self._players])
        self._work = np.zeros(1, WORK)
        views = self._work["views"]["of"]
        views["rules"] = rules.table
        views["seat"] = [0, 1]

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
            A strategy answered with no option; names strategy, deal and decision.
        """
        tally = np.zeros(1, TALLY) if tally is None else tally
        stopped = batch.deals_entry()(
            self._work[0],
            self._rules.table,
            *self._choose,
            self._weights,
            self._stochastic,
            self._mirror,
            np.uint64(self._key[0]),
            np.uint64(self._key[1]),
            first,
            stop,
            tally[0],
            np.zeros(MAX_CARDS, np.uint64),
            np.zeros(len(CELL_METRICS), np.int64),
            np.zeros((MAX_FACTIONS, len(FACTION_METRICS)), np.int64),
        )
        if stopped >= 0:
            self.trace(stopped // self.games_per_deal, stopped % self.games_per_deal)
        return tally

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
        state, views, log = np.zeros(1, STATE), np.zeros(1, VIEWS), np.zeros(1, LOG)
        views["of"]["rules"] = self._rules.table
        views["of"]["seat"] = [0, 1]
        state["weights"][0] = self._weights if game == 0 else self._weights[::-1]
        done = batch.trace_entry()(
            state[0],
            self._rules.table,
            views[0],
            *(self._choose if game == 0 else self._choose[::-1]),
            self._stochastic,
            game,
            game == 1 and self._mirror == batch.MIRROR_LEAD,
            np.uint64(self._key[0]),
            np.uint64(self._key[1]),
            np.uint64(deal),
            np.zeros(MAX_CARDS, np.uint64),
            log[0],
        )
        end = state[0]
        if not done:
            raise self._bad_answer(deal, game, end, log[0])
        return Traced(
            order=[int(card) for card in end["order"][: len(self._rules.deck.cards)]],
            events=decode.events(self._rules, log[0]["events"][: end["events"]]),
            views=log[0]["views"][: end["views"]],
            result=decode.result(self._rules, end),
        )

    def _bad_answer(self, deal: int, game: int, end: np.void, log: np.void) -> StrategyError:
        seat = int(end["error_seat"])
        player = self._players[seat if game == 0 else 1 - seat]
        view = log["views"][int(end["views"]) - 1]
        what = _DECISIONS[int(view["decision"])]
        options = ", ".join(decode.names(self._rules, view["options"]))
        return StrategyError(
            f"strategy {player.strategy.name!r} answered {int(end['error_card'])} in deal {deal}, "
            f"game {game}, phase {int(view['phase'])}, trick {int(view['trick']) + 1} ({what}), "
            f"which is none of its options: {options}"
        )
