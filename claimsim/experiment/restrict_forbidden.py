"""What can be forbidden: a power, card, faction or skill, and what a player then does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimsim import cardsets, registry
from claimsim.errors import InputError
from claimsim.restricted import Ban, Restricted
from claimsim.rules.powers import POWER_NAMES, POWERS, Power, Redraws, Smashes
from claimsim.rules.ruleset import Card, Ruleset
from claimsim.seated import Seated
from claimsim.view import ANSWER, BOOST, DRAW, SMASH
from claimsim.wording import name_refusal, nearest, refusal

if TYPE_CHECKING:
    from claimsim.scenario import Cell, Scenario

KINDS = ("power", "card", "faction", "skill")

#: Stands for each one in turn that the scenario's decks have, or the restricted players.
ALL = "all"

#: Powers that act when nobody has played or chosen anything: there is nothing to do without.
_UNASKED = {"exchanges": "it acts when a card of it is turned up, whatever a player does"}

#: Phases in which each power acts on what is played; those of the end of the game go by the score
#: piles, which Phase 2 fills. Powers that say their phases themselves are not here.
_PHASES: dict[str, tuple[int, ...]] = {
    "beats": (1, 2),
    "wild": (1, 2),
    "redraws": (2,),
    "strengthens": (2,),
    "unique_counts": (2,),
    "no_repeat_lead": (1, 2),
    "extinct": (2,),
    "draws_discard": (2,),
    "arrested_by": (2,),
    "beaten_from": (1, 2),
    "arms": (1, 2),
    "lies_in_front": (2,),
    "smashes": (2,),
    "leads_next": (1, 2),
    "limited": (2,),
    "picks_reward": (1,),
}

#: What declining is called.
_DECLINING = {BOOST: "boosts", DRAW: "draws", SMASH: "smashes"}


@dataclass(frozen=True)
class Forbidden:
    """One thing that a player must not use.

    Parameters
    ----------
    kind
        One of :data:`KINDS`.
    name
        Of the power, faction or skill; of a card its faction and number: ``"knights-5"``.
    """

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind}={self.name}"

    def concerns(self, cell: Cell, player: Seated) -> bool:
        """Say whether a cell has it: a card of its deck, a skill of the restricted player."""
        if self.kind == "skill":
            return self.name in player.strategy.skills
        if self.kind == "faction":
            return self.name in cell.deck.names
        kind = POWERS.get(self.name)
        for faction in cell.deck.factions:
            if self.kind == "power":
                found = any(type(power) is kind for power in faction.powers)
            else:
                printed = (*faction.printed, *cell.deck.side_decks.get(faction.name, ()))
                found = any(self.name == f"{faction.name}-{number}" for number in printed)
            if found:
                return True
        return False

    def seated(self, player: Seated, rules: Ruleset) -> Seated:
        """Return a player of a cell that it concerns, who does without it."""
        if self.kind == "skill":
            off = player.strategy.skills[self.name]
            return Seated(player.strategy, {**player.weights, **off})
        return Restricted.of(player, self.ban(rules))

    def ban(self, rules: Ruleset) -> Ban:
        """Return what it forbids under certain rules: see :mod:`claimsim.restricted`."""
        if self.kind == "power":
            return _ban_of_power(self.name, rules)
        cards = cardsets.of(
            card.bit
            for card in rules.cards
            if self.name == (card.faction if self.kind == "faction" else card_name(card))
        )
        return Ban(cards, cards, everywhere=True)

    def means(self, rules: Ruleset) -> str:
        """Return in words what a player does under certain rules who does without it."""
        if self.kind == "skill":
            return f"plays without the skill {self.name}"
        if self.kind != "power":
            return f"chooses no {self.name} where he has another option"
        ban = self.ban(rules)
        told = [f"never {_DECLINING[one]}" for one in sorted(ban.declines) if one in _DECLINING]
        phases = {"in Phase 1": ban.phase_1, "in Phase 2": ban.phase_2}
        if ban.phase_1 == ban.phase_2:
            phases = {"": ban.phase_1}
        for phase, cards in phases.items():
            names = dict.fromkeys(rules.by_bit[bit].faction for bit in cardsets.members(cards))
            if names:
                told.append(f"avoids playing {', '.join(names)} {phase}".strip())
        return "; ".join(told) or "has nothing to do without"


def card_name(card: Card) -> str:
    """Return what a card is called on the command line: ``"knights-5"``."""
    return f"{card.faction}-{card.printed}"


def names_in(kind: str, rules: Ruleset) -> dict[str, None]:
    """Return the powers, cards or factions of a deck by name, in its order."""
    if kind == "faction":
        return dict.fromkeys(rules.deck.names)
    if kind == "card":
        return dict.fromkeys(card_name(card) for card in rules.cards)
    held = {POWER_NAMES[type(one)] for of in rules.powers.values() for one in of}
    return dict.fromkeys(name for name in POWERS if name in held)


def _ban_of_power(name: str, rules: Ruleset) -> Ban:
    """Return how to do without a power: decline it, else avoid its cards where it acts."""
    declines: set[int] = set()
    banned = [0, 0]
    for faction in rules.deck.names:
        power = rules.power(faction, POWERS[name])
        if power is None:
            continue
        asked = _declinable(name, power)
        if asked:
            declines.update(asked)
            continue
        cards = cardsets.of(card.bit for card in rules.cards if card.faction == faction)
        phases = _PHASES[name] if name in _PHASES else vars(power)["phases"]
        for phase in phases:
            banned[phase - 1] = cardsets.union(banned[phase - 1], cards)
    return Ban(banned[0], banned[1], frozenset(declines))


def _declinable(name: str, power: Power) -> tuple[int, ...]:
    """Return the decisions in which a power can be declined; none: it acts of itself."""
    if name == "boosts":
        return (BOOST, ANSWER)
    if isinstance(power, Redraws) and power.draw == "may":
        return (DRAW,)
    if isinstance(power, Smashes) and power.smash == "may":
        return (SMASH,)
    return ()


def read_forbidden(
    texts: Iterable[str], scenario: Scenario, players: Sequence[Seated]
) -> list[Forbidden]:
    """Read what is forbidden.

    Parameters
    ----------
    texts
        As the command line has them: ``"power=boosts"``, ``"card=knights-5"``, ``"faction=all"``.
    scenario
        Whose decks say what there is.
    players
        Who is restricted: in the cells of any deck, the player of each matchup.

    Returns
    -------
    list
        Each once, in the order given; ``all`` in the order of the decks or of the players' skills.

    Raises
    ------
    InputError
        Nothing at all, another form, or what is in no deck of the scenario, or a skill that none
        of the players has; the message names the nearest.
    """
    found: dict[Forbidden, None] = {}
    for text in texts:
        kind, _, name = text.partition("=")
        if kind not in KINDS or not name:
            allowed = "power=NAME, card=FACTION-VALUE, faction=NAME or skill=NAME"
            near = "" if kind in KINDS else nearest(kind, KINDS)
            raise InputError(f"--forbid: {refusal(text, allowed)}{near}")
        names = [name]
        if kind == "skill" and name == ALL:
            names = _all_skills(text, players)
        elif kind == "skill":
            _check_skill(text, name, players)
        else:
            names = _named(text, kind, name, scenario)
        found |= dict.fromkeys(Forbidden(kind, one) for one in names)
    if not found:
        raise InputError("--forbid: nothing is forbidden; for instance: --forbid faction=all")
    return list(found)


def _named(text: str, kind: str, name: str, scenario: Scenario) -> list[str]:
    """Return what a name stands for: itself, or each one that the decks have."""
    known: dict[str, None] = {}
    for deck in scenario.decks:
        known |= names_in(kind, Ruleset(deck, scenario.switches, scenario.parameters))
    if name == ALL:
        names = [one for one in known if one not in _UNASKED]
        if names:
            return names
    if name in known and name not in _UNASKED:
        return [name]
    if name in known:
        raise InputError(f"--forbid {text}: nobody can do without it: {_UNASKED[name]}")
    if kind == "card":
        told = refusal(name, "a card of the scenario's decks, FACTION-VALUE") + nearest(name, known)
    else:
        there = [one for one in known if one not in _UNASKED]
        told = name_refusal(name, [*there, ALL], f"a {kind} of the scenario's decks:")
    raise InputError(f"--forbid {text}: {told}")


def _all_skills(text: str, players: Sequence[Seated]) -> list[str]:
    """Return every skill that a restricted player has."""
    names = list(dict.fromkeys(skill for player in players for skill in player.strategy.skills))
    if not names:
        raise InputError(f"--forbid {text}: {_lacking(players)} no skill to do without")
    return names


def _lacking(players: Sequence[Seated]) -> str:
    """Return ``'greedy' has``, or ``'greedy', 'random' have``."""
    names = list(dict.fromkeys(repr(player.strategy.name) for player in players))
    return f"{', '.join(names)} {'has' if len(names) == 1 else 'have'}"


def _check_skill(text: str, name: str, players: Sequence[Seated]) -> None:
    """Make sure that a skill is there, and that a restricted player has it."""
    having: dict[str, list[str]] = {}
    for one in registry.known().values():
        for skill in one.skills:
            having.setdefault(skill, []).append(one.name)
    for player in players:
        for skill in player.strategy.skills:
            having.setdefault(skill, [])
    if name not in having:
        raise InputError(f"--forbid {text}: {name_refusal(name, [*having, ALL], 'a skill:')}")
    if not any(name in player.strategy.skills for player in players):
        raise InputError(
            f"--forbid {text}: {_lacking(players)} no such skill; those that have it: "
            f"{', '.join(having[name])}"
        )
