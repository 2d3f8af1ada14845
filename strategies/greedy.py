"""greedy: wants every trick, and pays as little as it can for it."""

from claimsim.strategy_kit import LEAD, TRICK_POWERS, empty, strategy
from strategies._cards import cheapest, dearest, winners


@strategy(
    name="greedy",
    version=1,
    summary="Wins each trick with the cheapest card that does, else throws its lowest.",
    source="The first thing that a new player tries.",
    powers=TRICK_POWERS,
)
def choose(view, weights):
    """Lead the highest card; follow with the cheapest winner, else the lowest card."""
    if view.decision == LEAD:
        return dearest(view, view.options)
    winning = winners(view, view.options)
    if empty(winning):
        return cheapest(view, view.options)
    return cheapest(view, winning)
