"""Restricted play: what it costs a player to do without something.

One player of each cell does without a card, a faction, a power or a skill; his opponent does not.
The baseline is the same cell without the restriction, on the same deals and with the same dice. The
price is his win rate there minus that with the restriction: what the thing is worth *to this
player against this opponent* (:mod:`claimsim.restricted` has the ruling and the source).

Each deal is played with each seating, also by two players who are the same: once one of them is
restricted, they are not. Only ``mirror = "none"`` plays it once, with player a leading.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from claimsim import registry
from claimsim.errors import InputError
from claimsim.experiment.caching import locked_cache
from claimsim.experiment.engines import engine_for
from claimsim.experiment.pairing import chunks
from claimsim.experiment.plan import check_range, interpreted
from claimsim.experiment.play import prepare
from claimsim.experiment.progress import Progress, Silent
from claimsim.experiment.restrict_forbidden import Forbidden, read_forbidden
from claimsim.experiment.restrict_prices import Count, price_of
from claimsim.experiment.results import CellInfos
from claimsim.experiment.tally import NUMBERS, TALLY
from claimsim.kernel.engine import compiled
from claimsim.restricted import bound
from claimsim.seated import Seated
from claimsim.wording import name_refusal

if TYPE_CHECKING:
    import pandas as pd

    from claimsim.scenario import Cell, Scenario

PLAYERS = ("a", "b")

_OUTCOME, _A_POINTS = NUMBERS.index("outcome"), NUMBERS.index("a_points")
_WANTED = max(_OUTCOME, _A_POINTS) + 1

#: What says which cell it is.
_IDENTITY = ("deck", "setting", "building", "strategy_a", "strategy_b")

#: What a restriction did in a cell, or in a deck's cells together: by the restriction's place and
#: the cell's number, or the deck's.
Counts = Mapping[tuple[int, int], Count]

_Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Restrictions:
    """What was found of restrictions of one player, each of its own.

    Parameters
    ----------
    scenario
        What was played.
    forbidden
        The restrictions, in the order asked for.
    player
        Who was restricted: ``"a"`` or ``"b"``.
    first_deal, deals
        The deals of each cell.
    by_cell, by_deck
        What was counted; cells that a restriction does not concern are not there.
    """

    scenario: Scenario
    forbidden: Sequence[Forbidden]
    player: str
    first_deal: int
    deals: int
    by_cell: Counts
    by_deck: Counts

    @property
    def _full(self) -> int:
        """Points that a deal of a cell has to give."""
        return 2 * _games(self.scenario)

    @cached_property
    def prices(self) -> pd.DataFrame:
        """One row a restriction, the dearest first.

        ``restriction``; ``cells`` that it concerns, over which all else is a mean, and their
        ``decks``; ``deals`` of each; ``baseline`` and ``restricted``, the win rates of the
        restricted player; ``price``, the one minus the other, with ``low``, ``high`` and
        ``interval``; ``changed_deals``, of all cells, in which another player wins a game.
        """
        import pandas as pd

        rows = []
        for place, forbidden in enumerate(self.forbidden):
            of_cells = [count for (which, _), count in self.by_cell.items() if which == place]
            of_decks = [count for (which, _), count in self.by_deck.items() if which == place]
            full = self._full * len(of_cells)
            rows.append(
                {
                    "restriction": str(forbidden),
                    "cells": len(of_cells),
                    "decks": len(of_decks),
                    "deals": self.deals,
                    "baseline": sum(one.baseline for one in of_cells) / (full * self.deals),
                    "restricted": sum(one.restricted for one in of_cells) / (full * self.deals),
                    **price_of(of_decks, full)._asdict(),
                    "changed_deals": sum(one.changed for one in of_cells),
                }
            )
        table = pd.DataFrame(rows)
        return table.sort_values("price", ascending=False, kind="stable", ignore_index=True)

    @cached_property
    def cells(self) -> pd.DataFrame:
        """One row a restriction and cell that it concerns: what it is, and as in `prices`.

        ``means`` says in words what the player did.
        """
        import pandas as pd

        infos, full = CellInfos(self.scenario), self._full
        rows = []
        for (place, number), count in self.by_cell.items():
            info = infos[number]
            rows.append(
                {
                    "restriction": str(self.forbidden[place]),
                    "means": self.forbidden[place].means(info["rules"]),
                    "cell": number,
                    **{name: info[name] for name in _IDENTITY},
                    "deals": count.deals,
                    "baseline": count.baseline / (full * count.deals),
                    "restricted": count.restricted / (full * count.deals),
                    **price_of([count], full)._asdict(),
                    "changed_deals": count.changed,
                }
            )
        return pd.DataFrame(rows)


def restrict(
    scenario: Scenario,
    forbid: Sequence[str],
    *,
    player: str = "a",
    deals: int | None = None,
    first_deal: int = 0,
    jobs: int = -1,
    progress: Progress | None = None,
    out: str | Path | None = None,
) -> Restrictions:
    """Say what it costs a player to do without each of several things.

    Parameters
    ----------
    scenario
        What is played.
    forbid
        What he must not use, each a restriction of its own: ``"power=NAME"``,
        ``"card=FACTION-VALUE"``, ``"faction=NAME"``, ``"skill=NAME"``; ``all`` for a name: each
        one in turn that the scenario's decks have.
    player
        Who is restricted: ``"a"`` or ``"b"`` of each matchup.
    deals, first_deal
        Deals of each cell; left out, those of the scenario.
    jobs
        Number of threads; -1 for all cores.
    progress
        Told how far it is.
    out
        A result directory to write.

    Returns
    -------
    Restrictions

    Raises
    ------
    InputError
        What cannot be forbidden, see :func:`read_forbidden`; another player; a range of deals.
    StrategyError
        A strategy answered with something that is not an option.
    RunDirectoryError, SystemRefused
        A directory that exists, or cannot be written to.
    """
    if player not in PLAYERS:
        raise InputError(f"player: {name_refusal(player, PLAYERS)}")
    count = scenario.deals if deals is None else deals
    check_range(first_deal, count)
    side = PLAYERS.index(player)
    seats = {pair: (registry.seat(pair[0]), registry.seat(pair[1])) for pair in scenario.matchups}
    restricted = [pair[side] for pair in seats.values()]
    forbidden = read_forbidden(forbid, scenario, restricted)
    if out is not None:
        from claimsim.experiment import directory

        directory.make_new(Path(out))
    prepare(scenario)
    _prepare(seats, side, forbidden)
    work = _Work(scenario, forbidden, seats, side)
    by_cell, by_deck = _play(work, first_deal, count, jobs, progress or Silent())
    found = Restrictions(scenario, forbidden, player, first_deal, count, by_cell, by_deck)
    if out is not None:
        from claimsim.experiment.restrict_files import write_restrictions

        write_restrictions(found, Path(out))
    return found


def _prepare(
    seats: Mapping[Any, tuple[Seated, Seated]], side: int, forbidden: Sequence[Forbidden]
) -> None:
    """Compile the restricted players; errors as of :func:`restrict`."""
    if all(one.kind == "skill" for one in forbidden):
        return
    players = [bound(pair[side].strategy) for pair in seats.values()]  # also to refuse what cannot
    needed = [player for player, pair in zip(players, seats, strict=True) if not interpreted(pair)]
    if needed:
        with locked_cache():
            for player in needed:
                compiled(player)


@dataclass(frozen=True)
class _Work:
    """Plays the deals of a deck's cells, each as it is and with each restriction."""

    scenario: Scenario
    forbidden: Sequence[Forbidden]
    seats: Mapping[Any, tuple[Seated, Seated]]
    side: int

    @property
    def cells_of_a_deck(self) -> int:
        return len(self.scenario.cells) // len(self.scenario.decks)

    def concerned(self, cell: Cell) -> list[int]:
        """Return the places of the restrictions that a cell has."""
        player = self.seats[cell.a, cell.b][self.side]
        return [n for n, one in enumerate(self.forbidden) if one.concerns(cell, player)]

    @property
    def plain(self) -> bool:
        """Whether any cell is played as plain Python."""
        return any(map(interpreted, self.seats))

    def games(self, deck: int) -> int:
        """Return how many games a deal of a deck is."""
        each = [len(self.concerned(cell)) for cell in self._cells(deck)]
        return _games(self.scenario) * sum(1 + count for count in each if count)

    def play(self, deck: int, first: int, stop: int) -> tuple[dict[Any, Count], dict[Any, Count]]:
        """Play deals `first` to `stop` - 1; return what was counted by cell, and by deck."""
        by_cell: dict[Any, Count] = {}
        sums: dict[int, tuple[_Numbers, _Numbers, npt.NDArray[np.bool_]]] = {}
        for cell in self._cells(deck):
            places = self.concerned(cell)
            if not places:
                continue
            pair = self.seats[cell.a, cell.b]
            before, outcome = self._numbers(cell, pair, first, stop)
            for place in places:
                seated = self.forbidden[place].seated(pair[self.side], cell.rules)
                players = (seated, pair[1]) if self.side == 0 else (pair[0], seated)
                after, other = self._numbers(cell, players, first, stop)
                changed = outcome != other
                by_cell[place, cell.index] = Count.of(before, after, changed)
                one, two, either = sums.get(place, (0 * before, 0 * after, changed))
                sums[place] = one + before, two + after, np.logical_or(either, changed)
        return by_cell, {(place, deck): Count.of(*of) for place, of in sums.items()}

    def _cells(self, deck: int) -> Sequence[Cell]:
        start = deck * self.cells_of_a_deck
        return self.scenario.cells[start : start + self.cells_of_a_deck]

    def _numbers(
        self, cell: Cell, players: tuple[Seated, Seated], first: int, stop: int
    ) -> tuple[_Numbers, _Numbers]:
        """Return of each deal the points of the restricted player, and who won its games."""
        numbers = np.zeros((1, stop - first, _WANTED), np.int16)
        engine = engine_for(*players, self.scenario.mirror)
        key = cell.deck.key(self.scenario.seed)
        engine.play([(cell.rules, key)], (first, stop), np.zeros(1, TALLY), [0], numbers)
        points = numbers[0, :, _A_POINTS].astype(np.int64)
        if self.side == 1:
            points = 2 * _games(self.scenario) - points
        return points, numbers[0, :, _OUTCOME].astype(np.int64)


