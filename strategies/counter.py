"""counter: counts cards, so that it knows the opponent's hand in Phase 2, and looks ahead."""

from claimsim.strategy_kit import TRICK_POWERS, empty, lowest, remove, strategy, union
from strategies._ahead import fight_ahead
from strategies._plain import recruit, wants_prize
from strategies._votes import close_cards, open_cards


@strategy(
    name="counter",
    version=1,
    summary="Knows both hands of Phase 2 by counting, and looks a trick or two ahead.",
    source="Where nothing was set aside, Phase 2 hides nothing from who counts.",
    weights={"near": 0.3, "margin": 2.0, "price": 0.25, "ahead": 1.0, "deep": 5.0},
    skills={"lookahead": {"ahead": 0.0}},
    memory=True,
    prize=True,
    locations=("shore", "tower"),
    powers=(*TRICK_POWERS, "loser_scores"),
)
def choose(view, weights):
    """Return the card whose trick, and the next one, go best against the best reply."""
    if view.phase == 1:
        return recruit(view, wants_prize(view))
    live = open_cards(view)
    close = close_cards(view, live, weights[1])
    theirs = union(view.unseen, view.their_hand)
    near, price, ahead, deep = weights[0], weights[2], weights[3], weights[4]
    rest = view.options
    best = lowest(rest)
    best_score = -1000.0
    while not empty(rest):
        card = lowest(rest)
        rest = remove(rest, card)
        score = fight_ahead(view, card, theirs, live, close, near, 0.0, price, ahead, deep)
        if score > best_score:
            best, best_score = card, score
    return best
