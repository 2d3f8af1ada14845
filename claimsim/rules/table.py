"""The flat table of a ruleset that the kernel and every View carry: one record, read only.

Card sets and arrays of cards go by bits (:class:`claimsim.rules.ruleset.Card`), arrays of
factions by their place in the deck. What a power or location does not have is 0 or empty,
unless a comment says otherwise.
"""

from __future__ import annotations

import dataclasses
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from claimsim import cardsets
from claimsim.rules import powers as told
from claimsim.rules.deck import MAX_CARDS, MAX_FACTIONS, MAX_PRINTED
from claimsim.rules.firings import LOCATION_FIRINGS, PLACE, POWER_FIRINGS
from claimsim.rules.locations import BUILDINGS, NONE
from claimsim.rules.powers import POWER_NAMES, Power

if TYPE_CHECKING:
    from claimsim.rules.ruleset import Card, Ruleset

_P = TypeVar("_P", bound=Power)

#: Ranks from the lowest to the highest: every number, and above them Farmlands' 2.
RANKS = MAX_PRINTED + 2

#: ``threshold`` of a faction that no outsider beats.
UNREACHABLE = 1 << 30

#: ``building``: 0 for none, else the place in the list of buildings plus one.
BUILDING_CODES = {NONE: 0} | {name: code for code, name in enumerate(BUILDINGS, start=1)}

_SET = np.uint64
_INT = np.int64
_BY_FACTION = (MAX_FACTIONS,)
_BY_CARD = (MAX_CARDS,)

