"""Parameters: the numbers of powers and locations that a scenario may change (rules, 11)."""

from __future__ import annotations

from dataclasses import dataclass

#: No number of a power or location may be larger: sums of bonuses stay far below the place that
#: Farmlands gives a 2 (:data:`claimsim.rules.ruleset.ABOVE_ALL`).
MAX_NUMBER = 10_000


@dataclass(frozen=True)
class Parameter:
    """One number.

    Parameters
    ----------
    name
        As scenario files write it, under ``[parameters]``.
    default
        Its value where a scenario says nothing.
    low
        The least value it may have.
    section
        The section of the rules that it belongs to.
    box
        The box that it comes from.
    summary
        What it is, in one line.
    """

    name: str
    default: float
    low: int
    section: str
    box: str
    summary: str

    @property
    def whole(self) -> bool:
        """Whether it must be an integer."""
        return self.name != "monastery.ratio"

    def problem(self, value: object) -> str:
        """Return what would be right where `value` cannot be its value, else nothing."""
        kinds = (int,) if self.whole else (int, float)
        if type(value) in kinds and self.low <= value <= MAX_NUMBER:  # type: ignore[operator]
            return ""
        what = "an integer" if self.whole else "a number"
        return f"{what} from {self.low} to {MAX_NUMBER}"


PARAMETERS: dict[str, Parameter] = {
    row[0]: Parameter(*row)
    for row in (
        ("unicorns.bonus", 1, 0, "4", "maps", "What each scored Unicorn adds to other cards."),
        ("phoenix.draws", 1, 0, "5", "maps", "Fire Phoenixes drawn for a lost Phoenix."),
        ("angels.weight", 2, 1, "7.7", "sky", "How often an Angel alone of its value counts."),
        ("pterosaurs.extinct_from", 7, 0, "7.5", "sky", "From this value on Pterosaurs leave."),
        ("lightning_elementals.bonus", 1, 0, "4", "sky", "What each discarded Elemental adds."),
        ("vulturekin.draws", 2, 0, "7.4", "sky", "Cards that the Vulturekin vote draws."),
        ("sea_monsters.cards", 1, 0, "2", "sea", "Cards that each gives for a Sea Monster."),
        ("octipi.threshold", 8, 0, "4.3", "sea", "What beats a led Octopus from outside."),
        ("fish_people.trident_bonus", 1, 0, "4", "sea", "What each trident adds to a Fish."),
        ("fish_people.tridents", 6, 0, "5", "sea", "Tridents in the supply."),
        ("trolls.limit", 1, 0, "5", "claim_2", "Trolls that a trick's winner takes at most."),
        ("seers.looks", 1, 0, "5", "claim_2", "Cards of the pile that a Seer's winner sees."),
        ("windy_peaks.cards", 3, 0, "2", "maps", "Cards that each passes before Phase 2."),
        ("endless_sands.cards", 5, 0, "2", "maps", "Cards that each passes before Phase 1."),
        ("swamp.cards", 2, 0, "2", "maps", "Cards that each discards before Phase 2."),
        ("ice_fields.bonus", 1, 0, "4", "maps", "What losing a trick adds to the next card."),
        ("plateau.wins", 3, 1, "6", "maps", "Tricks in a row after which the lead changes."),
        ("pyramid.max_value", 3, 0, "7.3", "maps", "Up to this value cards leave the piles."),
        ("fortress.limit", 5, 0, "7.3", "maps", "Cards of a faction that are still safe."),
        ("fortress.drop", 4, 0, "7.3", "maps", "Lowest cards that a larger faction drops."),
        ("monastery.ratio", 2, 1, "7.2", "maps", "More than so many times as many cards lose."),
        ("lighthouse.cards", 3, 1, "7.7", "maps", "Cards of a faction that secure its vote."),
        ("dungeon.votes", 1, 0, "7.7", "maps", "Votes for the last trick of each phase."),
    )
}
