"""duck: wants no trick at all, and gets rid of its high cards on the way."""

from claimsim.strategy_kit import LEAD, TRICK_POWERS, empty, strategy, without
from strategies._cards import cheapest, dearest, winners


@strategy(
    name="duck",
    version=1,
    summary="Loses each trick with the highest card that does, else wins with its lowest.",
    source="The mirror image of greedy: how much does losing on purpose cost?",
    powers=TRICK_POWERS,
)
def choose(view, weights):
    """Lead the lowest card; follow with the highest loser, else the lowest card."""
    if view.decision == LEAD:
        return cheapest(view, view.options)
    losing = without(view.options, winners(view, view.options))
    if empty(losing):
        return cheapest(view, view.options)
    return dearest(view, losing)
