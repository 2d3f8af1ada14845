"""Plain sensible play, which specialists fall back on."""

from claimsim.strategy_kit import (
    LEAD,
    common,
    contains,
    empty,
    helper,
    value,
    without,
)
from strategies._cards import cheapest, dearest, winners


@helper
def likes_prize(view):
    """Say whether the prize is better than an unseen card: above 4, or wild."""
    return value(view, view.prize) > 4 or contains(view.rules.wild, view.prize)


@helper
def wants_prize(view):
    """Say whether the winner of the Phase 1 trick gets the better follower."""
    return likes_prize(view) != (view.rules.shore == 1)  # there the loser takes the prize


@helper
def recruit(view, want):
    """Return the card that wins or loses a trick at the lowest price, as one wants."""
    options = view.options
    if view.decision == LEAD:
        return dearest(view, options) if want else cheapest(view, options)
    winning = winners(view, options)
    if want and not empty(winning):
        return cheapest(view, winning)
    losing = without(options, winning)
    return cheapest(view, options) if empty(losing) else cheapest(view, losing)


@helper
def throw(view, losing, live):
    """Return the card of a lost trick: what the loser scores, else what nobody needs, else any."""
    scored = common(losing, common(live, view.rules.loser_scores[1]))
    if not empty(scored):
        return dearest(view, scored)
    dead = without(losing, live)
    return cheapest(view, losing) if empty(dead) else cheapest(view, dead)


@helper
def fight(view, live):
    """Return a card of Phase 2 that wins cards of `live`, and throws away the rest.

    What the loser scores is not won: it is led low, thrown when a trick is lost, and left to the
    opponent's trick.
    """
    options = view.options
    mine = without(live, view.rules.loser_scores[1])
    wanted = common(options, mine)
    if view.decision == LEAD:
        return cheapest(view, options) if empty(wanted) else dearest(view, wanted)
    winning = winners(view, options)
    losing = without(options, winning)
    takes = common(winning, wanted)
    if contains(mine, view.led):
        takes = winning
    if contains(live, view.led) and not contains(mine, view.led):
        takes = without(takes, takes)
    if not empty(takes):
        return cheapest(view, takes)
    return cheapest(view, options) if empty(losing) else throw(view, losing, live)


@helper
def shed(view):
    """Return the card that loses the trick, the highest of those; where none does, the lowest."""
    if view.decision == LEAD:
        return cheapest(view, view.options)
    losing = without(view.options, winners(view, view.options))
    return cheapest(view, view.options) if empty(losing) else dearest(view, losing)
