"""Every metric of a run's tables over all pairs of players: on average and at its extremes.

Metrics that are no sum over deals (shares of variance, ratios, what is told by faction, power,
card or trick) have bounds in each cell, but what two of them have in common is not known. Sums of
them have the bounds that hold even if all of them erred in step: the same sums of their bounds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from claimsim.statistics.bounds import WIDEST, Floats
from claimsim.statistics.counts import TALLIED
from claimsim.statistics.metrics import METRICS
from claimsim.statistics.mixtures import weights
from claimsim.statistics.pair_means import bonferroni, pairs_of
from claimsim.statistics.unpaired import KEYS, ROWS

if TYPE_CHECKING:
    import pandas as pd

#: What a metric says of player a is one half, or nothing, where both players are drawn alike.
OF_PLAYER_A = ("a_win_rate", "vote_to_a", "a_ablation")


def summed(name: str, table: pd.DataFrame, matchups: int) -> pl.DataFrame:
    """Return sums over the cells of each matchup and row of a table, and how many have a value.

    Parameters
    ----------
    name
        Of the table: one of :data:`unpaired.ROWS`.
    table
        All of it, or what it says of some cells.
    matchups
        How many matchups the run has: cell c plays matchup c % matchups.
    """
    given = pl.from_pandas(table)
    metrics = [
        metric
        for metric in given.columns
        if f"{metric}_low" in given.columns and metric not in (*OF_PLAYER_A, *TALLIED)
    ]
    parts = [f"{metric}{end}" for metric in metrics for end in ("", "_low", "_high")]
    sums = [pl.col(part).cast(pl.Float64).sum() for part in parts]
    counts = [pl.col(metric).count().cast(pl.Int64).alias(f"{metric}_count") for metric in metrics]
    matchup = (pl.col("cell") % matchups).cast(pl.Int64).alias("matchup")
    return given.group_by([matchup, *KEYS[name]], maintain_order=True).agg(*sums, *counts)


def rows(
    name: str,
    parts: Sequence[pl.DataFrame],
    columns: Sequence[int],
    equilibrium: Floats,
    players: Sequence[str],
) -> Iterator[dict[str, Any]]:
    """Yield a row for each metric of a table that :func:`mixtures.edge` does not tell of.

    Parameters
    ----------
    name
        Of the table: one of :data:`unpaired.ROWS`.
    parts
        What :func:`summed` says of all cells, each in one part.
    columns
        The matchup of each pair of :func:`pair_means.pairs_of`.
    equilibrium
        Weights of the players; taken as they are.
    players
        Their names.

    Yields
    ------
    dict
        As of :func:`mixtures.edge`, with ``table`` and ``row`` (a faction, power, card, trick).
        Each place in which a row has a value counts alike. A mixture with a pair that nowhere
        has a value has none itself.
    """
    keys = KEYS[name]
    means = pl.concat(parts).group_by(["matchup", *keys], maintain_order=True).sum()
    metrics = [column.removesuffix("_count") for column in means.columns if "_count" in column]
    pairs = pairs_of(len(players))
    even = np.full(len(players), 1.0 / len(players))
    mixed = np.array([weights(even), weights(equilibrium)])
    for group in means.partition_by(keys, maintain_order=True) if keys else [means]:
        label = ROWS[name].format_map(group.row(0, named=True))
        # rows that never came about in a matchup are not in its table
        place = {matchup: row for row, matchup in enumerate(group["matchup"])}
        order = np.array([place.get(matchup, -1) for matchup in columns])
        for metric in metrics:
            counted = np.where(order < 0, 0, group[f"{metric}_count"].to_numpy()[order])
            value, low, high = (
                np.divide(
                    group[f"{metric}{end}"].to_numpy()[order],
                    counted,
                    out=np.full(len(columns), np.nan),
                    where=counted > 0,
                )
                for end in ("", "_low", "_high")
            )
            if (counted > 0).any():
                yield {
                    "table": name,
                    "row": label,
                    "metric": metric,
                    "where": "",
                    "reference": np.nan,
                    **_mixed(mixed, value, low, high),
                    **_extremes(metric, pairs, players, value, low, high),
                    "pairs": len(pairs),
                    **dict.fromkeys(("above", "below", "undecided"), 0),
                }


def _mixed(mixed: Floats, value: Floats, low: Floats, high: Floats) -> dict[str, Any]:
    """Return the mixtures' columns: weighted sums of values and of bounds."""
    found: dict[str, Any] = {}
    for name, share in zip(("uniform", "equilibrium"), mixed, strict=True):
        played = share > 0
        one, least, most = (float(share[played] @ part[played]) for part in (value, low, high))
        found |= {
            name: one,
            f"{name}_low": least,
            f"{name}_high": most,
            f"{name}_interval": "" if np.isnan(one) else WIDEST,
        }
    return found


def _extremes(
    metric: str,
    pairs: Sequence[tuple[int, int]],
    players: Sequence[str],
    value: Floats,
    low: Floats,
    high: Floats,
) -> dict[str, Any]:
    """Return the extremes' columns: who, and bounds that hold for all pairs at once."""
    ratio = bonferroni(len(pairs))
    least, most = limits(metric)
    low = np.maximum(value - ratio * (value - low), least)
    high = np.minimum(value + ratio * (high - value), most)
    found: dict[str, Any] = {}
    for name, pick, over in (
        ("lowest", np.nanargmin, np.nanmin),
        ("highest", np.nanargmax, np.nanmax),
    ):
        pair = pairs[int(pick(value))]
        found |= {
            name: over(value),
            f"{name}_low": over(low),
            f"{name}_high": over(high),
            f"{name}_player": players[pair[0]],
            f"{name}_opponent": players[pair[1]],
        }
    return found


def limits(metric: str) -> tuple[float, float]:
    """Return the lowest and highest value that a metric can have, infinite if not a number.

    Parameters
    ----------
    metric
        Of the registry, or a split of the votes.
    """
    told = METRICS["votes_H_L" if re.fullmatch(r"votes_\d+_\d+", metric) else metric].range
    first, _, last = told.partition(" to ")
    number = re.compile(r"-?[\d.]+")
    least = float(first) if number.fullmatch(first) else -np.inf
    most = float(last) if number.fullmatch(last) else np.inf
    return least, most
