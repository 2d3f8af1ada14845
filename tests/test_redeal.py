"""Players see nothing that they cannot know: other deals that look the same give the same Views."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from claimsim.reference import phase1
from claimsim.rules.deck import Deck, make_deck
from claimsim.rules.locations import NONE, SETTINGS
from claimsim.rules.ruleset import Ruleset
from tests.differential.cells import changed_cell
from tests.redealing import Watched, at_random, changes, look_alikes, unlike, watch
from tests.worked.kernel_engine import GAME, Run

CLAIM = ("goblins", "knights", "dwarves", "undead", "doppelgangers")
CLAIM_2 = ("gnomes", "giants", "dragons", "trolls", "seers")
PHOENIX = ("goblins", "knights", "phoenix", "sea_monsters", "seers")
ELEMENTALS = ("lightning_elementals", "phoenix", "unicorns", "sea_monsters", "seers")
ASIDE = ("gnomes", "giants", "phoenix", "seers", "eagles")  # two of 54 cards
SMALL = ("phoenix", "seers", "sea_monsters")

#: Whether fewer than this many deals that look the same were found: then nothing was tested.
FEW = 8


def pairs(rules: Ruleset, seed: str, games: int, tries: int) -> Iterator[tuple[Watched, Watched]]:
    """Yield games up to a random decision, each with others that look the same to its player."""
    dice = random.Random(seed)  # noqa: S311
    for _ in range(games):
        order = dealt(rules, dice)
        viewer = dice.randrange(2)
        state = dice.getstate()
        whole = watch(rules, order, viewer, at_random(dice), until=-1)
        asked = sum(made.seat == viewer for made in whole.made)
        until = dice.randint(1, asked)
        dice.setstate(state)
        game = watch(rules, order, viewer, at_random(dice), until)
        for other in look_alikes(game, until, dice, tries):
            yield game, other


def dealt(rules: Ruleset, dice: random.Random) -> list[int]:
    """Return a random deal."""
    deck = rules.deck
    order = dice.sample(range(deck.size), deck.size)
    for printed in deck.side_decks.values():
        side = range(len(order), len(order) + len(printed))
        order += dice.sample(side, len(side))
    return order


def check(game: Watched, other: Watched) -> str:
    """Return how the player could tell two deals apart in either engine, or nothing."""
    names = changes(game, other)
    found = unlike(game, game.own_views(), other.own_views(), names)
    if found:
        return f"reference, {found}"
    found = unlike(game, kernel_views(game), kernel_views(other), names)
    return f"kernel, {found}" if found else ""


def kernel_views(game: Watched) -> list:
    """Play the same game in the kernel up to the same decision; return its player's Views."""
    run = Run(game.rules)
    run.state["order"][: len(game.order)] = [game.rules.cards[n].bit for n in game.order]
    run.run(GAME, game.answers())
    views = [view for view in run.views() if view["seat"] == game.viewer]
    return views[: len(game.own_views())]


def check_all(rules: Ruleset, seed: str, games: int = 30, tries: int = 12) -> int:
    """Check games and their look-alikes; return how many there were."""
    count = 0
    for game, other in pairs(rules, seed, games, tries):
        assert check(game, other) == ""
        count += 1
    return count


@pytest.mark.parametrize("setting", [NONE, *SETTINGS])
@pytest.mark.parametrize("deck", [CLAIM_2, PHOENIX, ELEMENTALS])
def test_legal_decks(setting: str, deck: tuple[str, ...]):
    assert check_all(Ruleset(make_deck(deck), {}, {}, setting), f"{setting} {deck}") >= FEW


@pytest.mark.parametrize("setting", [NONE, "islands", "swamp", "windy_peaks", "shore"])
@pytest.mark.parametrize("looks", [2, 3])
def test_seers_who_look_further(setting: str, looks: int):
    rules = Ruleset(
        make_deck(PHOENIX),
        {"seer_trigger": "any_seer_in_trick"},
        {"seers.looks": looks, "phoenix.draws": 2, "sea_monsters.cards": 2},
        setting,
    )
    assert check_all(rules, f"looks {setting} {looks}") >= FEW


@pytest.mark.parametrize("setting", [NONE, "swamp", "islands", "endless_sands"])
@pytest.mark.parametrize("deck", [ASIDE, SMALL])
def test_decks_with_cards_aside(setting: str, deck: tuple[str, ...]):
    rules = Ruleset(make_deck(deck, allow_what_if=True), {}, {}, setting)
    assert check_all(rules, f"aside {setting} {deck}") >= FEW


def test_changed_decks_and_invented_factions():
    count = sum(
        check_all(changed_cell(number).rules, str(number), games=4, tries=6)
        for number in range(150)
    )
    assert count > 500


def test_identical_cards_among_cards_aside():
    """Most look like another: names are the same, numbers need not be."""
    deck = make_deck(CLAIM)
    goblins = replace(deck.factions[0], printed=(0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2))
    rules = Ruleset(Deck((goblins, *make_deck(PHOENIX).factions[2:])), {}, {}, "swamp")
    assert check_all(rules, "identical", games=60) >= FEW


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch):
    """Of the card that the opponent takes unseen."""
    right = phase1._take_top

    def wrong(game, player):
        card = game.pile.cards[0]
        knows = game.opponent(player).knows
        right(game, player)
        if card.number % 4 == 0 and knows.unseen // card.alone % 2:
            knows.unseen -= card.alone
            knows.their_followers += card.alone

    monkeypatch.setattr(phase1, "_take_top", wrong)
    rules = Ruleset(make_deck(CLAIM))
    found = [check(game, other) for game, other in pairs(rules, "leak", 12, 12)]
    assert any("reference" in one and "their_followers" in one for one in found)
