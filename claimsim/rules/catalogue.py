"""What the boxes hold: factions, their cards and powers, and the named decks (rules, 1)."""

from __future__ import annotations

from dataclasses import dataclass

from claimsim.rules.powers import (
    Arms,
    ArrestedBy,
    BeatenFrom,
    Beats,
    Boosts,
    CapturesEqual,
    DrawsDiscard,
    Exchanges,
    Extinct,
    LeadsNext,
    LiesInFront,
    Limited,
    LoserScores,
    NoRepeatLead,
    PicksReward,
    Power,
    Redraws,
    ScoredWhenPlayed,
    Smashes,
    Strengthens,
    UniqueCounts,
    Wild,
)

_ZERO_TO_NINE = tuple(range(10))
_ZERO_TO_TEN = tuple(range(11))
_ZERO_TO_ELEVEN = tuple(range(12))

#: What a faction's group is called where it belongs to no pair.
SINGLE = "single"
SPECIAL = "special"

#: The box and group of factions that no box holds.
INVENTED = "invented"


@dataclass(frozen=True)
class Faction:
    """A faction: cards and powers.

    Parameters
    ----------
    name
        Plural, lower case, underscores: ``"goblins"``.
    printed
        The numbers on its cards, ascending; repeated numbers are identical cards.
    powers
        What its cards can do (:mod:`claimsim.rules.powers`).
    box
        The box that it comes in, or :data:`INVENTED`.
    group
        :data:`SINGLE`, :data:`SPECIAL`, or the name of the pair that it belongs to: what a
        legal deck is made of. :data:`INVENTED` for others.
    summary
        One line for people.
    """

    name: str
    printed: tuple[int, ...]
    powers: tuple[Power, ...]
    box: str
    group: str
    summary: str


