"""Plant one bug in one engine, compare the engines, and print how many deals differ.

Usage: python -m tests.differential.planted BUG, with BUG one of the keys of BUGS or "none".
The kernel is compiled for this process alone: its cache never sees the bug.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numba
import numpy as np

from claimsim import cardsets
from claimsim.kernel import batch, game, scoring
from claimsim.reference import game as reference_game
from claimsim.reference import scoring as reference_scoring
from claimsim.reference.tricks import LOSER, WINNER, Why
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from tests.differential.comparing import CLAIM, compare

DEALS = 60


@numba.njit
def tie_to_the_follower(table, led, follow):
    """Wrong: equal values go to the follower."""
    same = table.faction_of[led] == table.faction_of[follow]
    counts = same or cardsets.contains(table.wild, follow)
    beats = cardsets.contains(table.beats[table.faction_of[follow]], led)
    return np.int64(beats or (counts and table.value_of[follow] >= table.value_of[led]))


@numba.njit
def dwarves_to_the_winner(table, phase, led, follow):
    """Wrong: the winner takes the Dwarves too."""
    played = cardsets.add(cardsets.single(led), follow)
    scored = played
    if phase == 1:
        scored = cardsets.common(played, table.scored_when_played[0])
    return cardsets.common(played, 0), scored, cardsets.without(played, scored)


@numba.njit
def votes_by_lowest(table, mine, theirs):
    """Wrong: a tied vote goes to the player with the lowest card."""
    low, other = cardsets.lowest(mine), cardsets.lowest(theirs)
    return np.int64(table.value_of[low] > table.value_of[other])


def _kernel_tie() -> None:
    game.follower_wins = tie_to_the_follower


def _kernel_dwarf() -> None:
    game.destinations = dwarves_to_the_winner


def _kernel_vote() -> None:
    scoring.compare_highest = votes_by_lowest


def _reference_tie() -> None:
    right = reference_game.decide

    def wrong(powers, led, follow):
        why = right(powers, led, follow)
        return Why.HIGHER if why is Why.EQUAL else why

    reference_game.decide = wrong


def _reference_dwarf() -> None:
    right = reference_game.scored_by

    def wrong(powers, phase, card):
        receiver = right(powers, phase, card)
        return WINNER if receiver == LOSER else receiver

    reference_game.scored_by = wrong


def _reference_vote() -> None:
    right = reference_scoring.count_vote

    def wrong(rules, faction, piles):
        vote = right(rules, faction, piles)
        if vote.compared is None:
            return vote
        return reference_scoring.Vote(faction, 1 - vote.holder, vote.counts, vote.compared)

    reference_scoring.count_vote = wrong


BUGS: dict[str, Callable[[], None]] = {
    "kernel-tie": _kernel_tie,
    "kernel-dwarf": _kernel_dwarf,
    "kernel-vote": _kernel_vote,
    "reference-tie": _reference_tie,
    "reference-dwarf": _reference_dwarf,
    "reference-vote": _reference_vote,
}


def main() -> None:
    """Print the number of deals in which the engines differ."""
    bug = sys.argv[1]
    if bug != "none":
        BUGS[bug]()
    if bug.startswith("kernel"):
        entry = numba.njit(batch._TRACE, nogil=True)(batch._trace_game)
        batch.trace_entry = lambda: entry
    rules = Ruleset(make_deck(CLAIM))
    differing = {d.deal for d in compare(rules, "greedy", "random", "none", 0, DEALS)}
    sys.stdout.write(f"{len(differing)}\n")


if __name__ == "__main__":
    main()