def _games(scenario: Scenario) -> int:
    """Return how many games a deal of a cell is."""
    return 1 if scenario.mirror == "none" else 2


def _play(
    work: _Work, first: int, count: int, jobs: int, watcher: Progress
) -> tuple[Counts, Counts]:
    from joblib import Parallel, delayed

    decks = range(len(work.scenario.decks))
    each = [work.games(deck) for deck in decks]
    watcher.start(count * sum(each), 0)
    by_cell: dict[Any, Count] = {}
    by_deck: dict[Any, Count] = {}

    def play(deck: int, start: int, stop: int) -> tuple[dict[Any, Count], dict[Any, Count]]:
        found = work.play(deck, start, stop)
        watcher.advance(each[deck] * (stop - start))
        return found

    tasks = (
        delayed(play)(deck, start, stop)
        for deck in decks
        if each[deck]
        for start, stop in chunks(first, first + count, plain=work.plain)
    )
    threads = Parallel(
        n_jobs=jobs, backend="threading", return_as="generator_unordered", batch_size=1
    )
    try:
        for found in threads(tasks):
            for total, part in zip((by_cell, by_deck), found, strict=True):
                for where, one in part.items():
                    total.setdefault(where, Count()).add(one)
    finally:
        watcher.stop()
    return dict(sorted(by_cell.items())), dict(sorted(by_deck.items()))
