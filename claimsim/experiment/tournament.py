"""A tournament: every player against every other, and what follows from it."""

from __future__ import annotations

import dataclasses
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from claimsim.experiment import store
from claimsim.experiment.pair_counts import count_pairs, matchups_of
from claimsim.experiment.results import DETAILS, Run, tables_of
from claimsim.experiment.tournament_plan import labels, players_of
from claimsim.statistics import equilibrium as equilibria
from claimsim.statistics import pair_tables
from claimsim.statistics.alpha_rank import alpha_rank
from claimsim.statistics.mixtures import FAIR, METRICS, Question, edge
from claimsim.statistics.payoffs import Payoffs
from claimsim.statistics.ratings import ELO, Fit, Ratings, goodness_of_fit, ranks, ratings
from claimsim.statistics.unpaired import KEYS

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from claimsim.statistics.equilibrium import Equilibrium
    from claimsim.statistics.pair_means import PairCounts

#: The tables of a tournament, which stand beside those of its run.
TABLES = ("payoffs", "ratings", "cycles", "equilibrium", "alpha_rank", "edges")


class Tournament:
    """What a finished run says of its players.

    Parameters
    ----------
    run
        A run with every pair of its players, each with itself too, and each deal with each
        seating: what ``claimsim tournament`` plays, or any ``round_robin``.

    Raises
    ------
    InputError
        Another run.
    RunDirectoryError
        A run that is damaged.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        self._players = players_of(run.scenario)
        self.players = labels(self._players)
        self.counts: PairCounts = count_pairs(run, self._players)
        self.result = Payoffs.of(self.counts)

    @property
    def source(self) -> str:
        """What errors of several pairs together were seen between: decks, deals or nothing."""
        return self.result.means.source

    @cached_property
    def rating(self) -> Ratings:
        """Ratings as arrays; :attr:`ratings` is the table."""
        return ratings(self.result)

    @cached_property
    def fit(self) -> Fit:
        """Whether ratings alone explain the payoffs."""
        return goodness_of_fit(self.result, self.rating)

    @cached_property
    def mixture(self) -> Equilibrium:
        """The equilibrium as arrays; :attr:`equilibrium` is the table."""
        return equilibria.equilibrium(self.result, self._draws)

    @cached_property
    def _draws(self) -> Any:
        return self.result.means.resampled(equilibria.RESAMPLES, equilibria.SEED)

    @cached_property
    def payoffs(self) -> pd.DataFrame:
        """A row for each player and opponent: ``a_win_rate`` of the player, and an interval.

        ``q`` goes with ``beats``: whether the player surely wins more than half.
        """
        size, found = len(self.players), self.result
        low, high = found.bounds
        kind = np.full((size, size), "by definition", object)
        q = np.full((size, size), np.nan)
        for number, (i, j) in enumerate(found.pairs):
            kind[i, j] = kind[j, i] = found.means.kind[number]
            q[i, j] = q[j, i] = found.q[number]
        return self._frame(
            player=np.repeat(self.players, size),
            opponent=np.tile(self.players, size),
            a_win_rate=found.matrix().ravel(),
            a_low=low.ravel(),
            a_high=high.ravel(),
            interval=kind.ravel().astype(str),
            q=q.ravel(),
            beats=found.beats.ravel(),
        )

    @cached_property
    def ratings(self) -> pd.DataFrame:
        """A row a player: rating in log odds and in Elo points (mean 0), with intervals.

        ``prior`` says that ratings would be infinite, but for one drawn game more a pair.
        """
        found = self.rating
        return self._frame(
            player=self.players,
            rating=found.value,
            rating_low=found.low,
            rating_high=found.high,
            elo=ELO * found.value,
            elo_low=ELO * found.low,
            elo_high=ELO * found.high,
            std_error=found.error,
            rank=found.rank,
            prior=np.full(len(self.players), found.prior),
        )

    @cached_property
    def cycles(self) -> pd.DataFrame:
        """Rings of three players, each of whom surely beats the next; the strongest first."""
        found = self.result.cycles
        columns: dict[str, Any] = {
            f"player_{n + 1}": [self.players[one.players[n]] for one in found] for n in range(3)
        }
        for n, name in enumerate(("1_beats_2", "2_beats_3", "3_beats_1")):
            columns[name] = np.array([one.win_rates[n] for one in found], np.float64)
        columns["weakest"] = np.array([one.weakest for one in found], np.float64)
        return self._frame(**columns)

    @cached_property
    def equilibrium(self) -> pd.DataFrame:
        """A row a player: weight in the equilibrium, and how far the player can be beaten.

        ``positive`` is the share of draws of the payoffs in which the weight is above 0;
        ``against`` the player's win rate against the equilibrium, bounds for all at once;
        ``exploitability`` what ``best_reply`` wins above one half.
        """
        found, beaten = self.mixture, equilibria.exploitability(self.result)
        return self._frame(
            player=self.players,
            weight=found.weight,
            weight_low=found.low,
            weight_high=found.high,
            positive=found.positive,
            against=found.against,
            against_low=found.against_low,
            against_high=found.against_high,
            exploitability=beaten.value,
            exploitability_low=beaten.low,
            exploitability_high=beaten.high,
            best_reply=[self.players[reply] for reply in beaten.reply],
        )

    @cached_property
    def alpha_rank(self) -> pd.DataFrame:
        """A row a player: share of time in the long run, by alpha-rank, with 95 % of the draws.

        ``differs`` says that somebody stands on the other side of the player by rating, surely:
        the intervals of the two ratings do not overlap.
        """
        mass = alpha_rank(self.result.matrix())
        drawn = np.exp(alpha_rank(self.result.matrix(self._draws)))
        low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
        rated = self.rating
        above = (
            rated.value[:, None] > rated.value if rated.prior else rated.low[:, None] > rated.high
        )
        against = above & (mass[:, None] < mass)
        return self._frame(
            player=self.players,
            mass=np.exp(mass),
            mass_low=np.minimum(low, np.exp(mass)),
            mass_high=np.maximum(high, np.exp(mass)),
            log_mass=mass,
            rank=ranks(mass),
            differs=against.any(axis=0) | against.any(axis=1),
        )

    @cached_property
    def edges(self) -> pd.DataFrame:
        """A row a metric: over all pairs, in the equilibrium, at its extremes, and pairs by side.

        First the sums over deals, then those of the scenario's targets with their values, then
        every metric of the run's tables that is no such sum, or belongs to a row of its own
        (``table``, ``row``).
        """
        weight = self.mixture.weight
        rows = [
            {"table": "cells", "row": "", **edge(self.counts, one, weight, self.players)}
            for one in self._questions()
        ]
        columns, _ = matchups_of(self.run, self._players)
        for name, parts in self._sums().items():
            rows += pair_tables.rows(name, parts, columns, weight, self.players)
        return self._frame(**{name: [row[name] for row in rows] for name in rows[0]})

    def _sums(self) -> dict[str, list[pl.DataFrame]]:
        """Return the run's tables, summed by matchup; those too large to have a file in parts."""
        number = len(self.run.scenario.matchups)
        sums = {
            name: [pair_tables.summed(name, self.run.table(name), number)]
            for name in tables_of(self.run.scenario)
            if name in KEYS
        }
        if not sums.keys() >= set(DETAILS):
            for part in self.run.all_details():
                for name, table in part.items():
                    sums.setdefault(name, []).append(pair_tables.summed(name, table, number))
        return sums

    def _questions(self) -> list[Question]:
        """Return what is asked: of every metric, and again of those that targets name."""
        everywhere = np.ones(len(self.counts.deck), bool)
        asked = {
            (name, FAIR.get(name), ""): Question(name, FAIR.get(name), everywhere, "")
            for name in METRICS
        }
        scenario = self.run.scenario
        each = len(scenario.matchups)
        places = [scenario.cells[n * each] for n in range(len(everywhere))]
        for target in scenario.targets:
            # every pair is asked, whichever the target is for
            kept = {k: v for k, v in target.where.items() if not k.startswith("strategy_")}
            where = ", ".join(f"{name} {value}" for name, value in kept.items())
            key = (target.metric, target.value, where)
            if target.metric in METRICS and key not in asked:
                of_places = dataclasses.replace(target, matchups=None, where=kept)
                inside = np.array([of_places.concerns(cell) for cell in places])
                asked[key] = Question(target.metric, target.value, inside, where)
        return list(asked.values())

    def _frame(self, **columns: Any) -> pd.DataFrame:
        """Return a table that says whose it is: extended runs have other digests."""
        import pandas as pd

        found = pd.DataFrame(columns)
        found.attrs["run"] = self.run.digest
        return found

    def write(self) -> None:
        """Write the tables as Parquet beside the run's, each whole or not at all.

        Raises
        ------
        RunDirectoryError
            Another process fills the directory.
        SystemRefused
            The disk is full, or there is no permission.
        """
        directory = self.run.directory
        tables = {name: getattr(self, name) for name in TABLES}
        with store.locked(directory), store.writing(directory):
            for name, table in tables.items():
                with store.replacing(directory / f"{name}.parquet") as path:
                    table.to_parquet(path, index=False)
