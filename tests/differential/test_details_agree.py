"""What the kernel counts of cards, votes, Phase 1 and the course of games, from the reference.

The reference's own judge is asked who would have won after each trick, on the piles that the next
View shows.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from claimsim import cardsets
from claimsim.experiment.tally import FACTION_METRICS, HELD, OUTCOMES, WATCHED
from claimsim.kernel.engine import CellEngine
from claimsim.reference.scoring import judge
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Card, Ruleset
from tests.differential.comparing import SEED, Cell, Deals, play_reference, seated

#: Deals of a cell: two of them are watched.
DEALS = WATCHED + 5

#: Cells without powers or buildings that change piles after the last trick, or count Pirates
#: as something else: what happens there is compared elsewhere.
CELLS = (
    ("goblins+knights+dwarves+undead+doppelgangers", "none", "none", "seats", {}),
    ("angels+dwarves+undead+phoenix+unicorns", "plateau", "tower", "none", {}),
    ("gnomes+giants+dragons+trolls+seers", "islands", "dungeon", "seats",
     {"victory": "three_votes"}),
    ("lightning_elementals+undead+fish_people+sea_monsters+dwarves", "swamp", "none", "lead",
     {"tiebreak_depth": "highest"}),
)  # fmt: skip


def piles_in(view: Any, rules: Ruleset) -> list[list[Card]]:
    """Return both score piles as a View shows them, with what lies in front."""
    own, their = ("score", "in_front"), ("their_score", "their_in_front")
    seats = (own, their) if view["seat"] == 0 else (their, own)
    return [
        [rules.by_bit[bit] for name in names for bit in cardsets.members(view[name])]
        for names in seats
    ]


def extra_in(view: Any, rules: Ruleset) -> tuple[int, int]:
    """Return the votes that Dungeon has given by the time of a View."""
    if rules.building != "dungeon" or view["phase"] == 1:
        return 0, 0
    last = int(view["seat"]) if view["last_of_phase_1"] else 1 - int(view["seat"])
    votes = rules.number("dungeon.votes")
    return (votes, 0) if last == 0 else (0, votes)


def course_of(playout: Any, rules: Ruleset) -> list[tuple[int, int | None]]:
    """Return place and who was ahead after each trick."""
    tricks: list[tuple[int, int]] = []
    first: dict[tuple[int, int], Any] = {}
    for view in playout.views:
        place = int(view["phase"]), int(view["trick"])
        if place not in first:
            first[place] = view
            tricks.append(place)
    found: list[tuple[int, int | None]] = []
    for before, after in pairwise(tricks):
        view = first[after]
        ahead = judge(rules, piles_in(view, rules), extra=extra_in(view, rules)).winner
        found.append((before[1] + 16 * (before[0] - 1), ahead))
    phase, trick = tricks[-1]
    found.append((trick + 16 * (phase - 1), playout.winner))
    return found


def pivotal_votes(playout: Any, rules: Ruleset) -> list[str]:
    """Return the factions on whose votes the result hangs."""
    result = playout.result
    held = {card.name: card for card in rules.cards}
    piles = [[held[name].faction for name in pile] for pile in result["score_piles"]]
    found = []
    for turned, holder in result["votes"].items():
        if holder is None:
            continue
        votes = dict(result["votes"]) | {turned: 1 - holder}
        totals, cards = list(result["extra_votes"]), [0, 0]
        for faction, seat in votes.items():
            if seat is not None:
                totals[seat] += 1
                cards[seat] += piles[seat].count(faction)
        if rules.switch("victory") == "three_votes" and max(totals) < 3:
            winner = None
        elif totals[0] != totals[1]:
            winner = int(totals[1] > totals[0])
        else:
            winner = None if cards[0] == cards[1] else int(cards[1] > cards[0])
        if winner != playout.winner:
            found.append(turned)
    return found


def count_reference(cell: Cell, h: int) -> Counter[Any]:
    """Count the games of a cell from the reference's playouts."""
    counts: Counter[Any] = Counter()
    rules = cell.rules
    names = {card.number: card.name for card in rules.cards}
    deals = Deals.of(rules.deck, 0, DEALS)
    for deal in range(DEALS):
        for game in range(1 if cell.mirror == "none" else 2):
            playout = play_reference(cell, deals, deal, game)
            winner = playout.winner
            order = deals.order(rules.deck, deal, swap=game == 1 and cell.mirror == "lead")
            taken: list[list[str]] = [[], []]
            tricks = [0, 0]
            for event in playout.events:
                if event["event"] == "phase":
                    break
                if event["event"] == "take":
                    taken[event["player"]].append(event["card"])
                if event["event"] == "trick":
                    tricks[event["winner"]] += 1
            for seat in range(2):
                outcome = "drawn" if winner is None else "won" if winner == seat else "lost"
                dealt = [names[number] for number in order[seat * h : (seat + 1) * h]]
                for held, cards in zip(
                    HELD, (dealt, taken[seat], playout.result["score_piles"][seat]), strict=True
                ):
                    counts.update((held, outcome, name) for name in cards)
            points = 1 if winner is None else 2 * (winner == 0)
            counts["phase 1", tricks[0]] += 1
            counts["phase 1 points", tricks[0]] += points
            counts.update(("pivotal", name) for name in pivotal_votes(playout, rules))
            if deal % WATCHED == 0:
                settled = winner is not None
                for place, ahead in reversed(course_of(playout, rules)):
                    counts["course", place] += 1
                    counts["ahead", place] += ahead is not None
                    if ahead is not None:
                        counts["points", place] += 1 if winner is None else 2 * (ahead == winner)
                    settled = settled and ahead == winner
                    counts["settled", place] += settled
    return +counts


def count_kernel(cell: Cell) -> Counter[Any]:
    """Return the same of a tally of the kernel."""
    rules = cell.rules
    engine = CellEngine(rules, rules.deck.key(SEED), seated(cell.a), seated(cell.b), cell.mirror)
    tally = engine.play(0, DEALS)[0]
    counts: Counter[Any] = Counter()
    for row, held in enumerate(HELD):
        for column, outcome in enumerate(OUTCOMES):
            for card in rules.cards:
                counts[held, outcome, card.name] += int(tally["cards"][row, column, card.bit])
    for tricks, games in enumerate(tally["phase_1_games"].tolist()):
        counts["phase 1", tricks] = games
        counts["phase 1 points", tricks] = int(tally["phase_1_points"][tricks])
    place = FACTION_METRICS.index("pivotal")
    for number, name in enumerate(rules.deck.names):
        counts["pivotal", name] = int(tally["faction_sum"][number, place])
    for what, field in (("course", "games"), ("ahead", "ahead"), ("points", "points"),
                        ("settled", "settled")):  # fmt: skip
        for trick, number in enumerate(tally[f"course_{field}"].tolist()):
            counts[what, trick] = number
    return +counts


@pytest.mark.parametrize("players", [("random", "greedy"), ("greedy", "random")])
@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell[1] + "-" + cell[2])
def test_details_are_those_of_the_reference(cell, players) -> None:
    deck, setting, building, mirror, switches = cell
    rules = Ruleset(make_deck(deck.split("+")), switches, setting=setting, building=building)
    played = Cell(rules, *players, mirror)
    theirs = count_reference(played, rules.deck.hand_size)
    ours = count_kernel(played)
    assert {key for key in theirs | ours if theirs[key] != ours[key]} == set()
    assert sum(theirs["settled", place] for place in range(48)) > 0
