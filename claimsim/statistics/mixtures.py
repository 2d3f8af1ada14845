"""Balance over all pairs of players: on average, at worst, and whether an edge holds for all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from claimsim.statistics.bounds import Flags, Floats
from claimsim.statistics.counts import TALLIED
from claimsim.statistics.pair_means import PairCounts, pairs_of
from claimsim.statistics.verdicts import ERROR, q_values

#: What is told: player a's own edge is the payoffs' business, and one half in every fair mixture.
METRICS = tuple(name for name in TALLIED if name != "a_win_rate")

#: Metrics that say who wins, and where they are fair.
FAIR = {"leader_win_rate": 0.5}


@dataclass(frozen=True)
class Question:
    """A metric, and what it is held against.

    Parameters
    ----------
    metric
        One of :data:`METRICS`.
    reference
        Where it should lie; None: nowhere in particular.
    places
        The places of the grid that it concerns, a flag each.
    where
        Which these are, in words; empty: all.
    """

    metric: str
    reference: float | None
    places: Flags
    where: str


def edge(
    counts: PairCounts, asked: Question, equilibrium: Floats, names: Sequence[str]
) -> dict[str, Any]:
    """Return a row about one metric.

    Parameters
    ----------
    counts
        Of a tournament.
    asked
        The metric.
    equilibrium
        Weights of the players; taken as they are.
    names
        Of the players.

    Returns
    -------
    dict
        ``uniform`` and ``equilibrium``: both players drawn from all alike, or from the
        equilibrium, with bounds. ``lowest`` and ``highest`` of all pairs, with who and bounds that
        hold for all pairs at once. With a reference, in how many pairs the metric is surely above
        it, surely below, or neither: at most 5 % of what is called sure is not, on average.
    """
    means = counts.means(asked.metric, places=asked.places)
    pairs = pairs_of(counts.players)
    even = np.full(counts.players, 1.0 / counts.players)
    mixed = means.mixture(np.array([weights(even), weights(equilibrium)]))
    row: dict[str, Any] = {
        "metric": asked.metric,
        "where": asked.where,
        "reference": np.nan if asked.reference is None else asked.reference,
    }
    for number, name in enumerate(("uniform", "equilibrium")):
        row |= {
            name: mixed.value[number],
            f"{name}_low": mixed.low[number],
            f"{name}_high": mixed.high[number],
            f"{name}_interval": mixed.kind[number],
        }
    low, high = means.together(len(pairs))
    for name, pick, over in (("lowest", np.argmin, np.min), ("highest", np.argmax, np.max)):
        pair = pairs[int(pick(means.value))]
        row |= {
            name: over(means.value),
            f"{name}_low": over(low),
            f"{name}_high": over(high),
            f"{name}_player": names[pair[0]],
            f"{name}_opponent": names[pair[1]],
        }
    sides = dict.fromkeys(("above", "below", "undecided"), 0)
    if asked.reference is not None:
        sure = q_values(means.p_values(asked.reference)) <= ERROR
        sides["above"] = int((sure & (means.value > asked.reference)).sum())
        sides["below"] = int((sure & (means.value < asked.reference)).sum())
        sides["undecided"] = len(pairs) - sides["above"] - sides["below"]
    return row | {"pairs": len(pairs)} | sides


def weights(mixture: Floats) -> Floats:
    """Return the weight of each pair, each with itself too, where both players are drawn alike."""
    both = np.outer(mixture, mixture)
    return np.array([both[i, j] if i == j else 2.0 * both[i, j] for i, j in pairs_of(len(mixture))])


def sentence(row: Mapping[str, Any]) -> str:
    """Say for how many pairs an edge holds."""
    metric = str(row["metric"])
    fair = row["reference"] == FAIR.get(metric)
    what = "the leader's edge" if metric == "leader_win_rate" else metric
    limit = "one half" if fair else f"{row['reference']:g}"
    told = [f"{row[side] or 'none'}" for side in ("above", "below", "undecided")]
    where = f" ({row['where']})" if row["where"] else ""
    text = (
        f"{what}{where} is surely above {limit} for {told[0]} of {row['pairs']} pairs, below for "
        f"{told[1]}, undecided for {told[2]}."
    )
    return text[0].upper() + text[1:]
