"""What a player comes to know by each power and location (rules, 9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from claimsim import cardsets
from claimsim.reference import play
from claimsim.reference.knowledge import Knowledge
from claimsim.reference.rulebook import rulebook
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Card, Ruleset
from claimsim.view import DISCARD, FOLLOW, LEAD, NO_CARD, PICK
from tests.reference.dealing import dealt

GOBLINS = Ruleset(make_deck(["goblins", "knights"], allow_what_if=True))
PHOENIX = Ruleset(make_deck(["phoenix", "knights"], allow_what_if=True))
SEERS = make_deck(["seers", "knights"], allow_what_if=True)
TWO = make_deck(["knights", "dwarves"], allow_what_if=True)


def knowledge(rules: Ruleset) -> Knowledge:
    """Return what a player knows who sees nothing at all."""
    sides = {
        faction: sum(card.alone for card in rules.cards if card.side and card.faction == faction)
        for faction in rules.deck.side_decks
    }
    unseen = sum(card.alone for card in rules.cards if not card.side)
    return Knowledge(unseen, sides, rulebook(rules).alike)


def known(cards: int) -> list[int]:
    return list(cardsets.members(cards))


def known_pile(knows: Knowledge) -> dict[int, int]:
    assert known(knows.in_pile) == sorted(card.bit for card in knows.pile_at.values())
    return {place: card.bit for place, card in sorted(knows.pile_at.items())}


def three(rules: Ruleset) -> list[Card]:
    return list(rules.by_bit[5:8])


def test_cards_looked_at_move_up_as_the_pile_shrinks():
    knows = knowledge(GOBLINS)
    knows.looks_at(three(GOBLINS))
    assert known_pile(knows) == {0: 5, 1: 6, 2: 7}
    knows.looks_at([*three(GOBLINS), GOBLINS.by_bit[8]])  # three of them again
    assert known_pile(knows) == {0: 5, 1: 6, 2: 7, 3: 8}
    knows.takes_looked_at(1)
    assert known_pile(knows) == {0: 5, 1: 7, 2: 8}
    knows.sees_top(GOBLINS.by_bit[5])
    assert known_pile(knows) == {0: 7, 1: 8}
    knows.they_take_top()
    assert known_pile(knows) == {0: 8}
    assert known(knows.their_followers) == [7]
    assert not {5, 6, 7, 8} & set(known(knows.unseen))


def test_a_card_taken_out_of_several_leaves_their_places_open():
    knows = knowledge(GOBLINS)
    knows.looks_at(three(GOBLINS))
    knows.they_take_looked_at(2)
    assert known_pile(knows) == {1: 7}
    assert {5, 6} <= set(known(knows.unseen))
    assert knows.their_followers == 0


def test_a_card_taken_out_of_one_is_known():
    knows = knowledge(GOBLINS)
    knows.looks_at(three(GOBLINS))
    knows.they_take_looked_at(1)
    assert known_pile(knows) == {0: 6, 1: 7}
    assert known(knows.their_followers) == [5]


def test_a_played_card_is_crossed_off_whichever_of_two_it_was():
    knows = knowledge(GOBLINS)
    zeros = GOBLINS.by_bit[:5]
    assert {card.name for card in zeros} == {"goblins:0"}
    knows.cross_off(zeros[3])  # he gave it to the player
    knows.gave(zeros[3])  # and got it back
    knows.cross_off(zeros[1])
    assert knows.their_hand == 0
    assert {0, 2, 3, 4} <= set(known(knows.unseen))
    assert 1 not in known(knows.unseen)


def test_what_was_known_is_doubtful_after_a_discard():
    knows = knowledge(GOBLINS)
    zeros = GOBLINS.by_bit[:5]
    for card in zeros[:2]:
        knows.cross_off(card)
    for card in zeros[:2]:
        knows.gave(card)
    knows.they_discard()
    assert (known(knows.their_doubtful), knows.their_hand) == ([0, 1], 0)
    knows.cross_off(zeros[1])
    assert known(knows.their_doubtful) == [0]
    knows.cross_off(zeros[4])
    assert knows.their_doubtful == 0
    assert 0 in known(knows.unseen)


def test_a_side_deck_is_known_until_the_opponent_draws():
    knows = knowledge(PHOENIX)
    side = [card for card in PHOENIX.cards if card.side]
    knows.draws(side[0])
    assert cardsets.size(knows.in_side) == 9
    knows.they_draw("phoenix")
    assert knows.in_side == 0
    assert {card.bit for card in side[1:]} <= set(known(knows.unseen))
    knows.draws(side[1])
    assert side[1].bit not in known(knows.unseen)


# Whole games; the numbers of cards are bits, too, since no setting here changes values.


def views_of(rules: Ruleset, order: list[int], choose: Callable[[Any], int]) -> Any:
    return play(rules, order, choose, choose, keep_views=True).views


def lowest(view: Any) -> int:
    return cardsets.lowest(view.options)


def highest(view: Any) -> int:
    return cardsets.highest(view.options)


def first(views: Any, **fields: int) -> Any:
    return next(view for view in views if all(view[f] == value for f, value in fields.items()))


def test_what_was_passed_is_known_to_its_giver():
    rules = Ruleset(TWO, setting="endless_sands", parameters={"endless_sands.cards": 2})
    # Seat 0 holds the cards 0 to 3 and gives 0 and 1; seat 1 holds 4 to 7 and gives 4 and 5.
    views = views_of(rules, list(range(18)), lowest)
    assert [known(view["chosen"]) for view in views[:4]] == [[], [0], [], [4]]
    assert [int(view["need"]) for view in views[:4]] == [2, 1, 2, 1]
    lead = first(views, seat=0, decision=LEAD)
    assert known(lead["hand"]) == [2, 3, 4, 5]
    assert known(lead["their_hand"]) == [0, 1]
    assert not {0, 1, 4, 5} & set(known(lead["unseen"]))


def test_the_opponent_may_have_discarded_what_was_known():
    rules = Ruleset(TWO, setting="swamp", parameters={"swamp.cards": 1})
    views = dealt(rules, 3).play(keep_views=True).views
    later = first(views, decision=LEAD, phase=2)
    asked = first(views, seat=later["seat"], decision=DISCARD)
    assert cardsets.size(asked["their_hand"]) > 0
    assert later["their_doubtful"] == asked["their_hand"]
    assert later["their_hand"] == 0
    (gone,) = known(later["removed"])
    assert cardsets.contains(asked["hand"], gone)
    assert not cardsets.contains(later["hand"], gone)


#: Seat 0 leads the Seer 8 and wins the Knight 14, or the Seer 2 from the top of the pile.
SEEN = [8, 9, 10, 11, 0, 1, 12, 13, 14, 2, 3, 15, 4, 5, 16, 6, 7, 17]


def test_who_wins_with_a_seer_looks_into_the_pile():
    pick = first(views_of(Ruleset(SEERS), SEEN, lowest), decision=PICK)
    assert (pick["seat"], known(pick["options"]), known(pick["in_pile"])) == (0, [2, 14], [2])
    assert pick["pile_at"][:2].tolist() == [2, NO_CARD]
    assert 2 not in known(pick["unseen"])


def test_who_takes_the_prize_knows_what_the_other_gets():
    views = views_of(
        Ruleset(SEERS), SEEN, lambda v: highest(v) if v.decision == PICK else lowest(v)
    )
    after = first(views, seat=0, trick=1)
    assert (known(after["followers"]), known(after["their_followers"])) == ([14], [2])
    other = first(views, seat=1, trick=1)
    assert (known(other["followers"]), known(other["their_followers"])) == ([2], [14])


def test_who_takes_from_the_pile_keeps_it_to_himself():
    rules = Ruleset(SEERS, parameters={"seers.looks": 3})
    views = views_of(rules, SEEN, lowest)
    after = first(views, seat=0, trick=1, decision=LEAD)
    # Of the Seers 2 and 3 and the Knight 15 he took the 2; the 3 is the new prize.
    assert (known(after["followers"]), known(after["their_followers"])) == ([2], [14])
    assert (int(after["prize"]), known(after["in_pile"])) == (3, [15])
    assert after["pile_at"][0] == 15
    other = first(views, seat=1, trick=1, decision=FOLLOW)
    assert (known(other["followers"]), known(other["their_followers"])) == ([14], [])
    assert {2, 15} <= set(known(other["unseen"]))
