"""What the kernel counts of cards, votes, Phase 1 and the course of games, from the reference.

The reference's own judge is asked who would have won after each trick. Cells and deals are chosen
so that everything counted comes up; random cells are in ``test_batches_agree``.
"""

from __future__ import annotations

import pytest

from claimsim.experiment.tally import FACTION_METRICS, HELD, NUMBERS, OUTCOMES, WATCHED
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from tests.differential.comparing import Cell
from tests.differential.tallying import both_engines, differences

#: Deals of a cell: two of them are watched.
DEALS = WATCHED + 5

#: By setting and building; the last three change score piles after the last trick.
CELLS = (
    ("goblins+knights+dwarves+undead+doppelgangers", "none", "none", "seats", {}),
    ("angels+dwarves+undead+phoenix+unicorns", "plateau", "tower", "none", {}),
    ("gnomes+giants+dragons+trolls+seers", "islands", "dungeon", "seats",
     {"victory": "three_votes"}),
    ("lightning_elementals+undead+fish_people+sea_monsters+dwarves", "swamp", "none", "lead",
     {"tiebreak_depth": "highest"}),
    ("goblins+pirates+vulturekin+pterosaurs+dwarves", "shore", "lighthouse", "seats", {}),
    ("goblins+knights+gnomes+vulturekin+undead", "farmlands", "fortress", "seats", {}),
    ("goblins+knights+pirates+dragons+undead", "none", "castle", "lead", {}),
)  # fmt: skip


@pytest.mark.parametrize("players", [("random", "greedy"), ("greedy", "random")])
@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell[1] + "-" + cell[2])
def test_details_are_those_of_the_reference(cell, players) -> None:
    deck, setting, building, mirror, switches = cell
    rules = Ruleset(
        make_deck(deck.split("+"), allow_what_if=True), switches, setting=setting, building=building
    )
    assert differences(Cell(rules, *players, mirror), 0, DEALS) == []


def test_everything_that_is_counted_comes_up() -> None:
    rules = Ruleset(make_deck(CELLS[0][0].split("+")))
    for tally, numbers in both_engines(Cell(rules, "random", "greedy", "seats"), 0, DEALS):
        assert tally["games"] == 2 * DEALS
        assert tally["odd_deals"] == DEALS // 2
        assert tally["cards"].sum(axis=2)[:, :2].all(), (HELD, OUTCOMES)
        assert tally["cards"][HELD.index("dealt")].sum() == 26 * 2 * DEALS
        assert tally["course_games"].max() == 4  # two watched deals, two games each
        assert all(tally[f"course_{name}"].sum() for name in ("ahead", "points", "settled"))
        assert tally["faction_sum"][:5].all(), FACTION_METRICS
        assert tally["faction_by_awarded"].sum() > tally["faction_sum"].sum() / 10
        assert tally["phase_1_games"].sum() == 2 * DEALS
        told = numbers.sum(axis=0)
        assert all(told[NUMBERS.index(name)] for name in (*NUMBERS[:3], *NUMBERS[-2:]))
