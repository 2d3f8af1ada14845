"""How each metric is computed from counts; :mod:`claimsim.statistics.metrics` says what it is."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from claimsim.statistics import intervals
from claimsim.statistics.counts import CellCounts, FactionCounts, PowerCounts
from claimsim.statistics.intervals import DEFINITION, UNDEFINED, Estimate


def leader_win_rate(c: CellCounts) -> Estimate:
    """Estimate the win rate of seat 0."""
    points = c.total("leader_points"), c.squares("leader_points")
    return intervals.share(*points, c.deals, 2 * c.games_per_deal)


def a_win_rate(c: CellCounts) -> Estimate:
    """Estimate the win rate of player a.

    Where one strategy without dice plays both seats, the other seating of a deal would be the
    same game again, so that each player wins one of the two.
    """
    points = c.total("a_points"), c.squares("a_points")
    found = intervals.share(*points, c.deals, 2 * c.games_per_deal)
    same = c.same_player & (c.deals > 0)
    value, low, high = (np.where(same, 0.5, part) for part in found[:3])
    return Estimate(value, low, high, np.where(same, DEFINITION, found.kind))


def games_share(name: str) -> Callable[[CellCounts], Estimate]:
    """Return the estimator of the share of games that `name` counts."""
    return lambda c: intervals.share(c.total(name), c.squares(name), c.deals, c.games_per_deal)


def mean_margin(c: CellCounts) -> Estimate:
    """Estimate the mean difference of the votes."""
    margin = c.total("margin"), c.squares("margin")
    return intervals.mean(*margin, c.deals, c.games_per_deal, most=c.factions + c.extra_votes)


def forced_plays(c: CellCounts) -> Estimate:
    """Estimate the share of plays with one option."""
    return intervals.ratio_mean(c.per_decision("forced"), c.deals, _plays(c), most=1.0)


def options_mean(c: CellCounts) -> Estimate:
    """Estimate the mean number of options of a play."""
    sums, most = c.per_decision("options"), c.hand_size + c.side_cards
    return intervals.ratio_mean(sums, c.deals, _plays(c), least=1.0, most=most)


def _plays(c: CellCounts) -> npt.NDArray[np.int64]:
    """Most plays of a deal: every card of both hands in both phases, and those drawn."""
    return (4 * c.hand_size + c.side_cards) * c.games_per_deal


def design_effect(c: CellCounts) -> Estimate:
    """Compute the design effect of the leader win rate; it has no interval."""
    effect = intervals.design_effect(
        c.total("leader_points"),
        c.squares("leader_points"),
        c.total("draws"),
        c.deals,
        c.games_per_deal,
    )
    nothing = np.full(effect.shape, np.nan)
    return Estimate(effect, nothing, nothing, np.full(effect.shape, UNDEFINED, object))


def vote_share(name: str) -> Callable[[FactionCounts], Estimate]:
    """Return the estimator of the share of games that `name` counts, for each faction."""
    return lambda f: intervals.share(f.total(name), f.squares(name), f.deals, f.games_per_deal)


def vote_unawarded(f: FactionCounts) -> Estimate:
    """Estimate the share of games in which nobody got the vote."""
    awarded = vote_share("awarded")(f)
    return Estimate(1.0 - awarded.value, 1.0 - awarded.high, 1.0 - awarded.low, awarded.kind)


def pivotal(f: FactionCounts) -> Estimate:
    """Estimate how often the result hangs on a vote that somebody got."""
    sums = intervals.Ratio(
        x=f.total("pivotal"),
        xx=f.squares("pivotal"),
        xy=f.by_awarded("pivotal"),
        y=f.total("awarded"),
        yy=f.squares("awarded"),
    )
    return intervals.ratio_share(sums, f.deals, f.games_per_deal)


def vote_to_a(f: FactionCounts) -> Estimate:
    """Estimate how often player a got the vote: half of the awarded ones where both play alike."""
    found, awarded = vote_share("to_a")(f), vote_share("awarded")(f)
    same = f.same_player
    value, low, high = (
        np.where(same, one / 2.0, other) for one, other in zip(awarded[:3], found[:3], strict=True)
    )
    return Estimate(value, low, high, np.where(same, awarded.kind, found.kind))


def cards(name: str) -> Callable[[FactionCounts], Estimate]:
    """Return the estimator of a mean number of cards over games that were not drawn."""
    return lambda f: intervals.ratio_mean(
        f.per_decided_game(name), f.deals, f.games_per_deal, most=f.cards
    )


def swing(f: FactionCounts) -> Estimate:
    """Estimate the win rate of who got the vote, minus one half."""
    found = intervals.ratio_share(f.half_wins_of_holder(), f.deals, f.games_per_deal)
    return Estimate(found.value - 0.5, found.low - 0.5, found.high - 0.5, found.kind)


def fired_per_game(p: PowerCounts) -> Estimate:
    """Estimate how often a power or location fires in a game."""
    fired = p.total("fired"), p.squares("fired")
    return intervals.mean(*fired, p.deals, p.games_per_deal, most=p.most)


def games_fired(p: PowerCounts) -> Estimate:
    """Estimate the share of games in which a power or location fires."""
    games = p.total("games_fired"), p.squares("games_fired")
    return intervals.share(*games, p.deals, p.games_per_deal)


def ablation(name: str) -> Callable[[PowerCounts], Estimate]:
    """Return the estimator of what a power or location adds to a win rate.

    Where one strategy without dice plays both seats, player a wins half either way.
    """

    def estimate(p: PowerCounts) -> Estimate:
        found = intervals.difference(*p.ablation(name), p.deals, 2 * p.games_per_deal)
        same = p.same_player & (p.deals > 0) & (name == "a_points")
        value, low, high = (np.where(same, 0.0, part) for part in found[:3])
        return Estimate(value, low, high, np.where(same, DEFINITION, found.kind))

    return estimate


def vote_split(more: int, fewer: int) -> Callable[[CellCounts], Estimate]:
    """Return the estimator of the share of games that ended `more` votes to `fewer`."""

    def estimate(c: CellCounts) -> Estimate:
        found = intervals.counted(c.split(more, fewer), c.deals, c.games_per_deal)
        possible = more + fewer <= c.factions
        value, low, high = (np.where(possible, part, np.nan) for part in found[:3])
        return Estimate(value, low, high, np.where(possible, found.kind, UNDEFINED))

    return estimate


def from_rows_of_their_own(counts: object) -> Estimate:
    """Refuse: the tables of cards, tricks and Phase 1 have rows of their own."""
    raise TypeError(f"no estimate a cell from {type(counts).__name__}: see statistics.details")


def any_vote_split(c: CellCounts) -> Estimate:
    """Refuse: ``votes_H_L`` stands for many columns."""
    raise TypeError(f"votes_H_L has no value of its own for {len(c.deals)} cells: use vote_split")
