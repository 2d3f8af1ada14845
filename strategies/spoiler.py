"""spoiler: a persona that takes from the opponent what he is about to win."""

from claimsim.strategy_kit import (
    TRICK_POWERS,
    common,
    contains,
    empty,
    helper,
    size,
    strategy,
    union,
)
from strategies._plain import fight, recruit
from strategies._votes import open_cards


@helper
def coveted(view):
    """Return the cards of the factions in which the opponent is ahead, as far as one knows."""
    found = common(view.hand, 0)
    for f in range(view.rules.factions):
        own = view.rules.faction_cards[f]
        theirs = union(view.their_score, union(view.their_followers, view.their_hand))
        mine = union(view.score, view.followers)
        if size(common(theirs, own)) > size(common(mine, own)):
            found = union(found, own)
    return found


@strategy(
    name="spoiler",
    version=1,
    summary="Persona: fights for the factions in which the opponent is ahead, and no others.",
    source="The spoiler: who cannot win himself sees to it that the other does not.",
    memory=True,
    prize=True,
    locations=("shore",),
    powers=(*TRICK_POWERS, "loser_scores"),
)
def choose(view, weights):
    """Win prizes and cards of factions in which the opponent leads and is not yet safe."""
    if view.phase == 1:
        want = contains(coveted(view), view.prize)
        return recruit(view, want != (view.rules.shore == 1))
    live = open_cards(view)
    denied = common(live, coveted(view))
    return fight(view, live if empty(denied) else denied)
