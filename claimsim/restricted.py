"""Restricted players: a strategy that must do without some cards, or declines some decisions.

The restricted player is a strategy of its own around the inner one. Before it asks the inner one
it takes what is forbidden out of ``view.options``, and puts it back afterwards. Its source is
compiled like any strategy's, once for each inner strategy: what is forbidden stands in the last
weights, so that it can differ from cell to cell.

The ruling (source of the idea: Jaffe, Miller, Andersen, Liu, Karlin and Popovic, "Evaluating
competitive game balance with restricted play", AIIDE 2012):

* A forbidden card or faction is never chosen where there is another option: as a lead or follow,
  and in every other decision that chooses cards. Where one may decline, that is another option.
* Whoever may not use a power declines it wherever it is a decision that can be declined. Else he
  does not play cards of its factions in the phases in which it acts, where he has another option;
  his other decisions are free. The power stays in the rules, and the opponent's to use.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from claimsim import cardsets, defaults
from claimsim.cardsets import contains, empty, without
from claimsim.defaults import default_answer
from claimsim.errors import InputError
from claimsim.seated import Seated
from claimsim.strategy_kit import MAX_WEIGHTS, Choose, Strategy, helper
from claimsim.view import DECISIONS, DECLINE, FOLLOW

#: Where in the weights stands what is forbidden: the cards in Phase 1 and in Phase 2, each as two
#: numbers of 32 bits, which a float holds exactly; then what is declined, by decision.
_PHASE_1 = MAX_WEIGHTS - 5
_PHASE_2 = MAX_WEIGHTS - 3
_DECLINED = MAX_WEIGHTS - 1

#: Beside the declined decisions: whether the cards are forbidden in every decision.
_EVERYWHERE = 16

#: Most weights that a strategy can have that is to be restricted.
MOST_WEIGHTS = _PHASE_1

_WORD = 1 << 32

#: The answer where the inner strategy plays a card that it was not offered.
_NO_ANSWER = -2

helper(default_answer)  # the kernel compiles it into the restricted player


@dataclass(frozen=True)
class Ban:
    """What a player must not do in one cell.

    Parameters
    ----------
    phase_1, phase_2
        Card sets: what he does not choose in that phase while he has another option.
    declines
        Decisions that he always declines.
    everywhere
        Whether the cards are forbidden in every decision, or in leads and follows alone.
    """

    phase_1: int = 0
    phase_2: int = 0
    declines: frozenset[int] = frozenset()
    everywhere: bool = False

    def numbers(self) -> list[float]:
        """Return the last weights of the restricted player."""
        flags = cardsets.of([*self.declines, *([_EVERYWHERE] if self.everywhere else [])])
        words = [
            float(word)
            for cards in (self.phase_1, self.phase_2)
            for word in (cards % _WORD, cards // _WORD)
        ]
        return [*words, float(flags)]


@dataclass(frozen=True, eq=False)
class _Bound(Strategy):
    """The strategy around an inner one; its file, and so its place in the cache, is the inner's."""

    inner_file: str = ""
    wraps = True

    @property
    def file(self) -> str:
        """The file of the inner strategy."""
        return self.inner_file


@cache
def bound(inner: Strategy) -> Strategy:
    """Return the strategy that keeps the inner one from what the last weights forbid.

    It makes every decision, so that none escapes: those that the inner one does not make itself
    are answered by :mod:`claimsim.defaults`, as the engines would.

    Raises
    ------
    InputError
        The inner strategy has too many weights.
    """
    if len(inner.weights) > MOST_WEIGHTS:
        raise InputError(
            f"strategy {inner.name!r} has {len(inner.weights)} weights: a restricted player can "
            f"have {MOST_WEIGHTS}"
        )
    made = cardsets.of(place for place, name in enumerate(DECISIONS) if name in inner.decisions)
    if not inner.interpreted:
        helper(inner.choose)
    return _Bound(
        name=inner.name,
        version=inner.version,
        summary=inner.summary,
        source=inner.source,
        weights=inner.weights,
        stochastic=inner.stochastic,
        decisions=frozenset(DECISIONS),
        choose=_named(_choose_around(inner.choose, (made, _stamp())), inner.choose),
        inner_file=inner.file,
        interpreted=inner.interpreted,
        check_bounds=inner.check_bounds,
    )


def _named(choose: Choose, inner: Choose) -> Choose:
    """Give a restricted player's function a name of its own.

    Compiled code is linked by name. Two functions of one name that come from the cache, where
    different processes have put them, would be taken for one and the same.
    """
    where = f"{inner.__code__.co_filename} {inner.__module__} {inner.__qualname__}"
    own = hashlib.blake2b(where.encode(), digest_size=8).hexdigest()
    choose.__name__ = choose.__qualname__ = f"restricted_{own}"
    return choose


@cache
def _stamp() -> int:
    """Return a number that changes with what is compiled in and no strategy's digest covers.

    numba looks at the values that a function closes over before it takes it from the cache.
    """
    total = hashlib.blake2b(digest_size=6)
    for file in (__file__, defaults.__file__):
        total.update(Path(file).read_bytes())
    return int.from_bytes(total.digest(), "little")


def _choose_around(inner: Choose, facts: tuple[int, int]) -> Choose:
    """Return the restricted player's function; `facts` are the decisions made, and the stamp."""

    def choose(view: Any, weights: Any) -> int:
        decision, options, need = view.decision, view.options, view.need
        flags = np.uint64(weights[_DECLINED])
        if need == 0 and contains(flags, decision):
            return DECLINE
        offered = options
        if decision <= FOLLOW or contains(flags, _EVERYWHERE):
            place = _PHASE_1 if view.phase == 1 else _PHASE_2
            high = np.uint64(weights[place + 1]) * np.uint64(_WORD)
            offered = without(options, high + np.uint64(weights[place]))
            if empty(offered):
                if need == 0:
                    return DECLINE
                offered = options
        view.options = offered
        if contains(facts[0], decision):  # noqa: SIM108  # numba compiles both calls apart
            answer = inner(view, weights)
        else:
            answer = default_answer(view)
        view.options = options
        if 0 <= answer <= 63 and contains(options, answer) and not contains(offered, answer):
            return _NO_ANSWER
        return answer

    return choose


@dataclass(frozen=True)
class Restricted(Seated):
    """A strategy with its numbers and what it must not do; `strategy` is the inner one's bound.

    Parameters
    ----------
    ban
        What is forbidden.
    """

    ban: Ban

    @classmethod
    def of(cls, player: Seated, ban: Ban) -> Restricted:
        """Return a player restricted."""
        return cls(bound(player.strategy), player.weights, ban)

    def row(self) -> npt.NDArray[np.float64]:
        """Return the numbers, and last what is forbidden; errors as of :meth:`Seated.row`."""
        row = super().row()
        row[MOST_WEIGHTS:] = self.ban.numbers()
        return row

    def chooser(self) -> Any:
        """Return the strategy as plain Python, which is shown a copy of the View: see Copy."""
        weights = self.row()
        choose = self.strategy.choose
        return lambda view: choose(_Copy(view), weights)


class _Copy:
    """A View whose options can be changed: those of the reference engine cannot be written to."""

    def __init__(self, view: Any) -> None:
        self._view = view
        self.options = int(view.options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._view, name)
