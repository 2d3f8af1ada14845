"""Which decks are legal (rules, 1), and what is said of one that is not."""

from __future__ import annotations

import random
import re

import pytest

from claimsim.errors import InputError
from claimsim.rules.catalogue import FACTIONS
from claimsim.rules.deck import Deck, is_legal, make_deck

# As rules, 1 lists them.
PAIRS = {("goblins", "knights"), ("pirates", "royal_navy"), ("gnomes", "giants")}
SPECIALS = {"angels", "eagles", "pterosaurs", "lightning_elementals"}
SINGLES = set(FACTIONS) - SPECIALS - {name for pair in PAIRS for name in pair}


def legal(names: list[str]) -> bool:
    """Rules, 1: a pair and three singles, or a special and four."""
    pairs = [pair for pair in PAIRS if set(pair) <= set(names)]
    singles, specials = len(SINGLES & set(names)), len(SPECIALS & set(names))
    whole = (len(pairs), specials, singles) in ((1, 0, 3), (0, 1, 4))
    return whole and len(names) == 5


def remedied(names: list[str], message: str) -> list[str]:
    """Return the factions after what a message tells one to do."""
    found = re.search(
        r"\(rules, 1\): (?:leave out ([a-z_, ]+?))?(?: and )?(?:add ([a-z_, ]+?))?"
        r"(?:, or set |; |$)",
        message,
    )
    assert found, message
    out, more = (part.split(", ") if part else [] for part in found.groups())
    assert set(out) <= set(names)
    assert not set(more) & set(names)
    return [name for name in names if name not in out] + more


def refused(names: list[str]) -> str:
    with pytest.raises(InputError) as caught:
        make_deck(names)
    message = str(caught.value)
    assert "\n" not in message
    return message


#: Deck, what is wrong with it, and in how many factions the nearest legal deck differs.
ILLEGAL = [
    ("octipi dwarves undead trolls seers", "5 singles and neither a pair nor a special", 2),
    ("goblins dwarves undead trolls seers", "splits the pair goblins+knights: knights is not", 2),
    ("goblins knights angels royal_navy undead", "splits the pair pirates+royal_navy: pirates", 4),
    ("angels phoenix dwarves undead trolls seers", "the special angels and 5 singles, a legal", 1),
    ("goblins knights angels dwarves undead", "the deck has goblins+knights and angels, a", 2),
    ("goblins knights dwarves", "the pair goblins+knights and 1 single, a legal one has 3", 2),
    ("angels eagles dwarves undead seers", "the deck has angels and eagles, a legal one", 2),
    ("dwarves undead", "2 singles and neither a pair nor a special", 3),
]


@pytest.mark.parametrize(("deck", "fault", "steps"), ILLEGAL)
def test_an_illegal_deck_is_told_its_fault_and_the_nearest_legal_one(deck, fault, steps) -> None:
    names = deck.split()
    message = refused(names)
    assert fault in message
    after = remedied(names, message)
    assert legal(after)
    assert len(set(names) ^ set(after)) == steps


def test_every_remedy_makes_a_legal_deck() -> None:
    generator = random.Random(5)  # noqa: S311  # no secret
    seen = 0
    for _ in range(300):
        names = generator.sample(list(FACTIONS), generator.randint(1, 8))
        assert is_legal(Deck(tuple(FACTIONS[name] for name in names))) == legal(names)
        if legal(names):
            make_deck(names)
            continue
        message = refused(names)
        after = remedied(names, message)
        assert legal(after)
        make_deck(after)
        try:
            make_deck(names, allow_what_if=True)
            possible = True
        except InputError:
            possible = False
        assert message.endswith(", or set allow_what_if = true") == possible
        seen += 1
    assert seen > 250


def test_no_what_if_deck_is_offered_where_there_can_be_none() -> None:
    message = refused(["angels", "phoenix", "dwarves", "undead", "trolls", "seers"])
    assert message.endswith(
        "leave out seers; nor is it a what-if deck: the deck has 62 cards and 10 in side decks; "
        "at most 64 in all can be played (rules, 1)"
    )
