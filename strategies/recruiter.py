"""recruiter: a persona that wins every prize at any price."""

from claimsim.strategy_kit import LEAD, TRICK_POWERS, empty, strategy
from strategies._cards import cheapest, dearest, winners
from strategies._plain import fight
from strategies._votes import open_cards


@strategy(
    name="recruiter",
    version=1,
    summary="Persona: wins every Phase 1 trick that it can, with the highest card it has.",
    source="The aggressive player: what is seen is better than what is not.",
    powers=(*TRICK_POWERS, "loser_scores"),
)
def choose(view, weights):
    """Spend the highest card on each prize; in Phase 2 play the votes like anybody."""
    if view.phase == 2:
        return fight(view, open_cards(view))
    if view.decision == LEAD:
        return dearest(view, view.options)
    winning = winners(view, view.options)
    return cheapest(view, view.options) if empty(winning) else dearest(view, winning)
