"""prize: plays Phase 1 for the prize, which it values by every faction's power."""

from claimsim.strategy_kit import TRICK_POWERS, strategy
from strategies._plain import recruit
from strategies._worth import WORTH, WORTH_POWERS, prize_gain


@strategy(
    name="prize",
    version=1,
    summary="Wins a prize that is worth more than a card from the pile; Phase 2 as greedy.",
    source="Phase 1 is hand building: a trick is worth what its follower is.",
    weights=WORTH,
    memory=True,
    prize=True,
    locations=("shore",),
    powers=(*TRICK_POWERS, *WORTH_POWERS),
)
def choose(view, weights):
    """Win the trick in Phase 1 if the prize is worth more than the mean card that it cannot see."""
    if view.phase == 2:
        return recruit(view, True)
    return recruit(view, prize_gain(view, weights) > 0)
