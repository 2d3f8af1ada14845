"""The end of a game, from the last trick to the result (rules, 7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from claimsim.reference.piles import names
from claimsim.reference.rulebook import rulebook
from claimsim.reference.scoring import (
    CARDS,
    EQUAL,
    LENGTH,
    SECURED,
    SUMS,
    VOTES_NEEDED,
    Verdict,
    Vote,
    count_vote,
    judge,
)
from claimsim.rules.ruleset import Card, Ruleset

#: What a record calls the reason of cards that ``extinct`` takes, whatever their faction.
EXTINCT = "pterosaurs"

#: Called with a faction, the cards of the discard, and the number of those drawn before.
DrawCard = Callable[[str, list[Card], int], Card]


class Ending:
    """The end of a game.

    Parameters
    ----------
    rules
        The rules in force.
    piles
        The score piles after the last trick (7.1), seat 0's first.
    discard
        The Phase 1 discard.
    last_winners
        Who won the last trick of each phase that had one.
    secured
        The seats of votes that were decided before (Lighthouse).
    draw
        Who draws by chance.
    tell
        Who listens.
    fired
        Where firings are counted.

    Attributes
    ----------
    piles : list of list of Card
        The score piles as they stand. An arrested card has the faction as which it counts.
    verdict : Verdict or None
        How the votes were counted; None before, and if the game ended without them.
    """

    def __init__(
        self,
        rules: Ruleset,
        piles: Sequence[Iterable[Card]],
        *,
        discard: Iterable[Card] = (),
        last_winners: Sequence[int] = (),
        secured: Mapping[str, int] | None = None,
        draw: DrawCard = lambda _faction, cards, _k: cards[0],
        tell: Callable[[dict[str, Any]], None] = lambda _event: None,
        fired: Counter[str] | None = None,
    ) -> None:
        self.rules = rules
        self.powers = rulebook(rules).powers
        self.building = rulebook(rules).building
        self.piles = [list(pile) for pile in piles]
        self.discard = list(discard)
        self.last_winners = last_winners
        self.secured = secured or {}
        self.fired = Counter[str]() if fired is None else fired
        self.verdict: Verdict | None = None
        self._draw = draw
        self._tell = tell

    def play(self) -> dict[str, Any]:
        """Go through the end of the game, and return the record's result."""
        winner = self.building.ends_at_once(self.piles)  # 7.2
        if winner is not None:
            return self._end_by_building(winner)
        if self.rules.switch("end_order") == "building_first":
            by_building = self._empty_by_building()
            by_powers = self._act_powers()
        else:
            by_powers = self._act_powers()
            by_building = self._empty_by_building()
        self.fired["end_order"] += by_building and by_powers
        winner = self.building.decides(self.piles)  # 7.6
        if winner is not None:
            self.fired["castle_counts"] += self.building.name == "castle"
            return self._end_by_building(winner)
        extra = self.building.extra_votes(self.last_winners)
        self.verdict = judge(self.rules, self.piles, secured=self.secured, extra=extra)
        self._count_firings(self.verdict)
        return {"score_piles": self._score_piles(), **self.verdict.result()}

    def _end_by_building(self, winner: int) -> dict[str, Any]:
        """Return the result of a game that ends without votes."""
        self.fired[self.building.name] += 1
        return {
            "score_piles": self._score_piles(),
            "votes": dict.fromkeys(self.rules.deck.names),
            "extra_votes": [0, 0],
            "vote_totals": [0, 0],
            "winner": winner,
            "decided_by": self.building.name,
        }

    def _score_piles(self) -> list[list[str]]:
        return [names(self.rules, pile) for pile in self.piles]

    def _drop(self, leaving: Callable[[list[Card]], list[Card]], why: str) -> int:
        """Let cards leave both score piles; return how many."""
        count = 0
        for seat, pile in enumerate(self.piles):
            cards = leaving(pile)
            if cards:
                self.piles[seat] = [card for card in pile if card not in cards]
                dropped = names(self.rules, cards)
                self._tell({"event": "drop", "player": seat, "cards": dropped, "why": why})
                count += len(cards)
        return count

    def _empty_by_building(self) -> bool:
        """Rules, 7.3: Pyramid, Ruins or Fortress; say whether it took a card."""
        name = self.building.name
        count = self._drop(self.building.leaving, name)
        if count:
            self.fired[name] += count
        return count > 0

    def _act_powers(self) -> bool:
        """Rules, 7.4 and 7.5; say whether a power did anything."""
        held = self.powers.held
        drawn = gone = arrested = 0
        for power in self.powers.all("draws_discard"):
            drawn += self._draw_discard(power.faction)
        if "extinct" in held:
            gone = self._drop(self._extinct, EXTINCT)
            self.fired["extinct"] += gone
        if "arrested_by" in held:
            arrested = self._arrest()
        return drawn + gone + arrested > 0

    def _draw_discard(self, faction: str) -> int:
        """Rules, 7.4, ``draws_discard``: who now wins the vote draws; return how many cards."""
        power = self.powers.of[faction].draws_discard
        assert power is not None
        vote = count_vote(self.rules, faction, self.piles, self.secured)
        count = power.draws(len(self.discard))
        if vote.holder is None or count == 0:
            return 0
        self.discard.sort()
        drawn: list[Card] = []
        for k in range(count):
            card = self._draw(faction, list(self.discard), k)
            self.discard.remove(card)
            drawn.append(card)
        self.piles[vote.holder] += drawn
        self.fired["draws_discard"] += count
        cards = names(self.rules, drawn)
        self._tell({"event": "draw", "player": vote.holder, "cards": cards})
        return count

    def _extinct(self, pile: list[Card]) -> list[Card]:
        """Rules, 7.5, ``extinct``: return the cards that leave a score pile."""
        able = self.powers.of
        return [
            card for card in pile if (power := able[card.faction].extinct) and power.leaves(card)
        ]

    def _arrest(self) -> int:
        """Rules, 7.5, ``arrested_by``: all at once, on the piles as they stand; return how many."""
        count = 0
        for seat, pile in enumerate(self.piles):
            turned = {
                card: faction
                for card in pile
                if (power := self.powers.of[card.faction].arrested_by)
                and (faction := power.arrester(card, pile))
            }
            if turned:
                self.piles[seat] = [
                    card._replace(faction=turned[card]) if card in turned else card for card in pile
                ]
                cards = names(self.rules, turned)
                self._tell({"event": "arrest", "player": seat, "cards": cards})
                count += len(turned)
        self.fired["arrested_by"] += count
        return count

    def _count_firings(self, verdict: Verdict) -> None:
        """Count what the counting of votes put to use."""
        self.fired["dungeon"] += sum(verdict.extra)
        self.fired["victory"] += max(verdict.totals) < VOTES_NEEDED
        for vote in verdict.votes:
            if vote.by == SECURED:
                self.fired["lighthouse"] += 1
            elif vote.by == SUMS:
                self.fired["tower"] += 1
            elif vote.by in (CARDS, LENGTH, EQUAL):
                self.fired["tiebreak_depth"] += self._equal_at_the_top(vote)
            if vote.weights != vote.counts and vote.by != SECURED:
                self.fired["unique_counts"] += self._uniquely_counted(vote)

    def _equal_at_the_top(self, vote: Vote) -> bool:
        """Say whether the highest cards of a tied vote are equal."""
        tops = [
            max(card.rank for card in pile if card.faction == vote.faction) for pile in self.piles
        ]
        return tops[0] == tops[1]

    def _uniquely_counted(self, vote: Vote) -> int:
        """Return how many cards of a faction counted other than once."""
        power = self.powers.of[vote.faction].unique_counts
        assert power is not None
        counts = [
            power.counts(card, pile)
            for pile in self.piles
            for card in pile
            if card.faction == vote.faction
        ]
        return len(counts) - counts.count(1)
