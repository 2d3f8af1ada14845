"""The registry of metrics: each is defined here once, for tables, reports and ``claimsim list``.

A win rate counts a draw as one half. The *leader* is the player in seat 0, who leads the first
trick; *a* and *b* are the two players of a matchup; a *deal* is played once, or twice with the
seats exchanged. Shares are numbers from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from claimsim.experiment.tally import WATCHED
from claimsim.rules.firings import LOCATION_FIRINGS, POWER_FIRINGS
from claimsim.statistics import estimators, outcome
from claimsim.statistics.intervals import Estimate


@dataclass(frozen=True)
class Metric:
    """One metric.

    Parameters
    ----------
    name
        Its column; ``name_low`` and ``name_high`` bound it (``a_win_rate`` and
        ``leader_win_rate``: ``a_low`` and so on).
    label
        Short words for a heading.
    table
        The result table that it stands in.
    formula
        What is divided by what.
    unit
        Of the number: ``share``, ``votes``, ``cards``, ``options``, ``firings`` or ``ratio``.
    range
        Lowest and highest value that it can have.
    summary
        One line on how to read it.
    estimate
        How it is computed from counts.
    """

    name: str
    label: str
    table: str
    formula: str
    unit: str
    range: str
    summary: str
    estimate: Callable[[Any], Estimate]

    @property
    def bounds(self) -> tuple[str, str]:
        """Columns of the lower and the upper bound."""
        stem = self.name.removesuffix("_win_rate")
        return f"{stem}_low", f"{stem}_high"


def _firings() -> str:
    """Return what counts as one firing of each power and location."""
    told = {**POWER_FIRINGS, **LOCATION_FIRINGS}
    return "; ".join(f"of {name}, {what}" for name, what in told.items())


def vote_split(more: int, fewer: int) -> Metric:
    """Return the metric of one split of the votes.

    Parameters
    ----------
    more, fewer
        Votes of the two players, ``more >= fewer``.
    """
    return Metric(
        name=f"votes_{more}_{fewer}",
        label=f"Votes {more}–{fewer}",
        table="cells",
        formula=f"games in which the factions' votes stood {more} to {fewer} / games",
        unit="share",
        range="0 to 1",
        summary=f"Games that ended {more} of the factions' votes to {fewer}, whoever had more; "
        "extra votes (Dungeon) are left out.",
        estimate=estimators.vote_split(more, fewer),
    )


#: Metrics of the table ``cells``, in its order; the splits of the votes follow by themselves.
CELL_TABLE: tuple[Metric, ...] = (
    Metric(
        "a_win_rate",
        "a wins",
        "cells",
        "(games won by player a + half of the drawn games) / games",
        "share",
        "0 to 1",
        "Strategy advantage: above one half, strategy a beats strategy b.",
        estimators.a_win_rate,
    ),
    Metric(
        "leader_win_rate",
        "Leader wins",
        "cells",
        "(games won by the player who leads the first trick + half of the drawn games) / games",
        "share",
        "0 to 1",
        "Leader advantage: above one half, leading the first trick helps.",
        estimators.leader_win_rate,
    ),
    Metric(
        "draw_rate",
        "Drawn",
        "cells",
        "drawn games / games",
        "share",
        "0 to 1",
        "Games that nobody won.",
        estimators.games_share("draws"),
    ),
    Metric(
        "decided_by_votes",
        "Decided by votes",
        "cells",
        "games won by the number of votes / games",
        "share",
        "0 to 1",
        "Games in which one player had more votes (rules, 7.8).",
        estimators.games_share("by_votes"),
    ),
    Metric(
        "decided_by_cards_in_factions",
        "Decided by cards",
        "cells",
        "games won by the cards in the factions won, the votes being equal / games",
        "share",
        "0 to 1",
        "Games in which equal votes were settled by counting cards (rules, 7.8).",
        estimators.games_share("by_cards"),
    ),
    Metric(
        "decided_by_monastery",
        "Decided by Monastery",
        "cells",
        "games that Monastery decided / games",
        "share",
        "0 to 1",
        "Games lost by whoever had too many cards in the score pile (rules, 7.2).",
        estimators.games_share("by_monastery"),
    ),
    Metric(
        "decided_by_bridge",
        "Decided by Bridge",
        "cells",
        "games that Bridge decided / games",
        "share",
        "0 to 1",
        "Games won by the number of complete sets of the factions (rules, 7.6).",
        estimators.games_share("by_bridge"),
    ),
    Metric(
        "decided_by_castle",
        "Decided by Castle",
        "cells",
        "games that Castle decided / games",
        "share",
        "0 to 1",
        "Games won by the number of cards in the score pile (rules, 7.6).",
        estimators.games_share("by_castle"),
    ),
    Metric(
        "decided_by_draw",
        "Undecided",
        "cells",
        "games that nothing decided / games",
        "share",
        "0 to 1",
        "The same as the draw rate: with the five before it makes one.",
        estimators.games_share("draws"),
    ),
    Metric(
        "mean_margin",
        "Margin",
        "cells",
        "sum over games of (more votes - fewer votes), extra votes included / games",
        "votes",
        "0 to the number of factions and extra votes",
        "How clearly games are won.",
        estimators.mean_margin,
    ),
    Metric(
        "design_effect",
        "Design effect",
        "cells",
        "variance of the leader win rate from deal to deal / its variance if the games were "
        "independent",
        "ratio",
        "0 to the number of games a deal",
        "Above 1, the two games of a deal tell less than two games of different deals.",
        estimators.design_effect,
    ),
    Metric(
        "seat_share",
        "Seat",
        "cells",
        "(leader win rate - 1/2)^2 / ((1 - draw rate) / 4)",
        "share",
        "at most 1; below 0 by chance",
        "How much of who wins is the seat. With skill, deal and rest it makes one; known where "
        "each deal is played with each seating, or would be the same game in both.",
        outcome.squared_edge("leader_points"),
    ),
    Metric(
        "skill_share",
        "Skill",
        "cells",
        "(win rate of player a - 1/2)^2 / ((1 - draw rate) / 4)",
        "share",
        "at most 1; below 0 by chance",
        "How much of who wins is the better strategy.",
        outcome.squared_edge("a_points"),
    ),
    Metric(
        "deal_share",
        "Luck of the deal",
        "cells",
        "covariance of seat 0's results in the two games of a deal / ((1 - draw rate) / 4)",
        "share",
        "-1 to 1",
        "How much of who wins lies in the cards that a seat is dealt, whoever sits there.",
        outcome.deal_share,
    ),
    Metric(
        "rest_share",
        "Rest",
        "cells",
        "1 - seat - skill - luck of the deal",
        "share",
        "-1 to 2",
        "What neither seat, strategy nor deal explains: these players with just these cards.",
        outcome.rest_share,
    ),
    Metric(
        "forced_plays",
        "Forced plays",
        "cells",
        "plays with a single legal card / plays",
        "share",
        "0 to 1",
        "How often a player has no choice.",
        estimators.forced_plays,
    ),
    Metric(
        "options_mean",
        "Options",
        "cells",
        "sum over plays of the legal cards / plays",
        "options",
        "1 to the cards that a hand can hold",
        "How many cards a player may choose from.",
        estimators.options_mean,
    ),
)

#: Metrics of the table ``cells`` that stand without an interval.
NO_INTERVAL = ("design_effect",)

#: Metrics of the table ``factions``, in its order.
FACTION_TABLE: tuple[Metric, ...] = (
    Metric(
        "vote_to_winner",
        "Vote to winner",
        "factions",
        "games whose winner got the faction's vote / games",
        "share",
        "0 to 1",
        "Capture: how often the vote lies with the winner of the game.",
        estimators.vote_share("to_winner"),
    ),
    Metric(
        "vote_to_leader",
        "Vote to leader",
        "factions",
        "games in which the first leader got the faction's vote / games",
        "share",
        "0 to 1",
        "Above half of the awarded votes, leading the first trick helps to get it.",
        estimators.vote_share("to_leader"),
    ),
    Metric(
        "vote_to_a",
        "Vote to a",
        "factions",
        "games in which player a got the faction's vote / games; half of the awarded votes by "
        "definition where both seats play alike",
        "share",
        "0 to 1",
        "What strategy a is after: compare the factions.",
        estimators.vote_to_a,
    ),
    Metric(
        "vote_unawarded",
        "Vote unawarded",
        "factions",
        "games in which nobody got the faction's vote / games",
        "share",
        "0 to 1",
        "Votes lost to a tie that no card breaks, to no card scored at all, or to a building that "
        "decides the game before votes are counted.",
        estimators.vote_unawarded,
    ),
    Metric(
        "decided_by_tiebreak",
        "Tie-break",
        "factions",
        "games in which its vote went by the highest cards, both players having as many of its "
        "cards (as these count), not zero / games",
        "share",
        "0 to 1",
        "How often high cards matter for the vote (rules, 7.7). A vote that Lighthouse or Tower "
        "decides does not get that far.",
        estimators.vote_share("by_tiebreak"),
    ),
    Metric(
        "mean_cards_winner",
        "Cards, winner",
        "factions",
        "cards of the faction in the winner's score pile / games that were not drawn",
        "cards",
        "0 to the cards that can count as the faction's",
        "How many of its cards the winner of the game ends with.",
        estimators.cards("cards_winner"),
    ),
    Metric(
        "mean_cards_loser",
        "Cards, loser",
        "factions",
        "cards of the faction in the loser's score pile / games that were not drawn",
        "cards",
        "0 to the cards that can count as the faction's",
        "How many of its cards the loser of the game ends with.",
        estimators.cards("cards_loser"),
    ),
    Metric(
        "pivotal",
        "Pivotal",
        "factions",
        "games whose result would change, to or from a draw too, if the vote went to the other "
        "player / games in which somebody got it",
        "share",
        "0 to 1",
        "How often the game hangs on this vote (rules, 7.8).",
        estimators.pivotal,
    ),
    Metric(
        "swing",
        "Swing",
        "factions",
        "(wins + half of the draws of the player who got the vote) / games in which somebody "
        "got it, minus 1/2",
        "share",
        "-0.5 to 0.5",
        "What having the vote goes with: 0 if it tells nothing of who wins.",
        estimators.swing,
    ),
)

#: Metrics of the table ``powers``, in its order.
POWER_TABLE: tuple[Metric, ...] = (
    Metric(
        "fired_per_game",
        "Fired a game",
        "powers",
        "firings of the power or location / games",
        "firings",
        "0 to the cards, or to the extra votes",
        f"How often it acts. One firing is, {_firings()}.",
        estimators.fired_per_game,
    ),
    Metric(
        "games_fired",
        "Games with a firing",
        "powers",
        "games in which the power or location fired at least once / games",
        "share",
        "0 to 1",
        "How many games it touches: near 0 it is decoration, near 1 it is part of every game.",
        estimators.games_fired,
    ),
)

#: Further metrics of the table ``powers``, of runs with ablation.
ABLATION_TABLE: tuple[Metric, ...] = (
    Metric(
        "leader_ablation",
        "Leader, with minus without",
        "powers",
        "leader_win_rate minus the same of the same deals played with the power or location off",
        "share",
        "-1 to 1",
        "What it does to the leader's advantage. Off: factions keep their cards and lose the "
        "power, a location is none; the players see the changed rules.",
        estimators.ablation("leader_points"),
    ),
    Metric(
        "a_ablation",
        "a, with minus without",
        "powers",
        "a_win_rate minus the same of the same deals played with the power or location off",
        "share",
        "-1 to 1",
        "What it does for strategy a against strategy b.",
        estimators.ablation("a_points"),
    ),
)

_ASSOCIATION = (
    "It goes with winning, which is not to say that it brings it: that is what a what-if tells."
)

#: Metrics of the table ``cards``, in its order and that of ``tally.HELD``.
CARD_TABLE: tuple[Metric, ...] = (
    Metric(
        "win_rate_dealt",
        "Win rate, dealt",
        "cards",
        "(wins + half of the draws of the player who was dealt the card) / games in which one was",
        "share",
        "0 to 1",
        f"How players fare who begin with the card. {_ASSOCIATION}",
        estimators.from_rows_of_their_own,
    ),
    Metric(
        "win_rate_recruited",
        "Win rate, recruited",
        "cards",
        "(wins + half of the draws of the player who had the card among his followers) / games "
        "in which one had",
        "share",
        "0 to 1",
        f"How players fare who recruit the card in Phase 1. {_ASSOCIATION}",
        estimators.from_rows_of_their_own,
    ),
    Metric(
        "win_rate_scored",
        "Win rate, scored",
        "cards",
        "(wins + half of the draws of the player who ended with the card in his score pile) / "
        "games in which one did",
        "share",
        "0 to 1",
        f"How players fare who score the card. {_ASSOCIATION}",
        estimators.from_rows_of_their_own,
    ),
)

#: Metrics of the table ``tricks``, in its order.
TRICK_TABLE: tuple[Metric, ...] = (
    Metric(
        "ahead_wins",
        "Ahead wins",
        "tricks",
        "(wins + half of the draws of the player ahead after the trick) / watched games in which "
        "one was; ahead: he would win if the piles were scored now (rules, 7.7 and 7.8)",
        "share",
        "0 to 1",
        f"How safe a lead is. One deal of {WATCHED} is watched.",
        estimators.from_rows_of_their_own,
    ),
    Metric(
        "settled",
        "Settled",
        "tricks",
        "watched games whose winner is ahead from this trick to the end / watched games that had "
        "the trick",
        "share",
        "0 to 1",
        "How many games are over in fact though not in name.",
        estimators.from_rows_of_their_own,
    ),
)

#: The metric of the table ``phase_1``.
PHASE_1_TABLE: tuple[Metric, ...] = (
    Metric(
        "win_rate_by_phase1_tricks",
        "Win rate by Phase 1 tricks",
        "phase_1",
        "(wins + half of the draws of a player who won so many tricks of Phase 1) / games in "
        "which one did",
        "share",
        "0 to 1",
        "Snowball: whether winning Phase 1 wins the game.",
        estimators.from_rows_of_their_own,
    ),
)

#: Every metric by name; ``votes_H_L`` stands for all splits of the votes.
METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        *CELL_TABLE,
        Metric(
            "votes_H_L",
            "Vote split",
            "cells",
            "games in which one player had H of the factions' votes and the other L / games",
            "share",
            "0 to 1",
            "One column for every split, votes_3_2 for instance; extra votes (Dungeon) are left "
            "out; without value where the deck has fewer factions.",
            estimators.any_vote_split,
        ),
        *FACTION_TABLE,
        *POWER_TABLE,
        *ABLATION_TABLE,
        *CARD_TABLE,
        *TRICK_TABLE,
        *PHASE_1_TABLE,
    )
}
