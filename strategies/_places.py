"""What settings and buildings change about the worth of a trick."""

from claimsim.strategy_kit import (
    BRIDGE,
    CASTLE,
    DUNGEON,
    FORTRESS,
    LIGHTHOUSE,
    MONASTERY,
    TOWER,
    common,
    helper,
    size,
    union,
    value,
    without,
)


@helper
def staked_cards(view, live):
    """Return the cards that are worth a fight, given those of the votes that are open.

    Castle: every card, since their number decides. Fortress: no faction of which one has as many
    as are safe. Lighthouse: no vote that is secured.
    """
    rules = view.rules
    if rules.building == CASTLE and rules.castle_largest == 0:
        return union(live, rules.all_cards)
    if rules.building == FORTRESS:
        for f in range(rules.factions):
            cards = rules.faction_cards[f]
            if size(common(view.score, cards)) >= rules.fortress_limit:
                live = without(live, cards)
    if rules.building == LIGHTHOUSE:
        for f in range(rules.factions):
            if view.secured[f] != 0:
                live = without(live, rules.faction_cards[f])
    return live


@helper
def pressing_cards(view, live, close):
    """Return the cards that are worth most, given those of the close votes.

    Lighthouse: factions of which somebody lacks a single card. Bridge: those of which one has
    fewest.
    """
    rules = view.rules
    if rules.building == LIGHTHOUSE:
        close = without(close, close)
        for f in range(rules.factions):
            if max(view.came[f], view.their_came[f]) + 1 >= rules.lighthouse:
                close = union(close, common(live, rules.faction_cards[f]))
    if rules.building == BRIDGE:
        fewest = 64
        for f in range(rules.factions):
            fewest = min(fewest, size(common(view.score, rules.faction_cards[f])))
        for f in range(rules.factions):
            cards = rules.faction_cards[f]
            if size(common(view.score, cards)) == fewest:
                close = union(close, common(live, cards))
    return close


@helper
def amount(view, card):
    """Return how much a card adds to its vote: 1, or under Tower its value by the usual one's."""
    if view.rules.building == TOWER:
        return value(view, card) / 4.5
    return 1.0


@helper
def extra_vote(view):
    """Return the votes that the winner of this trick gets for it: Dungeon, last of a phase."""
    rules = view.rules
    if rules.building != DUNGEON:
        return 0.0
    last = view.pile_count <= 1 if view.phase == 1 else size(view.hand) == 1
    return 1.0 * rules.dungeon * last


@helper
def greed(view):
    """Return 1 where one wants cards, and -1 where one does not, as Monastery can have it.

    Who ends with more than so many times the other's cards loses. Whoever may still stay below
    that share gives all away; whoever is about to exceed it does too.
    """
    rules = view.rules
    if rules.building != MONASTERY or view.phase == 1:
        return 1.0
    mine = size(view.score) + size(view.in_front) + 0.0
    theirs = size(view.their_score) + size(view.their_in_front) + 0.0
    tricks = size(view.hand) + 0.0
    if (theirs + 2.0 * tricks) > rules.monastery_ratio * mine:
        return -1.0
    if mine + 2.0 > rules.monastery_ratio * (theirs + 2.0 * (tricks - 1.0)):
        return -1.0
    return 1.0