TABLE = np.dtype(
    [
        # 1 where nothing that the first box has not changes how ...
        ("plain_hands", _INT),  # ... a card leaves a hand
        ("plain_tricks", _INT),  # ... a trick is won
        ("plain_ends", _INT),  # ... a trick ends and the next one is led
        ("plain_takes", _INT),  # ... followers are taken
        ("plain_votes", _INT),  # ... a vote is decided
        ("plain_piles", _INT),  # ... cards of a Phase 2 trick are scored
        ("cards", _INT),  # cards that are dealt
        ("side_cards", _INT),  # cards of all side decks
        ("factions", _INT),
        ("hand_size", _INT),
        ("bit_of", np.uint8, _BY_CARD),  # by number
        ("number_of", np.uint8, _BY_CARD),
        ("faction_of", np.uint8, _BY_CARD),
        ("value_of", np.uint8, _BY_CARD),
        ("printed_of", np.uint8, _BY_CARD),
        ("rank_of", np.int32, _BY_CARD),
        ("all_cards", _SET),  # side decks included
        ("in_side", _SET),  # cards of the side decks
        ("identical", _SET, _BY_CARD),  # the cards that look like this one, and itself
        ("faction_cards", _SET, _BY_FACTION),
        ("value_cards", _SET, (MAX_PRINTED + 1,)),
        ("rank_cards", _SET, (RANKS,)),  # from the lowest rank to the highest
        # rules, 3
        ("wild", _SET),
        ("no_repeat", _SET),
        ("same_leader", _INT, _BY_FACTION),  # 1 under rule = "same_leader"
        # rules, 4
        ("beats", _SET, _BY_FACTION),  # what a follower of the faction beats
        ("beaten_by", _SET, _BY_FACTION),  # followers that beat its cards so
        ("ranks_with", _SET, _BY_FACTION),  # other followers that do if they rank higher
        ("captors", _SET),  # every card with `captures_equal`
        ("captures", _SET, (2,)),  # those whose power acts, by phase - 1
        ("beaten_from", _SET),
        ("threshold", _INT, _BY_FACTION),  # UNREACHABLE where there is none
        ("by_printed", _INT, _BY_FACTION),  # 1 under on = "printed"
        ("gains", _INT),  # 1 if any card can have a bonus
        ("renumbers", _INT),  # 1 in Underworld and Farmlands
        ("revalued", _SET),  # cards whose value is not what is printed
        ("above", _SET),  # cards that rank above their value
        ("removes", _INT),  # 1 if cards can leave the game in play
        ("raises", _INT),  # 1 if any card can have a bonus without a boost
        ("varies", _INT),  # 1 if bonuses can change without a new trident
        ("present", _INT, _BY_FACTION),  # 1 where there is a faction
        ("strong", _INT),  # how many factions strengthen
        ("strong_ones", _INT, _BY_FACTION),  # which
        ("strengthens", _INT, _BY_FACTION),  # bonus of each scored card, Phase 2
        ("trident_bonus", _INT, _BY_FACTION),
        ("strong_cards", _SET),
        ("strong_moves", _INT),  # 1 if such cards can be scored or lost without being played
        ("ice_bonus", _INT),
        ("boosters", _SET),
        ("boost", _INT, _BY_FACTION),  # bonus of each discarded card
        ("answers", _INT),  # 1 under lightning_timing = "leader_may_answer"
        # rules, 2 and 5
        ("exchange", _INT, _BY_FACTION),  # cards that each gives for a revealed card
        ("sands", _INT),
        ("peaks", _INT),
        ("swamp", _INT),
        ("shore", _INT),
        ("islands", _INT),
        ("pickers", _SET),
        ("looks", _INT, _BY_FACTION),
        ("picks_lost", _INT, _BY_FACTION),  # 1 under trigger = "any_seer_in_trick"
        ("scored_when_played", _SET, (2,)),  # by phase - 1
        ("loser_scores", _SET, (2,)),  # by phase - 1
        ("limited", _SET),
        ("limit", _INT, _BY_FACTION),
        ("in_front", _SET),
        ("smashers", _SET),
        ("smash_targets", _SET, _BY_FACTION),
        ("may_smash", _INT, _BY_FACTION),  # 1 under smash = "may"
        ("redrawn", _SET),  # cards that draw when lost
        ("draws", _INT, _BY_FACTION),
        ("must_draw", _INT, _BY_FACTION),  # 1 under draw = "always"
        ("side_start", _INT, _BY_FACTION),  # place of a side deck's first card in a deal
        ("side_stop", _INT, _BY_FACTION),
        ("arms", _SET),
        ("tridents", _INT),  # the supply
        # rules, 6
        ("leads_next", _SET),
        ("plateau", _INT),  # tricks in a row
        ("plateau_leads", _INT),  # 1 under plateau_rule = "three_leads"
        # rules, 7
        ("building", _INT),  # see BUILDING_CODES
        ("monastery_ratio", np.float64),
        ("dropped", _SET),  # cards that Pyramid or Ruins take
        ("fortress_limit", _INT),
        ("fortress_drop", _INT),
        ("lighthouse", _INT),  # cards that secure a vote
        ("dungeon", _INT),  # votes for a last trick
        ("castle_largest", _INT),
        ("powers_first", _INT),
        ("scavenges", _INT),  # 1 if any faction draws from the discard
        ("discard_draws", _INT, _BY_FACTION),
        ("extinct", _SET),  # cards that die out
        ("arrests", _INT),  # 1 if any card can be arrested
        ("arresters", _INT, (MAX_FACTIONS, MAX_FACTIONS)),  # places of factions, then -1
        ("weight", _INT, _BY_FACTION),  # of a card alone of its value; 1 without the power
        ("tiebreak_highest", _INT),
        ("three_votes", _INT),
        # counting
        ("counters", _INT),
        ("counter", _INT, (MAX_FACTIONS * MAX_FACTIONS,)),  # places of firings that can occur
    ],
    align=True,
)


def make_table(rules: Ruleset) -> np.void:
    """Return the table of a ruleset.

    In a grid the cells of one deck and setting follow each other: all but the building's part
    is then taken over from the table before.
    """
    ground = _ground(rules)
    row: np.void = ground.bytes.copy().view(TABLE)[0]
    _write_building(row, rules, ground.rules)
    return row


class _Ground(NamedTuple):
    """The table of a deck and setting without a building, and the ruleset that it is of."""

    rules: Ruleset
    bytes: npt.NDArray[np.uint8]


class _Latest(threading.local):
    """What each thread made last."""

    ground: _Ground | None = None


_LATEST = _Latest()


