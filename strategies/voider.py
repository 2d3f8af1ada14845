"""voider: empties its short suits, so that it is free to follow with anything."""

from claimsim.strategy_kit import (
    LEAD,
    TRICK_POWERS,
    common,
    empty,
    helper,
    size,
    strategy,
    value,
    without,
)
from strategies._cards import cheapest, winners
from strategies._plain import fight, recruit, wants_prize
from strategies._votes import open_cards


@helper
def shortest(view, cards):
    """Return those of `cards` whose faction has the fewest cards in hand."""
    fewest = 64
    found = cards
    for f in range(view.rules.factions):
        own = common(cards, view.rules.faction_cards[f])
        count = size(common(view.hand, view.rules.faction_cards[f]))
        if not empty(own) and count < fewest:
            fewest = count
            found = own
    return found


@strategy(
    name="voider",
    version=1,
    summary="Throws and leads its shortest suits first, to be free to follow with anything.",
    source="Making a void is the oldest plan of trick-taking games.",
    weights={"highest_thrown": 2.0},
    prize=True,
    locations=("shore",),
    powers=(*TRICK_POWERS, "loser_scores", "wild"),
)
def choose(view, weights):
    """Where a card may be thrown away, throw one of the shortest suit; wild cards are kept."""
    if view.phase == 2:
        return fight(view, open_cards(view))
    want = wants_prize(view)
    losing = view.options
    if view.decision != LEAD:
        losing = without(losing, winners(view, losing))
    wins = view.decision == LEAD or size(losing) < size(view.options)
    losing = without(losing, view.rules.wild)
    if empty(losing) or (want and wins):
        return recruit(view, want)
    card = cheapest(view, shortest(view, losing))
    return card if value(view, card) <= weights[0] else cheapest(view, losing)
