"""Choices of cards that several strategies share."""

from claimsim.strategy_kit import empty, helper, lowest, remove, value, wins


@helper
def cheapest(view, cards):
    """Return the card of the lowest value; of equal values the first in record order."""
    best = lowest(cards)
    rest = remove(cards, best)
    while not empty(rest):
        card = lowest(rest)
        rest = remove(rest, card)
        if value(view, card) < value(view, best):
            best = card
    return best


@helper
def dearest(view, cards):
    """Return the card of the highest value; of equal values the first in record order."""
    best = lowest(cards)
    rest = remove(cards, best)
    while not empty(rest):
        card = lowest(rest)
        rest = remove(rest, card)
        if value(view, card) > value(view, best):
            best = card
    return best


@helper
def winners(view, cards):
    """Return the cards that would win the trick against the card that was led."""
    found = cards
    rest = cards
    while not empty(rest):
        card = lowest(rest)
        rest = remove(rest, card)
        if wins(view, card) == 0:
            found = remove(found, card)
    return found
