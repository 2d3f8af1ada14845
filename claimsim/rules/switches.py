"""Switches: rulings that could have gone another way (rules, 7 and 11)."""

from __future__ import annotations

from dataclasses import dataclass

#: What a switch can be: a word, or the phases in which something acts.
SwitchValue = str | tuple[int, ...]


@dataclass(frozen=True)
class Switch:
    """One ruling with its possible values.

    Parameters
    ----------
    name
        As scenario files write it.
    values
        What it may be; the first is the default.
    section
        The section of the rules that it belongs to.
    box
        The box whose rules leave it open.
    summary
        What the values mean, in one line.
    """

    name: str
    values: tuple[SwitchValue, ...]
    section: str
    box: str
    summary: str

    @property
    def default(self) -> SwitchValue:
        """The value that holds when a scenario says nothing."""
        return self.values[0]


SWITCHES: dict[str, Switch] = {
    switch.name: switch
    for switch in (
        Switch(
            name="basilisk_phases",
            values=((2,), (1, 2)),
            section="4.1",
            box="maps",
            summary="Basilisks capture equal cards in Phase 2 alone, or in both phases.",
        ),
        Switch(
            name="eagle_rule",
            values=("any_leader", "same_leader"),
            section="3",
            box="sky",
            summary="An Eagle led bars Eagles to whoever leads next, or to its own leader alone.",
        ),
        Switch(
            name="lightning_timing",
            values=("with_card", "leader_may_answer"),
            section="4",
            box="sky",
            summary="Boosts come with one's card, or the leader may add more after the follower.",
        ),
        Switch(
            name="octipi_threshold_on",
            values=("effective", "printed"),
            section="4.3",
            box="sea",
            summary="What must reach the Octipi's threshold: the effective value or the number.",
        ),
        Switch(
            name="seer_trigger",
            values=("won_with_seer", "any_seer_in_trick"),
            section="5",
            box="claim_2",
            summary="The winner picks if his own card is a Seer, or if any card of the trick is.",
        ),
        Switch(
            name="phoenix_draw",
            values=("may", "always"),
            section="5",
            box="maps",
            summary="A lost Phoenix's player may draw a Fire Phoenix, or must.",
        ),
        Switch(
            name="plateau_rule",
            values=("three_wins", "three_leads"),
            section="6",
            box="maps",
            summary="Plateau takes the lead after wins in a row, or after leads in a row.",
        ),
        Switch(
            name="end_order",
            values=("building_first", "powers_first"),
            section="7.5",
            box="maps",
            summary="Buildings that empty score piles act before the powers at the end, or after.",
        ),
        Switch(
            name="castle_counts",
            values=("all_cards", "largest_faction"),
            section="7.6",
            box="maps",
            summary="Castle counts every card in a score pile, or the largest faction there.",
        ),
        Switch(
            name="tiebreak_depth",
            values=("all", "highest"),
            section="7.7",
            box="claim",
            summary="Equal counts: compare all cards from the highest down, or the highest alone.",
        ),
        Switch(
            name="victory",
            values=("most_votes", "three_votes"),
            section="7.8",
            box="claim",
            summary="Most votes wins, or the game is a draw unless somebody has three votes.",
        ),
        Switch(
            name="giant_smash",
            values=("always", "may"),
            section="5",
            box="claim_2",
            summary="A Giant won always removes an equal Gnome, or only if its winner wants to.",
        ),
    )
}
