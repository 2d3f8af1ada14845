"""voter: counts votes in Phase 2, and fights only for what is undecided."""

from claimsim.strategy_kit import TRICK_POWERS, strategy
from strategies._plain import fight, recruit
from strategies._votes import open_cards


@strategy(
    name="voter",
    version=1,
    summary="Wins every prize it can; in Phase 2 fights for open votes alone.",
    source="Counting the votes is the first thing that a Claim player learns after the rules.",
    powers=(*TRICK_POWERS, "loser_scores"),
)
def choose(view, weights):
    """Win cards of factions whose vote may still go either way; throw away what nobody needs."""
    if view.phase == 1:
        return recruit(view, True)
    return fight(view, open_cards(view))
