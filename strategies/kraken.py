"""kraken: a specialist of cards that are beaten from a number on when led, as Octipi are."""

from claimsim.strategy_kit import (
    LEAD,
    TRICK_POWERS,
    common,
    empty,
    faction,
    helper,
    lowest,
    remove,
    strategy,
    union,
    without,
)
from strategies._cards import cheapest, dearest
from strategies._plain import fight, recruit, wants_prize
from strategies._votes import open_cards


@helper
def dangers(view, led):
    """Return the cards of other factions that beat `led` by their number alone, where they are."""
    f = faction(view, led)
    found = common(view.hand, 0)
    threshold = view.rules.threshold[f]
    for rank in range(threshold, 16):
        found = union(found, view.rules.value_cards[rank])
    found = without(found, view.rules.faction_cards[f])
    return common(found, union(view.unseen, view.their_hand))


@helper
def safe_leads(view, options):
    """Return the options without those that a number beats while such a card may be against it."""
    found = options
    rest = common(options, view.rules.beaten_from)
    while not empty(rest):
        card = lowest(rest)
        rest = remove(rest, card)
        if not empty(dangers(view, card)):
            found = remove(found, card)
    return found


@strategy(
    name="kraken",
    version=1,
    summary="Leads no Octopus while an 8 or 9 may beat it; keeps those against the other's.",
    source="An Octopus is safe in second place, and in first place when the high cards are gone.",
    memory=True,
    prize=True,
    locations=("shore",),
    powers=(*TRICK_POWERS, "loser_scores"),
)
def choose(view, weights):
    """Lead what is safe; an Octopus is for following."""
    options = view.options
    live = common(view.hand, 0)
    if view.phase == 2:
        live = open_cards(view)
    if view.decision != LEAD or empty(common(options, view.rules.beaten_from)):
        return fight(view, live) if view.phase == 2 else recruit(view, wants_prize(view))
    safe = safe_leads(view, options)
    if empty(safe):
        return cheapest(view, options)
    if view.phase == 2:
        wanted = common(safe, without(live, view.rules.loser_scores[1]))
        return cheapest(view, safe) if empty(wanted) else dearest(view, wanted)
    return dearest(view, safe) if wants_prize(view) else cheapest(view, safe)
