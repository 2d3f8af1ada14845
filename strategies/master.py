"""master: the all-rounder, which does what the others here do best.

Phase 1 values the prize by every faction's power, as prize does, and what is scored at once, as
hunter does; Phase 2 counts votes and cards and looks ahead, as counter does, for what setting and
building count, as surveyor does. It raises cards as stormcaller does, and picks the reward that is
worth most.
"""

from claimsim.strategy_kit import (
    ANSWER,
    BOOST,
    LEAD,
    PICK,
    TRICK_POWERS,
    above,
    common,
    contains,
    empty,
    faction,
    helper,
    lowest,
    remove,
    single,
    size,
    strategy,
    union,
    value,
    wins,
)
from strategies._ahead import fight_ahead
from strategies._places import extra_vote, greed, pressing_cards, staked_cards
from strategies._plain import shed
from strategies._raising import raise_card
from strategies._votes import close_cards, counting_cards, open_cards
from strategies._worth import WORTH, WORTH_POWERS, prize_gain, worth

#: Where its own weights begin.
_OWN = len(WORTH)


@helper
def chance_to_hold(view, card):
    """Return the chance that no card of the opponent's hand beats `card` when it is led."""
    rules = view.rules
    f = faction(view, card)
    unseen = view.unseen
    sure = union(common(rules.faction_cards[f], above(card)), rules.beaten_by[f])
    beaters = size(common(unseen, sure)) + 0.0
    if not contains(rules.wild, card):
        beaters += size(common(unseen, rules.wild)) * (9.0 - value(view, card)) / 10.0
    if contains(rules.beaten_from, card):
        beaters += size(unseen) * 0.15
    held = size(view.hand) / max(size(unseen), 1)
    return max(1.0 - held, 0.0) ** beaters


@helper
def recruit_score(view, card, gain, scored, price, wild_price):
    """Return how good it is to play `card` in Phase 1."""
    at_once = view.rules.scored_when_played[0]
    gain += scored * contains(at_once, card)
    if view.decision == LEAD:
        score = (2.0 * chance_to_hold(view, card) - 1.0) * gain
    else:
        gain += scored * contains(at_once, view.led)
        score = (2.0 * wins(view, card) - 1.0) * gain
    return score - price * value(view, card) - wild_price * contains(view.rules.wild, card)


@helper
def best_reward(view, weights):
    """Return the option that is worth most as a follower."""
    rest = view.options
    best = lowest(rest)
    most = -1000.0
    while not empty(rest):
        card = lowest(rest)
        rest = remove(rest, card)
        found = worth(view, single(card), weights)
        if found > most:
            best, most = card, found
    return best


@strategy(
    name="master",
    version=1,
    summary="Values prizes by their powers, counts votes and cards, and knows the locations.",
    source="The best of the other players here; its numbers were found by playing.",
    weights={
        **WORTH,
        "scored": 0.75,
        "recruit_price": 0.15,
        "fade": 0.5,
        "wild_price": 0.2,
        "near": 0.3,
        "margin": 2.0,
        "price": 0.25,
        "ahead": 1.0,
        "deep": 6.0,
        "vote": 2.0,
        "most_boosts": 3.0,
    },
    skills={"lookahead": {"ahead": 0.0}, "boosts": {"most_boosts": 0.0}},
    memory=True,
    prize=True,
    locations=(
        "shore",
        "dungeon",
        "lighthouse",
        "pyramid",
        "monastery",
        "bridge",
        "fortress",
        "tower",
        "ruins",
        "castle",
    ),
    powers=(*TRICK_POWERS, *WORTH_POWERS, "scored_when_played", "extinct", "lies_in_front"),
)
def choose(view, weights):
    """Return the option of the highest estimate, the first of equals in record order."""
    if view.decision in (BOOST, ANSWER):
        return raise_card(view, weights[_OWN + 10])
    if view.decision == PICK:
        return best_reward(view, weights)
    own = weights[_OWN:]
    rest = view.options
    best = lowest(rest)
    best_score = -1000.0
    vote = own[9] * extra_vote(view)
    if view.phase == 1:
        gain = prize_gain(view, weights) + 4.0 * vote
        price = own[1] * (1.0 - own[2] * view.trick / max(view.rules.hand_size - 1, 1))
        while not empty(rest):
            card = lowest(rest)
            rest = remove(rest, card)
            score = recruit_score(view, card, gain, own[0], price, own[3])
            if score > best_score:
                best, best_score = card, score
        return best
    if greed(view) < 0:
        return shed(view)
    live = staked_cards(view, common(open_cards(view), counting_cards(view)))
    close = pressing_cards(view, live, close_cards(view, live, own[5]))
    theirs = union(view.unseen, view.their_hand)
    while not empty(rest):
        card = lowest(rest)
        rest = remove(rest, card)
        score = fight_ahead(view, card, theirs, live, close, own[4], vote, own[6], own[7], own[8])
        if score > best_score:
            best, best_score = card, score
    return best
