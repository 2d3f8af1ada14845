"""firebird: a specialist of cards that are replaced when they are lost, as Phoenix are."""

from claimsim.strategy_kit import (
    LEAD,
    TRICK_POWERS,
    common,
    contains,
    empty,
    helper,
    strategy,
    union,
    without,
)
from strategies._cards import cheapest, winners
from strategies._plain import fight, recruit, wants_prize
from strategies._votes import open_cards


@helper
def reborn(view):
    """Return the cards of factions that still have a side deck to draw from."""
    found = common(view.hand, 0)
    for f in range(view.rules.factions):
        if view.side_left[f] > 0:
            found = union(found, common(view.rules.redrawn, view.rules.faction_cards[f]))
    return found


@strategy(
    name="firebird",
    version=1,
    summary="Wants Phoenix, and loses its low ones first: each brings another card.",
    source="A Phoenix lost is a card drawn, and one trick more.",
    prize=True,
    locations=("shore",),
    powers=(*TRICK_POWERS, "loser_scores", "redraws"),
)
def choose(view, weights):
    """Win prizes that are redrawn; in Phase 2 lead the lowest of them, and throw them first."""
    redrawn = view.rules.redrawn
    if view.phase == 1:
        if contains(redrawn, view.prize):
            return recruit(view, view.rules.shore == 0)
        return recruit(view, wants_prize(view))
    birds = common(view.options, reborn(view))
    live = open_cards(view)
    if empty(birds):
        return fight(view, live)
    if view.decision == LEAD:
        return cheapest(view, birds)
    winning = winners(view, view.options)
    losing = common(birds, without(view.options, winning))
    if not empty(losing) and (empty(winning) or not contains(live, view.led)):
        return cheapest(view, losing)
    return fight(view, live)