def _ground(rules: Ruleset) -> _Ground:
    """Return the table without a building: the latest one, if it is of the same deck and rest."""
    ground = _LATEST.ground
    if ground is not None:
        known = ground.rules
        same_place = known.deck is rules.deck and known.setting == rules.setting
        if same_place and known.parameters == rules.parameters and known.switches == rules.switches:
            return ground
    bare = dataclasses.replace(
        rules, building=NONE, switches=dict(rules.switches), parameters=dict(rules.parameters)
    )
    table = np.zeros(1, TABLE)
    row: np.void = table[0]
    _write_cards(row, bare)
    _write_play(row, bare)
    _write_tricks(row, bare)
    _write_end(row, bare)
    row["removes"] = row["swamp"] > 0 or row["boosters"] > 0 or row["smashers"] > 0
    row["gains"] = _any(row, "raises", "boosters")
    ending = ("redrawn", "arms", "limited", "leads_next", "plateau", "no_repeat", "smashers")
    row["plain_ends"] = not _any(row, *ending)
    row["plain_hands"] = not _any(row, "side_cards", "boosters", "swamp")
    row["plain_takes"] = not _any(row, "pickers", "shore", "islands")
    row["revalued"] = cardsets.of(card.bit for card in bare.cards if card.value != card.printed)
    row["above"] = cardsets.of(card.bit for card in bare.cards if card.rank != card.value)
    row["renumbers"] = bare.setting in ("underworld", "farmlands")
    row["plain_tricks"] = not _any(row, "gains", "captors", "beaten_from", "renumbers")
    _LATEST.ground = _Ground(bare, table.view(np.uint8))
    return _LATEST.ground


def counted(rules: Ruleset) -> list[str]:
    """Return the powers and locations in play: those whose firings are counted."""
    factions = rules.deck.factions
    names = {POWER_NAMES[type(power)] for faction in factions for power in faction.powers}
    places = [name for name in (rules.setting, rules.building) if name != NONE]
    assert all(name in LOCATION_FIRINGS for name in places)
    return [name for name in POWER_FIRINGS if name in names] + places


def _write_cards(row: np.void, rules: Ruleset) -> None:
    deck, cards = rules.deck, rules.by_bit
    count = len(cards)
    places = {name: place for place, name in enumerate(deck.names)}
    names, values, ranks, factions = (
        _grouped(of)
        for of in zip(*((c.name, c.value, c.rank, c.faction) for c in cards), strict=True)
    )
    row["cards"], row["side_cards"] = deck.size, deck.side_size
    row["factions"], row["hand_size"] = len(deck.factions), deck.hand_size
    row["bit_of"][:count] = [card.bit for card in rules.cards]
    row["number_of"][:count] = [card.number for card in cards]
    row["faction_of"][:count] = [places[card.faction] for card in cards]
    row["value_of"][:count] = [card.value for card in cards]
    row["printed_of"][:count] = [card.printed for card in cards]
    row["rank_of"][:count] = [card.rank for card in cards]
    row["identical"][:count] = [names[card.name] for card in cards]
    row["value_cards"][list(values)] = list(values.values())
    row["rank_cards"][: len(ranks)] = [ranks[rank] for rank in sorted(ranks)]
    row["present"][: len(places)] = 1
    row["all_cards"] = cardsets.of(range(count))
    row["in_side"] = cardsets.of(card.bit for card in cards if card.side)
    row["faction_cards"][: len(places)] = [factions.get(name, 0) for name in places]


