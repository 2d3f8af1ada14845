"""hoarder: a persona that wants one faction, and pays for it with the others."""

from claimsim.strategy_kit import (
    LEAD,
    TRICK_POWERS,
    common,
    contains,
    empty,
    helper,
    size,
    strategy,
    union,
    without,
)
from strategies._cards import cheapest, winners
from strategies._plain import fight, recruit
from strategies._votes import open_cards


@helper
def hoarded(view, place):
    """Return the cards of the faction at `place` in the deck; where there is none, of its best.

    That is the faction of which it holds and has won most, the first of equals.
    """
    if 0 <= place < view.rules.factions:
        return view.rules.faction_cards[int(place)]
    best = common(view.hand, 0)
    most = -1
    for f in range(view.rules.factions):
        own = view.rules.faction_cards[f]
        count = size(common(own, union(view.hand, union(view.followers, view.score))))
        if count > most:
            most = count
            best = own
    return best


@strategy(
    name="hoarder",
    version=1,
    summary="Persona: collects one faction, named by its place in the deck, or its own best.",
    source="The collector: whoever has a favourite suit.",
    weights={"faction": -1.0},
    prize=True,
    locations=("shore",),
    powers=(*TRICK_POWERS, "loser_scores"),
)
def choose(view, weights):
    """Win prizes and tricks with a card of the faction, and keep it; throw the others first."""
    wanted = hoarded(view, weights[0])
    options = view.options
    if view.phase == 1:
        others = without(options, wanted)
        want = contains(wanted, view.prize) != (view.rules.shore == 1)
        if want or empty(others):
            return recruit(view, want)
        if view.decision == LEAD:
            return cheapest(view, others)
        losing = without(others, winners(view, options))
        return recruit(view, False) if empty(losing) else cheapest(view, losing)
    live = common(open_cards(view), wanted)
    return fight(view, open_cards(view) if empty(live) else live)
