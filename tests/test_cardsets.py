"""Card sets: the plain functions, and that the compiled twins do the very same."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import claimsim.kernel.cardsets  # noqa: F401  # teaches numba the card sets
from claimsim import cardsets

SETS = st.integers(0, 2**64 - 1)
CARDS = st.integers(0, 63)
EDGES = (0, 1, 1 << 63, 2**64 - 1, (1 << 63) | 1)


def members(cards: int) -> set[int]:
    """Read a set bit by bit, the slow way."""
    return {card for card in range(64) if (cards >> card) % 2}


@numba.njit
def compiled_unary(cards):
    return (
        cardsets.empty(cards), cardsets.size(cards), cardsets.lowest(cards), cardsets.highest(cards)
    )  # fmt: skip


@numba.njit
def compiled_binary(one, other):
    return (
        cardsets.union(one, other),
        cardsets.common(one, other),
        cardsets.without(one, other),
        cardsets.either(True, one, other),
        cardsets.either(False, one, other),
    )


@numba.njit
def compiled_with_card(cards, card):
    return (
        cardsets.contains(cards, card),
        cardsets.add(cards, card),
        cardsets.remove(cards, card),
        cardsets.single(card),
        cardsets.above(card),
    )


@numba.njit
def compiled_nth(cards, index):
    return cardsets.nth(cards, index)


@given(SETS)
def test_plain_unary_functions_agree_with_sets(cards: int) -> None:
    held = members(cards)
    assert set(cardsets.members(cards)) == held
    assert cardsets.of(held) == cards
    assert cardsets.size(cards) == len(held)
    assert cardsets.empty(cards) == (not held)
    if held:
        assert cardsets.lowest(cards) == min(held)
        assert cardsets.highest(cards) == max(held)
        assert [cardsets.nth(cards, k) for k in range(len(held))] == sorted(held)


@given(SETS, SETS, CARDS)
def test_plain_binary_functions_agree_with_sets(one: int, other: int, card: int) -> None:
    a, b = members(one), members(other)
    assert members(cardsets.union(one, other)) == a | b
    assert members(cardsets.common(one, other)) == a & b
    assert members(cardsets.without(one, other)) == a - b
    assert cardsets.either(True, one, other) == one
    assert cardsets.either(False, one, other) == other
    assert cardsets.contains(one, card) == (card in a)
    assert members(cardsets.add(one, card)) == a | {card}
    assert members(cardsets.remove(one, card)) == a - {card}
    assert members(cardsets.single(card)) == {card}
    assert members(cardsets.above(card)) == set(range(card + 1, 64))


@given(SETS.filter(bool), SETS, CARDS)
def test_compiled_functions_agree_with_plain_ones(one: int, other: int, card: int) -> None:
    cards, second = np.uint64(one), np.uint64(other)
    assert compiled_unary(cards) == (
        False, cardsets.size(one), cardsets.lowest(one), cardsets.highest(one)
    )  # fmt: skip
    assert compiled_binary(cards, second) == (
        cardsets.union(one, other),
        cardsets.common(one, other),
        cardsets.without(one, other),
        one,
        other,
    )
    assert compiled_with_card(cards, card) == (
        cardsets.contains(one, card),
        cardsets.add(one, card),
        cardsets.remove(one, card),
        cardsets.single(card),
        cardsets.above(card),
    )
    for index in range(cardsets.size(one)):
        assert compiled_nth(cards, index) == cardsets.nth(one, index)


@pytest.mark.parametrize("cards", EDGES)
def test_compiled_sets_at_the_edges(cards: int) -> None:
    assert compiled_unary(np.uint64(cards))[:2] == (cards == 0, cardsets.size(cards))
    assert compiled_binary(np.uint64(cards), np.uint64(1 << 63))[0] == cards | (1 << 63)


def test_compiled_return_types() -> None:
    """Sets stay unsigned and cards signed: int64 would turn card 63 into a sign."""
    compiled_binary(np.uint64(1), np.uint64(2))
    compiled_with_card(np.uint64(1), 63)
    compiled_unary(np.uint64(1))
    compiled_nth(np.uint64(1), 0)
    (binary,) = compiled_binary.overloads.values()
    assert set(binary.signature.return_type) == {numba.uint64}
    (unary,) = compiled_unary.overloads.values()
    assert list(unary.signature.return_type) == [numba.boolean, *[numba.int64] * 3]
    (card,) = compiled_with_card.overloads.values()
    assert list(card.signature.return_type) == [numba.boolean, *[numba.uint64] * 4]
    (nth,) = compiled_nth.overloads.values()
    assert nth.signature.return_type == numba.int64