def _write_play(row: np.void, rules: Ruleset) -> None:
    """Fill in what may be played and who wins: rules, 3, 4 and 6."""
    row["wild"] = _with(rules, told.Wild)
    row["no_repeat"] = _with(rules, told.NoRepeatLead)
    row["captors"] = _with(rules, told.CapturesEqual)
    row["beaten_from"] = _with(rules, told.BeatenFrom)
    row["boosters"] = _with(rules, told.Boosts)
    row["threshold"] = UNREACHABLE
    for phase in (1, 2):
        row["captures"][phase - 1] = _acting(rules, told.CapturesEqual, phase)
    for f, _, power in _powers(rules, told.Beats):
        row["beats"][f] = _cards(rules, power.target)
        for place, name in enumerate(rules.deck.names):
            if name in power.target:
                row["beaten_by"][place] |= row["faction_cards"][f]
    row["ranks_with"] = (row["faction_cards"] | row["wild"]) & ~row["beaten_by"]
    for f, _, power in _powers(rules, told.NoRepeatLead):
        row["same_leader"][f] = power.rule == "same_leader"
    for f, _, power in _powers(rules, told.BeatenFrom):
        row["threshold"][f] = power.threshold
        row["by_printed"][f] = power.on == "printed"
    strong = list(_powers(rules, told.Strengthens))
    for f, _, power in strong:
        row["strengthens"][f] = power.bonus
        row["strong_ones"][row["strong"]] = f
        row["strong"] += 1
    for f, _, power in _powers(rules, told.Arms):
        row["trident_bonus"][f] = power.bonus
        row["tridents"] += power.supply
    for f, _, power in _powers(rules, told.Boosts):
        row["boost"][f] = power.bonus
    row["arms"] = _with(rules, told.Arms)
    row["ice_bonus"] = _at(rules, "ice_fields", "ice_fields.bonus")
    row["answers"] = rules.switch("lightning_timing") == "leader_may_answer"
    row["strong_cards"] = _with(rules, told.Strengthens)
    both = [rules.power(n, told.Boosts) or rules.power(n, told.Limited) for _, n, _ in strong]
    row["strong_moves"] = any(both)
    row["varies"] = _any(row, "strong", "ice_bonus")
    row["raises"] = _any(row, "varies", "arms")
    row["leads_next"] = _with(rules, told.LeadsNext)
    row["plateau"] = _at(rules, "plateau", "plateau.wins")
    row["plateau_leads"] = rules.switch("plateau_rule") == "three_leads"


def _write_tricks(row: np.void, rules: Ruleset) -> None:
    """Fill in what is turned up, swapped, taken and scored: rules, 2 and 5."""
    for f, _, power in _powers(rules, told.Exchanges):
        row["exchange"][f] = power.cards
    row["sands"] = _at(rules, "endless_sands", "endless_sands.cards")
    row["peaks"] = _at(rules, "windy_peaks", "windy_peaks.cards")
    row["swamp"] = _at(rules, "swamp", "swamp.cards")
    row["shore"] = rules.setting == "shore"
    row["islands"] = rules.setting == "islands"
    row["pickers"] = _with(rules, told.PicksReward)
    for f, _, power in _powers(rules, told.PicksReward):
        row["looks"][f] = power.looks
        row["picks_lost"][f] = power.trigger == "any_seer_in_trick"
    for phase in (1, 2):
        row["scored_when_played"][phase - 1] = _acting(rules, told.ScoredWhenPlayed, phase)
        row["loser_scores"][phase - 1] = _acting(rules, told.LoserScores, phase)
    row["limited"] = _with(rules, told.Limited)
    for f, _, power in _powers(rules, told.Limited):
        row["limit"][f] = power.limit
    row["in_front"] = _with(rules, told.LiesInFront)
    row["smashers"] = _with(rules, told.Smashes)
    for f, _, power in _powers(rules, told.Smashes):
        row["smash_targets"][f] = _cards(rules, power.target)
        row["may_smash"][f] = power.smash == "may"
    row["redrawn"] = _with(rules, told.Redraws)
    start = rules.deck.size
    for f, name, power in _powers(rules, told.Redraws):
        row["draws"][f] = power.draws
        row["must_draw"][f] = power.draw == "always"
        row["side_start"][f] = start
        start += len(rules.deck.side_decks[name])
        row["side_stop"][f] = start


