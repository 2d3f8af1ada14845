"""Kernel and reference agree on every event, every View and the result."""

from __future__ import annotations

import pytest
from joblib import Parallel, delayed

from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from tests.differential.comparing import CLAIM, PAIRS, Difference, compare


def first_difference(
    rules: Ruleset, a: str, b: str, mirror: str, first: int, count: int
) -> Difference | None:
    """Return the first difference in a range of deals, if there is one."""
    return next(compare(rules, a, b, mirror, first, count), None)


def agree(rules: Ruleset, deals: int, mirror: str = "seats", workers: int = 1) -> None:
    """Play so many deals, spread over all pairs of strategies, and find no difference."""
    each = -(-deals // len(PAIRS))
    found = Parallel(n_jobs=workers)(
        delayed(first_difference)(rules, a, b, mirror, number * each, each)
        for number, (a, b) in enumerate(PAIRS)
    )
    for pair, difference in zip(PAIRS, found, strict=True):
        assert difference is None, f"{pair[0]} against {pair[1]}: {difference}"


def test_base_claim_agrees() -> None:
    agree(Ruleset(make_deck(CLAIM)), 360)


@pytest.mark.slow
def test_base_claim_agrees_on_a_hundred_thousand_deals() -> None:
    """Every ordered pair: both seatings are among them."""
    agree(Ruleset(make_deck(CLAIM)), 100_000, "none", workers=-1)


@pytest.mark.parametrize("switch", [("tiebreak_depth", "highest"), ("victory", "three_votes")])
def test_switches_agree(switch: tuple[str, str]) -> None:
    agree(Ruleset(make_deck(CLAIM), dict([switch])), 72)


@pytest.mark.parametrize("mirror", ["lead", "none"])
def test_other_pairings_agree(mirror: str) -> None:
    agree(Ruleset(make_deck(CLAIM)), 72, mirror)


@pytest.mark.parametrize(
    "deck",
    [
        ("knights", "dwarves"),
        ("dwarves", "goblins", "doppelgangers"),
        ("undead", "knights", "goblins", "dwarves"),
        ("doppelgangers", "undead", "dwarves", "knights", "goblins"),
    ],
)
def test_what_if_decks_agree(deck: tuple[str, ...]) -> None:
    """Other sizes, cards set aside, and another record order."""
    agree(Ruleset(make_deck(deck, allow_what_if=True)), 72)
