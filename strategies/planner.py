"""planner: fights for what is worth it, and throws away the rest.

Phase 1 weighs the prize against the card that the loser may expect from the pile, and the
cards that would be scored at once. Phase 2 counts cards, so that it knows the opponent's hand
where nothing was set aside, and fights only for factions whose vote is still open.

Where it leads it looks at what the opponent may reply. With ``lookahead`` at 0 it does not: then
no lead promises more than another, and it leads its lowest card.
"""

from claimsim.strategy_kit import (
    LEAD,
    TRICK_POWERS,
    above,
    add,
    common,
    contains,
    empty,
    faction,
    helper,
    legal_follows,
    loses_to,
    lowest,
    remove,
    single,
    size,
    strategy,
    union,
    value,
    wins,
)
from strategies._votes import open_cards


@helper
def worth(view, card, wild):
    """Return what a follower is worth in Phase 2: its value, and `wild` more if it is wild."""
    if contains(view.rules.wild, card):
        return value(view, card) + wild
    return value(view, card) + 0.0


@helper
def mean_worth(view, cards, wild):
    """Return the mean worth of a set of cards, 0 of an empty one."""
    if empty(cards):
        return 0.0
    total = 0.0
    rest = cards
    while not empty(rest):
        card = lowest(rest)
        rest = remove(rest, card)
        total += worth(view, card, wild)
    return total / size(cards)


@helper
def chance_to_hold(view, card):
    """Return the chance that no card of the opponent's hand beats `card` when it is led.

    Every unseen card is as likely as any other to be in his hand, and he may play any of them:
    a guess on the dark side, since he may be bound to follow.
    """
    own = view.rules.faction_cards[faction(view, card)]
    unseen = view.unseen
    beaters = size(common(common(unseen, own), above(card))) + 0.0
    for f in range(view.rules.factions):
        if contains(view.rules.beats[f], card):
            beaters += size(common(unseen, view.rules.faction_cards[f]))
    if not contains(view.rules.wild, card):
        beaters += size(common(unseen, view.rules.wild)) * (9.0 - value(view, card)) / 10.0
    held = size(view.hand) / max(size(unseen), 1)
    return max(1.0 - held, 0.0) ** beaters


@helper
def trick_gain(view, live, led, follow):
    """Return what winning a Phase 2 trick brings: open cards won less open cards given away."""
    played = common(live, add(single(led), follow))
    given = common(played, view.rules.loser_scores[1])
    return size(played) - 2.0 * size(given)


@helper
def lead_recruiting(view, card, gain, scored, price, lookahead):
    """Return how good it is to lead `card` in Phase 1."""
    if contains(view.rules.scored_when_played[0], card):
        gain += scored
    hoped = (2.0 * chance_to_hold(view, card) - 1.0) * gain
    return lookahead * hoped - price * value(view, card)


@helper
def follow_recruiting(view, card, gain, scored, price):
    """Return how good it is to follow with `card` in Phase 1."""
    played = add(single(view.led), card)
    gain += scored * size(common(played, view.rules.scored_when_played[0]))
    sign = 2.0 * wins(view, card) - 1.0
    return sign * gain - price * value(view, card)


@helper
def lead_fighting(view, live, card, price, lookahead):
    """Return how good it is to lead `card` in Phase 2 against the reply that hurts most."""
    theirs = union(view.unseen, view.their_hand)
    replies = legal_follows(view.rules, theirs, card)
    worst = 9.0
    while not empty(replies):
        reply = lowest(replies)
        replies = remove(replies, reply)
        gain = trick_gain(view, live, card, reply)
        sign = 1.0 - 2.0 * loses_to(view, card, reply)
        worst = min(worst, sign * gain)
    return lookahead * worst - price * value(view, card)


@strategy(
    name="planner",
    version=1,
    summary="Weighs the prize in Phase 1; counts cards and fights for open votes in Phase 2.",
    source="How a careful player puts it after a few games.",
    weights={
        "wild": 3.0,
        "scored": 2.0,
        "recruit_price": 0.1,
        "fight_price": 0.1,
        "lookahead": 1.0,
    },
    skills={"lookahead": {"lookahead": 0.0}},
    memory=True,
    prize=True,
    powers=(*TRICK_POWERS, "loser_scores", "scored_when_played"),
)
def choose(view, weights):
    """Return the option of the highest estimate, the first of equals in record order."""
    gain = 0.0
    live = common(view.hand, 0)
    if view.phase == 1:
        gain = worth(view, view.prize, weights[0]) - mean_worth(view, view.unseen, weights[0])
    else:
        live = open_cards(view)
    best = lowest(view.options)
    best_score = -1000.0
    rest = view.options
    while not empty(rest):
        card = lowest(rest)
        rest = remove(rest, card)
        if view.phase == 1:
            if view.decision == LEAD:
                score = lead_recruiting(view, card, gain, weights[1], weights[2], weights[4])
            else:
                score = follow_recruiting(view, card, gain, weights[1], weights[2])
        elif view.decision == LEAD:
            score = lead_fighting(view, live, card, weights[3], weights[4])
        else:
            sign = 2.0 * wins(view, card) - 1.0
            score = sign * trick_gain(view, live, view.led, card)
            score -= weights[3] * value(view, card)
        if score > best_score:
            best, best_score = card, score
    return best
