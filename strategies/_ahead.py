"""Looking ahead in Phase 2, where both hands are known but for cards that were set aside.

What is at stake is described by two card sets and three numbers: `live`, the cards of open votes;
`close`, those of them that count `near` more; `extra`, what the trick brings beside its cards.
"""

from claimsim.strategy_kit import (
    LEAD,
    add,
    card_bonus,
    common,
    contains,
    empty,
    helper,
    legal_follows,
    loses_to,
    lowest,
    remove,
    single,
    size,
    trick_winner,
    value,
    wins,
)
from strategies._places import amount


@helper
def trick_gain(view, live, close, near, led, follow):
    """Return what winning a trick of Phase 2 brings, in cards of open votes.

    What the loser scores is taken off twice: the winner does not get it, and the other does.
    """
    played = add(single(led), follow)
    given = common(played, view.rules.loser_scores[1])
    total = amount(view, led) * contains(live, led) + amount(view, follow) * contains(live, follow)
    total += near * size(common(played, close))
    return total - 2.0 * (size(common(given, live)) + near * size(common(given, close)))


@helper
def next_trick(view, live, close, near, mine, theirs, own):
    """Return what the next trick brings me, if who leads it and who follows play it well.

    Parameters
    ----------
    mine, theirs : card sets
        The hands.
    own : bool
        Whether I lead it.
    """
    rules = view.rules
    leads, follows = (mine, theirs) if own else (theirs, mine)
    best = -99.0
    while not empty(leads):
        card = lowest(leads)
        leads = remove(leads, card)
        led_bonus = card_bonus(rules, view.bonus if own else view.their_bonus, card)
        replies = legal_follows(rules, follows, card)
        worst = 99.0
        while not empty(replies):
            reply = lowest(replies)
            replies = remove(replies, reply)
            bonus = card_bonus(rules, view.their_bonus if own else view.bonus, reply)
            won = trick_winner(rules, 2, card, reply, led_bonus, bonus)
            gain = trick_gain(view, live, close, near, card, reply)
            worst = min(worst, (1.0 - 2.0 * won) * gain)
        if worst < 99.0:
            best = max(best, worst)
    if best == -99.0:
        return 0.0
    return best if own else -best


@helper
def fight_ahead(view, card, theirs, live, close, near, extra, price, ahead, deep):
    """Return how good it is to play `card` in Phase 2, against the reply that hurts most.

    Parameters
    ----------
    theirs : card set
        What the opponent may hold.
    price
        What a point of value is worth that is not spent.
    ahead
        What the next trick counts; with 0 it is not looked at.
    deep
        Leads look at the next trick once so many cards are in hand.
    """
    mine = remove(view.hand, card)
    cost = price * value(view, card)
    if view.decision != LEAD:
        won = wins(view, card)
        score = (2.0 * won - 1.0) * (trick_gain(view, live, close, near, view.led, card) + extra)
        if ahead > 0.0:
            score += ahead * next_trick(view, live, close, near, mine, theirs, won == 1)
        return score - cost
    replies = legal_follows(view.rules, theirs, card)
    score = 99.0
    while not empty(replies):
        reply = lowest(replies)
        replies = remove(replies, reply)
        lost = loses_to(view, card, reply)
        now = (1.0 - 2.0 * lost) * (trick_gain(view, live, close, near, card, reply) + extra)
        now += price * value(view, reply)
        if ahead > 0.0 and size(view.hand) <= deep:
            left = remove(theirs, reply)
            now += ahead * next_trick(view, live, close, near, mine, left, lost == 0)
        score = min(score, now)
    return score - cost
