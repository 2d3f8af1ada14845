"""Kernel and reference agree on every event, every View, the result and all that is counted."""

from __future__ import annotations

import itertools

import pytest
from joblib import Parallel, delayed

from claimsim import chance
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from tests.differential.cells import PLACES, changed_cell, decks, plain_cell, ruled_cell
from tests.differential.comparing import PAIRS, STRATEGIES, Cell, Deals, compare
from tests.differential.coverage import Coverage, gather, random_cells
from tests.differential.luck import PlainLuck, deal_orders

CLAIM = ("goblins", "knights", "dwarves", "undead", "doppelgangers")


def warm() -> None:
    """Compile everything once, so that workers find it in the cache."""
    rules = Ruleset(make_deck(CLAIM))
    for name in STRATEGIES:
        agree(Cell(rules, name, name), 1)


def agree(cell: Cell, games: int) -> None:
    for _, difference in compare(cell, range(games)):
        assert difference is None


@pytest.mark.parametrize("mirror", ["none", "seats", "lead"])
def test_every_pair_of_strategies(mirror: str):
    rules = Ruleset(make_deck(CLAIM))
    for number, (a, b) in enumerate(PAIRS):
        agree(Cell(rules, a, b, mirror), 4)
        agree(Cell(plain_cell(9_973 * number).rules, a, b, mirror), 4)


def test_random_cells_and_everything_put_to_use():
    """Legal decks and changed ones, ten games each: 20,000 games in 2,000 cells."""
    warm()
    jobs = (delayed(random_cells)(first, 40, 10) for first in range(0, 2_000, 40))
    total = gather(Parallel(n_jobs=2)(jobs))
    assert total.differences == []
    assert total.games == 20_000
    assert total.never_fired() == []


def test_quick_luck_is_the_luck_of_deals():
    """So that the million games need not wait for numpy."""
    numbers = (0, 1, 5, 13, 2**31)
    for deal, k in itertools.product(numbers, numbers[:-1]):
        key = (deal * 77 % 2**32, 2**32 - 1 - k)
        ours, theirs = PlainLuck(key, deal, (1, None)), chance.Luck(key, deal, (1, None))
        for seat in range(2):
            assert ours.other(seat, 7, 2, k, k) == theirs.other(seat, 7, 2, k, k)
        for bound in (1, 2, 3, 26, 60):
            assert ours.draw(3, k, bound) == theirs.draw(3, k, bound)
    for number in range(40):
        deck = changed_cell(number).rules.deck
        key = deck.key(number)
        ours, theirs = (deal(deck, key, 7, 9) for deal in (deal_orders, chance.deal_orders))
        assert ours.tolist() == theirs.tolist()


def every_cell_of(first: int, stop: int) -> Coverage:
    """Compare two games of every cell of some decks, and ten of each of seven changed decks."""
    found = Coverage()
    for number in range(first, stop):
        deals = Deals.of(decks()[number], 0, 2 * len(PLACES))
        for place in range(len(PLACES)):
            cell = number * len(PLACES) + place
            found.play(plain_cell(cell), [place], deals)
            ruled = ruled_cell(cell)
            each = 1 if ruled.mirror == "none" else 2
            found.play(ruled, [(place + len(PLACES)) * each + place % each], deals)
        for changed in range(7):
            found.play(changed_cell(7 * number + changed), range(10))
    return found


@pytest.mark.slow
def test_every_cell_and_a_million_games(capsys: pytest.CaptureFixture[str]):
    """All 371,800 cells, once as they are and once under random rulings, and changed decks."""
    warm()
    count, chunk = len(decks()), 13
    jobs = (delayed(every_cell_of)(n, min(n + chunk, count)) for n in range(0, count, chunk))
    total = gather(Parallel(n_jobs=2)(jobs))
    with capsys.disabled():
        print("", *total.lines(), sep="\n")  # noqa: T201  # the table is what it is run for
    assert total.differences == []
    assert count * len(PLACES) == 371_800
    assert total.games > 1_000_000
    assert total.never_fired() == []
    assert total.unexplained() == []
