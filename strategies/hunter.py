"""hunter: a specialist of cards that are scored when they are played, as Undead are in Phase 1."""

from claimsim.strategy_kit import (
    LEAD,
    TRICK_POWERS,
    common,
    contains,
    empty,
    helper,
    strategy,
    value,
    without,
)
from strategies._cards import cheapest, dearest, winners
from strategies._plain import fight, likes_prize, recruit, wants_prize
from strategies._votes import open_cards


@helper
def tempted(view, bounty):
    """Say whether the prize is good, or nearly so with an Undead in the trick."""
    if view.rules.shore == 1:
        return value(view, view.prize) - bounty <= 4 and not contains(view.rules.wild, view.prize)
    return likes_prize(view) or value(view, view.prize) + bounty > 4


@helper
def lead_hunting(view, scored, bounty, lowest_lead):
    """Return a lead: a high Undead where the prize nearly tempts, else none of them if it can."""
    if wants_prize(view):
        return recruit(view, True)
    own = common(view.options, scored)
    if tempted(view, bounty) and not empty(own):
        card = dearest(view, own)
        if value(view, card) >= lowest_lead:
            return card
    others = without(view.options, scored)
    return cheapest(view, view.options) if empty(others) else cheapest(view, others)


@helper
def follow_hunting(view, scored, bounty):
    """Return a follow: an own Undead wins before others; none of them loses if it can be helped."""
    winning = winners(view, view.options)
    own = common(winning, scored)
    if not contains(scored, view.led) and empty(own):
        bounty = 0.0
    if tempted(view, bounty) and not empty(winning):
        return cheapest(view, winning) if empty(own) else cheapest(view, own)
    kept = without(without(view.options, scored), winning)
    return recruit(view, False) if empty(kept) else cheapest(view, kept)


@strategy(
    name="hunter",
    version=1,
    summary="Wins Undead in Phase 1: leads high ones, takes those led, gives none away.",
    source="Undead are the only cards that score before Phase 2 begins.",
    weights={"bounty": 1.0, "lowest_lead": 8.0},
    prize=True,
    locations=("shore",),
    powers=(*TRICK_POWERS, "loser_scores", "scored_when_played"),
)
def choose(view, weights):
    """Want a trick more that has an Undead in it; lead and throw others where it may be lost."""
    scored = view.rules.scored_when_played[0]
    if view.phase == 2:
        return fight(view, open_cards(view))
    if empty(scored):
        return recruit(view, wants_prize(view))
    if view.decision == LEAD:
        return lead_hunting(view, scored, weights[0], weights[1])
    return follow_hunting(view, scored, weights[0])
