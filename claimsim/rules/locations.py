"""Locations: the settings and buildings that a game may have, one of each (rules, 1)."""

from __future__ import annotations

from dataclasses import dataclass

#: What stands for no setting, and for no building.
NONE = "none"


@dataclass(frozen=True)
class Location:
    """A setting or a building.

    Parameters
    ----------
    name
        As scenario files write it.
    section
        The section of the rules that it belongs to.
    summary
        What it does, in one line.
    box
        The box that it comes in.
    """

    name: str
    section: str
    summary: str
    box: str = "maps"


SETTINGS: dict[str, Location] = {
    row[0]: Location(*row)
    for row in (
        ("underworld", "4", "A printed 0 has the value 10."),
        ("farmlands", "4", "A printed 2 ranks above every other card in comparisons."),
        ("shore", "2", "The loser of a Phase 1 trick takes the prize, the winner the hidden card."),
        ("windy_peaks", "2", "Before Phase 2 both players swap cards of their new hands."),
        ("endless_sands", "2", "Before Phase 1 both players swap cards of their hands."),
        ("islands", "2", "Two cards lie open in Phase 1, and a trick's winner takes either."),
        ("plateau", "6", "Three tricks in a row, and the opponent leads."),
        ("swamp", "2", "Before Phase 2 both players discard cards face down."),
        ("ice_fields", "4", "Whoever lost a trick adds to his next card."),
    )
}

BUILDINGS: dict[str, Location] = {
    row[0]: Location(*row)
    for row in (
        ("dungeon", "7.7", "The last trick of each phase is worth a vote."),
        ("lighthouse", "7.7", "The first to win three cards of a faction in Phase 2 has its vote."),
        ("pyramid", "7.3", "Cards of value 3 or less leave the score piles."),
        ("monastery", "7.2", "More than twice the opponent's cards in the score pile loses."),
        ("bridge", "7.6", "More complete sets of the factions win the game."),
        ("fortress", "7.3", "Whoever has more than five of a faction drops its lowest four."),
        ("tower", "7.7", "Sums of values decide the votes before counts do."),
        ("ruins", "7.3", "Odd values leave the score piles."),
        ("castle", "7.6", "More cards in the score pile win the game."),
    )
}
