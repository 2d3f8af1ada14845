"""The end of the game: who wins each vote, and who the game (rules, 7.7 and 7.8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from claimsim.rules.deck import Card
from claimsim.rules.ruleset import Ruleset

#: Votes that one player must have under ``victory = "three_votes"``.
VOTES_NEEDED = 3

_number = attrgetter("number")


@dataclass(frozen=True)
class Vote:
    """How one faction's vote went.

    Parameters
    ----------
    faction
        Its name.
    holder
        The seat that wins it, or None.
    counts
        Cards of the faction in each score pile.
    compared
        The two values that broke a tie, seat 0's first; None where the counts decided or
        nothing did.
    """

    faction: str
    holder: int | None
    counts: tuple[int, int]
    compared: tuple[int, int] | None = None


def count_vote(rules: Ruleset, faction: str, piles: Sequence[Iterable[Card]]) -> Vote:
    """Decide one faction's vote on two score piles (rules, 7.7).

    More cards win. Equal, and not both zero: the highest cards are compared, then the second
    highest, and so on; under ``tiebreak_depth = "highest"`` only the highest.
    """
    first, second = (
        sorted((card.printed for card in pile if card.faction == faction), reverse=True)
        for pile in piles
    )
    counts = (len(first), len(second))
    if counts[0] != counts[1]:
        return Vote(faction, 0 if counts[0] > counts[1] else 1, counts)
    depth = 1 if rules.switch("tiebreak_depth") == "highest" else len(first)
    for mine, theirs in zip(first[:depth], second[:depth], strict=True):
        if mine != theirs:
            return Vote(faction, 0 if mine > theirs else 1, counts, (mine, theirs))
    return Vote(faction, None, counts)


@dataclass(frozen=True)
class Verdict:
    """How a game ended.

    Parameters
    ----------
    votes
        Every faction's vote, in the order of the deck.
    totals
        Votes of each seat.
    cards
        Cards of each seat in the factions whose vote it holds.
    winner
        A seat, or None for a draw.
    decided_by
        ``"votes"``, ``"cards_in_factions"`` or ``"draw"``.
    """

    votes: tuple[Vote, ...]
    totals: tuple[int, int]
    cards: tuple[int, int]
    winner: int | None
    decided_by: str


def judge(rules: Ruleset, piles: Sequence[Iterable[Card]]) -> Verdict:
    """Decide a game on its two score piles (rules, 7.7 and 7.8)."""
    votes = tuple(count_vote(rules, faction, piles) for faction in rules.deck.names)
    held = [[vote for vote in votes if vote.holder == seat] for seat in (0, 1)]
    totals = (len(held[0]), len(held[1]))
    cards = (
        sum(vote.counts[0] for vote in held[0]),
        sum(vote.counts[1] for vote in held[1]),
    )
    winner, decided_by = _winner(rules, totals, cards)
    return Verdict(votes, totals, cards, winner, decided_by)


def _winner(
    rules: Ruleset, totals: tuple[int, int], cards: tuple[int, int]
) -> tuple[int | None, str]:
    """Rules, 7.8: more votes, then more cards in the factions won, then nobody."""
    if rules.switch("victory") == "three_votes" and max(totals) < VOTES_NEEDED:
        return None, "draw"
    if totals[0] != totals[1]:
        return (0 if totals[0] > totals[1] else 1), "votes"
    if cards[0] != cards[1]:
        return (0 if cards[0] > cards[1] else 1), "cards_in_factions"
    return None, "draw"


def result_of(rules: Ruleset, piles: Sequence[Iterable[Card]]) -> dict[str, Any]:
    """Return the result of a game as a game record has it."""
    verdict = judge(rules, piles)
    return {
        "score_piles": [names(pile) for pile in piles],
        "votes": {vote.faction: vote.holder for vote in verdict.votes},
        "extra_votes": [0, 0],
        "vote_totals": list(verdict.totals),
        "winner": verdict.winner,
        "decided_by": verdict.decided_by,
    }


def names(cards: Iterable[Card]) -> list[str]:
    """Return the names of cards, in record order (rules, 1)."""
    return [str(card) for card in sorted(cards, key=_number)]