def _write_end(row: np.void, rules: Ruleset) -> None:
    """Fill in what happens at the end: rules, 7."""
    row["monastery_ratio"] = rules.ratio("monastery.ratio")
    row["fortress_limit"] = rules.number("fortress.limit")
    row["fortress_drop"] = rules.number("fortress.drop")
    row["castle_largest"] = rules.switch("castle_counts") == "largest_faction"
    row["powers_first"] = rules.switch("end_order") == "powers_first"
    row["arresters"] = -1
    row["weight"] = 1
    for f, _, power in _powers(rules, told.DrawsDiscard):
        row["discard_draws"][f] = power.draws
        row["scavenges"] = 1
    from_value = {name: power.extinct_from for _, name, power in _powers(rules, told.Extinct)}
    row["extinct"] = _bits(
        rules, lambda card: card.value >= from_value.get(card.faction, MAX_PRINTED + 1)
    )
    for f, _, power in _powers(rules, told.ArrestedBy):
        present = [rules.deck.names.index(name) for name in power.by if name in rules.deck.names]
        row["arresters"][f][: len(present)] = present
        row["arrests"] = row["arrests"] or bool(present)
    for f, _, power in _powers(rules, told.UniqueCounts):
        row["weight"][f] = power.weight
    row["tiebreak_highest"] = rules.switch("tiebreak_depth") == "highest"
    row["three_votes"] = rules.switch("victory") == "three_votes"


def _write_building(row: np.void, rules: Ruleset, bare: Ruleset) -> None:
    """Fill in what depends on the building; `bare` has the same cards, known already."""
    row["building"] = BUILDING_CODES[rules.building]
    if rules.building == "pyramid":
        limit = rules.number("pyramid.max_value")
        row["dropped"] = _bits(bare, lambda card: card.value <= limit)
    elif rules.building == "ruins":
        row["dropped"] = _bits(bare, lambda card: card.value % 2 == 1)
    at_lighthouse, at_dungeon = rules.building == "lighthouse", rules.building == "dungeon"
    row["lighthouse"] = rules.number("lighthouse.cards") if at_lighthouse else 0
    row["dungeon"] = rules.number("dungeon.votes") if at_dungeon else 0
    row["plain_piles"] = not _any(row, "limited", "in_front", "smashers", "lighthouse", "captors")
    row["plain_votes"] = (
        rules.building not in ("lighthouse", "tower") and (row["weight"] == 1).all()
    )
    names = counted(rules)
    row["counters"] = len(names)
    row["counter"][: len(names)] = [PLACE[name] for name in names]


def _any(row: np.void, *names: str) -> bool:
    """Say whether any of these fields is set."""
    return any(row[name].any() for name in names)


def _at(rules: Ruleset, setting: str, parameter: str) -> int:
    """Return a parameter where its setting is in play, else 0."""
    return rules.number(parameter) if rules.setting == setting else 0


def _powers(rules: Ruleset, kind: type[_P]) -> Iterable[tuple[int, str, Any]]:
    """Yield place, name and power of each faction that has a power of this kind."""
    for f, name in enumerate(rules.deck.names):
        power = rules.power(name, kind)
        if power is not None:
            yield f, name, power


def _grouped(marks: Iterable[Any]) -> dict[Any, int]:
    """Return the cards that share each mark; marks stand in the order of bits."""
    bits: dict[Any, list[int]] = defaultdict(list)
    for bit, mark in enumerate(marks):
        bits[mark].append(bit)
    return {mark: cardsets.of(cards) for mark, cards in bits.items()}


def _cards(rules: Ruleset, factions: Iterable[str]) -> np.uint64:
    """Return the cards of some factions; names that are not in the deck do nothing."""
    names = set(factions)
    bits = [card.bit for card in rules.cards if card.faction in names] if names else []
    return np.uint64(cardsets.of(bits))


def _bits(rules: Ruleset, chosen: Callable[[Card], bool]) -> np.uint64:
    """Return the cards of a certain kind."""
    return np.uint64(cardsets.of(card.bit for card in rules.cards if chosen(card)))


def _with(rules: Ruleset, kind: type[Power]) -> np.uint64:
    """Return the cards that have a power."""
    return _cards(rules, [name for _, name, _ in _powers(rules, kind)])


def _acting(rules: Ruleset, kind: type[Power], phase: int) -> np.uint64:
    """Return the cards whose power of this kind acts in a phase."""
    return _cards(rules, [n for _, n, power in _powers(rules, kind) if phase in power.phases])
