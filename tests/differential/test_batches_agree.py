"""What many games in one call of the kernel add up to is what the reference's games add up to."""

from __future__ import annotations

from collections import Counter
from typing import Any

from joblib import Parallel, delayed

from claimsim import cardsets
from claimsim.experiment.tally import CELL_METRICS, FACTION_METRICS, FIRED
from claimsim.kernel.engine import CellEngine
from claimsim.view import FOLLOW, LEAD
from tests.differential.cells import changed_cell, legal_cell
from tests.differential.comparing import SEED, Cell, Deals, play_reference, seated
from tests.differential.test_engines_agree import warm

#: Deals of one cell: more than are played side by side, and no multiple of it.
DEALS = 7

_WAYS = {
    "by_votes": "votes",
    "by_cards": "cards_in_factions",
    "by_monastery": "monastery",
    "by_bridge": "bridge",
    "by_castle": "castle",
    "draws": "draw",
}


def reference_counts(cell: Cell) -> Counter[Any]:
    """Count games of the reference as a tally counts them."""
    counts: Counter[Any] = Counter()
    deals = Deals.of(cell.rules.deck, 0, DEALS)
    for deal in range(DEALS):
        for game in range(1 if cell.mirror == "none" else 2):
            playout = play_reference(cell, deals, deal, game)
            result = playout.result
            winner, totals = result["winner"], result["vote_totals"]
            points = [1, 1] if winner is None else [2 * (winner == seat) for seat in range(2)]
            counts["leader_points"] += points[0]
            counts["a_points"] += points[game]
            counts["margin"] += abs(totals[0] - totals[1])
            for name, way in _WAYS.items():
                counts[name] += result["decided_by"] == way
            for view in playout.views:
                if view["decision"] in (LEAD, FOLLOW):
                    options = cardsets.size(view["options"])
                    counts["decisions"] += 1
                    counts["options"] += options
                    counts["forced"] += options == 1
            for name, holder in result["votes"].items():
                counts[name, "awarded"] += holder is not None
                counts[name, "to_leader"] += holder == 0
                counts[name, "to_a"] += holder == game
                counts[name, "to_winner"] += holder is not None and holder == winner
            for name in FIRED:
                counts["fired", name] += playout.fired[name]
                counts["games fired", name] += playout.fired[name] > 0
    return counts


def kernel_counts(cell: Cell) -> Counter[Any]:
    """Return the same of a tally of the kernel."""
    rules = cell.rules
    engine = CellEngine(rules, rules.deck.key(SEED), seated(cell.a), seated(cell.b), cell.mirror)
    tally = engine.play(0, DEALS)[0]
    counts: Counter[Any] = Counter(dict(zip(CELL_METRICS, tally["sum"].tolist(), strict=True)))
    for place, name in enumerate(rules.deck.names):
        row = dict(zip(FACTION_METRICS, tally["faction_sum"][place].tolist(), strict=True))
        for metric in ("awarded", "to_leader", "to_a", "to_winner"):
            counts[name, metric] = row[metric]
    for place, name in enumerate(FIRED):
        counts["fired", name] = int(tally["fired_sum"][place])
        counts["games fired", name] = int(tally["games_fired_sum"][place])
    return counts


def first_unlike(first: int, stop: int) -> tuple[str, Any] | None:
    """Return the first cell whose counts differ, and in what."""
    for number in range(first, stop):
        cell = (changed_cell if number % 2 else legal_cell)(50_000 + number)
        ours, theirs = kernel_counts(cell), reference_counts(cell)
        odd = {key: (ours[key], theirs[key]) for key in theirs if ours[key] != theirs[key]}
        if odd:
            return str(cell), odd
    return None


def test_tallies_are_those_of_the_reference():
    warm()
    kernel_counts(legal_cell(0))
    jobs = (delayed(first_unlike)(first, first + 20) for first in range(0, 240, 20))
    assert [found for found in Parallel(n_jobs=2)(jobs) if found] == []
