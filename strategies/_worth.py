"""What a card is worth as a follower, by its value and by the powers of its faction.

Every strategy that values followers has the weights of :data:`WORTH` first, in this order.
"""

from claimsim.strategy_kit import common, empty, helper, size

#: What a card of each power is worth above its value, by the names of the weights: points of value.
WORTH = {
    "wild": 4.5,
    "loser_scores": -6.0,
    "strengthens": 0.5,
    "captures": 1.5,
    "redraws": -2.0,
    "arms": -0.5,
    "boosts": -2.0,
    "limited": -0.5,
    "beaten_from": -2.0,
    "leads_next": 1.0,
}

#: The powers that :func:`worth` knows, as strategies declare them.
WORTH_POWERS = (
    "wild",
    "loser_scores",
    "strengthens",
    "captures_equal",
    "redraws",
    "arms",
    "boosts",
    "limited",
    "beaten_from",
    "leads_next",
)


@helper
def worth(view, cards, weights):
    """Return what a set of cards is worth together, in points of value."""
    rules = view.rules
    total = weights[0] * size(common(cards, rules.wild))
    total += weights[1] * size(common(cards, rules.loser_scores[1]))
    total += weights[2] * size(common(cards, rules.strong_cards))
    total += weights[3] * size(common(cards, rules.captures[1]))
    total += weights[4] * size(common(cards, rules.redrawn))
    total += weights[5] * size(common(cards, rules.arms))
    total += weights[6] * size(common(cards, rules.boosters))
    total += weights[7] * size(common(cards, rules.limited))
    total += weights[8] * size(common(cards, rules.beaten_from))
    total += weights[9] * size(common(cards, rules.leads_next))
    for rank in range(1, 16):
        total += rank * size(common(cards, rules.value_cards[rank]))
    return total


@helper
def prize_gain(view, weights):
    """Return what winning a Phase 1 trick brings above losing it, in points of value.

    Of two prizes the better one counts. What comes from the pile is worth the mean of all cards
    that one cannot place. Under Shore winner and loser change places.
    """
    best = -1000.0
    for f in range(view.rules.factions):
        prizes = common(view.face_up, view.rules.faction_cards[f])
        if not empty(prizes):
            best = max(best, worth(view, prizes, weights) / size(prizes))
    mean = worth(view, view.unseen, weights) / max(size(view.unseen), 1)
    sign = 1.0 - 2.0 * view.rules.shore
    return sign * (best - mean)
