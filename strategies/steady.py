"""steady: plain sensible play, and the yardstick of the specialists."""

from claimsim.strategy_kit import TRICK_POWERS, strategy
from strategies._plain import fight, recruit, wants_prize
from strategies._votes import open_cards


@strategy(
    name="steady",
    version=1,
    summary="Wins good prizes as cheaply as it can; in Phase 2 fights for open votes.",
    source="What every specialist here plays where its specialty is absent.",
    prize=True,
    locations=("shore",),
    powers=(*TRICK_POWERS, "loser_scores"),
)
def choose(view, weights):
    """Win prizes above 4 and wild ones, then cards of factions that are undecided."""
    if view.phase == 1:
        return recruit(view, wants_prize(view))
    return fight(view, open_cards(view))
