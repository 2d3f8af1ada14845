"""guardian: a specialist of cards that count more alone of their value, as Angels do."""

from claimsim.strategy_kit import (
    FOLLOW,
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
from strategies._plain import fight, recruit, throw, wants_prize
from strategies._votes import close_cards, open_cards


@helper
def heavy(view):
    """Return the cards of the factions whose cards count more alone of their value."""
    found = common(view.hand, 0)
    for f in range(view.rules.factions):
        if view.rules.weight[f] > 1:
            found = union(found, view.rules.faction_cards[f])
    return found


@helper
def alike(view, cards):
    """Return all cards of the deck that have the value of one of `cards`."""
    found = common(view.hand, 0)
    for rank in range(16):
        equal = view.rules.value_cards[rank]
        if not empty(common(cards, equal)):
            found = union(found, equal)
    return found


@strategy(
    name="guardian",
    version=1,
    summary="Leaves the cards that would spoil its own Angels, and spoils the opponent's.",
    source="An Angel alone of its value counts twice, so that an equal card costs a vote.",
    weights={"margin": 1.0},
    prize=True,
    locations=("shore",),
    powers=(*TRICK_POWERS, "loser_scores", "unique_counts"),
)
def choose(view, weights):
    """Give away cards that equal an Angel of the opponent; where it is close, take none that do."""
    if view.phase == 1:
        return recruit(view, wants_prize(view))
    live = open_cards(view)
    angels = common(heavy(view), live)
    if empty(angels) or view.decision != FOLLOW:
        return fight(view, live)
    winning = winners(view, view.options)
    losing = without(view.options, winning)
    if empty(losing):
        return fight(view, live)
    close = close_cards(view, angels, weights[0])
    if contains(alike(view, common(view.score, close)), view.led):
        return throw(view, losing, live)
    card = fight(view, live)
    gift = common(losing, alike(view, common(view.their_score, angels)))
    gift = without(gift, live)
    if contains(winning, card) or empty(gift):
        return card
    return cheapest(view, gift)