#: Every faction, in the catalogue's order: pairs, specials, singles.
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
            powers=(Beats(),),
            box="claim",
            group="goblins+knights",
            summary="Played second on a Goblin, a Knight wins whatever the numbers.",
        ),
        Faction(
            name="pirates",
            printed=_ZERO_TO_TEN,
            powers=(ArrestedBy(),),
            box="sea",
            group="pirates+royal_navy",
            summary="At the end a Pirate beside an equal Royal Navy counts as Royal Navy.",
        ),
        Faction(
            name="royal_navy",
            printed=_ZERO_TO_TEN,
            powers=(),
            box="sea",
            group="pirates+royal_navy",
            summary="No power of its own, but it arrests Pirates of equal value.",
        ),
        Faction(
            name="gnomes",
            printed=(1, 1, 1, 3, 3, 3, 5, 5, 5, 7, 7, 7, 9),
            powers=(LiesInFront(),),
            box="claim_2",
            group="gnomes+giants",
            summary="Won in Phase 2 they lie open, where Giants can remove them.",
        ),
        Faction(
            name="giants",
            printed=(1, 1, 3, 3, 5, 5, 7, 7, 9),
            powers=(Smashes(),),
            box="claim_2",
            group="gnomes+giants",
            summary="A Giant won removes an equal Gnome in front of the opponent.",
        ),
        Faction(
            name="angels",
            printed=_ZERO_TO_ELEVEN,
            powers=(UniqueCounts(),),
            box="sky",
            group=SPECIAL,
            summary="An Angel alone of its value in a score pile counts twice.",
        ),
        Faction(
            name="eagles",
            printed=_ZERO_TO_ELEVEN,
            powers=(NoRepeatLead(),),
            box="sky",
            group=SPECIAL,
            summary="After a trick led with an Eagle no Eagle may be led.",
        ),
        Faction(
            name="pterosaurs",
            printed=_ZERO_TO_ELEVEN,
            powers=(Extinct(),),
            box="sky",
            group=SPECIAL,
            summary="Values of 7 and more leave the score piles at the end.",
        ),
        Faction(
            name="lightning_elementals",
            printed=_ZERO_TO_ELEVEN,
            powers=(Boosts(),),
            box="sky",
            group=SPECIAL,
            summary="In Phase 2 those scored may be discarded for 1 each on a played card.",
        ),
        Faction(
            name="dwarves",
            printed=_ZERO_TO_NINE,
            powers=(LoserScores(),),
            box="claim",
            group=SINGLE,
            summary="In Phase 2 every Dwarf goes to the player who lost the trick.",
        ),
        Faction(
            name="undead",
            printed=_ZERO_TO_NINE,
            powers=(ScoredWhenPlayed(),),
            box="claim",
            group=SINGLE,
            summary="Undead played in Phase 1 are scored at once by the trick's winner.",
        ),
        Faction(
            name="doppelgangers",
            printed=_ZERO_TO_NINE,
            powers=(Wild(),),
            box="claim",
            group=SINGLE,
            summary="Wild: follows any lead, and then ranks as the led faction.",
        ),
        Faction(
            name="phoenix",
            printed=_ZERO_TO_NINE,
            powers=(Redraws(),),
            box="maps",
            group=SINGLE,
            summary="Lost in Phase 2, a Phoenix may be replaced by a Fire Phoenix.",
        ),
        Faction(
            name="unicorns",
            printed=_ZERO_TO_NINE,
            powers=(Strengthens(),),
            box="maps",
            group=SINGLE,
            summary="In Phase 2 each one scored adds 1 to its owner's other cards.",
        ),
        Faction(
            name="basilisks",
            printed=_ZERO_TO_NINE,
            powers=(CapturesEqual(),),
            box="maps",
            group=SINGLE,
            summary="In Phase 2, following an equal card, it captures that card.",
        ),
        Faction(
            name="vulturekin",
            printed=_ZERO_TO_NINE,
            powers=(DrawsDiscard(),),
            box="sky",
            group=SINGLE,
            summary="Whoever wins their vote draws two cards of the Phase 1 discard.",
        ),
        Faction(
            name="sea_monsters",
            printed=_ZERO_TO_NINE,
            powers=(Exchanges(),),
            box="sea",
            group=SINGLE,
            summary="One turned up as a prize makes both players swap a hand card.",
        ),
        Faction(
            name="octipi",
            printed=_ZERO_TO_NINE,
            powers=(BeatenFrom(),),
            box="sea",
            group=SINGLE,
            summary="Led, an Octopus loses to another faction's 8 or more, Doppelgangers aside.",
        ),
        Faction(
            name="fish_people",
            printed=_ZERO_TO_NINE,
            powers=(Arms(),),
            box="sea",
            group=SINGLE,
            summary="Losing with one earns a trident, which adds 1 to one's Fish People.",
        ),
        Faction(
            name="dragons",
            printed=_ZERO_TO_NINE,
            powers=(LeadsNext(),),
            box="claim_2",
            group=SINGLE,
            summary="Whoever played the last Dragon of a trick leads the next.",
        ),
        Faction(
            name="trolls",
            printed=_ZERO_TO_NINE,
            powers=(Limited(),),
            box="claim_2",
            group=SINGLE,
            summary="In Phase 2 a trick gives only one Troll, the highest; others wait.",
        ),
        Faction(
            name="seers",
            printed=_ZERO_TO_NINE,
            powers=(PicksReward(),),
            box="claim_2",
            group=SINGLE,
            summary="Won with a Seer, a Phase 1 trick lets one choose prize or pile.",
        ),
    )
}

#: Decks that scenario files may call by name.
NAMED_DECKS: dict[str, tuple[str, ...]] = {
    "claim": ("goblins", "knights", "dwarves", "undead", "doppelgangers"),
    "claim_2": ("gnomes", "giants", "dragons", "trolls", "seers"),
    "sea": ("pirates", "royal_navy", "sea_monsters", "octipi", "fish_people"),
}

#: Where each box's rules were read.
RULEBOOKS: dict[str, str] = {
    "claim": "Claim (2017), White Goblin Games",
    "claim_2": "Claim 2, White Goblin Games (from published descriptions)",
    "maps": "Claim: Reinforcements - Maps, White Goblin Games",
    "sky": "Claim: Reinforcements - Sky, White Goblin Games",
    "sea": "Claim: Reinforcements - Sea, White Goblin Games",
}

#: Every box.
BOXES = tuple(RULEBOOKS)
