"""Raising a played card with cards of one's score pile, as Lightning Elementals do."""

from claimsim.strategy_kit import (
    ANSWER,
    DECLINE,
    NO_CARD,
    card_bonus,
    contains,
    empty,
    faction,
    helper,
    lowest,
    remove,
    size,
    trick_winner,
)
from strategies._cards import cheapest
from strategies._votes import open_cards


@helper
def spent(view, cards):
    """Return what a set of boosts adds together."""
    total = faction(view, view.led) * 0
    rest = cards
    while not empty(rest):
        card = lowest(rest)
        rest = remove(rest, card)
        total += view.rules.boost[faction(view, card)]
    return total


@helper
def mine_if_raised(view, more):
    """Say whether the trick on the table is one's own once one's card gains `more`."""
    led_bonus = card_bonus(view.rules, view.their_bonus, view.led) + view.their_boost
    bonus = card_bonus(view.rules, view.bonus, view.followed) + view.boost + more
    if view.decision == ANSWER:
        led_bonus = card_bonus(view.rules, view.bonus, view.led) + view.boost + more
        bonus = card_bonus(view.rules, view.their_bonus, view.followed) + view.their_boost
        return trick_winner(view.rules, 2, view.led, view.followed, led_bonus, bonus) == 0
    return trick_winner(view.rules, 2, view.led, view.followed, led_bonus, bonus) == 1


@helper
def raise_card(view, most):
    """Return the next card to discard, or DECLINE: as few as win the trick, and at most `most`."""
    if view.followed == NO_CARD or mine_if_raised(view, spent(view, view.chosen)):
        return DECLINE
    live = open_cards(view)
    if not contains(live, view.led) and not contains(live, view.followed):
        return DECLINE
    # Enough of them must be left: else none is thrown after the others.
    left = view.options
    more = spent(view, view.chosen)
    count = size(view.chosen) + 0.0
    while not empty(left) and count < most:
        card = cheapest(view, left)
        left = remove(left, card)
        more += view.rules.boost[faction(view, card)]
        count += 1.0
        if mine_if_raised(view, more):
            return cheapest(view, view.options)
    return DECLINE
