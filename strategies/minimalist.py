"""minimalist: a persona that wants just as many votes as it needs, with the least effort."""

from claimsim.strategy_kit import TRICK_POWERS, common, empty, helper, size, strategy, union
from strategies._plain import fight, recruit
from strategies._votes import open_cards


@helper
def needed(view, votes):
    """Return the cards of its best factions, as many as `votes`: by what it has won and holds."""
    found = common(view.hand, 0)
    for _ in range(int(votes)):
        best = common(view.hand, 0)
        most = -1000
        for f in range(view.rules.factions):
            own = view.rules.faction_cards[f]
            ahead = size(common(view.score, own)) - size(common(view.their_score, own))
            promise = 2 * ahead + size(common(view.hand, own))
            if empty(common(found, own)) and promise > most:
                most = promise
                best = own
        found = union(found, best)
    return found


@strategy(
    name="minimalist",
    version=1,
    summary="Persona: never spends a high card on a prize; fights for its three best votes.",
    source="The minimalist: three votes of five are enough.",
    weights={"votes": 3.0},
    powers=(*TRICK_POWERS, "loser_scores"),
)
def choose(view, weights):
    """Duck in Phase 1; in Phase 2 win cards of the factions in which it stands best."""
    if view.phase == 1:
        return recruit(view, False)
    live = open_cards(view)
    few = common(live, needed(view, weights[0]))
    return fight(view, live if empty(few) else few)
