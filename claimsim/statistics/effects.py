"""The table ``effects``: what moves a metric, over all cells of a grid.

Which model, and what an effect means, is said in :mod:`claimsim.statistics.effects_design`; where
errors come from, and how the variance is shared out, in :mod:`claimsim.statistics.effects_fit`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from claimsim.errors import InputError
from claimsim.statistics import effects_design as model
from claimsim.statistics.bounds import WIDEST
from claimsim.statistics.effects_deals import Sample
from claimsim.statistics.effects_design import Booleans, Column, Design, Integers, Unit
from claimsim.statistics.effects_fit import Fit, Solution, fit, solve_evenly
from claimsim.statistics.intervals import LEVEL
from claimsim.statistics.verdicts import q_values

if TYPE_CHECKING:
    import pandas as pd

#: What stands for all matchups together, and for all terms of a kind.
ALL = "all"

UNEXPLAINED = "unexplained"
NOISE = "noise"

#: The kind of an effect's interval: Student's, its error from deck to deck.
CLUSTERED = "clustered by deck"

#: Likewise where decks are few: its error as seen between the deals with even and odd numbers.
HALVES = "between halves"

#: Effects and errors below this are left over from rounding.
_ROUNDING = 1e-9

_NUMBERS = ("estimate", "low", "high", "std_error", "p_value", "q_value", "share_of_variance")


@dataclass(frozen=True)
class CellFactors:
    """What each cell is made of; the last four arrays have one element a cell.

    Parameters
    ----------
    factions, settings, buildings, matchups
        Names.
    present
        Decks x factions: who is in which deck. Decks with the same factions in another order
        are decks of their own, with deals of their own.
    deck, setting, building, matchup
        Numbers, from 0.
    """

    factions: tuple[str, ...]
    settings: tuple[str, ...]
    buildings: tuple[str, ...]
    matchups: tuple[str, ...]
    present: Booleans
    deck: Integers
    setting: Integers
    building: Integers
    matchup: Integers

    @classmethod
    def crossed(
        cls,
        decks: Sequence[Sequence[str]],
        settings: Sequence[str],
        buildings: Sequence[str],
        matchups: Sequence[str],
    ) -> CellFactors:
        """Return decks x settings x buildings x matchups in this order, as scenarios have them.

        Parameters
        ----------
        decks
            The names of each deck's factions.
        settings, buildings, matchups
            Names.
        """
        factions = tuple(dict.fromkeys(name for deck in decks for name in deck))
        number = {name: i for i, name in enumerate(factions)}
        present = np.zeros((len(decks), len(factions)), bool)
        for row, deck in zip(present, decks, strict=True):
            row[[number[name] for name in deck]] = True
        shape = (len(decks), len(settings), len(buildings), len(matchups))
        numbers = (part.ravel() for part in np.indices(shape))
        return cls(factions, tuple(settings), tuple(buildings), tuple(matchups), present, *numbers)

    @cached_property
    def units(self) -> tuple[list[Unit], Booleans]:
        """The units of the decks, and decks x units."""
        return model.find_units(self.factions, self.present)

    @cached_property
    def model(self) -> tuple[Design, Solution]:
        """The model of the grid, and its solution for equal weights.

        Pairs of units are left out where decks are so few that with them no cell would tell what
        other terms do.
        """
        design = Design(*self.units, len(self.settings), len(self.buildings), pairs=True)
        solution = solve_evenly(design)
        others = design.kinds != model.UNITS
        if solution.known[others].all():
            return design, solution
        plain = Design(*self.units, len(self.settings), len(self.buildings), pairs=False)
        solved = solve_evenly(plain)
        if (solved.known == solution.known[others]).all():
            return design, solution
        return plain, solved


def effects_table(
    cells: CellFactors,
    values: npt.ArrayLike,
    variances: npt.ArrayLike,
    deals: npt.ArrayLike,
    metric: str,
    span: float = 1.0,
    halves: npt.ArrayLike | None = None,
) -> pd.DataFrame:
    """Return the rows of the table ``effects`` for one metric.

    Parameters
    ----------
    cells
        What each cell is made of.
    values
        The metric of each cell; NaN where it is undefined, and the cell is left out.
    variances
        Variance of the mean over the cell's deals, in the metric's unit squared; NaN with one
        deal.
    deals
        Number of deals of each cell, at least 1.
    metric
        Its name.
    span
        Largest minus smallest value that the metric can have: 1 for shares.
    halves
        Half of what each cell's mean over the deals with even numbers lies above that with odd
        ones, scaled to the variance of the cell's mean; left out, not known.

    Returns
    -------
    pandas.DataFrame
        For each matchup, and for all together where there are several (the matchups' means are
        taken out first, what else differs between them is unexplained), a row a term:
        ``metric, matchup, kind, term``; ``estimate`` with ``low, high`` (95 %), ``std_error``,
        ``p_value`` of no effect (two-sided), ``q_value`` (Benjamini-Hochberg within the kind);
        ``share_of_variance``, the part of the variance among cells without that of their deals,
        0 to 1; ``cells`` that have the term; ``note``, which says what cannot be told, and why.
        The term ``all`` is a kind as a whole. The kind ``unexplained`` is what no term explains;
        with the kinds it sums to 1. The kind ``noise`` stands apart: the deals' share of the
        variance as seen. Null where undefined.

    Raises
    ------
    InputError
        Arrays of another length than the cells, or no cell with a value.
    """
    import pandas as pd

    value, variance, number = (np.asarray(x, np.float64) for x in (values, variances, deals))
    half = np.full(value.shape, np.nan) if halves is None else np.asarray(halves, np.float64)
    if {value.shape, variance.shape, number.shape, half.shape} != {cells.deck.shape}:
        raise InputError(
            f"effects on {metric}: {len(value)} values, {len(variance)} variances and "
            f"{len(number)} numbers of deals for {len(cells.deck)} cells; give one of each a cell"
        )
    rows: list[dict[str, Any]] = []
    every = range(len(cells.matchups))
    for matchup in (*every, None) if len(every) > 1 else every:
        wanted = np.isfinite(value) & (True if matchup is None else cells.matchup == matchup)
        if not wanted.any():
            raise InputError(f"effects on {metric}: no cell of a matchup has a value")
        sample = _sample(cells, wanted, value, variance, number, half)
        name = ALL if matchup is None else cells.matchups[matchup]
        rows += ({"metric": metric, "matchup": name, **row} for row in _rows(cells, sample, span))
    frame = pd.DataFrame(rows)
    for column in _NUMBERS:
        numbers = frame[column].to_numpy(np.float64)
        missing = np.isnan(numbers)
        frame[column] = pd.arrays.FloatingArray(np.where(missing, 0.0, numbers), missing)
    return frame


def _sample(
    cells: CellFactors,
    wanted: Booleans,
    value: model.Floats,
    variance: model.Floats,
    deals: model.Floats,
    half: model.Floats,
) -> Sample:
    """Pick cells, and take out the mean of each matchup."""
    shape = (len(cells.present), len(cells.settings), len(cells.buildings))
    codes = (cells.deck[wanted], cells.setting[wanted], cells.building[wanted])
    of_matchup, found = cells.matchup[wanted], value[wanted]
    place = np.ravel_multi_index(codes, shape)

    def centred(numbers: model.Floats) -> model.Floats:
        count = np.maximum(np.bincount(of_matchup), 1)
        return np.asarray(numbers - (np.bincount(of_matchup, numbers) / count)[of_matchup])

    return Sample(place, centred(found), variance[wanted], deals[wanted], centred(half[wanted]))


def _rows(cells: CellFactors, sample: Sample, span: float) -> Iterator[dict[str, Any]]:
    """Yield the rows of one matchup, kind by kind."""
    design, even = cells.model
    found = fit(design, even, sample, span)
    low, high, p = _intervals(found)
    size = np.bincount(sample.place, minlength=int(np.prod(design.shape))).reshape(design.shape)
    counts = design.total(size.astype(float))
    kinds = design.kinds
    for kind in model.KINDS:
        here = np.flatnonzero(kinds == kind)
        yield from _alone(cells, kind, len(sample.value))
        if not len(here):
            continue
        known = here[found.known[here]]
        q = np.full(len(kinds), np.nan)
        q[known] = q_values(p[known])
        yield _row(kind, ALL, len(sample.value), share_of_variance=found.shares.kind[kind])
        for c in here:
            column = design.columns[c]
            term, count = _term(cells, column), round(counts[c])
            if not found.known[c]:
                note = "the decks of the grid do not tell it apart from other terms"
                yield _row(kind, term, count, note)
                continue
            yield _row(
                kind,
                term,
                count,
                _note(cells, column, found, int(c)),
                _interval(found, int(c)),
                estimate=found.estimate[c],
                low=low[c],
                high=high[c],
                std_error=found.std_error[c],
                p_value=p[c],
                q_value=q[c],
                share_of_variance=found.shares.term[c],
            )
    noise = "share of the variance as seen"
    if np.isnan(found.shares.unexplained):
        noise += "; the cells differ no more than their deals can make them"
    rest, total = found.shares.unexplained, len(sample.value)
    yield _row(UNEXPLAINED, UNEXPLAINED, total, share_of_variance=rest)
    yield _row(NOISE, NOISE, total, noise, share_of_variance=found.shares.noise)


def _intervals(found: Fit) -> tuple[model.Floats, model.Floats, model.Floats]:
    """Return lower and upper bounds, and p values of no effect."""
    from scipy.special import stdtr, stdtrit

    half = stdtrit(found.freedom, 0.5 + LEVEL / 2.0) * found.std_error
    with np.errstate(invalid="ignore"):  # of the constant, where there is one deck
        p = 2.0 * stdtr(found.freedom, -np.abs(found.estimate) / found.std_error)
    # an effect that is 0 in every deck is left over from rounding, and so is its error
    nothing = np.maximum(np.abs(found.estimate), found.std_error) < _ROUNDING
    return found.estimate - half, found.estimate + half, np.where(nothing, 1.0, p)


def _interval(found: Fit, c: int) -> str:
    if not found.own[c]:
        return CLUSTERED
    return HALVES if found.halves[c] else WIDEST


def _row(
    kind: str, term: str, cells: int, note: str = "", interval: str = "", **numbers: float
) -> dict[str, Any]:
    row = {"kind": kind, "term": term, **dict.fromkeys(_NUMBERS, np.nan), **numbers}
    return row | {"interval": interval, "cells": cells, "note": note}


def _alone(cells: CellFactors, kind: str, count: int) -> Iterator[dict[str, Any]]:
    """Yield a row for what stands in every cell of the grid, or cannot be asked of it."""
    units, _ = cells.units
    nothing = "of the grid: nothing to compare it with"
    if kind == model.UNIT:
        for unit in units:
            if unit.everywhere:
                yield _row(kind, unit.name, count, f"in every deck {nothing}")
    elif kind == model.SETTING and len(cells.settings) == 1:
        yield _row(kind, cells.settings[0], count, f"the only setting {nothing}")
    elif kind == model.BUILDING and len(cells.buildings) == 1:
        yield _row(kind, cells.buildings[0], count, f"the only building {nothing}")
    elif kind == model.UNITS and model.UNITS not in cells.model[0].kinds:
        why = "the decks of the grid do not tell what two units do from what each does"
        yield _row(kind, ALL, count, why)


def _term(cells: CellFactors, column: Column) -> str:
    """Return the names of what a column asks for."""
    names = {model.SETTING: cells.settings, model.BUILDING: cells.buildings}
    units, _ = cells.units
    return " x ".join(
        names[factor.sort][factor.level] if factor.sort in names else units[factor.level].name
        for factor in column.factors
    )


def _note(cells: CellFactors, column: Column, found: Fit, c: int) -> str:
    """Say what a row does not tell."""
    notes = []
    units, _ = cells.units
    for factor in column.factors:
        if factor.sort not in (model.SETTING, model.BUILDING):
            together = units[factor.level].factions
            if len(together) > 1:
                names = f"{', '.join(together[:-1])} and {together[-1]}"
                notes.append(f"{names} always come together: one cannot be told from the other")
    if found.own[c]:
        few = "one deck" if len(cells.present) == 1 else "few decks tell of it"
        why = "no scatter among the decks" if found.flat[c] else few
        how = (
            "as their halves differ"
            if found.halves[c]
            else "at the least favourable correlation of those they share"
        )
        notes.append(
            f"{why}: the error is that of the cells' own deals, {how}, and says nothing of other "
            "decks"
        )
    return "; ".join(notes)
