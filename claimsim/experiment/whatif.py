"""What-if: a scenario against changed selves of it, cell by cell on the same deals."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import eq
from typing import TYPE_CHECKING, Any

import numpy as np

from claimsim import registry
from claimsim.chance import deal_orders
from claimsim.errors import InputError
from claimsim.experiment.pairing import Baseline, Pairs, Way, chunks
from claimsim.experiment.plan import check_range, games_per_deal, interpreted
from claimsim.experiment.play import prepare
from claimsim.experiment.progress import Progress, Silent
from claimsim.experiment.results import CellInfos
from claimsim.scenario import Cell, Scenario

if TYPE_CHECKING:
    import pandas as pd

#: Deals on which it is counted how many cards lie where they lay.
SAMPLE = 200

#: Cells whose differences are made at once.
AT_ONCE = 500

#: What says which cell it is, in either way.
_IDENTITY = ("deck", "setting", "building", "strategy_a", "strategy_b")


@dataclass(frozen=True)
class Comparison:
    """A scenario and a changed self of it, played on the same deals.

    Parameters
    ----------
    baseline, variant
        The scenarios; the variant's decks are dealt as the baseline's.
    change
        What was changed, in words of a file.
    first_deal, deals
        The deals of each cell.
    pairs
        What was counted, a cell each.
    """

    baseline: Scenario
    variant: Scenario
    change: str
    first_deal: int
    deals: int
    pairs: Sequence[Pairs]

    @cached_property
    def cells(self) -> pd.DataFrame:
        """One row a cell.

        What it is; ``deals``; ``changed_deals``, in which another player wins a game;
        ``unlike_deals``, in which any number differs; ``deck_cards`` of the baseline's deck,
        ``shared_cards``, which the variant's has too, and ``cards_in_place``, how many of these
        lie where they lay in a deal, on average over :data:`SAMPLE` deals.
        """
        import pandas as pd

        rows = []
        for number, pairs in enumerate(self.pairs):
            before, after = self._infos(number)
            row: dict[str, Any] = {"cell": number}
            for name in _IDENTITY:
                one, other = before[name], after[name]
                row[name] = one if one == other else f"{one} → {other}"
            row |= {
                "deals": int(pairs.products[0, 0]),
                "changed_deals": pairs.changed,
                "unlike_deals": pairs.unlike,
                **self._cards(number),
            }
            rows.append(row)
        return pd.DataFrame(rows)

    @cached_property
    def differences(self) -> pd.DataFrame:
        """One row a cell and metric: see :class:`claimsim.statistics.paired.Difference`."""
        import pandas as pd

        from claimsim.statistics import paired, unpaired

        rows = []
        for start in range(0, len(self.pairs), AT_ONCE):
            part = self.pairs[start : start + AT_ONCE]
            infos = [self._infos(start + place) for place in range(len(part))]
            values = [
                unpaired.values(
                    [pair[way] for pair in infos],
                    np.concatenate([pairs.tallies[way : way + 1] for pairs in part]),
                )
                for way in range(2)
            ]
            for place, (pairs, (before, after)) in enumerate(zip(part, infos, strict=True)):
                found = paired.differences(pairs, before, after)
                known = {(one.table, one.metric) for one in found}
                found += unpaired.differences(values[0][place], values[1][place], known)
                rows += [{"cell": start + place, **vars(one)} for one in found]
        return pd.DataFrame(rows)

    def _cards(self, number: int) -> dict[str, float]:
        """Return how much of the baseline's deals is left in the variant's."""
        one, other = (scenario.cells[number].deck for scenario in (self.baseline, self.variant))
        shared = (Counter(one.prints) & Counter(other.prints)).total()
        place = float(one.size)
        if one.prints != other.prints:
            key = one.key(self.baseline.seed)
            orders = (
                [[deck.prints[card] for card in order[: deck.size]] for order in dealt]
                for deck in (one, other)
                for dealt in (deal_orders(deck, key, self.first_deal, SAMPLE).tolist(),)
            )
            same = [sum(map(eq, *pair)) for pair in zip(*orders, strict=True)]
            place = sum(same) / len(same)
        return {"deck_cards": one.size, "shared_cards": shared, "cards_in_place": place}

    def _infos(self, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
        return self._all_infos[0][number], self._all_infos[1][number]

    @cached_property
    def _all_infos(self) -> tuple[CellInfos, CellInfos]:
        return CellInfos(self.baseline), CellInfos(self.variant)


def compare(
    baseline: Scenario,
    variant: Scenario,
    *,
    deals: int | None = None,
    first_deal: int = 0,
    jobs: int = -1,
    progress: Progress | None = None,
    change: str = "",
) -> Comparison:
    """Play a scenario and a changed self of it on the same deals and dice.

    Parameters
    ----------
    baseline, variant
        Of the same number of cells, which are compared one by one, seed and mirroring. A deck of
        the variant is dealt like the baseline's deck in its place: cards of both lie where they
        lay.
    deals, first_deal
        Deals of each cell; left out, those of the baseline's scenario.
    jobs
        Number of threads; -1 for all cores.
    progress
        Told how far it is.
    change
        What the change is called.

    Returns
    -------
    Comparison

    Raises
    ------
    InputError
        Scenarios that cannot be compared cell by cell.
    StrategyError
        A strategy answered with something that is not an option.
    """
    (found,) = compare_all(
        baseline,
        [(change, variant)],
        deals=deals,
        first_deal=first_deal,
        jobs=jobs,
        progress=progress,
    )
    return found


def compare_all(
    baseline: Scenario,
    variants: Sequence[tuple[str, Scenario]],
    *,
    deals: int | None = None,
    first_deal: int = 0,
    jobs: int = -1,
    progress: Progress | None = None,
    cells: Sequence[int] | None = None,
) -> list[Comparison]:
    """Compare a scenario with several changed selves of it; its own games are played once.

    Parameters
    ----------
    variants
        What each change is called, and the variant.
    cells
        Numbers of the cells that are played; left out, all. What is counted of the others is
        nothing, of no deals.

    Other parameters, and errors, as of :func:`compare`.
    """
    from joblib import Parallel, delayed
    from threadpoolctl import threadpool_limits

    count = baseline.deals if deals is None else deals
    check_range(first_deal, count)
    dealt = [(change, dealt_as(baseline, variant)) for change, variant in variants]
    scenarios = [baseline, *(variant for _, variant in dealt)]
    for scenario in scenarios:
        prepare(scenario)
    watcher = progress or Silent()
    wanted = range(len(baseline.cells)) if cells is None else cells
    watcher.start(_games(scenarios, wanted, count), 0)
    totals = [
        [Pairs.none((_way(one, baseline), _way(other, variant)))
         for one, other in zip(baseline.cells, variant.cells, strict=True)]
        for _, variant in dealt
    ]  # fmt: skip

    def work(number: int, first: int, stop: int) -> tuple[int, list[Pairs]]:
        cell = baseline.cells[number]
        played = Baseline(_way(cell, baseline), cell.deck.key(baseline.seed), first, stop)
        found = [played.against(_way(v.cells[number], v)) for _, v in dealt]
        games = int(played.tallies["games"][0])
        watcher.advance(games + sum(int(pairs.tallies["games"][1]) for pairs in found))
        return number, found

    tasks = (
        delayed(work)(number, first, stop)
        for number in wanted
        for first, stop in chunks(first_deal, first_deal + count, plain=_plain(scenarios, number))
    )
    play = Parallel(n_jobs=jobs, backend="threading", return_as="generator_unordered", batch_size=1)
    try:
        with threadpool_limits(1, user_api="blas"):  # threads of threads wait for each other
            for number, found in play(tasks):
                for total, pairs in zip(totals, found, strict=True):
                    total[number].add(pairs)
    finally:
        watcher.stop()
    return [
        Comparison(baseline, variant, change, first_deal, count, total)
        for (change, variant), total in zip(dealt, totals, strict=True)
    ]


def dealt_as(baseline: Scenario, variant: Scenario) -> Scenario:
    """Return the variant with decks that are dealt as the baseline's.

    Raises
    ------
    InputError
        Another number of decks, settings, buildings or matchups, another seed or mirroring.
    """
    for what in ("seed", "mirror"):
        one, other = getattr(baseline, what), getattr(variant, what)
        if one != other:
            raise InputError(f"{variant.name}: {what} {other!r}, where the baseline has {one!r}")
    for axis in ("decks", "settings", "buildings", "matchups"):
        there, here = len(getattr(baseline, axis)), len(getattr(variant, axis))
        if there != here:
            raise InputError(
                f"{variant.name} has {here} {axis} in its grid, the baseline {there}: cells are "
                "compared one by one"
            )
    decks = tuple(
        deck if deck.text == like.text else dataclasses.replace(deck, dealt_as=like)
        for like, deck in zip(baseline.decks, variant.decks, strict=True)
    )
    return dataclasses.replace(variant, cells=dataclasses.replace(variant.cells, decks=decks))


def _way(cell: Cell, scenario: Scenario) -> Way:
    once = games_per_deal(cell, scenario.mirror) == 1
    return Way(
        cell.rules,
        registry.seat(cell.a),
        registry.seat(cell.b),
        "none" if once else scenario.mirror,
    )


def _plain(scenarios: Sequence[Scenario], number: int) -> bool:
    """Say whether a cell is played as plain Python, in any of the scenarios."""
    cells = [scenario.cells[number] for scenario in scenarios]
    return bool(interpreted(player for cell in cells for player in (cell.a, cell.b)))


def _games(scenarios: Sequence[Scenario], cells: Sequence[int], deals: int) -> int:
    return deals * sum(
        games_per_deal(one.cells[number], one.mirror) for one in scenarios for number in cells
    )
