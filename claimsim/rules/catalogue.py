"""What the boxes hold: factions, their cards and powers, and the named decks (rules, 1)."""

from __future__ import annotations

from dataclasses import dataclass

from claimsim.rules.powers import Beats, LoserScores, Power, ScoredWhenPlayed, Wild

_ZERO_TO_NINE = tuple(range(10))


@dataclass(frozen=True)
class Faction:
    """A faction as published.

    Parameters
    ----------
    name
        Plural, lower case, underscores: ``"goblins"``.
    printed
        The numbers on its cards, ascending; repeated numbers are identical cards.
    powers
        What its cards can do (:mod:`claimsim.rules.powers`).
    box
        The box that it comes in.
    group
        ``"single"``, or the name of the pair it belongs to: what a legal deck is made of.
    summary
        One line for people.
    """

    name: str
    printed: tuple[int, ...]
    powers: tuple[Power, ...]
    box: str
    group: str
    summary: str


#: Every faction, in the catalogue's order.
FACTIONS: dict[str, Faction] = {
    faction.name: faction
    for faction in (
        Faction(
            name="goblins",
            printed=(0, 0, 0, 0, *_ZERO_TO_NINE),
            powers=(),
            box="claim",
            group="goblins+knights",
            summary="The largest faction, five of its fourteen cards are 0s; no power.",
        ),
        Faction(
            name="knights",
            printed=tuple(range(2, 10)),
            powers=(Beats(target=("goblins",)),),
            box="claim",
            group="goblins+knights",
            summary="Played second on a Goblin, a Knight wins whatever the numbers.",
        ),
        Faction(
            name="dwarves",
            printed=_ZERO_TO_NINE,
            powers=(LoserScores(phases=(2,)),),
            box="claim",
            group="single",
            summary="In Phase 2 every Dwarf goes to the player who lost the trick.",
        ),
        Faction(
            name="undead",
            printed=_ZERO_TO_NINE,
            powers=(ScoredWhenPlayed(phases=(1,)),),
            box="claim",
            group="single",
            summary="Undead played in Phase 1 are scored at once by the trick's winner.",
        ),
        Faction(
            name="doppelgangers",
            printed=_ZERO_TO_NINE,
            powers=(Wild(),),
            box="claim",
            group="single",
            summary="Wild: follows any lead, and then ranks as the led faction.",
        ),
    )
}

#: Decks that scenario files may call by name.
NAMED_DECKS: dict[str, tuple[str, ...]] = {
    "claim": ("goblins", "knights", "dwarves", "undead", "doppelgangers"),
}

#: Where each box's rules were read.
RULEBOOKS: dict[str, str] = {"claim": "Claim (2017), White Goblin Games"}
