"""Randomness: published known answers, unbiased draws, and two implementations that agree."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from claimsim import chance
from claimsim.experiment.tally import COURSE, PHASE_2
from claimsim.kernel import streams
from claimsim.kernel.state import STATE
from claimsim.rules.catalogue import NAMED_DECKS
from claimsim.rules.deck import make_deck
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.table import TABLE
from claimsim.view import BOOST, PASS, SMASH

#: Random123's known answers for philox4x32 with 10 rounds: counter, key, output.
KNOWN = (
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    (
        (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF),
        (0xFFFFFFFF, 0xFFFFFFFF),
        (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    ),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
)

#: Deals of key (1, 2) in which a draw is rejected, found by a search over 60 million deals.
REJECTED = (37686021, 39682994, 46975854, 49997335, 50590523, 53736927)


@numba.njit
def compiled_philox(c, k):
    return streams.philox(c[0], c[1], c[2], c[3], k[0], k[1])


@numba.njit
def compiled_shuffle(deal, table, key0, key1):
    order = np.zeros(64, np.uint8)
    places = np.zeros(64, np.uint64)
    streams.shuffle(order, places, table, deal, key0, key1)
    return order[: table.cards + table.side_cards]


@numba.njit
def compiled_dice(deal, player, tricks, key0, key1):
    dice = np.zeros(COURSE, np.uint64)
    streams.throw_dice(dice, player, tricks, deal, key0, key1)
    return dice


@numba.njit
def compiled_die(number, decision, k):
    return streams.throw_die(number, decision, k)


@numba.njit
def compiled_draw(state, faction, k, bound):
    return streams.draw_card(state, faction, k, bound)


def table_of(cards: int) -> np.void:
    """Return a table of so many cards, each at the place of its number."""
    table = np.zeros(1, TABLE)[0]
    table["cards"] = cards
    table["bit_of"] = np.arange(64)
    return table


def state_of(deal: int, key: tuple[int, int], **fields: int) -> np.void:
    """Return a State that dice can be thrown in; player 1 sits at seat 0."""
    state = np.zeros(1, STATE)[0]
    state["deal"], state["key"], state["player"] = deal, key, (1, 0)
    for name, value in fields.items():
        state[name] = value
    return state


@pytest.mark.parametrize(("counter", "key", "expected"), KNOWN)
def test_philox_gives_the_published_answers(counter, key, expected) -> None:
    assert tuple(int(word) for word in chance.philox(counter, key)) == expected
    assert chance.block(counter, key) == expected
    words = compiled_philox(np.array(counter, np.uint64), np.array(key, np.uint64))
    assert tuple(int(word) for word in words) == expected


@pytest.mark.parametrize("bound", [2, 3, 5, 7, 13, 52, 63, 64, 1000])
def test_every_number_is_made_from_equally_many_words(bound: int) -> None:
    """Within the words of one number only the first can be rejected; the rest must be even."""
    span = 2**32
    counts = []
    for number in range(bound):
        first = -(-number * span // bound)
        last = -(-(number + 1) * span // bound) - 1
        ends, rejected = chance.bounded(np.array([first, first + 1, last], np.uint64), bound)
        assert ends.tolist() == [number] * 3
        assert rejected.tolist()[1:] == [False, False]
        counts.append(last - first + 1 - int(rejected[0]))
    assert len(set(counts)) == 1


@given(st.integers(0, 2**32 - 1), st.integers(1, 64), st.integers(0, 2**32 - 1))
def test_compiled_shuffle_is_the_plain_one(deal: int, cards: int, word: int) -> None:
    key = (word, word // 7)
    plain = chance.shuffles(key, deal, 1, cards)[0]
    assert sorted(plain) == list(range(cards))
    words = (np.uint64(deal), table_of(cards), np.uint64(key[0]), np.uint64(key[1]))
    assert compiled_shuffle(*words).tolist() == plain.tolist()


@given(st.integers(0, 2**32 - 1))
def test_side_decks_are_shuffled_for_themselves(deal: int) -> None:
    deck = make_deck(("angels", "dwarves", "phoenix", "unicorns", "seers"))
    rules = Ruleset(deck, setting="farmlands")
    plain = chance.deal_order(deck, (7, 8), deal)
    assert sorted(plain[52:]) == list(range(52, 62))
    compiled = compiled_shuffle(np.uint64(deal), rules.table, np.uint64(7), np.uint64(8))
    assert [rules.by_bit[bit].number for bit in compiled] == plain
    longer = make_deck(("angels", "dwarves", "phoenix", "octipi", "seers"))
    assert chance.deal_order(longer, (7, 8), deal) == plain, "a deal does not ask for names"


@pytest.mark.parametrize("deal", REJECTED)
def test_rejected_draws_are_drawn_again(deal: int) -> None:
    words = [chance.philox((deal, chance.SHUFFLE, step, 0), (1, 2))[0] for step in range(52)]
    rejected = [step for step in range(52) if chance.bounded(words[step], step + 1)[1].any()]
    assert rejected, "this deal is here because a draw of it is rejected"
    compiled = compiled_shuffle(np.uint64(deal), table_of(52), np.uint64(1), np.uint64(2))
    assert compiled.tolist() == chance.shuffles((1, 2), deal, 1, 52)[0].tolist()


@given(st.integers(0, 2**32 - 1))
def test_compiled_dice_are_the_plain_ones(deal: int) -> None:
    plain = chance.dice((3, 4), deal)
    for seat in range(2):
        compiled = compiled_dice(np.uint64(deal), seat, 30, np.uint64(3), np.uint64(4))
        assert compiled[PHASE_2:].tolist() == plain[seat][1].tolist()
        assert compiled[:PHASE_2].tolist() == plain[seat][0, :PHASE_2].tolist()


#: The first outputs of SplitMix64 from this seed, as published with many implementations of it.
SPLITMIX_SEED = 1234567
SPLITMIX = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)


def test_numbers_of_other_decisions_are_outputs_of_splitmix() -> None:
    for k, expected in enumerate(SPLITMIX):
        assert chance.die(SPLITMIX_SEED, 0, k) == expected
        assert compiled_die(np.uint64(SPLITMIX_SEED), 0, k) == expected


@given(st.integers(0, 2**64 - 1), st.sampled_from([BOOST, PASS, SMASH]), st.integers(0, 2**16 - 1))
def test_compiled_single_dice_are_the_plain_ones(number: int, decision: int, k: int) -> None:
    assert compiled_die(np.uint64(number), decision, k) == chance.die(number, decision, k)


@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from([BOOST, PASS, SMASH]),
    st.integers(0, 1),
    st.integers(1, 2),
    st.integers(0, 29),
    st.integers(0, 200),
)
def test_other_decisions_go_by_the_number_of_the_trick(
    deal: int, decision: int, seat: int, phase: int, trick: int, k: int
) -> None:
    number = int(chance.dice((3, 4), deal)[1 - seat, phase - 1, trick])
    luck = chance.Luck((3, 4), deal, (1, 0))
    assert luck.other(seat, decision, phase, trick, k) == chance.die(number, decision, k)
    assert chance.Luck((3, 4), deal, (None, None)).other(seat, decision, phase, trick, k) == 0


@given(st.integers(0, 2**32 - 1), st.integers(0, 7), st.integers(0, 3), st.integers(1, 32))
def test_compiled_draws_are_the_plain_ones(deal: int, faction: int, k: int, bound: int) -> None:
    drawn = chance.draw((3, 4), deal, faction, k, bound)
    assert 0 <= drawn < bound
    assert compiled_draw(state_of(deal, (3, 4)), faction, k, bound) == drawn


def test_draws_are_even() -> None:
    counts = np.bincount([chance.draw((9, 9), deal, 0, 0, 7) for deal in range(7000)], minlength=7)
    assert stats.chisquare(counts).pvalue > 0.001


def test_dice_of_different_decisions_differ() -> None:
    rolled = np.concatenate([chance.dice((3, 4), deal).ravel() for deal in range(100)])
    others = [chance.die(int(n), d, k) for n in rolled[:500] for d in (BOOST, PASS) for k in (0, 1)]
    everything = np.concatenate([rolled, np.array(others, np.uint64)])
    assert np.unique(everything).size == everything.size


def test_other_decisions_are_even_whatever_the_play_was() -> None:
    """Chi-squared on the play of a trick (one of 8) by another decision in it (one of 8)."""
    numbers = chance.dice((5, 6), np.arange(500)).ravel().tolist()
    table = np.zeros((8, 8))
    for number in numbers:
        table[chance.roll(number, 8), chance.roll(chance.die(number, BOOST, 0), 8)] += 1
    assert stats.chisquare(table.ravel()).pvalue > 0.001


def test_roll_maps_the_low_half_evenly() -> None:
    assert [chance.roll(w, 4) for w in (0, 2**30 - 1, 2**30, 2**32 - 1)] == [0, 0, 1, 3]
    assert chance.roll(0xFFFFFFFF_00000000, 4) == 0


def test_deals_are_uniform() -> None:
    """Chi-squared on card by place: each of the 52 x 52 pairs is equally likely."""
    deals, cards = 40_000, 52
    orders = chance.shuffles((11, 12), 0, deals, cards)
    counts = np.zeros((cards, cards))
    for place in range(cards):
        counts[:, place] = np.bincount(orders[:, place], minlength=cards)
    statistic = float(((counts - deals / cards) ** 2 / (deals / cards)).sum())
    # Rows and columns both have fixed sums: 51 x 51 degrees of freedom, scaled by n/(n-1).
    statistic *= (cards - 1) / cards
    low, high = stats.chi2.ppf([0.0005, 0.9995], (cards - 1) ** 2)
    assert low < statistic < high


def test_a_longer_deck_shares_nearly_the_whole_deal() -> None:
    """Cards that a variant adds come last, and each moves at most one card."""
    short = chance.shuffles((5, 6), 0, 500, 52)
    long = chance.shuffles((5, 6), 0, 500, 54)[:, :52]
    assert ((short != long).sum(axis=1) <= 2).all()


def test_swapped_hands_change_places_and_nothing_else() -> None:
    deck = make_deck(NAMED_DECKS["claim"])
    plain = chance.deal_order(deck, (5, 6), 9)
    swapped = chance.deal_order(deck, (5, 6), 9, swap=True)
    assert swapped[:13] == plain[13:26]
    assert swapped[13:26] == plain[:13]
    assert swapped[26:] == plain[26:]
