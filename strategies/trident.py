"""trident: a specialist of cards that arm their player when they are lost, as Fish People do."""

from claimsim.strategy_kit import (
    LEAD,
    TRICK_POWERS,
    common,
    contains,
    empty,
    strategy,
    without,
)
from strategies._cards import cheapest, dearest, up_to, winners
from strategies._plain import fight, recruit, wants_prize
from strategies._votes import open_cards


@strategy(
    name="trident",
    version=1,
    summary="Loses Fish People until it is armed, then wins with them.",
    source="Tridents last to the end of the game, so that the first ones are worth most.",
    weights={"enough": 1.0, "highest_lost": 3.0},
    prize=True,
    locations=("shore",),
    powers=(*TRICK_POWERS, "loser_scores", "arms"),
)
def choose(view, weights):
    """Lead the lowest Fish and throw Fish first while there are tridents to be had."""
    fish = common(view.options, view.rules.arms)
    low = common(fish, up_to(view, weights[1]))
    live = common(view.hand, 0)
    if view.phase == 2:
        live = open_cards(view)
    hungry = view.tridents < weights[0] and view.trident_supply + view.their_tridents > 0
    if hungry and not empty(low):
        if view.decision == LEAD:
            if view.phase == 1 and not wants_prize(view):
                return cheapest(view, low)
        else:
            losing = common(low, without(view.options, winners(view, view.options)))
            unwanted = not wants_prize(view) if view.phase == 1 else not contains(live, view.led)
            if unwanted and not empty(losing):
                return cheapest(view, losing)
    if view.phase == 1:
        return recruit(view, wants_prize(view) or contains(view.rules.arms, view.prize))
    armed = common(fish, live)
    if view.decision == LEAD and not hungry and not empty(armed):
        return dearest(view, armed)
    return fight(view, live)
