"""Who wins each vote, and who the game (rules, 7.7 and 7.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from claimsim.reference.rulebook import rulebook
from claimsim.rules.ruleset import Card, Ruleset

#: Votes that one player must have under ``victory = "three_votes"``.
VOTES_NEEDED = 3

#: How a vote was decided (``Vote.by``).
SECURED = "secured"  # before the end, by Lighthouse
SUMS = "sums"  # by sums of values, in Tower
COUNT = "count"  # by the cards, each counted as often as its power says
CARDS = "cards"  # by a pair of unequal cards
LENGTH = "length"  # one player has more cards, though they count the same
EQUAL = "equal"  # not at all: equal as far as the rules look
NONE = "none"  # not at all: nobody has a card


class Vote(NamedTuple):
    """How one faction's vote went.

    Parameters
    ----------
    faction
        Its name.
    holder
        The seat that wins it, or None.
    by
        What decided it: SECURED, SUMS, COUNT, CARDS, LENGTH, EQUAL or NONE.
    counts
        Cards of the faction in each score pile, each counted once.
    weights
        The same, each counted as often as ``unique_counts`` says.
    sums
        The sums of their values.
    compared
        The values of the two cards that broke a tie, seat 0's first; None where it was not
        broken so. In Farmlands a 2 is higher than any other number.
    """

    faction: str
    holder: int | None
    by: str
    counts: tuple[int, int]
    weights: tuple[int, int]
    sums: tuple[int, int]
    compared: tuple[int, int] | None = None


#: A holder, what decided, and the values that were compared if it was by cards.
_Decided: TypeAlias = "tuple[int | None, str, tuple[int, int] | None]"


def count_vote(
    rules: Ruleset, faction: str, piles: Sequence[Sequence[Card]], secured: Mapping[str, int]
) -> Vote:
    """Decide one faction's vote on two score piles (rules, 7.7).

    Parameters
    ----------
    rules
        The rules in force.
    faction
        Its name.
    piles
        The score piles. An arrested card has the faction as which it counts.
    secured
        The seats of votes that were decided before the end.
    """
    mine, theirs = ([card for card in pile if card.faction == faction] for pile in piles)
    return _count(rules, faction, mine, theirs, piles, secured)


def _count(
    rules: Ruleset,
    faction: str,
    mine: list[Card],
    theirs: list[Card],
    piles: Sequence[Sequence[Card]],
    secured: Mapping[str, int],
) -> Vote:
    """Decide a vote, given both players' cards of the faction."""
    counts = weights = len(mine), len(theirs)
    sums = sum([card.value for card in mine]), sum([card.value for card in theirs])
    book = rulebook(rules)
    unique = book.powers.of[faction].unique_counts
    if unique and not book.building.sums_decide:
        weights = (
            sum([unique.counts(card, piles[0]) for card in mine]),
            sum([unique.counts(card, piles[1]) for card in theirs]),
        )
    decided: _Decided
    if faction in secured:
        decided = secured[faction], SECURED, None
    elif counts == (0, 0):
        decided = None, NONE, None
    elif book.building.sums_decide and sums[0] != sums[1]:
        decided = _more(sums), SUMS, None
    elif weights[0] != weights[1]:
        decided = _more(weights), COUNT, None
    else:
        decided = _break_tie(rules, mine, theirs)
    holder, by, compared = decided
    return Vote(faction, holder, by, counts, weights, sums, compared)


def _break_tie(rules: Ruleset, mine: list[Card], theirs: list[Card]) -> _Decided:
    """Rules, 7.7: compare the highest cards, then the second highest, and so on."""
    depth = 1 if rules.switch("tiebreak_depth") == "highest" else len(mine) + len(theirs)
    mine = sorted(mine, key=_by_rank)[:depth]
    theirs = sorted(theirs, key=_by_rank)[:depth]
    for one, other in zip(mine, theirs, strict=False):
        if one.rank != other.rank:
            return int(one.rank < other.rank), CARDS, (one.value, other.value)
    if len(mine) != len(theirs):
        return int(len(mine) < len(theirs)), LENGTH, None
    return None, EQUAL, None


def _by_rank(card: Card) -> int:
    """Sort cards from the highest down, as comparisons have it (rules, 4 and 7.7)."""
    return -card.rank


def _more(numbers: tuple[int, int]) -> int:
    """Return the seat with the larger of two unequal numbers."""
    return int(numbers[1] > numbers[0])


class Verdict(NamedTuple):
    """How a game ended.

    Parameters
    ----------
    votes
        Every faction's vote, in the order of the deck.
    extra
        Extra votes of each seat (Dungeon).
    totals
        Votes of each seat, extra votes included.
    cards
        Cards of each seat in the factions whose vote it holds, each counted once.
    winner
        A seat, or None for a draw.
    decided_by
        ``"votes"``, ``"cards_in_factions"`` or ``"draw"``.
    """

    votes: tuple[Vote, ...]
    extra: tuple[int, int]
    totals: tuple[int, int]
    cards: tuple[int, int]
    winner: int | None
    decided_by: str

    def result(self) -> dict[str, Any]:
        """Return what a game record says of it."""
        return {
            "votes": {vote.faction: vote.holder for vote in self.votes},
            "extra_votes": list(self.extra),
            "vote_totals": list(self.totals),
            "winner": self.winner,
            "decided_by": self.decided_by,
        }


def judge(
    rules: Ruleset,
    piles: Sequence[Sequence[Card]],
    *,
    secured: Mapping[str, int] | None = None,
    extra: tuple[int, int] = (0, 0),
) -> Verdict:
    """Decide a game on its two score piles (rules, 7.7 and 7.8).

    Parameters
    ----------
    rules
        The rules in force.
    piles
        The score piles as they are when votes are counted. An arrested card has the faction
        as which it counts.
    secured
        The seats of votes that were decided before the end (Lighthouse).
    extra
        Extra votes of each seat (Dungeon).
    """
    cards_of: list[dict[str, list[Card]]] = []
    for pile in piles:
        cards_of.append({faction: [] for faction in rules.deck.names})
        for card in pile:
            cards_of[-1][card.faction].append(card)
    mine, theirs = cards_of
    votes = tuple(
        [
            _count(rules, faction, mine[faction], theirs[faction], piles, secured or {})
            for faction in rules.deck.names
        ]
    )
    held = [[vote for vote in votes if vote.holder == seat] for seat in (0, 1)]
    totals = len(held[0]) + extra[0], len(held[1]) + extra[1]
    cards = (
        sum([vote.counts[0] for vote in held[0]]),
        sum([vote.counts[1] for vote in held[1]]),
    )
    winner, decided_by = winner_of(rules, totals, cards)
    return Verdict(votes, extra, totals, cards, winner, decided_by)


def winner_of(
    rules: Ruleset, totals: tuple[int, int], cards: tuple[int, int]
) -> tuple[int | None, str]:
    """Rules, 7.8: more votes, then more cards in the factions won, then nobody."""
    if rules.switch("victory") == "three_votes" and max(totals) < VOTES_NEEDED:
        return None, "draw"
    if totals[0] != totals[1]:
        return _more(totals), "votes"
    if cards[0] != cards[1]:
        return _more(cards), "cards_in_factions"
    return None, "draw"
