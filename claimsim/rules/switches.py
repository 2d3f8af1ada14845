"""Switches: rulings that could have gone another way (rules, 7 and 11)."""

from __future__ import annotations

from dataclasses import dataclass


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
    summary
        What the values mean, in one line.
    """

    name: str
    values: tuple[str, ...]
    section: str
    summary: str

    @property
    def default(self) -> str:
        """The value that holds when a scenario says nothing."""
        return self.values[0]


SWITCHES: dict[str, Switch] = {
    switch.name: switch
    for switch in (
        Switch(
            name="tiebreak_depth",
            values=("all", "highest"),
            section="7.7",
            summary="Equal counts: compare all cards from the highest down, or the highest alone.",
        ),
        Switch(
            name="victory",
            values=("most_votes", "three_votes"),
            section="7.8",
            summary="Most votes wins, or the game is a draw unless somebody has three votes.",
        ),
    )
}
