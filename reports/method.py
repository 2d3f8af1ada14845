"""How the numbers of a report came about, and what makes them again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from claimsim.experiment.table_files import EXTENDED, RETARGETED
from claimsim.statistics.anytime import ANYTIME
from claimsim.statistics.bounds import DEFINITION, EXACT, NORMAL, SCORE, WIDEST, WILSON
from claimsim.statistics.effects import CLUSTERED, HALVES
from claimsim.statistics.intervals import LEVEL
from reports import alerts
from reports.wording import count, percent

MIRRORS = {
    "seats": "every deal is played once with each seating of the two strategies (once in all "
    "where both are the same and have no dice)",
    "lead": "every deal is played once with each hand leading",
    "none": "every deal is played once",
}

#: Each kind of interval that a table names, and how it is made.
KINDS = {
    NORMAL: (
        "The estimate plus and minus Student's t times the standard error among deals. For a "
        "share of a number that itself varies (games in which a vote was awarded, games not "
        "drawn) the standard error is that of the delta method."
    ),
    WILSON: "Wilson's interval, where every deal was wholly a yes or a no.",
    SCORE: "The like of Wilson's for the mean of a number that is 0 in most deals.",
    EXACT: (
        "That of Clopper and Pearson with the deal as the trial; deals that are neither won nor "
        "lost as a whole count against either bound. It stands where deals are few, do not "
        "differ, or a share is near 0 or 100 %."
    ),
    ANYTIME: (
        "Of runs with a precision: valid whenever playing stopped, however often one looked."
    ),
    CLUSTERED: "Of effects over a grid: Student's, with the error seen from deck to deck.",
    HALVES: (
        "Of effects over few decks, whose cells play the same deals: Student's, with the error "
        "seen between the deals with even and with odd numbers."
    ),
    WIDEST: (
        "Of means over cells or pairs of players that play the same deals, where it is not seen "
        "what their errors have in common: the mean of their bounds, which holds even if all err "
        "alike. Likewise of effects over few decks, where halves of the deals tell too little."
    ),
    DEFINITION: (
        "It could not be another number: where the same strategy plays both seats and has no "
        "dice of its own, exchanging the seats gives the same game again, so that each player "
        "wins one of the two."
    ),
    EXTENDED: (
        "Stands behind a kind where deals were added when results could be seen already. Who adds "
        "deals until an interval leaves something out finds that too often: of such intervals "
        f"fewer than {100 * LEVEL:g} % hold the true number."
    ),
    RETARGETED: (
        "Stands behind the kind of a verdict whose target was changed when results could be seen "
        "already. Who chooses a target by the results finds what he chose."
    ),
}


def words(cells: int, *, targets: bool) -> list[str]:
    """Say how intervals, verdicts and alerts are made, a paragraph each.

    Parameters
    ----------
    cells
        How many cells the run has.
    targets
        Whether its scenario says what balanced means.
    """
    unit = (
        "The unit is the deal. Games of one deal share their cards and are not independent; "
        "deals are. All variances are taken from deal to deal. The design effect says how much "
        "that matters: above 1, the games of a deal tend to end alike."
    )
    level = (
        f"All intervals have a confidence of {100 * LEVEL:g} %. The kinds of interval are named "
        "in the tables and explained below."
    )
    told = [unit, level]
    if cells > 1:
        told.append(
            f"Each interval speaks for its own cell, and there are {count(cells)}: of cells "
            f"without any edge, about one in {round(1 / (1 - LEVEL))} still seems to have one."
        )
    if targets:
        told.append(
            "A cell is surely inside a target's band, or surely outside, if a test says so with "
            "5 % of false alarms among all cells (Benjamini and Hochberg). Which cell looks worst "
            "is chance in part: the deals with even numbers choose it, those with odd numbers "
            "tell."
        )
    told.append(
        "Worth a look is what is sure for all candidates of its kind at once (Bonferroni): a cell "
        "whose leader wins more or less than half; a faction whose vote goes with winning at "
        f"least {100 * alerts.DOMINATES:g} points more than those of its deck on average; a power "
        f"or location that acts in less than {percent(alerts.DEAD, 0)} of the games; a card with "
        f"which, recruited, players win less than {percent(0.5 - alerts.UNWANTED, 0)}; a strategy "
        f"that wins more than {percent(alerts.TOO_MUCH, 0)} against every other."
    )
    return told


def provenance(manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return label and value of all that the results depend on."""
    fixed = [
        ("claimsim", str(manifest["version"])),
        ("Seed", str(manifest["seed"])),
        ("Digest of the results", str(manifest["digest"])),
    ]
    return fixed + digests(manifest)


def digests(manifest: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return label and value of the digests of the code that played."""
    return [
        ("Digest of the rules", str(manifest["rules_digest"])),
        ("Digest of the kernel", str(manifest["kernel_digest"])),
        *(
            (f"Digest of strategy {name}", str(digest))
            for name, digest in sorted(manifest["strategy_digests"].items())
        ),
    ]


#: Options with a value on which no result depends: how a run is played.
_HOW = ("--jobs", "--backend", "--scheduler")

#: How every command of ours begins; what Python played says so in Python.
_PROGRAM = "claimsim "


def of_results(command: str) -> str:
    """Return a command without what its results do not depend on, so that they fix it."""
    if not command.startswith(_PROGRAM):
        return command
    parts, kept = shlex.split(command), list[str]()
    places = iter(parts)
    for part in places:
        if part in _HOW:
            next(places, None)
        elif part.partition("=")[0] not in _HOW:
            kept.append(part)
    return command if kept == parts else shlex.join(kept)


def again(command: str) -> str:
    """Return one command that plays the run again and writes this page.

    Parameters
    ----------
    command
        What makes the same run.
    """
    command = of_results(command)
    if not command.startswith(_PROGRAM):
        return f"{command}.report('report.html')"
    parts = shlex.split(command)
    for place, part in enumerate(parts):
        if part.startswith("--out="):
            return f"{command} && claimsim report {shlex.quote(part.removeprefix('--out='))}"
        if part == "--out" and place + 1 < len(parts):
            return f"{command} && claimsim report {shlex.quote(parts[place + 1])}"
    return f"{command} --out runs/again && claimsim report runs/again"
