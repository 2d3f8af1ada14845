"""Choices of cards that several strategies share."""

from claimsim.strategy_kit import (
    above,
    add,
    common,
    empty,
    faction,
    helper,
    lowest,
    remove,
    union,
    value,
    wins,
    without,
)


@helper
def cheapest(view, cards):
    """Return the card of the lowest value; of equal values the first in record order."""
    rank = 0
    found = common(cards, view.rules.value_cards[0])
    while empty(found):
        rank += 1
        found = common(cards, view.rules.value_cards[rank])
    return lowest(found)


@helper
def up_to(view, rank):
    """Return all cards of the deck whose value is `rank` or less."""
    found = view.rules.value_cards[0]
    for other in range(1, min(int(rank), 15) + 1):
        found = union(found, view.rules.value_cards[other])
    return found


@helper
def dearest(view, cards):
    """Return the card of the highest value; of equal values the first in record order."""
    rank = 15
    found = common(cards, view.rules.value_cards[15])
    while empty(found):
        rank -= 1
        found = common(cards, view.rules.value_cards[rank])
    return lowest(found)


@helper
def winners(view, cards):
    """Return the cards that would win the trick against the card that was led."""
    rules = view.rules
    if rules.plain_tricks == 1:  # values alone: no card has a bonus, none is captured
        led = view.led
        f = faction(view, led)
        higher = without(common(rules.faction_cards[f], above(led)), rules.identical[led])
        found = common(cards, union(higher, rules.beaten_by[f]))
        rest = common(cards, common(rules.wild, rules.ranks_with[f]))
        rest = without(rest, rules.faction_cards[f])
        while not empty(rest):
            card = lowest(rest)
            rest = remove(rest, card)
            if value(view, card) > value(view, led):
                found = add(found, card)
        return found
    found = cards
    rest = cards
    while not empty(rest):
        card = lowest(rest)
        rest = remove(rest, card)
        if wins(view, card) == 0:
            found = remove(found, card)
    return found
