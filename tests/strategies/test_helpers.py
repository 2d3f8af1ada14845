"""The helpers that strategies share, against plain computations of the same."""

from __future__ import annotations

from claimsim import cardsets
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.strategy_kit import wins
from claimsim.view import FOLLOW, LEAD
from strategies._cards import cheapest, dearest, up_to, winners
from strategies._votes import counting_cards, open_cards
from strategies._worth import WORTH, worth
from tests.strategies.shown import Situation, legal_rules, record, sample

SHOWN = [
    (rules, record(view))
    for name in ("greedy", "planner")
    for rules, view in sample(name, "helpers", 160, 6)
]


def test_winners_are_those_that_win_one_by_one() -> None:
    plain = 0
    for rules, view in SHOWN:
        if view.decision == FOLLOW:
            own = cardsets.members(view.options)
            assert winners(view, view.options) == cardsets.of(c for c in own if wins(view, c))
            plain += int(rules.table["plain_tricks"])
    assert 50 < plain < len(SHOWN) / 2


def test_a_card_that_looks_the_same_does_not_win() -> None:
    """Five Goblins are 0: the leader's wins."""
    rules = Ruleset(make_deck(("goblins", "knights", "dwarves", "undead", "doppelgangers")))
    at = Situation(rules, 1, "goblins:1 knights:2", "goblins:0", "undead:1")
    alike = int(at.view.rules.identical[at.view.led])
    assert at.view.led == cardsets.lowest(alike)
    assert alike.bit_count() == 5
    hand = cardsets.union(at.view.hand, cardsets.remove(alike, at.view.led))
    assert winners(at.view, hand) == at.view.hand


def test_cheapest_and_dearest_are_the_first_of_extreme_value() -> None:
    for rules, view in SHOWN:
        cards = sorted(cardsets.members(view.options))
        values = [rules.by_bit[card].value for card in cards]
        assert cheapest(view, view.options) == cards[values.index(min(values))]
        assert dearest(view, view.options) == cards[values.index(max(values))]
        low = [card for card in cards if rules.by_bit[card].value <= 4]
        assert cardsets.common(view.options, up_to(view, 4.0)) == cardsets.of(low)


def test_open_votes_are_those_that_can_still_be_turned() -> None:
    for rules, view in SHOWN:
        if view.phase == 2 and view.decision == LEAD:
            live = open_cards(view)
            for f in range(len(rules.deck.names)):
                own = int(view.rules.faction_cards[f])
                counts = [(own & int(pile)).bit_count() for pile in (view.score, view.their_score)]
                gone = (own & int(view.discard)).bit_count()
                lead = abs(counts[0] - counts[1])
                is_open = lead <= own.bit_count() - sum(counts) - gone
                assert (live & own == own) == is_open


def test_cards_that_never_count_are_left_out() -> None:
    for rules in legal_rules("counting", 100):
        at = Situation(rules, 2, rules.cards[0].name)
        counting = set(cardsets.members(counting_cards(at.view)))
        for card in rules.by_bit:
            taken = rules.building == "pyramid" and card.value <= 3
            taken |= rules.building == "ruins" and card.value % 2 == 1
            taken |= card.faction == "pterosaurs" and card.value >= 7
            assert (card.bit in counting) == (not taken)


def test_worth_is_the_sum_of_its_cards() -> None:
    weights = list(WORTH.values())
    for rules, view in SHOWN[::7]:
        single = sum(worth(view, cardsets.single(c), weights) for c in cardsets.members(view.hand))
        assert abs(worth(view, view.hand, weights) - single) < 1e-9
        plain = [0.0] * len(weights)
        values = sum(rules.by_bit[card].value for card in cardsets.members(view.hand))
        assert worth(view, view.hand, plain) == values
