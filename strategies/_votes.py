"""Votes that are still open, and what a trick of Phase 2 does to them."""

from claimsim.strategy_kit import (
    common,
    helper,
    size,
    union,
    without,
)


@helper
def open_cards(view):
    """Return the cards of the factions whose vote may still go either way."""
    live = common(view.hand, 0)
    for f in range(view.rules.factions):
        cards = view.rules.faction_cards[f]
        mine = size(common(view.score, cards))
        theirs = size(common(view.their_score, cards))
        left = size(cards) - mine - theirs - size(common(view.discard, cards))
        if abs(mine - theirs) <= left:
            live = union(live, cards)
    return live


@helper
def close_cards(view, cards, near):
    """Return those of `cards` whose faction's vote hangs on `near` cards at most."""
    close = common(view.hand, 0)
    for f in range(view.rules.factions):
        own = view.rules.faction_cards[f]
        margin = size(common(view.score, own)) - size(common(view.their_score, own))
        if abs(margin) <= near:
            close = union(close, common(cards, own))
    return close


@helper
def counting_cards(view):
    """Return the cards that count at the end: no extinct ones, none that a building takes."""
    return without(view.rules.all_cards, union(view.rules.extinct, view.rules.dropped))
