"""How the telling of a game begins: what is played by which rules, and what was dealt."""

from __future__ import annotations

from claimsim.record_reading import GameRecord
from claimsim.rules.catalogue import FACTIONS, Faction
from claimsim.rules.locations import NONE
from claimsim.rules.ruleset import Ruleset
from claimsim.rules.spec import faction_spec
from claimsim.rules.switches import SwitchValue
from claimsim.trace_words import listed, words


def opening(record: GameRecord) -> list[str]:
    """Return the lines that come before the first trick, each without its line breaks."""
    rules, deck, h = record.rules, record.rules.deck, record.rules.deck.hand_size
    dealt = [rules.cards[number] for number in record.order]
    lines = [f"{record.scenario}: deal {record.deal}, seed {record.seed}", *_rulings(rules)]
    lines += [f"Seat {seat} is {record.strategies[seat]}." for seat in (0, 1)]
    for seat in (0, 1):
        lines.append(f"Seat {seat} is dealt {listed(dealt[seat * h : (seat + 1) * h])}.")
    if deck.aside:
        lines.append(f"Set aside, unseen: {listed(dealt[4 * h : deck.size])}.")
    top = deck.size
    for name, printed in deck.side_decks.items():
        cards = dealt[top : top + len(printed)]
        top += len(printed)
        numbers = ", ".join(str(card.printed) for card in cards)
        lines.append(f"The side deck of {words(name)}, from its top: {numbers}.")
    return [*lines, "", f"Phase 1: {h} tricks for followers. Seat 0 leads."]


def _rulings(rules: Ruleset) -> list[str]:
    lines = [
        f"{what}: {words(place)}."
        for what, place in (("Setting", rules.setting), ("Building", rules.building))
        if place != NONE
    ]
    lines += [f"Ruling: {name} = {_value(v)}" for name, v in rules.changed_switches().items()]
    lines += [f"Number: {name} = {v}" for name, v in rules.changed_parameters().items()]
    changed = [faction for faction in rules.deck.factions if FACTIONS.get(faction.name) != faction]
    return lines + [_described(faction) for faction in changed]


def _value(value: SwitchValue) -> str:
    return value if isinstance(value, str) else " and ".join(map(str, value))


def _given(value: object) -> str:
    """Return a power's number or names."""
    return " and ".join(map(str, value)) if isinstance(value, list) else str(value)


def _described(faction: Faction) -> str:
    """Return a faction that is not the published one: its cards and powers."""
    numbers = ", ".join(map(str, sorted(faction.printed)))
    powers = []
    for power in faction_spec(faction)["powers"]:
        settings = {k: v for k, v in power.items() if k not in ("power", "printed")}
        given = ", ".join(f"{k} = {_given(v)}" for k, v in settings.items())
        powers.append(f"{power['power']} ({given})" if given else power["power"])
    return f"Faction {words(faction.name)}: {numbers}; powers: {', '.join(powers) or 'none'}."
